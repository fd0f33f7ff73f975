package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/analyzers"
	"github.com/schemavet/schemavet/internal/config"
	"go.yaml.in/yaml/v3"
)

// sample is a fenced block of a document.
var sample = regexp.MustCompile("(?ms)^```(yaml|sh|console)\n(.*?)^```$")

// TestSamples tries the samples of the documents: settings must be valid, also those
// inside the configuration of golangci-lint, and commands must exist with their flags.
func TestSamples(t *testing.T) {
	var files []string
	for _, pattern := range []string{"README.md", "docs/*.md"} {
		found, err := filepath.Glob(filepath.Join("..", "..", filepath.FromSlash(pattern)))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	tried := map[string]int{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range sample.FindAllStringSubmatch(string(data), -1) {
			kind, err := trySample(m[1], m[2])
			if err != nil {
				t.Errorf("%s: %v in\n%s", filepath.Base(file), err, m[2])
			}
			tried[kind]++
		}
	}
	for _, kind := range []string{"settings", "golangci", "commands"} {
		if tried[kind] == 0 {
			t.Errorf("no sample of %s among %v", kind, tried)
		}
	}
}

// TestTrySample checks that the test of the samples can fail.
func TestTrySample(t *testing.T) {
	const golangci = "version: \"2\"\nlinters:\n  settings:\n    custom:\n      schemavet:\n        settings: "
	for _, c := range []struct{ lang, text, err string }{
		{"yaml", "fail-on: caution\nprofile: [gemini]\n", "unknown key"},
		{"yaml", "checks: {enable: [nope]}\n", "unknown check"},
		{"yaml", golangci + "{nodescription: {tool-only: true}}\n", "tool-only: unknown key"},
		{"yaml", "a: [", "yaml"},
		{"sh", "schemavet check --fail-on breaking # note\n", ""},
		{"sh", "schemavet check --fail-at breaking\n", "unknown flag"},
		{"console", "$ schemavet chekc\nschemavet: nothing\n", "unknown command"},
		{"sh", "go tool schemavet explain a b\n", "accepts 1 arg"},
	} {
		if _, err := trySample(c.lang, c.text); (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: error %v, want %q", c.text, err, c.err)
		}
	}
}

// trySample returns what a block is a sample of.
func trySample(lang, text string) (kind string, err error) {
	if lang != "yaml" {
		return "commands", tryCommands(text, lang == "console")
	}
	var doc any
	if err := yaml.Unmarshal([]byte(text), &doc); err != nil {
		return "", err
	}
	top, _ := doc.(map[string]any)
	if linters, ok := top["linters"].(map[string]any); ok {
		var raw any = linters
		for _, key := range []string{"settings", "custom", "schemavet", "settings"} {
			m, _ := raw.(map[string]any)
			raw = m[key]
		}
		settings, err := config.Decode(config.Settings{}, raw)
		if err == nil {
			_, err = analyzers.New(settings)
		}
		return "golangci", err
	}
	for key := range top {
		if _, err := config.Parse("", []byte(key+":")); err != nil {
			continue
		}
		settings, err := config.Parse("sample", []byte(text))
		if err == nil {
			_, err = analyzers.New(settings)
		}
		return "settings", err
	}
	return "other", nil
}

// invocation is a command line of schemavet, up to what the shell does with it.
var invocation = regexp.MustCompile(`^(?:\$ )?(?:go tool (?:-modfile=\S+ )?|go run \./cmd/|)schemavet((?: [^|>&#]*)?)`)

// tryCommands tries the command lines of a block; in a console they begin with $.
func tryCommands(text string, console bool) error {
	for line := range strings.Lines(text) {
		m := invocation.FindStringSubmatch(strings.TrimSpace(line))
		if m == nil || console && !strings.HasPrefix(line, "$ ") {
			continue
		}
		args := strings.Fields(strings.ReplaceAll(m[1], "...", "./..."))
		root := rootCommand()
		cmd, rest, err := root.Find(args)
		if err == nil && cmd != root {
			if err = cmd.ParseFlags(rest); err == nil {
				err = cmd.ValidateArgs(cmd.Flags().Args())
			}
		}
		if err != nil {
			return fmt.Errorf("%s: %w", strings.TrimSpace(line), err)
		}
	}
	return nil
}
