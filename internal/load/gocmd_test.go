package load

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/txtar"
)

func TestGoEnv(t *testing.T) {
	for _, c := range []struct {
		gogc, debug string
		newCache    bool
		want        string
	}{
		{"", "", false, "GOGC=400"},
		{"50", "", false, "GOGC=50"},
		{"off", "", true, "GOGC=off GODEBUG=goindex=0"},
		{"", "gotypesalias=1", true, "GOGC=400 GODEBUG=gotypesalias=1,goindex=0"},
		{"", "goindex=1,x=2", true, "GOGC=400 GODEBUG=goindex=1,x=2"},
		{"", "gotypesalias=1", false, "GOGC=400 GODEBUG=gotypesalias=1"},
	} {
		t.Setenv("GOGC", c.gogc)
		t.Setenv("GODEBUG", c.debug)
		last := map[string]string{}
		for _, v := range goEnv(c.newCache) {
			name, value, _ := strings.Cut(v, "=")
			last[name] = value
		}
		got := "GOGC=" + last["GOGC"]
		if last["GODEBUG"] != "" {
			got += " GODEBUG=" + last["GODEBUG"]
		}
		if got != c.want {
			t.Errorf("%+v: got %s", c, got)
		}
	}
}

func TestIsNewCache(t *testing.T) {
	home := t.TempDir()
	t.Setenv("GOCACHEPROG", "")
	t.Setenv("GOCACHE", filepath.Join(home, "one"))
	if !isNewCache() {
		t.Error("a folder that does not exist is a used cache")
	}
	t.Setenv("GOCACHEPROG", "x")
	if isNewCache() {
		t.Error("the cache of a program is new")
	}
	t.Setenv("GOCACHEPROG", "")
	if err := os.MkdirAll(filepath.Join(home, "one", "00"), 0o777); err != nil {
		t.Fatal(err)
	}
	if isNewCache() {
		t.Error("a used cache is new")
	}
	env := filepath.Join(home, "env")
	if err := os.WriteFile(env, []byte("GOCACHE="+filepath.Join(home, "two")+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOENV", env)
	t.Setenv("GOCACHE", "")
	if !isNewCache() {
		t.Error("go env -w does not count")
	}
}

// TestNewCache loads with a build cache that was never used: nothing is written to it.
func TestNewCache(t *testing.T) {
	ar, err := txtar.ParseFile("testdata/between.txtar")
	if err != nil {
		t.Fatal(err)
	}
	cache := t.TempDir()
	t.Setenv("GOCACHEPROG", "")
	t.Setenv("GOCACHE", cache)
	cfg := config(t, string(ar.Comment), extract(t, ar))
	cfg.evenFew = true
	prog, err := Load(cfg)
	if err != nil || len(prog.Errors) > 0 {
		t.Fatal(err, prog.Errors)
	}
	if prog.FromExport {
		t.Error("an empty cache has export data")
	}
	if list, err := os.ReadDir(cache); err != nil || len(list) > 0 {
		t.Errorf("the build cache has %d files or folders: %v", len(list), err)
	}
}

// TestProbes asks for one package of the standard library, and for those packages of
// modules first that depend on few others.
func TestProbes(t *testing.T) {
	l := &loader{graph: &graph{}, isOutside: map[*packages.Package]bool{}}
	for i, path := range []string{"errors", "fmt", "m.org/inside", "m.org/a", "m.org/b", "net", "m.org/c"} {
		p := &packages.Package{PkgPath: path}
		if strings.Contains(path, ".") {
			p.Module = &packages.Module{}
		}
		l.graph.all = append(l.graph.all, p)
		l.isOutside[p] = i > 0 && i != 2
	}
	var got []string
	for _, p := range l.probes(2) {
		got = append(got, p.PkgPath)
	}
	if want := []string{"fmt", "m.org/a", "m.org/b"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestProbesPay asks for all packages at once if the probes import most of them anyway,
// as in a small module.
func TestProbesPay(t *testing.T) {
	std := &packages.Package{ID: "fmt", Imports: map[string]*packages.Package{
		"io": {ID: "io"}, "os": {ID: "os"},
	}}
	sdk := &packages.Package{ID: "m.org/sdk", Imports: map[string]*packages.Package{"fmt": std}}
	probes := []*packages.Package{std}
	if probesPay(probes, []*packages.Package{std, sdk}) {
		t.Error("probes for three packages of four")
	}
	for _, id := range []string{"a", "b", "c"} {
		sdk.Imports[id] = &packages.Package{ID: id}
	}
	if !probesPay(probes, []*packages.Package{std, sdk}) {
		t.Error("no probes for three packages of seven")
	}
}

// TestEmptyCache loads with a build cache that contains no package, in a module that
// needs no probes. The package is not built, though that would be quick.
func TestEmptyCache(t *testing.T) {
	cache := t.TempDir()
	t.Setenv("GOCACHEPROG", "")
	t.Setenv("GOCACHE", cache)
	if err := os.Mkdir(filepath.Join(cache, "00"), 0o777); err != nil {
		t.Fatal(err)
	}
	ar := txtar.Parse([]byte("-- go.mod --\nmodule example.com/m\n\ngo 1.25.0\n-- m.go --\npackage m\n\nimport \"math/bits\"\n\nvar N = bits.Len(1)\n"))
	prog, err := Load(Config{Dir: extract(t, ar), evenFew: true})
	if err != nil || len(prog.Errors) > 0 {
		t.Fatal(err, prog.Errors)
	}
	if prog.FromExport {
		t.Error("a package was built")
	}
}
