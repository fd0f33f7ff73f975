package handling

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/internal/jsonfields"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"
)

// FieldUses records how a package uses the structs into which arguments are decoded, and the
// structs in their fields.
type FieldUses struct {
	p *Package
	// escaped has the structs that go where other code may read them, or that are
	// part of another value.
	escaped typeutil.Map
	wanted  typeutil.Map
	// inside are the fields of structs in wanted through which a program reaches others.
	inside map[*types.Var]bool
	// open are the variables that [fieldReads.ignored] examines.
	open map[types.Object]bool
}

// newFieldUses searches a package for all uses of some structs.
func newFieldUses(p *Package, structs []types.Type) *FieldUses {
	u := &FieldUses{p: p, inside: map[*types.Var]bool{}, open: map[types.Object]bool{}}
	for _, t := range structs {
		u.want(jsonfields.Pointee(t))
	}
	for id, obj := range u.p.Info.Defs {
		v, ok := obj.(*types.Var)
		if !ok {
			continue
		}
		if v.IsField() && !u.inside[v] && (v.Exported() || !u.holds(v.Type())) {
			u.escaped.Set(element(v.Type()), true)
		}
		if !v.IsField() && !u.holds(v.Type()) {
			u.shows(v)
			continue
		}
		for _, c := range p.Tree.Uses(p.Info, v) {
			if kind, _ := c.ParentEdge(); kind == edge.SelectorExpr_Sel {
				c = c.Parent()
			} else if v.IsField() || c.Node() == id {
				continue
			}
			if t := u.p.Info.TypeOf(c.Node().(ast.Expr)); u.holds(t) && !u.safe(c) {
				u.escaped.Set(element(t), true)
			}
		}
	}
	return u
}

// shows records that code prints the structs in the unexported fields of a variable, if it passes
// the variable to a function of another package. Encoders leave such fields out.
func (u *FieldUses) shows(v *types.Var) {
	st, ok := structOf(element(v.Type()))
	if !ok {
		return
	}
	for f := range st.Fields() {
		if f.Exported() || !u.holds(f.Type()) {
			continue
		}
		for _, c := range u.p.Tree.Uses(u.p.Info, v) {
			call, ok := c.Parent().Node().(*ast.CallExpr)
			if !ok {
				continue
			}
			if fn := typeutil.StaticCallee(u.p.Info, call); fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "fmt" {
				u.escaped.Set(element(f.Type()), true)
			}
		}
	}
}

// want adds a struct to the wanted ones, with the structs of the package in its fields.
func (u *FieldUses) want(t types.Type) {
	if u.wanted.At(t) != nil {
		return
	}
	u.wanted.Set(t, true)
	for _, f := range ArgumentFields(t) {
		inner := element(f.Field().Type())
		if _, ok := inner.Underlying().(*types.Struct); !ok {
			continue
		}
		if named, ok := inner.(*types.Named); ok && named.Obj().Pkg() != u.p.Pkg {
			continue
		}
		u.inside[f.Field()] = true
		u.want(inner)
	}
}

// Unread returns the fields of a struct that no code of the package reads, also in the
// structs to which its fields lead, each as a path. It returns none if other code may read
// the struct. written reports whether the package reads any field of the struct: otherwise
// the handler may not be written yet.
func (u *FieldUses) Unread(t types.Type) (paths [][]ArgumentField, written bool) {
	if u.escapes(t) {
		return nil, true
	}
	seen := map[*types.Var]bool{}
	var add func(t types.Type, within []ArgumentField) bool
	add = func(t types.Type, within []ArgumentField) bool {
		fields := ArgumentFields(t)
		written := slices.ContainsFunc(fields, u.reads)
		if !written && len(within) > 0 {
			return false // its values are not used yet
		}
		for _, f := range fields {
			if seen[f.Field()] {
				continue
			}
			seen[f.Field()] = true
			path := append(slices.Clone(within), f)
			if inner := element(f.Field().Type()); !u.reads(f) {
				paths = append(paths, path)
			} else if u.inside[f.Field()] && !u.escapes(inner) {
				add(inner, path)
			}
		}
		return written
	}
	written = add(t, nil)
	return paths, written
}

// reads reports whether the package selects a field, or the embedded struct that it is in.
func (u *FieldUses) reads(f ArgumentField) bool {
	return slices.ContainsFunc(f.Path, func(v *types.Var) bool {
		return slices.ContainsFunc(u.p.Tree.Uses(u.p.Info, v), func(c inspector.Cursor) bool {
			kind, _ := c.ParentEdge()
			return kind == edge.SelectorExpr_Sel && !u.through(v, c.Parent())
		})
	})
}

// element returns the type of what a pointer, list or map leads to, and any other type
// unchanged.
func element(t types.Type) types.Type {
	for range 10 { // a list may be its own element
		t = types.Unalias(t)
		e, ok := t.Underlying().(interface{ Elem() types.Type })
		if _, isChan := t.Underlying().(*types.Chan); !ok || isChan {
			break
		}
		t = e.Elem()
	}
	return t
}

// through reports whether a selector of an embedded struct serves only to select one of its
// fields.
func (u *FieldUses) through(v *types.Var, c inspector.Cursor) bool {
	kind, _ := c.ParentEdge()
	if kind != edge.SelectorExpr_X || !v.Embedded() {
		return false
	}
	sel := u.p.Info.Selections[c.Parent().Node().(*ast.SelectorExpr)]
	return sel != nil && sel.Kind() == types.FieldVal
}

func (u *FieldUses) escapes(t types.Type) bool { return u.escaped.At(element(t)) != nil }

// safe reports whether an expression is used so that only selected fields of the struct to
// which it leads are read.
func (u *FieldUses) safe(c inspector.Cursor) bool {
	for {
		kind, i := outward(&c)
		c = c.Parent()
		switch n := c.Node().(type) {
		case *ast.IndexExpr:
			if kind == edge.IndexExpr_X {
				continue
			}
		case *ast.SelectorExpr:
			return u.selects(n, c)
		case *ast.RangeStmt:
			return kind == edge.RangeStmt_X && n.Tok != token.ASSIGN
		case *ast.CallExpr:
			if isAppend(u.p.Info, n) && u.holds(u.p.Info.TypeOf(n)) {
				continue
			}
			return kind == edge.CallExpr_Args && u.passes(n, i, func(_ *types.Func, param *types.Var) bool { return u.holds(param.Type()) })
		case *ast.KeyValueExpr:
			f, ok := u.p.Info.Uses[identOf(n.Key)].(*types.Var)
			return kind == edge.KeyValueExpr_Value && ok && f.IsField() && u.holds(f.Type())
		case *ast.BinaryExpr:
			return u.p.Info.Types[n.X].IsNil() || u.p.Info.Types[n.Y].IsNil()
		case *ast.AssignStmt:
			if kind == edge.AssignStmt_Rhs && len(n.Lhs) == len(n.Rhs) {
				id := identOf(n.Lhs[i])
				return id != nil && id.Name == "_" || u.holds(u.p.Info.TypeOf(n.Lhs[i]))
			}
			return kind == edge.AssignStmt_Lhs
		case *ast.ValueSpec:
			return len(n.Names) == len(n.Values) && u.holds(u.p.Info.TypeOf(n.Names[0]))
		}
		return false
	}
}

// selects reports whether a selector selects a field, or calls a method of the
// package.
func (u *FieldUses) selects(n *ast.SelectorExpr, c inspector.Cursor) bool {
	sel := u.p.Info.Selections[n]
	if sel == nil || sel.Kind() == types.FieldVal {
		return sel != nil
	}
	kind, _ := c.ParentEdge()
	return kind == edge.CallExpr_Fun && sel.Obj().Pkg() == u.p.Pkg && len(sel.Index()) == 1 && !types.IsInterface(sel.Recv())
}

// decodes matches the names of functions that write to the struct to which their last argument
// points. The others of their arguments are what they decode.
var decodes = regexp.MustCompile(`^(Unmarshal|Decode|Bind)`)

// decodesInto reports whether a function of another package only writes to its i-th argument.
func (u *FieldUses) decodesInto(fn *types.Func, call *ast.CallExpr, i int) bool {
	_, isStruct := u.p.Info.TypeOf(call.Args[i]).Underlying().(*types.Struct)
	return decodes.MatchString(fn.Name()) && i == len(call.Args)-1 && !isStruct
}

// onlyShows reports whether a function of another package makes a message for developers, as
// slog.Debug does. One of eight public servers passes all arguments to it and reads none.
func onlyShows(fn *types.Func) bool { return strings.HasPrefix(fn.Name(), "Debug") }

// passes reports whether a call passes a struct to a parameter of a function of the package for which
// f holds, or to a function that only writes to it or shows it.
func (u *FieldUses) passes(call *ast.CallExpr, i int, f func(*types.Func, *types.Var) bool) bool {
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok && id.Name == "len" && u.p.Info.Types[call.Fun].IsBuiltin() {
		return true
	}
	fn := typeutil.StaticCallee(u.p.Info, call)
	if fn == nil {
		return false
	}
	if fn.Pkg() != u.p.Pkg {
		return onlyShows(fn) || u.decodesInto(fn, call, i)
	}
	param := parameterOf(fn, i)
	return param != nil && f(fn, param)
}

// stubText matches the text of a handler that is not written yet.
var stubText = regexp.MustCompile(`(?i)not.{0,12}(implement|support|available)|todo|stub|placeholder|coming soon`)

// IsStub reports whether a handler is not written yet, by its comments, whether the
// handler returns only nil and empty values, or whether it is unknown (nil).
func IsStub(n ast.Node) bool {
	if n == nil {
		return true
	}
	found, works := false, false
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr, *ast.AssignStmt, *ast.DeclStmt:
			works = true
		case *ast.BasicLit:
			found, works = found || stubText.MatchString(n.Value), true
		case *ast.Ident:
			found = found || n.Name == "panic" || stubText.MatchString(n.Name)
		}
		return !found
	})
	return found || !works
}

// holds reports whether t is one of the structs, or a pointer, list or map that leads to
// one.
func (u *FieldUses) holds(t types.Type) bool { return t != nil && u.wanted.At(element(t)) != nil }

// ArgumentField is a struct field into which an argument is decoded, with the
// embedded fields that lead to it.
type ArgumentField struct {
	Name string
	Path []*types.Var
	Of   types.Type // the struct
	// Tagged reports whether the tag has the name, and Quoted whether it has the option
	// "string".
	Tagged, Quoted bool
}

// Field returns the field itself.
func (f ArgumentField) Field() *types.Var { return f.Path[len(f.Path)-1] }

// ArgumentFields returns the fields of a struct, or of the struct to which a pointer leads,
// that encoding/json decodes, including the fields of embedded structs.
func ArgumentFields(t types.Type) []ArgumentField {
	var out []ArgumentField
	for _, f := range jsonfields.Of(jsonfields.Pointee(t)) {
		a := ArgumentField{Name: f.Name, Of: jsonfields.Pointee(t), Tagged: f.Tagged, Quoted: f.Quoted}
		for _, i := range f.Path {
			if len(a.Path) > 0 {
				a.Of = jsonfields.Pointee(a.Field().Type())
			}
			st, _ := structOf(a.Of)
			a.Path = append(a.Path, st.Field(i))
		}
		out = append(out, a)
	}
	return out
}
