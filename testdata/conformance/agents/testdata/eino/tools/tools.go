// Package tools has tools as people write them.
package tools

import (
	"context"
	"encoding/json"
	"os"
	"time"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/schema"
	"github.com/eino-contrib/jsonschema"
	orderedmap "github.com/wk8/go-ordered-map/v2"
)

// Query is what a search takes.
type Query struct {
	Text   string          `json:"text" jsonschema:"required,description=what to look for\\, in words"`
	Limit  int             `json:"limit,omitempty" jsonschema:"minimum=1,maximum=50,default=10"`
	Sort   string          `json:"sort,omitempty" jsonschema:"enum=date,enum=rank" jsonschema_description:"the order"`
	Both   string          `json:"both" jsonschema:"description=the tag wins" jsonschema_description:"and this does not"`
	ID     int64           `json:"id,string"`
	Since  time.Time       `json:"since,omitempty"`
	Raw    json.RawMessage `json:"raw,omitempty"`
	Any    []any           `json:"any,omitempty"`
	Labels map[string]int  `json:"labels,omitempty"`
	Page
	inner int
}

// Page is embedded.
type Page struct {
	Offset *int `json:"offset,omitempty" jsonschema:"nullable"`
}

func search(_ context.Context, q *Query) (string, error) { return q.Text, nil }

func handle[T any](context.Context, T) (string, error) { return "", nil }

func result[T any](context.Context, T) (*schema.StreamReader[string], error) { return nil, nil }

func must[T any](t T, err error) T {
	if err != nil {
		panic(err)
	}
	return t
}

// Inferred are tools whose schema is inferred.
func Inferred() []tool.BaseTool {
	plain, err := utils.InferTool("search", "Search <all> & everything.", search)
	if err != nil {
		panic(err)
	}
	list := []tool.BaseTool{
		plain,
		must(utils.InferTool("value", "", handle[Query])),
		must(utils.InferOptionableTool("optionable", "With options.", func(context.Context, Page, ...tool.Option) (int, error) { return 0, nil })),
		must(utils.InferStreamTool("stream", "A stream.", result[Page])),
		must(utils.InferTool("empty", "Nothing.", handle[struct{}])),
		must(utils.InferTool("map", "A map.", handle[map[string]any])),
		must(utils.InferTool("slice", "A slice.", handle[[]Page])),
		must(utils.InferTool("text", "A text.", handle[string])),
		must(utils.InferTool("pointers", "A pointer to a pointer.", handle[**Page])),
		must(utils.InferTool("marshalled", "With options that leave the schema alone.", handle[Page],
			utils.WithMarshalOutput(func(context.Context, any) (string, error) { return "", nil }),
			utils.WithUnmarshalArguments(func(context.Context, string) (any, error) { return nil, nil }))),
		utils.NewTool(must(utils.GoStruct2ToolInfo[Page]("struct", "Of a struct.")), handle[Page]),
		utils.NewStreamTool(&schema.ToolInfo{Name: "params", ParamsOneOf: must(utils.GoStruct2ParamsOneOf[Page]())}, result[Page]),
	}
	for _, name := range []string{"loop_a", "loop_b"} {
		list = append(list, must(utils.InferTool(name, "Of a loop: "+name, handle[Page])))
	}
	return list
}

// Manual are tools that are described by hand.
func Manual() []tool.BaseTool {
	one := &schema.ParameterInfo{Type: schema.String, Desc: "one of them", Enum: []string{"x", "y"}, Required: true}
	params := map[string]*schema.ParameterInfo{
		"z":    one,
		"a":    {Type: schema.Integer},
		"list": {Type: schema.Array, ElemInfo: &schema.ParameterInfo{Type: schema.Object, SubParams: map[string]*schema.ParameterInfo{"q": one, "p": {Type: schema.Boolean, Desc: "p"}}}},
		"none": {},
	}
	changed := &schema.ToolInfo{Name: "changed", Desc: "before"}
	late := utils.NewTool(changed, handle[Page])
	changed.Desc = "after"
	js := &jsonschema.Schema{
		Type: "object", Required: []string{"u"},
		Properties: orderedmap.New[string, *jsonschema.Schema](),
	}
	js.Properties.Set("u", &jsonschema.Schema{TypeEnhanced: []string{"string", "null"}, Description: "either"})
	js.Properties.Set("b", &jsonschema.Schema{Type: "integer", Title: "a title"})
	return []tool.BaseTool{
		utils.NewTool(&schema.ToolInfo{Name: "by_params", Desc: "By params.", ParamsOneOf: schema.NewParamsOneOfByParams(params)}, handle[Page]),
		utils.NewTool(&schema.ToolInfo{Name: "no_params", Desc: "Without."}, handle[struct{}]),
		utils.NewTool(&schema.ToolInfo{Name: "nil_params", ParamsOneOf: schema.NewParamsOneOfByParams(nil)}, handle[struct{}]),
		utils.NewTool(&schema.ToolInfo{Name: "empty_params", ParamsOneOf: schema.NewParamsOneOfByParams(map[string]*schema.ParameterInfo{})}, handle[struct{}]),
		utils.NewTool(&schema.ToolInfo{Name: "by_schema", Desc: "By schema.", ParamsOneOf: schema.NewParamsOneOfByJSONSchema(js)}, handle[Page]),
		utils.NewTool(&schema.ToolInfo{Name: "true_schema", ParamsOneOf: schema.NewParamsOneOfByJSONSchema(&jsonschema.Schema{})}, handle[Page]),
		late,
	}
}

// decode returns a schema whose JSON is text.
func decode(text string) *schema.ParamsOneOf {
	var js jsonschema.Schema
	if err := json.Unmarshal([]byte(text), &js); err != nil {
		return nil
	}
	return schema.NewParamsOneOfByJSONSchema(&js)
}

// Decoded are tools whose schemas are decoded from JSON, once after a map was encoded.
func Decoded() []tool.BaseTool {
	data, err := json.Marshal(map[string]any{
		"type": "object", "required": []string{"q"}, "additionalProperties": false, "x-order": 1, "nullable": true,
		"properties": map[string]any{
			"q":    map[string]any{"type": []string{"string", "null"}, "description": "what <to> look for", "minLength": 1, "default": "x"},
			"a":    map[string]any{"type": "number", "enum": []any{1, 2.5, "x", nil}, "minimum": 0.5, "default": 3},
			"any":  map[string]any{},
			"list": map[string]any{"type": "array", "items": map[string]any{"anyOf": []any{map[string]any{"type": "string"}, true}}, "maxItems": 3},
		},
	})
	if err != nil {
		panic(err)
	}
	return []tool.BaseTool{
		utils.NewTool(&schema.ToolInfo{Name: "decoded", ParamsOneOf: decode(string(data))}, handle[Page]),
		utils.NewTool(&schema.ToolInfo{Name: "decoded_text", ParamsOneOf: decode(`{"type":"object","$defs":{"b":{"type":"string"},"a":{"const":1.0}},"properties":{"z":{"$ref":"#/$defs/b"},"y":{"default":1e2,"examples":[[1.50]]}},"title":""}`)}, handle[Page]),
		utils.NewTool(&schema.ToolInfo{Name: "decoded_true", ParamsOneOf: decode("true")}, handle[Page]),
		utils.NewTool(&schema.ToolInfo{Name: "open_decoded_not", ParamsOneOf: decode(`{"type":"object","required":"q"}`)}, handle[Page]),
		utils.NewTool(&schema.ToolInfo{Name: "open_decoded_case", ParamsOneOf: decode(`{"type":"object","Title":"a title"}`)}, handle[Page]),
		utils.NewTool(&schema.ToolInfo{Name: "open_decoded_list", ParamsOneOf: decode(`{"type":[]}`)}, handle[Page]),
	}
}

// register is a helper of the program's own.
func register[T any](list []tool.BaseTool, name, text string, f func(context.Context, T) (string, error), opts ...utils.Option) []tool.BaseTool {
	t, err := utils.InferTool("wrapped_"+name, text, utils.InvokeFunc[T, string](f), opts...)
	if err != nil {
		return list
	}
	return append(list, t)
}

// Wrapped are tools that a helper makes.
func Wrapped() []tool.BaseTool {
	var list []tool.BaseTool
	list = register(list, "page", "A page.", handle[Page])
	list = register(list, "query", "A query.", search)
	info, err := list[0].Info(context.Background())
	if err != nil {
		panic(err)
	}
	info.Desc += " Changed later."
	return list
}

// clock is a tool that tells what it is by itself.
type clock struct{}

func (clock) Info(context.Context) (*schema.ToolInfo, error) {
	return &schema.ToolInfo{
		Name: "clock", Desc: "What time it is.",
		ParamsOneOf: schema.NewParamsOneOfByParams(map[string]*schema.ParameterInfo{"zone": {Type: schema.String, Desc: "a time zone"}}),
	}, nil
}

func (clock) InvokableRun(context.Context, string, ...tool.Option) (string, error) { return "", nil }

// Own are tools of types of the program's own.
func Own() []tool.BaseTool { return []tool.BaseTool{clock{}} }

// Open are tools that only run time knows in full.
func Open() []tool.BaseTool {
	return []tool.BaseTool{
		must(utils.InferTool("open_desc", os.Getenv("PROBE_TEXT")+"x", handle[Page])),
		must(utils.InferTool("open_modified", "Modified.", handle[Page], utils.WithSchemaModifier(modify))),
	}
}

// Bind gives tools to a model.
func Bind(m model.ToolCallingChatModel) error {
	var infos []*schema.ToolInfo
	for _, t := range Own() {
		info, err := t.Info(context.Background())
		if err != nil {
			return err
		}
		infos = append(infos, info)
	}
	_, err := m.WithTools(infos)
	return err
}
