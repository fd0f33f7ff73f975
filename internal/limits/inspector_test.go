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

	"github.com/google/go-cmp/cmp"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

var (
	inspector = flag.String("inspector", "", "the file clients/cli/build/index.js of the npm package @modelcontextprotocol/inspector: its program is asked, and not its answers of then")
	answers   = flag.String("answers", "", "a pattern of files with answers to tools/list, with -inspector")
	update    = flag.Bool("update", false, "rewrite the Inspector's answers, with -inspector")
)

// said is the file with the Inspector's findings about the odd schemas, one on each
// line. Its first line is the Inspector's version.
const said = "testdata/inspector.txt"

// TestInspector compares the profile inspector with the stored findings of the
// Inspector about odd schemas or, with the flag -inspector, with the Inspector
// itself, also on the files that the flag -answers names.
func TestInspector(t *testing.T) {
	odd := filepath.Join(t.TempDir(), "odd.json")
	if err := os.WriteFile(odd, oddTools(t), 0o666); err != nil {
		t.Fatal(err)
	}
	if *inspector == "" {
		text, err := os.ReadFile(said)
		if err != nil {
			t.Fatal(err)
		}
		compareFindings(t, odd, strings.Split(strings.TrimSpace(string(text)), "\n")[1:])
		return
	}
	files, err := filepath.Glob(*answers)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		compareFindings(t, file, inspect(t, file))
	}
	theirs := inspect(t, odd)
	if *update {
		text := "# @modelcontextprotocol/inspector " + inspectorVersion(t) + "\n" + strings.Join(theirs, "\n") + "\n"
		if err := os.WriteFile(said, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	compareFindings(t, odd, theirs)
}

// compareFindings compares the findings of the profile about a list of tools with
// those of the Inspector.
func compareFindings(t *testing.T, file string, theirs []string) {
	t.Helper()
	p, _ := Find("inspector")
	tools := toolsIn(t, file)
	var ours []string
	for _, n := range tools {
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
	if diff := cmp.Diff(theirs, ours); diff != "" {
		t.Errorf("%s: the Inspector -, the profile +:\n%s", filepath.Base(file), diff)
	}
	t.Logf("%s: %d tools, %d findings", filepath.Base(file), len(tools), len(theirs))
}

// inspectorVersion returns the version in the Inspector's package.json.
func inspectorVersion(t *testing.T) string {
	data, err := os.ReadFile(filepath.Join(filepath.Dir(*inspector), "../../../package.json"))
	if err != nil {
		t.Fatal(err)
	}
	var manifest struct{ Version string }
	if err := json.Unmarshal(data, &manifest); err != nil {
		t.Fatal(err)
	}
	return manifest.Version
}

func rulesOf(p Profile) []*Rule {
	var out []*Rule
	for _, id := range p.Rules {
		out = append(out, ByID(id))
	}
	return out
}

// lint is a program that runs the part of the Inspector that judges schemas.
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

// inspectorPath converts a JSON pointer to the Inspector's notation.
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
		inList = token == "items" || schema.KeywordPlace(token) == schema.SubList
	}
	return out
}

// oddTools returns a list of tools with schemas that people would not write.
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

// TestInspectorPath compares converted pointers with the Inspector's notation.
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
