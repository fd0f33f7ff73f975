package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A tool is one object of tools/list, by member.
type tool map[string]json.RawMessage

func (t tool) text(member string) string {
	var s string
	if json.Unmarshal(t[member], &s) != nil {
		return ""
	}
	return s
}

// truth is what the servers say when they run.
type truth struct {
	servers map[string][]tool
	refused map[string]string // what a registration of package refused ends with, "" for nothing
}

// serve builds the servers against v and runs them.
func serve(v version, tmp string) (*truth, error) { return serveAt(v, tmp, v.root()+"/serve") }

// serveAt is serve for the servers that the package pkg runs.
func serveAt(v version, tmp, pkg string) (*truth, error) {
	exe := filepath.Join(tmp, "serve-"+v.String())
	if out, err := command(v, tmp, "go", "build", "-o", exe, pkg); err != nil {
		return nil, fmt.Errorf("building the servers for %s: %w\n%s", v, err, out)
	}
	out, err := command(v, tmp, exe)
	if err != nil {
		return nil, fmt.Errorf("running the servers for %s: %w\n%s", v, err, out)
	}
	t := &truth{servers: map[string][]tool{}, refused: map[string]string{}}
	for dec := json.NewDecoder(bytes.NewReader(out)); dec.More(); {
		var line struct {
			Server  string
			Tools   []tool
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

// derive asks schemavet for the tools of all packages of this module under v.
func derive(v version, tmp, binary string) ([]tool, error) {
	return deriveAt(v, tmp, binary, v.root()+"/...")
}

// deriveAt is derive for the packages that match a pattern.
func deriveAt(v version, tmp, binary, pattern string) ([]tool, error) {
	out, err := command(v, tmp, binary, "list", "--json", pattern)
	if err != nil {
		return nil, fmt.Errorf("%s list for %s: %w\n%s", binary, v, err, out)
	}
	var list struct{ Tools []tool }
	if err := json.Unmarshal(out, &list); err != nil {
		return nil, fmt.Errorf("reading what %s list prints for %s: %w", binary, v, err)
	}
	return list.Tools, nil
}

// command runs a program in this module with the go.mod of v, and returns what
// it prints on stdout, or what it says on stderr if it fails. The go.mod is laid
// over the real one: the go command takes -modfile from GOFLAGS only where there
// is a module, and go/packages asks it questions where there is none.
func command(v version, tmp, name string, args ...string) ([]byte, error) {
	overlay, err := v.overlay(tmp)
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), "GOFLAGS="+strings.TrimSpace(os.Getenv("GOFLAGS")+" -overlay="+overlay+" -tags="+v.tags()))
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return stderr.Bytes(), err
	}
	return stdout.Bytes(), nil
}

// overlay writes the file that makes the go command read the go.mod of v.
func (v version) overlay(tmp string) (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	mod, err := filepath.Abs(v.modfile())
	if err != nil {
		return "", err
	}
	data, err := json.Marshal(map[string]map[string]string{"Replace": {
		filepath.Join(dir, "go.mod"): mod,
		filepath.Join(dir, "go.sum"): strings.TrimSuffix(mod, ".mod") + ".sum",
	}})
	if err != nil {
		return "", err
	}
	name := filepath.Join(tmp, v.String()+".json")
	return name, os.WriteFile(name, data, 0o666)
}
