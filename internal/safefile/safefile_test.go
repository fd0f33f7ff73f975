package safefile_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/internal/safefile"
)

// module returns a folder with a go.mod and files with the given names, whose
// contents no test writes.
func module(t *testing.T, files ...string) string {
	dir := t.TempDir()
	for _, name := range append(files, "go.mod") {
		put(t, filepath.Join(dir, name), "old")
	}
	return dir
}

func put(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func link(t *testing.T, to, file string) {
	t.Helper()
	if err := os.Symlink(to, file); err != nil {
		t.Skip(err)
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestRead(t *testing.T) {
	dir := module(t, "a", "folder/b")
	link(t, "a", filepath.Join(dir, "linked"))
	link(t, "folder", filepath.Join(dir, "linkedfolder"))
	link(t, "none", filepath.Join(dir, "dangling"))
	if err := os.WriteFile(filepath.Join(dir, "most"), make([]byte, safefile.Limit), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "more"), make([]byte, safefile.Limit+1), 0o666); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"a": "", "linked": "", "most": "",
		"more":         "it is larger than 16 MB, the most that schemavet reads",
		"folder":       "it is a folder, not a regular file",
		"linkedfolder": "it is a folder, not a regular file",
		"dangling":     "no such file",
	} {
		data, err := safefile.Read(filepath.Join(dir, name))
		if want == "" {
			if err != nil || len(data) == 0 {
				t.Errorf("%s: %d bytes, %v", name, len(data), err)
			}
			continue
		}
		if err == nil || !strings.Contains(safefile.Reason(err).Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
		if refused := strings.HasPrefix(want, "it is"); errors.Is(err, safefile.ErrRefused) != refused {
			t.Errorf("%s: %v, refused %v", name, err, refused)
		}
	}
	if _, err := safefile.ReadStream(filepath.Join(dir, "more")); !errors.Is(err, safefile.ErrRefused) {
		t.Errorf("stream: %v", err)
	}
}

func TestLinked(t *testing.T) {
	dir := module(t, "a", "folder/b")
	other := module(t)
	link(t, "a", filepath.Join(dir, "linked"))
	link(t, "folder", filepath.Join(dir, "linkedfolder"))
	link(t, other, filepath.Join(dir, "module"))
	link(t, dir, filepath.Join(other, "here"))
	for name, want := range map[string]bool{"a": false, "folder/b": false, "linked": true, "linkedfolder/b": true, "module/go.mod": true} {
		if got := safefile.Linked(filepath.Join(dir, name)); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
	// A link to the module as a whole is not within it.
	alias := filepath.Join(t.TempDir(), "alias")
	link(t, dir, alias)
	if safefile.Linked(filepath.Join(alias, "a")) {
		t.Error("alias/a")
	}
}

func TestWrite(t *testing.T) {
	dir, outside := module(t, "a", "in/b"), module(t, "secret", "site/c")
	for name, to := range map[string]string{
		"secretlink": filepath.Join(outside, "secret"), "site": filepath.Join(outside, "site"), "up": "../..",
		"linked": "a", "inlink": "in", "dangling": "none", "devnull": os.DevNull, "othermodule": outside,
	} {
		link(t, to, filepath.Join(dir, name))
	}
	alias := filepath.Join(t.TempDir(), "alias")
	link(t, dir, alias)
	for name, at := range map[string]string{
		"a": "", "new/deep/c": "", "in/b": "", "inlink/d": "",
		"secretlink": "secretlink", "site/c": "site", "site/new/d": "site", "up/x": "up", "linked": "linked",
		"dangling": "dangling", "dangling/x": "dangling", "devnull": "devnull", "othermodule/go.mod": "othermodule",
	} {
		err := safefile.Write(filepath.Join(dir, name), []byte("new"))
		if at == "" {
			if err != nil || read(t, filepath.Join(dir, name)) != "new" {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), filepath.Join(dir, at)+": it is a symbolic link") {
			t.Errorf("%s: %v, want the link %s", name, err, at)
		}
	}
	if err := safefile.Write(filepath.Join(alias, "a"), []byte("newer")); err != nil || read(t, filepath.Join(dir, "a")) != "newer" {
		t.Errorf("alias: %v", err)
	}
	if err := safefile.Remove(filepath.Join(dir, "site", "c")); err == nil {
		t.Error("removed through a link")
	}
	for _, name := range []string{"secret", "site/c", "go.mod"} {
		if read(t, filepath.Join(outside, name)) != "old" {
			t.Errorf("%s outside was written", name)
		}
	}
	if err := safefile.Write(filepath.Join(dir, "in"), []byte("new")); err == nil || !strings.Contains(err.Error(), "it is a folder") {
		t.Errorf("a folder in the way: %v", err)
	}
}

func TestWriteKeepsPermissions(t *testing.T) {
	dir := module(t, "a")
	file := filepath.Join(dir, "a")
	if err := os.Chmod(file, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := safefile.Write(file, []byte("new")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}

// TestLeftOvers checks that a run removes the temporary files of an earlier run that
// was killed, and no others.
func TestLeftOvers(t *testing.T) {
	dir := module(t, ".schemavet-baseline.txt", ".schemavet-ABCDEFGHIJKLMNOPQRSTUVWXYZ", ".schemavet-notes")
	if err := safefile.Write(filepath.Join(dir, "a"), []byte("new")); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if want := []string{".schemavet-baseline.txt", ".schemavet-notes", "a", "go.mod"}; err != nil || !slices.Equal(names, want) {
		t.Errorf("%v, %v", names, err)
	}
}

// TestTakenForLeftOver checks that a run that starts while another one writes does
// not make the other one fail.
func TestTakenForLeftOver(t *testing.T) {
	dir := module(t)
	f, err := safefile.OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	staged, err := f.Stage("a", []byte("mine"))
	if err != nil {
		t.Fatal(err)
	}
	if err := safefile.Write(filepath.Join(dir, "b"), []byte("other")); err != nil {
		t.Fatal(err)
	}
	if err := staged.Commit("a"); err != nil || read(t, filepath.Join(dir, "a")) != "mine" {
		t.Error(err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 3 {
		t.Errorf("%v, %v", entries, err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte("x"))
	f.Fuzz(func(t *testing.T, data []byte) {
		file := filepath.Join(t.TempDir(), "a")
		if err := safefile.Write(file, data); err != nil {
			t.Fatal(err)
		}
		if got, err := safefile.Read(file); err != nil || !bytes.Equal(got, data) {
			t.Errorf("%q, %v", got, err)
		}
	})
}
