package compat

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
)

// matcher is a compiled pattern. JSON Schema has the patterns of ECMAScript, but
// validators in Go, which servers run, read them as Go does. A nil matcher is a pattern
// that is not understood.
type matcher struct {
	re *regexp.Regexp
	// spaces reports whether the pattern has parts that match other line breaks and spaces
	// in Go than in ECMAScript.
	spaces bool
}

var (
	// onlyGo finds syntax that means nothing or something else in ECMAScript.
	onlyGo = regexp.MustCompile(`\\[AzQECapP0-9]|\\x\{|\(\?[^:<]|\[:|\[\^?\]`)
	// anySpaces finds the parts that match other line breaks and spaces in Go.
	anySpaces = regexp.MustCompile(`\.|\\[sS]`)
)

// compile returns nil for a pattern that is not understood.
func compile(pattern string) *matcher {
	re, err := regexp.Compile(pattern)
	if err != nil || onlyGo.MatchString(pattern) {
		return nil
	}
	return &matcher{re, anySpaces.MatchString(pattern)}
}

// match is unsure about texts that ECMAScript and Go may read differently.
func (m *matcher) match(text string) verdict {
	odd := func(r rune) bool { return r == '\r' || r == '\v' || r >= 0x80 }
	if m == nil || m.spaces && strings.ContainsFunc(text, odd) {
		return unsure
	}
	return sure(m.re.MatchString(text))
}

// matchesAll recognizes patterns that match every string.
func matchesAll(pattern string) bool { return slices.Contains([]string{"", ".*", "^", "$"}, pattern) }

// matching returns a string that most likely matches a pattern. Parts that may be repeated
// occur n times if the pattern allows it; of alternatives, it takes the n-th.
func matching(pattern string, n int) string {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return ""
	}
	var text func(re *syntax.Regexp) string
	text = func(re *syntax.Regexp) string {
		low, high := 1, 1
		switch re.Op {
		case syntax.OpLiteral:
			return string(re.Rune)
		case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
			return "a"
		case syntax.OpCharClass:
			return string(readable(re.Rune))
		case syntax.OpAlternate:
			return text(re.Sub[n%len(re.Sub)])
		case syntax.OpStar:
			low, high = 0, n
		case syntax.OpPlus:
			high = max(1, n)
		case syntax.OpQuest:
			low = 0
		case syntax.OpRepeat:
			if low, high = re.Min, re.Max; high < 0 {
				high = max(low, n)
			}
		}
		var b strings.Builder
		for _, sub := range re.Sub {
			b.WriteString(text(sub))
		}
		return strings.Repeat(b.String(), min(max(low, n), high))
	}
	return text(re)
}

// readable returns a character of a class of characters, one that is easy to read if
// possible.
func readable(class []rune) rune {
	for _, r := range "axA0 -" {
		for i := 0; i+1 < len(class); i += 2 {
			if class[i] <= r && r <= class[i+1] {
				return r
			}
		}
	}
	if len(class) == 0 {
		return 'a'
	}
	return class[0]
}
