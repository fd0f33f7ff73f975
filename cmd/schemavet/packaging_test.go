package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/schemavet/schemavet/analyzers"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/explain"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/session"
	"github.com/schemavet/schemavet/internal/rulebook"
	"github.com/schemavet/schemavet/internal/slow"
	"go.yaml.in/yaml/v3"
)

// What others build and run of this repository, far from its tests.

func readYAML(t *testing.T, file string, v any) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("../..", file))
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(data, v); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
}

type action struct {
	Inputs map[string]struct{ Default string }
	Runs   struct {
		Steps []struct {
			Name, Run string
			Env       map[string]string
			Dir       string `yaml:"working-directory"`
		}
	}
}

// run runs the steps of the action as a GitHub runner does, with these variables. It
// returns what they print.
func (a action) run(t *testing.T, root, temp string, inputs map[string]string, env ...string) (string, error) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Fatalf("the action and CI are scripts for bash: %v", err)
	}
	values := map[string]string{"github.action_path": root}
	for name, in := range a.Inputs {
		values["inputs."+name] = in.Default
	}
	for name, v := range inputs {
		values["inputs."+name] = v
	}
	expand := func(s string) string {
		return regexp.MustCompile(`\$\{\{ *([\w.-]+) *\}\}`).ReplaceAllStringFunc(s, func(e string) string {
			v, ok := values[strings.Trim(e, "${} ")]
			if !ok {
				t.Fatalf("%s is no input", e)
			}
			return v
		})
	}
	var all strings.Builder
	for _, step := range a.Runs.Steps {
		cmd := exec.Command(bash, "--noprofile", "--norc", "-eo", "pipefail", "-c", expand(step.Run))
		cmd.Dir = expand(step.Dir)
		cmd.Env = slices.Concat(os.Environ(), env, []string{"RUNNER_TEMP=" + temp})
		for name, v := range step.Env {
			cmd.Env = append(cmd.Env, name+"="+expand(v))
		}
		out, err := cmd.CombinedOutput()
		all.Write(out)
		if err != nil {
			return all.String(), err
		}
	}
	return all.String(), nil
}

func TestAction(t *testing.T) {
	slow.Skip(t) // it builds the program
	var a action
	readYAML(t, "action.yml", &a)
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	temp := t.TempDir()
	library, example := filepath.Join(temp, "library"), filepath.Join(root, "testdata/example")
	if err := os.CopyFS(library, os.DirFS(filepath.Join(root, "testdata/plainfuncs"))); err != nil {
		t.Fatal(err)
	}
	old := filepath.Join(temp, "old") // its Go is older than the one that schemavet needs
	if err := os.CopyFS(old, fstest.MapFS{"go.mod": {Data: []byte("module old\n\ngo 1.24.0\n")}, "old.go": {Data: []byte("package old\n")}}); err != nil {
		t.Fatal(err)
	}
	branch := branchThatBreaks(t)
	sarif := filepath.Join(temp, "out.sarif")
	for _, c := range []struct {
		name, dir, command, args, output string
		fails                            bool
		want                             string // part of what it prints
		env                              []string
	}{
		{"another command", library, "generate", "--tests", "", false, "", nil},
		{"a server without mistakes", library, "check", "", "", false, "schemavet " + session.Version, nil},
		{"flags", library, "list", "--json ./internal/desk", "", false, `"name": "book_search"`, nil},
		{"a star", library, "explain", "*", "", true, `"*"`, nil},
		{"a wrong flag", library, "check", "--nonsense", "", true, "", nil},
		{"a server with mistakes", example, "", "", "", true, "::error file=", nil},
		{"a push", branch, "", "", "", false, "no findings", nil},
		{"a pull request", branch, "", "", "", true, `tool "gone" was removed`, []string{"GITHUB_BASE_REF=main"}},
		{"an output", example, "check", "--format sarif --fail-on never", sarif, false, "", nil},
		{"an older Go", old, "check", "", "", false, "no findings", []string{"GOTOOLCHAIN=go1.24.0"}},
	} {
		inputs := map[string]string{"working-directory": c.dir, "command": c.command, "args": c.args, "output": c.output}
		if out, err := a.run(t, root, temp, inputs, c.env...); (err != nil) != c.fails || !strings.Contains(out, c.want) {
			t.Errorf("%s: %v\n%s", c.name, err, out)
		}
	}
	if data, err := os.ReadFile(sarif); err != nil || !strings.Contains(string(data), `"2.1.0"`) {
		t.Errorf("an output: %v\n%s", err, data)
	}
}

// branchThatBreaks returns a repository whose branch removes a tool and the snapshot of
// the tool.
func branchThatBreaks(t *testing.T) string {
	dir := t.TempDir()
	if err := os.CopyFS(dir, fstest.MapFS{
		"go.mod": {Data: []byte("module server\n\ngo 1.25.0\n")}, "server.go": {Data: []byte("package server\n")},
		"toolschema/gone.json": {Data: []byte(`{"$schemavet": 1, "name": "gone", "inputSchema": {"type": "object"}}`)},
	}); err != nil {
		t.Fatal(err)
	}
	git := func(args ...string) {
		cmd := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=a", "-c", "user.email=a@example.com"}, args...)...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v\n%s", args, err, out)
		}
	}
	git("init", "-q", "-b", "main")
	git("add", "-A", "-f")
	git("commit", "-q", "-m", "a")
	git("checkout", "-q", "-b", "work")
	git("rm", "-q", "toolschema/gone.json")
	git("commit", "-q", "-m", "b")
	return dir
}

// TestClone runs the first commands of the README in a clone, without schemavet in the
// PATH.
func TestClone(t *testing.T) {
	slow.Skip(t) // it builds the program
	clone, bin := filepath.Join(t.TempDir(), "schemavet"), t.TempDir()
	if out, err := exec.Command("git", "clone", "-q", "--shared", "../..", clone).CombinedOutput(); err != nil {
		t.Skipf("not a repository: %v\n%s", err, out)
	}
	var path []string
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		if _, err := os.Stat(filepath.Join(dir, "schemavet")); err != nil {
			path = append(path, dir)
		}
	}
	run := func(args ...string) string {
		cmd := exec.Command("go", args...)
		cmd.Dir = clone
		cmd.Env = append(os.Environ(), "PATH="+strings.Join(path, string(filepath.ListSeparator)), "GOBIN="+bin)
		out, _ := cmd.CombinedOutput()
		return string(out)
	}
	readme, err := os.ReadFile(filepath.Join(clone, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile("(?s)```sh\ngit clone .*?go run (.*?) +#").FindSubmatch(readme)
	if m == nil {
		t.Fatal("README.md does not begin with a command")
	}
	script, err := txtar.ParseFile(filepath.Join(clone, "testdata", "scripts", "example.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	want := string(script.Files[0].Data) + string(script.Files[1].Data) + "exit status 1\n" // as in the picture
	if got := run(append([]string{"run"}, strings.Fields(string(m[1]))...)...); got != want {
		t.Errorf("go run %s prints\n%s\nnot\n%s", m[1], got, want)
	}
	if out := run("install", "./cmd/schemavet"); out != "" {
		t.Error(out)
	}
	if out, err := exec.Command(filepath.Join(bin, "schemavet"), "version").CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestPinned checks that workflows name actions by commits and images by releases,
// that all files name the same commit of an action, and that the image does not run
// as root.
func TestPinned(t *testing.T) {
	read := func(name string) string {
		data, err := os.ReadFile(filepath.Join("../..", name))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	uses, pinned := regexp.MustCompile(`uses: *(\S+)`), regexp.MustCompile(`^(\./.*|[\w.-]+/[\w./-]+@[0-9a-f]{40})$`)
	commits := map[string]string{}
	for _, file := range []string{".github/workflows/ci.yml", ".github/workflows/release.yml", "action.yml", "cmd/schemavet/internal/starter/files/github.yml"} {
		for _, m := range uses.FindAllStringSubmatch(read(file), -1) {
			if !pinned.MatchString(m[1]) {
				t.Errorf("%s: %s is not pinned", file, m[1])
			}
			action, commit, _ := strings.Cut(m[1], "@")
			if have, ok := commits[action]; ok && have != commit {
				t.Errorf("%s: %s@%s, but elsewhere @%s", file, action, commit, have)
			}
			commits[action] = commit
		}
	}
	docker := read("Dockerfile")
	for _, m := range regexp.MustCompile(`(?m)^FROM (\S+)`).FindAllStringSubmatch(docker, -1) {
		if !regexp.MustCompile(`:\d+\.\d+\.\d+`).MatchString(m[1]) {
			t.Errorf("Dockerfile: %s names no release", m[1])
		}
	}
	if users := regexp.MustCompile(`(?m)^USER (\S+)`).FindAllStringSubmatch(docker, -1); len(users) == 0 || users[len(users)-1][1] == "root" || users[len(users)-1][1] == "0" {
		t.Errorf("Dockerfile: runs as root: %v", users)
	}
}

// TestPermissions checks that workflows grant write permissions only to single jobs,
// and never to a job that runs .ci/run, because that runs code of dependencies.
func TestPermissions(t *testing.T) {
	for _, file := range []string{".github/workflows/ci.yml", ".github/workflows/release.yml"} {
		var workflow struct {
			Permissions map[string]string
			Jobs        map[string]struct {
				Permissions map[string]string
				Steps       []struct{ Run string }
			}
		}
		readYAML(t, file, &workflow)
		if len(workflow.Permissions) != 1 || workflow.Permissions["contents"] != "read" {
			t.Errorf("%s: the workflow has the permissions %v", file, workflow.Permissions)
		}
		for name, job := range workflow.Jobs {
			for _, step := range job.Steps {
				for permission, access := range job.Permissions {
					if strings.Contains(step.Run, ".ci/run") && access == "write" {
						t.Errorf("%s: the job %s tests and has %s: write", file, name, permission)
					}
				}
			}
		}
	}
}

// TestArchives compares the names of the release archives in release.sh and in the
// documents.
func TestArchives(t *testing.T) {
	script, err := os.ReadFile("../../.github/release.sh")
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`for target in (.*); do`).FindSubmatch(script)
	if m == nil || !strings.Contains(string(script), "name=schemavet_${version}_${os}_${arch}\n") {
		t.Fatal("release.sh builds other archives")
	}
	archives := map[string]bool{}
	for _, target := range strings.Fields(string(m[1])) {
		archives["schemavet_"+session.Version+"_"+strings.ReplaceAll(target, "/", "_")] = true
	}
	for file, doc := range documents(t) {
		for _, name := range regexp.MustCompile(`(schemavet_v\S+)\.tar\.gz`).FindAllStringSubmatch(doc, -1) {
			if !archives[name[1]] {
				t.Errorf("%s: no archive %s", file, name[0])
			}
		}
	}
}

// TestHooks checks that the hooks for pre-commit name existing commands and the right
// files.
func TestHooks(t *testing.T) {
	var hooks []struct{ ID, Entry, Language, Files string }
	readYAML(t, ".pre-commit-hooks.yaml", &hooks)
	if len(hooks) == 0 {
		t.Fatal("no hooks")
	}
	for _, h := range hooks {
		words := strings.Fields(h.Entry)
		cmd, flags, err := rootCommand().Find(words[1:])
		if err != nil || words[0] != "schemavet" || cmd.Parent() == nil {
			t.Errorf("%s: no command %q: %v", h.ID, h.Entry, err)
			continue
		}
		if err := cmd.ParseFlags(flags); err != nil {
			t.Errorf("%s: %v", h.ID, err)
		}
		files := regexp.MustCompile(h.Files)
		for name, want := range map[string]bool{
			"main.go": true, "a/b.go": true, "go.mod": true, "sub/go.sum": true, "toolschema/x.json": true,
			"a/toolschema/accepted.txt": true, ".schemavet.yaml": true, "README.md": false, "a/cargo.mod": false,
		} {
			if files.MatchString(name) != want {
				t.Errorf("%s: matches %s: %v", h.ID, name, !want)
			}
		}
	}
}

// TestVersion checks that the changelog describes this version.
func TestVersion(t *testing.T) {
	data, err := os.ReadFile("../../CHANGELOG.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(data), "\n## "+session.Version+"\n") {
		t.Errorf("CHANGELOG.md has no section for %s", session.Version)
	}
}

// TestExplain checks that the lines of explain fit a terminal, except code, links and
// long words.
func TestExplain(t *testing.T) {
	var names []string
	for _, a := range analyzers.All() {
		names = append(names, a.Name)
	}
	for _, r := range rulebook.All() {
		names = append(names, r.Check+"/"+r.ID)
	}
	states, err := explain.ReadRuleStates(&session.Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		var out strings.Builder
		if err := explain.Explain(&out, states, name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for line := range strings.Lines(out.String()) {
			line = strings.TrimSuffix(line, "\n")
			if len([]rune(line)) > explain.Width && !strings.HasPrefix(line, "\t") && strings.Contains(line, " ") {
				t.Errorf("%s: a line of %d letters: %s", name, len([]rune(line)), line)
			}
		}
	}
}

// TestHelp checks that every command shows its usage, in lines that fit a terminal.
func TestHelp(t *testing.T) {
	for _, cmd := range rootCommand().Commands() {
		if cmd.Name() == "help" || cmd.Hidden {
			continue
		}
		if cmd.Example == "" {
			t.Errorf("%s has no example", cmd.Name())
		}
		for line := range strings.Lines(cmd.Long + "\n" + cmd.Example) {
			if len(strings.TrimSuffix(line, "\n")) > 85 {
				t.Errorf("%s: a line of %d letters: %s", cmd.Name(), len(line), line)
			}
		}
	}
}
