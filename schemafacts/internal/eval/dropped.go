package eval

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Drop is a part of a schema that code has read and did not recognize, so that it may be
// lost.
type Drop struct {
	// Pos is the place of the assertion, of the clause for all other values, or of the call
	// that decodes.
	Pos token.Pos
	// Keyword is the keyword of the part, and Value is its value, or an element of it if
	// Element is set. Want is the asserted type, nil for a switch over values.
	Keyword string
	Value   value.Value
	Element bool
	Want    types.Type
	// From is JSON that was decoded into a value, and To is what is left of it. Both are nil
	// for other drops.
	From, To *schema.Node
}

// schemaKeywords are keywords of JSON Schema whose values code copies. The first ones are
// lists, which code often copies by element.
var schemaKeywords = []string{"enum", "required", "examples", "properties", "items", "type", "default", "minimum", "maximum", "minLength",
	"maxLength", "minItems", "maxItems", "anyOf", "oneOf", "additionalProperties", "pattern", "format"}

var listKeywords = schemaKeywords[:3]

// fails records a failed assertion on a known value that is a part of a schema.
func (m *Machine) fails(f *frame, n *ir.Node, x value.Value, t types.Type) {
	if value.IsNil(x) {
		return
	}
	if key, element := keywordOf(f.fn, n.X(), 0); key != "" {
		m.Drops = append(m.Drops, Drop{Pos: n.Pos, Keyword: key, Value: x, Element: element, Want: t})
	}
}

// otherwise records that the last branch of a chain of conditions runs, for a type that is in
// none of them.
func (m *Machine) otherwise(f *frame, n *ir.Node) {
	cond, els := n.Cond(), n.Else()
	for cond.Op == ir.OpBinary && cond.Token() == token.LOR {
		cond = cond.X()
	}
	if cond.Op != ir.OpBinary || cond.Token() != token.EQL || els.Op != ir.OpBlock || len(els.Kids) == 0 {
		return
	}
	if y := cond.Y(); y.Op != ir.OpConst || y.Val == nil || y.Val.Kind() != constant.String {
		return
	}
	if key, element := keywordOf(f.fn, cond.X(), 0); key != "type" || element {
		return
	}
	x := m.eval(f, cond.X())
	if text, ok := value.StringOf(x); ok && text != "" && text != "string" {
		m.Drops = append(m.Drops, Drop{Pos: els.Pos, Keyword: "type", Value: x})
	}
}

// keywordOf returns the keyword of a schema whose value an expression is, as far as the
// function shows. element reports whether it is an element of the value.
func keywordOf(fn *ir.Func, n *ir.Node, depth int) (key string, element bool) {
	if depth > 6 {
		return "", false
	}
	switch n.Op {
	case ir.OpAssert, ir.OpConvert:
		return keywordOf(fn, n.X(), depth+1)
	case ir.OpIndex:
		if y := n.Y(); y.Op == ir.OpConst && y.Val != nil && y.Val.Kind() == constant.String && slices.Contains(schemaKeywords, constant.StringVal(y.Val)) {
			return constant.StringVal(y.Val), false
		}
	case ir.OpLocal:
		is := func(v *ir.Node) bool { return (v.Op == ir.OpLocal || v.Op == ir.OpDeclare) && v.Int == n.Int }
		ir.Walk(fn.Body, func(s *ir.Node) bool {
			switch {
			case key != "" || s.Op == ir.OpClosure:
				return false
			case s.Op == ir.OpDeclare && s.Int == n.Int && len(s.Kids) == 1:
				key, element = keywordOf(fn, s.Kids[0], depth+1)
			case s.Op == ir.OpAssign && len(s.Values()) == 1 && is(s.Targets()[0]):
				key, element = keywordOf(fn, s.Values()[0], depth+1)
			case s.Op == ir.OpRange && is(s.Elem()):
				if of, _ := keywordOf(fn, s.X(), depth+1); slices.Contains(listKeywords, of) {
					key, element = of, true
				}
			}
			return true
		})
	}
	return key, element
}
