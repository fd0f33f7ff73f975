package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/schemavet/schemavet/analyzers"
	"github.com/schemavet/schemavet/internal/manytools"
	"github.com/schemavet/schemavet/internal/slow"
)

// TestMain lets the test binary also act as the measured child process.
func TestMain(m *testing.M) {
	if role := os.Getenv(roleVar); role != "" {
		os.Exit(child(role, os.Args[1:]))
	}
	os.Exit(m.Run())
}

func TestRun(t *testing.T) {
	slow.Skip(t)
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":  "module example.com/a\n\ngo 1.25.0\n",
		"main.go": "package main\n\nfunc main() {}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	last := regexp.MustCompile(`\nratio \d+\.\d\d\n$`)
	for _, args := range [][]string{{"-n", "1", "-C", dir}, {"-n", "1", "-vet", "-C", dir, "."}} {
		var stdout, stderr bytes.Buffer
		if code := run(args, &stdout, &stderr); code != 0 || !last.Match(stdout.Bytes()) {
			t.Errorf("%v: exit code %d\n%s%s", args, code, &stdout, &stderr)
		}
	}
}

// TestSideBySide runs the checks on a program whose packages leave functions to it.
// The race detector then sees the data that several packages share in drivers such as
// golangci-lint.
func TestSideBySide(t *testing.T) {
	sdk, err := filepath.Abs(filepath.Join("..", "..", "testdata", "sdk", "gosdk"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := (manytools.Module{SDK: sdk, Packages: 10, Tools: 20, Handed: true}).Write(dir); err != nil {
		t.Fatal(err)
	}
	if err := analyze(config{dir: dir, patterns: []string{"./..."}}, analyzers.Suite...); err != nil {
		t.Error(err)
	}
}

func TestServers(t *testing.T) {
	slow.Skip(t)
	dir := filepath.Join(t.TempDir(), "server")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"go.mod": "module example.com/a\n\ngo 1.25.0\n", "main.go": "package main\n\nfunc main() {}\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var stdout, stderr bytes.Buffer
	missing := filepath.Join(dir, "missing")
	code := run([]string{"-n", "1", "-servers", missing, dir}, &stdout, &stderr)
	line := regexp.MustCompile(`\nserver +(\d+\.\d{3} +){3}(\d+\.\d\d +){2}(\d+\.\d +){2}(\d+\.\d{3} +){6}(\d+ +){5}-\n$`)
	if code != 2 || !line.Match(stdout.Bytes()) || !bytes.Contains(stderr.Bytes(), []byte(missing)) {
		t.Errorf("exit code %d\n%s%s", code, &stdout, &stderr)
	}
}

func TestRunFails(t *testing.T) {
	for _, args := range [][]string{{"-n", "0"}, {"-nope"}, {"-servers"}, {"-tools", "."}, {"-tools", "-sdk", "missing"}, {"-n", "1", "-C", filepath.Join(t.TempDir(), "missing")}} {
		var stdout, stderr bytes.Buffer
		if code := run(args, &stdout, &stderr); code != 2 || stderr.Len() == 0 || stdout.Len() > 0 {
			t.Errorf("%v: exit code %d\n%s%s", args, code, &stdout, &stderr)
		}
	}
}

func TestReport(t *testing.T) {
	at := func(cpu ...int) (out []sample) {
		for _, c := range cpu {
			out = append(out, sample{time.Duration(c) * time.Millisecond, int64(c) << 20})
		}
		return out
	}
	var buf bytes.Buffer
	report(&buf, &samples{suite: at(3000, 110, 100, 120, 90), nothing: at(100, 50, 150, 100), again: at(40, 30, 50)})
	want := "               CPU s    peak MiB\n" +
		"suite          0.110       110.0\n" +
		"again          0.040        40.0\n" +
		"nothing        0.100       100.0\n" +
		"ratio 1.10\n"
	if buf.String() != want {
		t.Errorf("got\n%swant\n%s", &buf, want)
	}
}
