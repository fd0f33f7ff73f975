package handling

import (
	"encoding/json"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strconv"

	"github.com/schemavet/schemavet/internal/jsonmethod"
	"github.com/schemavet/schemavet/schemafacts"
	"golang.org/x/tools/go/types/typeutil"
)

// call examines a call to which arguments of the tool are passed. The callee is a reader
// of the SDK, a decoder, a function with a summary, or an unknown function.
func (s *scan) call(call *ast.CallExpr) {
	tv := s.p.Info.Types[call.Fun]
	if tv.IsType() {
		return
	}
	if tv.IsBuiltin() {
		if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok && (id.Name == "len" || id.Name == "delete") && len(call.Args) > 0 {
			if _, ok := s.of(call.Args[0]); ok {
				s.markUnderstood(call.Args[0])
			}
		}
		return
	}
	fn, _ := typeutil.Callee(s.p.Info, call).(*types.Func)
	if fn == nil || fn.Pkg() == nil {
		return
	}
	if from, to, ok := s.decodes(call); ok {
		s.decoded(call, from, to)
		return
	}
	if schemafacts.OfSDK(fn.Pkg().Path()) {
		s.reader(call, fn)
		return
	}
	if fn.Pkg().Path() == "encoding/json" && fn.Signature().Recv() != nil {
		s.markUnderstood(call.Fun) // for example DisallowUnknownFields
		return
	}
	if isJSON(fn, "Marshal") || slices.Contains(readers, fn.FullName()) {
		return // the variable that holds the result is examined
	}
	only := s.p.callee(call)
	if only == nil {
		return
	}
	if sum := s.p.summary(only); sum != nil {
		s.helper(call, sum)
		for _, arg := range call.Args {
			if number, ok := s.of(arg); ok && only != fn {
				s.lost[number] = true // a package that imports this one may have another implementation
			}
		}
	}
}

// reader records the argument that a call of the SDK reads. The function or method
// takes the request and the name of an argument, such as request.GetString("name",
// "").
func (s *scan) reader(call *ast.CallExpr, fn *types.Func) {
	sig, at := fn.Signature(), 0
	if sig.Recv() == nil {
		at = 1
	}
	holder := argument(call, at-1)
	number, ok := s.of(holder)
	if !ok {
		return
	}
	if len(call.Args) == 0 {
		if _, ok := s.of(call); !ok {
			s.markUnderstood(holder) // the session or the header
		}
		return
	}
	if len(call.Args) <= at || sig.Params().Len() <= at || sig.Results().Len() == 0 || !types.Identical(sig.Params().At(at).Type(), types.Typ[types.String]) {
		return
	}
	r := &found{Read: Read{KeyParam: None, TypeParam: None, DefaultParam: None, at: call.Args[at].Pos()}, of: number}
	if !s.key(&r.Read, call.Args[at]) {
		return
	}
	res := sig.Results()
	if k := jsonmethod.Plain(res.At(0).Type()); sig.Recv() != nil && (k == "string" || k == "array") {
		r.Types = []string{k}
	} else {
		r.Converts = true // readers of numbers and booleans convert
	}
	r.Elems = elementsOf(res.At(0).Type())
	r.Demanded = res.Len() == 2 && sig.Params().Len() == at+1
	r.NotNull = r.Demanded
	if sig.Params().Len() == at+2 && len(call.Args) == at+2 {
		r.Default = s.constant(call.Args[at+1])
		r.DefaultParam = s.param(call.Args[at+1])
	}
	s.markUnderstood(holder)
	s.byExpr[call], s.byCall[call], r.expr, r.byCall = r, []*found{r}, call, true
	s.reads = append(s.reads, r)
}

// constant returns the value of a constant expression as JSON, or "" for any other
// expression.
func (s *scan) constant(e ast.Expr) string {
	if tv := s.p.Info.Types[e]; tv.Value != nil {
		return jsonText(asWritten(tv))
	}
	return ""
}

// asWritten returns the value of a constant. For a float32 it returns the shortest
// decimal that denotes the same float32, so that 0.1 stays 0.1.
func asWritten(tv types.TypeAndValue) constant.Value {
	if b, ok := tv.Type.Underlying().(*types.Basic); ok && b.Kind() == types.Float32 {
		f, _ := constant.Float32Val(tv.Value)
		return constant.MakeFromLiteral(strconv.FormatFloat(float64(f), 'g', -1, 32), token.FLOAT, 0)
	}
	return tv.Value
}

// jsonText returns a constant as JSON, or "" if it is a complex number.
func jsonText(c constant.Value) string {
	var v any
	switch c.Kind() {
	case constant.String:
		v = constant.StringVal(c)
	case constant.Float:
		v, _ = constant.Float64Val(c)
	case constant.Bool, constant.Int:
		return c.ExactString()
	}
	text, err := json.Marshal(v)
	if v == nil || err != nil {
		return ""
	}
	return string(text)
}

// literalText returns the constant that jsonText encodes as a text, or nil for "".
func literalText(text string) constant.Value {
	switch {
	case text == "":
		return nil
	case text == "true", text == "false":
		return constant.MakeBool(text == "true")
	case text[0] == '"':
		return constant.MakeFromLiteral(text, token.STRING, 0)
	}
	c := constant.MakeFromLiteral(text, token.FLOAT, 0)
	if i := constant.ToInt(c); i.Kind() == constant.Int {
		return i
	}
	return c
}

// helper applies the summary of a function to a call that passes it arguments of the
// tool: the caller then reads what the function reads.
func (s *scan) helper(call *ast.CallExpr, sum *Func) {
	for _, p := range sum.Params {
		arg := argument(call, p.Number)
		if arg == nil {
			continue
		}
		number, ok := s.of(arg)
		if !ok {
			continue
		}
		if p.Open {
			s.lost[number] = true
		}
		for _, r := range p.Reads {
			one := &found{Read: r, of: number}
			one.at = call.Pos()
			if r.Key == "" {
				key := argument(call, r.KeyParam)
				if key == nil || !s.key(&one.Read, key) {
					s.lost[number] = true
					continue
				}
				one.at, one.named, one.Home = key.Pos(), token.NoPos, ""
				if one.Key != "" {
					one.KeyParam = None
				}
			}
			if r.DefaultParam >= 0 {
				if e := argument(call, r.DefaultParam); e != nil {
					one.Default, one.DefaultParam = s.constant(e), s.param(e)
				}
			}
			if r.Default == zeroOfType {
				one.Default = s.zeroOf(call)
			}
			if r.Flag != nil {
				s.decide(&one.Read, argument(call, r.Flag.Param))
			}
			s.instance(call, &one.Read)
			one.Types, one.Elems = slices.Clone(one.Types), slices.Clone(one.Elems)
			one.expr, one.byCall = call, true
			if len(sum.Params) == 1 && p.oneArgument() && (s.byExpr[call] == nil || !one.Asked) {
				s.byExpr[call] = one
			}
			s.byCall[call] = append(s.byCall[call], one)
			s.reads = append(s.reads, one)
		}
		for _, d := range p.decoded {
			d.of = number
			s.decodings = append(s.decodings, d)
		}
		s.decodedBy(call, p, number)
		if sum.Whole != p.Number {
			s.markUnderstood(arg)
		}
	}
}

// oneArgument reports whether all reads are of one argument.
func (p Param) oneArgument() bool {
	return !slices.ContainsFunc(p.Reads, func(r Read) bool { return r.Key != p.Reads[0].Key || r.KeyParam != p.Reads[0].KeyParam })
}

// zeroOf returns the zero value of the first result of a call, in the form of [Read.Default].
func (s *scan) zeroOf(call *ast.CallExpr) string {
	t := s.p.Info.TypeOf(call)
	if list, ok := t.(*types.Tuple); ok && list.Len() > 0 {
		t = list.At(0).Type()
	}
	switch w := zeroOf(t); {
	case w.c != nil:
		return jsonText(w.c)
	case w.kind == zeroAny:
		return zeroOfType
	}
	return ""
}

// instance replaces the type parameter in a read of a generic function by the type
// argument of the call.
func (s *scan) instance(call *ast.CallExpr, r *Read) {
	if r.TypeParam < 0 {
		return
	}
	t := s.typeArgument(call, r.TypeParam)
	if t == nil {
		r.TypeParam, r.Types = None, nil
		return
	}
	r.TypeParam = s.typeParam(t)
	others := r.Types
	r.Types = nil
	if r.TypeParam != None || types.IsInterface(t) {
		return
	}
	if k := decodedType(t); k != "" {
		r.Types = append(slices.Clone(others), k)
	} else if len(others) == 0 {
		r.Types, r.Never = []string{""}, types.TypeString(t, (*types.Package).Name)
	}
}

// typeArgument returns the type argument with a number in a call of a generic
// function, or nil if it is unknown.
func (s *scan) typeArgument(call *ast.CallExpr, number int) types.Type {
	fun := ast.Unparen(call.Fun)
	switch f := fun.(type) {
	case *ast.IndexExpr:
		fun = f.X
	case *ast.IndexListExpr:
		fun = f.X
	}
	if sel, ok := fun.(*ast.SelectorExpr); ok {
		fun = sel.Sel
	}
	if args := s.p.Info.Instances[identOf(fun)].TypeArgs; number < args.Len() {
		return args.At(number)
	}
	return nil
}

// typeParam returns the number of the function's type parameter t, or None if t is
// not one.
func (s *scan) typeParam(t types.Type) int {
	if tp, ok := types.Unalias(t).(*types.TypeParam); ok && s.fn != nil {
		if i := slices.Index(slices.Collect(s.fn.Signature().TypeParams().TypeParams()), tp); i >= 0 {
			return i
		}
	}
	return None
}

// decodedType returns the JSON type whose values encoding/json decodes into an
// interface as the Go type t, such as "number" for float64. It returns "" if there is
// none.
func decodedType(t types.Type) string {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		switch t.Kind() {
		case types.String:
			return "string"
		case types.Bool:
			return "boolean"
		case types.Float64:
			return "number"
		}
	case *types.Slice:
		if isAny(t.Elem()) {
			return "array"
		}
	case *types.Map:
		if isMap(t) {
			return "object"
		}
	}
	return ""
}
