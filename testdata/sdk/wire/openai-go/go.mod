module github.com/openai/openai-go // v1.12.0

go 1.22
