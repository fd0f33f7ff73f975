package config

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParse(t *testing.T) {
	for _, c := range []struct {
		name, yaml string
		want       Settings
		err        string
	}{
		{name: "empty"},
		{name: "comment", yaml: "# nothing\n"},
		{name: "null block", yaml: "checks:\nnodescription:\n  echo:\n"},
		{
			name: "all",
			yaml: "checks:\n  enable: [a]\n  disable:\n    - b\nnodescription: {tools-only: true}\ncontextleak:\n  types: [p.T]\n",
			want: Settings{
				Checks:        Checks{Enable: []string{"a"}, Disable: []string{"b"}},
				NoDescription: NoDescription{ToolsOnly: true},
				ContextLeak:   ContextLeak{Types: []string{"p.T"}},
			},
		},
		{name: "alias", yaml: "checks:\n  enable: &l [a]\n  disable: *l\n",
			want: Settings{Checks: Checks{Enable: []string{"a"}, Disable: []string{"a"}}}},
		{name: "unknown key", yaml: "checks:\n  enabel: [a]\n", err: "f.yaml:2: checks.enabel: unknown key, want one of enable, disable, severity, allow"},
		{name: "unknown block", yaml: "\nfoo: 1\n",
			err: "f.yaml:2: foo: unknown key, want one of checks, fail-on, clients, contextleak, handlerargs, hints, nodescription, profiles, default-text, modules, registrations, signature, generate, tokens, wire"},
		{name: "twice", yaml: "checks: {}\nchecks: {}\n", err: "f.yaml:2: checks: given twice"},
		{name: "not a mapping", yaml: "- a\n", err: "f.yaml:1: want a mapping, not a list"},
		{name: "not a list", yaml: "checks:\n  enable: a\n", err: `f.yaml:2: checks.enable: want a list, not "a"`},
		{name: "not a string", yaml: "checks:\n  enable:\n  - a\n  - [b]\n", err: "f.yaml:4: checks.enable[1]: want a string, not a list"},
		{name: "number", yaml: "checks:\n  enable: [1]\n", want: Settings{Checks: Checks{Enable: []string{"1"}}}},
		{name: "not a bool", yaml: "nodescription:\n  tools-only: yes please\n", err: `f.yaml:2: nodescription.tools-only: want true or false, not "yes please"`},
		{name: "syntax", yaml: "checks:\n\t- a\n", err: "f.yaml:2: found character that cannot start any token; YAML indents with spaces, not with tabs"},
		{name: "unknown key of a check", yaml: "nodescription: {allow: [a]}\n", err: "f.yaml:1: nodescription.allow: unknown key, want one of tools-only, echo"},
		{name: "bad type", yaml: "contextleak: {types: ['*http.Client']}\n",
			err: `f.yaml:1: contextleak.types[0]: "*http.Client" is not a type; want its import path and name, as in net/http.Client`},
		{
			name: "derivation",
			yaml: "default-text: [e.com/a.F, (*e.com/a.T).M, e.com/a.Func]\nmodules: [e.com/lib/...]\nsignature: {strict: true, unknown: string, nullable: anyOf, contexts: [e.com/a.T]}\n" +
				"registrations:\n- {func: (e.com/a.T).Add, schema: signature, name: 0, handler: 2}\n- {func: e.com/a.Add, schema: struct}\n",
			want: Settings{
				DefaultText: []string{"e.com/a.F", "(*e.com/a.T).M", "e.com/a.Func"},
				Modules:     []string{"e.com/lib/..."},
				Signature:   Signature{Strict: true, Unknown: "string", Nullable: "anyOf", Contexts: []string{"e.com/a.T"}},
				Registrations: []Registration{
					{Func: "(e.com/a.T).Add", Schema: "signature", Name: arg(0), Handler: arg(2)},
					{Func: "e.com/a.Add", Schema: "struct"},
				},
			},
		},
		{name: "no function", yaml: "default-text: [Text]\n",
			err: `f.yaml:1: default-text[0]: "Text" is not a function; want its import path and name, as in example.com/app/i18n.Text or (*example.com/app/i18n.Bundle).Text`},
		{name: "half a method", yaml: "default-text: ['(e.com/a.T.M']\n",
			err: `f.yaml:1: default-text[0]: "(e.com/a.T.M" is not a function; want its import path and name, as in example.com/app/i18n.Text or (*example.com/app/i18n.Bundle).Text`},
		{name: "no pattern", yaml: "modules: [./lib]\n",
			err: `f.yaml:1: modules[0]: "./lib" is not a package pattern; want import paths, as in example.com/lib/... or example.com/lib/tools`},
		{name: "runtime", yaml: "generate: {runtime: internal/kit}\n", want: Settings{Generate: Generate{Runtime: "internal/kit"}}},
		{name: "runtime outside", yaml: "generate: {runtime: ../kit}\n",
			err: `f.yaml:1: generate.runtime: "../kit" is not a folder below the root of the module; want a path as in internal/tools`},
		{name: "other nullable", yaml: "signature: {nullable: type}\n", err: `f.yaml:1: signature.nullable: unknown "type", want one of omit, anyOf`},
		{name: "context by name", yaml: "signature: {contexts: [Store]}\n",
			err: `f.yaml:1: signature.contexts[0]: "Store" is not a type; want its import path and name, as in net/http.Client`},
		{name: "registration of nothing", yaml: "registrations: [{schema: signature}]\n",
			err: "f.yaml:1: registrations[0].func: missing, want the function that registers tools"},
		{name: "no schema", yaml: "registrations: [{func: e.com/a.F}]\n",
			err: "f.yaml:1: registrations[0].schema: missing, want signature, if parameters are arguments, or struct, if one parameter holds them all"},
		{name: "other schema", yaml: "registrations: [{func: e.com/a.F, schema: model}]\n",
			err: `f.yaml:1: registrations[0].schema: unknown "model", want signature or struct`},
		{name: "other unknown", yaml: "signature: {unknown: text}\n", err: `f.yaml:1: signature.unknown: unknown "text", want one of omit, string`},
		{name: "no profile", yaml: "profiles: [cline]\n",
			err: `f.yaml:1: profiles[0]: unknown profile "cline", want one of inspector, portable, openai, openai-strict, anthropic-strict, gemini, claude-code, codex, cursor, chatgpt-apps, claude-directory, legacy-2025-11-25`},
		{name: "types", yaml: "wire: {types: [e.com/a.T, '!e.com/a.U']}\n", want: Settings{Wire: Wire{Types: []string{"e.com/a.T", "!e.com/a.U"}}}},
		{name: "no type", yaml: "wire: {types: [(e.com/a.T).M]}\n",
			err: `f.yaml:1: wire.types[0]: "(e.com/a.T).M" is not a type; want its import path and name, as in example.com/app/agent.Function, or with ! before them`},
		{name: "negative", yaml: "registrations: [{func: e.com/a.F, schema: signature, name: -1}]\n",
			err: "f.yaml:1: registrations[0].name: want the place of an argument, counted from 0, not -1"},
		{name: "no number", yaml: "registrations:\n- func: e.com/a.F\n  schema: signature\n  name: first\n",
			err: `f.yaml:4: registrations[0].name: want a number, not "first"`},
		{name: "unknown key of a registration", yaml: "registrations:\n- fun: e.com/a.F\n",
			err: "f.yaml:2: registrations[0].fun: unknown key, want one of func, schema, name, description, handler"},
		{name: "severity and allow", yaml: "fail-on: {drift: caution, findings: error}\nchecks:\n  severity: {toolname: info}\n  allow: {hints/x: [a, b*]}\n",
			want: Settings{FailOn: FailOn{"caution", "error"}, Checks: Checks{Severity: map[string]string{"toolname": "info"}, Allow: map[string][]string{"hints/x": {"a", "b*"}}}}},
		{name: "severity twice", yaml: "checks:\n  severity:\n    a: info\n    a: error\n", err: "f.yaml:4: checks.severity.a: given twice"},
		{name: "unknown severity", yaml: "checks: {severity: {a: high}}\n", err: `f.yaml:1: checks.severity.a: unknown "high", want one of error, warning, info`},
		{name: "allow is no list", yaml: "checks:\n  allow:\n    a: b\n", err: `f.yaml:3: checks.allow.a: want a list, not "b"`},
		{name: "broken allow", yaml: "checks: {allow: {a: ['[']}}\n", err: `f.yaml:1: checks.allow.a[0]: syntax error in pattern: "["`},
		{name: "unknown level", yaml: "fail-on: {drift: all}\n",
			err: `f.yaml:1: fail-on.drift: unknown "all", want one of breaking, caution, compatible, doc, never`},
		{name: "level for findings", yaml: "fail-on: {findings: breaking}\n",
			err: `f.yaml:1: fail-on.findings: unknown "breaking", want one of error, warning, info, never`},
		{name: "severity never", yaml: "checks: {severity: {a: never}}\n", err: `f.yaml:1: checks.severity.a: unknown "never", want one of error, warning, info`},
		{name: "one word for fail-on", yaml: "\nfail-on: compatible\n",
			err: `f.yaml:2: fail-on: want a mapping, not "compatible"`},
		{name: "other fail-on", yaml: "fail-on: [all]\n", err: "f.yaml:1: fail-on: want a mapping, not a list"},
		{name: "one line", yaml: "{signature: {strict: 3}, handlerargs: {null: 3}}\n", err: `f.yaml:1: want true or false, not "3"`},
		{name: "several mistakes", yaml: "checks:\n  enable: a\nprofiles: b\n", err: `f.yaml:2: checks.enable: want a list, not "a"`},
		{name: "large", yaml: strings.Repeat("#", 128<<10+1), err: "f.yaml: 131073 bytes are too many for settings; at most 131072 are read"},
		{name: "two documents", yaml: "checks: {}\n---\nchecks: {}\n", err: "f.yaml: more than one document"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Parse("f.yaml", []byte(c.yaml))
			if text(err) != c.err {
				t.Fatalf("error %q, want %q", text(err), c.err)
			}
			if diff := cmp.Diff(c.want, got); err == nil && diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestDecode(t *testing.T) {
	got, err := Decode(Settings{}, map[string]any{"checks": map[string]any{"disable": []any{"a"}}})
	if err != nil || !cmp.Equal(got, Settings{Checks: Checks{Disable: []string{"a"}}}) {
		t.Errorf("Decode = %+v, %v", got, err)
	}
	_, err = Decode(Settings{}, map[string]any{"checks": map[string]any{"disabled": true}})
	if want := "checks.disabled: unknown key, want one of enable, disable, severity, allow"; text(err) != want {
		t.Errorf("error %q, want %q", text(err), want)
	}
	if _, err := Decode(Settings{}, nil); err != nil {
		t.Errorf("Decode(nil): %v", err)
	}
	file := Settings{FailOn: FailOn{Drift: "breaking"}, Checks: Checks{Disable: []string{"a", "b"}, Enable: []string{"c"}}, Profiles: []string{"gemini"}}
	got, err = Decode(file, map[string]any{"checks": map[string]any{"disable": []any{"d"}}, "profiles": []any{}})
	want := Settings{FailOn: FailOn{Drift: "breaking"}, Checks: Checks{Disable: []string{"d"}, Enable: []string{"c"}}, Profiles: []string{}}
	if err != nil || !cmp.Equal(got, want) {
		t.Errorf("over a file: %+v, %v, want %+v", got, err, want)
	}
	if file.Checks.Disable[0] != "a" {
		t.Error("Decode changes the settings of the file")
	}
}

func TestLoad(t *testing.T) {
	got, err := Load(filepath.Join(t.TempDir(), Name))
	if err != nil || !cmp.Equal(got, Settings{}) {
		t.Errorf("Load of no file = %+v, %v", got, err)
	}
	if _, err := Load(t.TempDir()); err == nil {
		t.Error("Load of a folder succeeds")
	}
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func arg(i int) *int { return &i }
