module github.com/schemavet/schemavet/schemafacts/conformance/agents

go 1.26.0

require (
	github.com/schemavet/schemavet/schemafacts/conformance/invopop v0.0.0
	github.com/schemavet/schemavet/schemafacts/conformance/jsonschemago v0.0.0
	github.com/schemavet/schemavet/schemafacts/conformance/runner v0.0.0
)

replace (
	github.com/schemavet/schemavet => ../../..
	github.com/schemavet/schemavet/schemafacts/conformance/invopop => ../invopop
	github.com/schemavet/schemavet/schemafacts/conformance/jsonschemago => ../jsonschemago
)

replace github.com/schemavet/schemavet/schemafacts/conformance/runner => ../runner
