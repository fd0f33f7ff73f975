package tools

import (
	"os"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/packages/param"
)

func init() {
	Makers = append(Makers, Maker{"members", Members}, Maker{"beta_members", BetaMembers}, Maker{"by_helper", ByHelper}, Maker{"open_members", OpenMembers})
}

// Members sets what a tool has besides its name, description and schema.
func Members() any {
	list := []anthropic.ToolParam{
		{
			Name: "strict", InputSchema: anthropic.ToolInputSchemaParam{Properties: map[string]any{}},
			Strict: anthropic.Bool(true), DeferLoading: anthropic.Bool(false), AllowedCallers: []string{"direct", "code_execution_20260120"},
			InputExamples:       []map[string]any{{"city": "Bern", "days": 3}, {"city": "<Genf>"}},
			EagerInputStreaming: anthropic.Bool(true), Type: anthropic.ToolTypeCustom,
		},
		{Name: "lax", InputSchema: anthropic.ToolInputSchemaParam{}, Strict: param.NewOpt(false), DeferLoading: param.NewOpt(true)},
		{Name: "zero", InputSchema: anthropic.ToolInputSchemaParam{}, Strict: param.Opt[bool]{}, AllowedCallers: nil, InputExamples: nil},
		{Name: "none", InputSchema: anthropic.ToolInputSchemaParam{}, AllowedCallers: []string{}, InputExamples: []map[string]any{}},
		{Name: "null", InputSchema: anthropic.ToolInputSchemaParam{}, Strict: param.Null[bool](), DeferLoading: param.Null[bool]()},
	}
	extra := anthropic.ToolParam{Name: "extra_strict", InputSchema: anthropic.ToolInputSchemaParam{}, DeferLoading: anthropic.Bool(true)}
	extra.SetExtraFields(map[string]any{"strict": true, "defer_loading": param.Omit, "input_examples": []any{map[string]any{"a": 1.5}}})
	var tools []anthropic.ToolUnionParam
	for _, t := range append(list, extra) {
		tools = append(tools, anthropic.ToolUnionParam{OfTool: &t})
	}
	return anthropic.MessageNewParams{Tools: tools}
}

// BetaMembers is the same for the beta.
func BetaMembers() any {
	return anthropic.BetaMessageNewParams{Tools: []anthropic.BetaToolUnionParam{
		{OfTool: &anthropic.BetaToolParam{
			Name: "beta_strict", InputSchema: anthropic.BetaToolInputSchemaParam{Properties: map[string]any{"b": map[string]any{"type": "boolean"}}},
			Strict: anthropic.Bool(true), DeferLoading: anthropic.Bool(true), AllowedCallers: []string{"code_execution_20260120"},
			InputExamples: []map[string]any{{"b": true}},
		}},
		{OfTool: &anthropic.BetaToolParam{Name: "beta_lax", InputSchema: anthropic.BetaToolInputSchemaParam{}, Strict: anthropic.Bool(false)}},
	}}
}

// ByHelper sets members after a helper made the tool.
func ByHelper() any {
	u := anthropic.ToolUnionParamOfTool(anthropic.ToolInputSchemaParam{}, "by_helper")
	u.OfTool.Strict = anthropic.Bool(true)
	u.OfTool.InputExamples = append(u.OfTool.InputExamples, map[string]any{"q": []string{"a"}})
	return anthropic.MessageNewParams{Tools: []anthropic.ToolUnionParam{u}}
}

// OpenMembers has members that only run time knows.
func OpenMembers() any {
	return anthropic.MessageNewParams{Tools: []anthropic.ToolUnionParam{{OfTool: &anthropic.ToolParam{
		Name: "open_members", InputSchema: anthropic.ToolInputSchemaParam{}, Strict: anthropic.Bool(os.Getenv("STRICT") != ""),
		InputExamples: []map[string]any{{"user": os.Getenv("STRICT")}},
	}}}}
}
