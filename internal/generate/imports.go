package generate

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// fixed contains the names of the packages that the templates use, by import path.
var fixed = map[string]string{
	"context": "context", "encoding/json": "json",
	"github.com/modelcontextprotocol/go-sdk/mcp": "mcp", "github.com/mark3labs/mcp-go/mcp": "mcp", "github.com/mark3labs/mcp-go/server": "server",
}

// importName returns the name of a package in the file, and adds its import.
func (w *writer) importName(p *types.Package) string {
	if name, ok := fixed[p.Path()]; ok && (!strings.Contains(p.Path(), "/mcp-go/") || w.SDK == MCPGo) && (!strings.Contains(p.Path(), "/go-sdk/") || w.SDK == GoSDK) {
		return name
	}
	if name, ok := w.names[p.Path()]; ok {
		return name
	}
	taken := map[string]bool{"c": true, "ctx": true, "deps": true, "in": true, "err": true, "ok": true, "p": true, "e": true, "req": true, "tools": true}
	for _, name := range fixed {
		taken[name] = true
	}
	for _, name := range w.names {
		taken[name] = true
	}
	name := p.Name()
	for i := 2; taken[name]; i++ {
		name = fmt.Sprintf("%s%d", p.Name(), i)
	}
	w.names[p.Path()] = name
	return name
}

// rename gives another name to each import whose name the package declares, and
// removes the imports of fixed packages that the file does not use.
func rename(src []byte, scope *types.Scope) ([]byte, error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, FileName, src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	used := map[string][]*ast.Ident{}
	ast.Inspect(f, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := sel.X.(*ast.Ident); ok {
				used[id.Name] = append(used[id.Name], id)
			}
		}
		return true
	})
	for _, d := range f.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.IMPORT {
			continue
		}
		var kept []ast.Spec
		for _, s := range g.Specs {
			s := s.(*ast.ImportSpec)
			path := strings.Trim(s.Path.Value, `"`)
			name := fixed[path]
			if s.Name != nil {
				name = s.Name.Name
			} else if name == "" {
				name = lastElement(path)
			}
			if len(used[name]) == 0 && fixed[path] != "" {
				continue
			}
			if other := name + "pkg"; scope != nil && scope.Lookup(name) != nil {
				s.Name = ast.NewIdent(other)
				for _, id := range used[name] {
					id.Name = other
				}
			}
			kept = append(kept, s)
		}
		g.Specs = kept
	}
	var out bytes.Buffer
	err = printer.Fprint(&out, fset, f)
	return out.Bytes(), err
}

// imports returns the imports for the types in the file: packages of the standard
// library, whose first path element has no dot, and other packages. The formatter
// sorts them.
func (w *writer) imports() (std, others []string) {
	for _, path := range slices.Sorted(maps.Keys(w.names)) {
		line := strconv.Quote(path)
		if name := w.names[path]; name != lastElement(path) {
			line = name + " " + line
		}
		if first, _, _ := strings.Cut(path, "/"); strings.Contains(first, ".") {
			others = append(others, line)
		} else {
			std = append(std, line)
		}
	}
	return std, others
}

// typeName returns the Go expression for a type in the file, and adds the imports
// that it needs.
func (w *writer) typeName(t types.Type) string {
	w.visible(t, map[types.Type]bool{})
	return types.TypeString(t, func(p *types.Package) string {
		if p == w.Pkg || p.Path() == w.Pkg.Path() {
			return ""
		}
		return w.importName(p)
	})
}

// visible refuses a type that this package cannot name, because it, or a type that it
// consists of, is declared in another package and not exported.
func (w *writer) visible(t types.Type, seen map[types.Type]bool) {
	if seen[t] {
		return
	}
	seen[t] = true
	check := func(obj *types.TypeName, args *types.TypeList) {
		if obj.Pkg() != nil && obj.Pkg().Path() != w.Pkg.Path() && !obj.Exported() {
			w.refuse(token.NoPos, "type %s.%s is not exported", obj.Pkg().Path(), obj.Name())
		}
		for a := range args.Types() {
			w.visible(a, seen)
		}
	}
	switch t := t.(type) {
	case *types.Alias:
		check(t.Obj(), t.TypeArgs())
	case *types.Named:
		check(t.Obj(), t.TypeArgs())
	case *types.Map:
		w.visible(t.Key(), seen)
		w.visible(t.Elem(), seen)
	case interface{ Elem() types.Type }:
		w.visible(t.Elem(), seen)
	case *types.Struct:
		for f := range t.Fields() {
			w.visible(f.Type(), seen)
		}
	}
}
