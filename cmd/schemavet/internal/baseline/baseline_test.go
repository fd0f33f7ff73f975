package baseline

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/finding"
)

func TestBaseline(t *testing.T) {
	f := func(print, file string) finding.Finding {
		return finding.Finding{Check: "c", Rule: "r", File: file, Text: "m\nn", Fingerprint: print}
	}
	a, b, c := f("aaaaaaaaaaaa", "z.go"), f("bbbbbbbbbbbb", "b.go"), f("cccccccccccc", "c.go")
	file := filepath.Join(t.TempDir(), Name)
	if err := Of([]finding.Finding{a, b}).Write(file); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if want := header + "bbbbbbbbbbbb c/r b.go: m n\naaaaaaaaaaaa c/r z.go: m n\n"; string(data) != want {
		t.Errorf("got\n%s\nwant\n%s", data, want)
	}
	base, err := Read(file)
	if err != nil {
		t.Fatal(err)
	}
	left, mended := base.Apply([]finding.Finding{c, a})
	if len(left) != 1 || left[0].Fingerprint != c.Fingerprint || mended != 1 {
		t.Errorf("left %v, %d mended", left, mended)
	}
	pruned := base.Prune([]finding.Finding{c, a})
	if pruned.Len() != 1 || !strings.HasPrefix(pruned.lines[0], a.Fingerprint) {
		t.Errorf("pruned: %v", pruned.lines)
	}
	if err := pruned.Prune(nil).Write(file); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("an empty baseline stays")
	}
	if none, err := Read(file); err != nil || none.Len() != 0 {
		t.Errorf("%v, %v", none, err)
	}
	if err := os.WriteFile(file, []byte("# x\n<<<<<<< HEAD\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(file); err == nil || !strings.Contains(err.Error(), ":2: the line does not begin with a fingerprint") {
		t.Errorf("conflict: %v", err)
	}
}
