package main

import (
	"slices"
	"strings"

	"github.com/schemavet/schemavet/analyzers"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/checking"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/session"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/toolset"
	"github.com/schemavet/schemavet/internal/lintdoc"
	"github.com/schemavet/schemavet/internal/rulebook"
	"github.com/spf13/cobra"
)

// values makes the shell complete a flag with the given words.
func values(cmd *cobra.Command, flag string, words ...string) {
	complete(cmd, flag, func() []string { return words })
}

// complete makes the shell complete a flag with the values that f returns.
func complete(cmd *cobra.Command, flag string, f func() []string) {
	err := cmd.RegisterFlagCompletionFunc(flag, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return f(), cobra.ShellCompDirectiveNoFileComp
	})
	if err != nil {
		panic(err) // the command has no such flag
	}
}

// snapshotTools returns the names of the tools with snapshots. Deriving all tools
// would take too long for a completion.
func snapshotTools(o *session.Options) []string {
	dir, err := o.Abs()
	if err != nil {
		return nil
	}
	set, err := toolset.Folder(dir)
	if err != nil {
		return nil
	}
	var names []string
	for _, t := range set.Tools {
		names = append(names, t.Name())
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// explainable returns the names that explain accepts: checks, and rules in the form
// check/rule.
func explainable() []string {
	var out []string
	for _, a := range analyzers.All() {
		out = append(out, cobra.CompletionWithDesc(a.Name, lintdoc.Title(a.Doc)))
	}
	for _, r := range rulebook.All() {
		out = append(out, cobra.CompletionWithDesc(r.Check+"/"+r.ID, r.Purpose))
	}
	title, _, _ := strings.Cut(checking.UnmatchedText, "\n")
	id, purpose, _ := strings.Cut(title, ": ")
	return append(out, cobra.CompletionWithDesc(id, purpose))
}
