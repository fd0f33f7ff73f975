// Fixtures without a go.mod require this version.
module github.com/metoro-io/mcp-golang // v0.16.1

go 1.25.0
