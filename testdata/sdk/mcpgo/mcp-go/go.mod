// Fixtures without a go.mod require this version.
module github.com/mark3labs/mcp-go // v1.2.1

go 1.25.0

require github.com/google/jsonschema-go v0.4.3

replace github.com/google/jsonschema-go => ../../gosdk/jsonschema-go
