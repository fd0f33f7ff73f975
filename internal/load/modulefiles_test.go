package load

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCgoLines checks that a module is refused if the go command would expand its #cgo
// lines to gigabytes.
func TestCgoLines(t *testing.T) {
	root := t.TempDir()
	dir := filepath.Join(root, strings.Repeat(strings.Repeat("d", 200)+"/", 3))
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(filepath.Join(root, "go.mod"), "module example.com/m\n")
	file := func(n int) string {
		return "package p\n\n// #cgo CFLAGS: -I" + strings.Repeat(srcDir, n) + "\nimport \"C\"\n"
	}
	write(filepath.Join(root, "a.go"), "package m\n\n// "+strings.Repeat("text ", 1<<20)+"\n")
	write(filepath.Join(dir, "c.go"), file(1000))
	if err := CheckModuleFiles(root); err != nil {
		t.Error(err)
	}
	write(filepath.Join(dir, "c.go"), file(150_000))
	if err := CheckModuleFiles(root); err == nil || !strings.Contains(err.Error(), "c.go: it contains ${SRCDIR} 150000 times, which the go command would replace by ") {
		t.Errorf("150,000 variables: %v", err)
	}
}
