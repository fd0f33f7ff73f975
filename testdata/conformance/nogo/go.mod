// The path gives the program access to what rules_go's own build gives nogo.
module golang.org/x/tools/schemavetnogo

go 1.26.0

tool github.com/bazelbuild/rules_go/go/tools/builders

require (
	github.com/schemavet/schemavet v0.0.0
	golang.org/x/tools v0.51.0
)

require (
	github.com/aymanbagabas/go-udiff v0.4.1 // indirect
	github.com/bazelbuild/rules_go v0.65.0 // indirect
	go.yaml.in/yaml/v3 v3.0.6 // indirect
	golang.org/x/mod v0.41.0 // indirect
)

replace github.com/schemavet/schemavet => ../../..
