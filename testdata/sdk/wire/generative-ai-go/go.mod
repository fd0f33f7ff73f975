module github.com/google/generative-ai-go // v0.20.1

go 1.24
