package compat

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// patternAtoms are parts of patterns from which random ones are made.
var patternAtoms = []string{
	`.`, `\s`, `\S`, `\d`, `\D`, `\w`, `\W`, `\b`, `\B`, `^`, `$`, `\/`, `\-`, `\.`, `\cJ`, `\cm`, `\x41`, `\u0041`, `\u{41}`, `\u2028`, `\u{1F600}`,
	`\uD83D\uDE00`, `\uD83D`, `\0`, `\t`, `\v`, `\f`, `\n`, `\r`, `[^]`, `[]`, `[\s]`, `[^\s]`, `[\S]`, `[^\S\n]`, `[\s\S]`, `[\b]`, `[\d.]`, `[^\n]`,
	`[\-a]`, `[[]`, `[^[]`, `[a[:alpha:]]`, `[\u0041-\u0043]`, `[\w-]`, `[\s-]`, `[\s-x]`, `[\cJ]`, `[.]`, `[^.]`, `[$^]`, `(?:a|b)`, `(?<n>a)`, `(a)`, `(?=a)`, `(?i:a)`, `\p{L}`, `\pL`, `\a`,
	`\A`, `\z`, `\Q`, `\1`, `\k<n>`, `a`, `A`, `_`, `a{2}`, `a{0,1}`, `a{,2}`, `.*`, `.+?`, `\s*`, `x|y`, ` `, "\u00a0", "😀",
}

// patternTexts are the strings on which patterns are tried.
var patternTexts = strings.Split("|a|A|b|_|-|.|/|0|1| |aa|ab|a b|[|]|:|$|^|\\|\x00|\x01|\x08|\t|\n|\v|\f|\r|\x1c|\x7f|\u0085|\u00a0|\u00e9|\u1680|\u180e|\u2000|\u200a|\u200b|\u2027|\u2028|\u2029|\u202f|\u205f|\u2060|\u3000|\ufeff|\uff41|😀|a\nb|\na|a\r", "|")

const nodeProgram = `
const {patterns, texts} = JSON.parse(require("fs").readFileSync(0, "utf8"));
console.log(JSON.stringify(patterns.map(p => {
	try { const re = new RegExp(p, "u"); return texts.map(t => re.test(t) ? "1" : "0").join(""); } catch { return ""; }
})));`

// askNode returns, for each pattern, a digit for each text: 1 if it matches. It
// returns "" for an invalid pattern.
func askNode(t *testing.T, patterns []string) []string {
	in, err := json.Marshal(map[string][]string{"patterns": patterns, "texts": patternTexts})
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", "-e", nodeProgram)
	cmd.Stdin, cmd.Stderr = bytes.NewReader(in), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var answers []string
	if err := json.Unmarshal(out, &answers); err != nil {
		t.Fatal(err)
	}
	return answers
}

// comparePattern compares a pattern with the answers of node. It
// returns whether the pattern is understood.
func comparePattern(t *testing.T, pattern, answers string) bool {
	m := compile(pattern)
	if m == nil || answers == "" {
		return m != nil
	}
	for i, text := range patternTexts {
		if got := m.match(text); got != unsure && got != sure(answers[i] == '1') {
			t.Errorf("pattern %q matches %q: %d, ECMAScript disagrees", pattern, text, got)
			break
		}
	}
	return true
}

// TestPatterns compares patterns with the answers of a JavaScript engine in a file,
// which -update asks again.
func TestPatterns(t *testing.T) {
	const file = "testdata/patterns.json"
	var table map[string]string
	if _, err := exec.LookPath("node"); *update && err == nil {
		table = map[string]string{}
		for i, a := range askNode(t, patternAtoms) {
			table[patternAtoms[i]] = a
		}
		out, err := json.MarshalIndent(table, "", "\t")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, append(out, '\n'), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &table); err != nil {
		t.Fatal(err)
	}
	understood := 0
	for _, p := range patternAtoms {
		answers, ok := table[p]
		if !ok {
			t.Errorf("%s does not have pattern %q; run go test -update with node", file, p)
		}
		if comparePattern(t, p, answers) {
			understood++
		}
	}
	if least := len(patternAtoms) * 3 / 5; understood < least {
		t.Errorf("only %d patterns are understood, want %d", understood, least)
	}
}

// TestRandomPatterns compares random patterns with a JavaScript engine, if there is one.
func TestRandomPatterns(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("node is not installed")
	}
	r := rand.New(rand.NewPCG(1, 2))
	var patterns []string
	for range 2000 {
		var b strings.Builder
		for range 1 + r.IntN(4) {
			b.WriteString(patternAtoms[r.IntN(len(patternAtoms))])
			b.WriteString([]string{"", "", "", "*", "+", "?"}[r.IntN(6)])
		}
		patterns = append(patterns, b.String())
	}
	for i, a := range askNode(t, patterns) {
		comparePattern(t, patterns[i], a)
	}
}

// TestMatching checks the strings that are made from patterns.
func TestMatching(t *testing.T) {
	for _, p := range []string{`^[a-z]+$`, `^v\d{2,3}(-rc)?$`, `^(get|list)_\w*$`, `x|y`, `^[^a]$`, `.`, `^$`, `^\d{4}-\d{2}$`, `^(a+b)*$`} {
		for n := range 4 {
			if s := matching(p, n); compile(p).match(s) != yes {
				t.Errorf("%q does not match %s", s, p)
			}
		}
	}
}
