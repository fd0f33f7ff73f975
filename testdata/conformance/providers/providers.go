// Package providers offers the tools of testdata/plainfuncs to three model providers. A
// program needs no more than these lines for each.
package providers

import (
	"context"
	"encoding/json"

	"example.com/library/internal/tools"
	"github.com/anthropics/anthropic-sdk-go/v2"
	"github.com/openai/openai-go/v3"
	"google.golang.org/genai"
)

// OpenAI returns the tools for a chat completion of openai-go.
func OpenAI(set *tools.Set) (out []openai.ChatCompletionToolUnionParam, err error) {
	for _, t := range set.Tools() {
		f := openai.FunctionDefinitionParam{Name: t.Name, Description: openai.String(t.Description)}
		if err := json.Unmarshal(t.Input, &f.Parameters); err != nil {
			return nil, err
		}
		out = append(out, openai.ChatCompletionFunctionTool(f))
	}
	return out, nil
}

// Anthropic returns the tools for a message of anthropic-sdk-go.
func Anthropic(set *tools.Set) (out []anthropic.ToolUnionParam, err error) {
	for _, t := range set.Tools() {
		p := &anthropic.ToolParam{Name: t.Name, Description: anthropic.String(t.Description)}
		if err := json.Unmarshal(t.Input, &p.InputSchema); err != nil {
			return nil, err
		}
		out = append(out, anthropic.ToolUnionParam{OfTool: p})
	}
	return out, nil
}

// Gemini returns the tools for Google's genai.
func Gemini(set *tools.Set) []*genai.Tool {
	var list []*genai.FunctionDeclaration
	for _, t := range set.Tools() {
		list = append(list, &genai.FunctionDeclaration{Name: t.Name, Description: t.Description, ParametersJsonSchema: t.Input})
	}
	return []*genai.Tool{{FunctionDeclarations: list}}
}

// Answer calls the tool that a model asks for, and returns what to send back: the result,
// or a sentence that lets the model correct its arguments.
func Answer(ctx context.Context, set *tools.Set, name, arguments string) (text string, failed bool) {
	r, err := set.CallRaw(ctx, name, json.RawMessage(arguments))
	if err != nil {
		return err.Error(), true
	}
	return r.Text, false
}
