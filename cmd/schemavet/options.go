package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/runcache"
	"github.com/schemavet/schemavet/internal/load"
	"github.com/schemavet/schemavet/schemafacts"
)

// options are the flags that all commands share.
type options struct {
	dir  string // as given with -C
	tags string
	// quiet keeps back what is neither a result nor an error.
	quiet bool
	// settingsChecked says that settings which name nothing are findings, and
	// need no note.
	settingsChecked bool
	// cache may have what the run would find.
	cache *runcache.Cache
	// stats measure the run, if not nil.
	stats *stats
}

// abs returns the directory that the command works in.
func (o *options) abs() (string, error) { return filepath.Abs(o.dir) }

// listed is what a run is about, before any source is read.
type listed struct {
	scope    *scope
	settings *settings
	listing  *load.Listing
}

// list lists the packages that patterns name, and reads the settings of the run.
func (o *options) list(s *scope, stderr io.Writer) (*listed, error) {
	settings, err := readSettings(s.dir)
	if err != nil {
		return nil, err // before anything that takes time
	}
	p := startProgress(stderr, "listing packages")
	defer p.stop()
	defer o.stats.end(phaseListing)
	cfg := loadConfig(o.dir, s.patterns, o.tags)
	cfg.Also = settings.others.Lists
	listing, err := load.List(cfg)
	return &listed{s, settings, listing}, err
}

// load loads the packages of a listing. Mistakes in their source are an error here:
// half a program has half its tools.
func (o *options) load(l *listed, stderr io.Writer) (*load.Program, error) {
	p := startProgress(stderr, "loading packages")
	defer p.stop()
	prog := l.listing.Load()
	o.stats.endLoading(prog)
	if len(prog.Errors) > 0 {
		return nil, loadError(prog, l.scope.dir)
	}
	if s := l.scope; !o.settingsChecked && (everything(s.patterns) || len(s.whole()) == len(s.modules)) {
		l.settings.noteUnused(prog, stderr)
	}
	return prog, l.settings.configure(prog)
}

func loadConfig(dir string, patterns []string, tags string) load.Config {
	cfg := load.Config{Dir: dir, Patterns: patterns, Tags: tags}
	cfg.SDKs, cfg.Read = schemafacts.SDKPackages()
	return cfg
}

// maxErrors is how many mistakes of a module are worth printing.
const maxErrors = 10

func loadError(prog *load.Program, dir string) error {
	var b strings.Builder
	for i, e := range prog.Errors {
		if i == maxErrors {
			fmt.Fprintf(&b, "%d more errors\n", len(prog.Errors)-i)
			break
		}
		fmt.Fprintln(&b, load.Tidy(e, dir))
	}
	b.WriteString(cure(b.String()) + "\n")
	return errors.New(b.String())
}

// cure says what to do about packages that do not load.
func cure(errs string) string {
	switch {
	case strings.Contains(errs, "requires newer Go version"):
		return "build schemavet with the Go version that the module asks for"
	case strings.Contains(errs, ": directory prefix "): // as in the folder above that of a module
		return "no module of this directory has these packages; run schemavet with -C where their go.mod is"
	}
	return "the packages must compile before their tools can be derived"
}

// ownOnly refuses packages outside of the main module: neither their
// snapshots nor their source are the user's.
func ownOnly(prog *load.Program) error {
	for _, p := range prog.Roots {
		switch {
		case p.PkgPath == "command-line-arguments": // Go files, not a package
		case p.Module == nil:
			return fmt.Errorf("%s belongs to the standard library; name packages of your own module", p.PkgPath)
		case !p.Module.Main:
			return fmt.Errorf("%s belongs to module %s, not to the one in this directory; run schemavet with -C there", p.PkgPath, p.Module.Path)
		}
	}
	return nil
}

// noted writes to stderr, and notes what.
type noted struct {
	to    io.Writer
	notes bytes.Buffer
}

func (n *noted) Write(text []byte) (int, error) {
	n.notes.Write(text)
	return n.to.Write(text)
}
