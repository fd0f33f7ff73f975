package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// forPeople are the functions that may use the separators of the system: they only
// compare paths, or print them as text.
var forPeople = map[string]bool{
	"text":        true,
	"exclude":     true,
	"addRuntimes": true,
}

// TestSlashes checks that output for machines has slashes on every system: a function
// that makes a path relative also calls filepath.ToSlash.
func TestSlashes(t *testing.T) {
	used := map[string]bool{}
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			calls := map[string]bool{}
			for n := range ast.Preorder(fn) {
				if call, ok := n.(*ast.CallExpr); ok {
					calls[types.ExprString(call.Fun)] = true
				}
			}
			if (calls["filepath.Rel"] || calls["load.RelPath"]) && !calls["filepath.ToSlash"] {
				used[fn.Name.Name] = true
				if !forPeople[fn.Name.Name] {
					t.Errorf("%s: %s makes a path relative; on Windows it has backslashes", name, fn.Name.Name)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name := range forPeople {
		if !used[name] {
			t.Errorf("forPeople lists %s, which makes no path relative", name)
		}
	}
}
