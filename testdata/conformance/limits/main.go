// Command limits compares the rules of the check clients with the limits that
// vendors ship as Go code: what anthropic-sdk-go keeps of a schema, and the fields
// and documented names of genai.
//
//	go run .            the versions in go.mod
//	go run . -newest    the newest ones, in a copy of go.mod
//
// It exits with 1 if a vendor and a rule differ.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/anthropics/anthropic-sdk-go/v2"
	"github.com/schemavet/schemavet/internal/limits"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"google.golang.org/genai"
)

// keywords are those of JSON Schema and OpenAPI, with a value and the type that a
// schema with it has.
var keywords = map[string][2]string{
	"title": {`"t"`, "string"}, "description": {`"d"`, "string"}, "enum": {`["a"]`, "string"}, "const": {`"a"`, "string"},
	"format": {`"date"`, "string"}, "pattern": {`"a"`, "string"}, "minLength": {`1`, "string"}, "maxLength": {`1`, "string"},
	"minimum": {`1`, "integer"}, "maximum": {`1`, "integer"}, "exclusiveMinimum": {`1`, "integer"}, "exclusiveMaximum": {`1`, "integer"},
	"multipleOf": {`2`, "integer"}, "items": {`{"type":"string"}`, "array"}, "minItems": {`1`, "array"}, "maxItems": {`2`, "array"},
	"uniqueItems": {`true`, "array"}, "prefixItems": {`[{"type":"string"}]`, "array"}, "contains": {`{"type":"string"}`, "array"},
	"properties": {`{"x":{"type":"string"}}`, "object"}, "required": {`["x"]`, "object"}, "additionalProperties": {`false`, "object"},
	"minProperties": {`1`, "object"}, "maxProperties": {`1`, "object"}, "patternProperties": {`{"a":{"type":"string"}}`, "object"},
	"propertyNames": {`{"type":"string"}`, "object"}, "default": {`"a"`, "string"}, "examples": {`["a"]`, "string"},
	"deprecated": {`true`, "string"}, "readOnly": {`true`, "string"}, "contentEncoding": {`"base64"`, "string"},
	"nullable": {`true`, "string"}, "example": {`"a"`, "string"}, "propertyOrdering": {`["x"]`, "object"},
	"anyOf": {`[{"type":"string"}]`, ""}, "allOf": {`[{"type":"string"}]`, ""}, "not": {`{"type":"string"}`, "string"},
}

var formats = []string{"date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid", "idn-email", "iri",
	"uri-reference", "json-pointer", "regex", "byte", "binary", "password", "int32"}

var bad int

func main() {
	newest := flag.Bool("newest", false, "compare with the newest versions")
	flag.Parse()
	if *newest {
		if err := latest(); err != nil {
			fmt.Fprintln(os.Stderr, "limits:", err)
			os.Exit(1)
		}
		return
	}
	anthropicRules()
	geminiRules()
	if err := names(); err != nil {
		fmt.Fprintln(os.Stderr, "limits:", err)
		os.Exit(2)
	}
	if bad > 0 {
		os.Exit(1)
	}
	fmt.Println("rules and vendors agree")
}

func differ(format string, args ...any) {
	bad++
	fmt.Printf(format+"\n", args...)
}

// violates reports whether a rule reports something of a tool with a property.
func violates(rule, property string) bool {
	r := limits.ByID(rule)
	if r == nil {
		panic("no rule " + rule)
	}
	tool, err := schema.Parse([]byte(`{"name":"t","inputSchema":{"type":"object","properties":{"p":` + property + `}}}`))
	if err != nil {
		panic(err)
	}
	return len(limits.Judge([]*limits.Rule{r}, tool, "")) > 0
}

func property(keyword string) string {
	k := keywords[keyword]
	if k[1] == "" {
		return fmt.Sprintf(`{%q:%s}`, keyword, k[0])
	}
	return fmt.Sprintf(`{"type":%q,%q:%s}`, k[1], keyword, k[0])
}

// anthropicRules compares what the SDK keeps of a schema in strict mode.
func anthropicRules() {
	for keyword := range keywords {
		if kept, said := keeps(property(keyword), keyword), !violates("anthropic-keyword", property(keyword)); kept != said {
			differ("anthropic-keyword: %q is kept: %v, the rule allows it: %v", keyword, kept, said)
		}
	}
	for _, f := range formats {
		p := fmt.Sprintf(`{"type":"string","format":%q}`, f)
		if kept, said := keeps(p, "format"), !violates("anthropic-format", p); kept != said {
			differ("anthropic-format: %q is kept: %v, the rule allows it: %v", f, kept, said)
		}
	}
	for n := range 3 {
		p := fmt.Sprintf(`{"type":"array","items":{"type":"string"},"minItems":%d}`, n)
		if kept, said := keeps(p, "minItems"), !violates("anthropic-min-items", p); kept != said {
			differ("anthropic-min-items: %d is kept: %v, the rule allows it: %v", n, kept, said)
		}
	}
}

// keeps reports whether the SDK keeps a keyword of a property where it is.
func keeps(property, keyword string) bool {
	var p map[string]any
	if err := json.Unmarshal([]byte(property), &p); err != nil {
		panic(err)
	}
	in := anthropic.BetaToolInputSchema(map[string]any{"type": "object", "properties": map[string]any{"p": p}})
	data, err := json.Marshal(in)
	if err != nil {
		panic(err)
	}
	var out struct{ Properties map[string]map[string]any }
	if err := json.Unmarshal(data, &out); err != nil {
		panic(err)
	}
	return reflect.DeepEqual(out.Properties["p"][keyword], p[keyword]) || keyword == "additionalProperties" && out.Properties["p"][keyword] == false ||
		slices.Contains([]string{"items", "properties", "anyOf", "allOf"}, keyword) && out.Properties["p"][keyword] != nil
}

// geminiRules compares the fields of genai's type of a schema.
func geminiRules() {
	t := reflect.TypeFor[genai.Schema]()
	fields := map[string]bool{}
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		fields[name] = true
		if _, known := keywords[name]; !known && name != "type" {
			differ("genai.Schema has the field %q, which nothing here tries", name)
		}
	}
	for keyword := range keywords {
		if said := !violates("gemini-keyword", property(keyword)); fields[keyword] != said {
			differ("gemini-keyword: %q is a field: %v, the rule allows it: %v", keyword, fields[keyword], said)
		}
	}
}

// names looks for the limits of names where genai has them: in comments.
func names() error {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "google.golang.org/genai").Output()
	if err != nil {
		return err
	}
	source, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(out)), "types.go"))
	if err != nil {
		return err
	}
	text := strings.Join(strings.Fields(regexp.MustCompile(`(?m)^\s*//`).ReplaceAllString(string(source), "")), " ")
	for _, sentence := range []string{
		"Must be a-z, A-Z, 0-9, or contain underscores, dots, colons and dashes, with a maximum length of 128.",
		"must start with a letter or an underscore and must only contain chars a-z, A-Z, 0-9, or underscores with a maximum length of 64.",
	} {
		if !strings.Contains(text, sentence) {
			differ("genai says no more: %s", sentence)
		}
	}
	return nil
}

// latest runs the comparison with the newest versions.
func latest() error {
	dir, err := os.MkdirTemp("", "limits")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	mod := filepath.Join(dir, "go.mod")
	for _, ext := range []string{"mod", "sum"} {
		data, err := os.ReadFile("go." + ext)
		if err = errors.Join(err, os.WriteFile(filepath.Join(dir, "go."+ext), data, 0o666)); err != nil {
			return err
		}
	}
	for _, args := range [][]string{
		{"get", "-modfile=" + mod, "github.com/anthropics/anthropic-sdk-go/v2@latest", "google.golang.org/genai@latest"},
		{"list", "-m", "-modfile=" + mod, "github.com/anthropics/anthropic-sdk-go/v2", "google.golang.org/genai"},
		{"run", "-modfile=" + mod, "."},
	} {
		cmd := exec.Command("go", args...)
		cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
		cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod")
		if err := cmd.Run(); err != nil {
			return fmt.Errorf("go %s: %w", args[0], err)
		}
	}
	return nil
}
