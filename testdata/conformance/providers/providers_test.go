package providers

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"example.com/library/internal/desk"
)

// snapshot is a tool as schemavet list --json prints it.
type snapshot struct {
	Name, Description string
	InputSchema       any
}

// snapshots returns the tools that schemavet derived from the source.
func snapshots(t *testing.T) (out []snapshot) {
	files, err := filepath.Glob("../../plainfuncs/internal/desk/toolschema/*.json")
	if err != nil || len(files) != 3 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var s snapshot
		if err := json.Unmarshal(data, &s); err != nil {
			t.Fatal(err)
		}
		out = append(out, s)
	}
	return out
}

// wire decodes what a provider's library sends.
func wire(t *testing.T, v, into any) {
	t.Helper()
	data, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(data, into)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestDefinitions compares what each library sends with the derived tools.
func TestDefinitions(t *testing.T) {
	set, want := desk.Tools(desk.Deps{Desk: desk.New()}), snapshots(t)
	check := func(provider string, got []snapshot) {
		if !reflect.DeepEqual(got, want) {
			a, _ := json.Marshal(got)
			b, _ := json.Marshal(want)
			t.Errorf("%s\ngot  %s\nwant %s", provider, a, b)
		}
	}
	var got []snapshot
	openai, err := OpenAI(set)
	if err != nil {
		t.Fatal(err)
	}
	var functions []struct {
		Type     string
		Function struct {
			Name, Description string
			Parameters        any
		}
	}
	wire(t, openai, &functions)
	for _, f := range functions {
		got = append(got, snapshot{f.Function.Name, f.Function.Description, f.Function.Parameters})
	}
	check("openai-go", got)

	anthropic, err := Anthropic(set)
	if err != nil {
		t.Fatal(err)
	}
	var list []struct {
		Name, Description string
		InputSchema       any `json:"input_schema"`
	}
	wire(t, anthropic, &list)
	got = nil
	for _, f := range list {
		got = append(got, snapshot{f.Name, f.Description, f.InputSchema})
	}
	check("anthropic-sdk-go", got)

	var gemini []struct {
		FunctionDeclarations []struct {
			Name, Description    string
			ParametersJsonSchema any
		}
	}
	wire(t, Gemini(set), &gemini)
	got = nil
	for _, f := range gemini[0].FunctionDeclarations {
		got = append(got, snapshot{f.Name, f.Description, f.ParametersJsonSchema})
	}
	check("genai", got)
}

// TestAnswer answers a model: the second time with correct arguments.
func TestAnswer(t *testing.T) {
	set := desk.Tools(desk.Deps{Desk: desk.New()})
	for _, c := range []struct {
		arguments, text string
		failed          bool
	}{
		{`{"days":3,"kind":"dvd"}`, `tool "late_fee": argument "kind" is "dvd"; it must be one of "book", "audio" or "film"`, true},
		{`{"days":3,"kind":"film"}`, `{"result":300}`, false},
	} {
		if text, failed := Answer(t.Context(), set, "late_fee", c.arguments); text != c.text || failed != c.failed {
			t.Errorf("%s\ngot  %s\nwant %s", c.arguments, text, c.text)
		}
	}
}
