// Fixtures without a go.mod require this version.
module google.golang.org/adk // v1.0.0

go 1.25.0

require github.com/google/jsonschema-go v0.4.3

replace github.com/google/jsonschema-go => ../../gosdk/jsonschema-go
