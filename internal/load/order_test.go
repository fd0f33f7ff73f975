package load

import (
	"errors"
	"fmt"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestOrder checks that positions are in the order of packages and their files,
// although files are parsed concurrently, and that lines are correct.
func TestOrder(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		name = filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module example.com/m\n\ngo 1.25.0\n")
	var want []string
	for i := range 40 {
		name := fmt.Sprintf("p%02d", i)
		// The later ones are done sooner.
		filler := 500 * (40 - i)
		write(name+"/"+name+".go", fmt.Sprintf("package m\n\n%s\nvar V int\n", strings.Repeat("// filler\n", filler)))
		want = append(want, fmt.Sprintf("%s.go:%d", name, filler+4))
	}
	prog, err := Load(Config{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	var at []token.Pos
	for _, p := range prog.Roots {
		at = append(at, p.Types.Scope().Lookup("V").Pos())
	}
	slices.Sort(at)
	var got []string
	for _, pos := range at {
		p := prog.Fset.Position(pos)
		got = append(got, fmt.Sprintf("%s:%d", filepath.Base(p.Filename), p.Line))
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}
