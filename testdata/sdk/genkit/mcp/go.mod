// Fixtures without a go.mod require this version.
module github.com/firebase/genkit/go/plugins/mcp // v1.11.0

go 1.25.0

require (
	github.com/firebase/genkit/go v1.11.0
	github.com/mark3labs/mcp-go v1.2.1
)

replace (
	github.com/firebase/genkit/go => ../genkit
	github.com/google/jsonschema-go => ../../gosdk/jsonschema-go
	github.com/mark3labs/mcp-go => ../../mcpgo/mcp-go
)

require github.com/google/jsonschema-go v0.4.3 // indirect
