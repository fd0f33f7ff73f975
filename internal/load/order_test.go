package load

import (
	"fmt"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestOrder has positions in the order of packages and their files, although
// they are read at the same time, and on the right lines.
func TestOrder(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module example.com/m\n\ngo 1.26\n")
	var want []string
	for i := range 40 {
		name := fmt.Sprintf("f%02d.go", i)
		// The later ones are done sooner.
		write(name, fmt.Sprintf("package m\n\n%s\nvar V%d int\n", strings.Repeat("// filler\n", 20*(40-i)), i))
		want = append(want, fmt.Sprintf("%s:%d", name, 3+20*(40-i)+1))
	}
	prog, err := Load(Config{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	scope := prog.Roots[0].Types.Scope()
	var at []token.Pos
	for _, name := range scope.Names() {
		at = append(at, scope.Lookup(name).Pos())
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
