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

// brokenPromise returns the smallest result that an output schema did not allow, or ""
// if it allowed all results.
func brokenPromise(out *schema.Node) string {
	if len(out.Holes()) > 0 {
		return ""
	}
	free := schema.NewObject()
	free.Set("type", schema.NewString("object"))
	d := newDiffer("", out, free, Output)
	root := spot{}.next(newConj(false, part{d.old.root, d.old}), newConj(false, part{d.new.root, d.new}), "", step{})
	root.up = nil
	if v := d.searcher(root).all(); v != nil {
		return canonical(v)
	}
	return ""
}
