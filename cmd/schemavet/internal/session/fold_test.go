package session

import "testing"

func TestFoldLines(t *testing.T) {
	for _, tt := range [][2]string{
		{"short\n", "short\n"},
		{"  exactly ten\n", "  exactly\n      ten\n"},
		{"0123456789\n", "0123456789\n"},
		{"012 456 89\n", "012 456 89\n"},
		{"012 456 890\n", "012 456\n    890\n"},
		{"01234567890123 5 789\n", "01234567890123\n    5 789\n"},
		{"é   é   é   é\n", "é   é   é\n    é\n"},
		{"  a  b  0123456789 c\nd\n", "  a  b\n      0123456789\n      c\nd\n"},
	} {
		if got := foldLines(tt[0], 10); got != tt[1] {
			t.Errorf("foldLines(%q) = %q, want %q", tt[0], got, tt[1])
		}
	}
}
