module example.test/probe

go 1.24

require github.com/google/jsonschema-go v0.4.1
