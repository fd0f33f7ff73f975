package handlerargs

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"
)

// read is an argument that a function reads by a name that is a constant.
type read struct {
	key  string
	at   ast.Expr   // the name
	typ  types.Type // what it is read as, nil if as anything
	text bool       // a reader of the SDK that converts nothing
	// asked says that only its presence is looked at: a handler that refuses an
	// argument does not declare it.
	asked bool
}

// reads returns the arguments that a function reads itself, and whether these are
// all: arguments that are passed on may be read anywhere.
func (r *reading) reads(body ast.Node) (list []read, all bool) {
	all = true
	used := map[*ast.Ident]bool{} // by what is understood
	see := func(e ast.Expr) {
		ast.Inspect(e, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				used[id] = true
			}
			return true
		})
	}
	asked := map[ast.Expr]bool{}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if one, ok := r.reader(n); ok {
				list = append(list, one)
				if sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr); ok {
					see(sel.X)
				}
				see(n.Args[0])
			}
		case *ast.IndexExpr:
			if key, _, ok := r.argument(n); ok {
				list = append(list, read{key: key, at: n.Index, asked: asked[n]})
				see(n.X)
			}
		case *ast.TypeAssertExpr:
			if key, _, ok := r.argument(n.X); ok && n.Type != nil {
				if ix, ok := ast.Unparen(n.X).(*ast.IndexExpr); ok {
					list = append(list, read{key: key, at: ix.Index, typ: r.info.TypeOf(n.Type)})
				}
			}
		case *ast.AssignStmt:
			if blank, ok := n.Lhs[0].(*ast.Ident); ok && blank.Name == "_" && len(n.Lhs) == 2 && len(n.Rhs) == 1 {
				asked[ast.Unparen(n.Rhs[0])] = true
			}
			for i, lhs := range n.Lhs {
				id, ok := lhs.(*ast.Ident)
				if !ok || i >= len(n.Rhs) {
					continue
				}
				obj := r.info.Defs[id]
				if _, ok := r.maps[obj]; ok && obj != nil {
					see(n.Rhs[i])
				}
			}
		case *ast.SelectorExpr:
			if n.Sel.Name == "Name" || n.Sel.Name == "Header" {
				see(n.X) // the name of the tool, the header of the request
			}
		}
		return true
	})
	ast.Inspect(body, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || used[id] || r.info.Uses[id] == nil {
			return true
		}
		if _, ok := r.maps[r.info.Uses[id]]; ok {
			all = false
		} else if is, _ := schemafacts.Request(r.info.Uses[id].Type()); is {
			if _, isVar := r.info.Uses[id].(*types.Var); isVar {
				all = false
			}
		}
		return true
	})
	return list, all
}

// reader recognises a function or method of the SDK that is given the request and
// the name of an argument.
func (r *reading) reader(call *ast.CallExpr) (read, bool) {
	fn, ok := typeutil.Callee(r.info, call).(*types.Func)
	if !ok || fn.Pkg() == nil || !schemafacts.OfSDK(fn.Pkg().Path()) || len(call.Args) == 0 {
		return read{}, false
	}
	sig, at := fn.Signature(), 0
	if sig.Recv() == nil {
		at = 1
		if is, _ := schemafacts.Request(r.info.TypeOf(call.Args[0])); !is {
			return read{}, false
		}
	} else if is, _ := schemafacts.Request(sig.Recv().Type()); !is {
		return read{}, false
	}
	if len(call.Args) <= at || sig.Params().Len() <= at || sig.Results().Len() == 0 {
		return read{}, false
	}
	if b, ok := sig.Params().At(at).Type().(*types.Basic); !ok || b.Kind() != types.String {
		return read{}, false
	}
	tv := r.info.Types[call.Args[at]]
	if tv.Value == nil || tv.Value.Kind() != constant.String {
		return read{}, false
	}
	return read{key: constant.StringVal(tv.Value), at: call.Args[at], typ: sig.Results().At(0).Type(), text: sig.Recv() != nil}, true
}

// keys compares what a handler reads with what its tools declare.
func (c *checker) keys(r *reading, body ast.Node, tools []*schemafacts.Tool) {
	list, all := r.reads(body)
	told := map[string]bool{}
	for _, one := range list {
		if r.set[one.key] {
			continue
		}
		if !told[one.key] && !one.asked {
			c.undeclared(one, tools)
			told[one.key] = true
		}
		c.otherType(one, tools)
	}
	if !c.settings.Unread || !all || len(list) == 0 {
		return
	}
	for _, t := range tools {
		for _, m := range properties(t) {
			if slices.ContainsFunc(list, func(one read) bool { return one.key == m.Name }) {
				continue
			}
			c.Report(report.Diagnostic{Tool: t.Name, Diagnostic: analysis.Diagnostic{
				Pos: c.PlaceIn(t, "/inputSchema/properties/"+schema.EscapeToken(m.Name)), Category: "unread",
				Message: fmt.Sprintf("tool %q: input property %q is never read by the handler", t.Name, m.Name),
			}})
		}
	}
}

// properties returns the parameters of a tool.
func properties(t *schemafacts.Tool) []schema.Member {
	if p := t.Input().Get("properties"); p != nil && p.Kind == schema.Object {
		return p.Members
	}
	return nil
}

// undeclared reports a name that no tool of the handler has.
func (c *checker) undeclared(one read, tools []*schemafacts.Tool) {
	for _, t := range tools {
		if t.Input().Get("properties").Has(one.key) {
			return
		}
	}
	c.tell(one.at, "undeclared", tools[0], fmt.Sprintf("tool %q: argument %q is read, but not in the input schema", tools[0].Name, one.key))
}

// otherType reports an argument that is read as what no value of its schema is.
func (c *checker) otherType(one read, tools []*schemafacts.Tool) {
	want := jsonType(one.typ)
	if want == "" || one.text && want != "string" && want != "array" {
		return // readers of numbers and booleans convert
	}
	if one.typ != nil && !one.text && !decodes(one.typ) {
		return // never-holds
	}
	declared := ""
	for _, t := range tools {
		typ := t.Input().Get("properties").Get(one.key).Get("type")
		if typ == nil || typ.Kind != schema.String {
			return
		}
		declared = typ.Text
		if declared == want || declared == "integer" && want == "number" {
			return
		}
	}
	c.tell(one.at, "other-type", tools[0], fmt.Sprintf("tool %q: argument %q is read as %s, and its type is %s", tools[0].Name, one.key, want, declared))
}

// jsonType returns the JSON type of which decoding makes a Go type.
func jsonType(t types.Type) string {
	if t == nil {
		return ""
	}
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		switch {
		case t.Kind() == types.String:
			return "string"
		case t.Kind() == types.Bool:
			return "boolean"
		case t.Info()&types.IsNumeric != 0:
			return "number"
		}
	case *types.Slice:
		return "array"
	case *types.Map:
		return "object"
	}
	return ""
}

func (c *checker) tell(at ast.Expr, rule string, t *schemafacts.Tool, message string) {
	c.Report(report.Diagnostic{Tool: t.Name, Diagnostic: analysis.Diagnostic{Pos: at.Pos(), Category: rule, Message: message}})
}
