module github.com/ollama/ollama // v0.9.0

go 1.24
