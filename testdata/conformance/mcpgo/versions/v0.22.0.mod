module github.com/schemavet/schemavet/schemafacts/conformance/mcpgo

go 1.26.0

require github.com/mark3labs/mcp-go v0.22.0

require (
	github.com/google/uuid v1.6.0 // indirect
	github.com/schemavet/schemavet/schemafacts/conformance/runner v0.0.0
	github.com/spf13/cast v1.7.1 // indirect
	github.com/yosida95/uritemplate/v3 v3.0.2 // indirect
)

replace github.com/schemavet/schemavet/schemafacts/conformance/runner => ../runner
