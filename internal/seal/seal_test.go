package seal

import (
	"bytes"
	"testing"
)

func Test(t *testing.T) {
	file := Add([]byte("package a\n\nvar x int\n"))
	for _, tt := range []struct {
		name string
		file []byte
		want bool
	}{
		{"as written", file, true},
		{"Windows", bytes.ReplaceAll(file, []byte("\n"), []byte("\r\n")), true},
		{"edited", bytes.Replace(file, []byte("int"), []byte("any"), 1), false},
		{"appended", append(bytes.Clone(file), "var y int\n"...), false},
		{"no digest", []byte("package a\n"), false},
		{"empty", nil, false},
	} {
		if got := Intact(tt.file); got != tt.want {
			t.Errorf("%s: Intact = %v, want %v", tt.name, got, tt.want)
		}
	}
}
