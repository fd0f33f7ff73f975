package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/signature"
	"golang.org/x/tools/go/packages"
)

// Beside the random functions each server has two packages that somebody wrote:
// the plain functions of testdata/plainfuncs, and those of tell.go.txt, which
// tell of progress in each way that there is.

const (
	library = "../../plainfuncs"
	desk    = "library/desk"
)

// writeFixed copies the packages into the module, without what is generated.
func (s *serving) writeFixed() error {
	tell, err := files.ReadFile("testdata/serve/tell.go.txt")
	if err != nil {
		return err
	}
	if err := s.file("tell/tell.go", string(tell)); err != nil {
		return err
	}
	inner := os.DirFS(filepath.Join(library, "internal"))
	return fs.WalkDir(inner, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".go") || strings.HasPrefix(e.Name(), "zz_schemavet") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		data, err := fs.ReadFile(inner, name)
		if err != nil {
			return err
		}
		return s.file("library/"+name, moved(data))
	})
}

// moved returns a file of the library as it stands in the module.
func moved(data []byte) string {
	text := strings.ReplaceAll(string(data), "example.com/library/internal/tools", "example.test/probe/internal/tools")
	text = strings.ReplaceAll(text, "example.com/library/internal/", "example.test/probe/library/")
	out, err := format.Source([]byte(text)) // imports are sorted
	if err != nil {
		panic(err) // it was formatted before
	}
	return string(out)
}

// describeFixed asks the engine what the functions of a package say, if it is
// one of those that somebody wrote.
func (s *serving) describeFixed(p *packages.Package, source func(string) *signature.Package) {
	if strings.Contains(p.PkgPath, "/gen/") {
		return
	}
	for _, f := range p.Syntax {
		for _, d := range f.Decls {
			fd, ok := d.(*ast.FuncDecl)
			if !ok || !strings.Contains(fd.Doc.Text()+comments(fd.Doc), "//schemavet:tool") {
				continue
			}
			fn := p.TypesInfo.Defs[fd.Name].(*types.Func)
			said := signature.Describe(signature.Func{Object: fn}, source, s.options())
			s.fixed = append(s.fixed, &subject{name: fn.Name(), object: fn, said: said})
		}
	}
}

func comments(g *ast.CommentGroup) (text string) {
	if g != nil {
		for _, c := range g.List {
			text += c.Text + "\n"
		}
	}
	return text
}

// compareFile compares the file of the library with the one that is committed.
func (s *serving) compareFile() error {
	if !strings.HasPrefix(s.sdk, "go-sdk") {
		return nil
	}
	want, err := os.ReadFile(filepath.Join(library, "internal/desk/zz_schemavet.go"))
	if err != nil {
		return err
	}
	got, err := os.ReadFile(filepath.Join(s.dir, desk, "zz_schemavet.go"))
	if err != nil {
		return err
	}
	if !bytes.Equal(got, []byte(moved(want))) {
		s.counts["differences"]++
		s.differ = append(s.differ, "file: that of "+library+" is stale")
		return nil
	}
	s.counts["file"]++
	return nil
}

// ways are the tools of tell.go.txt.
var ways = []string{"tell_call", "tell_call_error", "tell_send", "tell_yield", "tell_yield_error", "tell_receive"}

// telling returns calls of functions that tell of their progress, with a token
// and without.
func telling() []work {
	var out []work
	for _, way := range ways {
		for _, token := range []string{"T", ""} {
			for _, n := range []int{0, 1, 5} {
				w := work{Tool: way, Args: fmt.Appendf(nil, `{"steps":%d}`, n), Token: token, Fixed: true, subj: &subject{name: way}}
				for i := range n {
					if token != "" {
						w.Told = append(w.Told, fmt.Sprintf("T: %d/%d step %d", i+1, n, i+1))
					}
				}
				out = append(out, w)
			}
		}
	}
	return out
}

func (s *serving) judgeTelling(j work, a reply) {
	s.counts["told"]++
	if got, want := strings.Join(a.Told, ", "), strings.Join(j.Told, ", "); !a.Accepted || got != want {
		s.differs("progress", j.subj, "%s with token %q: accepted %v %s, told %q, want %q", j.Args, j.Token, a.Accepted, a.Text, got, want)
	}
}
