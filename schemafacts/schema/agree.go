package schema

// Agree reports whether two documents are equal except where one of them is
// unresolved.
func Agree(a, b *Node) bool {
	switch {
	case a == nil && b == nil:
		return true
	case a != nil && a.Kind == Unresolved, b != nil && b.Kind == Unresolved:
		return true
	case a == nil || b == nil || a.Kind != b.Kind:
		return false
	case a.Kind == Object:
		for _, m := range a.Members {
			if !Agree(m.Value, b.Get(m.Name)) {
				return false
			}
		}
		for _, m := range b.Members {
			if !a.Has(m.Name) && !Agree(nil, m.Value) {
				return false
			}
		}
		return true
	case a.Kind == Array:
		for i := range min(len(a.Elems), len(b.Elems)) {
			if !Agree(a.Elems[i], b.Elems[i]) {
				return false
			}
		}
		return len(a.Elems) == len(b.Elems)
	}
	return Equal(a, b)
}
