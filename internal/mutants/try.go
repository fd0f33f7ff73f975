package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// variable turns on a mutant in a test binary.
const variable = "SCHEMAVET_MUTANT"

// support is a file that each package with mutants gets.
const support = `package %s

import "os"

var mutantNow = os.Getenv("` + variable + `")
`

// A verdict is the outcome of testing a mutant.
type verdict string

const (
	red      verdict = "red"      // a test failed, as it should
	survived verdict = "SURVIVED" // no test failed
	unsound  verdict = "UNSOUND"  // the test fails without it
)

// A builder builds test binaries that contain mutants, and runs them.
type builder struct {
	tmp      string
	binaries map[string]string // by package
	sound    sync.Map          // by package and pattern: func() baseline
}

// build builds a binary for each package with tests.
func (b *builder) build(list []*mutant) error {
	overlay, err := instrument(list, b.tmp)
	if err != nil {
		return err
	}
	for _, m := range list {
		if b.binaries[m.pkg] != "" {
			continue
		}
		exe := filepath.Join(b.tmp, strings.NewReplacer("/", "_", ".", "").Replace(m.pkg)+".test")
		out, err := exec.Command("go", "test", "-c", "-overlay", overlay, "-o", exe, m.pkg).CombinedOutput()
		if err != nil {
			return fmt.Errorf("a mutant does not compile: %w\n%s", err, out)
		}
		b.binaries[m.pkg] = exe
	}
	return nil
}

// instrument writes the changed files and the overlay that makes the go command read
// them. A function with mutants begins with the body of each one.
func instrument(list []*mutant, tmp string) (string, error) {
	files := map[string][]*mutant{}
	for _, m := range list {
		files[m.file] = append(files[m.file], m)
	}
	replace := map[string]string{}
	n := 0
	put := func(name, text string) error {
		abs, err := filepath.Abs(name)
		if err != nil {
			return err
		}
		n++
		replace[abs] = filepath.Join(tmp, fmt.Sprintf("%d.go", n))
		return os.WriteFile(replace[abs], []byte(text), 0o666)
	}
	for name, list := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			return "", err
		}
		text := string(data)
		slices.SortStableFunc(list, func(a, b *mutant) int { return cmp.Compare(b.from, a.from) })
		for _, m := range list {
			body := string(data[m.from:m.start]) + m.text + string(data[m.end:m.to])
			text = text[:m.from] + fmt.Sprintf("\nif mutantNow == %q {\n//line %s:1\n%s\n%s\n}\n", m.name, m.name, body, m.leaves) + text[m.from:]
		}
		if err := put(name, text); err != nil {
			return "", err
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, data, parser.PackageClauseOnly)
		if err != nil {
			return "", err
		}
		if err := put(filepath.Join(filepath.Dir(name), "zz_mutants.go"), fmt.Sprintf(support, f.Name.Name)); err != nil {
			return "", err
		}
	}
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	overlay := filepath.Join(tmp, "overlay.json")
	return overlay, os.WriteFile(overlay, data, 0o666)
}

// A baseline is the outcome of a test without a mutant.
type baseline struct {
	said string
	err  error
	took time.Duration
}

// try runs the test of a mutant. It returns the verdict and the output of the test.
func (b *builder) try(m *mutant) (verdict, string) {
	once, _ := b.sound.LoadOrStore(m.pkg+" "+m.run, sync.OnceValue(func() baseline {
		start := time.Now()
		said, err := b.test(m, "", 10*time.Minute)
		return baseline{said, err, time.Since(start)}
	}))
	without := once.(func() baseline)()
	if without.err != nil || strings.Contains(without.said, "no tests to run") {
		return unsound, without.said
	}
	said, err := b.test(m, m.name, 30*time.Second+5*without.took) // some mutants do not end
	if err != nil {
		return red, said
	}
	return survived, said
}

// test runs the test of a mutant, which is turned on if name is its name.
func (b *builder) test(m *mutant, name string, limit time.Duration) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, b.binaries[m.pkg], "-test.failfast", "-test.run", m.run)
	cmd.Dir = m.pkg
	cmd.Env = append(os.Environ(), variable+"="+name)
	cmd.WaitDelay = time.Second
	out, err := cmd.CombinedOutput()
	return string(out), err
}
