package schema

import "strings"

// Omitted returns what [Node.Resolved] leaves out of n, in document order, as
// holes: those of n, and in place of holes that are elements of an array the
// outermost such array, with the reason of its first hole.
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
