package jsonschemago

import (
	"os"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/schemafacts/schema"
	"golang.org/x/tools/txtar"
)

// TestResolve resolves the schemas of an archive, one on each line. The problems of a
// schema follow in lines that begin with a tab.
func TestResolve(t *testing.T) {
	const file = "testdata/resolve/resolve.txtar"
	ar, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for i, part := range ar.Files {
		name, _, _ := strings.Cut(part.Name, " ")
		v, ok := ParseVersion(name)
		if !ok || v.String() != name {
			t.Fatalf("%s: no version", part.Name)
		}
		var got strings.Builder
		for line := range strings.Lines(string(part.Data)) {
			text := strings.TrimSpace(line)
			if text == "" || strings.HasPrefix(line, "\t") {
				continue
			}
			got.WriteString(text + "\n")
			for _, p := range Resolve(parse(t, text), v) {
				got.WriteString("\t" + p.Path + ": " + strings.ReplaceAll(p.Msg, "\n", " | ") + "\n")
			}
		}
		if want := string(part.Data); got.String() != want {
			t.Errorf("%s: problems differ; run go test -update and review the change\n%s", part.Name, diff(want, got.String()))
		}
		ar.Files[i].Data = []byte(got.String())
	}
	if *update {
		if err := os.WriteFile(file, txtar.Format(ar), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// TestHolesHide replaces each part of each schema by a hole. A problem that is
// reported then must also be reported with the original part, since this part is one
// of the possible values of the hole.
func TestHolesHide(t *testing.T) {
	ar, err := txtar.ParseFile("testdata/resolve/resolve.txtar")
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for line := range strings.Lines(string(ar.Files[0].Data)) {
		if strings.HasPrefix(line, "\t") || len(Resolve(parse(t, line), Latest)) > 0 {
			continue
		}
		var paths []string
		parse(t, line).Walk(func(path string, _ *schema.Node) bool {
			paths = append(paths, path)
			return true
		})
		for _, path := range paths {
			count++
			n := parse(t, line)
			*n.Lookup(path) = *schema.NewUnresolved("hole", 0)
			for _, p := range Resolve(n, Latest) {
				t.Errorf("%s: a hole at %q makes a problem at %s: %s", strings.TrimSpace(line), path, p.Path, p.Msg)
			}
		}
	}
	if count < 100 {
		t.Errorf("only %d holes were tried", count)
	}
}
