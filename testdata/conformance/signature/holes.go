package main

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/engine/signature"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// unresolved looks at the holes of a schema. Each must stand for a type that
// decides its own form, or the engine could say nothing and never be wrong.
func (c *comparison) unresolved(s *subject, n *schema.Node, output bool) {
	n.Walk(func(pointer string, n *schema.Node) bool {
		if n.Kind != schema.Unresolved {
			return true
		}
		c.holes++
		if n.Type == nil || !ownForm(n.Type, output) {
			c.differs(s, "hole", pointer, fmt.Sprintf("%s (type %v)", n.Text, n.Type))
		}
		return true
	})
}

// ownForm reports whether a method decides how values of t look, or t has no
// form at all.
func ownForm(t types.Type, output bool) bool {
	t = types.Unalias(t)
	for {
		p, ok := t.Underlying().(*types.Pointer)
		if !ok {
			break
		}
		t = types.Unalias(p.Elem())
	}
	name := "UnmarshalJSON"
	if output {
		name = "MarshalJSON"
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
	if _, ok := obj.(*types.Func); ok {
		return true
	}
	i, ok := t.Underlying().(*types.Interface)
	return ok && i.NumMethods() > 0 && !output
}

// problems looks at what the engine complains of. Rules fit their types here,
// so it has to complain of what cannot be decoded or encoded only.
func (c *comparison) problems(s *subject, odd bool) {
	said := false
	for _, p := range s.said.Problems {
		switch p.Rule {
		case signature.RuleUnknownType, signature.RuleDecode, signature.RuleEncode:
			said = said || strings.HasPrefix(p.Path, "/inputSchema")
		default:
			c.differs(s, "problem", p.Path, p.Msg)
		}
		if !p.Pos.IsValid() {
			c.differs(s, "problem", p.Path, "no position: "+p.Msg)
		}
	}
	if said != odd {
		c.differs(s, "problem", "", fmt.Sprintf("problems %v", s.said.Problems))
	}
}
