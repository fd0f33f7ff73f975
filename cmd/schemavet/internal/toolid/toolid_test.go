package toolid

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestLine(t *testing.T) {
	dir := t.TempDir()
	exe := func(content string) string {
		name := filepath.Join(dir, "a program "+content)
		if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
		return name
	}
	seen := map[string]string{}
	for _, c := range []struct {
		name, exe string
		inputs    []string
	}{
		{"one", exe("1"), []string{"a", "b"}},
		{"other program", exe("2"), []string{"a", "b"}},
		{"other input", exe("1"), []string{"a", "c"}},
		{"shifted input", exe("1"), []string{"ab", ""}},
		{"fewer inputs", exe("1"), nil},
	} {
		line, err := Line(c.exe, c.inputs...)
		if err != nil {
			t.Fatal(err)
		}
		if other := seen[line]; other != "" {
			t.Errorf("%s has the identity of %s: %s", c.name, other, line)
		}
		seen[line] = c.name
		// What the go command demands of a vettool.
		f := strings.Fields(line)
		if len(f) < 3 || f[1] != "version" || strings.Contains(f[2], "devel") {
			t.Errorf("%s: the go command would refuse %q", c.name, line)
		}
		if again, _ := Line(c.exe, c.inputs...); again != line {
			t.Errorf("%s: not deterministic", c.name)
		}
	}
	if _, err := Line(filepath.Join(dir, "missing")); err == nil {
		t.Error("no error for a program that cannot be read")
	}
}

func TestCheckGo(t *testing.T) {
	for _, c := range []struct {
		built, running string
		ok             bool
	}{
		{"go1.26.8", "go1.26.8", true},
		{"go1.26.0", "go1.26.8", true},
		{"go1.26.8", "go1.27.0", false},
		{"go1.26.8", "go1.27rc1", false},
		{"go1.26.8 X:nodwarf5", "go1.27.4 X:jsonv2", false},
		{"go1.26.8-custom", "go1.27.1", false},
		{"go1.27.1", "go1.26.8", true},
		{"devel go1.28-abcdef", "go1.27.0", true},
		{"go1.26.8", "", true},
	} {
		if err := CheckGo(c.built, c.running); (err == nil) != c.ok {
			t.Errorf("CheckGo(%q, %q) = %v", c.built, c.running, err)
		}
	}
}
