package snapshot

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestFolders(t *testing.T) {
	files := map[string][]byte{
		"go.mod":                        []byte("module example.com/a\n\ngo 1.25\n\nignore (\n\t./gen\n\tthird/party\n)\n"),
		"toolschema/x.json":             nil,
		"sub/toolschema/x.json":         nil,
		"sub/gen/toolschema/x.json":     nil,
		"genuine/toolschema/x.json":     nil,
		"gen/toolschema/x.json":         nil,
		"gen/sub/toolschema/x.json":     nil,
		"sub/third/party/toolschema/x":  nil,
		"third/toolschema/x.json":       nil,
		"testdata/toolschema/x.json":    nil,
		"sub/testdata/a/toolschema/x":   nil,
		"node_modules/a/toolschema/x":   nil,
		"vendor/a/toolschema/x.json":    nil,
		".hidden/toolschema/x.json":     nil,
		"_off/toolschema/x.json":        nil,
		"toolschema/toolschema/x.json":  nil,
		"other/go.mod":                  []byte("module example.com/b\n\ngo 1.25\n\nignore ./off\n"),
		"other/toolschema/x.json":       nil,
		"other/sub/toolschema/x.json":   nil,
		"other/gen/toolschema/x.json":   nil,
		"other/off/toolschema/x.json":   nil,
		"broken/go.mod":                 []byte("}"),
		"broken/toolschema/accepted.tx": nil,
	}
	want := []Folder{
		{".", "", "."}, {"broken", "broken", "."}, {"genuine", "", "genuine"}, {"other", "other", "."}, {"other/gen", "other", "gen"},
		{"other/sub", "other", "sub"}, {"sub", "", "sub"}, {"sub/gen", "", "sub/gen"}, {"third", "", "third"},
	}
	root := t.TempDir()
	for name, data := range files {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, err := Folders(root)
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("on disk: %v, %v; want %v", got, err, want)
	}
	if got := FoldersIn(t.TempDir(), files); !slices.Equal(got, want) {
		t.Errorf("in a revision: %v; want %v", got, want)
	}
	// Below the module's folder, its go.mod still counts.
	got, err = Folders(filepath.Join(root, "third"))
	if want := []Folder{{".", "", "third"}}; err != nil || !slices.Equal(got, want) {
		t.Errorf("in a folder: %v, %v; want %v", got, err, want)
	}
	for _, f := range got {
		if name := Program(filepath.Join(root, "third", f.Dir)); name != f.Program {
			t.Errorf("Program: %s, want %s", name, f.Program)
		}
	}
	if _, err := Folders(filepath.Join(root, "none")); err == nil {
		t.Error("a folder that does not exist: no error")
	}
}
