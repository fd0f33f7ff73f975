package runcache

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/go/packages"
)

// tree is a module and the packages that it imports, which are outside of it.
type tree struct {
	t    *testing.T
	dir  string
	args []string
	pkgs []*packages.Package
}

func newTree(t *testing.T) *tree {
	tr := &tree{t: t, dir: t.TempDir(), args: []string{"check"}}
	for _, file := range []string{
		"mod/main.go", "mod/.schemavet.yaml", "mod/sub/testdata/a.json", "mod/.git/HEAD",
		"local/l.go", "v1.0.0/v.go", "goroot/fmt.go", "far/f.json",
	} {
		tr.write(file, "1")
	}
	tr.pkgs = []*packages.Package{
		{ID: "fmt", PkgPath: "fmt", GoFiles: tr.files("goroot/fmt.go")},
		{ID: "v", PkgPath: "example.com/v", GoFiles: tr.files("v1.0.0/v.go"), Module: &packages.Module{Path: "example.com/v", Version: "v1.0.0"}},
		{
			ID: "l", PkgPath: "example.com/l", GoFiles: tr.files("local/l.go"),
			Module: &packages.Module{Path: "example.com/l", Version: "v1.0.0", Replace: &packages.Module{Path: "../local"}},
		},
		{ID: "m", PkgPath: "example.com/m", GoFiles: tr.files("mod/main.go"), Module: &packages.Module{Path: "example.com/m", Main: true}},
	}
	return tr
}

func (tr *tree) file(name string) string { return filepath.Join(tr.dir, filepath.FromSlash(name)) }

func (tr *tree) files(names ...string) []string {
	var out []string
	for _, name := range names {
		out = append(out, tr.file(name))
	}
	return out
}

func (tr *tree) write(name, text string) {
	tr.t.Helper()
	if err := os.MkdirAll(filepath.Dir(tr.file(name)), 0o777); err != nil {
		tr.t.Fatal(err)
	}
	if err := os.WriteFile(tr.file(name), []byte(text), 0o666); err != nil {
		tr.t.Fatal(err)
	}
}

// touch changes the modification time of a file.
func (tr *tree) touch(name string) {
	tr.t.Helper()
	then := time.Now().Add(-time.Hour)
	if err := os.Chtimes(tr.file(name), then, then); err != nil {
		tr.t.Fatal(err)
	}
}

func (tr *tree) link(to, name string) {
	tr.t.Helper()
	if err := os.Symlink(tr.file(to), tr.file(name)); err != nil {
		tr.t.Fatal(err)
	}
}

func (tr *tree) run() *Run {
	tr.t.Helper()
	c, err := Open()
	if err != nil {
		tr.t.Fatal(err)
	}
	return c.Of(NewInputs(tr.args, []string{tr.file("mod/sub"), tr.file("mod")}, tr.pkgs))
}

// TestRun checks that a run finds the result of an earlier run with the same inputs,
// and that a run with other inputs does not.
func TestRun(t *testing.T) {
	t.Setenv(Var, t.TempDir())
	for _, test := range []struct {
		name   string
		change func(tr *tree)
		found  bool
	}{
		{"nothing", func(*tree) {}, true},
		{"an argument", func(tr *tree) { tr.args = []string{"check", "./..."} }, false},
		{"a variable", func(tr *tree) { tr.t.Setenv("GOARCH", "other") }, false},
		{"a variable of an SDK", func(tr *tree) { tr.t.Setenv("MCPGODEBUG", "x=1") }, false},
		{"a variable of others", func(tr *tree) { tr.t.Setenv("COLUMNS", "80") }, true},
		{"source", func(tr *tree) { tr.write("mod/main.go", "2") }, false},
		{"its time", func(tr *tree) { tr.touch("mod/main.go") }, true},
		{"settings", func(tr *tree) { tr.write("mod/.schemavet.yaml", "2") }, false},
		{"a snapshot", func(tr *tree) { tr.write("mod/sub/testdata/a.json", "2") }, false},
		{"a new file", func(tr *tree) { tr.write("mod/b.json", "") }, false},
		{"a new folder", func(tr *tree) { os.Mkdir(tr.file("mod/new"), 0o777) }, false},
		{"a file that is gone", func(tr *tree) { os.Remove(tr.file("mod/sub/testdata/a.json")) }, false},
		{"what git writes", func(tr *tree) { tr.write("mod/.git/HEAD", "2") }, true},
		{"a local module", func(tr *tree) { tr.write("local/l.go", "2"); tr.touch("local/l.go") }, false},
		{"its time", func(tr *tree) { tr.touch("local/l.go") }, true},
		{"a downloaded module", func(tr *tree) { tr.touch("v1.0.0/v.go") }, false},
		{"Go", func(tr *tree) { tr.write("goroot/fmt.go", "22") }, false},
		{"a file that is listed", func(tr *tree) { tr.pkgs[0].GoFiles = append(tr.pkgs[0].GoFiles, tr.file("far/f.json")) }, false},
		{"an import", func(tr *tree) { tr.pkgs[3].Imports = map[string]*packages.Package{"fmt": tr.pkgs[0]} }, false},
		{"a version", func(tr *tree) { tr.pkgs[1].Module.GoVersion = "1.25" }, false},
		{"an error", func(tr *tree) { tr.pkgs[3].Errors = []packages.Error{{Msg: "no"}} }, false},
		{"a link to a file", func(tr *tree) { tr.link("far/f.json", "mod/f.json") }, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			tr := newTree(t)
			tr.run().Keep("found")
			test.change(tr)
			var got string
			if found := tr.run().Found(&got); found != test.found || found && got != "found" {
				t.Errorf("found %v %q, want %v", found, got, test.found)
			}
		})
	}
}

// TestLinks checks that files to which symbolic links lead are inputs, wherever they are, and
// that no result is stored if a link leads to a folder.
func TestLinks(t *testing.T) {
	t.Setenv(Var, t.TempDir())
	tr := newTree(t)
	tr.link("far/f.json", "mod/file")
	tr.link("nowhere", "mod/nowhere")
	for _, test := range []struct {
		file, text string
		found      bool
	}{
		{"far/f.json", "1", true},
		{"far/f.json", "2", false},
		{"far/new.json", "1", true},
		{"nowhere", "1", false},
	} {
		tr.run().Keep("found")
		tr.write(test.file, test.text)
		if found := tr.run().Found(new(string)); found != test.found {
			t.Errorf("with %q in %s: found %v, want %v", test.text, test.file, found, test.found)
		}
	}
	tr.link("far", "mod/folder")
	tr.run().Keep("found")
	if tr.run().Found(new(string)) {
		t.Error("a run is kept that reads a folder through a link")
	}
}

// TestOverlay checks that no result is stored if the go command reads files from an
// overlay.
func TestOverlay(t *testing.T) {
	tr := newTree(t)
	tr.write("env", "GOFLAGS=-overlay=o.json\n")
	tr.write("config/go/env", "GOFLAGS=-overlay=o.json\n")
	tr.write("bin/gopackagesdriver", "")
	if err := os.Chmod(tr.file("bin/gopackagesdriver"), 0o777); err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{
		"GOFLAGS": "-mod=mod -overlay=o.json", "GOENV": tr.file("env"), "XDG_CONFIG_HOME": tr.file("config"),
		"GOPACKAGESDRIVER": "driver", "PATH": tr.file("bin"), "COLUMNS": "80",
	} {
		if name == "XDG_CONFIG_HOME" && runtime.GOOS != "linux" {
			continue // other systems have another folder
		}
		t.Run(name, func(t *testing.T) {
			t.Setenv(Var, t.TempDir())
			t.Setenv(name, value)
			tr := newTree(t)
			tr.run().Keep("found")
			if found := tr.run().Found(new(string)); found != (name == "COLUMNS") {
				t.Errorf("found %v", found)
			}
		})
	}
}

// TestChanged checks that no result is stored if a file changed during the run.
func TestChanged(t *testing.T) {
	t.Setenv(Var, t.TempDir())
	tr := newTree(t)
	run := tr.run()
	tr.write("mod/main.go", "2")
	run.Keep("old")
	for _, text := range []string{"2", "1"} {
		tr.write("mod/main.go", text)
		if tr.run().Found(new(string)) {
			t.Errorf("a run that saw two contents was kept for %q", text)
		}
	}
}

// TestOff checks that no result is stored if the cache is off or the user has no
// cache folder.
func TestOff(t *testing.T) {
	notKept := func() {
		t.Helper()
		tr := newTree(t)
		tr.run().Keep("found")
		if tr.run().Found(new(string)) {
			t.Error("it was kept")
		}
	}
	t.Setenv(Var, "off")
	notKept()
	t.Setenv(Var, "")
	for _, name := range []string{"XDG_CACHE_HOME", "HOME", "home", "LocalAppData"} {
		t.Setenv(name, "")
	}
	notKept()
}

// TestWrongFolder checks that a cache folder that cannot be used is an error.
func TestWrongFolder(t *testing.T) {
	tr := newTree(t)
	for _, value := range []string{"relative", tr.file("mod/main.go")} {
		t.Setenv(Var, value)
		if _, err := Open(); err == nil || !strings.Contains(err.Error(), value) {
			t.Errorf("%s=%s: error %v", Var, value, err)
		}
	}
}

// TestInside checks that a cache inside a folder of inputs is not an input itself,
// and that no result is stored in a folder with files of another kind.
func TestInside(t *testing.T) {
	for folder, want := range map[string]bool{"mod/cache": true, "mod": false, "local": false, "mod/sub": false, ".": false} {
		tr := newTree(t)
		tr.write("mod/sub/s.go", "1")
		tr.pkgs = append(tr.pkgs, &packages.Package{ID: "s", PkgPath: "example.com/m/sub", GoFiles: tr.files("mod/sub/s.go"), Module: tr.pkgs[3].Module})
		t.Setenv(Var, tr.file(folder))
		tr.run().Keep("found")
		if found := tr.run().Found(new(string)); found != want {
			t.Errorf("in %s: found %v, want %v", folder, found, want)
		}
	}
}

// TestDamaged checks that a run ignores a damaged result.
func TestDamaged(t *testing.T) {
	dir := t.TempDir()
	t.Setenv(Var, dir)
	tr := newTree(t)
	tr.run().Keep("found")
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			err = os.WriteFile(path, []byte("damaged"), 0o666)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if tr.run().Found(new(string)) {
		t.Error("a damaged entry was found")
	}
}
