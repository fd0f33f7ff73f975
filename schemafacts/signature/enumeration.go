package signature

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"
)

// shape describes how constants are computed, which distinguishes enumerations from
// other constants.
type shape int

const (
	shifted shape = 1 << iota // from a shift
	scaled                    // from another constant of the type, times something
	joined                    // values of the type are joined by | somewhere
)

func (t *Type) note(s shape) { t.shape |= s }

// shape returns the shape of the expression of a constant. It searches for shifts,
// and for products with constants of type t.
func (r *reader) shape(e ast.Expr, t types.Type) shape {
	var s shape
	ast.Inspect(e, func(n ast.Node) bool {
		b, ok := n.(*ast.BinaryExpr)
		if !ok {
			return true
		}
		switch b.Op {
		case token.SHL:
			s |= shifted
		case token.MUL, token.QUO:
			for _, x := range []ast.Expr{b.X, b.Y} {
				if id, ok := ast.Unparen(x).(*ast.Ident); ok {
					c, _ := r.info.Uses[id].(*types.Const)
					if c != nil && c.Pkg() == r.pkg && types.Identical(c.Type(), t) {
						s |= scaled
					}
				}
			}
		}
		return true
	})
	return s
}

// enumeration reports whether the constants of a type are all values that the type
// has. Flags are not, because they can be combined, nor are units, because they can
// be multiplied. A single number is a default or a limit.
func (t *Type) enumeration() bool {
	if len(t.Consts) == 0 || t.Consts[0].Value[0] == '"' {
		return len(t.Consts) > 0
	}
	return len(t.Consts) > 1 && t.shape&scaled == 0 && !(t.shape&(shifted|joined) != 0 && t.flags())
}

// flags reports whether all constants are single bits or combinations of bits. Two
// constants that are declared with a shift count as flags only if code combines them.
func (t *Type) flags() bool {
	bits := constant.MakeInt64(0)
	var values []constant.Value
	for _, c := range t.Consts {
		v := constant.MakeFromLiteral(c.Value, token.INT, 0)
		if c.Value[0] == '-' || v.Kind() != constant.Int {
			return false
		}
		values = append(values, v)
		less := constant.BinaryOp(v, token.SUB, constant.MakeInt64(1))
		if constant.Sign(v) > 0 && constant.Sign(constant.BinaryOp(v, token.AND, less)) == 0 {
			bits = constant.BinaryOp(bits, token.OR, v)
		}
	}
	for _, v := range values {
		if constant.Sign(constant.BinaryOp(v, token.AND_NOT, bits)) != 0 {
			return false
		}
	}
	return len(values) > 2 || t.shape&joined != 0
}

// joins records the types whose values the package combines with the operator |.
func (r *reader) joins(f *ast.File) {
	note := func(x ast.Expr) {
		n, ok := types.Unalias(r.info.TypeOf(x)).(*types.Named)
		if ok && n.Obj().Pkg() == r.pkg {
			r.typ(n.Origin().Obj()).note(joined)
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if n.Op == token.OR {
				note(n)
			}
		case *ast.AssignStmt:
			if n.Tok == token.OR_ASSIGN {
				note(n.Lhs[0])
			}
		}
		return true
	})
}

// counter drops an unexported last constant that only counts the others, such as
// numStates. Its value is the largest of the others plus one. Its name, or its use as
// the length of an array, shows its purpose.
func (r *reader) counter(t *Type) {
	n := len(t.Consts) - 1
	if n < 1 || t.Consts[n].Value[0] == '"' || ast.IsExported(t.Consts[n].Name) {
		return
	}
	last := constant.MakeFromLiteral(t.Consts[n].Value, token.INT, 0)
	for _, c := range t.Consts[:n] {
		if v := constant.MakeFromLiteral(c.Value, token.INT, 0); !constant.Compare(v, token.LSS, last) {
			return
		}
	}
	before := constant.BinaryOp(last, token.SUB, constant.MakeInt64(1))
	exported := !slices.ContainsFunc(t.Consts[:n], func(c Const) bool { return !ast.IsExported(c.Name) })
	follows := slices.ContainsFunc(t.Consts[:n], func(c Const) bool {
		return constant.Compare(constant.MakeFromLiteral(c.Value, token.INT, 0), token.EQL, before)
	})
	if name := t.Consts[n].Name; follows && (hasWord(name, "num", "n", "count", "total", "len", "sentinel") ||
		exported && hasWord(name, "max", "end", "last", "limit", "size") || r.isLength(name)) {
		t.Consts = t.Consts[:n]
	}
}

// hasWord reports whether a name begins or ends with one of words, as numStates and
// state_count do.
func hasWord(name string, words ...string) bool {
	parts := strings.FieldsFunc(wordStarts.ReplaceAllString(name, "${1}_$2"), func(c rune) bool { return c == '_' })
	return len(parts) > 0 && (slices.Contains(words, strings.ToLower(parts[0])) || slices.Contains(words, strings.ToLower(parts[len(parts)-1])))
}

var wordStarts = regexp.MustCompile(`([a-z0-9])([A-Z])`)

// isLength reports whether a constant of the package is the length of an array.
func (r *reader) isLength(name string) bool {
	obj := r.pkg.Scope().Lookup(name)
	found := false
	for _, f := range r.files {
		ast.Inspect(f, func(n ast.Node) bool {
			if a, ok := n.(*ast.ArrayType); ok && a.Len != nil {
				if id, ok := ast.Unparen(a.Len).(*ast.Ident); ok && r.info.Uses[id] == obj {
					found = true
				}
			}
			return !found
		})
	}
	return found
}
