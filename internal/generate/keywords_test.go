package generate

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"os"
	"slices"
	"testing"

	tools "github.com/schemavet/schemavet/internal/generate/runtime"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// TestAgrees compares the results for pairs of a schema and a value with those of
// other validators. The program testdata/conformance/compat/runtime writes files with
// such pairs, and passes their names in SCHEMAVET_PAIRS.
func TestAgrees(t *testing.T) {
	f, err := os.Open(cmp.Or(os.Getenv("SCHEMAVET_PAIRS"), "testdata/pairs.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	tried, refused := 0, 0
	for lines.Scan() {
		var pair struct {
			Schema, Value json.RawMessage
			Valid         bool
		}
		if err := json.Unmarshal(lines.Bytes(), &pair); err != nil {
			t.Fatal(err)
		}
		tried++
		n, err := schema.Parse(pair.Schema)
		if err != nil {
			t.Fatal(err)
		}
		if f := unsupported(n); f != nil || compile(pair.Schema) != nil {
			refused++
			continue
		}
		object := json.RawMessage(`{"type":"object"}`)
		set := tools.New([]tools.Tool{
			{Name: "out", Input: object, Output: pair.Schema, Run: func(context.Context, *tools.Call) (any, error) { return pair.Value, nil }},
			{Name: "in", Input: pair.Schema, Run: func(context.Context, *tools.Call) (any, error) { return nil, nil }},
		})
		if _, err := set.CallRaw(t.Context(), "out", nil); (err == nil) != pair.Valid {
			t.Errorf("schema %s\nvalue %s\n%v, but other validators say valid: %t", pair.Schema, pair.Value, err, pair.Valid)
		}
		if _, err := set.CallRaw(t.Context(), "in", pair.Value); pair.Value[0] == '{' && (err == nil) != pair.Valid {
			t.Errorf("schema %s\narguments %s\n%v, but other validators say valid: %t", pair.Schema, pair.Value, err, pair.Valid)
		}
	}
	if err := lines.Err(); err != nil || tried == 0 {
		t.Errorf("%d pairs, %v", tried, err)
	}
	if refused*4 > tried*3 {
		t.Errorf("%d of %d schemas are refused", refused, tried)
	}
	t.Logf("%d pairs, %d of schemas that are refused", tried, refused)
}

// TestUnsupported checks what generate says of schemas that generated code cannot check.
func TestUnsupported(t *testing.T) {
	for text, want := range map[string]string{
		`{"properties":{"a":{"maximun":3}}}`:                    `/properties/a/maximun: generated code does not know this keyword; write maximum`,
		`{"requierd":["a"]}`:                                    `/requierd: generated code does not know this keyword; write required`,
		`{"$dynamicRef":"#a"}`:                                  `/$dynamicRef: generated code cannot check this keyword; check the value in the function`,
		`{"anyOf":[{"not":{"type":"null"}}]}`:                   `/anyOf/0/not: generated code cannot check this keyword; check the value in the function`,
		`{"if":{},"then":{}}`:                                   `/if: generated code cannot check this keyword; check the value in the function`,
		`{"definitions":{}}`:                                    `/definitions: generated code does not know this keyword; write $defs`,
		`{"items":{"$defs":{}}}`:                                `/items/$defs: generated code finds definitions only at the root of the schema`,
		`{"type":"strin"}`:                                      `/type: must be one of array, boolean, integer, null, number, object, string, or an array of them`,
		`{"properties":3}`:                                      `/properties: must be an object of schemas`,
		`{"multipleOf":0}`:                                      `/multipleOf: must be a number greater than 0`,
		`{"properties":{"a":{"$ref":"other.json"}}}`:            `/properties/a/$ref: generated code cannot follow "other.json"; write #/$defs/NAME`,
		`{"$ref":"#/$defs/a"}`:                                  `/$ref: "#/$defs/a" leads nowhere`,
		`{"dependentRequired":{}}`:                              `/dependentRequired: generated code cannot check this keyword; check the value in the function`,
		`{"$defs":{"a":{"anyOf":[{"$ref":"#/$defs/a"}]}}}`:      `/$defs/a/anyOf/0/$ref: the schema refers to itself for the same value`,
		`{"$schema":"http://json-schema.org/draft-04/schema#"}`: `/$schema: the dialect http://json-schema.org/draft-04/schema# is not supported; write https://json-schema.org/draft/2020-12/schema`,
		`{"properties":{"a":{"$ref":"#"}}}`:                     `/properties/a/$ref: generated code cannot follow "#"; write #/$defs/NAME`,
		`{"$defs":{"a":{"properties":{"b":{"$ref":"#/$defs/a"}}}},"$ref":"#/$defs/a","x-a":1}`: ``,
	} {
		n, err := schema.Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if f := unsupported(n); f != nil {
			got = f.path + ": " + f.reason
		}
		if got != want {
			t.Errorf("%s\ngot  %s\nwant %s", text, got, want)
		}
	}
}

// TestCheckedFormats checks that the runtime refuses a text that has none of the formats.
func TestCheckedFormats(t *testing.T) {
	for _, format := range append(checkedFormats, "iri", "binary") {
		set := tools.New([]tools.Tool{{Name: "in", Input: json.RawMessage(`{"properties":{"a":{"format":"` + format + `"}}}`),
			Run: func(context.Context, *tools.Call) (any, error) { return nil, nil }}})
		_, err := set.Call(t.Context(), "in", map[string]any{"a": "\\{( \x00"})
		if checked := err != nil; checked != slices.Contains(checkedFormats, format) {
			t.Errorf("%s: checked is %t", format, checked)
		}
	}
}
