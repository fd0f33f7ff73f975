package merge

import (
	"fmt"
	"go/token"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// told returns a tool as one run derived it: flags are the tool's states, and
// "registered" and "own", which means converted from a user-defined type. A part of the document
// that is "?" is a hole.
func told(t *testing.T, name string, at token.Pos, doc, flags string) *tool.Tool {
	t.Helper()
	n, err := schema.Parse([]byte(doc))
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range n.Members {
		if m.Value.StringValue() == "?" {
			n.Members[i].Value = schema.NewUnresolved("not known", at)
		}
	}
	tool := &tool.Tool{Name: name, Dialect: "gosdk", NamePos: at, DefPos: at + 1, Doc: n}
	for f := range strings.FieldsSeq(flags) {
		switch f {
		case "traced":
			tool.Traced, tool.RegPos = true, at+2
		case "registered":
			tool.RegPos = at + 2
		case "conditional":
			tool.Conditional = true
		case "assumed":
			tool.Assumed = true
		case "own":
			tool.Converted, tool.DefPos = true, at+5
		default:
			t.Fatalf("unknown flag %q", f)
		}
	}
	return tool
}

// merged returns as text the fields of tools that [Tools] decides.
func merged(tools []*tool.Tool) string {
	var b strings.Builder
	for _, t := range tools {
		fmt.Fprintf(&b, "%s %s", t.Name, t.Doc)
		for _, f := range []struct {
			name string
			set  bool
		}{{"traced", t.Traced}, {"registered", t.RegPos.IsValid()}, {"conditional", t.Conditional}, {"assumed", t.Assumed}} {
			if f.set {
				b.WriteString(" " + f.name)
			}
		}
		for _, h := range t.Hops {
			b.WriteString("; " + h.Text)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// TestMerge checks that the results of several runs are merged in the same way in any
// order.
func TestMerge(t *testing.T) {
	const known, other, half, hole = `{"d":"known","e":1}`, `{"d":"other","e":1}`, `{"d":"half","e":"?"}`, `{"d":"?","e":"?"}`
	for _, c := range []struct {
		name string
		told [][2]string // document, flags
		want string
	}{
		{"a traced one goes before one of which more is known", [][2]string{{known, ""}, {hole, "traced"}},
			`t {"d":null,"e":null} traced registered` + "\n"},
		{"a traced one goes before a registered one", [][2]string{{known, "registered"}, {hole, "traced"}},
			`t {"d":null,"e":null} traced registered` + "\n"},
		{"a registered one goes before one that is not", [][2]string{{known, ""}, {hole, "registered"}},
			`t {"d":null,"e":null} registered` + "\n"},
		{"the best known", [][2]string{{hole, "traced"}, {known, "traced"}, {half, "traced"}},
			`t {"d":"known","e":1} traced registered` + "\n"},
		{"the best known of those that are not traced", [][2]string{{hole, ""}, {half, ""}},
			`t {"d":"half","e":null}` + "\n"},
		{"several that are as good", [][2]string{{known, "traced"}, {other, "traced"}, {half, "traced"}},
			`t {"d":"known","e":1} traced registered` + "\n" + `t {"d":"other","e":1} traced registered` + "\n"},
		{"the same twice", [][2]string{{known, "traced"}, {known, "traced"}},
			`t {"d":"known","e":1} traced registered` + "\n"},
		{"a seen server goes before one that is assumed", [][2]string{{known, "traced assumed"}, {other, "traced"}},
			`t {"d":"other","e":1} traced registered` + "\n"},
		{"more known goes before a seen server", [][2]string{{known, "traced assumed"}, {hole, "traced"}},
			`t {"d":"known","e":1} traced registered assumed` + "\n"},
		{"one of the same is under no condition", [][2]string{{known, "traced conditional"}, {known, "traced"}},
			`t {"d":"known","e":1} traced registered` + "\n"},
		{"a worse one is under no condition", [][2]string{{known, "traced conditional"}, {half, "traced"}},
			`t {"d":"known","e":1} traced registered` + "\n"},
		{"all are under a condition", [][2]string{{known, "traced conditional"}, {half, "traced conditional"}, {known, "traced conditional"}},
			`t {"d":"known","e":1} traced registered conditional` + "\n"},
		{"alone", [][2]string{{hole, "conditional"}}, `t {"d":null,"e":null} conditional` + "\n"},
		{"a value of a model completes what was registered", [][2]string{{half, "traced"}, {`{"d":"own","e":"own"}`, "own"}},
			`t {"d":"half","e":"own"} registered; may change /e: not known` + "\n"},
		{"it completes as far as it knows", [][2]string{{hole, "traced"}, {`{"d":"own","e":"?"}`, "own"}},
			`t {"d":"own","e":null} registered; may change /d: not known; may change /e: not known` + "\n"},
		{"it completes nothing that it does not know", [][2]string{{half, "traced"}, {`{"d":"own","e":"?"}`, "own"}},
			`t {"d":"half","e":null} traced registered` + "\n"},
		{"it completes nothing that is known", [][2]string{{known, "traced"}, {`{"d":"own","e":"own"}`, "own"}},
			`t {"d":"known","e":1} traced registered` + "\n"},
		{"it completes nothing that was not registered", [][2]string{{half, ""}, {`{"e":"own","f":"?","g":"?"}`, "own"}},
			`t {"d":"half","e":null}` + "\n"},
		{"a tool of an SDK completes none", [][2]string{{half, "traced"}, {known, ""}},
			`t {"d":"half","e":null} traced registered` + "\n"},
	} {
		for _, backwards := range []bool{false, true} {
			var list []*tool.Tool
			for _, s := range c.told {
				list = append(list, told(t, "t", 10, s[0], s[1]))
			}
			if backwards && !strings.HasPrefix(c.name, "several") {
				slices.Reverse(list)
			}
			if diff := cmp.Diff(c.want, merged(Tools(list))); diff != "" {
				t.Errorf("%s, backwards %t (-want +got):\n%s", c.name, backwards, diff)
			}
		}
	}
}

// TestMergePlaces checks that tools with different names or positions stay separate,
// except a traced tool and the definition from which it was made.
func TestMergePlaces(t *testing.T) {
	const doc = `{"d":1}`
	elsewhere := told(t, "t", 50, doc, "traced")
	renamed := told(t, "renamed", 10, `{"d":2}`, "traced")
	renamed.NamePos = 90
	got := merged(Tools([]*tool.Tool{elsewhere, told(t, "t", 10, doc, ""), told(t, "u", 10, doc, "traced"), renamed}))
	want := `renamed {"d":2} traced registered` + "\n" + `t {"d":1} traced registered` + "\n" + `u {"d":1} traced registered` + "\n"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	got = merged(Tools([]*tool.Tool{elsewhere, told(t, "t", 10, doc, "traced"), told(t, "t", 80, doc, "")}))
	want = `t {"d":1} traced registered` + "\n" + `t {"d":1} traced registered` + "\n" + `t {"d":1}` + "\n"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("three places (-want +got):\n%s", diff)
	}
}

// TestMergeAdopt checks that a tool gets the position that its own package knows.
func TestMergeAdopt(t *testing.T) {
	registered := func(t *testing.T, name string, at, reg token.Pos, doc string) *tool.Tool {
		tool := told(t, name, at, doc, "traced")
		tool.RegPos = reg
		return tool
	}
	const doc, other = `{"d":1}`, `{"d":2}`
	for _, c := range []struct {
		name    string
		own     []*tool.Tool
		foreign *tool.Tool
		want    token.Pos
	}{
		{"of the same registration", []*tool.Tool{registered(t, "t", 10, 99, other)}, registered(t, "t", 50, 99, doc), 10},
		{"of another registration", []*tool.Tool{registered(t, "t", 10, 98, doc)}, registered(t, "t", 50, 99, doc), 50},
		{"of another name", []*tool.Tool{registered(t, "u", 10, 99, doc)}, registered(t, "t", 50, 99, doc), 50},
		{"not registered at home", []*tool.Tool{told(t, "t", 10, doc, "")}, registered(t, "t", 50, token.NoPos, doc), 50},
		{"of a model", []*tool.Tool{told(t, "t", 10, other, "own")}, registered(t, "t", 50, 99, doc), 10},
		{"of two models", []*tool.Tool{told(t, "t", 10, doc, "own"), told(t, "t", 20, other, "own")}, registered(t, "t", 50, 99, doc), 50},
		{"of a model, with a place of its own", []*tool.Tool{told(t, "t", 10, doc, "own"), told(t, "t", 50, doc, "")}, registered(t, "t", 50, 99, doc), 50},
		{"two of one registration", []*tool.Tool{registered(t, "t", 10, 99, other), registered(t, "t", 20, 99, doc)}, registered(t, "t", 50, 99, doc), 20},
		{"two others of one registration", []*tool.Tool{registered(t, "t", 10, 99, other), registered(t, "t", 20, 99, other)}, registered(t, "t", 50, 99, doc), 50},
	} {
		Adopt(c.own, []*tool.Tool{c.foreign})
		if c.foreign.NamePos != c.want {
			t.Errorf("%s: the name stands at %d, want %d", c.name, c.foreign.NamePos, c.want)
		}
	}
}

// TestDiffering compares objects of which one may have further members: what both certainly
// have stays.
func TestDiffering(t *testing.T) {
	parse := func(text string, perhaps ...schema.Member) *schema.Node {
		n, err := schema.Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range perhaps {
			n.Add(m, "sometimes")
		}
		return n
	}
	input := schema.Member{Name: "inputSchema", Value: schema.NewString("object")}
	got := Differing(parse(`{"name":"a","description":"A."}`, input), parse(`{"name":"a","description":"A.","title":"T"}`, input))
	if text := string(got.JSON()); text != `{"name":"a","description":"A."}` {
		t.Errorf("certainly there: %s", text)
	}
	if p := got.Perhaps(); len(p) != 2 || p[0].Name != "inputSchema" || p[1].Name != "title" || got.Open() {
		t.Errorf("perhaps there: %v, open: %v", p, got.Open())
	}
	hole := parse(`{"name":"a"}`)
	hole.Set("description", schema.NewUnresolved("read from a file", 1))
	for _, pair := range [][2]*schema.Node{{parse(`{"name":"a","description":"A."}`), hole}, {hole, parse(`{"name":"a","description":"A."}`)}} {
		if got := Either(pair[0], pair[1]); got.Get("description").Kind != schema.Unresolved {
			t.Errorf("a text that one of two literals does not know is %s", got.Get("description"))
		}
	}
	if got := Differing(parse(`{"name":"a","description":"A."}`), hole); got.Get("description").StringValue() != "A." {
		t.Errorf("a text that one of two lists does not know is %s", got.Get("description"))
	}
	more := parse(`{"name":"a"}`)
	more.Doubt("unknown members", 1).More = true
	if got := Differing(more, parse(`{"name":"b"}`)); !got.Open() || got.Get("name").Kind != schema.Unresolved {
		t.Errorf("with unknown members: %s, open: %v", got.JSON(), got.Open())
	}
}

// TestFillList fills a list with an unresolved element as a whole, if the other elements agree.
func TestFillList(t *testing.T) {
	hole := schema.NewUnresolved("may be changed", 1)
	known := schema.NewArray(schema.NewString("a"), schema.NewString("b"))
	for _, test := range []struct{ n, from, want *schema.Node }{
		{schema.NewArray(schema.NewString("a"), hole), known, known},
		{schema.NewArray(schema.NewString("other"), hole), known, nil},
		{known, schema.NewArray(schema.NewString("a"), hole), nil},
	} {
		if test.want == nil {
			test.want = test.n
		}
		if got := Fill(test.n, test.from); got != test.want {
			t.Errorf("Fill(%s, %s) = %s, want %s", test.n.JSON(), test.from.JSON(), got.JSON(), test.want.JSON())
		}
	}
}
