package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/session"
	"github.com/schemavet/schemavet/internal/config"
	"go.yaml.in/yaml/v3"
)

// The documents show commands, settings and output. These tests check them.

// documents returns the texts of the documents by file name, without generated
// documents.
func documents(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, pattern := range []string{"*.md", "docs/*.md"} {
		files, err := filepath.Glob(filepath.Join("../..", pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if filepath.Base(file) != "CHANGELOG.md" {
				out[file] = string(data)
			}
		}
	}
	return out
}

// A sample is a block of code in a document.
type sample struct{ file, lang, text string }

var codeBlock = regexp.MustCompile("(?ms)^( *)```(\\w*)\n(.*?)^ *```$")

// samples returns the code blocks in one language from all documents.
func samples(t *testing.T, lang string) []sample {
	docs := documents(t)
	var out []sample
	for _, file := range slices.Sorted(maps.Keys(docs)) {
		for _, m := range codeBlock.FindAllStringSubmatch(docs[file], -1) {
			if m[2] == lang {
				out = append(out, sample{file, lang, strings.ReplaceAll("\n"+m[3], "\n"+m[1], "\n")[1:]})
			}
		}
	}
	if len(out) == 0 {
		t.Errorf("the documents have no sample in %s", lang)
	}
	return out
}

// invocation matches a call of schemavet in a line of a document. The group is the
// command line, up to a comment, a redirection, a quote or the end of a code span.
var invocation = regexp.MustCompile("(?:^|[ `\"]|cmd/)schemavet(?:@v[0-9.]+)? ((?:-C \\S+ )?[a-z](?:[^`#|>&\"]|\"[^\"]*\")*)")

// TestDocumentedCommands parses every command line in the documents: the command
// and its flags must exist.
func TestDocumentedCommands(t *testing.T) {
	lines := invocations(t)
	for _, s := range lines {
		if err := parseCommand(s.text); err != nil {
			t.Errorf("%s: schemavet %s: %v", s.file, s.text, err)
		}
	}
	if len(lines) < 60 {
		t.Errorf("the documents have %d command lines", len(lines))
	}
}

// invocations returns the command lines in the code of the documents.
func invocations(t *testing.T) []sample {
	code := regexp.MustCompile("(?s)```.*?\n *```|`[^`]+`")
	docs := documents(t)
	var out []sample
	for _, file := range slices.Sorted(maps.Keys(docs)) {
		for _, span := range code.FindAllString(docs[file], -1) {
			for line := range strings.Lines(span) {
				if strings.HasPrefix(line, "schemavet: ") { // what a command printed
					continue
				}
				for _, m := range invocation.FindAllStringSubmatch(line, -1) {
					out = append(out, sample{file, "sh", m[1]})
				}
			}
		}
	}
	return out
}

// parseCommand finds the command of a command line, and parses its flags.
func parseCommand(line string) error {
	line, _, _ = strings.Cut(line, " -- ")
	root := rootCommand()
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	cmd, rest, err := root.Find(strings.Fields(strings.Trim(strings.TrimSpace(line), ".,;:")))
	if err != nil {
		return err
	}
	return cmd.ParseFlags(rest)
}

// TestParseCommand checks that the test of command lines can fail.
func TestParseCommand(t *testing.T) {
	for line, ok := range map[string]bool{
		"check --format sarif": true, "list --why TOOL -C testdata/example": true, "help check": true,
		"verify -- go run ./cmd/server --port 1": true,
		"lint":                                   false, "check --formats sarif": false, "diff --since main": false,
	} {
		if err := parseCommand(line); (err == nil) != ok {
			t.Errorf("parseCommand(%q) = %v", line, err)
		}
	}
}

// TestDocumentedSettings parses the samples of settings as settings, and all other
// samples in YAML and JSON by their syntax.
func TestDocumentedSettings(t *testing.T) {
	for _, s := range samples(t, "yaml") {
		var v any
		if err := yaml.Unmarshal([]byte(s.text), &v); err != nil {
			t.Errorf("%s: %v\n%s", s.file, err, s.text)
			continue
		}
		if err := readSettingsSample(s, v); err != nil {
			t.Errorf("%v\n%s", err, s.text)
		}
	}
	for _, s := range samples(t, "json") {
		if !json.Valid([]byte(s.text)) {
			t.Errorf("%s: not JSON:\n%s", s.file, s.text)
		}
	}
}

// readSettingsSample parses a sample with the decoded value v as settings if it is
// one.
func readSettingsSample(s sample, v any) error {
	var settings config.Settings
	var err error
	switch filepath.Base(s.file) {
	case "settings.md", "adopting.md":
		settings, err = config.Parse(s.file, []byte(s.text))
	case "golangci.md":
		for _, key := range []string{"linters", "settings", "custom", "schemavet", "settings"} {
			m, ok := v.(map[string]any)
			if !ok {
				return fmt.Errorf("%s: no key %s", s.file, key)
			}
			if v, ok = m[key]; !ok && key == "linters" {
				return nil // the configuration of golangci-lint custom
			}
		}
		settings, err = config.Decode(config.Settings{}, v)
	}
	if err != nil {
		return err
	}
	return settings.Validate()
}

// TestDocumentedActions checks that the documents name the major versions of actions
// that this repository uses.
func TestDocumentedActions(t *testing.T) {
	used := map[string]string{}
	for _, file := range []string{"../../.github/workflows/ci.yml", "../../.github/workflows/release.yml"} {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`uses: *([\w./-]+)@\w+ # (v\d+)`).FindAllStringSubmatch(string(data), -1) {
			used[m[1]] = m[2]
		}
	}
	for _, s := range samples(t, "yaml") {
		for _, m := range regexp.MustCompile(`uses: *([\w./-]+)@(\S+)`).FindAllStringSubmatch(s.text, -1) {
			if want, ok := used[m[1]]; ok && m[2] != want {
				t.Errorf("%s: %s@%s, want %s", s.file, m[1], m[2], want)
			}
			if m[1] == "schemavet/schemavet" && m[2] != session.Version {
				t.Errorf("%s: %s@%s, want %s", s.file, m[1], m[2], session.Version)
			}
		}
	}
	for file, doc := range documents(t) {
		for _, m := range regexp.MustCompile(`cmd/schemavet@(v[\w.]+)`).FindAllStringSubmatch(doc, -1) {
			if m[1] != session.Version {
				t.Errorf("%s: schemavet@%s, want %s", file, m[1], session.Version)
			}
		}
	}
}

// TestDocumentedFlags checks that some script runs each command with each flag that
// the documents show.
func TestDocumentedFlags(t *testing.T) {
	scripts, err := filepath.Glob("../../testdata/scripts/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	run := map[string]bool{}
	for _, file := range scripts {
		script, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(script.Comment)) {
			if _, args, ok := strings.Cut(line, "schemavet "); ok {
				addFlags(run, args)
			}
		}
	}
	for _, s := range invocations(t) {
		shown := map[string]bool{}
		addFlags(shown, s.text)
		for flag := range shown {
			if !run[flag] {
				t.Errorf("%s: no script runs schemavet %s", s.file, flag)
			}
		}
	}
}

// addFlags adds the command of a command line, without flags and with each of its
// flags.
func addFlags(to map[string]bool, line string) {
	words := strings.Fields(line)
	for len(words) > 2 && words[0] == "-C" {
		words = words[2:]
	}
	if len(words) == 0 {
		return
	}
	command := strings.Trim(words[0], ".,;:")
	to[command] = true
	for _, w := range words[1:] {
		if w == "--" {
			return
		}
		if name, _, _ := strings.Cut(w, "="); strings.HasPrefix(w, "-") {
			to[command+" "+name] = true
		}
	}
}
