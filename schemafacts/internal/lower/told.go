package lower

import (
	"go/ast"
	"go/constant"
	"go/types"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// Some values have no type that says what they are: a map, a text. A program
// tells a function of them, which is known wherever the program runs.

// longText is from how many bytes on a text can be something to tell of.
const longText = 30

// told returns the function that is to be told of the value of an expression.
func (l *lowerer) told(e ast.Expr, tv types.TypeAndValue) string {
	if l.rel.Told == nil {
		return ""
	}
	if _, lit := e.(*ast.CompositeLit); !lit && (tv.Value == nil || tv.Value.Kind() != constant.String || len(tv.Value.ExactString()) < longText) {
		return ""
	}
	return l.rel.Told(l.src.Info, e, tv)
}

// toldOfFile reports whether somebody is to be told of an embedded file.
func (l *lowerer) toldOfFile(v types.Object) bool {
	pattern := l.embeds[v]
	return l.rel.Told != nil && strings.Contains(pattern, ".json") && l.embed(pattern, v.(*types.Var)).Op == ir.OpCall
}

// tell has the function that is to be told of a value be given it: it returns
// what it gets.
func (l *lowerer) tell(e ast.Expr, tv types.TypeAndValue, n *ir.Node) *ir.Node {
	key := l.told(e, tv)
	if key == "" {
		return n
	}
	fn := &ir.Node{Op: ir.OpFunc, Pos: n.Pos, Name: key}
	return &ir.Node{Op: ir.OpCall, Pos: n.Pos, Int: -1, Type: tv.Type, Kids: []*ir.Node{fn, n}}
}
