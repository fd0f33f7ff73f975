package handling

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/internal/enclosing"
	"golang.org/x/tools/go/ast/edge"
)

// A trial follows the statements of a function as if a call gave a certain value to one
// argument, or lacked it. Everything else is unknown, so that both branches of most
// conditions run. It shows whether the function then always fails, and what a variable
// contains that otherwise has the argument:
//
//	limit := 10
//	if v, ok := args["limit"].(float64); ok {
//		limit = int(v)
//	}

// maxKeys is the greatest number of arguments for which the analysis follows one body.
const maxKeys = 64

// tries sets what the function does without each of its arguments, and with the values
// null, "", 0 and false, and the texts that it does not refuse.
func (s *scan) tries() {
	var first []*found // of each argument
	for _, r := range s.reads {
		if !slices.ContainsFunc(first, func(o *found) bool { return sameArgument(o, r) }) {
			first = append(first, r)
		}
		r.reader = r.Read
		r.Demanded, r.NotNull, r.Zero, r.Flag, r.Values = false, false, false, nil, nil
	}
	if len(first) > maxKeys {
		return
	}
	always := s.try(nil, unknown, false, nil).fails // whatever the call
	flags := s.flags(func(f *Flag) bool { return !s.try(nil, unknown, false, f).fails })
	for _, r := range first {
		all := slices.DeleteFunc(slices.Clone(s.reads), func(o *found) bool { return !sameArgument(o, r) })
		t := s.try(r, absent, false, nil)
		if !t.fails {
			s.try(r, absent, true, nil).setDefault(all)
		}
		if always || r.member != "" && s.try(r, unknown, false, nil).fails {
			continue
		}
		one := all[0]
		if one.Demanded = t.fails; t.fails {
			one.Zero = s.try(r, zero, false, nil).fails
			if r.Field && t.at.IsValid() {
				one.at = t.at
			}
		} else if i := slices.IndexFunc(flags, func(f *Flag) bool { return s.try(r, absent, false, f).fails }); i >= 0 {
			one.Flag = flags[i]
		}
		one.NotNull = s.try(r, null, true, nil).fails
		t = s.try(r, other, false, nil)
		if one.keeps = t.keeps(); t.fails && len(t.texts) > 1 {
			fails := func(text string) bool { return s.try(r, textOf(text), false, nil).fails }
			if accepted := slices.DeleteFunc(names(t.texts), fails); len(accepted) > 1 {
				one.Values, one.AnyCase = accepted, anyCase(accepted, fails)
			}
		}
		for _, o := range all[1:] {
			o.Demanded, o.Zero, o.NotNull, o.Flag, o.Values = one.Demanded, one.Zero, one.NotNull, one.Flag, one.Values
			o.AnyCase = one.AnyCase
		}
	}
}

// anyCase reports whether a function that accepts texts also accepts them in upper and in lower
// case.
func anyCase(texts []string, refuses func(text string) bool) bool {
	letters := func(text string) bool { return strings.ToLower(text) != strings.ToUpper(text) }
	return slices.ContainsFunc(texts, letters) && !slices.ContainsFunc(texts, func(text string) bool {
		return refuses(strings.ToLower(text)) || refuses(strings.ToUpper(text))
	})
}

// keeps reports whether the function compares the argument with no text but "" and leaves it in
// its field.
func (t *trial) keeps() bool {
	for p, w := range t.last {
		if t.argumentOf(p) && w.kind != text {
			return false
		}
	}
	return !t.fails && len(t.texts) == 0
}

// sameArgument reports whether two reads are of one argument.
func sameArgument(a, b *found) bool {
	return a.of == b.of && a.Key == b.Key && a.KeyParam == b.KeyParam
}

// trial is one run of the statements.
type trial struct {
	*scan
	arg   *found // nil if the call is unknown
	given worth  // the argument's value, or absent
	// leading reports whether the run is about the code that reads the argument: of two
	// branches only the one with all reads runs, and the literal with them runs in place.
	leading bool
	env     map[place]worth
	// holds are the places that hold the argument if a call has it. copied are the places
	// that the body copies to another such place.
	holds, copied map[place]bool
	// returned reports whether the function returns the argument, outputs are what it then
	// returns. last are the places at the ends without an error.
	returned bool
	outputs  []worth
	last     map[place]worth
	// left reports whether the function ended because of the argument. first is the position
	// of the first read before which an end does not count, or none.
	left  bool
	first token.Pos
	// depth counts the branches around a statement, doubt those that may not run. at is where
	// the code last examined a field; written is the position of the last constant that a
	// place with the argument got.
	depth, doubt int
	at, written  token.Pos
	texts        map[string]bool // with which the code compares the argument
	inner        flow            // of the literal with all reads
	fails        bool
	// values are the expressions whose values the trial is for.
	values map[ast.Expr]worth
}

// try follows the statements of a block under a condition on the function's parameters.
func (s *scan) try(arg *found, given worth, leading bool, flag *Flag) *trial {
	t := s.newTrial(arg, given, leading)
	if flag != nil {
		t.env[place{obj: s.fn.Signature().Params().At(flag.Param)}] = truth(!flag.Not)
	}
	if leading && given.kind == missing {
		t.findHolders()
		if len(t.holds) == 0 && !t.returned {
			return t
		}
	}
	t.run()
	return t
}

func (s *scan) newTrial(arg *found, given worth, leading bool) *trial {
	t := &trial{scan: s, arg: arg, given: given, leading: leading, env: map[place]worth{}, holds: map[place]bool{}, copied: map[place]bool{}, texts: map[string]bool{}}
	if leading || given.isText() {
		t.first = t.firstRead()
	}
	return t
}

// firstRead returns the position at which the code first reads the argument, or none. If the
// argument is a text, it is the first use after the statement that only sets a variable.
func (t *trial) firstRead() (first token.Pos) {
	at := func(pos token.Pos) {
		if first == token.NoPos || pos < first {
			first = pos
		}
	}
	for _, r := range t.reads {
		if t.isArg(r) && r.expr != nil {
			at(t.firstUse(r.expr))
		}
	}
	for _, fields := range t.fields {
		for v, r := range fields {
			if !t.isArg(r) {
				continue
			}
			for _, use := range t.p.Tree.Uses(t.p.Info, v) {
				if kind, _ := use.ParentEdge(); kind == edge.SelectorExpr_Sel && enclosing.Within(t.part, use.Node().Pos()) {
					at(use.Node().Pos())
				}
			}
		}
	}
	return first
}

// firstUse returns the position of the first use of the variable that an expression sets, if
// the trial is about a text, and otherwise the position of the expression. A call that also
// returns an error may refuse the text.
func (t *trial) firstUse(e ast.Expr) token.Pos {
	first := e.Pos()
	c, ok := t.p.Tree.At(e)
	_, several := t.p.Info.TypeOf(e).(*types.Tuple)
	if _, isCall := e.(*ast.CallExpr); !ok || !t.given.isText() || isCall && several {
		return first
	}
	unparen(&c)
	if a, ok := c.Parent().Node().(*ast.TypeAssertExpr); ok {
		e, c = a, c.Parent()
	}
	assign, ok := c.Parent().Node().(*ast.AssignStmt)
	if !ok || len(assign.Rhs) != 1 {
		return first
	}
	if v := t.object(assign.Lhs[0]); v != nil && t.writes[v] == 1 {
		for _, use := range t.p.Tree.Uses(t.p.Info, v) {
			if pos := use.Node().Pos(); pos > e.End() && (first == c.Node().Pos() || pos < first) {
				first = pos
			}
		}
	}
	return first
}

func (t *trial) run() {
	f := t.list(t.block.List)
	if f&falls != 0 {
		t.exit(nil)
	}
	t.fails = f == fails || t.inner == fails
}

// flow is how a statement may end.
type flow uint8

const (
	falls  flow = 1 << iota // the next statement runs
	fails                   // the function returns an error
	ends                    // it returns without one, or perhaps with one
	breaks                  // a loop or switch statement ends or goes on
)

func (t *trial) list(list []ast.Stmt) flow {
	f := falls
	for _, stmt := range list {
		if f&falls == 0 {
			break
		}
		if t.panics(stmt) {
			return f&^falls | fails
		}
		f = f&^falls | t.stmt(stmt)
	}
	return f
}

// panics reports whether a statement uses what a nil pointer points to, before its branches run.
func (t *trial) panics(stmt ast.Stmt) bool {
	var n ast.Node = stmt
	switch s := stmt.(type) {
	case *ast.IfStmt:
		if n = s.Cond; s.Init != nil {
			return false
		}
	case *ast.AssignStmt, *ast.DeclStmt, *ast.ExprStmt, *ast.ReturnStmt:
	default:
		return false
	}
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.BinaryExpr:
			if n.Op == token.LAND || n.Op == token.LOR { // the right operand may not run
				found = found || t.panics(&ast.ExprStmt{X: n.X})
				return false
			}
		case *ast.StarExpr:
			found = found || t.isNil(n.X)
		case *ast.SelectorExpr:
			if s := t.p.Info.Selections[n]; s != nil && s.Kind() == types.FieldVal {
				found = found || t.isNil(n.X)
			}
		}
		return !found
	})
	return found
}

func (t *trial) stmt(stmt ast.Stmt) flow {
	switch n := stmt.(type) {
	case nil:
	case *ast.BlockStmt:
		return t.list(n.List)
	case *ast.LabeledStmt:
		return t.stmt(n.Stmt)
	case *ast.AssignStmt:
		t.assign(n)
	case *ast.DeclStmt:
		t.declare(n)
	case *ast.IncDecStmt:
		t.set(n.X, unknown)
	case *ast.ReturnStmt:
		return t.ret(n)
	case *ast.BranchStmt:
		switch n.Tok {
		case token.GOTO:
			return ends
		case token.FALLTHROUGH:
			return falls
		}
		return breaks
	case *ast.IfStmt:
		return t.ifStmt(n)
	case *ast.ForStmt:
		f := t.stmt(n.Init) | t.loop(n, n.Body)
		if n.Cond == nil && f&breaks == 0 {
			f &^= falls
		}
		return f &^ breaks
	case *ast.RangeStmt:
		t.effects(n.X)
		return t.loop(n, n.Body) &^ breaks
	case *ast.SwitchStmt:
		return t.switchStmt(n)
	case *ast.TypeSwitchStmt:
		return t.typeSwitch(n)
	case *ast.SelectStmt:
		return t.clauses(nil, n.Body.List, true)
	case *ast.ExprStmt:
		t.effects(n)
		if call, ok := ast.Unparen(n.X).(*ast.CallExpr); ok && t.object(call.Fun) == types.Universe.Lookup("panic") {
			return fails
		}
	default:
		t.effects(n)
	}
	return falls
}

// isNil reports whether an expression is a nil pointer, at whose place it then sets t.at.
func (t *trial) isNil(e ast.Expr) bool {
	if !isPointer(t.p.Info.TypeOf(e)) || t.eval(e).kind != nilKind {
		return false
	}
	t.at = e.Pos()
	return true
}

// reading reports whether a node contains all reads of the argument.
func (t *trial) reading(n ast.Node) bool {
	any := false
	for _, r := range t.reads {
		if t.arg == nil || !sameArgument(r, t.arg) {
			continue
		}
		if r.expr == nil || !enclosing.Within(n, r.expr.Pos()) {
			return false
		}
		any = true
	}
	return any
}
