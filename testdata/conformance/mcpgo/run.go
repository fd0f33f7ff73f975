package main

import (
	"bytes"
	"cmp"
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
	tools  []tool
	faults map[string]string // what becomes of each registration of package faults
}

// compare builds and runs the servers under v and derives their tools.
func (v version) compare(tmp, binary string) (*result, error) {
	overlay, err := v.overlay(tmp)
	if err != nil {
		return nil, err
	}
	env := append(os.Environ(), strings.TrimSpace("GOFLAGS=-overlay="+overlay+" -tags="+v.tags()))
	truth, err := serve(env, filepath.Join(tmp, "serve-"+v.name))
	if err != nil {
		return nil, err
	}
	out, err := output(env, binary, "list", "--json", "./...")
	if err != nil {
		return nil, err
	}
	var derived struct{ Tools []tool }
	if err := json.Unmarshal(out, &derived); err != nil {
		return nil, fmt.Errorf("reading what schemavet list prints: %w", err)
	}
	return judgeAll(truth, derived.Tools), nil
}

// overlay writes the file that lays the go.mod of v over the module's. The flag
// -modfile would not do, because tools ask the go command also from outside of
// the module.
func (v version) overlay(tmp string) (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	modfile, err := filepath.Abs(filepath.Join(cmp.Or(v.dir, "versions"), v.name))
	if err != nil {
		return "", err
	}
	data, err := json.Marshal(map[string]map[string]string{"Replace": {
		filepath.Join(dir, "go.mod"): modfile + ".mod",
		filepath.Join(dir, "go.sum"): modfile + ".sum",
	}})
	if err != nil {
		return "", err
	}
	name := filepath.Join(tmp, v.name+".json")
	return name, os.WriteFile(name, data, 0o666)
}

// serve runs all servers, and each fault in a process of its own.
func serve(env []string, exe string) (*truth, error) {
	if _, err := output(env, "go", "build", "-o", exe, "./serve"); err != nil {
		return nil, err
	}
	out, err := output(env, exe)
	if err != nil {
		return nil, err
	}
	t := &truth{faults: map[string]string{}}
	for dec := json.NewDecoder(bytes.NewReader(out)); dec.More(); {
		var line struct{ Tools []tool }
		if err := dec.Decode(&line); err != nil {
			return nil, fmt.Errorf("reading what the servers print: %w", err)
		}
		t.tools = append(t.tools, line.Tools...)
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
		t.faults[name] = text
	}
	return t, nil
}

// output runs a program in this folder and returns what it prints.
func output(env []string, name string, args ...string) ([]byte, error) {
	cmd := exec.Command(name, args...)
	cmd.Env = env
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("%s %s: %w\n%s", filepath.Base(name), strings.Join(args, " "), err, stderr.Bytes())
	}
	return stdout.Bytes(), nil
}
