package snapshot

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

func node(t testing.TB, s string) *schema.Node {
	t.Helper()
	n, err := schema.Parse([]byte(s))
	if err != nil {
		t.Fatalf("parsing %s: %v", s, err)
	}
	return n
}

// newTool returns a tool whose input schema has one property, so that tools with the
// same name can differ.
func newTool(t testing.TB, name, property string) *tool.Tool {
	t.Helper()
	doc := schema.NewObject()
	doc.Set("name", schema.NewString(name))
	doc.Set("inputSchema", node(t, `{"type":"object","properties":{"`+property+`":{"type":["string"]}}}`))
	return &tool.Tool{Name: name, Doc: doc}
}

func TestEncode(t *testing.T) {
	doc := node(t, `{"inputSchema":{"type":"object","required":["b","a"],"properties":{"a":{"type":"string"},"b":{}}},
		"description":"a <b>","annotations":{"readOnlyHint":false}}`)
	doc.Lookup("/inputSchema/properties").Set("c", schema.NewUnresolved("comes from a file", 0))
	doc.Lookup("/inputSchema/properties/a").Set("enum", schema.NewArray(
		schema.NewString("x"), schema.NewUnresolved("comes from a database", 0), schema.NewUnresolved("so does this", 0)))
	doc.Lookup("/inputSchema/properties/b").Set("type", schema.NewUnresolved("depends on a flag", 0))
	in := &tool.Tool{Name: "n", Doc: doc}
	const want = `{
  "$schemavet": 1,
  "name": "n",
  "description": "a <b>",
  "inputSchema": {
    "type": "object",
    "properties": {
      "a": {"type": "string", "enum": ["x"]},
      "b": {}
    },
    "required": ["a", "b"]
  },
  "unresolved": [
    {
      "path": "/inputSchema/properties/a/enum",
      "reason": "comes from a database",
      "more": true
    },
    {"path": "/inputSchema/properties/b/type", "reason": "depends on a flag"},
    {"path": "/inputSchema/properties/c", "reason": "comes from a file"}
  ]
}
`
	got := Encode(in)
	if string(got) != want {
		t.Fatalf("Encode gave\n%s\nwant\n%s", got, want)
	}
	f, err := Parse("n.json", got)
	if err != nil {
		t.Fatal(err)
	}
	if hs := f.Tool.Holes(); len(hs) != 3 || hs[1].Path != "/inputSchema/properties/b/type" {
		t.Errorf("holes of the parsed snapshot: %v", hs)
	}
	if again := Encode(&tool.Tool{Name: "n", Doc: f.Tool}); !bytes.Equal(again, got) {
		t.Errorf("encoding what was parsed gave\n%s", again)
	}
}

// TestMembers checks that members that MCP does not define are kept, whatever their
// names are.
func TestMembers(t *testing.T) {
	doc := node(t, `{"name":"n","inputSchema":{"type":"object"},"defer_loading":true,"view":"table","unresolved":[1],
		"$schemavet":2,"$schemavet:view":{"a":"b"}}`)
	doc.Set("strict", schema.NewUnresolved("depends on a flag", 0))
	data := Encode(&tool.Tool{Name: "n", Doc: doc, Wide: true})
	f, err := Parse("n.json", data)
	if err != nil {
		t.Fatalf("%v\n%s", err, data)
	}
	if !f.Program || len(f.Tool.Holes()) != 1 {
		t.Errorf("the snapshot is read as %+v", f)
	}
	if want := schema.Normalize(doc); f.Tool.String() != want.String() {
		t.Errorf("got  %s\nwant %s", f.Tool, want)
	}
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct{ file, in, want string }{
		{"a.json", "{\n  \"$schemavet\": 1,\n<<<<<<< HEAD\n  \"name\": \"a\"\n=======\n", `a.json:3: merge conflict: resolve it, or run "schemavet snapshot"`},
		{"a.json", "{\n  \"$schemavet\": 1,\n  \"name\" \"a\"}", "a.json:3: not JSON: invalid character"},
		{"a.json", "", `a.json:1: the file is empty: run "schemavet snapshot" to rewrite it`},
		{"a.json", " \n", `a.json:2: not JSON: unexpected end of JSON (column 1): run "schemavet snapshot" to rewrite it`},
		{"a.json", "{", `a.json:1: not JSON: unexpected end of JSON (column 1): remove the file, then run "schemavet snapshot"`},
		{"a.json", "\x7fELF\x00\x01", `a.json:1: not JSON: invalid character '\x7f' looking for beginning of value (column 1): remove the file`},
		{"a.json", strings.Repeat(`{"$schemavet":`, 9000) + "1" + strings.Repeat("}", 9000), "a.json:1: objects and lists are nested more than 1000 deep: run"},
		{"a.json", "[]", "a.json:1: a snapshot is a JSON object"},
		{"a.json", `{"name":"a"}`, "a.json: the file has no \"$schemavet\" key, so it is not a snapshot; move it out of toolschema/"},
		{"a.json", "{\n\"$schemavet\": 2,\n\"future\": 1}", "a.json:2: format 2 is newer than 1, the newest this schemavet reads: update schemavet"},
		{"a.json", `{"$schemavet":"1"}`, `a.json:1: "1" is not a format version`},
		{"a.json", "{\"$schemavet\":1,\n\"name\":\"a\",\n\"strict\":true,\n\"strict\":false}", `a.json:4: key "strict" appears twice`},
		{"a.json", "{\"$schemavet\":1,\"name\":\"a\",\n\"inputSchema\":{\"type\":\"object\",\n\"type\":\"string\"}}", `a.json:3: key "type" appears twice`},
		{"a.json", `{"$schemavet":1}`, `a.json:1: "name" must be the name of the tool`},
		{"a.json", "{\"$schemavet\":1,\n\"name\":\"b\"}", `a.json:2: tool "b" does not belong in a file of this name`},
		{"a.json", "{\"$schemavet\":1,\"name\":\"a\",\n\"unresolved\":{}}", `a.json:2: "unresolved" must be a list`},
		{"a.json", "{\"$schemavet\":1,\"name\":\"a\",\n\"unresolved\":[{}]}", `a.json:2: every entry of "unresolved" needs a "path"`},
		{"a.json", "{\"$schemavet\":1,\"name\":\"a\",\n\"unresolved\":[{\"path\":\"/x/y\"}]}", `a.json:2: unresolved path "/x/y" does not exist in the tool`},
	} {
		_, err := Parse(c.file, []byte(c.in))
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("Parse(%q)\n got %v\nwant %s", c.in, err, c.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"$schemavet":1,"name":"a","inputSchema":{"properties":{}},"unresolved":[{"path":"/inputSchema/properties/x","reason":"r"}]}`))
	f.Add([]byte(`{"$schemavet":1,"name":"a","$schemavet:view":"x","$schemavet:$schemavet:y":[],"strict":null}`))
	f.Add([]byte(`{"$schemavet":1,"name":"a","unresolved":[{"path":"/name"},{"path":"/$schemavet/x"}],"a":1}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := Parse("a.json", data)
		if err != nil {
			return
		}
		once := Encode(&tool.Tool{Name: "a", Doc: file.Tool})
		again, err := Parse("a.json", once)
		if err != nil {
			t.Fatalf("%v\n%s", err, once)
		}
		if twice := Encode(&tool.Tool{Name: "a", Doc: again.Tool}); !bytes.Equal(once, twice) {
			t.Fatalf("encoding again changed\n%s\nto\n%s", once, twice)
		}
	})
}

func TestFileNames(t *testing.T) {
	long := strings.Repeat("x", 129)
	tools := []*tool.Tool{
		newTool(t, "get_issue", "a"), newTool(t, "Get_Issue", "a"), newTool(t, "GET_issue", "a"), newTool(t, "my tool", "a"),
		newTool(t, "a/b", "a"), newTool(t, "con", "a"), newTool(t, "LPT1.x", "a"), newTool(t, "console", "a"), newTool(t, ".hidden", "a"),
		newTool(t, long, "a"), newTool(t, "två", "a"),
		newTool(t, "twice", "b"), newTool(t, "twice", "a"), newTool(t, "twice", "b"),
	}
	names := FileNames(tools)
	var got []string
	for _, tl := range tools {
		got = append(got, names[tl])
		if !named(names[tl], tl.Name) {
			t.Errorf("%s is not recognised as a file of %q", names[tl], tl.Name)
		}
	}
	want := []string{"get_issue.json", "Get_Issue~e8d2a8a6.json", "GET_issue~", "my_tool~", "a_b~", "con~", "LPT1.x~",
		"console.json", "_hidden~", long[:100] + "~", "tv_~", "twice~2.json", "twice.json", "twice~2.json"}
	for i := range want {
		if strings.HasSuffix(want[i], "~") && strings.HasPrefix(got[i], want[i]) {
			got[i] = want[i]
		}
	}
	want[1], got[1] = want[1][:10], got[1][:10]
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// folder returns the files of the snapshot folder below dir.
func folder(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	entries, err := os.ReadDir(filepath.Join(dir, Dir))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, Dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		out[e.Name()] = string(data)
	}
	return out
}

func names(files map[string]string) string {
	var out []string
	for name := range files {
		out = append(out, name)
	}
	for i := range out { // few enough to sort by hand
		for j := range i {
			if out[i] < out[j] {
				out[i], out[j] = out[j], out[i]
			}
		}
	}
	return strings.Join(out, " ")
}

// write calls Write and returns its changes as "action file".
func write(t *testing.T, dir string, opts Options, tools ...*tool.Tool) string {
	t.Helper()
	changes, err := Write(dir, tools, opts)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, c := range changes {
		out = append(out, string(c.Action)+" "+filepath.Base(c.File))
	}
	return strings.Join(out, ", ")
}

func put(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Join(dir, Dir), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, Dir, name), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func equal(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %q, want %q", what, got, want)
	}
}

// TestKeys checks that keys are found by their lines, and that the cost for a
// deep document is not quadratic in its depth.
func TestKeys(t *testing.T) {
	data := []byte("{\"a\": [{\"b\": 1},\n{\"b\": 2,\n\"b\": 3, \"c/d\": 4}]}")
	var got []string
	keys(data, func(key string, depth, at int, again bool) bool {
		got = append(got, fmt.Sprintf("%d %s %d %v", lineOf(data, at), key, depth, again))
		return true
	})
	want := []string{"1 a 1 false", "1 b 3 false", "2 b 3 false", "3 b 3 true", "3 c/d 3 false"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	const depth = 9000
	deep := []byte(strings.Repeat(`{"`+strings.Repeat("k", 100)+`":`, depth) + "1" + strings.Repeat("}", depth))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	n := 0
	keys(deep, func(string, int, int, bool) bool { n++; return true })
	runtime.ReadMemStats(&after)
	if bytes := after.TotalAlloc - before.TotalAlloc; n != depth || bytes > 50<<20 {
		t.Errorf("%d keys, %d bytes", n, bytes)
	}
}

// TestUnwritable checks that a tool has no snapshot if the snapshot could not be read
// again.
func TestUnwritable(t *testing.T) {
	deep := newTool(t, "deep", "a")
	in := schema.NewObject()
	for range 2 * maxDepth {
		outer := schema.NewObject()
		outer.Set("not", in)
		in = outer
	}
	deep.Doc.Set("inputSchema", in)
	dir := t.TempDir()
	changes, err := Write(dir, []*tool.Tool{newTool(t, "", "a"), newTool(t, "\xff", "a"), deep, newTool(t, "good", "a")}, Options{Whole: true})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range changes {
		got = append(got, string(c.Action)+" "+c.Reason)
	}
	want := []string{"no file its name is empty", "no file its schema is nested more than 1000 deep", "added ", "no file its name is not valid UTF-8"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	if set, errs := Read(dir); len(errs) > 0 || len(set.Files) != 1 {
		t.Errorf("%d files, %v", len(set.Files), errs)
	}
}

// TestDepth checks that written documents can be read again up to the depth limit.
func TestDepth(t *testing.T) {
	for extra, ok := range map[int]bool{0: true, 1: false} {
		tl := newTool(t, "deep", "a")
		in := schema.NewObject()
		for range maxDepth - 3 + extra {
			outer := schema.NewObject()
			outer.Set("not", in)
			in = outer
		}
		tl.Doc.Set("inputSchema", in)
		if got := Unwritable(tl) == ""; got != ok {
			t.Errorf("%d more: writable %v", extra, got)
		}
		if _, err := Parse("deep.json", Encode(tl)); ok && err != nil {
			t.Errorf("%d more: %v", extra, err)
		}
	}
}
