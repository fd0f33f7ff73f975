package main

import (
	"errors"
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
	"github.com/spf13/cobra"
)

func acceptCommand(o *options) *cobra.Command {
	var base, reason string
	cmd := &cobra.Command{
		Use:   "accept FINGERPRINT...",
		Short: "Accept changes that schemavet diff reports",
		Long: `Accept records that changes which schemavet diff reports are intended. It adds a
line with the fingerprint and the reason to the file accepted.txt next to the
snapshot of the tool, below a comment that names the change. Commit that file.
Schemavet diff still reports the changes, but no longer fails because of them.`,
		Example: `  schemavet accept e8d372d7764e --reason "every known client sends query"`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("name the fingerprints of the changes; schemavet diff prints them")
			}
			reason = strings.Join(strings.Fields(reason), " ")
			if reason == "" {
				return errors.New(`--reason: say why the change is accepted, as in --reason "no client sends it"`)
			}
			d := &differ{o: o, stderr: cmd.ErrOrStderr()}
			r, err := d.report(base, nil)
			if err != nil {
				return err
			}
			return d.accept(cmd.OutOrStdout(), r, args, reason)
		},
	}
	cmd.Flags().StringVar(&reason, "reason", "", "`text` that explains why the change is acceptable; required")
	cmd.Flags().StringVar(&base, "base", "", "git `revision` that schemavet diff compares with")
	return cmd
}

// accept adds an acceptance for each fingerprint to its file. It adds none if a
// fingerprint is wrong.
func (d *differ) accept(w io.Writer, r *output.Diff, fingerprints []string, reason string) error {
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
		if err := known.Accept(filepath.Join(d.dir, filepath.FromSlash(file)), change, c.Fingerprint, reason); err != nil {
			return err
		}
		fmt.Fprintf(w, "accepted in %s: %s\n", quote.Text(file), change)
	}
	return nil
}

// acceptedFile returns the path, relative to the directory, of the file for
// acceptances of a snapshot's changes. If the folder of the snapshot no longer
// exists, it returns the file of another snapshot folder of the module.
func (d *differ) acceptedFile(file string) (string, error) {
	folder := path.Dir(file)
	if st, err := os.Stat(filepath.Join(d.dir, filepath.FromSlash(folder))); err == nil && st.IsDir() && path.Base(folder) == snapshot.Dir {
		return path.Join(folder, known.Accepted), nil
	}
	folders, err := snapshot.Folders(d.dir)
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

// hintAccept prints how to accept the changes that make a comparison with the base
// fail. base is the revision that the user named.
func hintAccept(stderr io.Writer, dir, base string, r *output.Diff, threshold compat.Level) {
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

// hintDrift prints what to do about intended changes, if some of the findings are
// changes.
func hintDrift(stderr io.Writer, dir string, found []finding.Finding) {
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
