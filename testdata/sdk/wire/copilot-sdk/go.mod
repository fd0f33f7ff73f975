module github.com/github/copilot-sdk/go // v1.0.14

go 1.24

require github.com/google/jsonschema-go v0.4.3

replace github.com/google/jsonschema-go => ../../gosdk/jsonschema-go
