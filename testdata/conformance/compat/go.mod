module github.com/schemavet/schemavet/testdata/conformance/compat

go 1.25.0

require (
	github.com/google/jsonschema-go v0.4.3
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.2
	github.com/schemavet/schemavet v0.0.0
	go.yaml.in/yaml/v3 v3.0.6
)

require golang.org/x/text v0.14.0 // indirect

replace github.com/schemavet/schemavet => ../../..
