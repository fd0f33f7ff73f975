package tools

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// site returns a set of tools, one of each sort.
func site() *Set {
	echo := func(ctx context.Context, c *Call) (any, error) { return c.Arguments, nil }
	text := json.RawMessage(`{"type":"object","properties":{"result":{}},"required":["result"]}`)
	return New([]Tool{
		{Name: "site.build", Description: "Builds the site.\nAll of it.", Output: text, Box: "result", Args: []string{"source", "pages"}, Run: echo, Input: json.RawMessage(`{
			"type":"object","additionalProperties":false,"required":["output"],
			"$defs":{"Level":{"type":"integer","enum":[1,2],"description":"how much"}},
			"properties":{
				"output":{"type":"string","description":"where to"},
				"clean":{"type":"boolean","default":true},
				"draft":{"type":"boolean"},
				"level":{"$ref":"#/$defs/Level"},
				"max_pages":{"anyOf":[{"type":"integer"},{"type":"null"}],"default":null},
				"ratio":{"type":"number"},
				"tag":{"type":["array","null"],"items":{"type":"string"}},
				"filter":{"type":"object","additionalProperties":{"type":"integer"}},
				"config":{"type":"object","properties":{"a":{"type":"integer"}}},
				"any":{},
				"noCache":{"type":"boolean"},
				"source":{"type":"string"},
				"pages":{"type":"array","items":{"type":"integer"}}
			}}`)},
		{Name: "site.clean.all", Run: func(context.Context, *Call) (any, error) { return nil, errors.New("nothing to clean") }, Input: json.RawMessage(`{"type":"object","additionalProperties":false}`)},
		{Name: "open", Output: text, Box: "result", Run: echo, Input: json.RawMessage(`{"type":"object"}`)},
		{Name: "list", Output: text, Box: "result", Run: func(context.Context, *Call) (any, error) {
			return json.RawMessage(`[{"id":1,"name":"a\tb","tags":["x"]},{"id":22,"more":{"y":null},"name":"c"}]`), nil
		}, Input: json.RawMessage(`{"type":"object"}`)},
		{Name: "show", Output: json.RawMessage(`{"type":"object"}`), Run: func(ctx context.Context, c *Call) (any, error) {
			err := c.Progress(ctx, 1, 2, "half")
			return json.RawMessage(`{"name":"a <b>\nc","n":1.50,"yes":"yes","none":null,"sub":{"list":["a",2],"empty":[]}}`), err
		}, Input: json.RawMessage(`{"type":"object","additionalProperties":false}`)},
		{Name: "panic", Run: func(context.Context, *Call) (any, error) { panic("ouch") }, Input: json.RawMessage(`{"type":"object"}`)},
	}, Group{"site", "All about the site."})
}

func TestInvoke(t *testing.T) {
	log.SetOutput(&bytes.Buffer{})
	defer log.SetOutput(os.Stderr)
	config := filepath.Join(t.TempDir(), "config.json")
	if err := os.WriteFile(config, []byte(`{"a": 7}`), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		argv   string // words with | between them
		code   int
		stdout string
		stderr string
	}{
		{`site|build|--output|public`, 0, `{"clean":true,"max_pages":null,"output":"public"}`, ``},
		{`site.build|--output=public`, 0, `{"clean":true,"max_pages":null,"output":"public"}`, ``},
		{`site|build|-output|-|--no-clean|--draft|--level|2.0|--max-pages|5|--ratio|-1.5`, 0,
			`{"clean":false,"draft":true,"level":2,"max_pages":5,"output":"-","ratio":-1.5}`, ``},
		{`site|build|--output|5|--tag|a|--tag|b,c|--filter|x=1|--filter|y=2|--config|{"a":1}|--any|[1]`, 0,
			`{"any":[1],"clean":true,"config":{"a":1},"filter":{"x":1,"y":2},"max_pages":null,"output":"5","tag":["a","b,c"]}`, ``},
		{`site|build|--output|x|--config|@` + config + `|--filter|{"z":3}|--any|text|--clean=false|src|1|2`, 0,
			`{"any":"text","clean":false,"config":{"a":7},"filter":{"z":3},"max_pages":null,"output":"x","pages":[1,2],"source":"src"}`, ``},
		{`site|build|--output|x|--no-cache|--no-no-cache|--no-cache`, 0, `{"clean":true,"max_pages":null,"noCache":true,"output":"x"}`, ``},
		{`site|build|--output|x|--no-no-cache`, 0, `{"clean":true,"max_pages":null,"noCache":false,"output":"x"}`, ``},
		{`site|build|--output|x|--|--src`, 0, `{"clean":true,"max_pages":null,"output":"x","source":"--src"}`, ``},
		{`site|build`, 2, ``, `error: tool "site.build": argument "output" is missing`},
		{`site|build|--output|x|--level|many`, 2, ``, `error: tool "site.build": argument "level" is the string "many"; it must be an integer`},
		{`site|build|--output|x|--level|3`, 2, ``, `error: tool "site.build": argument "level" is 3; it must be one of 1 or 2`},
		{`site|build|--output`, 2, ``, `error: flag --output needs a value`},
		{`site|build|--nope|1`, 2, ``, `error: unknown flag --nope`},
		{`site|build|--no-clean=1`, 2, ``, `error: flag --no-clean takes no value`},
		{`site|build|--filter|x`, 2, ``, `error: flag --filter: "x" is neither key=value nor an object in JSON`},
		{`site|build|--format|xml`, 2, ``, `error: flag --format is "xml"; it must be text or json`},
		{`site|clean|all|extra`, 2, ``, `error: unexpected argument "extra"`},
		{`site|clean|all`, 1, ``, `error: nothing to clean`},
		{`panic`, 1, ``, `error: tool "panic": panic: ouch`},
		{`nope`, 2, ``, `error: unknown command "nope"`},
		{`site|nope`, 2, ``, `error: unknown command "site nope"`},
		{`open|--a|1|--b=x`, 0, `{"a":1,"b":"x"}`, ``},
		{`list`, 0, "ID  NAME  TAGS   MORE\n1   a b   [\"x\"]\n22  c            {\"y\":null}", ``},
		{`show`, 0, "name: a <b> c\nn: 1.50\nyes: yes\nnone:\nsub: {\"list\":[\"a\",2],\"empty\":[]}", `1/2 half`},
		{`show|--format|json`, 0, "{\n  \"name\": \"a <b>\\nc\",\n  \"n\": 1.50,\n  \"yes\": \"yes\",\n  \"none\": null,\n  \"sub\": {\n    \"list\": [\n      \"a\",\n      2\n    ],\n    \"empty\": []\n  }\n}", `1/2 half`},
	} {
		r := site().Invoke(t.Context(), strings.Split(c.argv, "|")...)
		got := strings.TrimSpace(r.Output)
		if strings.HasPrefix(c.stdout, `{"`) { // the arguments, printed as members
			v, err := site().Tool("site.build").ParseArguments()
			if err != nil || string(v) != "{}" {
				t.Error(string(v), err)
			}
			got = string(must(encode(r.Result)))
		}
		if got != c.stdout || strings.TrimSpace(r.Stderr) != c.stderr || r.ExitCode != c.code || (r.Err != nil) != (c.code > 0) {
			t.Errorf("%s\ngot  %d %s\n%s\nwant %d %s\n%s", c.argv, r.ExitCode, r.Stderr, got, c.code, c.stderr, c.stdout)
		}
	}
}

func TestHelp(t *testing.T) {
	const (
		root = `Usage: COMMAND [flags]

Commands:
  list
  open
  panic
  show
  site   All about the site.
`
		group = `All about the site.

Usage: site COMMAND [flags]

Commands:
  build  Builds the site.
  clean
`
		build = `Builds the site.
All of it.

Usage: site build [SOURCE] [PAGES...] [flags]

Flags:
  --output string      where to (required)
  --no-clean
  --draft
  --level integer      how much (1 or 2)
  --max_pages integer
  --ratio number
  --tag string...
  --filter key=value
  --config object
  --any json
  --noCache
  --source string
  --pages integer...
  --format string      how to print the result (text or json; default text)
`
	)
	for _, c := range []struct {
		argv, stdout, stderr string
		code                 int
	}{
		{"--help", root, "", 0},
		{"help", root, "", 0},
		{"", "", root + "error: a command is missing\n", 2},
		{"site -h", group, "", 0},
		{"site", "", group + "error: a command is missing\n", 2},
		{"help site build", build, "", 0},
		{"site build --help", build, "", 0},
	} {
		r := site().Invoke(t.Context(), strings.Fields(c.argv)...)
		clean := func(s string) string { // tabwriter leaves spaces at the ends of lines
			lines := strings.Split(s, "\n")
			for i := range lines {
				lines[i] = strings.TrimRight(lines[i], " ")
			}
			return strings.Join(lines, "\n")
		}
		if clean(r.Output) != c.stdout || clean(r.Stderr) != c.stderr || r.ExitCode != c.code {
			t.Errorf("%q: %d\n%s%s", c.argv, r.ExitCode, clean(r.Output), clean(r.Stderr))
		}
	}
}

// TestJoin checks that tools are rejected if their names collide on MCP or on the
// command line.
func TestJoin(t *testing.T) {
	set := func(names ...string) *Set {
		var table []Tool
		for _, n := range names {
			table = append(table, Tool{Name: n, Input: json.RawMessage(`{"type":"object"}`)})
		}
		return New(table)
	}
	if got := strings.Join(Join(set("b", "a.x"), set("a.y")).Names(), " "); got != "a.x a.y b" {
		t.Error(got)
	}
	for _, c := range []struct{ a, b, want string }{
		{"site.build", "site.build", `tools "site.build" and "site.build" have names that are equal without dots and case`},
		{"site.build", "site_build", `tools "site.build" and "site_build" have names that are equal without dots and case`},
		{"site.build", "site build", `tools "site build" and "site.build" have names that are equal without dots and case`},
	} {
		func() {
			defer func() {
				if got := recover(); got != c.want {
					t.Errorf("%s %s\ngot  %v\nwant %s", c.a, c.b, got, c.want)
				}
			}()
			Join(set(c.a), set(c.b))
		}()
	}
}
