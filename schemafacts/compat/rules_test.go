package compat

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/schemafacts/schema"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite the expected changes of the fixtures")

// fixture is one file of testdata/rules: a pair of schemas or tools, a twin that
// differs from the old one in a harmless way, and the expected changes.
type fixture struct {
	rule           string
	archive        *txtar.Archive
	old, new, twin *schema.Node
	tool           bool // whole tools, not schemas
	want           string
}

func fixtures(t testing.TB) []*fixture {
	t.Helper()
	files, err := filepath.Glob("testdata/rules/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no fixtures: %v", err)
	}
	var out []*fixture
	for _, file := range files {
		ar, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		f := &fixture{rule: strings.TrimSuffix(filepath.Base(file), ".txtar"), archive: ar}
		for _, part := range ar.Files {
			if part.Name == "changes" {
				f.want = string(part.Data)
				continue
			}
			n := unresolve(parse(t, string(part.Data)))
			f.tool = f.tool || n.Has("name")
			switch part.Name {
			case "old.json":
				f.old = n
			case "new.json":
				f.new = n
			case "twin.json":
				f.twin = n
			default:
				t.Fatalf("%s: unknown part %s", file, part.Name)
			}
		}
		out = append(out, f)
	}
	return out
}

// unresolve returns n with holes in place of the objects that represent holes. The member
// or element $perhaps of an object or list has the members that may be there, and $more
// means that there may be others.
func unresolve(n *schema.Node) *schema.Node {
	if why := n.Get("$unresolved"); why != nil {
		return schema.NewUnresolved(why.StringValue(), 0)
	}
	n = n.Map(unresolve)
	for _, m := range n.Members {
		switch m.Name {
		case "$perhaps":
			n.Doubt("a condition", 0).Perhaps = m.Value.Members
		case "$more":
			n.Doubt("a condition", 0).More = true
		}
	}
	n.Members = slices.DeleteFunc(n.Members, func(m schema.Member) bool { return m.Name == "$perhaps" || m.Name == "$more" })
	n.Elems = slices.DeleteFunc(n.Elems, func(e *schema.Node) bool {
		p := e.Partial
		if p == nil || len(e.Members) > 0 {
			return false
		}
		at := n.Doubt(p.Reason, 0)
		at.More = at.More || p.More
		for _, m := range p.Perhaps {
			at.Perhaps = append(at.Perhaps, schema.Member{Value: m.Value})
		}
		return true
	})
	return n
}

func parse(t testing.TB, text string) *schema.Node {
	t.Helper()
	n, err := schema.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return n
}

// compare returns the changes of a fixture: those of a tool, or those of a schema in
// both directions.
func (f *fixture) compare(old, new *schema.Node) []Change {
	if f.tool {
		return Tools(schema.Normalize(old), schema.Normalize(new))
	}
	old, new = schema.NormalizeSchema(old), schema.NormalizeSchema(new)
	return append(Schemas(old, new, Input), Schemas(old, new, Output)...)
}

func format(changes []Change) string {
	var buf bytes.Buffer
	for _, c := range changes {
		fmt.Fprintf(&buf, "%s %s %s: %s\n\tat %q %q: %s -> %s", c.Level, c.Rule, c.Effect, c.Message, c.Path, c.Pointer, c.Before, c.After)
		if c.Ledger != "" {
			fmt.Fprintf(&buf, " (%s)", c.Ledger)
		}
		if c.Witness != "" {
			fmt.Fprintf(&buf, "\n\twitness %s", c.Witness)
		}
		if c.Reason != "" {
			fmt.Fprintf(&buf, "\n\tundecided %t: %s", c.Undecided, c.Reason)
		}
		buf.WriteByte('\n')
	}
	return buf.String()
}

func TestRules(t *testing.T) {
	for _, f := range fixtures(t) {
		t.Run(f.rule, func(t *testing.T) {
			changes := f.compare(f.old, f.new)
			if !slices.ContainsFunc(changes, func(c Change) bool { return c.Rule == f.rule }) {
				t.Errorf("the fixture of %s does not find it", f.rule)
			}
			if f.twin != nil {
				for _, c := range f.compare(f.old, f.twin) {
					if c.Rule == f.rule {
						t.Errorf("the twin is reported: %s", format([]Change{c}))
					}
				}
			}
			got := format(changes)
			if *update {
				f.archive.Files = slices.DeleteFunc(f.archive.Files, func(p txtar.File) bool { return p.Name == "changes" })
				f.archive.Files = append(f.archive.Files, txtar.File{Name: "changes", Data: []byte(got)})
				if err := os.WriteFile("testdata/rules/"+f.rule+".txtar", txtar.Format(f.archive), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			if got != f.want {
				t.Errorf("got\n%s\nwant\n%s\nif this is meant: go test ./schemafacts/compat -update", got, f.want)
			}
		})
	}
}

func TestEveryRuleHasAFixture(t *testing.T) {
	have := map[string]bool{}
	for _, f := range fixtures(t) {
		have[f.rule] = true
	}
	var ids []string
	for _, r := range Rules() {
		ids = append(ids, r.ID)
		if !have[r.ID] {
			t.Errorf("rule %s has no fixture", r.ID)
		}
		if r.Purpose == "" || r.Effect == "" {
			t.Errorf("rule %s lacks purpose or effect", r.ID)
		}
		for _, e := range r.Ledger {
			if e.Reason == "" {
				t.Errorf("rule %s has an exception without reason", r.ID)
			}
		}
	}
	if !slices.IsSorted(ids) || len(slices.Compact(ids)) != len(rules) {
		t.Errorf("rules are not sorted, or not unique: %v", ids)
	}
}

// TestChangesNameRules checks all changes of the fixtures for rules that do not
// exist.
func TestChangesNameRules(t *testing.T) {
	known := map[string]bool{}
	for _, r := range Rules() {
		known[r.ID] = true
	}
	for _, f := range fixtures(t) {
		prints := map[string]string{}
		if !f.tool {
			old, new := schema.NormalizeSchema(f.old), schema.NormalizeSchema(f.new)
			check(t, f.rule, old, new, Input, Schemas(old, new, Input))
			check(t, f.rule, old, new, Output, Schemas(old, new, Output))
		}
		for _, c := range f.compare(f.old, f.new) {
			if !known[c.Rule] {
				t.Errorf("%s: unknown rule %s", f.rule, c.Rule)
			}
			if c.Level < Doc || c.Level > Breaking || c.Direction == "" || c.Message == "" || len(c.Fingerprint) != 12 {
				t.Errorf("%s: incomplete %+v", f.rule, c)
			}
			if other, ok := prints[c.Fingerprint]; ok {
				t.Errorf("%s: %q and %q have the same fingerprint", f.rule, c.Message, other)
			}
			prints[c.Fingerprint] = c.Message
			if c.Level == Breaking && c.Direction != Tool && c.Effect != Withdrawn && (c.Witness == "" && c.Ledger == "") != (c.Reason != "") {
				t.Errorf("%s: neither witness nor reason: %s", f.rule, format([]Change{c}))
			}
			if c.Undecided && c.Reason == "" {
				t.Errorf("%s: undecided without a reason: %s", f.rule, format([]Change{c}))
			}
			if c.Ledger == "" && c.Level > law(c.Effect, c.Direction) {
				t.Errorf("%s: %s is %s against the law", f.rule, c.Rule, c.Level)
			}
		}
	}
}

// TestMirror checks that a change that is compatible for arguments is compatible for
// results in the opposite direction.
func TestMirror(t *testing.T) {
	for _, f := range fixtures(t) {
		if f.tool {
			continue
		}
		old, new := schema.NormalizeSchema(f.old), schema.NormalizeSchema(f.new)
		in, out := Schemas(old, new, Input), Schemas(new, old, Output)
		if excused(in) || excused(out) {
			continue
		}
		if (Worst(in) == Breaking) != (Worst(out) == Breaking) {
			t.Errorf("%s: arguments\n%sresults\n%s", f.rule, format(in), format(out))
		}
	}
}

func TestLaw(t *testing.T) {
	for _, c := range []struct {
		effect        Effect
		input, output Level
	}{
		{None, 0, 0}, {Widens, Compatible, Breaking}, {Narrows, Breaking, Compatible}, {Incomparable, Breaking, Breaking},
		{Unknown, Breaking, Breaking}, {Visible, Caution, Caution}, {Metadata, Doc, Doc}, {Withdrawn, Breaking, Breaking},
		{Promised, Caution, Compatible},
	} {
		if in, out := law(c.effect, Input), law(c.effect, Output); in != c.input || out != c.output {
			t.Errorf("%s: input %s, output %s, want %s, %s", c.effect, in, out, c.input, c.output)
		}
	}
}

func TestParseLevel(t *testing.T) {
	for l := range Breaking + 1 {
		if got, err := ParseLevel(l.String()); err != nil || got != l {
			t.Errorf("ParseLevel(%q) = %v, %v", l, got, err)
		}
	}
	if _, err := ParseLevel("severe"); err == nil || !strings.Contains(err.Error(), "none, doc, compatible, caution, breaking") {
		t.Errorf("error %v", err)
	}
}
