package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"

	"github.com/schemavet/schemavet/schemafacts/conformance/runner"
)

// truth is what the servers say when they run.
type truth struct {
	servers map[string][]runner.Tool
	refused map[string]string // what a registration of package refused ends with, "" for nothing
}

// serve builds the servers that the package pkg runs against v, and runs them.
func serve(v version, tmp, pkg string) (*truth, error) {
	env, err := v.env(tmp)
	if err != nil {
		return nil, err
	}
	exe := filepath.Join(tmp, "serve-"+v.String())
	if _, err := runner.Output("", env, "go", "build", "-o", exe, pkg); err != nil {
		return nil, fmt.Errorf("building the servers for %s: %w", v, err)
	}
	out, err := runner.Output("", env, exe)
	if err != nil {
		return nil, fmt.Errorf("running the servers for %s: %w", v, err)
	}
	t := &truth{servers: map[string][]runner.Tool{}, refused: map[string]string{}}
	for dec := json.NewDecoder(bytes.NewReader(out)); dec.More(); {
		var line struct {
			Server  string
			Tools   []runner.Tool
			Refused string
			Text    string
		}
		if err := dec.Decode(&line); err != nil {
			return nil, fmt.Errorf("reading what the servers print for %s: %w", v, err)
		}
		if line.Refused != "" {
			t.refused[line.Refused] = line.Text
		} else {
			t.servers[line.Server] = line.Tools
		}
	}
	return t, nil
}

// derive returns the tools that schemavet derives from the packages that match a pattern,
// under v.
func derive(v version, tmp, binary, pattern string) ([]runner.Tool, error) {
	env, err := v.env(tmp)
	if err != nil {
		return nil, err
	}
	return runner.Derive("", env, binary, pattern)
}
