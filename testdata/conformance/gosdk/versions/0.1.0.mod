module github.com/schemavet/schemavet/schemafacts/conformance/gosdk

go 1.26.0

require (
	github.com/modelcontextprotocol/go-sdk v0.1.0
	github.com/schemavet/schemavet/schemafacts/conformance/runner v0.0.0
)

replace github.com/schemavet/schemavet/schemafacts/conformance/runner => ../runner
