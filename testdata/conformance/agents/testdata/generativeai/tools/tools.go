// Package tools makes tools with the older client of the Gemini API.
package tools

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"

	"github.com/google/generative-ai-go/genai"
	"google.golang.org/api/option"
)

// Maker makes the tools of a request.
type Maker struct {
	Name string
	Make func() any
}

// Makers are all of them.
var Makers = []Maker{{"literals", Literals}, {"nested", Nested}, {"filled", Filled}, {"zero", Zero}}

type wire struct{ sent []byte }

// RoundTrip keeps what is sent.
func (w *wire) RoundTrip(r *http.Request) (*http.Response, error) {
	w.sent, _ = io.ReadAll(r.Body)
	return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(bytes.NewReader([]byte("{}"))), Request: r}, nil
}

// Print is how tools are sent. The client writes types as numbers, for which the
// API has names.
func Print(v any) ([]byte, error) {
	list, ok := v.([]*genai.Tool)
	if !ok {
		return nil, errors.New("no tools")
	}
	w := &wire{}
	ctx := context.Background()
	client, err := genai.NewClient(ctx, option.WithAPIKey("none"), option.WithHTTPClient(&http.Client{Transport: w}))
	if err != nil {
		return nil, err
	}
	model := client.GenerativeModel("m")
	model.Tools = list
	_, err = model.GenerateContent(ctx, genai.Text("hello"))
	if w.sent == nil {
		return nil, err
	}
	var sent any
	if err := json.Unmarshal(w.sent, &sent); err != nil {
		return nil, err
	}
	named(sent)
	return json.Marshal(sent)
}

var types = []string{"TYPE_UNSPECIFIED", "STRING", "NUMBER", "INTEGER", "BOOLEAN", "ARRAY", "OBJECT"}

// named gives types their names.
func named(v any) {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			named(e)
		}
	case map[string]any:
		for name, m := range v {
			if n, ok := m.(float64); ok && name == "type" && int(n) < len(types) {
				v[name] = types[int(n)]
				continue
			}
			named(m)
		}
	}
}

func Literals() any {
	return []*genai.Tool{{FunctionDeclarations: []*genai.FunctionDeclaration{
		{
			Name: "literal", Description: "A literal.",
			Parameters: &genai.Schema{
				Type: genai.TypeObject,
				Properties: map[string]*genai.Schema{
					"q":    {Type: genai.TypeString, Description: "What.", Format: "enum", Enum: []string{"a", "b"}},
					"list": {Type: genai.TypeArray, Items: &genai.Schema{Type: genai.TypeInteger}, Nullable: true},
					"yes":  {Type: genai.TypeBoolean, Description: ""},
					"num":  {Type: genai.TypeNumber},
				},
				Required: []string{"q"},
			},
		},
		{Name: "without", Description: "Takes nothing."},
	}}}
}

func text(desc string) *genai.Schema { return &genai.Schema{Type: genai.TypeString, Description: desc} }

func Nested() any {
	where := &genai.Schema{Type: genai.TypeObject, Properties: map[string]*genai.Schema{"city": text("In which city."), "type": text("Which type.")}}
	where.Required = append(where.Required, "city")
	tool := &genai.Tool{FunctionDeclarations: []*genai.FunctionDeclaration{{
		Name: "nested", Parameters: &genai.Schema{Type: genai.TypeObject, Properties: map[string]*genai.Schema{"where": where, "all": {Type: genai.TypeArray, Items: where}}},
	}}}
	return []*genai.Tool{tool}
}

var declarations = []*genai.FunctionDeclaration{{Name: "declared", Description: "In a table.", Parameters: &genai.Schema{Type: genai.TypeObject}}}

func Filled() any {
	tool := &genai.Tool{}
	for _, d := range declarations {
		tool.FunctionDeclarations = append(tool.FunctionDeclarations, d)
	}
	return []*genai.Tool{tool}
}

// Zero has what a message leaves out.
func Zero() any {
	return []*genai.Tool{{FunctionDeclarations: []*genai.FunctionDeclaration{
		{Name: "empty", Parameters: &genai.Schema{Type: genai.TypeObject, Properties: map[string]*genai.Schema{}, Required: []string{}, Enum: []string{}}},
		{Name: "untyped", Parameters: &genai.Schema{Type: genai.TypeObject, Properties: map[string]*genai.Schema{"any": {}, "items": {Type: genai.TypeArray, Items: &genai.Schema{}}}}},
		{Name: "nothing", Parameters: &genai.Schema{}},
		{Name: "scalar", Parameters: &genai.Schema{Type: genai.TypeString}},
	}}}
}
