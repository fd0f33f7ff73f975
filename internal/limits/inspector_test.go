package limits

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

var (
	inspector = flag.String("inspector", "", "the file clients/cli/build/index.js of the npm package @modelcontextprotocol/inspector")
	answers   = flag.String("answers", "", "a pattern of files with answers to tools/list")
)

// TestInspector compares the profile inspector with the Inspector itself, on
// odd schemas and on the files that -answers names.
func TestInspector(t *testing.T) {
	if *inspector == "" {
		t.Skip("needs -inspector FILE, see npm pack @modelcontextprotocol/inspector")
	}
	files, err := filepath.Glob(*answers)
	if err != nil {
		t.Fatal(err)
	}
	odd := filepath.Join(t.TempDir(), "odd.json")
	if err := os.WriteFile(odd, oddTools(t), 0o666); err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, file := range append(files, odd) {
		theirs, tools := inspect(t, file), toolsIn(t, file)
		var ours []string
		for _, n := range tools {
			p, _ := Find("inspector")
			for _, v := range Judge(rulesOf(p), n, "") {
				level := "warning"
				if v.Rule.Error {
					level = "error"
				}
				ours = append(ours, fmt.Sprintf("%s %s %s %s", n.Get("name").StringValue(), v.Rule.ID, level, inspectorPath(v.Pointer)))
			}
		}
		slices.Sort(ours)
		slices.Sort(theirs)
		total += len(theirs)
		if !slices.Equal(ours, theirs) {
			t.Errorf("%s:\n ours %s\ntheirs %s", filepath.Base(file), strings.Join(ours, "\n      "), strings.Join(theirs, "\n      "))
		}
		t.Logf("%s: %d tools, %d findings", filepath.Base(file), len(tools), len(theirs))
	}
	t.Logf("%d lists, %d findings", len(files)+1, total)
}

func rulesOf(p Profile) []*Rule {
	var out []*Rule
	for _, id := range p.Rules {
		out = append(out, ByID(id))
	}
	return out
}

// lint runs the part of the Inspector's program that judges schemas.
const lint = `
const fs = require("fs");
const text = fs.readFileSync(process.argv[1], "utf8");
const from = text.indexOf("// ../../core/json/schemaLint.ts"), to = text.indexOf("// src/handlers/schema-lint-report.ts");
const lintTools = new Function(text.slice(from, to) + "; return lintTools;")();
let list = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
for (const tool of lintTools((list.result ?? list).tools)) for (const f of tool.findings)
  console.log(JSON.stringify([tool.toolName, f.rule, f.severity, f.schema, f.path]));
`

func inspect(t *testing.T, file string) []string {
	out, err := exec.Command("node", "-e", lint, *inspector, file).Output()
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	var all []string
	for line := range strings.Lines(string(out)) {
		var f [5]string
		if err := json.Unmarshal([]byte(line), &f); err != nil {
			t.Fatal(err)
		}
		all = append(all, fmt.Sprintf("%s %s %s %s", f[0], f[1], f[2], strings.TrimSuffix(f[3]+"."+f[4], ".")))
	}
	return all
}

func toolsIn(t *testing.T, file string) []*schema.Node {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	n, err := schema.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	if r := n.Get("result"); r != nil {
		n = r
	}
	return n.Get("tools").Elems
}

var identifier = regexp.MustCompile(`^[A-Za-z_$][A-Za-z0-9_$]*$`)

// inspectorPath writes a JSON pointer as the Inspector does.
func inspectorPath(pointer string) string {
	out := ""
	inList := false
	for i, token := range strings.Split(strings.TrimPrefix(pointer, "/"), "/") {
		token = schema.UnescapeToken(token)
		_, err := strconv.Atoi(token)
		switch {
		case i == 0:
			out = token
		case err == nil && inList:
			out += "[" + token + "]"
		case i == 1 && !identifier.MatchString(token), !identifier.MatchString(token):
			quoted, _ := json.Marshal(token)
			out += "[" + string(quoted) + "]"
		default:
			out += "." + token
		}
		inList = token == "items" || slices.Contains(lists, token)
	}
	return out
}

// oddTools returns a list of tools with schemas that a person would not write.
func oddTools(t *testing.T) []byte {
	var tools []json.RawMessage
	for i, text := range oddSchemas {
		if !json.Valid([]byte(text)) {
			t.Fatalf("%s is no JSON", text)
		}
		tools = append(tools, json.RawMessage(fmt.Sprintf(`{"name": "odd%d", "inputSchema": %s, "outputSchema": %s}`, i, text, oddSchemas[len(oddSchemas)-1-i])))
	}
	out, err := json.Marshal(map[string]any{"tools": tools})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

var oddSchemas = []string{
	`true`, `false`, `{}`, `[]`, `null`,
	`{"type": ["string", "null"]}`, `{"type": []}`, `{"type": ["string", "string"]}`, `{"type": ["string", "any"]}`, `{"type": ["string", 1]}`, `{"type": ["string"]}`,
	`{"properties": {"a": true, "b": false, "c d": true, "0": true, "e": {"items": true}}}`,
	`{"additionalProperties": true, "unevaluatedProperties": false, "additionalItems": true, "unevaluatedItems": false}`,
	`{"additionalProperties": {"type": ["integer", "null"]}, "items": [true, {"type": "string"}, {}]}`,
	`{"not": true}`, `{"not": {}}`, `{"not": {"properties": {"a": {}}}}`,
	`{"if": {"const": 1}}`, `{"if": {"const": 1}, "then": {}}`, `{"else": true}`, `{"if": true, "else": {"type": "string"}}`,
	`{"anyOf": [{"type": "string"}, {}, true], "allOf": [{"$ref": "other.json"}], "prefixItems": [false]}`,
	`{"$ref": "#/x"}`, `{"$ref": ""}`, `{"$ref": 1}`, `{"$ref": "https://example.com/a"}`, `{"$ref": "x", "$defs": {"x": {"$id": "x", "type": "string"}}}`,
	`{"$ref": "x", "properties": {"$id": {"type": "string"}}}`, `{"$ref": "x", "$id": ""}`, `{"$id": "y", "$ref": "x"}`,
	`{"dependencies": {"a": ["b"], "c": {"type": ["null"]}}, "dependentSchemas": {"a": true}, "definitions": {"a-b": true}}`,
	`{"contentSchema": true, "propertyNames": true, "contains": true, "patternProperties": {"^a": true}}`,
	`{"title": "t", "description": "d", "default": 1, "examples": [true], "x-y": {"type": ["string", "null"]}}`,
	`{"properties": true}`, `{"properties": []}`, `{"allOf": {}}`, `{"$defs": {"$ref": {"$ref": "other"}}}`, `{"$dynamicRef": "#x"}`, `{"enum": []}`,
}

// TestInspectorPath writes pointers as the Inspector does.
func TestInspectorPath(t *testing.T) {
	for pointer, want := range map[string]string{
		"/inputSchema":                       "inputSchema",
		"/inputSchema/properties/a/items":    "inputSchema.properties.a.items",
		"/inputSchema/properties/a b":        `inputSchema.properties["a b"]`,
		"/outputSchema/anyOf/0/properties/0": `outputSchema.anyOf[0].properties["0"]`,
	} {
		if got := inspectorPath(pointer); got != want {
			t.Errorf("%s: %s, want %s", pointer, got, want)
		}
	}
}
