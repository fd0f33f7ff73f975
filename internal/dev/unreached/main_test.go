package main

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"
)

const program = `package main

import "os"

func main() {
	if os.Args[1] == "check" {
		check()
	}
	if len(os.Args) == 2 {
		never(
		)
	}
	os.Exit(1)
}

func check() {}

func never(
) { println() }

func conformance() { println() }

func (empty) empty() {}

type empty struct{}

func init() {
	if os.Getenv("OTHER") != "" {
		conformance()
	}
}
`

func TestRun(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, fstest.MapFS{"go.mod": {Data: []byte("module example.com/m\n\ngo 1.25\n")}, "cmd/schemavet/main.go": {Data: []byte(program)}}); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	list := func(covers string) string {
		t.Helper()
		var out, errs strings.Builder
		if err := run([]string{dir}, covers, &out, &errs); err != nil || errs.Len() > 0 {
			t.Fatal(err, errs.String())
		}
		return out.String()
	}
	const never = "   2  cmd/schemavet/main.go:18  never\n"
	if got, want := list(""), never+"   1  cmd/schemavet/main.go:21  conformance\n2 functions with 3 lines are not reached\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}

	if err := os.Mkdir("cover", 0o777); err != nil {
		t.Fatal(err)
	}
	if err := build("./binary"); err != nil {
		t.Fatal(err)
	}
	output([]string{"GOCOVERDIR=cover", "OTHER=1"}, "./binary", "list", "x") // it exits with 1
	if got, want := list("cover"), never+"1 functions with 2 lines are not reached\n"; got != want {
		t.Errorf("with coverage of another run: got\n%s\nwant\n%s", got, want)
	}
}
