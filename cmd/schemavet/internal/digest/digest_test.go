package digest

import (
	"reflect"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

func parseNode(t *testing.T, text string) *schema.Node {
	t.Helper()
	n, err := schema.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return n
}

// TestCanonical checks the examples of RFC 8785: sections 3.2.2 and 3.2.3, appendix
// B.
func TestCanonical(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{`{"numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
		   "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/", "literals": [null, true, false]}`,
			`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`},
		{`{"\u20ac": "Euro Sign", "\r": "Carriage Return", "\ufb33": "Hebrew Letter Dalet With Dagesh", "1": "One",
		   "\ud83d\ude00": "Emoji: Grinning Face", "\u0080": "Control", "\u00f6": "Latin Small Letter O With Diaeresis"}`,
			`{"\r":"Carriage Return","1":"One","` + "\u0080" + `":"Control","ö":"Latin Small Letter O With Diaeresis","€":"Euro Sign",` +
				`"😀":"Emoji: Grinning Face","` + "\ufb33" + `":"Hebrew Letter Dalet With Dagesh"}`},
		{`[0, -0, 5e-324, -5e-324, 1.7976931348623157e308, 9007199254740992, -9007199254740992, 295147905179352830000, 9.999999999999997e22, 1e23, 1.0000000000000001e23]`,
			`[0,0,5e-324,-5e-324,1.7976931348623157e+308,9007199254740992,-9007199254740992,295147905179352830000,9.999999999999997e+22,1e+23,1.0000000000000001e+23]`},
		{`[999999999999999700000, 1e21, 1.0000000000000001e21, 9.999999999999997e-7, 0.000001, 333333333.3333332, 1424953923781206.2]`,
			`[999999999999999700000,1e+21,1.0000000000000001e+21,9.999999999999997e-7,0.000001,333333333.3333332,1424953923781206.2]`},
		{`["<&>\u2028\u007f\b\t\f\u0000"]`, `["<&>` + "\u2028\u007f" + `\b\t\f\u0000"]`},
		{`[{}, []]`, `[{},[]]`},
	} {
		got, err := Canonical(parseNode(t, c.in))
		if err != nil || string(got) != c.want {
			t.Errorf("%s:\n got %s, %v\nwant %s", c.in, got, err, c.want)
		}
	}
	for _, in := range []string{`[1e400]`, `{"a": {"b": 1, "b": 2}}`} {
		if got, err := Canonical(parseNode(t, in)); err == nil {
			t.Errorf("%s: got %s, want an error", in, got)
		}
	}
	hole := schema.NewArray(schema.NewUnresolved("result of os.Getenv", 0))
	if _, err := Canonical(hole); err == nil || err.Error() != "result of os.Getenv" {
		t.Errorf("an unresolved part: %v", err)
	}
}

func TestFile(t *testing.T) {
	servers := []Server{
		{Name: "s", Program: "example.com/s", Tools: []Tool{{Name: "b", Digest: "sha256:b"}, {Name: "a", Digest: "sha256:a"}, {Name: "b", Digest: "sha256:b"}}},
		{Program: "example.com/s", Open: true, Tools: []Tool{{Name: "c", Reason: "why"}}},
		{Program: "example.com/t", Tools: []Tool{{Name: "c", Digest: "sha256:c", Conditional: true}}},
		{Program: "example.com/t", Tools: []Tool{{Name: "c", Digest: "sha256:c"}, {Name: "c", Digest: "sha256:d"}}},
	}
	for i := range servers {
		servers[i].Seal()
		if got := servers[i].Digest != ""; got != (i == 0) {
			t.Errorf("server %d has the digest %q", i, servers[i].Digest)
		}
	}
	text := Encode(servers)
	back, err := parse(text)
	if err != nil || !reflect.DeepEqual(back, servers) {
		t.Errorf("%v in\n%s\ngot  %+v\nwant %+v", err, text, back, servers)
	}
	for in, want := range map[string]string{
		`{`:                                  "unexpected end",
		`{"servers": []}`:                    "not a file of digests",
		`{"$schemavet": 1}`:                  "not a file of digests",
		`{"$schemavet": 2, "servers": []}`:   "format 2 is newer than 1",
		`{"$schemavet": "x", "servers": []}`: "not the number of a format",
		`{"$schemavet": 1, "servers": [{}]}`: "server 0 has no list of tools",
		`{"$schemavet": 1, "servers": [{"tools": [{"name": "a"}]}]}`: "neither a digest nor a reason",
		`{"$schemavet": 1, "servers": [{"tools": [{}]}]}`:            "a tool of server 0 has no name",
	} {
		if _, err := parse([]byte(in)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", in, err, want)
		}
	}
}

func TestCompare(t *testing.T) {
	tool := func(name string) *schema.Node { return parseNode(t, `{"name": "`+name+`"}`) }
	is := func(name string) string { d, _ := Of(tool(name)); return d }
	file := Server{Tools: []Tool{
		{Name: "equal", Digest: is("equal")},
		{Name: "variant", Digest: "sha256:other"}, {Name: "variant", Digest: is("variant")},
		{Name: "different", Digest: "sha256:other"},
		{Name: "unknown", Reason: "why"},
		{Name: "missing", Digest: "sha256:other"},
		{Name: "conditional", Digest: "sha256:other", Conditional: true},
	}}
	listed := []*schema.Node{tool("unknown"), tool("extra"), tool("variant"), tool("different"), tool("equal")}
	got, err := Compare(listed, []Server{file})
	if err != nil {
		t.Fatal(err)
	}
	want := &Report{
		Digest: got.Digest,
		Equal:  []string{"equal", "variant"}, Different: []Difference{{"different", is("different"), []string{"sha256:other"}}},
		Unpinned: []Unpinned{{"unknown", is("unknown"), "why"}},
		OnlyFile: []Missing{{"conditional", true}, {"missing", false}}, OnlyServer: []Extra{{"extra", is("extra"), false}},
	}
	if !reflect.DeepEqual(got, want) || !got.Contradicts() {
		t.Errorf("got\n%+v, want\n%+v", got, want)
	}
	for _, c := range []struct {
		name         string
		listed, file string
		open         bool
		contradicts  bool
	}{
		{"equal", "a b", "a b", false, false}, {"missing", "a", "a b", false, true},
		{"extra", "a b", "a", false, true}, {"expected", "a b", "a", true, false}, {"none", "", "a", false, true},
	} {
		s := Server{Open: c.open}
		for _, name := range strings.Fields(c.file) {
			s.Tools = append(s.Tools, Tool{Name: name, Digest: is(name)})
		}
		s.Seal()
		var listed []*schema.Node
		for _, name := range strings.Fields(c.listed) {
			listed = append(listed, tool(name))
		}
		r, err := Compare(listed, []Server{s})
		if err != nil || r.Contradicts() != c.contradicts || r.Pinned != (c.name == "equal") {
			t.Errorf("%s: %+v, %v", c.name, r, err)
		}
		// If the server may be another one, none of its tools has to be listed.
		if r, _ := Compare(listed, []Server{s, {Open: c.open}}); r.Contradicts() != (c.contradicts && c.name == "extra") {
			t.Errorf("%s, of two servers: %+v", c.name, r)
		}
	}
	// A server whose digest is pinned is not compared with the other servers.
	one := Server{Tools: []Tool{{Name: "a", Digest: is("a")}}}
	two := Server{Tools: []Tool{{Name: "a", Digest: is("a")}, {Name: "b", Digest: is("b")}}}
	one.Seal()
	two.Seal()
	if r, _ := Compare([]*schema.Node{tool("a")}, []Server{two, one}); !r.Pinned || len(r.OnlyFile) > 0 {
		t.Errorf("one of two servers: %+v", r)
	}
}

// FuzzParse checks that a parsed file is equal after it is encoded and parsed again.
func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"$schemavet": 1, "servers": [{"tools": [{"name": "a", "digest": "sha256:0"}]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		servers, err := parse(data)
		if err != nil {
			return
		}
		if back, err := parse(Encode(servers)); err != nil || !reflect.DeepEqual(back, servers) {
			t.Errorf("%v: got %+v, want %+v", err, back, servers)
		}
	})
}
