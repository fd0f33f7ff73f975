// Package gitrev reads files of other revisions from the objects of a git
// repository, without a checkout.
package gitrev

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/internal/safefile"
	"golang.org/x/mod/semver"
)

// Repo is a git repository, as seen from a directory in it.
type Repo struct {
	dir string
	// Prefix is the path of the directory in the repository, "" for its root
	// and with a slash at the end otherwise.
	Prefix string
}

// Open returns the git repository that contains the folder dir.
func Open(dir string) (*Repo, error) {
	r := &Repo{dir: dir}
	out, err := r.git("rev-parse", "--show-prefix")
	if err != nil {
		return nil, err
	}
	r.Prefix = strings.TrimSuffix(out, "\n")
	return r, nil
}

// git runs a git command and returns its output. Its error is the message of git.
func (r *Repo) git(args ...string) (string, error) {
	cmd := r.command(args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err == nil {
		return string(out), nil
	}
	if errors.Is(err, exec.ErrNotFound) {
		return "", errors.New("reading other revisions requires git, which is not installed")
	}
	words := strings.TrimPrefix(strings.TrimSpace(stderr.String()), "fatal: ")
	if words == "" {
		words = err.Error()
	}
	line, _, _ := strings.Cut(words, "\n")
	return "", fmt.Errorf("git %s: %s", args[0], line)
}

// guards override settings in .git/config with which git would start programs. That
// file may come from a hostile checkout.
var guards = []string{
	"-c", "core.fsmonitor=false",
	"-c", "core.hooksPath=" + os.DevNull,
	"-c", "safe.bareRepository=explicit", // or a folder of the work tree could pass for a repository
}

func (r *Repo) command(args ...string) *exec.Cmd {
	cmd := exec.Command("git", slices.Concat(guards, args)...)
	cmd.Dir = r.dir
	cmd.Env = append(os.Environ(), "LC_ALL=C", "GIT_OPTIONAL_LOCKS=0")
	return cmd
}

// Resolve returns the hash of the commit that a revision such as a branch or tag
// names.
func (r *Repo) Resolve(rev string) (string, error) {
	out, err := r.git("rev-parse", "--verify", "--quiet", "--end-of-options", rev+"^{commit}")
	if err != nil {
		return "", fmt.Errorf("no revision %q here; a shallow clone has to fetch it first", rev)
	}
	return strings.TrimSpace(out), nil
}

// branches are the usual names of default branches, for repositories that do not
// specify one.
var branches = []string{"origin/main", "origin/master", "main", "master"}

// DefaultBranch returns the branch into which changes will be merged: the target of the
// pull request under GitHub Actions or GitLab, the default branch of the remote, or an
// existing branch with a usual name.
func (r *Repo) DefaultBranch() (string, error) {
	var candidates []string
	for _, name := range []string{"GITHUB_BASE_REF", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME"} {
		if v := os.Getenv(name); v != "" {
			candidates = append(candidates, "origin/"+v, v)
		}
	}
	if out, err := r.git("symbolic-ref", "--quiet", "--short", "refs/remotes/origin/HEAD"); err == nil {
		candidates = append(candidates, strings.TrimSpace(out))
	}
	for _, c := range append(candidates, branches...) {
		if _, err := r.Resolve(c); err == nil {
			return c, nil
		}
	}
	return "", fmt.Errorf("no default branch found (%s); name a revision with --base", strings.Join(append(candidates, branches...), ", "))
}

// MergeBase returns the commit at which HEAD left a branch.
func (r *Repo) MergeBase(branch string) (string, error) {
	out, err := r.git("merge-base", "--end-of-options", "HEAD", branch)
	if err != nil {
		return "", fmt.Errorf("HEAD and %s have no common ancestor; if the clone is shallow, fetch more history (git fetch --unshallow)", branch)
	}
	return strings.TrimSpace(out), nil
}

// Ignored returns the files that git does not add because a pattern excludes them.
func (r *Repo) Ignored(files []string) []string {
	cmd := r.command("check-ignore", "-z", "--stdin")
	cmd.Stdin = strings.NewReader(strings.Join(files, "\x00"))
	out, err := cmd.Output()
	if err != nil {
		return nil // exit code 1: git ignores none
	}
	return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
}

// Files returns the contents of a commit's files for which keep returns true. keep
// receives the path below the repository's directory.
func (r *Repo) Files(commit string, keep func(path string) bool) (map[string][]byte, error) {
	args := []string{"ls-tree", "-r", "-z", "-l", "--full-tree", commit}
	if r.Prefix != "" {
		args = append(args, "--", ":(top,literal)"+r.Prefix)
	}
	list, err := r.git(args...)
	if err != nil {
		return nil, err
	}
	var names, objects []string
	for entry := range strings.SplitSeq(strings.TrimSuffix(list, "\x00"), "\x00") {
		what, name, ok := strings.Cut(entry, "\t")
		fields := strings.Fields(what) // mode, type, object and size
		rel, below := strings.CutPrefix(name, r.Prefix)
		if !ok || !below || len(fields) != 4 || fields[1] != "blob" || !keep(rel) {
			continue
		}
		if size, err := strconv.Atoi(fields[3]); err != nil || size > safefile.Limit { // it would fill the memory
			return nil, fmt.Errorf("%s is larger than %d MB, the most that schemavet reads", strconv.Quote(rel), safefile.Limit>>20)
		}
		names, objects = append(names, rel), append(objects, fields[2])
	}
	return r.blobs(names, objects)
}

// blobs returns the contents of the git objects by the names of their files.
func (r *Repo) blobs(names, objects []string) (map[string][]byte, error) {
	files := map[string][]byte{}
	if len(names) == 0 {
		return files, nil
	}
	cmd := r.command("cat-file", "--batch")
	cmd.Stdin = strings.NewReader(strings.Join(objects, "\n") + "\n")
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("git cat-file: %w", err)
	}
	in := bufio.NewReader(bytes.NewReader(out))
	for _, name := range names {
		size, err := blobSize(in, name)
		if err != nil {
			return nil, err
		}
		data := make([]byte, size+1) // and the line's end
		if _, err := io.ReadFull(in, data); err != nil {
			return nil, fmt.Errorf("git cat-file: %s: %w", name, err)
		}
		files[name] = data[:size]
	}
	return files, nil
}

// blobSize parses the line that git cat-file prints before an object.
func blobSize(in *bufio.Reader, name string) (int, error) {
	header, err := in.ReadString('\n')
	fields := strings.Fields(header)
	if err != nil || len(fields) != 3 {
		return 0, fmt.Errorf("git cat-file: %s: %q", name, strings.TrimSpace(header))
	}
	size, err := strconv.Atoi(fields[2])
	if err != nil {
		return 0, fmt.Errorf("git cat-file: %s: %w", name, err)
	}
	return size, nil
}

// Version returns the newest release among the tags that are reachable from a commit, or ""
// if no release is. folder is the module's folder, relative to the repository's directory.
// In a repository of several modules, the tags of a module begin with its path.
func (r *Repo) Version(commit, folder string) string {
	prefix := path.Join(r.Prefix, folder)
	if prefix == "." || prefix == "" {
		prefix = ""
	} else {
		prefix += "/"
	}
	out, err := r.git("tag", "--merged", commit)
	if err != nil {
		return ""
	}
	best := ""
	for tag := range strings.Lines(out) {
		v, ok := strings.CutPrefix(strings.TrimSpace(tag), prefix)
		if ok && semver.IsValid(v) && semver.Prerelease(v) == "" && semver.Compare(v, best) > 0 {
			best = v
		}
	}
	return best
}
