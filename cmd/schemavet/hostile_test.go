package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/schemavet/schemavet/internal/safefile"
)

// topSecret is in a file outside of the module; no command may print it.
const topSecret = "TOPSECRET=hunter2\n"

// brokenContents are contents of a file that schemavet did not write, and other
// objects that may have the name of the file.
var brokenContents = []struct {
	name  string
	make  func(good []byte) []byte
	place func(path, secret string) error
}{
	{name: "empty", make: func([]byte) []byte { return []byte{} }},
	{name: "truncated", make: func(good []byte) []byte { return good[:len(good)*2/3] }},
	{name: "conflict", make: func(good []byte) []byte {
		return slices.Concat([]byte("<<<<<<< ours\n"), good, []byte("=======\n"), good, []byte(">>>>>>> theirs\n"))
	}},
	{name: "binary", make: func([]byte) []byte { return []byte("\x7fELF\x02\x01\x00\xff\xfe\x1b[31m") }},
	{name: "deep", make: func([]byte) []byte {
		return []byte(strings.Repeat(`{"$schemavet":`, 9000) + "1" + strings.Repeat("}", 9000))
	}},
	{name: "huge", make: func([]byte) []byte { return make([]byte, safefile.Limit+1) }},
	{name: "missing", make: func([]byte) []byte { return nil }},
	{name: "folder", place: func(path, _ string) error { return os.Mkdir(path, 0o777) }},
	{name: "device", place: func(path, _ string) error { return os.Symlink("/dev/zero", path) }},
	{name: "pipe", place: func(path, _ string) error { return exec.Command("mkfifo", path).Run() }},
	{name: "outside", place: func(path, secret string) error { return os.Symlink(secret, path) }},
}

// hostileFiles breaks each file that the commands read in each way, runs each command
// and writes a table of the exit codes. It fails if a failing run does not name the
// file, or if a run panics. A star in the table means that the command repaired the
// file.
func hostileFiles(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: hostilefiles file")
	}
	commands := map[string][]string{
		"check": {"schemavet", "check"}, "diff": {"schemavet", "diff", ".", "source"}, "list": {"schemavet", "list"},
		"docs": {"schemavet", "docs"}, "snapshot": {"schemavet", "snapshot"}, "vet": {"go", "vet", "-vettool=" + tool(ts), "./..."},
	}
	outside, err := os.MkdirTemp("", "outside")
	ts.Check(err)
	defer os.RemoveAll(outside)
	secret := filepath.Join(outside, "secret")
	ts.Check(os.WriteFile(secret, []byte(topSecret), 0o666))
	columns := []string{"check", "vet", "diff", "list", "docs", "snapshot"}
	var table bytes.Buffer
	fmt.Fprintf(&table, "%-24s %-10s %s\n", "file", "contents", strings.Join(columns, " "))
	for _, f := range []struct{ name, readers string }{
		{"toolschema/a.json", "check vet diff snapshot"}, {"toolschema/server.json", "check vet diff snapshot"},
		{"toolschema/accepted.txt", "check diff"}, {".schemavet-baseline.txt", "check"}, {".schemavet.yaml", "check vet diff list docs snapshot"},
	} {
		file := f.name
		good, err := os.ReadFile(ts.MkAbs(file))
		ts.Check(err)
		for _, c := range brokenContents {
			fmt.Fprintf(&table, "%-24s %-10s", file, c.name)
			for _, column := range columns {
				if !slices.Contains(strings.Fields(f.readers), column) {
					fmt.Fprintf(&table, " %-*s", len(column), "-")
					continue
				}
				put := func(data []byte) {
					ts.Check(os.RemoveAll(ts.MkAbs(file)))
					if data != nil {
						ts.Check(os.WriteFile(ts.MkAbs(file), data, 0o666))
					}
				}
				if c.place != nil {
					put(nil)
					ts.Check(c.place(ts.MkAbs(file), secret))
				} else {
					put(c.make(good))
				}
				cell := hostileRun(ts, file, c.name, commands[column])
				if st, err := os.Lstat(ts.MkAbs(file)); err == nil && st.Mode().IsRegular() {
					now, err := os.ReadFile(ts.MkAbs(file))
					if ts.Check(err); bytes.Equal(now, good) {
						cell += "*"
					}
				}
				fmt.Fprintf(&table, " %-*s", len(column), cell)
				put(good)
			}
			table.Truncate(len(bytes.TrimRight(table.Bytes(), " ")))
			table.WriteByte('\n')
		}
	}
	kept, err := os.ReadFile(secret)
	if ts.Check(err); string(kept) != topSecret {
		ts.Fatalf("the file outside holds %q now", kept)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), table.Bytes(), 0o666))
}

// hostileRun returns the exit code of a command that reads a broken file.
func hostileRun(ts *testscript.TestScript, file, contents string, command []string) string {
	err := ts.Exec(command[0], command[1:]...)
	said := ts.ReadFile("stdout") + ts.ReadFile("stderr")
	for _, bad := range []string{"panic", "goroutine ", "\x1b", "runtime error", "TOPSECRET"} {
		if strings.Contains(said, bad) {
			ts.Fatalf("%s: %s printed %q", file, command, said)
		}
	}
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		ts.Check(err)
		return "0"
	}
	if contents != "missing" && !strings.Contains(said, filepath.Base(file)) {
		ts.Fatalf("%s: %s does not name the file: %s", file, command, said)
	}
	return fmt.Sprint(exit.ExitCode())
}
