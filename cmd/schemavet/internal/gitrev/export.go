package gitrev

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Export writes all files of a commit to a new temporary folder. It returns the
// folder inside it that corresponds to the repository's directory, and a function
// that removes the temporary folder. It does not change the repository, its index or
// the working tree.
func (r *Repo) Export(commit string) (dir string, remove func(), err error) {
	temp, err := os.MkdirTemp("", "schemavet-")
	if err != nil {
		return "", nil, err
	}
	remove = func() { os.RemoveAll(temp) }
	if temp, err = filepath.EvalSymlinks(temp); err == nil {
		err = r.export(commit, temp)
	}
	if err != nil {
		remove()
		return "", nil, fmt.Errorf("exporting %s: %w", commit, err)
	}
	return filepath.Join(temp, "tree", filepath.FromSlash(r.Prefix)), remove, nil
}

func (r *Repo) export(commit, temp string) error {
	// Use a separate index, since git writes files only from an index.
	index := "GIT_INDEX_FILE=" + filepath.Join(temp, "index")
	unfiltered, err := r.unfiltered()
	if err != nil {
		return err
	}
	for _, args := range [][]string{
		{"read-tree", commit},
		{"checkout-index", "--all", "--force", "--prefix=" + filepath.ToSlash(filepath.Join(temp, "tree")) + "/"},
	} {
		cmd := r.command(slices.Concat(unfiltered, args)...)
		if args[0] == "checkout-index" {
			top, err := r.git("rev-parse", "--show-toplevel") // or only what is below the directory is written
			if err != nil {
				return err
			}
			cmd.Dir = strings.TrimSpace(top)
		}
		cmd.Env = append(cmd.Env, index)
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("git %s: %w: %s", args[0], err, strings.TrimSpace(string(out)))
		}
	}
	return nil
}

// unfiltered returns options that disable the configured filters. A filter is a program
// that git runs for each file that it writes; Git LFS is one, and downloads files.
func (r *Repo) unfiltered() ([]string, error) {
	out, err := r.git("config", "--null", "--list", "--name-only")
	if err != nil {
		return nil, err
	}
	var options []string
	for key := range strings.SplitSeq(out, "\x00") {
		switch {
		case !strings.HasPrefix(key, "filter."):
		case strings.Contains(key, "="): // git -c takes the first "=" for the end of the key
			return nil, fmt.Errorf("the git setting %q is not supported: its name contains \"=\"", key)
		case strings.HasSuffix(key, ".smudge"), strings.HasSuffix(key, ".process"):
			options = append(options, "-c", key+"=")
		case strings.HasSuffix(key, ".required"):
			options = append(options, "-c", key+"=false")
		}
	}
	return options, nil
}
