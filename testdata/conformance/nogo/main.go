// Command schemavetnogo runs the checks under rules_go's nogo and wants what go vet
// finds. Nogo is built from rules_go's own sources. The actions are those of Bazel:
// one process for each package, in a sandbox with its files and nothing else, paths
// relative to it, modules that were downloaded in the folder external, types from
// archives, and facts of direct imports only.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	_ "github.com/schemavet/schemavet/analyzers"
	"golang.org/x/tools/txtar"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "schemavetnogo:", err)
		os.Exit(1)
	}
	fmt.Println("nogo finds what go vet finds")
}

func run() error {
	tmp, err := os.MkdirTemp("", "nogo-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	w := &work{tmp: tmp, root: filepath.Join(tmp, "execroot"), archives: map[string]string{}, facts: map[string]string{}}
	for _, step := range []func() error{w.buildNogo, w.buildVettool, w.extract, w.list, w.analyse} {
		if err := step(); err != nil {
			return err
		}
	}
	want, err := w.vet()
	if err != nil {
		return err
	}
	slices.Sort(w.found)
	if !slices.Equal(w.found, want) {
		return fmt.Errorf("nogo:\n%s\ngo vet:\n%s", strings.Join(w.found, "\n"), strings.Join(want, "\n"))
	}
	fmt.Printf("%d packages, %d findings\n", len(w.pkgs), len(want))
	return nil
}

type work struct {
	tmp, root     string
	nogo, vettool string
	pkgs          []*pkg            // dependencies first
	archives      map[string]string // by import path
	facts         map[string]string
	found         []string
}

// pkg is what the go command lists.
type pkg struct {
	ImportPath, Dir, Export string
	GoFiles, Imports        []string
	Standard                bool
	Module                  *struct{ Path, GoVersion string }
}

// checks are the packages that a BUILD file would name.
var checks = []string{"baddefault", "contextleak", "handlerargs", "hints", "nodescription", "schemadrift", "schemaerror", "tagdialect", "toolname", "wiremismatch"}

// sources are those that rules_go makes nogo of, as its BUILD file lists them.
var sources = []string{"constants.go", "env.go", "flags.go", "nogo_fix.go", "nogo_goversions_go118.go", "nogo_goversions_go121.go",
	"nogo_goversions_go122.go", "nogo_main.go", "nogo_version.go", "nolint.go"}

// buildNogo builds nogo with the checks.
func (w *work) buildNogo() error {
	// No package of the module is imported, so that nothing else has downloaded it.
	out, err := command(".", "go", "mod", "download", "-json", "github.com/bazelbuild/rules_go")
	if err != nil {
		return err
	}
	var rules struct{ Dir string }
	if err := json.Unmarshal([]byte(out), &rules); err != nil {
		return err
	}
	dir := filepath.Join("nogo_generated")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	for _, name := range sources {
		data, err := os.ReadFile(filepath.Join(rules.Dir, "go", "tools", "builders", name))
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), data, 0o666)
		}
		if err != nil {
			return err
		}
	}
	var imports, list strings.Builder
	for _, name := range checks {
		fmt.Fprintf(&imports, "\t%q\n", "github.com/schemavet/schemavet/analyzers/"+name)
		fmt.Fprintf(&list, "\t%s.Analyzer,\n", name)
	}
	text := "package main\n\nimport (\n" + imports.String() + "\t\"golang.org/x/tools/go/analysis\"\n)\n\nvar analyzers = []*analysis.Analyzer{\n" +
		list.String() + "}\n\nvar configs = map[string]config{}\n\nconst debugMode = false\n"
	if err := os.WriteFile(filepath.Join(dir, "generated.go"), []byte(text), 0o666); err != nil {
		return err
	}
	w.nogo = filepath.Join(w.tmp, "nogo")
	_, err = command(".", "go", "build", "-o", w.nogo, "./"+dir)
	return err
}

func (w *work) buildVettool() error {
	w.vettool = filepath.Join(w.tmp, "schemavet")
	_, err := command("../../..", "go", "build", "-o", w.vettool, "./cmd/schemavet")
	return err
}

// extract writes the module, with the stubs of the SDK where Bazel has modules.
func (w *work) extract() error {
	ar, err := txtar.ParseFile("module.txtar")
	if err != nil {
		return err
	}
	for _, f := range ar.Files {
		if err := write(filepath.Join(w.root, f.Name), f.Data); err != nil {
			return err
		}
	}
	stubs := filepath.Join("..", "..", "sdk", "gosdk")
	for _, name := range []string{"go-sdk", "jsonschema-go"} {
		if err := os.CopyFS(filepath.Join(w.root, "external", name), os.DirFS(filepath.Join(stubs, name))); err != nil {
			return err
		}
	}
	return nil
}

// list lists the packages of the module and compiles those of the standard library.
func (w *work) list() error {
	out, err := command(w.root, "go", "list", "-deps", "-export", "-json=ImportPath,Dir,Export,GoFiles,Imports,Standard,Module", "./...")
	if err != nil {
		return err
	}
	for dec := json.NewDecoder(strings.NewReader(out)); ; {
		p := new(pkg)
		if err := dec.Decode(p); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		if p.Standard && p.Export == "" {
			continue // unsafe
		}
		if p.Standard {
			w.archives[p.ImportPath] = p.Export
		} else {
			w.pkgs = append(w.pkgs, p)
		}
	}
}

// analyse compiles each package and runs nogo on it.
func (w *work) analyse() error {
	for i, p := range w.pkgs {
		files := make([]string, len(p.GoFiles))
		for j, name := range p.GoFiles {
			rel, err := filepath.Rel(w.root, filepath.Join(p.Dir, name))
			if err != nil {
				return err
			}
			files[j] = rel
		}
		var cfg bytes.Buffer
		for path, file := range w.archives {
			fmt.Fprintf(&cfg, "packagefile %s=%s\n", path, file)
		}
		config := filepath.Join(w.tmp, fmt.Sprintf("importcfg%d", i))
		if err := write(config, cfg.Bytes()); err != nil {
			return err
		}
		archive := filepath.Join(w.tmp, fmt.Sprintf("p%d.a", i))
		name := p.ImportPath
		compile := []string{"tool", "compile", "-p", name, "-trimpath", w.root, "-importcfg", config, "-o", archive, "-pack"}
		if _, err := command(w.root, "go", append(compile, files...)...); err != nil {
			return err
		}
		if err := w.action(i, p, files, config); err != nil {
			return fmt.Errorf("%s: %w", p.ImportPath, err)
		}
		w.archives[p.ImportPath] = archive
	}
	return nil
}

// action runs nogo on a package in a sandbox with the package's files and all
// snapshots.
func (w *work) action(i int, p *pkg, files []string, config string) error {
	sandbox := filepath.Join(w.tmp, fmt.Sprintf("sandbox%d", i))
	inputs := slices.Clone(files)
	for _, dir := range []string{"tools"} {
		snapshots, err := filepath.Glob(filepath.Join(w.root, dir, "toolschema", "*.json"))
		if err != nil {
			return err
		}
		for _, file := range snapshots {
			inputs = append(inputs, filepath.Join(dir, "toolschema", filepath.Base(file)))
		}
	}
	for _, file := range inputs {
		data, err := os.ReadFile(filepath.Join(w.root, file))
		if err == nil {
			err = write(filepath.Join(sandbox, file), data)
		}
		if err != nil {
			return err
		}
	}
	out := filepath.Join(w.tmp, fmt.Sprintf("facts%d", i))
	args := []string{"-p", p.ImportPath, "-importcfg", config, "-x", out}
	for _, imp := range p.Imports {
		if w.facts[imp] != "" {
			args = append(args, "-fact", imp+"="+w.facts[imp])
		}
	}
	external := strings.HasPrefix(files[0], "external/")
	if external {
		args = append(args, "-facts_only")
	}
	cmd := exec.Command(w.nogo, append(args, files...)...)
	cmd.Dir = sandbox
	text, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return err
	}
	w.facts[p.ImportPath] = out
	for line := range strings.Lines(string(text)) {
		if m := finding.FindStringSubmatch(line); m != nil {
			w.found = append(w.found, fmt.Sprintf("%s:%s: %s: %s", m[1], m[2], m[4], m[3]))
		} else if !strings.HasPrefix(line, "nogo: errors found by nogo") {
			return errors.New(line)
		}
	}
	return nil
}

var finding = regexp.MustCompile(`^(\S+?):(\d+):\d+: (.*) \((\w+)\)\n?$`)

// vetLine matches a finding with its rule, which nogo does not print.
var vetLine = regexp.MustCompile(`^(\S+?):(\d+):\d+: (.*) \([a-z]+/[a-z-]+\)\n?$`)

// vet returns what go vet finds.
func (w *work) vet() ([]string, error) {
	var flags []string
	for _, name := range checks {
		flags = append(flags, "-"+name)
	}
	cmd := exec.Command("go", slices.Concat([]string{"vet", "-vettool=" + w.vettool}, flags, []string{"./..."})...)
	cmd.Dir = w.root
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod", "GOPROXY=off")
	out, _ := cmd.CombinedOutput()
	var found []string
	for line := range strings.Lines(string(out)) {
		if strings.HasPrefix(line, "#") || strings.Contains(line, ": \tdeclared here") {
			continue
		}
		m := vetLine.FindStringSubmatch(strings.TrimPrefix(line, "vet: "))
		if m == nil {
			return nil, fmt.Errorf("go vet: %s", out)
		}
		found = append(found, fmt.Sprintf("%s:%s: %s", strings.TrimPrefix(m[1], "./"), m[2], m[3]))
	}
	slices.Sort(found)
	return slices.Compact(found), nil
}

func command(dir, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off")
	if dir != "." && name == "go" && args[0] == "list" {
		cmd.Env = append(cmd.Env, "GOFLAGS=-mod=mod", "GOPROXY=off")
	}
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, stderr.Bytes())
	}
	return stdout.String(), nil
}

func write(name string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	return os.WriteFile(name, data, 0o666)
}
