package main

import (
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite what the scripts compare with")

// TestMain makes the test binary the command as well, also in the role of a
// vettool.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"schemavet": main})
}

// TestScripts runs testdata/scripts. Each script works in a module whose SDKs
// are the stubs of testdata/sdk; a script without a go.mod gets one for the
// official SDK. Besides the usual commands there is
//
//	status N command args...   the command exits with code N
//	vet args...                go vet with schemavet as its tool
func TestScripts(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	goenv := goEnv(t, "GOCACHE", "GOMODCACHE", "GOROOT")
	testscript.Run(t, testscript.Params{
		Dir:           filepath.Join(root, "testdata", "scripts"),
		UpdateScripts: *update,
		Setup: func(env *testscript.Env) error {
			env.Vars = append(env.Vars, goenv...)
			env.Vars = append(env.Vars, "GOPROXY=off", "GONOSUMDB=*", "GOFLAGS=-mod=mod", "GOTOOLCHAIN=local", "GOWORK=off", "ROOT="+root)
			if err := os.Symlink(filepath.Join(root, "testdata", "sdk"), filepath.Join(env.WorkDir, "sdk")); err != nil {
				return err
			}
			mod := filepath.Join(env.WorkDir, "go.mod")
			if _, err := os.Stat(mod); err == nil {
				return nil
			}
			return os.WriteFile(mod, []byte(defaultModule), 0o666)
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"status": status,
			"vet":    vet,
		},
	})
}

const defaultModule = `module example.com/server

go 1.26

require (
	github.com/google/jsonschema-go v0.4.3
	github.com/modelcontextprotocol/go-sdk v1.8.0
)

replace (
	github.com/google/jsonschema-go => ./sdk/gosdk/jsonschema-go
	github.com/modelcontextprotocol/go-sdk => ./sdk/gosdk/go-sdk
)
`

func goEnv(t *testing.T, names ...string) []string {
	out, err := exec.Command("go", append([]string{"env"}, names...)...).Output()
	if err != nil {
		t.Fatal(err)
	}
	values := strings.Split(strings.TrimSpace(string(out)), "\n")
	for i := range values {
		values[i] = names[i] + "=" + values[i]
	}
	return values
}

func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N command [args...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	err = ts.Exec(args[1], args[2:]...)
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

func vet(ts *testscript.TestScript, neg bool, args []string) {
	var tool string
	for _, dir := range filepath.SplitList(ts.Getenv("PATH")) {
		name := filepath.Join(dir, "schemavet")
		if _, err := os.Stat(name); err == nil {
			tool = name
			break
		}
	}
	err := ts.Exec("go", append([]string{"vet", "-vettool=" + tool}, args...)...)
	if neg && err == nil {
		ts.Fatalf("go vet succeeded")
	}
	if !neg && err != nil {
		ts.Fatalf("go vet: %v", err)
	}
}
