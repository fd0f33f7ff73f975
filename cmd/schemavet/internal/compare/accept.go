package compare

import (
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/finding"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/known"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/output"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/quote"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/words"
	"github.com/schemavet/schemavet/internal/self"
	"github.com/schemavet/schemavet/schemafacts/compat"
	"github.com/schemavet/schemavet/schemafacts/snapshot"
)

// Accept adds an acceptance for each fingerprint to its file. It adds none if a
// fingerprint is wrong.
func (d *Differ) Accept(w io.Writer, r *output.Diff, fingerprints []string, reason string) error {
	var changes []output.Change
	for _, fp := range fingerprints {
		i := slices.IndexFunc(r.Changes, func(c output.Change) bool { return c.Fingerprint == fp })
		if i < 0 {
			return fmt.Errorf("no change has the fingerprint %q; schemavet diff prints the fingerprints", fp)
		}
		changes = append(changes, r.Changes[i])
	}
	for _, c := range changes {
		if c.Accepted != "" {
			fmt.Fprintf(w, "%s is already accepted: %s\n", c.Fingerprint, quote.Text(c.Accepted))
			continue
		}
		file, err := d.acceptedFile(c.File)
		if err != nil {
			return err
		}
		change := quote.Text(c.Tool) + ": " + quote.Text(c.Message)
		if err := known.Accept(filepath.Join(d.Dir, filepath.FromSlash(file)), change, c.Fingerprint, reason); err != nil {
			return err
		}
		fmt.Fprintf(w, "accepted in %s: %s\n", quote.Text(file), change)
	}
	return nil
}

// acceptedFile returns the path, relative to the directory, of the file for
// acceptances of a snapshot's changes. If the folder of the snapshot no longer
// exists, it returns the file of another snapshot folder of the module.
func (d *Differ) acceptedFile(file string) (string, error) {
	folder := path.Dir(file)
	if st, err := os.Stat(filepath.Join(d.Dir, filepath.FromSlash(folder))); err == nil && st.IsDir() && path.Base(folder) == snapshot.Dir {
		return path.Join(folder, known.Accepted), nil
	}
	folders, err := snapshot.Folders(d.Dir)
	if err != nil {
		return "", err
	}
	for _, f := range folders {
		if f.Module == "" {
			return path.Join(f.Dir, snapshot.Dir, known.Accepted), nil
		}
	}
	return path.Join(snapshot.Dir, known.Accepted), nil
}

// HintAccept prints how to accept the changes that make a comparison with the base
// fail. base is the revision that the user named.
func HintAccept(stderr io.Writer, dir, base string, r *output.Diff, threshold compat.Level) {
	failing := slices.DeleteFunc(slices.Clone(r.Changes), func(c output.Change) bool {
		return c.Accepted != "" || c.Level < threshold
	})
	if len(failing) == 0 {
		return
	}
	var prints []string
	for _, c := range failing {
		if !slices.Contains(prints, c.Fingerprint) {
			prints = append(prints, c.Fingerprint)
		}
	}
	what := words.Verb(len(failing), "the change", "the changes")
	if n := len(prints); n > words.Few {
		what = fmt.Sprintf("the first of %d changes", n)
		prints = prints[:1]
	}
	if base != "" {
		prints = append(prints, "--base", shellWord(base))
	}
	fmt.Fprintf(stderr, "schemavet: to accept %s, run: %s accept %s --reason TEXT\n", what, self.Command(dir), strings.Join(prints, " "))
}

// shellWord quotes a text so that a shell reads it as one word.
func shellWord(s string) string {
	if strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./@^+") == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// HintDrift prints what to do about intended changes, if some of the findings are
// changes.
func HintDrift(stderr io.Writer, dir string, found []finding.Finding) {
	changed, breaks := false, false
	for _, f := range found {
		if f.Check == "schemadrift" && f.Level != "" && !strings.HasPrefix(f.Rule, "snapshot-") && f.Rule != "tool-underived" {
			changed = true
			breaks = breaks || f.Level == compat.Breaking.String()
		}
	}
	if !changed {
		return
	}
	run := self.Command(dir)
	fmt.Fprintf(stderr, "schemavet: if the changes are intended, run %s snapshot and commit what it writes\n", run)
	if breaks {
		fmt.Fprintf(stderr, "schemavet: intended breaks: %s diff also fails, and prints the command that accepts them\n", run)
	}
}
