package compat

import (
	"regexp"
	"regexp/syntax"
	"slices"
)

// otherSyntax matches syntax that ECMAScript and Go interpret differently.
var otherSyntax = regexp.MustCompile(`\\[zAQECpPx]|\[:|\(\?`)

// compile returns a pattern in Go's syntax, or nil if it may have another meaning in
// Go.
func compile(pattern string) *regexp.Regexp {
	re, err := regexp.Compile(pattern)
	if err != nil || otherSyntax.MatchString(pattern) {
		return nil
	}
	return re
}

// matchesAll reports whether a pattern matches every string.
func matchesAll(pattern string) bool {
	re := compile(pattern)
	if re == nil || !re.MatchString("") {
		return false
	}
	tree, err := syntax.Parse(pattern, syntax.Perl)
	return err == nil && !anchored(tree)
}

func anchored(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText, syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return true
	}
	return slices.ContainsFunc(re.Sub, anchored)
}
