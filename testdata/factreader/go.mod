module github.com/schemavet/schemavet/testdata/factreader

go 1.25.0

require (
	github.com/schemavet/schemavet v0.0.0
	golang.org/x/tools v0.49.0
)

require golang.org/x/mod v0.39.0 // indirect

replace github.com/schemavet/schemavet => ../..
