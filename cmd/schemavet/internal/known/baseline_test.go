package known

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/finding"
)

func TestBaseline(t *testing.T) {
	f := func(print, file string) finding.Finding {
		return finding.Finding{Check: "c", Rule: "r", File: file, Package: ".", Text: "m\nn", Fingerprint: print}
	}
	a, b, c := f("aaaaaaaaaaaa", "z.go"), f("bbbbbbbbbbbb", "b.go"), f("cccccccccccc", "c.go")
	file := filepath.Join(t.TempDir(), BaselineName)
	if err := BaselineOf([]finding.Finding{a, b}).Write(file); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if want := header + "bbbbbbbbbbbb c/r b.go: m n\naaaaaaaaaaaa c/r z.go: m n\n"; string(data) != want {
		t.Errorf("got\n%s\nwant\n%s", data, want)
	}
	base, err := ReadBaseline(file)
	if err != nil {
		t.Fatal(err)
	}
	all := &Coverage{Root: t.TempDir(), Whole: true}
	left, pruned := base.Apply([]finding.Finding{c, a}, all)
	if len(left) != 1 || left[0].Fingerprint != c.Fingerprint {
		t.Errorf("left %v", left)
	}
	if pruned.Len() != 1 || !strings.HasPrefix(pruned.lines[0].String(), a.Fingerprint) {
		t.Errorf("pruned: %v", pruned.lines)
	}
	if _, same := base.Apply([]finding.Finding{c, a}, &Coverage{Packages: []string{"sub"}}); same.Len() != 2 {
		t.Errorf("lines of other packages: %v", same.lines)
	}
	_, none := pruned.Apply(nil, all)
	if err = none.Write(file); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("an empty baseline stays")
	}
	if none, err = ReadBaseline(file); err != nil || none.Len() != 0 {
		t.Errorf("%v, %v", none, err)
	}
	if err := os.WriteFile(file, []byte("# x\n<<<<<<< HEAD\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadBaseline(file); err == nil || !strings.Contains(err.Error(), ":2: the line does not begin with a fingerprint") {
		t.Errorf("conflict: %v", err)
	}
}
