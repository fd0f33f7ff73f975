// Fixtures without a go.mod require this version.
module github.com/google/jsonschema-go // v0.4.3

go 1.23.0
