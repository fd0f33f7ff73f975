package self

import (
	"os"
	"path/filepath"
	"testing"
)

func TestCommand(t *testing.T) {
	t.Setenv("GOWORK", "")
	const module = "module m\n\ngo 1.26\n"
	const with = module + "\ntool github.com/schemavet/schemavet/cmd/schemavet\n"
	for _, c := range []struct {
		files map[string]string
		want  string
	}{
		{map[string]string{"go.mod": module}, "schemavet"},
		{map[string]string{"go.mod": with}, "go tool schemavet"},
		{map[string]string{"go.mod": module + "\ntool github.com/schemavet/schemavet/cmd/other\n"}, "schemavet"},
		{map[string]string{"go.mod": module, "schemavet.mod": with}, "go tool -modfile=schemavet.mod schemavet"},
		{map[string]string{"go.mod": with, "schemavet.mod": with}, "go tool schemavet"},
		{map[string]string{"go.mod": "no module\n"}, "schemavet"},
		{map[string]string{"go.work": "go 1.26\n\nuse ./sub\n", "sub/go.mod": with}, "go tool schemavet"},
		{nil, "schemavet"},
	} {
		dir := t.TempDir()
		sub := filepath.Join(dir, "sub")
		if err := os.Mkdir(sub, 0o777); err != nil {
			t.Fatal(err)
		}
		for name, text := range c.files {
			if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if got := Command(sub); got != c.want {
			t.Errorf("%v: got %q, want %q", c.files, got, c.want)
		}
	}
}
