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

// brokenContents are what a file may hold that is not what we wrote.
var brokenContents = []struct {
	name string
	make func(good []byte) []byte
}{
	{"empty", func([]byte) []byte { return []byte{} }},
	{"truncated", func(good []byte) []byte { return good[:len(good)*2/3] }},
	{"binary", func([]byte) []byte { return []byte("\x7fELF\x02\x01\x00\xff\xfe\x1b[31m") }},
	{"deep", func([]byte) []byte {
		return []byte(strings.Repeat(`{"$schemavet":`, 9000) + "1" + strings.Repeat("}", 9000))
	}},
	{"huge", func([]byte) []byte { return make([]byte, safefile.Limit+1) }},
	{"missing", func([]byte) []byte { return nil }},
}

// hostileFiles breaks each file that the commands read in each way, runs each
// command and writes a table of their exit codes. A run that fails must name the
// file, and none may panic. A cell has a star if the command repaired the file.
func hostileFiles(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: hostilefiles file")
	}
	commands := map[string][]string{
		"check": {"schemavet", "check"}, "diff": {"schemavet", "diff", ".", "source"}, "list": {"schemavet", "list"},
		"docs": {"schemavet", "docs"}, "snapshot": {"schemavet", "snapshot"}, "vet": {"go", "vet", "-vettool=" + tool(ts), "./..."},
	}
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
				put(c.make(good))
				cell := hostileRun(ts, file, c.name, commands[column])
				if now, err := os.ReadFile(ts.MkAbs(file)); err == nil && bytes.Equal(now, good) {
					cell += "*"
				}
				fmt.Fprintf(&table, " %-*s", len(column), cell)
				put(good)
			}
			table.Truncate(len(bytes.TrimRight(table.Bytes(), " ")))
			table.WriteByte('\n')
		}
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), table.Bytes(), 0o666))
}

// hostileRun returns the exit code of a command that reads a broken file.
func hostileRun(ts *testscript.TestScript, file, contents string, command []string) string {
	err := ts.Exec(command[0], command[1:]...)
	said := ts.ReadFile("stdout") + ts.ReadFile("stderr")
	for _, bad := range []string{"panic", "goroutine ", "\x1b", "runtime error"} {
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
