package main

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/schema"
	"github.com/schemavet/schemavet/schemafacts/signature"
)

// unresolved looks at the holes of a schema. Each must stand for a type that
// decides its own form, or the engine could say nothing and never be wrong.
func (c *comparison) unresolved(s *subject, n *schema.Node, output bool) {
	n.Walk(func(pointer string, n *schema.Node) bool {
		if n.Kind != schema.Unresolved {
			return true
		}
		c.holes++
		if strings.Contains(n.Text, "option string") && !output && hasMethod(n.Type, "UnmarshalText") {
			return true
		}
		if n.Type == nil && strings.HasSuffix(n.Text, "is generic") {
			return true // an implementation of a sealed interface
		}
		if n.Type == nil || !ownForm(n.Type, output) {
			c.differs(s, "hole", pointer, fmt.Sprintf("%s (type %v)", n.Text, n.Type))
		}
		return true
	})
}

// ownForm reports whether a method decides how values of t look, or t has no
// form at all.
func ownForm(t types.Type, output bool) bool {
	name := "UnmarshalJSON"
	if output {
		name = "MarshalJSON"
	}
	switch u := value(t).Underlying().(type) {
	case *types.Signature, *types.Chan:
		return !output
	case *types.Basic:
		if u.Info()&types.IsComplex != 0 {
			return !output
		}
	}
	i, ok := value(t).Underlying().(*types.Interface)
	return ok && i.NumMethods() > 0 && !output || hasMethod(t, name) || !output && fromNil(t)
}

// value is what a pointer points to, however often.
func value(t types.Type) types.Type {
	for {
		p, ok := t.Underlying().(*types.Pointer)
		if !ok {
			return types.Unalias(t)
		}
		t = p.Elem()
	}
}

func hasMethod(t types.Type, name string) bool {
	obj, _, _ := types.LookupFieldOrMethod(value(t), true, nil, name)
	_, ok := obj.(*types.Func)
	return ok
}

// fromNil reports whether a struct has UnmarshalText from an embedded pointer.
func fromNil(t types.Type) bool {
	_, index, indirect := types.LookupFieldOrMethod(value(t), true, nil, "UnmarshalText")
	return len(index) > 1 && indirect
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
