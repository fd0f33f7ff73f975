module github.com/schemavet/schemavet/schemafacts/conformance/runner

go 1.26.0
