package clients

import (
	_ "embed"
	"slices"

	"github.com/schemavet/schemavet/analyzers/internal/blame"
	"github.com/schemavet/schemavet/internal/config"
	"github.com/schemavet/schemavet/internal/limits"
	"github.com/schemavet/schemavet/internal/report"
	"golang.org/x/tools/go/analysis"
)

//go:embed doc.go
var doc string

// Analyzer is the check without profiles.
var Analyzer = New(nil, config.Clients{}, config.Tokens{})

// New returns the check for profiles and limits of tokens. The names of the profiles
// must be known.
func New(profiles []string, s config.Clients, tokens config.Tokens) *analysis.Analyzer {
	return report.Analyzer(doc, "clients", report.Documents(func(r *report.Reporter) {
		run(r, profiles, tokens.Tool, s.Server)
	}))
}

// strictProfiles are the profiles for tools that request a provider's strict mode, by
// provider.
var strictProfiles = map[string]string{"Anthropic": "anthropic-strict", "OpenAI": "openai-strict"}

func run(r *report.Reporter, profiles []string, tokens int, server string) {
	rules := map[string][]*limits.Rule{}
	for _, t := range r.Tools {
		if rules[t.Strict] == nil {
			names := profiles
			if strict := strictProfiles[t.Strict]; strict != "" {
				names = append(slices.Clone(profiles), strict)
			}
			rules[t.Strict] = limits.Of(names)
			if tokens > 0 {
				rules[t.Strict] = append(rules[t.Strict], limits.Tokens(tokens))
			}
		}
		for _, v := range limits.Judge(rules[t.Strict], t.Doc, server) {
			subject := blame.Subject(v.Pointer)
			if subject != "" {
				subject = ": " + subject
			}
			r.Tell(t.Name, r.PlaceIn(t, v.Pointer), v.Rule.ID, "tool %q%s %s; %s %s", t.Name, subject, v.Fact, v.Rule.Who, v.Rule.Limit)
		}
	}
}
