package toolset

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/schemafacts/compat"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// tool returns a tool whose input has the given properties, each written as "name:type".
func tool(folder, name, file string, properties ...string) Tool {
	var members []string
	for _, p := range properties {
		key, typ, _ := strings.Cut(p, ":")
		members = append(members, fmt.Sprintf("%q: {\"type\": %q}", key, typ))
	}
	text := fmt.Sprintf(`{"name": %q, "description": "Does %s.", "inputSchema": {"type": "object", "properties": {%s}}}`, name, folder, strings.Join(members, ", "))
	n, err := schema.Parse([]byte(text))
	if err != nil {
		panic(err)
	}
	return Tool{Folder: folder, File: folder + "/toolschema/" + file, Node: schema.Normalize(n)}
}

func TestCompare(t *testing.T) {
	a, b := tool("p", "a", "a.json", "x:string"), tool("p", "b", "b.json", "y:integer", "z:integer")
	for _, c := range []struct {
		name     string
		old, new *Set
		want     string
	}{
		{"same", &Set{Tools: []Tool{a, b}}, &Set{Tools: []Tool{b, a}}, ""},
		{"moved to another package", &Set{Tools: []Tool{a}}, &Set{Tools: []Tool{{Folder: "q", File: "q/toolschema/a.json", Node: a.Node}}}, ""},
		{"moved and rewritten", &Set{Tools: []Tool{tool("p", "a", "a.json", "x:string")}}, &Set{Tools: []Tool{tool("q", "a", "a.json", "w:integer")}},
			"a property-removed, a tool-description-changed, a property-added-optional"},
		{"renamed", &Set{Tools: []Tool{b}}, &Set{Tools: []Tool{tool("p", "bb", "bb.json", "y:integer", "z:integer")}}, "b tool-renamed"},
		{"removed and added", &Set{Tools: []Tool{a}}, &Set{Tools: []Tool{b}}, "a tool-removed, b tool-added"},
		{"one of two packages loses it", &Set{Tools: []Tool{a, {Folder: "q", File: "q/toolschema/a.json", Node: a.Node}}}, &Set{Tools: []Tool{a}}, "a tool-removed"},
		{"a variant goes", &Set{Tools: []Tool{a, tool("p", "a", "a~2.json", "x:string", "w:string")}}, &Set{Tools: []Tool{a}}, "a property-removed"},
		{"a variant comes", &Set{Tools: []Tool{a}}, &Set{Tools: []Tool{a, tool("p", "a", "a~2.json", "w:integer")}}, "a property-removed, a property-added-optional"},
		{"variants change places", &Set{Tools: []Tool{a, tool("p", "a", "a~2.json", "w:string")}}, &Set{Tools: []Tool{tool("p", "a", "a.json", "w:string"), {Folder: "p", File: "p/toolschema/a~2.json", Node: a.Node}}}, ""},
		{"too little is known", &Set{Tools: []Tool{a, b}}, &Set{Tools: []Tool{b}, Unsure: map[Key]bool{{"p", "a"}: true}}, ""},
		{"some may be missing", &Set{Tools: []Tool{a, b}}, &Set{Tools: []Tool{b}, Incomplete: "x"}, ""},
		{"some may be missing since the analysis stopped", &Set{Tools: []Tool{a, b}}, &Set{Tools: []Tool{b}, Incomplete: "x", Underived: true}, "a tool-underived"},
		{"none is missing although the analysis stopped", &Set{Tools: []Tool{a, b}}, &Set{Tools: []Tool{a, b}, Incomplete: "x", Underived: true}, ""},
		{"some may be missing before", &Set{Tools: []Tool{a}, Incomplete: "x"}, &Set{Tools: []Tool{a, b}}, ""},
	} {
		var got []string
		for _, ch := range Compare(c.old, c.new) {
			got = append(got, ch.Tool+" "+ch.Rule)
		}
		if s := strings.Join(got, ", "); s != c.want {
			t.Errorf("%s: got %q, want %q", c.name, s, c.want)
		}
	}
}

func TestFolder(t *testing.T) {
	dir := t.TempDir()
	const text = `{"$schemavet": 1, "name": "a", "inputSchema": {"type": "object"}}`
	files := map[string][]byte{}
	for _, name := range []string{"toolschema/a.json", "p/q/toolschema/a.json", "testdata/toolschema/a.json", "vendor/x/toolschema/a.json",
		"_x/toolschema/a.json", ".x/toolschema/a.json", "toolschema/accepted.txt", "p/toolschema/sub/a.json"} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		files[name] = []byte(text)
	}
	onDisk, err := Folder(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []*Set{onDisk, Files("rev", dir, files)} {
		var got []string
		for _, tool := range s.Tools {
			got = append(got, tool.Folder+" "+tool.File)
		}
		if s := strings.Join(got, ", "); s != ". toolschema/a.json, p/q p/q/toolschema/a.json" {
			t.Errorf("got %s", s)
		}
	}
	files["toolschema/b.json"] = []byte("{")
	if s := Files("rev", dir, files); len(s.Notes) != 1 || len(s.Tools) != 2 {
		t.Errorf("%d tools, notes %v", len(s.Tools), s.Notes)
	}
}

func TestParse(t *testing.T) {
	const one = `{"name": "a", "inputSchema": {"type": "object"}}`
	for _, c := range []struct{ text, want string }{
		{one, "1"},
		{"[" + one + "," + one + "]", "2"},
		{`{"tools": [` + one + `]}`, "1"},
		{`{"tools": []}`, "0"},
		{`{"result": {"tools": [` + one + `], "nextCursor": "x"}}`, "1 the file holds one page of a longer list"},
		{`{"tools": [` + one + `], "unnamed": []}`, "1 not all tools could be derived when the file was written"},
		{`{"name": "a", "traced": true, "unresolved": [{"path": "/inputSchema", "reason": "r"}]}`, "1"},
		{`{"name": "a", "unresolved": [{"path": "/x/y", "reason": "r"}]}`, `tool "a": unresolved path "/x/y" does not exist in the tool`},
		{`{"unresolved": []}`, "no tool: entry 0 has no name; want a tool object, a result of tools/list, or a list of tools"},
		{`{`, "unexpected"},
	} {
		s, err := parse([]byte(c.text))
		got := ""
		if err == nil {
			got = strings.TrimSpace(fmt.Sprint(len(s.Tools), " ", s.Incomplete))
		} else {
			got = err.Error()
		}
		if got != c.want && (c.want != "unexpected" || err == nil) {
			t.Errorf("%s: got %q, want %q", c.text, got, c.want)
		}
	}
}

// TestParseMembers checks that members of a tool with the names of schemavet's own
// keys are kept.
func TestParseMembers(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"name":"a","package":"p","view":"table","unresolved":false}`, `{"name":"a","package":"p","unresolved":false,"view":"table"}`},
		{`{"name":"a","package":"p","traced":true,"position":"a.go:1","strict":true,"unresolved":[]}`, `{"name":"a","strict":true}`},
		{`{"$schemavet":1,"name":"a","package":"p","$schemavet:view":"table","view":"program"}`, `{"name":"a","package":"p","view":"table"}`},
	} {
		s, err := parse([]byte(c.text))
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
		} else if got := s.Tools[0].Node.String(); got != c.want {
			t.Errorf("%s: got %s, want %s", c.text, got, c.want)
		}
	}
}

func TestCompareServers(t *testing.T) {
	list := func(tools ...string) map[string]Program {
		s := compat.Server{Name: "s"}
		for _, t := range tools {
			name, condition, _ := strings.Cut(t, "?")
			s.Tools = append(s.Tools, compat.ServerTool{Name: name, Condition: condition})
		}
		return map[string]Program{"cmd": {Servers: []compat.Server{s}}}
	}
	a, b := tool("p", "a", "a.json", "x:string"), tool("p", "b", "b.json", "y:integer", "z:integer")
	renamed := tool("p", "bb", "bb.json", "y:integer", "z:integer")
	for _, c := range []struct {
		name     string
		old, new *Set
		want     string
	}{
		{"same", &Set{Tools: []Tool{a}, Programs: list("a")}, &Set{Tools: []Tool{a}, Programs: list("a")}, ""},
		{"no longer registered", &Set{Tools: []Tool{a, b}, Programs: list("a", "b")}, &Set{Tools: []Tool{a, b}, Programs: list("a")}, `b tool-unregistered {}`},
		{"removed", &Set{Tools: []Tool{a, b}, Programs: list("a", "b")}, &Set{Tools: []Tool{a}, Programs: list("a")}, "b tool-removed {}"},
		{"renamed", &Set{Tools: []Tool{b}, Programs: list("b")}, &Set{Tools: []Tool{renamed}, Programs: list("bb")}, "b tool-renamed {}"},
		{"on a condition", &Set{Tools: []Tool{a}, Programs: list("a")}, &Set{Tools: []Tool{a}, Programs: list("a?flag")}, "a tool-conditional"},
		{"registered", &Set{Tools: []Tool{a, b}, Programs: list("a")}, &Set{Tools: []Tool{a, b}, Programs: list("a", "b")}, "b tool-registered"},
		{"a list that tells nothing of servers", &Set{Tools: []Tool{a}, Programs: list("a")}, &Set{Tools: []Tool{a}}, ""},
		{"a server is gone", &Set{Tools: []Tool{a}, Programs: list("a")}, &Set{Tools: []Tool{a}, Programs: map[string]Program{"other": {}}}, "s server-removed"},
	} {
		var got []string
		for _, ch := range Compare(c.old, c.new) {
			got = append(got, strings.TrimSpace(ch.Tool+" "+ch.Rule+" "+ch.Witness))
		}
		if s := strings.Join(got, ", "); s != c.want {
			t.Errorf("%s: got %q, want %q", c.name, s, c.want)
		}
	}
}
