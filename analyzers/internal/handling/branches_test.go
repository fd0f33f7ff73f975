package handling

import "testing"

// TestJoin checks that a value that only one of two branches sets is unknown afterwards, and
// that a branch that says nothing leaves it as it is.
func TestJoin(t *testing.T) {
	p := place{}
	set, none := map[place]worth{p: zero}, map[place]worth{}
	for _, c := range []struct {
		x, y map[place]worth
		how  joining
		want worth
	}{
		{set, none, certain, unknown},
		{none, set, certain, unknown},
		{set, set, certain, zero},
		{set, none, neutral, zero},
		{none, set, neutral, zero},
	} {
		if got := join(c.x, c.y, c.how)[p]; got != c.want {
			t.Errorf("%v and %v (%d): got %v, want %v", c.x, c.y, c.how, got, c.want)
		}
	}
}
