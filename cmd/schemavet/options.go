package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/runcache"
	"github.com/schemavet/schemavet/internal/generate"
	"github.com/schemavet/schemavet/internal/load"
	"github.com/schemavet/schemavet/schemafacts"
	"golang.org/x/tools/go/packages"
)

// options holds the flags that several commands share, such as -C and --tags, and the
// state of the run.
type options struct {
	dir  string // as given with -C
	tags string
	// quiet suppresses messages that are neither results nor errors.
	quiet bool
	// errors receives results that are mistakes. It is stderr, also if quiet is set.
	errors io.Writer
	// settingsChecked reports whether the command reports settings that match nothing as
	// findings, and old versions of libraries as notes, so that it need not print them.
	settingsChecked bool
	// keepGoing makes the run leave out packages that do not compile, and broken are their
	// errors.
	keepGoing bool
	broken    []packages.Error
	// noTools reports whether the user expects that the module may have no tools.
	noTools bool
	// cache may have the findings of the same run.
	cache *runcache.Cache
	// stats measure the run, if not nil.
	stats *stats
	// tracer prints the statements that the evaluator runs, if not nil.
	tracer *tracer
}

// abs returns the absolute path of the directory in which the command works.
func (o *options) abs() (string, error) { return filepath.Abs(o.dir) }

// in returns the path of a file that the user named on the command line.
func (o *options) in(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(o.dir, name)
}

// listed holds what a run is about, before any source is read.
type listed struct {
	scope    *scope
	settings *settings
	listing  *load.Listing
	// alone is the reason why users of the named packages are not loaded, nil if they are
	// loaded or cannot exist.
	alone error
}

// errNotAsked is the value of listed.alone if schemavet did not try to load the packages
// that use the named packages, for example because the user named files.
var errNotAsked = errors.New("the packages that use them were not loaded")

// list lists the packages that the patterns name, and reads the settings of the run.
func (o *options) list(s *scope, stderr io.Writer) (*listed, error) {
	o.broken = nil
	settings, err := readSettings(s.dir)
	if err != nil {
		return nil, err // before anything that takes time
	}
	p := startProgress(stderr, "listing packages")
	defer p.stop()
	defer o.stats.end(phaseListing)
	l := &listed{scope: s, settings: settings}
	around := s.around()
	if len(around) == 0 && (len(s.modules) == 0 || !s.isWhole()) {
		l.alone = errNotAsked
	}
	if err := o.relist(l, around); err == nil || len(around) == 0 {
		return l, err
	} else {
		l.alone = err
	}
	return l, o.relist(l, nil)
}

// relist lists the packages of the scope together with the packages around that use
// them.
func (o *options) relist(l *listed, around []string) (err error) {
	cfg := loadConfig(o.dir, l.scope.patterns, o.tags)
	cfg.Also, cfg.Around = l.settings.others.Lists, around
	l.listing, err = load.List(cfg)
	return err
}

// errBroken is the value of listed.alone if named packages do not compile.
var errBroken = errors.New("they do not compile")

// load loads the packages of a listing. Mistakes in their source are an error,
// because tools would be missing, unless o.keepGoing is set. If only packages that use
// them have mistakes, load loads the named packages alone.
func (o *options) load(l *listed, stderr io.Writer) (*load.Program, error) {
	p := startProgress(stderr, "loading packages")
	defer p.stop()
	prog := l.listing.Load()
	if len(prog.Errors) > 0 && len(prog.Around) > 0 {
		l.alone = errors.New(load.Tidy(prog.Errors[0], l.scope.dir))
		if err := o.relist(l, nil); err != nil {
			return nil, err
		}
		prog = l.listing.Load()
	}
	for o.keepGoing && len(prog.Errors) > 0 && len(prog.Sound) > 0 {
		o.broken = append(o.broken, prog.Errors...)
		l.alone = errBroken
		l.scope = &scope{dir: l.scope.dir, patterns: prog.Sound, modules: l.scope.modules, users: l.scope.users}
		if err := o.relist(l, nil); err != nil {
			return nil, err
		}
		prog = l.listing.Load()
	}
	o.stats.end(phaseLoading)
	if len(prog.Errors) > 0 {
		return nil, loadError(slices.Concat(o.broken, prog.Errors), l.scope.dir)
	}
	if s := l.scope; !o.settingsChecked && (everything(s.patterns) || s.isWhole()) {
		l.settings.noteUnused(prog, stderr)
	}
	return prog, l.settings.configure(prog)
}

func loadConfig(dir string, patterns []string, tags string) load.Config {
	cfg := load.Config{Dir: dir, Patterns: patterns, Tags: tags}
	cfg.SDKs, cfg.Read = schemafacts.SDKPackages()
	return cfg
}

// maxErrors is the greatest number of a module's errors that are printed.
const maxErrors = 10

func loadError(errs []packages.Error, dir string) error {
	var b strings.Builder
	for i, e := range errs {
		if i == maxErrors {
			fmt.Fprintf(&b, "%d more errors\n", len(errs)-i)
			break
		}
		fmt.Fprintln(&b, load.Tidy(e, dir))
	}
	generated := func(e packages.Error) bool { return strings.Contains(e.Pos, generate.Prefix) }
	if !slices.ContainsFunc(errs, func(e packages.Error) bool { return !generated(e) }) {
		b.WriteString(generate.FileName + " is stale; run schemavet generate\n")
		return errors.New(b.String())
	}
	listed := !slices.ContainsFunc(errs, func(e packages.Error) bool { return e.Kind != packages.ListError })
	if advice := loadAdvice(b.String(), listed); advice != "" {
		b.WriteString(advice + "\n")
	}
	return errors.New(b.String())
}

// printBroken prints the errors of packages that a run left out. It returns the error of
// the run, or nil if it left out none.
func (o *options) printBroken(dir string) error {
	if len(o.broken) == 0 {
		return nil
	}
	for line := range strings.Lines(loadError(o.broken, dir).Error()) {
		fmt.Fprintf(o.errors, "schemavet: %s", line)
	}
	fmt.Fprintln(o.errors, "schemavet: these packages and those that import them were not analyzed")
	return exitCode(exitFailure)
}

// loadAdvice returns advice about packages that do not load, or "" if the errors have it.
// listed reports whether all errors are those of the go command.
func loadAdvice(errs string, listed bool) string {
	switch {
	case strings.Contains(errs, "requires newer Go version"):
		return "build schemavet with the Go version that the module asks for"
	case strings.Contains(errs, "go.work"):
		return "these packages are in no module that go.work lists; add it with go work use, or set GOWORK=off"
	case strings.Contains(errs, ": directory prefix "): // as in the folder above that of a module
		return "these packages are not in a module of this directory; run schemavet with -C and the folder of their go.mod"
	case strings.Contains(errs, "missing go.sum entry"):
		return "run go mod tidy"
	case strings.Contains(errs, "build constraints exclude all Go files"):
		return "set --tags, GOOS, GOARCH or CGO_ENABLED so that the build has the files"
	case listed:
		return ""
	}
	return "the packages must compile before their tools can be derived"
}

// ownOnly returns an error if a package is outside of the main module, because its
// snapshots and source do not belong to the user.
func ownOnly(prog *load.Program) error {
	for _, p := range prog.Roots {
		if err := notOwn(p); err != nil {
			return err
		}
	}
	return nil
}

// notOwn returns an error if a package is outside of the main modules.
func notOwn(p *packages.Package) error {
	switch {
	case p.PkgPath == "command-line-arguments": // Go files, not a package
	case p.Module == nil:
		return fmt.Errorf("%s belongs to the standard library; name packages of your module", p.PkgPath)
	case !p.Module.Main:
		return fmt.Errorf("%s belongs to module %s, not to the one in this directory; run schemavet with -C there", p.PkgPath, p.Module.Path)
	}
	return nil
}
