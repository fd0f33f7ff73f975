package handling

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/schemavet/schemavet/internal/enclosing"
	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/internal/jsonmethod"
	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/schemafacts"
	"golang.org/x/tools/go/types/typeutil"
)

// This file finds the structs into which arguments are decoded.

// decoded examines a call that decodes arguments from one expression into another, a
// map or a struct. The fields of a struct are arguments that the function reads.
func (s *scan) decoded(call *ast.CallExpr, from, to ast.Expr) {
	number, ok := s.of(from)
	if !ok {
		if obj := s.object(to); obj != nil && isCall(obj.Type(), 4) {
			s.markUnderstood(to) // the whole call is decoded into it
		}
		return
	}
	if obj := s.object(to); obj != nil && isMap(obj.Type()) {
		if _, holds := s.vars[obj]; holds && s.writes[obj] <= 1 {
			s.markUnderstood(from)
			s.markUnderstood(to)
		}
		return
	}
	if s.decodesInto(to, s.p.Info.TypeOf(to), s.object(to), number, call.Pos()) {
		s.markUnderstood(from)
	}
}

// decodesInto records that arguments are decoded into a value of type t: a parameter, a type
// parameter or a struct. e is the expression to which they are decoded, or nil; obj is the
// variable with the value, or nil. It returns false for any other value.
func (s *scan) decodesInto(e ast.Expr, t types.Type, obj types.Object, number int, at token.Pos) bool {
	if t == nil {
		return false
	}
	if i := s.param(e); i >= 0 && types.IsInterface(t) {
		s.into[number] = append(s.into[number], i)
		return true
	}
	if i := s.typeParam(jsonfields.Pointee(t)); i >= 0 {
		s.types[number] = append(s.types[number], i)
		return true
	}
	return s.decodedAs(t, obj, number, at)
}

// decodedAs records that arguments are decoded into a struct type, and that the
// function reads an argument for each of its fields. obj is the variable with the
// struct, or nil. It returns false if the type is not a struct.
func (s *scan) decodedAs(t types.Type, obj types.Object, number int, at token.Pos) bool {
	if _, ok := structOf(t); !ok || jsonmethod.Reads(jsonfields.Pointee(t)).Kind == jsonmethod.JSON {
		return false
	}
	s.decodings = append(s.decodings, decoding{number, Decoded{Type: t, Var: obj}})
	fields := map[*types.Var]*found{}
	for _, f := range ArgumentFields(t) {
		r := &found{Read: Read{Key: f.Name, KeyParam: None, TypeParam: None, DefaultParam: None, Field: true, at: at}, of: number}
		s.reads = append(s.reads, r)
		r.embedded = len(f.Path) > 1
		fields[f.Field()] = r
	}
	if obj != nil {
		s.fields[obj] = fields
	}
	return true
}

// decodedParts records the variables into which the JSON of one argument is decoded:
//
//	data, err := json.Marshal(args["steps"])
//	err = json.Unmarshal(data, &steps)
func (s *scan) decodedParts(part ast.Node) {
	for n := range s.p.Tree.In(part, (*ast.CallExpr)(nil)) {
		call := n.(*ast.CallExpr)
		from, to, ok := s.decodes(call)
		if !ok || s.object(from) == nil || s.object(to) == nil || s.writes[s.object(from)] != 1 {
			continue
		}
		for made, obj := range s.results {
			fn, _ := typeutil.Callee(s.p.Info, made).(*types.Func)
			if obj != s.object(from) || fn == nil || !isJSON(fn, "Marshal") {
				continue
			}
			if r := s.argument(made.Args[0]); r != nil && r.Key != "" {
				s.decodings = append(s.decodings, decoding{r.of, Decoded{s.object(to).Type(), s.object(to), r.Key}})
			}
		}
	}
}

// decodedInto returns the structs into which a handler decodes the arguments of a
// call.
func (s *scan) decodedInto() []Decoded {
	var out []Decoded
	for _, d := range s.decodings {
		if d.of == 0 {
			out = append(out, d.Decoded)
		}
	}
	return out
}

// decodedBy applies the summary of a helper that decodes arguments: into a variable
// that the call passes, or into a result whose type is a type argument.
func (s *scan) decodedBy(call *ast.CallExpr, p Param, number int) {
	for _, n := range p.Into {
		arg := pointed(argument(call, n))
		if arg == nil || !s.decodesInto(arg, s.p.Info.TypeOf(arg), s.object(arg), number, call.Pos()) {
			s.lost[number] = true
		}
	}
	for _, n := range p.Types {
		if !s.decodesInto(nil, s.typeArgument(call, n), s.results[call], number, call.Pos()) {
			s.lost[number] = true
		}
	}
}

// Reflection is a call that derives a schema from its type argument, as in
// WithInputSchema[Input]().
type Reflection struct {
	*ast.CallExpr
	Func *types.Func
	Type types.Type
}

// Reflections returns the reflections among the arguments of the call that receives a tool's
// name.
func Reflections(r *report.Reporter, t *schemafacts.Tool) (out []Reflection) {
	for _, n := range enclosing.Path(r.Pass.Files, t.NamePos) {
		call, ok := n.(*ast.CallExpr)
		if !ok || t.NamePos < call.Lparen {
			continue
		}
		for _, arg := range call.Args {
			if option, ok := ast.Unparen(arg).(*ast.CallExpr); ok {
				if fn, typ := TypeArgument(r.Pass.TypesInfo, option); fn != nil {
					out = append(out, Reflection{option, fn, typ})
				}
			}
		}
		break
	}
	return out
}

// TypeArgument returns the generic function that a call names with one explicit type argument,
// and that argument. It returns nil for any other call.
func TypeArgument(info *types.Info, call *ast.CallExpr) (*types.Func, types.Type) {
	ix, ok := ast.Unparen(call.Fun).(*ast.IndexExpr)
	fn, isFunc := typeutil.Callee(info, call).(*types.Func)
	if !ok || !isFunc || fn.Pkg() == nil || !info.Types[ix.Index].IsType() {
		return nil, nil
	}
	return fn, info.TypeOf(ix.Index)
}

// arguments implements [Handlers.Arguments] for the handler n.
func (p *Package) arguments(n ast.Node) types.Type {
	_, sig := p.bodyOf(n)
	if sig == nil || sig.Params().Len() != 3 {
		return nil
	}
	if _, checked := schemafacts.Request(sig.Params().At(1).Type()); !checked {
		return nil
	}
	args := jsonfields.Pointee(sig.Params().At(2).Type())
	if isTypeParam(args) {
		return nil // of a function that registers many handlers
	}
	return args
}
