module github.com/schemavet/schemavet/schemafacts/conformance/gosdk

go 1.26.0

require (
	github.com/google/jsonschema-go v0.4.0
	github.com/modelcontextprotocol/go-sdk v1.1.0
	github.com/schemavet/schemavet/schemafacts/conformance/runner v0.0.0
)

require (
	github.com/yosida95/uritemplate/v3 v3.0.2 // indirect
	golang.org/x/oauth2 v0.30.0 // indirect
)

replace github.com/schemavet/schemavet/schemafacts/conformance/runner => ../runner
