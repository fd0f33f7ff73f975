module github.com/schemavet/schemavet/testdata/conformance/verify

go 1.25.0
