package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/session"
)

// hostileCode replaces DESCRIPTION and FIELDS in a file by pieces of code whose cost
// may grow faster than their size, and runs a command on each. It fails if a run
// exceeds the time limit.
func hostileCode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: hostilecode file command...")
	}
	form, err := os.ReadFile(ts.MkAbs(args[0]))
	ts.Check(err)
	for _, c := range []struct{ name, description, fields string }{
		{name: "a concatenation of 50,000 texts", description: strings.Repeat(`"x" +`, 50_000) + `""`},
		{name: "a literal of 30 MB", description: `"` + strings.Repeat("x", 30_000_000) + `"`},
		{name: "20,000 nested lists", fields: "Deep " + strings.Repeat("[]", 20_000) + "string"},
		{name: "5,000 nested structs", fields: "Deep " + strings.Repeat("struct{ A ", 5_000) + "string" + strings.Repeat("}", 5_000)},
		{name: "5,000 fields", fields: manyFields(5_000)},
	} {
		code := strings.Replace(string(form), "DESCRIPTION", orElse(c.description, `"Do it."`), 1)
		ts.Check(os.WriteFile(ts.MkAbs("main.go"), []byte(strings.Replace(code, "FIELDS", c.fields, 1)), 0o666))
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
		cmd := exec.CommandContext(ctx, tool(ts), args[1:]...)
		cmd.Dir, cmd.Env = ts.MkAbs("."), os.Environ()
		for _, name := range []string{"GOFLAGS", "GOWORK", "GOPROXY", "HOME", "GOCACHE"} {
			cmd.Env = append(cmd.Env, name+"="+ts.Getenv(name))
		}
		start := time.Now()
		out, err := cmd.CombinedOutput()
		cancel()
		ts.Logf("%s: %v, %.1f s", c.name, err, time.Since(start).Seconds())
		switch code := cmd.ProcessState.ExitCode(); {
		case ctx.Err() == context.DeadlineExceeded:
			ts.Fatalf("%s: no end after %v", c.name, time.Since(start))
		case code != 0 && code != session.ExitFindings || strings.Contains(string(out), "panic"):
			ts.Fatalf("%s: %v: %s", c.name, err, out)
		}
	}
}

func manyFields(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "F%d string `json:\"f%[1]d\" jsonschema:\"a field\"`\n", i)
	}
	return b.String()
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}
