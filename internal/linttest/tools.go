package linttest

import (
	"cmp"
	"fmt"
	"go/token"
	"slices"

	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"golang.org/x/tools/go/analysis"
)

// printer is an analyzer that reports every derived tool as a diagnostic, so that any
// driver can run it.
var printer = &analysis.Analyzer{
	Name:     "printtools",
	Doc:      "printtools: print the tools of a package",
	Requires: []*analysis.Analyzer{schemafacts.Analyzer},
	Run: func(pass *analysis.Pass) (any, error) {
		r := report.New(pass)
		res := pass.ResultOf[schemafacts.Analyzer].(*schemafacts.Result)
		print := func(n *schema.Node, pos token.Pos) {
			n.Set("package", schema.NewString(pass.Pkg.Path()))
			pass.Report(analysis.Diagnostic{Pos: pos, Message: n.String()})
		}
		for _, t := range res.Tools {
			print(describe(t), r.Place(t))
		}
		for _, u := range res.Nameless {
			print(nameless(u), r.Place(nil, u.Pos))
		}
		return nil, nil
	},
}

// describe returns a tool in the form of tools.json. The form has no keys for the
// state of a tool that is traced and fully resolved.
func describe(t *schemafacts.Tool) *schema.Node {
	n := schema.NewObject()
	doc := schema.Fold(t.Doc)
	n.Set("tool", doc)
	if !t.Traced {
		n.Set("traced", schema.NewBool(false))
	}
	if t.Conditional {
		n.Set("conditional", schema.NewBool(true))
	}
	list := schema.NewArray()
	for _, h := range doc.Holes() {
		list.Elems = append(list.Elems, h.Node())
	}
	if len(list.Elems) > 0 {
		n.Set("unresolved", list)
	}
	list = schema.NewArray()
	for _, p := range t.Errors {
		list.Elems = append(list.Elems, pair("path", p.Path, "message", p.String()))
	}
	if len(list.Elems) > 0 {
		n.Set("errors", list)
	}
	return n
}

func pair(name1, value1, name2, value2 string) *schema.Node {
	n := schema.NewObject()
	n.Set(name1, schema.NewString(value1))
	n.Set(name2, schema.NewString(value2))
	return n
}

// programJSON returns the tools of a whole program in the form of tools.json, each
// with its position, followed by the registrations without a known name.
func programJSON(pkgs []*schemafacts.Result, place func(token.Pos) (string, token.Position)) []byte {
	out := schema.NewArray()
	add := func(n *schema.Node, pos token.Pos) {
		file, p := place(pos)
		at := schema.NewString(fmt.Sprintf("%s:%d", file, p.Line))
		n.Members = slices.Insert(n.Members, 0, schema.Member{Name: "at", Value: at})
		out.Elems = append(out.Elems, n)
	}
	var tools []*schemafacts.Tool
	for _, p := range pkgs {
		tools = append(tools, p.Tools...)
	}
	schemafacts.SortTools(tools)
	for _, t := range tools {
		add(describe(t), t.Pos())
	}
	for _, p := range pkgs {
		for _, u := range p.Nameless {
			add(nameless(u), u.Pos)
		}
	}
	return out.Canonical()
}

func nameless(u schemafacts.Nameless) *schema.Node {
	n := schema.NewObject()
	n.Set("nameless", schema.NewString(u.Reason))
	return n
}

// toolsJSON returns the tools that the printer reported in the form of tools.json, by
// package.
func toolsJSON(list []finding) ([]byte, error) {
	type entry struct {
		pkg  string
		at   finding
		node *schema.Node
	}
	var entries []entry
	for _, f := range list {
		if f.analyzer != printer.Name {
			continue
		}
		n, err := schema.Parse([]byte(f.message))
		if err != nil {
			return nil, err
		}
		pkg := n.Get("package").StringValue()
		n.Delete("package")
		at := schema.NewString(fmt.Sprintf("%s:%d", f.file, f.line))
		n.Members = slices.Insert(n.Members, 0, schema.Member{Name: "at", Value: at})
		entries = append(entries, entry{pkg, f, n})
	}
	slices.SortFunc(entries, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.pkg, b.pkg), cmp.Compare(a.at.file, b.at.file), cmp.Compare(a.at.line, b.at.line),
			cmp.Compare(a.at.column, b.at.column), cmp.Compare(a.node.String(), b.node.String()))
	})
	out := schema.NewObject()
	for _, e := range entries {
		if !out.Has(e.pkg) {
			out.Set(e.pkg, schema.NewArray())
		}
		tools := out.Get(e.pkg)
		tools.Elems = append(tools.Elems, e.node)
	}
	return out.Canonical(), nil
}
