module example.test/probe

go 1.26.0

require github.com/ollama/ollama v0.11.10

require (
	golang.org/x/crypto v0.36.0 // indirect
	golang.org/x/sys v0.31.0 // indirect
)
