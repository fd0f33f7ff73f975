module github.com/schemavet/schemavet/schemafacts/conformance/gosdk

go 1.26.0

require (
	github.com/google/jsonschema-go v0.2.0
	github.com/modelcontextprotocol/go-sdk v0.3.0
	github.com/schemavet/schemavet/schemafacts/conformance/runner v0.0.0
)

require github.com/yosida95/uritemplate/v3 v3.0.2 // indirect

replace github.com/schemavet/schemavet/schemafacts/conformance/runner => ../runner
