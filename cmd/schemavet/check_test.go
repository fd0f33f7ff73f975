package main

import (
	"slices"
	"testing"
)

func TestSortFindings(t *testing.T) {
	f := func(path string, line, column int, check, message string) finding {
		return finding{path: path, Line: line, Column: column, Check: check, Message: message}
	}
	want := []finding{
		f("a.go", 2, 9, "x", "m"),
		f("a.go", 10, 1, "x", "m"),
		f("a.go", 10, 1, "x", "n"),
		f("a.go", 10, 1, "y", "a"),
		f("a.go", 10, 3, "a", "a"),
		f("b.go", 1, 1, "a", "a"),
	}
	got := append(slices.Clone(want), want[3], want[0])
	slices.Reverse(got)
	if got = sortFindings(got); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
