package gitrev

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/schemavet/schemavet/internal/safefile"
)

// repository makes a repository with a module in a subfolder, one commit on main and
// one commit on a branch.
func repository(t *testing.T) (dir string, run func(args ...string)) {
	t.Helper()
	for _, name := range []string{"GITHUB_BASE_REF", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME", "GIT_DIR"} {
		t.Setenv(name, "")
		os.Unsetenv(name)
	}
	dir = t.TempDir()
	run = func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@example.com"}, args...)...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
	run("init", "-q", "-b", "main")
	write(t, dir, "mod é/a.txt", "old\n")
	write(t, dir, "mod é/sub/empty.txt", "")
	write(t, dir, "mod é/sub/left out.go", "x")
	write(t, dir, "top.txt", "top")
	run("add", ".")
	run("commit", "-q", "-m", "one")
	return dir, run
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	file := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func TestFiles(t *testing.T) {
	dir, run := repository(t)
	run("checkout", "-q", "-b", "feature")
	write(t, dir, "mod é/a.txt", "new")
	run("commit", "-q", "-a", "-m", "two")
	write(t, dir, "mod é/a.txt", "not committed")

	r, err := Open(filepath.Join(dir, "mod é"))
	if err != nil {
		t.Fatal(err)
	}
	branch, err := r.DefaultBranch()
	if err != nil || branch != "main" {
		t.Fatalf("default branch %q, %v", branch, err)
	}
	base, err := r.MergeBase(branch)
	if err != nil {
		t.Fatal(err)
	}
	for rev, want := range map[string]map[string][]byte{
		base:   {"a.txt": []byte("old\n"), "sub/empty.txt": {}},
		"HEAD": {"a.txt": []byte("new"), "sub/empty.txt": {}},
	} {
		commit, err := r.Resolve(rev)
		if err != nil {
			t.Fatal(err)
		}
		got, err := r.Files(commit, func(name string) bool { return strings.HasSuffix(name, ".txt") })
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", rev, diff)
		}
	}
	if _, err := r.Resolve("--all"); err == nil {
		t.Error("an option counts as a revision")
	}
	if none, err := r.Files(base, func(string) bool { return false }); err != nil || len(none) != 0 {
		t.Errorf("%v, %v", none, err)
	}
}

func TestDefaultBranch(t *testing.T) {
	dir, run := repository(t)
	run("branch", "release")
	r, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("GITHUB_BASE_REF", "release")
	if got, err := r.DefaultBranch(); got != "release" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	os.Unsetenv("GITHUB_BASE_REF")
	run("branch", "-m", "main", "trunk")
	if got, err := r.DefaultBranch(); err == nil {
		t.Errorf("%q is taken for the default branch", got)
	}
	if _, err := Open(t.TempDir()); err == nil {
		t.Error("a folder outside of any repository was opened")
	}
}

func TestVersion(t *testing.T) {
	dir, run := repository(t)
	for _, tag := range []string{"v1.2.0", "v1.10.0", "v1.11.0-rc.1", "sub/v3.0.0", "nonsense"} {
		run("tag", tag)
	}
	run("commit", "-q", "--allow-empty", "-m", "two")
	run("tag", "v9.0.0")
	r, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	first, err := r.Resolve("HEAD~1")
	if err != nil {
		t.Fatal(err)
	}
	for folder, want := range map[string]string{"": "v1.10.0", ".": "v1.10.0", "sub": "v3.0.0", "none": "", "sub/..": "v1.10.0"} {
		if got := r.Version(first, folder); got != want {
			t.Errorf("in %q: %q, want %q", folder, got, want)
		}
	}
}

// TestHostile checks that settings in .git/config cannot make git start programs.
func TestHostile(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the program is a shell script")
	}
	dir, run := repository(t)
	write(t, dir, ".gitattributes", "*.txt filter=evil\n*.md filter=slow\n")
	write(t, dir, "read.md", "old\n")
	run("add", ".")
	run("commit", "-q", "-m", "attributes")
	ran := filepath.Join(t.TempDir(), "ran")
	program := filepath.Join(dir, ".git", "hooks", "post-index-change")
	write(t, dir, ".git/hooks/post-index-change", "#!/bin/sh\necho \"$0 $*\" >>'"+ran+"'\ncat\n")
	if err := os.Chmod(program, 0o777); err != nil {
		t.Fatal(err)
	}
	run("config", "core.fsmonitor", program)
	run("config", "core.hooksPath", filepath.Dir(program))
	run("config", "filter.evil.smudge", program)
	run("config", "filter.evil.required", "true")
	run("config", "filter.slow.process", program)
	run("config", "filter.slow.required", "true")

	r, err := Open(filepath.Join(dir, "mod é"))
	if err != nil {
		t.Fatal(err)
	}
	commit, err := r.Resolve("HEAD")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Files(commit, func(string) bool { return true }); err != nil {
		t.Error(err)
	}
	r.Version(commit, "")
	there, remove, err := r.Export(commit)
	if err != nil {
		t.Fatal(err)
	}
	defer remove()
	if text, err := os.ReadFile(filepath.Join(there, "a.txt")); string(text) != "old\n" {
		t.Errorf("a.txt has %q, %v", text, err)
	}
	if text, err := os.ReadFile(ran); err == nil {
		t.Errorf("git ran a program of the repository:\n%s", text)
	}
}

func TestHugeBlob(t *testing.T) {
	dir, run := repository(t)
	write(t, dir, "huge.txt", strings.Repeat("x", safefile.Limit+1))
	run("add", ".")
	run("commit", "-q", "-m", "huge")
	r, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	_, err = r.Files("HEAD", func(name string) bool { return name == "huge.txt" })
	if want := `"huge.txt" is larger than 16 MB, the most that schemavet reads`; err == nil || err.Error() != want {
		t.Errorf("got error %v, want %s", err, want)
	}
}
