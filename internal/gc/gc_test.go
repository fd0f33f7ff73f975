package gc

import "testing"

func TestPercent(t *testing.T) {
	for _, c := range []struct {
		live uint64
		want int
	}{{0, most}, {10 << 20, most}, {roomy / 5, most}, {roomy / 2, 100}, {roomy * 9 / 10, least}, {roomy, least}, {10 * roomy, least}} {
		if got := percent(c.live); got != c.want {
			t.Errorf("%d bytes in use: %d percent, want %d", c.live, got, c.want)
		}
	}
}
