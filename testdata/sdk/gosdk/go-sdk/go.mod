// Fixtures without a go.mod require this version.
module github.com/modelcontextprotocol/go-sdk // v1.8.0

go 1.25.0

require github.com/google/jsonschema-go v0.4.3

replace github.com/google/jsonschema-go => ../jsonschema-go
