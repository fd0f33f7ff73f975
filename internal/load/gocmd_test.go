package load

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

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
	prog, err := Load(cfg)
	if err != nil || len(prog.Errors) > 0 {
		t.Fatal(err, prog.Errors)
	}
	if list, err := os.ReadDir(cache); err != nil || len(list) > 0 {
		t.Errorf("the build cache has %d files or folders: %v", len(list), err)
	}
}
