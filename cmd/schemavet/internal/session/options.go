// Package session is one run of a command: what it loads, with which settings, and the
// tools, servers and notes that it derives from that.
package session

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/runcache"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/words"
	"github.com/schemavet/schemavet/internal/generate"
	"github.com/schemavet/schemavet/internal/load"
	"github.com/schemavet/schemavet/schemafacts"
	"golang.org/x/tools/go/packages"
)

// Options holds the flags that several commands share, such as -C and --tags, and the
// state of the run.
type Options struct {
	Dir  string // as given with -C
	Tags string
	// Quiet suppresses messages that are neither results nor errors.
	Quiet bool
	// Errors receives results that are mistakes. It is stderr, also if quiet is set.
	Errors io.Writer
	// SettingsChecked reports whether the command reports settings that match nothing as
	// findings, and old versions of libraries as notes, so that it need not print them.
	SettingsChecked bool
	// Handling asks for [PackageTools.Handling].
	Handling bool
	// KeepGoing makes the run leave out packages that do not compile, and broken are their
	// errors.
	KeepGoing bool
	Broken    []packages.Error
	// NoTools reports whether the user expects that the module may have no tools.
	NoTools bool
	// Cache may have the findings of the same run.
	Cache *runcache.Cache
	// Stats measure the run, if not nil.
	Stats *stats
	// Tracer prints the statements that the evaluator runs, if not nil.
	Tracer *Tracer
}

// Abs returns the absolute path of the directory in which the command works.
func (o *Options) Abs() (string, error) { return filepath.Abs(o.Dir) }

// In returns the path of a file that the user named on the command line.
func (o *Options) In(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(o.Dir, name)
}

// Listed holds what a run is about, before any source is read.
type Listed struct {
	Scope    *Scope
	settings *settings
	Listing  *load.Listing
	// Alone is the reason why users of the named packages are not loaded, nil if they are
	// loaded or cannot exist.
	Alone error
}

// ErrNotAsked is the value of listed.alone if schemavet did not try to load the packages
// that use the named packages, for example because the user named files.
var ErrNotAsked = errors.New("the packages that use them were not loaded")

// List lists the packages that the patterns name, and reads the settings of the run.
func (o *Options) List(s *Scope, stderr io.Writer) (*Listed, error) {
	o.Broken = nil
	settings, err := ReadSettings(s.Dir)
	if err != nil {
		return nil, err // before anything that takes time
	}
	p := StartProgress(stderr, "listing packages")
	defer p.Stop()
	defer o.Stats.End(phaseListing)
	l := &Listed{Scope: s, settings: settings}
	around := s.Around()
	if len(around) == 0 && (len(s.Modules) == 0 || !s.IsWhole()) {
		l.Alone = ErrNotAsked
	}
	if err := o.relist(l, around); err == nil || len(around) == 0 {
		return l, err
	} else {
		l.Alone = err
	}
	return l, o.relist(l, nil)
}

// relist lists the packages of the scope together with the packages around that use
// them.
func (o *Options) relist(l *Listed, around []string) (err error) {
	cfg := LoadConfig(o.Dir, l.Scope.Patterns, o.Tags)
	cfg.Also, cfg.Around = l.settings.Others.Lists, around
	l.Listing, err = load.List(cfg)
	return err
}

// ErrBroken is the value of listed.alone if named packages do not compile.
var ErrBroken = errors.New("they do not compile")

// load loads the packages of a listing. Mistakes in their source are an error,
// because tools would be missing, unless o.KeepGoing is set. If only packages that use
// them have mistakes, load loads the named packages alone.
func (o *Options) load(l *Listed, stderr io.Writer) (*load.Program, error) {
	p := StartProgress(stderr, "loading packages")
	defer p.Stop()
	prog := l.Listing.Load()
	if len(prog.Errors) > 0 && len(prog.Around) > 0 {
		l.Alone = errors.New(load.Tidy(prog.Errors[0], l.Scope.Dir))
		if err := o.relist(l, nil); err != nil {
			return nil, err
		}
		prog = l.Listing.Load()
	}
	for o.KeepGoing && len(prog.Errors) > 0 && len(prog.Sound) > 0 {
		o.Broken = append(o.Broken, prog.Errors...)
		l.Alone = ErrBroken
		l.Scope = &Scope{Dir: l.Scope.Dir, Patterns: prog.Sound, Modules: l.Scope.Modules, Users: l.Scope.Users}
		if err := o.relist(l, nil); err != nil {
			return nil, err
		}
		prog = l.Listing.Load()
	}
	o.Stats.End(phaseLoading)
	if len(prog.Errors) > 0 {
		return nil, LoadError(slices.Concat(o.Broken, prog.Errors), l.Scope.Dir)
	}
	if s := l.Scope; !o.SettingsChecked && (everything(s.Patterns) || s.IsWhole()) {
		l.settings.noteUnused(prog, stderr)
	}
	return prog, l.settings.Configure(prog)
}

// LoadConfig returns what the loader needs to know.
func LoadConfig(dir string, patterns []string, tags string) load.Config {
	cfg := load.Config{Dir: dir, Patterns: patterns, Tags: tags}
	cfg.SDKs, cfg.Read = schemafacts.SDKPackages()
	return cfg
}

// maxErrors is the greatest number of a module's errors that are printed.
const maxErrors = 10

// LoadError returns one error for those of packages, with advice. It prints an error of the
// go command once, and not for each import of a missing package.
func LoadError(errs []packages.Error, dir string) error {
	var b strings.Builder
	places := map[string]int{}
	for _, e := range errs {
		places[e.Msg]++
	}
	printed, left := 0, 0
	for _, e := range errs {
		also := 0
		if e.Kind == packages.ListError {
			also, places[e.Msg] = places[e.Msg]-1, 0
		}
		switch {
		case also < 0:
			continue // printed
		case printed == maxErrors:
			left++
			continue
		}
		printed++
		fmt.Fprintln(&b, load.Tidy(e, dir))
		if also > 0 {
			fmt.Fprintf(&b, "\tthe same in %s\n", words.Count(also, "other place"))
		}
	}
	if left > 0 {
		fmt.Fprintf(&b, "%s\n", words.Count(left, "more error"))
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

// PrintBroken prints the errors of packages that a run left out. It returns the error of
// the run, or nil if it left out none.
func (o *Options) PrintBroken(dir string) error {
	if len(o.Broken) == 0 {
		return nil
	}
	for line := range strings.Lines(LoadError(o.Broken, dir).Error()) {
		fmt.Fprintf(o.Errors, "schemavet: %s", line)
	}
	fmt.Fprintln(o.Errors, "schemavet: these packages and those that import them were not analyzed")
	return ExitCode(ExitFailure)
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

// OwnOnly returns an error if a package is outside of the main module, because its
// snapshots and source do not belong to the user.
func OwnOnly(prog *load.Program) error {
	for _, p := range prog.Roots {
		if err := NotOwn(p); err != nil {
			return err
		}
	}
	return nil
}

// NotOwn returns an error if a package is outside of the main modules.
func NotOwn(p *packages.Package) error {
	switch {
	case p.PkgPath == "command-line-arguments": // Go files, not a package
	case p.Module == nil:
		return fmt.Errorf("%s belongs to the standard library; name packages of your module", p.PkgPath)
	case !p.Module.Main:
		return fmt.Errorf("%s belongs to module %s, not to the one in this directory; run schemavet with -C there", p.PkgPath, p.Module.Path)
	}
	return nil
}
