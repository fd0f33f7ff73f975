package tools

import "github.com/openai/openai-go"

func Chat() any {
	return openai.ChatCompletionNewParams{Tools: []openai.ChatCompletionToolParam{
		{Function: openai.FunctionDefinitionParam{Name: "chat", Description: openai.String("Of the chat."),
			Parameters: openai.FunctionParameters{"type": "object", "properties": map[string]any{"p": map[string]any{"type": "string"}}}}},
		{Type: "function", Function: openai.FunctionDefinitionParam{Name: "chat_bare"}},
	}}
}
