package doccomment

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite the want parts")

// golden compares the want part of an archive with show of its first part.
func golden(t *testing.T, pattern string, show func(t *testing.T, src []byte) string) {
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no fixtures in %s: %v", pattern, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := show(t, ar.Files[0].Data)
			if *update {
				ar.Files = append(ar.Files[:1], txtar.File{Name: "want", Data: []byte(got)})
				if err := os.WriteFile(file, txtar.Format(ar), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(string(ar.Files[1].Data), got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// docs parses the comments of the functions in src, with the parameters that
// they have.
func docs(t testing.TB, src []byte) (order []string, byName map[string]Doc) {
	f, err := parser.ParseFile(token.NewFileSet(), "p.go", src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	byName = map[string]Doc{}
	for _, d := range f.Decls {
		fn := d.(*ast.FuncDecl)
		var params []string
		for _, p := range fn.Type.Params.List {
			for _, n := range p.Names {
				params = append(params, n.Name)
			}
		}
		order = append(order, fn.Name.Name)
		byName[fn.Name.Name] = Parse(fn.Doc.Text(), params)
	}
	return order, byName
}

func (d Doc) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "\t%q\n", d.Summary)
	for _, p := range d.Params {
		fmt.Fprintf(&b, "\t%s: %q\n", p.Name, p.Text)
	}
	for _, stranger := range d.Strangers {
		fmt.Fprintln(&b, strings.TrimRight("\tstranger: "+stranger.Name+" "+stranger.Near, " "))
	}
	if d.Returns != "" {
		fmt.Fprintf(&b, "\treturns: %q\n", d.Returns)
	}
	return b.String()
}

// TestParse reads each comment as it is and as gofmt formats it. The want part
// contains both results if they differ.
func TestParse(t *testing.T) {
	golden(t, "testdata/parse/*.txtar", func(t *testing.T, src []byte) string {
		order, raw := docs(t, src)
		formatted, err := format.Source(src)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Equal(src, formatted) {
			t.Error("the source is formatted already, so the raw form is not tested")
		}
		_, tidy := docs(t, formatted)
		var b strings.Builder
		for _, name := range order {
			fmt.Fprintf(&b, "%s\n%s", name, raw[name])
			if got := tidy[name].String(); got != raw[name].String() {
				fmt.Fprintf(&b, "%s after gofmt\n%s", name, got)
			}
		}
		return b.String()
	})
}
