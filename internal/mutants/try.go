package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/schemavet/schemavet/internal/slow"
)

// verdict is the outcome of testing a mutant.
type verdict string

const (
	red      verdict = "red"      // a test saw it, as one should
	survived verdict = "SURVIVED" // no test saw it
	debt     verdict = "open"     // no test saw it, which is known
	broken   verdict = "BROKEN"   // the mutant does not compile, or cannot be made
	unsound  verdict = "UNSOUND"  // the tests fail without it
)

// tester runs tests with and without mutants.
type tester struct {
	root    string
	timeout time.Duration
	sound   map[string]verdict // by package and pattern, without a mutant
}

// try runs the tests of a mutant. It returns the verdict and the output of the tests.
func (t *tester) try(m *mutant) (verdict, string) {
	text, err := m.apply(t.root)
	if err != nil {
		return broken, err.Error()
	}
	dir, err := os.MkdirTemp("", "mutant")
	if err != nil {
		return broken, err.Error()
	}
	defer os.RemoveAll(dir)
	overlay, err := t.overlay(dir, m, text)
	if err != nil {
		return broken, err.Error()
	}
	for _, pkg := range m.pkgs {
		target := pkg + " " + m.run
		if _, ok := t.sound[target]; !ok {
			v, said := t.test(pkg, m.run, "")
			if v != survived {
				return unsound, said
			}
			t.sound[target] = v
		}
		if v, said := t.test(pkg, m.run, overlay); v != survived {
			return v, said
		}
	}
	if m.open {
		return debt, ""
	}
	return survived, ""
}

// overlay writes the changed file of a mutant, and the overlay that makes go test
// read it in place of the original. It returns the name of the overlay.
func (t *tester) overlay(dir string, m *mutant, text string) (string, error) {
	file, err := filepath.Abs(filepath.Join(t.root, m.file))
	if err != nil {
		return "", err
	}
	changed := filepath.Join(dir, filepath.Base(m.file))
	if err := os.WriteFile(changed, []byte(text), 0o666); err != nil {
		return "", err
	}
	data, err := json.Marshal(map[string]map[string]string{"Replace": {file: changed}})
	if err != nil {
		return "", err
	}
	name := filepath.Join(dir, "overlay.json")
	return name, os.WriteFile(name, data, 0o666)
}

// test runs tests of a package, with an overlay if its name is not "".
func (t *tester) test(pkg, run, overlay string) (verdict, string) {
	args := []string{"test", "-vet=off", "-failfast", "-timeout", t.timeout.String()}
	if overlay != "" {
		args = append(args, "-overlay", overlay)
	}
	if run != "" {
		args = append(args, "-run", run)
	}
	cmd := exec.Command("go", append(args, ".")...)
	cmd.Dir = filepath.Join(t.root, pkg) // which may be in another module
	cmd.Env = append(os.Environ(), slow.Var+"=all")
	data, err := cmd.CombinedOutput()
	said := string(data)
	switch {
	case strings.Contains(said, "[build failed]"), strings.Contains(said, "[setup failed]"):
		return broken, said
	case err == nil:
		return survived, said
	}
	return red, said
}

// seenBy returns the innermost test that failed, or a hint where to look if the
// output names none.
func (m *mutant) seenBy(said string) string {
	if strings.Contains(said, "panic: test timed out") {
		return "no end"
	}
	name := ""
	for line := range strings.SplitSeq(said, "\n") {
		if rest, ok := strings.CutPrefix(strings.TrimSpace(line), "--- FAIL: "); ok {
			if test, _, _ := strings.Cut(rest, " ("); strings.HasPrefix(test, name) {
				name = test
			}
		}
	}
	if name == "" && strings.Contains(said, "panic: ") {
		return "a panic"
	}
	return name
}
