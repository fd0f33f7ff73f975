package main

// A piece is a way to register tools: what it declares, and what it does.
type piece struct{ decls, body string }

// randomHeader is what all random servers share.
const randomHeader = `
import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/reply"
)

var _ = fmt.Sprint
var _ = maps.Keys[map[string]int]
var _ = os.Getenv
var _ = slices.Sort[[]string]
var _ = strings.ToUpper
var _ jsonschema.Schema

const prefix = "app_"

type option func(*mcp.Tool)

func titled(s string) option { return func(t *mcp.Tool) { t.Title = s } }

func readOnly() option {
	return func(t *mcp.Tool) {
		if t.Annotations == nil {
			t.Annotations = &mcp.ToolAnnotations{}
		}
		t.Annotations.ReadOnlyHint = true
	}
}

func makeTool(name, text string, opts ...option) *mcp.Tool {
	t := &mcp.Tool{Name: name, Description: text}
	for _, o := range opts {
		o(t)
	}
	return t
}

func add[In any](s *mcp.Server, name, text string, opts ...option) {
	mcp.AddTool(s, makeTool(name, text, opts...), reply.OK[In])
}

func object(props map[string]*jsonschema.Schema, required ...string) *jsonschema.Schema {
	return &jsonschema.Schema{Type: "object", Properties: props, Required: required}
}

func prop(kind, text string) *jsonschema.Schema { return &jsonschema.Schema{Type: kind, Description: text} }

type registrar struct {
	s      *mcp.Server
	prefix string
	count  int
}

func (r *registrar) add(t *mcp.Tool) {
	r.count++
	u := *t
	u.Name = r.prefix + u.Name
	mcp.AddTool(r.s, &u, reply.OK[map[string]any])
}

`

var (
	words       = []string{`"a"`, `"b"`, `"c"`, `"kind"`}
	names       = []string{`"tool@"`, `"tool@"`, `prefix + "t@"`, `fmt.Sprintf("%s_%d", "made", @)`, `strings.ToLower("Tool@")`, `strings.Join([]string{"x", "t@"}, "_")`, `prefix + strings.TrimSuffix("t@.go", ".go")`}
	texts       = []string{`"Does a thing."`, `"Does " + $W + "."`, `fmt.Sprintf("%d of %v, %q", 3, []string{"x", $W}, $W)`, `strings.Repeat($W, 3)`, `strings.Join([]string{$W, $W}, ", ")`, `""`, `strings.Title("some words of " + $W)`, "`raw <text>`"}
	annotations = []string{`nil`, `&mcp.ToolAnnotations{ReadOnlyHint: true}`, `&mcp.ToolAnnotations{Title: "A", IdempotentHint: true}`}
	fieldTypes  = []string{"string", "int", "[]string", "*bool", "map[string]int", "float64", "any", "struct{ X, Y int }", "[]struct{ Name string }"}
	toolChanges = []string{`t.Description += $D`, `t.Title = $W`, `readOnly()(t)`, `t.Annotations = $A`, `if len(t.Name) > 3 { t.Title = t.Name[:3] }`, `t.Description = strings.ToUpper(t.Description)`, `if os.Getenv("NOT_SET") != "" { t.Title = "set" }`, `defer func() { t.Title = "later" }()`}

	schemaChanges = []string{`sch.Required = append(sch.Required, "a")`, `sch.Description = $D`, `sch.Properties["a"].Enum = []any{"x", 1, true}`, `sch.Properties["z"] = prop("integer", $D)`, `delete(sch.Properties, "b")`, `sch.Required = nil`,
		`for name, p := range sch.Properties { p.Title = strings.ToUpper(name) }`, `sch.Properties["a"].Description += "!"`, `sch.AdditionalProperties = &jsonschema.Schema{Not: &jsonschema.Schema{}}`, `if os.Getenv("NOT_SET") == "1" { sch.Title = "set" }`, `sch.Properties["n"] = object(map[string]*jsonschema.Schema{"x": prop("string", $D)}, "x")`,
		`{ kept := make([]string, 0); for _, r := range sch.Required { if r != "b" { kept = append(kept, r) } }; sch.Required = kept }`, `slices.Sort(sch.Required)`, `sch.Properties["a"] = &jsonschema.Schema{AnyOf: []*jsonschema.Schema{{Type: "string"}, {Type: "null"}}}`,
		`sch.Required = slices.DeleteFunc(sch.Required, func(s string) bool { return s == "b" })`}
)

var pieces = []piece{
	{"", `mcp.AddTool(s, &mcp.Tool{Name: $N, Description: $D, Annotations: $A}, reply.OK[$I])`},
	{"", `add[$I](s, $N, $D, titled($W), readOnly())`},
	{"", `for _, row := range []struct{ name, text string }{{$N, $D}, {$N, $D}, {$N, ""}} { if row.text == "" { row.text = $D }; add[$I](s, row.name, row.text) }`},
	{"", `for i, name := range []string{$N, $N} { s.AddTool(&mcp.Tool{Name: name, Description: fmt.Sprint($D, i), InputSchema: object(map[string]*jsonschema.Schema{"a": prop("string", $D)}, "a")}, reply.Raw) }`},
	{"", `{ list := []func(){func() { add[$I](s, $N, $D) }, func() { add[$I](s, $N, $D) }}; for _, f := range list { f() } }`},
	{"", `if os.Getenv("NOT_SET") == "" { add[$I](s, $N, $D) } else { add[$I](s, $N, $D) }`},
	{"", `{ m := map[string]string{$N: $D, $N: $D}; for _, name := range slices.Sorted(maps.Keys(m)) { add[$I](s, name, m[name]) } }`},
	{"", `for name, text := range map[string]string{$N: $D, $N: $D} { add[$I](s, name, text) }`},
	{`var tools# []*mcp.Tool

func init() {
	tools# = append(tools#, makeTool($N, $D), &mcp.Tool{Name: $N, Annotations: $A})
	for _, t := range tools# {
		$T
	}
}
`, `for _, t := range tools# { mcp.AddTool(s, t, reply.OK[$I]) }`},
	{`func schema#() *jsonschema.Schema {
	sch := object(map[string]*jsonschema.Schema{"a": prop("string", $D), "b": prop("number", $D)}, "a", "b")
	$S
	return sch
}
`, `s.AddTool(&mcp.Tool{Name: $N, Description: $D, InputSchema: schema#()}, reply.Raw)`},
	{"", `{ sch, err := jsonschema.For[struct{ A string ` + "`json:\"a\"`" + `; B int ` + "`json:\"b,omitempty\"`" + ` }](nil); if err != nil { panic(err) }; $S; s.AddTool(&mcp.Tool{Name: $N, InputSchema: sch}, reply.Raw) }`},
	{"", `func() { t := makeTool($N, $D); $T; $T; mcp.AddTool(s, t, reply.OK[$I]) }()`},
	{"", `{ t := mcp.Tool{Name: $N, Description: $D}; u := t; u.Name = $N; u.Description += $D; mcp.AddTool(s, &t, reply.OK[$I]); mcp.AddTool(s, &u, reply.OK[$I]) }`},
	{"", `{ r := &registrar{s: s, prefix: $W}; r.add(makeTool($N, $D)); r.add(makeTool($N, $D)); if r.count > 1 { r.add(makeTool($N, fmt.Sprint(r.count))) } }`},
	{"", `switch len(prefix) { case 4: add[$I](s, $N, $D); default: add[$I](s, $N, $D) }`},
	{"", `defer add[$I](s, $N, $D)`},
	{`type provider# interface{ Tool() *mcp.Tool }

type (
	one# struct{}
	two# struct{}
)

func (one#) Tool() *mcp.Tool { return makeTool($N, $D) }
func (two#) Tool() *mcp.Tool { t := makeTool($N, $D); $T; return t }
`, `for _, p := range []provider#{one#{}, two#{}} { mcp.AddTool(s, p.Tool(), reply.OK[$I]) }`},
	{"", `{ base := []string{"a", "b"}; x, y := append(base, "c"), append(base, "d"); props := map[string]*jsonschema.Schema{"a": prop("string", $D)}; s.AddTool(&mcp.Tool{Name: $N, InputSchema: object(props, x...)}, reply.Raw); s.AddTool(&mcp.Tool{Name: $N, InputSchema: object(props, y...)}, reply.Raw) }`},
	{"", `for i := range 3 { if i == 1 { continue }; add[$I](s, fmt.Sprint($N, i), $D) }`},
}
