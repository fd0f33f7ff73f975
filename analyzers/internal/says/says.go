// Package says reads what descriptions say, where several checks go by it.
package says

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Leave is a regular expression for advice to leave a value empty, or for what an empty value
// means, as in "(empty = all)". It must be at the beginning of a sentence or clause, so that "do
// not leave it empty" does not match.
const Leave = `(^|[.;:(,] ?)((you (can|may) )?leave (this |it )?(field )?(empty|blank|unset)|(empty|blank)( for| means| =) (all|any|every|no|none|(the )?default))\b`

var leave = regexp.MustCompile("(?i)" + Leave)

// MayBeEmpty reports whether a description allows an empty value.
func MayBeEmpty(description string) bool { return leave.MatchString(description) }

// Missing is a regular expression for text about a call without the value. It must be at
// the beginning of a sentence or clause.
const Missing = `(^|[.;:(,] ?)(if|when) (it is |this is )?(omitted|not (specified|provided|given|set)),? (?:[a-z]+ )*?(?:default|current|all|uses?|used|using)\b` +
	`|\bor the default [^.;]*\bif not (specified|provided|given|set)\b`

// Condition is a regular expression for a text that requires a value only in some calls.
const Condition = `^((only )?(required|needed)|only used) (only )?(for|if|when|with) (the )?(action|mode|operation|command)s?\b|^only (used|needed|required) (if|when)\b`

// Default is a regular expression for a default that replaces a missing value, alone in
// brackets or after a comma, or marked as one of the values.
const Default = `^[\w-]+ \(default\)(,| or) |^[^'"]*?(\(default:? ?[^)]*\)$|, default (-?\d+|true|false)\.?$|, defaults to [\w./-]+\.?$)`

// Mentions reports whether a text contains a name as a separate word.
func Mentions(text, name string) bool {
	inWord := func(r rune) bool { return r == '_' || r == '-' || unicode.IsLetter(r) || unicode.IsDigit(r) }
	for name != "" {
		before, after, ok := strings.Cut(text, name)
		if !ok {
			return false
		}
		last, _ := utf8.DecodeLastRuneInString(before)
		next, _ := utf8.DecodeRuneInString(after)
		if !inWord(last) && !inWord(next) {
			return true
		}
		text = after
	}
	return false
}
