// Package analyzers lists the checks of schemavet.
package analyzers

import (
	"fmt"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/analyzers/baddefault"
	"github.com/schemavet/schemavet/analyzers/clients"
	"github.com/schemavet/schemavet/analyzers/contextleak"
	"github.com/schemavet/schemavet/analyzers/handlerargs"
	"github.com/schemavet/schemavet/analyzers/hints"
	"github.com/schemavet/schemavet/analyzers/ignores"
	"github.com/schemavet/schemavet/analyzers/nodescription"
	"github.com/schemavet/schemavet/analyzers/protocol"
	"github.com/schemavet/schemavet/analyzers/schemadrift"
	"github.com/schemavet/schemavet/analyzers/schemaerror"
	"github.com/schemavet/schemavet/analyzers/tagdialect"
	"github.com/schemavet/schemavet/analyzers/toolname"
	"github.com/schemavet/schemavet/analyzers/unresolved"
	"github.com/schemavet/schemavet/analyzers/wiremismatch"
	"github.com/schemavet/schemavet/internal/config"
	"golang.org/x/tools/go/analysis"
)

// Suite lists the checks that run by default, with default settings.
var Suite = mustNew(config.Settings{})

// optional names the checks that run only if the settings enable them.
var optional = []string{"protocol", "unresolved"}

// Options are the settings and paths that a driver passes to the checks.
type Options struct {
	// PointAtFiles allows findings in files that hold no Go source, which some
	// drivers lose.
	PointAtFiles bool
}

// every returns all checks except ignores, sorted by name. ignores is made last
// because it needs to know the others.
func every(s config.Settings, o Options) []*analysis.Analyzer {
	return []*analysis.Analyzer{
		baddefault.Analyzer,
		clients.New(s.Profiles, s.Clients, s.Tokens),
		contextleak.New(s.ContextLeak),
		handlerargs.New(s.HandlerArgs),
		hints.New(s.Hints, s.Profiles),
		nodescription.New(s.NoDescription, s.ContextLeak),
		protocol.Analyzer,
		schemadrift.New(schemadrift.Options{PointAtSnapshots: o.PointAtFiles}),
		schemaerror.Analyzer,
		tagdialect.Analyzer,
		toolname.Analyzer,
		unresolved.Analyzer,
		wiremismatch.Analyzer,
	}
}

// All returns all checks with default settings, for lists and documentation. It includes
// the checks that are off by default.
func All() []*analysis.Analyzer {
	checks := every(config.Settings{}, Options{})
	return append(checks, ignores.New(checks, names(checks)))
}

// New returns the checks that run under settings, for any driver. Its error
// names the setting that is wrong.
func New(s config.Settings) ([]*analysis.Analyzer, error) { return NewWith(s, Options{}) }

// NewWith is [New] with options for drivers that support more than go/analysis
// requires.
func NewWith(s config.Settings, o Options) ([]*analysis.Analyzer, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	checks := every(s, o)
	known := names(checks)
	for _, list := range []struct {
		path  string
		names []string
	}{{"checks.enable", s.Checks.Enable}, {"checks.disable", s.Checks.Disable}} {
		for i, name := range list.names {
			if name != "ignores" && !slices.Contains(known, name) {
				return nil, fmt.Errorf("%s[%d]: unknown check %q, want one of %s, ignores", list.path, i, name, strings.Join(known, ", "))
			}
		}
	}
	if err := validateRules(s.Checks, known); err != nil {
		return nil, err
	}
	checks = slices.DeleteFunc(checks, func(a *analysis.Analyzer) bool {
		return slices.Contains(s.Checks.Disable, a.Name) ||
			slices.Contains(optional, a.Name) && !slices.Contains(s.Checks.Enable, a.Name)
	})
	checks = withAllowed(checks, s.Checks.Allow)
	if !slices.Contains(s.Checks.Disable, "ignores") {
		checks = append(checks, ignores.New(slices.Clone(checks), known))
	}
	return checks, nil
}

func names(checks []*analysis.Analyzer) []string {
	var out []string
	for _, a := range checks {
		out = append(out, a.Name)
	}
	return out
}

// mustNew returns the checks that run under fixed settings. It panics if the settings
// are invalid, which is a bug of this program.
func mustNew(s config.Settings) []*analysis.Analyzer {
	checks, err := New(s)
	if err != nil {
		panic("analyzers: default settings: " + err.Error())
	}
	return checks
}
