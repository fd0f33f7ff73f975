package signature

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/internal/jsonfields"
)

// accepts finds the texts that a function accepts: UnmarshalText, or a function to which
// it passes the text.
type accepts struct {
	*reader
	held  map[types.Object]bool // the variables that hold the text
	found []string
}

// texts records the texts that UnmarshalText accepts, if it returns an error for all
// others: those of a switch or of a table.
func (r *reader) texts(d *ast.FuncDecl) {
	fn, _ := r.info.Defs[d.Name].(*types.Func)
	if fn == nil || fn.Signature().Recv() == nil {
		return
	}
	if named := jsonfields.Named(fn.Signature().Recv().Type()); named != nil {
		r.typ(named.Origin().Obj()).Texts = r.accepted(d)
	}
}

// accepted returns the only texts that a function with one parameter accepts, or nil.
func (r *reader) accepted(d *ast.FuncDecl) []string {
	if d.Body == nil || d.Type.Params.NumFields() != 1 || len(d.Type.Params.List[0].Names) != 1 {
		return nil
	}
	a := accepts{reader: r, held: map[types.Object]bool{r.info.Defs[d.Type.Params.List[0].Names[0]]: true}}
	for list := d.Body.List; len(list) > 0; list = list[1:] {
		if a.statement(list[0], list[1:]) {
			return a.found
		}
		if a.found = nil; !a.harmless(list[0]) {
			return nil
		}
	}
	return nil
}

// statement reads a statement, which may be the one that refuses all texts but some. It
// returns whether it is. rest are the statements after it.
func (a *accepts) statement(s ast.Stmt, rest []ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.AssignStmt:
		if !a.assign(s) || len(rest) == 0 {
			return false
		}
		check, _ := rest[0].(*ast.IfStmt)
		return a.fail(rest) || check != nil && check.Init == nil && a.refuses(check, rest[1:])
	case *ast.IfStmt:
		init, ok := s.Init.(*ast.AssignStmt)
		return (ok && a.assign(init) || s.Init == nil && a.lacks(s.Cond)) && a.refuses(s, rest)
	case *ast.SwitchStmt:
		if init, ok := s.Init.(*ast.AssignStmt); ok {
			a.assign(init)
		}
		return s.Tag != nil && a.isText(s.Tag) && a.cases(s, rest)
	case *ast.RangeStmt:
		return a.search(s) && a.fail(rest)
	}
	return false
}

// harmless reports whether a statement accepts no text: it declares or sets variables, or
// it returns an error in some cases.
func (a *accepts) harmless(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.DeclStmt, *ast.AssignStmt:
		return true
	case *ast.IfStmt:
		n := len(s.Body.List)
		return s.Init == nil && s.Else == nil && n > 0 && a.fail(s.Body.List[n-1:])
	}
	return false
}

// assign notes a variable that holds the text. It returns whether the statement looks the
// text up in a table, or passes it to a function that accepts only some texts.
func (a *accepts) assign(s *ast.AssignStmt) bool {
	if len(s.Rhs) != 1 {
		return false
	}
	if id, ok := s.Lhs[0].(*ast.Ident); ok && len(s.Lhs) == 1 {
		a.held[a.info.ObjectOf(id)] = a.isText(s.Rhs[0])
		return false
	}
	if id, ok := s.Lhs[len(s.Lhs)-1].(*ast.Ident); len(s.Lhs) != 2 || !ok || id.Name == "_" {
		return false
	}
	switch x := ast.Unparen(s.Rhs[0]).(type) {
	case *ast.IndexExpr:
		a.found = a.table(x.X, true)
		return a.isText(x.Index) && a.found != nil
	case *ast.CallExpr:
		id, ok := ast.Unparen(x.Fun).(*ast.Ident)
		if d := a.declaration(a.info.Uses[id]); ok && d != nil && len(x.Args) == 1 && a.isText(x.Args[0]) && a.depth < maxCalls {
			a.depth++
			a.found = a.accepted(d)
			a.depth--
		}
		return a.found != nil
	}
	return false
}

// maxCalls is the number of calls through which a text is followed.
const maxCalls = 3

// declaration returns the declaration of a function of the package, or nil.
func (r *reader) declaration(obj types.Object) *ast.FuncDecl {
	for _, f := range r.files {
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && obj != nil && r.info.Defs[d.Name] == obj {
				return d
			}
		}
	}
	return nil
}

// isText reports whether an expression is the text, perhaps in other letters.
func (a *accepts) isText(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return a.held[a.info.Uses[e]]
	case *ast.CallExpr:
		if len(e.Args) != 1 || !a.isText(e.Args[0]) {
			return false
		}
		if a.info.Types[e.Fun].IsType() {
			return true
		}
		sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr)
		if !ok {
			return false
		}
		fn, ok := a.info.Uses[sel.Sel].(*types.Func)
		return ok && slices.Contains([]string{"strings.ToLower", "strings.ToUpper", "strings.TrimSpace",
			"bytes.ToLower", "bytes.ToUpper", "bytes.TrimSpace"}, fn.FullName())
	}
	return false
}

// cases reads the cases of a switch over the text. It returns whether another text is
// refused.
func (a *accepts) cases(s *ast.SwitchStmt, rest []ast.Stmt) bool {
	refused := a.fail(rest)
	for _, c := range s.Body.List {
		c, ok := c.(*ast.CaseClause)
		if !ok {
			return false
		}
		fails := len(c.Body) > 0 && a.fail(c.Body[len(c.Body)-1:])
		if c.List == nil {
			refused = fails
		}
		if c.List == nil || fails {
			continue
		}
		for _, e := range c.List {
			v := a.info.Types[e].Value
			if v == nil || v.Kind() != constant.String {
				return false
			}
			a.found = append(a.found, constant.StringVal(v))
		}
	}
	return refused && len(a.found) > 0
}

// search reads a loop over a table that looks for the text.
func (a *accepts) search(s *ast.RangeStmt) bool {
	if len(s.Body.List) != 1 {
		return false
	}
	check, ok := s.Body.List[0].(*ast.IfStmt)
	if !ok || check.Init != nil || check.Else != nil {
		return false
	}
	eq, ok := ast.Unparen(check.Cond).(*ast.BinaryExpr)
	if !ok || eq.Op != token.EQL {
		return false
	}
	item := eq.X
	if a.isText(item) {
		item = eq.Y
	} else if !a.isText(eq.Y) {
		return false
	}
	id, ok := ast.Unparen(item).(*ast.Ident)
	if !ok {
		return false
	}
	for _, x := range []ast.Expr{s.Key, s.Value} {
		if v, ok := x.(*ast.Ident); ok && a.info.Defs[v] != nil && a.info.Defs[v] == a.info.Uses[id] {
			a.found = a.table(s.X, x == s.Key)
		}
	}
	return a.found != nil
}

// lacks reports whether an expression is !slices.Contains(table, text).
func (a *accepts) lacks(cond ast.Expr) bool {
	not, ok := ast.Unparen(cond).(*ast.UnaryExpr)
	if !ok || not.Op != token.NOT {
		return false
	}
	call, ok := ast.Unparen(not.X).(*ast.CallExpr)
	if !ok || len(call.Args) != 2 || !a.isText(call.Args[1]) {
		return false
	}
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		if fn, ok := a.info.Uses[sel.Sel].(*types.Func); ok && fn.FullName() == "slices.Contains" {
			a.found = a.table(call.Args[0], false)
		}
	}
	return a.found != nil
}

// table returns the constant strings in a literal, or in the literal of a variable that nothing
// changes:
// the keys of a map, or the elements. It returns nil if not all of them are known.
func (a *accepts) table(x ast.Expr, keys bool) (out []string) {
	lit := literalOf(x)
	if id, ok := ast.Unparen(x).(*ast.Ident); ok {
		v, _ := a.info.Uses[id].(*types.Var)
		if lit = literalOf(a.initializers()[v]); a.changed[v] {
			return nil
		}
	}
	if lit == nil {
		return nil
	}
	for _, e := range lit.Elts {
		kv, keyed := e.(*ast.KeyValueExpr)
		switch {
		case keys && !keyed:
			return nil
		case keys:
			e = kv.Key
		case keyed:
			e = kv.Value
		}
		c := a.info.Types[e].Value
		if c == nil || c.Kind() != constant.String {
			return nil
		}
		if s := constant.StringVal(c); !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// refuses reports whether the function returns an error if a text was not found: in the
// statement "if !ok" or "if err != nil", or after the statement "if ok".
func (a *accepts) refuses(s *ast.IfStmt, rest []ast.Stmt) bool {
	if len(s.Body.List) == 0 {
		return false
	}
	last := s.Body.List[len(s.Body.List)-1:]
	switch c := ast.Unparen(s.Cond).(type) {
	case *ast.Ident:
		_, returns := last[0].(*ast.ReturnStmt)
		return returns && s.Else == nil && a.fail(rest)
	case *ast.UnaryExpr:
		return c.Op == token.NOT && a.fail(last)
	case *ast.BinaryExpr:
		return c.Op == token.NEQ && a.info.Types[c.Y].IsNil() && a.fail(last)
	}
	return false
}

// fail reports whether the first statement returns an error.
func (a *accepts) fail(list []ast.Stmt) bool {
	if len(list) == 0 {
		return false
	}
	ret, ok := list[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) == 0 {
		return false
	}
	last := ret.Results[len(ret.Results)-1]
	return !a.info.Types[last].IsNil() && types.AssignableTo(a.info.TypeOf(last), errorType)
}
