package signature

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// vars returns the values that defaults of this package name, and those of exported
// variables, which defaults of other packages may name.
func (r *reader) vars() (out []Var) {
	for name := range r.named {
		if v, ok := r.value(name); ok {
			out = append(out, v)
		}
	}
	const long = 2000 // bytes of a value that a default of another package may have
	scope := r.pkg.Scope()
	for _, name := range scope.Names() {
		if _, ok := scope.Lookup(name).(*types.Var); !ok || !token.IsExported(name) || r.named[name] {
			continue
		}
		if v, _ := r.value(name); v.Value != "" && len(v.Value) <= long {
			out = append(out, v)
		}
	}
	slices.SortFunc(out, func(a, b Var) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// value returns the value of a variable or constant, of this package or of one that it
// imports, as JSON. It returns false if the name means nothing.
func (r *reader) value(name string) (Var, bool) {
	v, e := Var{Name: name}, evaluator{info: r.info}
	var n *schema.Node
	switch obj := r.object(name).(type) {
	case *types.Const:
		n = e.constant(obj.Val(), obj.Type())
	case *types.Var:
		init, ok := r.initializers()[obj]
		switch {
		case obj.Pkg() != r.pkg:
			v.Of = obj.Pkg().Path()
			return v, true
		case !ok:
			e.reason = "has no value where it is declared"
		case r.changed[obj]:
			e.reason = "is changed by its package"
		default:
			e.outer = literalOf(init)
			n, v.Set = e.expr(init, obj.Type()), r.set(e.outer)
		}
	default:
		return v, false
	}
	if e.reason != "" {
		return Var{Name: name, Reason: name + " " + e.reason}, true
	}
	v.Value, v.Lost = n.String(), e.lost
	return v, true
}

// object returns the object that a name such as Limit or conf.Limit means in all files
// of the package, or nil.
func (r *reader) object(name string) types.Object {
	in, member, ok := strings.Cut(name, ".")
	if !ok {
		return r.pkg.Scope().Lookup(name)
	}
	var found types.Object
	for _, f := range r.files {
		for _, spec := range f.Imports {
			i := slices.IndexFunc(r.pkg.Imports(), func(p *types.Package) bool { return strconv.Quote(p.Path()) == spec.Path.Value })
			if i < 0 {
				continue
			}
			imp := r.pkg.Imports()[i]
			if spec.Name != nil && spec.Name.Name != in || spec.Name == nil && imp.Name() != in || !token.IsExported(member) {
				continue
			}
			obj := imp.Scope().Lookup(member)
			if found != nil && found != obj {
				return nil // files import several packages under this name
			}
			found = obj
		}
	}
	return found
}

// set returns the JSON names of the fields that a struct literal sets.
func (r *reader) set(lit *ast.CompositeLit) (names []string) {
	if lit == nil {
		return nil
	}
	t := jsonfields.Pointee(r.info.TypeOf(lit))
	if !isStruct(t) {
		return nil
	}
	for _, f := range jsonfields.Of(t) {
		if _, ok := fieldExpr(t, lit, f.Path); ok {
			names = append(names, f.Name)
		}
	}
	return names
}

// initializers returns the expressions that the package's variables begin with. It also
// finds out which of them, or of their parts, code of the package changes or takes the
// address of. It does not see what other packages do with exported variables.
func (r *reader) initializers() map[*types.Var]ast.Expr {
	if r.inits != nil {
		return r.inits
	}
	r.inits, r.changed = map[*types.Var]ast.Expr{}, map[*types.Var]bool{}
	change := func(list ...ast.Expr) {
		for _, e := range list {
			if id := root(e); id != nil {
				if v, ok := r.info.Uses[id].(*types.Var); ok {
					r.changed[v] = true
				}
			}
		}
	}
	for _, f := range r.files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ValueSpec:
				for i, id := range n.Names {
					if v, ok := r.info.Defs[id].(*types.Var); ok && len(n.Names) == len(n.Values) {
						r.inits[v] = n.Values[i]
					}
				}
			case *ast.AssignStmt:
				change(n.Lhs...)
				if id, ok := n.Lhs[0].(*ast.Ident); ok && len(n.Lhs) == 1 && n.Tok == token.DEFINE {
					if v, ok := r.info.Defs[id].(*types.Var); ok {
						r.inits[v] = n.Rhs[0]
					}
				}
			case *ast.IncDecStmt:
				change(n.X)
			case *ast.RangeStmt:
				change(n.Key, n.Value)
			case *ast.UnaryExpr:
				if n.Op == token.AND {
					change(n.X)
				}
			}
			return true
		})
	}
	return r.inits
}

// root returns the variable that contains the part e, or nil.
func root(e ast.Expr) *ast.Ident {
	for {
		switch x := e.(type) {
		case *ast.Ident:
			return x
		case *ast.ParenExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.SelectorExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		default:
			return nil
		}
	}
}

// floatLiteral returns a number as encoding/json prints it.
func floatLiteral(v constant.Value) (string, bool) {
	f, _ := constant.Float64Val(v)
	return printFloat(f)
}
