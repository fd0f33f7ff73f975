package handling

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"github.com/schemavet/schemavet/internal/enclosing"
	"github.com/schemavet/schemavet/internal/jsonfields"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"
)

// delegated adds the defaults that other functions of the package apply to a struct
// with decoded arguments, as in in.setDefaults() or resolve(in), for fields that have no
// default yet and that the handler does not assign.
func (s *scan) delegated(body ast.Node) {
	if len(s.fields) == 0 {
		return
	}
	for n := range s.p.Tree.In(body, (*ast.CallExpr)(nil)) {
		for obj, known := range s.structsIn(n.(*ast.CallExpr)) {
			for v, r := range s.fields[obj] {
				if d := known[r.Key]; d.Default != "" && r.Default == "" && !s.p.sets(v, body) {
					r.Default, r.DefaultParam, r.at = d.Default, None, d.at
				}
			}
		}
	}
}

// structsIn returns, for each variable with decoded arguments that a call passes to a
// function of the package, what that function does with the struct's fields; see
// [Package.fieldsIn].
func (s *scan) structsIn(call *ast.CallExpr) map[types.Object]map[string]Read {
	fn := typeutil.StaticCallee(s.p.Info, call)
	if fn == nil || fn.Pkg() != s.p.Pkg || len(s.fields) == 0 {
		return nil
	}
	out := map[types.Object]map[string]Read{}
	for i := -1; i < fn.Signature().Params().Len(); i++ {
		arg := argument(call, i)
		if arg == nil {
			continue
		}
		arg = ast.Unparen(arg)
		if addr, ok := arg.(*ast.UnaryExpr); ok && addr.Op == token.AND {
			arg = addr.X
		}
		if obj := s.object(arg); s.fields[obj] != nil {
			out[obj] = s.p.fieldsIn(fn, i)
		}
	}
	return out
}

// demandedBy returns the fields without which the function that e calls returns an
// error. It leaves out fields that the caller sets itself.
func (d *demands) demandedBy(e ast.Expr) []*found {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return nil
	}
	var out []*found
	for obj, known := range d.structsIn(call) {
		for _, r := range d.unset[obj] {
			if k := known[r.Key]; k.Demanded {
				r.demands, r.zero, r.why = true, k.Zero, k.at
				out = append(out, r)
			}
		}
	}
	return out
}

// refusedBy returns the arguments that the call e passes to a function which fails if they
// are "" or 0, and that are so if they are missing.
func (d *demands) refusedBy(e ast.Expr) (out []*found) {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return nil
	}
	for _, i := range d.p.refuses(typeutil.StaticCallee(d.p.Info, call)) {
		arg := argument(call, i)
		if arg == nil {
			continue
		}
		r := d.fieldOf(arg)
		if r != nil {
			r.why = arg.Pos()
		} else if r = d.zeros[d.object(arg)]; r == nil {
			if r = d.byExpr[ast.Unparen(arg)]; r == nil || !zeroDefault(r) {
				continue
			}
		}
		r.demands, r.zero = true, true
		out = append(out, r)
	}
	return out
}

// zeroDefault reports whether a reader returns "" or 0 for a missing argument.
func zeroDefault(r *found) bool { return r.Default == `""` || r.Default == "0" }

// refuses returns the numbers of the parameters for which a function always returns an error
// if they are "" or 0. In 9 of about 70 public repositories, 24 arguments get there.
func (p *Package) refuses(fn *types.Func) (out []int) {
	if fn == nil || fn.Signature().Variadic() {
		return nil
	}
	fn = fn.Origin()
	if fn.Pkg() != p.Pkg {
		if sum := p.Known(p.key(fn)); sum != nil {
			return sum.Refuses
		}
		return nil
	}
	p.index()
	decl, done := p.decls[p.key(fn)], p.refused[fn] != nil
	if decl == nil || done {
		return p.refused[fn]
	}
	p.refused[fn] = []int{} // it calls itself
	s := newScan(p, fn)
	s.bindIn(decl.Body)
	zeros := map[types.Object]*found{}
	for i := range fn.Signature().Params().Len() {
		v := fn.Signature().Params().At(i)
		if b, ok := v.Type().Underlying().(*types.Basic); ok && b.Info()&(types.IsString|types.IsNumeric) != 0 && s.writes[v] == 0 {
			zeros[v] = &found{Read: Read{KeyParam: None}, of: i}
		}
	}
	if len(zeros) == 0 {
		return nil
	}
	d := &demands{scan: s, body: decl.Body, oks: map[types.Object][]*found{}, zeros: maps.Clone(zeros)}
	d.list(decl.Body.List)
	for _, r := range zeros {
		if r.Demanded {
			out = append(out, r.of)
		}
	}
	slices.Sort(out)
	p.refused[fn] = append(p.refused[fn], out...)
	return p.refused[fn]
}

// sets reports whether a part of the source assigns a field.
func (p *Package) sets(v *types.Var, part ast.Node) bool {
	return slices.ContainsFunc(p.Tree.Uses(p.Info, v), func(c inspector.Cursor) bool {
		kind, _ := c.ParentEdge()
		return kind == edge.SelectorExpr_Sel && enclosing.Within(part, c.Node().Pos()) && changes(c.Parent())
	})
}

// fieldsIn returns the fields of a struct parameter for which a function applies a
// default or without which it fails, by the names of the arguments. The parameter -1
// is the receiver.
func (p *Package) fieldsIn(fn *types.Func, param int) map[string]Read {
	key := paramKey{fn.Origin(), param}
	if d, done := p.params[key]; done {
		return d
	}
	if p.params == nil {
		p.params = map[paramKey]map[string]Read{}
	}
	p.params[key] = nil // it calls itself
	p.index()
	decl := p.decls[p.key(fn)]
	if decl == nil {
		return nil
	}
	v := fn.Origin().Signature().Recv()
	if param >= 0 {
		v = fn.Origin().Signature().Params().At(param)
	}
	s := newScan(p, fn.Origin())
	if v == nil || !s.decodedAs(v.Type(), v, 0, decl.Pos()) {
		return nil
	}
	s.run(decl.Body)
	d := map[string]Read{}
	for _, r := range s.reads {
		if r.Field && (r.Default != "" || r.Demanded) {
			d[r.Key] = r.Read
		}
	}
	p.params[key] = d
	return d
}

// paramKey identifies a parameter of a function; the number -1 is the receiver.
type paramKey struct {
	fn     *types.Func
	number int
}

// isCall reports whether a parameter is the call as an SDK represents it, as in
// func(ctx, args, call fantasy.ToolCall) (fantasy.ToolResponse, error): its type and the
// result's type belong to one package, which is not the handler's.
func (s *scan) isCall(param ast.Expr, results *ast.FieldList) bool {
	if results == nil || len(results.List) == 0 {
		return false
	}
	home := func(e ast.Expr) *types.Package {
		if named, ok := types.Unalias(jsonfields.Pointee(s.p.Info.TypeOf(e))).(*types.Named); ok {
			return named.Obj().Pkg()
		}
		return nil
	}
	of := home(param)
	return of != nil && of != s.p.Pkg && of == home(results.List[0].Type)
}
