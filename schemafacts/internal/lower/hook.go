package lower

import (
	"go/ast"
	"go/constant"
	"go/types"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// The type of a map or a string does not show that it is a tool. A program calls a
// function with such a value, which a dialect models wherever the program runs.

// longText is the smallest length in bytes of a constant string that may be the JSON
// of a tool.
const longText = 30

// valueHook returns the key of the function that the lowered program must call with
// the value of an expression, or "" if the value cannot be a tool.
func (l *lowerer) valueHook(e ast.Expr, tv types.TypeAndValue) string {
	if l.rel.ValueHook == nil {
		return ""
	}
	if _, lit := e.(*ast.CompositeLit); !lit && (tv.Value == nil || tv.Value.Kind() != constant.String || len(tv.Value.ExactString()) < longText) {
		return ""
	}
	return l.rel.ValueHook(l.src.Info, e, tv)
}

// hooksFile reports whether the lowered program must call a function with the
// contents of the file that is embedded in v.
func (l *lowerer) hooksFile(v types.Object) bool {
	pattern := l.embeds[v]
	return l.rel.ValueHook != nil && strings.Contains(pattern, ".json") && !isEmbedFS(v.Type()) && l.embed(pattern, v.(*types.Var)).Op == ir.OpCall
}

// callHook wraps n, the value of an expression, in a call of the function that
// [lowerer.valueHook] returns. That function returns its argument. If there is no
// such function, callHook returns n.
func (l *lowerer) callHook(e ast.Expr, tv types.TypeAndValue, n *ir.Node) *ir.Node {
	key := l.valueHook(e, tv)
	if key == "" {
		return n
	}
	fn := &ir.Node{Op: ir.OpFunc, Pos: n.Pos, Name: key}
	return &ir.Node{Op: ir.OpCall, Pos: n.Pos, Int: -1, Type: tv.Type, Kids: []*ir.Node{fn, n}}
}
