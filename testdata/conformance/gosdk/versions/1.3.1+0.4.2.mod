module github.com/schemavet/schemavet/schemafacts/conformance/gosdk

go 1.26.0

require (
	github.com/google/jsonschema-go v0.4.2
	github.com/modelcontextprotocol/go-sdk v1.3.1
	github.com/schemavet/schemavet/schemafacts/conformance/runner v0.0.0
)

require (
	github.com/segmentio/asm v1.1.3 // indirect
	github.com/segmentio/encoding v0.5.3 // indirect
	github.com/yosida95/uritemplate/v3 v3.0.2 // indirect
	golang.org/x/oauth2 v0.30.0 // indirect
	golang.org/x/sys v0.35.0 // indirect
)

replace github.com/schemavet/schemavet/schemafacts/conformance/runner => ../runner
