package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/conformance/runner"
)

// judge compares all parts. Only those of the server perhaps may be unresolved.
var judge = runner.Judge{
	MayBePartial: func(name string) bool { return strings.HasPrefix(name, "perhaps_") },
	Members:      []string{"title", "description", "inputSchema", "outputSchema", "annotations", "icons", "execution", "defer_loading", "_meta"},
	Source:       "library",
}

// compare builds and runs the servers under v and derives their tools.
func (v version) compare(tmp, binary string) (*runner.Result, error) {
	env, err := runner.Select(tmp, v.name, v.tags(), "./...", "github.com/mark3labs/mcp-go "+v.name)
	if err != nil {
		return nil, err
	}
	truth, err := serve(env, filepath.Join(tmp, "serve-"+v.name))
	if err != nil {
		return nil, err
	}
	derived, err := runner.Derive("", env, binary, "./...")
	if err != nil {
		return nil, err
	}
	return judge.All(truth, derived), nil
}

// serve runs all servers, and each fault in a process of its own.
func serve(env []string, exe string) (*runner.Truth, error) {
	if _, err := output(env, "go", "build", "-o", exe, "./serve"); err != nil {
		return nil, err
	}
	out, err := output(env, exe)
	if err != nil {
		return nil, err
	}
	t := &runner.Truth{Faults: map[string]string{}}
	for dec := json.NewDecoder(bytes.NewReader(out)); dec.More(); {
		var line struct{ Tools []runner.Tool }
		if err := dec.Decode(&line); err != nil {
			return nil, fmt.Errorf("reading what the servers print: %w", err)
		}
		t.Tools = append(t.Tools, line.Tools...)
	}
	names, err := output(env, exe, "-faults")
	if err != nil {
		return nil, err
	}
	for name := range strings.FieldsSeq(string(names)) {
		said, err := output(env, exe, "-fault", name)
		text := strings.TrimSpace(string(said))
		switch {
		case err != nil && strings.Contains(err.Error(), "stack overflow"):
			text = "fatal: stack overflow"
		case err != nil:
			return nil, err
		case strings.HasPrefix(text, "works: "):
			return nil, fmt.Errorf("the fault %s is none: %s", name, text)
		}
		t.Faults[name] = text
	}
	return t, nil
}

// output runs a program in this folder and returns what it prints.
func output(env []string, name string, args ...string) ([]byte, error) {
	return runner.Output("", env, name, args...)
}
