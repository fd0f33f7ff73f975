package tools

import (
	"os"

	"github.com/openai/openai-go"
	"github.com/openai/openai-go/packages/param"
	"github.com/openai/openai-go/responses"
	"github.com/openai/openai-go/shared"
)

func init() {
	Makers = append(Makers, Maker{"members", Members}, Maker{"chat_members", ChatMembers}, Maker{"open_members", OpenMembers})
}

// Members sets what a function has besides its name, description and parameters.
func Members() any {
	list := []responses.FunctionToolParam{
		{
			Name: "strict", Parameters: object(nil), Strict: openai.Bool(true), DeferLoading: openai.Bool(false), Async: openai.Bool(true),
			AllowedCallers: []string{"direct", "programmatic"}, OutputSchema: map[string]any{"type": "object", "properties": map[string]any{"n": map[string]any{"type": "integer"}}},
		},
		{Name: "lax", Parameters: object(nil), Strict: param.NewOpt(false), DeferLoading: param.NewOpt(true)},
		{Name: "zero", Parameters: object(nil), AllowedCallers: nil},
		{Name: "none", Parameters: object(nil), AllowedCallers: []string{}},
		{Name: "null_strict", Parameters: object(nil), Strict: param.Null[bool]()},
	}
	tools := []responses.ToolUnionParam{responses.ToolParamOfFunction("of_false", object(nil), false)}
	for _, t := range list {
		tools = append(tools, responses.ToolUnionParam{OfFunction: &t})
	}
	return responses.ResponseNewParams{Tools: tools}
}

// ChatMembers are functions of a chat, where strict is all there is.
func ChatMembers() any {
	extra := shared.FunctionDefinitionParam{Name: "chat_extra", Parameters: object(nil)}
	extra.SetExtraFields(map[string]any{"defer_loading": true})
	return openai.ChatCompletionNewParams{Tools: []openai.ChatCompletionToolUnionParam{
		openai.ChatCompletionFunctionTool(shared.FunctionDefinitionParam{Name: "chat_strict", Parameters: object(nil), Strict: openai.Bool(true)}),
		openai.ChatCompletionFunctionTool(extra),
		{OfFunction: &openai.ChatCompletionFunctionToolParam{Function: shared.FunctionDefinitionParam{Name: "chat_lax", Strict: openai.Bool(false)}}},
	}}
}

// OpenMembers has members that only run time knows.
func OpenMembers() any {
	return responses.ResponseNewParams{Tools: []responses.ToolUnionParam{{OfFunction: &responses.FunctionToolParam{
		Name: "open_members", Parameters: object(nil), Strict: openai.Bool(os.Getenv("STRICT") != ""),
	}}}}
}
