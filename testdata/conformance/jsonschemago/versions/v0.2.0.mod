module example.test/probe

go 1.24

require github.com/google/jsonschema-go v0.2.0
