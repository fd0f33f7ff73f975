package config

import (
	"errors"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/internal/limits"
)

// hintNames are the values of [Hints.Require].
var hintNames = []string{"title", "readOnly", "destructive", "idempotent", "openWorld"}

// Validate returns an error for a value that has the right type and is invalid. The
// error begins with the path of the setting.
func (s *Settings) Validate() error {
	if err := s.Checks.validate(); err != nil {
		return err
	}
	for _, word := range []struct {
		path, value string
		want        []string
	}{
		{"fail-on.drift", s.FailOn.Drift, levels}, {"fail-on.findings", s.FailOn.Findings, severities},
		{"signature.unknown", s.Signature.Unknown, []string{"omit", unknownString}}, {"signature.nullable", s.Signature.Nullable, []string{"omit", nullableAnyOf}},
	} {
		if word.value != "" && !slices.Contains(word.want, word.value) {
			return fmt.Errorf("%s: unknown %q, want one of %s", word.path, word.value, strings.Join(word.want, ", "))
		}
	}
	for _, list := range []struct {
		path  string
		types []string
	}{
		{"contextleak.types", s.ContextLeak.Types}, {"signature.contexts", s.Signature.Contexts},
	} {
		for i, name := range list.types {
			if dot := strings.LastIndexByte(name, '.'); dot < 1 || strings.ContainsAny(name[dot:], "/*") || strings.ContainsAny(name, " *") {
				return fmt.Errorf("%s[%d]: %q is not a type; want its import path and name, as in net/http.Client", list.path, i, name)
			}
		}
	}
	for i, name := range s.Profiles {
		if _, err := limits.Find(name); err != nil {
			return fmt.Errorf("profiles[%d]: %w", i, err)
		}
	}
	for i, name := range s.Hints.Require {
		if !slices.Contains(hintNames, name) {
			return fmt.Errorf("hints.require[%d]: unknown hint %q, want one of %s", i, name, strings.Join(hintNames, ", "))
		}
	}
	for _, limit := range []struct {
		path string
		n    int
	}{{"tokens.tool", s.Tokens.Tool}, {"tokens.server", s.Tokens.Server}} {
		if limit.n < 0 {
			return fmt.Errorf("%s: %d is negative, want a number of tokens, or 0 for no limit", limit.path, limit.n)
		}
	}
	return s.validateDerivation()
}

// levels are the values of fail-on.drift, and severities those of fail-on.findings. The
// last one selects nothing.
var (
	levels     = []string{"breaking", "caution", "compatible", "doc", "never"}
	severities = []string{"error", "warning", "info", "never"}
)

// Levels returns the values of fail-on.drift.
func Levels() []string { return slices.Clone(levels) }

// Severities returns the values of fail-on.findings. Those of checks.severity are all but
// the last one.
func Severities() []string { return slices.Clone(severities) }

func (c *Checks) validate() error {
	for _, key := range slices.Sorted(maps.Keys(c.Severity)) {
		if known := severities[:len(severities)-1]; !slices.Contains(known, c.Severity[key]) {
			return fmt.Errorf("checks.severity.%s: unknown %q, want one of %s", key, c.Severity[key], strings.Join(known, ", "))
		}
	}
	for _, key := range slices.Sorted(maps.Keys(c.Allow)) {
		for i, pattern := range c.Allow[key] {
			if _, err := path.Match(pattern, ""); err != nil {
				return fmt.Errorf("checks.allow.%s[%d]: %w: %q", key, i, err, pattern)
			}
		}
	}
	return nil
}

// nullableAnyOf is the value of signature.nullable other than the default.
const nullableAnyOf = "anyOf"

// unknownString is the value of signature.unknown other than the default.
const unknownString = "string"

// schemaStruct is the value of the schema setting of a registration if one parameter of
// the handler holds all arguments of the tool. The other value is "signature": each
// parameter is an argument.
const schemaStruct = "struct"

// function matches the name of a function in the settings: "path.Name",
// "(path.Type).Method" and "(*path.Type).Method".
var function = regexp.MustCompile(`^(\(\*?)?[^\s()*"]+\.\pL[\pL\pN_]*(\)\.\pL[\pL\pN_]*)?$`)

func isFunction(name string) bool {
	return function.MatchString(name) && strings.HasPrefix(name, "(") == strings.Contains(name, ")")
}

func (s *Settings) validateDerivation() error {
	for i, name := range s.DefaultText {
		if !isFunction(name) {
			return fmt.Errorf("default-text[%d]: %q is not a function; want its import path and name, as in example.com/app/i18n.Text or (*example.com/app/i18n.Bundle).Text", i, name)
		}
	}
	for i, pattern := range s.Modules {
		first, _, _ := strings.Cut(pattern, "/")
		if strings.ContainsAny(pattern, " \t@*\\") || !strings.Contains(strings.Trim(first, "."), ".") {
			return fmt.Errorf("modules[%d]: %q is not a package pattern; want import paths, as in example.com/lib/... or example.com/lib/tools", i, pattern)
		}
	}
	for i, r := range s.Registrations {
		if err := r.validate(); err != nil {
			return fmt.Errorf("registrations[%d].%w", i, err)
		}
	}
	for i, name := range s.Wire.Types {
		if t := strings.TrimPrefix(name, "!"); strings.HasPrefix(t, "(") || !isFunction(t) {
			return fmt.Errorf("wire.types[%d]: %q is not a type; want its import path and name, as in example.com/app/agent.Function, or with ! before them", i, name)
		}
	}
	if r := s.Generate.Runtime; r != "" && (!filepath.IsLocal(filepath.FromSlash(r)) || strings.ContainsAny(r, " \t\\")) {
		return fmt.Errorf("generate.runtime: %q is not a folder below the root of the module; want a path as in internal/tools", r)
	}
	return nil
}

func (r *Registration) validate() error {
	switch {
	case r.Func == "":
		return errors.New("func: missing, want the function that registers tools")
	case !isFunction(r.Func):
		return fmt.Errorf("func: %q is not a function; want its import path and name, as in example.com/app/agent.Register or (*example.com/app/agent.Registry).Add", r.Func)
	case r.Schema == "":
		return errors.New("schema: missing, want signature, if parameters are arguments, or struct, if one parameter holds them all")
	case r.Schema != "signature" && r.Schema != schemaStruct:
		return fmt.Errorf("schema: unknown %q, want signature or struct", r.Schema)
	}
	for _, arg := range []struct {
		key   string
		index *int
	}{{"name", r.Name}, {"description", r.Description}, {"handler", r.Handler}} {
		if arg.index != nil && *arg.index < 0 {
			return fmt.Errorf("%s: want the place of an argument, counted from 0, not %d", arg.key, *arg.index)
		}
	}
	return nil
}
