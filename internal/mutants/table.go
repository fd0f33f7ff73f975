package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
)

// A mutant is one way to break a mechanism.
type mutant struct {
	name string
	pkg  string // whose tests must fail
	run  string // which of its tests
	edit
}

// An edit replaces a part of a function.
type edit struct {
	file       string
	start, end int
	text       string
	from, to   int    // the ends of the function's body
	leaves     string // "return" if the end of the body is the end of the function
}

// parse reads a table of mutants:
//
//	in schemafacts/compat
//	test ./schemafacts/compat ^TestProof
//	# what the mechanism is for
//	recursion: p.depth > f.depth => true
//	memo@finish: p.memo[key] = r =>
//
// A mutant replaces one fragment of a function with another one, or removes it. The
// fragment must occur once in the package, or in the function with the name after @. The
// lines in and test apply to the mutants that follow.
func parse(root, table, text string) ([]*mutant, error) {
	var out []*mutant
	var src *source
	var pkg, run string
	var lost []error // all of them: a change of code often breaks several
	for i, line := range strings.Split(text, "\n") {
		fail := func(err error) ([]*mutant, error) { return nil, fmt.Errorf("line %d: %w", i+1, err) }
		var err error
		if dir, ok := strings.CutPrefix(line, "in "); ok {
			if src, err = read(root, dir); err != nil {
				return fail(err)
			}
			continue
		}
		if rest, ok := strings.CutPrefix(line, "test "); ok {
			pkg, run, _ = strings.Cut(rest, " ")
			continue
		}
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		name, change, ok := strings.Cut(line, ": ")
		if src == nil || pkg == "" || !ok {
			return fail(fmt.Errorf("want lines with in and test, then NAME: OLD => NEW"))
		}
		name, function, _ := strings.Cut(name, "@")
		old, new, ok := strings.Cut(change+" ", " => ")
		if !ok {
			return fail(fmt.Errorf("no =>"))
		}
		e, err := src.find(function, old, strings.TrimSpace(new))
		if err != nil {
			lost = append(lost, fmt.Errorf("line %d: %w", i+1, err))
		}
		out = append(out, &mutant{table + "/" + name, pkg, run, e})
	}
	return out, errors.Join(lost...)
}

// A source is the source of a package, without tests.
type source struct {
	dir   string
	fset  *token.FileSet
	files map[string]*ast.File
	text  map[string]string
}

func read(root, dir string) (*source, error) {
	s := &source{dir, token.NewFileSet(), map[string]*ast.File{}, map[string]string{}}
	names, err := filepath.Glob(filepath.Join(root, dir, "*.go"))
	if err != nil || len(names) == 0 {
		return nil, fmt.Errorf("no Go files in %s: %v", dir, err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if s.files[name], err = parser.ParseFile(s.fset, name, data, parser.SkipObjectResolution); err != nil {
			return nil, err
		}
		s.text[name] = string(data)
	}
	return s, nil
}

// find returns the edit that replaces the only occurrence of old.
func (s *source) find(function, old, new string) (edit, error) {
	var found []edit
	for name, f := range s.files {
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Body == nil || function != "" && fn.Name.Name != function {
				continue
			}
			from, to := s.fset.Position(fn.Body.Lbrace).Offset+1, s.fset.Position(fn.Body.Rbrace).Offset
			text, leaves := s.text[name][from:to], ""
			if fn.Type.Results == nil {
				leaves = "return"
			}
			for at := 0; ; {
				i := strings.Index(text[at:], old)
				if i < 0 {
					break
				}
				at += i + len(old)
				found = append(found, edit{name, from + at - len(old), from + at, new, from, to, leaves})
			}
		}
	}
	if len(found) != 1 {
		return edit{}, fmt.Errorf("functions of %s contain this %d times, want once: %s", s.dir, len(found), old)
	}
	return found[0], nil
}
