package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A mutant is one way to break a mechanism.
type mutant struct {
	name  string
	dir   string // of the package that it changes
	pkg   string // whose tests must fail
	run   string // which of its tests
	edits []edit
}

// An edit replaces a part of a file.
type edit struct {
	file       string
	start, end int
	text       string
	// from and to are the ends of the function's body; both are 0 for the name of a rule.
	from, to int
}

// parse reads a table of mutants:
//
//	in schemafacts/compat
//	test ./schemafacts/compat ^TestProof
//	# what the mechanism is for
//	recursion: p.depth > f.depth => true
//	memo@finish: p.memo[key] = r =>
//	rules: rules
//
// A mutant replaces one fragment of a function with another one, or removes it. The
// fragment must occur once in the package, or in the function with the name after @. The
// last line makes a mutant for each row of a table of rules: other code that names the
// rule, which is the first field of the row, names the next one instead. The lines in
// and test apply to the mutants that follow.
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
		if name == "rules" {
			list, err := src.rules(table, change)
			if err != nil {
				return fail(err)
			}
			for _, m := range list {
				m.pkg, m.run = pkg, run
			}
			out = append(out, list...)
			continue
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
		out = append(out, &mutant{table + "/" + name, src.dir, pkg, run, []edit{e}})
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
			text := s.text[name][from:to]
			for at := 0; ; {
				i := strings.Index(text[at:], old)
				if i < 0 {
					break
				}
				at += i + len(old)
				found = append(found, edit{name, from + at - len(old), from + at, new, from, to})
			}
		}
	}
	if len(found) != 1 {
		return edit{}, fmt.Errorf("functions of %s contain this %d times, want once: %s", s.dir, len(found), old)
	}
	return found[0], nil
}

// rules returns a mutant for each row of a table.
func (s *source) rules(table, variable string) ([]*mutant, error) {
	var ids []string
	var decl *ast.ValueSpec
	literals := map[string][]*ast.BasicLit{}
	for _, f := range s.files {
		for n := range ast.Preorder(f) {
			switch n := n.(type) {
			case *ast.ValueSpec:
				if n.Names[0].Name == variable {
					decl = n
				}
			case *ast.BasicLit:
				if n.Kind == token.STRING {
					literals[n.Value] = append(literals[n.Value], n)
				}
			}
		}
	}
	if decl == nil {
		return nil, fmt.Errorf("%s has no variable %s", s.dir, variable)
	}
	for _, row := range decl.Values[0].(*ast.CompositeLit).Elts {
		ids = append(ids, row.(*ast.CompositeLit).Elts[0].(*ast.BasicLit).Value)
	}
	var out []*mutant
	for i, id := range ids {
		name, _ := strconv.Unquote(id)
		m := &mutant{name: table + "/rule-" + name, dir: s.dir}
		for _, lit := range literals[id] {
			if pos := s.fset.Position(lit.Pos()); lit.Pos() < decl.Pos() || lit.Pos() > decl.End() {
				text := fmt.Sprintf("mutantText(%q, %s, %s)", m.name, id, ids[(i+1)%len(ids)])
				m.edits = append(m.edits, edit{pos.Filename, pos.Offset, pos.Offset + len(id), text, 0, 0})
			}
		}
		if len(m.edits) > 0 { // otherwise its name is put together
			out = append(out, m)
		}
	}
	return slices.Clip(out), nil
}
