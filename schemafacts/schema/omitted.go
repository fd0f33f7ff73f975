package schema

import "strings"

// Omitted returns the parts of n that [Node.Resolved] omits, in document order. These
// are the holes of n. For holes in the elements of an array, it returns the outermost
// such array once, with the reason of its first hole.
func (n *Node) Omitted() []Hole {
	var out []Hole
	for _, h := range n.Holes() {
		for h.Path != "" {
			parent := h.Path[:strings.LastIndexByte(h.Path, '/')]
			if n.Lookup(parent).Kind != Array {
				break
			}
			h.Path = parent
		}
		if len(out) == 0 || out[len(out)-1].Path != h.Path {
			out = append(out, h)
		}
	}
	return out
}
