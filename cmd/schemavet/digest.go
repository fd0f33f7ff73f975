package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"path/filepath"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/digest"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/verify"
	"github.com/schemavet/schemavet/internal/load"
	"github.com/schemavet/schemavet/internal/safefile"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"github.com/schemavet/schemavet/schemafacts/snapshot"
)

// digests returns the servers of the named packages with the digests of their tools.
func digests(prog *load.Program, pkgs []packageTools) []digest.Server {
	t := newServerTools(prog, allTools(pkgs))
	cut := len(unfinished(pkgs)) > 0
	var named []packageTools
	for _, p := range pkgs {
		if !p.elsewhere {
			named = append(named, p)
		}
	}
	var out []digest.Server
	for _, s := range allServers(named) {
		d := digest.Server{Name: s.Name, Program: s.Program, Open: cut || len(s.Nameless) > 0}
		for _, r := range t.rows(s) {
			d.Tools = append(d.Tools, digestTool(r))
		}
		d.Seal()
		out = append(out, d)
	}
	return out
}

// digestTool returns the digest of a tool, or the reason why it has none.
func digestTool(r row) digest.Tool {
	d := digest.Tool{Name: r.Name, Conditional: r.Condition != ""}
	switch {
	case r.tool == nil:
		d.Reason = "another module defines the tool"
		return d
	case !r.tool.Traced:
		d.Reason = "code that schemavet cannot follow may change the tool"
		return d
	}
	if holes := r.tool.Doc.Omitted(); len(holes) > 0 {
		d.Reason = fmt.Sprintf("%s: %s", holes[0].Path, holes[0].Reason)
		if more := len(holes) - 1; more > 0 {
			d.Reason += fmt.Sprintf(" (and %s)", count(more, "other part"))
		}
		return d
	}
	doc := r.tool.Doc
	if !doc.Has("name") {
		doc = doc.Clone()
		doc.Set("name", schema.NewString(r.Name))
	}
	var err error
	if d.Digest, err = digest.Of(doc); err != nil {
		d.Reason = err.Error()
	}
	return d
}

// writeDigests writes a file of digests, and returns the change or nil if the file is
// up to date. If dryRun is set, it only returns the change.
func writeDigests(file string, servers []digest.Server, dryRun bool) (*snapshot.Change, error) {
	if len(servers) == 0 {
		return nil, errors.New("--digest: no server was found in these packages")
	}
	text := digest.Encode(servers)
	old, err := safefile.Read(file)
	c := &snapshot.Change{Action: snapshot.Updated, File: file}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		c.Action = snapshot.Added
	case err != nil:
		return nil, fmt.Errorf("reading %s: %w", file, safefile.Reason(err))
	case bytes.Equal(old, text):
		return nil, nil
	default:
		// Never overwrite a file of another kind.
		if _, err := digest.Read(file, file); err != nil {
			return nil, fmt.Errorf("%w; remove the file, or name another", err)
		}
	}
	if dryRun {
		return c, nil
	}
	return c, safefile.Write(file, text)
}

// runDigest compares the tools that a running server lists with a file of digests.
func (v *verifyOptions) runDigest(ctx context.Context, o *options, patterns, command []string, stderr io.Writer) (*digest.Report, error) {
	if len(patterns) > 0 {
		return nil, errors.New("--digest compares with the file, so name no packages")
	}
	servers, err := digest.Read(o.in(v.digest), filepath.ToSlash(v.digest))
	if err != nil {
		return nil, err
	}
	answer, err := v.ask(ctx, o.dir, command)
	if err != nil {
		return nil, err
	}
	printServerNote(stderr, answer)
	if servers, err = ofServer(servers, v.server, answer.Server); err != nil {
		return nil, err
	}
	return digest.Compare(answer.Wire, servers)
}

// ofServer returns the servers with a name in a program, or in all programs if
// program is "". If none has the name, it returns the servers of all names.
func ofServer(servers []digest.Server, program, name string) ([]digest.Server, error) {
	var all, same []digest.Server
	for _, s := range servers {
		if program != "" && s.Program != program && path.Base(s.Program) != program {
			continue
		}
		all = append(all, s)
		if name != "" && s.Name == name {
			same = append(same, s)
		}
	}
	switch {
	case len(all) == 0:
		return nil, fmt.Errorf("no server of program %q in the file of digests", program)
	case len(same) > 0:
		return same, nil
	}
	return all, nil
}

// printDigests prints how the tools of a server differ from a file of digests.
func printDigests(w io.Writer, r *digest.Report, file string, verbose bool) {
	for _, d := range r.Different {
		fmt.Fprintf(w, "tool %q differs from %s\n  listed %s\n", d.Name, file, d.Digest)
		for _, want := range d.Want {
			fmt.Fprintf(w, "  pinned %s\n", want)
		}
	}
	var missing []verify.Missing
	for _, m := range r.OnlyFile {
		one := verify.Missing{Name: m.Name}
		if m.Conditional {
			one.Condition = "a run-time condition"
		}
		missing = append(missing, one)
	}
	printMissing(w, missing, verbose)
	for _, e := range r.OnlyServer {
		text := "is not in " + file
		if e.Expected {
			text += ", which does not name all tools of the server"
		}
		fmt.Fprintf(w, "tool %q %s\n  listed %s\n", e.Name, text, e.Digest)
	}
	for _, u := range r.Unpinned {
		fmt.Fprintf(w, "tool %q has no digest in %s (%s)\n  listed %s\n", u.Name, file, u.Reason, u.Digest)
	}
	fmt.Fprintf(w, "%s equal, %d different, %d without a digest, %d not listed, %d not in %s\n",
		count(len(r.Equal), "tool"), len(r.Different), len(r.Unpinned), len(r.OnlyFile), len(r.OnlyServer), file)
	pinned := "not in " + file
	if r.Pinned {
		pinned = "pinned in " + file
	}
	fmt.Fprintf(w, "server %s (%s)\n", r.Digest, pinned)
}
