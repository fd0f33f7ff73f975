package doccomment

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"
)

// patience is what no input of large bytes may take. Linear time needs a few
// milliseconds, quadratic time minutes.
const (
	large    = 1 << 15
	patience = 3 * time.Second
)

// quick runs f and fails if it takes too long.
func quick(t *testing.T, f func()) {
	start := time.Now()
	f()
	if d := time.Since(start); d > patience {
		t.Fatalf("%d bytes take %v", large, d)
	}
}

// grow repeats s until it is large.
func grow(s string) string { return strings.Repeat(s, large/max(1, len(s))) }

// first returns the first part of each fixture of a kind.
func first(f *testing.F, kind string) []string {
	files, err := filepath.Glob(filepath.Join("testdata", kind, "*.txtar"))
	if err != nil || len(files) == 0 {
		f.Fatalf("no fixtures of kind %s: %v", kind, err)
	}
	var out []string
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		out = append(out, string(txtar.Parse(data).Files[0].Data))
	}
	return out
}

// hardText are comments whose parsing costs most if they are repeated.
var hardText = []string{
	"[", "[a", "[Page] ", "(", "url (", "a,", "url,", "- ", "-\n", "a:\n  - url: x\n", "url: x\n ",
	":param url:", "[x]: a://b\n", "It returns:\n", "- url: x\n  - y\n", "Args:\n", "# Args\n", "\n \n",
}

// TestParseLinear parses repeated pairs of expensive comments within a time limit.
func TestParseLinear(t *testing.T) {
	for _, a := range hardText {
		for _, b := range hardText {
			for _, s := range []string{grow(a) + grow(b), "Args:\n " + grow(a) + ": " + grow(b), "x:\n- " + grow(a+b)} {
				quick(t, func() { checkDoc(t, s, []string{"url", "a"}) })
			}
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, src := range first(f, "parse") {
		for comment := range strings.SplitSeq(src, "\n}\n") {
			comment = strings.ReplaceAll(strings.ReplaceAll(comment, "// ", ""), "//", "")
			f.Add(comment, "url,dryRun,depth,mode")
		}
	}
	for _, hard := range hardText {
		f.Add(hard, "url")
	}
	f.Fuzz(func(t *testing.T, comment, list string) {
		params := strings.Split(list, ",")
		checkDoc(t, comment, params)
		if len(comment) < large {
			quick(t, func() { Parse(grow(comment), params) })
			quick(t, func() { Parse(strings.Join(strings.Fields(grow(comment)), " "), params) })
		}
	})
}

func checkDoc(t *testing.T, comment string, params []string) {
	d := Parse(comment, params)
	texts := []string{d.Summary, d.Returns}
	seen := map[string]bool{}
	for _, p := range d.Params {
		if !slices.Contains(params, p.Name) || p.Name == "" || p.Name == "_" {
			t.Errorf("%q is no parameter", p.Name)
		}
		if seen[p.Name] || p.Text == "" || d.Param(p.Name) != p.Text {
			t.Errorf("%q is documented twice, or not at all", p.Name)
		}
		seen[p.Name] = true
		texts = append(texts, p.Text)
	}
	for _, text := range texts {
		if strings.TrimSpace(text) != text || strings.ContainsAny(text, "\n\r\t") {
			t.Errorf("%q is not a line", text)
		}
	}
}

func FuzzDirectives(f *testing.F) {
	for _, src := range append(first(f, "directive"), first(f, "keys")...) {
		f.Add(src)
	}
	for _, hard := range []string{`="`, `="\"`, "=`", `="\",`, "a=\\,", `enum="a",`, " // ", "{", "{}x", "{} // "} {
		f.Add("//schemavet:param a " + hard + "\n//schemavet:tool " + hard + "\n//schemavet:schema " + hard + "\n" + hard)
	}
	f.Fuzz(func(t *testing.T, src string) {
		list := strings.Split(src, "\n")
		directives, problems := Directives(list)
		checkProblems(t, list, problems)
		for _, d := range directives {
			text := list[d.Line]
			if !slices.Contains([]string{"tool", "param", "schema", "output", "group"}, d.Verb) || !strings.HasPrefix(text, "//schemavet:"+d.Verb) {
				t.Errorf("%q gives directive %q", text, d.Verb)
			}
			checkKeys(t, text, d.Keys)
		}
		for _, text := range list {
			keys, problems := ParseKeys(text)
			checkKeys(t, text, keys)
			checkProblems(t, []string{text}, problems)
		}
		if len(src) < large {
			quick(t, func() { ParseKeys(grow(src)) })
			quick(t, func() { Directives([]string{"//schemavet:tool " + grow(src)}) })
			quick(t, func() { Directives([]string{"//schemavet:param a " + grow(src)}) })
			quick(t, func() { Directives([]string{"//schemavet:schema {" + grow(src)}) })
		}
	})
}

func checkKeys(t *testing.T, text string, keys []Key) {
	for _, k := range keys {
		if !strings.HasPrefix(text[k.Offset:k.End], k.Name) {
			t.Errorf("key %q at %q", k.Name, text[k.Offset:k.End])
		}
	}
}

func checkProblems(t *testing.T, list []string, problems []Problem) {
	for _, p := range problems {
		if p.Offset < 0 || p.End < p.Offset || len(list[p.Line]) < p.End || p.Message == "" {
			t.Errorf("problem %+v is outside of %q", p, list[p.Line])
		}
	}
}
