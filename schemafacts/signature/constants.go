package signature

import (
	"go/ast"
	"go/constant"
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// constants collects the constants of named types from a declaration.
func (r *reader) constants(d *ast.GenDecl) {
	var last []ast.Expr // what a name without a value repeats
	for _, s := range d.Specs {
		vs, ok := s.(*ast.ValueSpec)
		if !ok {
			continue
		}
		if len(vs.Values) > 0 {
			last = vs.Values
		}
		for i, id := range vs.Names {
			c, ok := r.info.Defs[id].(*types.Const)
			if !ok || id.Name == "_" {
				continue
			}
			n, ok := types.Unalias(c.Type()).(*types.Named)
			if !ok || n.Obj().Pkg() != r.pkg || n.Obj().Parent() != c.Parent() {
				continue
			}
			lit := constLiteral(c.Val())
			if lit == "" {
				continue
			}
			t := r.typ(n.Obj())
			t.Consts = append(t.Consts, Const{c.Name(), lit})
			if i < len(last) {
				t.note(r.shape(last[i], n))
			}
		}
	}
}

// constLiteral returns a constant as JSON, or "" if it has no JSON form.
func constLiteral(v constant.Value) string {
	switch v.Kind() {
	case constant.String:
		return string(schema.AppendString(nil, constant.StringVal(v), false))
	case constant.Bool:
		return v.ExactString()
	case constant.Int:
		return v.ExactString()
	}
	return ""
}
