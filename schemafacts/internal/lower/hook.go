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

// longText is the length in bytes from which on a constant string may be the JSON of a tool.
const longText = 30

// valueHook returns the function that the program must call with the value of an expression,
// or "".
func (l *lowerer) valueHook(e ast.Expr, tv types.TypeAndValue) string {
	if l.rel.ValueHook == nil {
		return ""
	}
	if _, lit := e.(*ast.CompositeLit); !lit && (tv.Value == nil || tv.Value.Kind() != constant.String || len(tv.Value.ExactString()) < longText) {
		return ""
	}
	return l.rel.ValueHook(l.src.Info, e, tv)
}

// hooksFile reports whether the program must call a function with an embedded file.
func (l *lowerer) hooksFile(v types.Object) bool {
	pattern := l.embeds[v]
	return l.rel.ValueHook != nil && strings.Contains(pattern, ".json") && l.embed(pattern, v.(*types.Var)).Op == ir.OpCall
}

// callHook wraps a value in a call of the function that the program must call with it. The
// function returns its argument.
func (l *lowerer) callHook(e ast.Expr, tv types.TypeAndValue, n *ir.Node) *ir.Node {
	key := l.valueHook(e, tv)
	if key == "" {
		return n
	}
	fn := &ir.Node{Op: ir.OpFunc, Pos: n.Pos, Name: key}
	return &ir.Node{Op: ir.OpCall, Pos: n.Pos, Int: -1, Type: tv.Type, Kids: []*ir.Node{fn, n}}
}
