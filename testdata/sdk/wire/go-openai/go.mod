module github.com/sashabaranov/go-openai // v1.43.0

go 1.18
