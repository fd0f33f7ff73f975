package handlerargs

import (
	"go/types"

	"github.com/schemavet/schemavet/analyzers/internal/handling"
)

// parts compares the structs into which handlers decode one argument with the schemas, and
// reports their fields that no code reads.
func (c *checker) parts(list []*handler) {
	var order []handling.Decoded
	by := map[[2]any]*decodedStruct{}
	at := func(d handling.Decoded) [2]any { return [2]any{d.Key, identity(d.Type)} }
	for _, h := range list {
		for _, d := range h.Decoded {
			if d.Key == "" {
				continue
			}
			if by[at(d)] == nil {
				order = append(order, d)
				by[at(d)] = &decodedStruct{typ: d.Type}
			}
			s := by[at(d)]
			s.tools, s.open = append(s.tools, h.tools...), s.open || h.doubtful
		}
	}
	for _, h := range c.code.Unclaimed() {
		for _, d := range h.Decoded {
			delete(by, at(d))
		}
	}
	for _, d := range order {
		part := by[at(d)]
		if part == nil || part.open {
			continue
		}
		s := structsIn(part.tools, []string{d.Key}, d.Type)
		if s == nil {
			continue
		}
		c.below(s, d.Var.(*types.Var))
		paths, written := c.code.FieldUses([]types.Type{s.typ}).Unread(s.typ)
		for _, path := range paths {
			c.idleField(s, path, written)
		}
	}
}
