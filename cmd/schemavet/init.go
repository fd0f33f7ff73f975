package main

import (
	"fmt"
	"io"
	"path/filepath"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/output"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/session"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/starter"
	"github.com/schemavet/schemavet/internal/config"
	"github.com/schemavet/schemavet/internal/load"
	"github.com/schemavet/schemavet/internal/self"
	"github.com/schemavet/schemavet/schemafacts/snapshot"
	"github.com/spf13/cobra"
)

func initCommand(o *session.Options) *cobra.Command {
	return &cobra.Command{
		Use:   "init [settings] [github]",
		Short: "Write a settings file with comments, and a workflow for GitHub Actions",
		Long: `Init writes the file .schemavet.yaml with all settings as comments. With github it
writes a workflow for GitHub Actions. If a file exists, init does not change it, but
prints the text to add.`,
		Example: `  schemavet init
  schemavet init settings github`,
		RunE: func(cmd *cobra.Command, args []string) error {
			dir, err := o.Abs()
			if err != nil {
				return err
			}
			if len(args) == 0 {
				args = []string{starter.Kinds[0].Name}
			}
			var kinds []starter.Kind
			for _, name := range args {
				k, err := starter.Find(name)
				if err != nil {
					return err
				}
				kinds = append(kinds, k)
			}
			for _, k := range kinds {
				if err := start(cmd.OutOrStdout(), dir, k); err != nil {
					return err
				}
			}
			command := self.Command(dir)
			next := command + " check"
			if folders, err := snapshot.Folders(dir); err != nil || len(folders) == 0 {
				next = command + " snapshot, commit what it writes, then " + next
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "schemavet: next: %s\n", next)
			return nil
		},
	}
}

// start writes a file that init offers, or prints its text if the file already
// exists.
func start(w io.Writer, dir string, k starter.Kind) error {
	root := snapshot.Root(dir)
	repo := output.Repo(root)
	folder, err := filepath.Rel(repo, root)
	if err != nil {
		return err
	}
	text, err := k.Text(self.Command(dir), filepath.ToSlash(folder))
	if err != nil {
		return err
	}
	file := filepath.Join(root, filepath.FromSlash(k.File))
	if k.Repository {
		file = filepath.Join(repo, filepath.FromSlash(k.File))
	}
	if k.File == config.Name {
		if _, err := config.Load(file); err != nil { // such as one of another name
			return err
		}
	}
	written, err := starter.Write(file, text)
	shown := load.SlashPath(dir, file)
	switch {
	case err != nil:
		return err
	case written:
		fmt.Fprintf(w, "wrote %s\n", shown)
	default:
		fmt.Fprintf(w, "%s exists and is unchanged; add to it:\n\n%s", shown, text)
	}
	return nil
}
