package compat

import "github.com/schemavet/schemavet/schemafacts/schema"

// smallestCall returns the smallest arguments that a tool accepts, or "" if they are
// unknown.
func smallestCall(tool *schema.Node) string {
	in := tool.Get("inputSchema")
	if in == nil || len(in.Holes()) > 0 {
		return ""
	}
	d := newDiffer("", in, in, Input)
	w := newFinder(d.policy, witnessSteps)
	for _, v := range w.pool(newConj(true, part{d.old.root, d.old}), nil, 0) {
		if v.Kind == schema.Object {
			return canonical(v)
		}
	}
	return ""
}
