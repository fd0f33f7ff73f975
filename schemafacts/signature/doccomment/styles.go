package doccomment

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// topic is what a section is about.
type topic int

const (
	noTopic topic = iota
	params
	returns
	other
)

var topics = map[string]topic{
	"args": params, "arguments": params, "parameters": params, "params": params,
	"other parameters": params, "keyword args": params, "keyword arguments": params,
	"return": returns, "returns": returns, "return value": returns, "return values": returns,
}

// inlineResult is a label with its text in the same line. The capital letter
// distinguishes it from the rest of a sentence.
var inlineResult = regexp.MustCompile(`^[*_]*Returns?(?: values?)?[*_]*:[*_]*\s+(.+)$`)

// typed matches the type of a result before its text, as in "dict: The settings." The
// names of types are those of Go and Python.
var typed = regexp.MustCompile(`^(?:(?:str|string|int|integer|float|number|bool|boolean|bytes|object|any|Any|error|dict|list|tuple|set|` +
	`Dict|List|Tuple|Set|Optional|Iterator|Generator|Sequence|Mapping)(?:\[[^:]*\])?|u?int\d+|float\d\d|map\[\S+|(?:\[\d*\]|\*)+[\w.]+)\s*:\s+`)

// title returns the words of a header in lower case, without decoration such as in
// "Args:" and "**Parameters:**".
func title(s string) string { return strings.ToLower(strings.Trim(s, "*_:# \t")) }

// isUnderline reports whether s is the line under a title.
func isUnderline(s string) bool {
	return len(s) >= 3 && (strings.Trim(s, "-") == "" || strings.Trim(s, "=") == "" || strings.Trim(s, "~") == "")
}

// Words in the sentence before a list that show the list's topic. A list may contain
// results, values or examples, whose names are often those of parameters, too.
var (
	sayParams = regexp.MustCompile(`(?i)\b(parameters?|params?|arguments?|args?|inputs?)\b`)
	sayOther  = regexp.MustCompile(`(?i)\b(returns?|returned|results?|outputs?|responses?|produces|yields|raises|throws|errors?|` +
		`examples?|usage|notes?|warnings?|one of|either|values?|fields|keys|columns|properties|attributes|see|deprecated)\b|\be\.g\.`)
)

// sayValues matches the text of a parameter whose values may be listed after it.
var sayValues = regexp.MustCompile(`(?i)\b(one of|either|values?)\b`)

// verdict returns the topic of a list, given the text before it: whether its items
// may be parameters.
func verdict(intro string) topic {
	if i := strings.LastIndex(intro, ". "); i >= 0 {
		intro = intro[i+2:]
	}
	switch {
	case sayParams.MatchString(intro):
		return params
	case sayOther.MatchString(intro):
		return other
	}
	return noTopic
}

// bullet removes the marker of a list item. The items of a numbered list are steps,
// not parameters.
func bullet(s string) (content string, numbered, ok bool) {
	r, size := utf8.DecodeRuneInString(s)
	if strings.ContainsRune("-*+•", r) && size > 0 && r != utf8.RuneError {
		content = s[size:]
		return strings.TrimSpace(content), false, content == "" || content[0] == ' ' || content[0] == '\t'
	}
	rest := strings.TrimLeft(s, "0123456789")
	if rest == s || len(rest) < 2 || rest[0] != '.' && rest[0] != ')' || rest[1] != ' ' && rest[1] != '\t' {
		return "", false, false
	}
	return strings.TrimSpace(rest[1:]), true, true
}

// decoration are the characters that Markdown puts around a name.
const decoration = "*`\"'[]"

// splitEntry splits the first line of a parameter's documentation:
//
//	name: text
//	name (type, optional): text
//	name - text
//	`width`, `height`: text
func splitEntry(s string) (words []string, text string, ok bool) {
	words, rest := identifiers(s)
	if len(words) == 0 {
		return nil, "", false
	}
	if t := strings.TrimLeft(rest, " \t"); strings.HasPrefix(t, "(") {
		if rest, ok = afterParens(t); !ok {
			return nil, "", false
		}
		rest = strings.TrimLeft(rest, decoration)
	}
	t := strings.TrimLeft(rest, " \t")
	if after, ok := strings.CutPrefix(t, ":"); ok {
		if strings.TrimLeft(s, decoration) != s { // **name:** text
			after = strings.TrimLeft(after, decoration)
		}
		return words, strings.TrimSpace(after), startsSpace(after)
	}
	if t == rest { // a dash needs space on both sides
		return nil, "", false
	}
	for _, dash := range []string{"--", "-", "–", "—"} {
		if after, ok := strings.CutPrefix(t, dash); ok && startsSpace(after) {
			return words, strings.TrimSpace(after), true
		}
	}
	return nil, "", false
}

func startsSpace(s string) bool { return s == "" || s[0] == ' ' || s[0] == '\t' }

// identifiers reads names that are separated by commas, and returns them and the rest
// of s.
func identifiers(s string) (words []string, rest string) {
	for {
		s = strings.TrimLeft(s, decoration)
		n := strings.IndexFunc(s, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		if n < 0 {
			n = len(s)
		}
		if n == 0 {
			return nil, ""
		}
		words = append(words, s[:n])
		s = strings.TrimLeft(s[n:], decoration)
		next, ok := strings.CutPrefix(s, ",")
		if !ok {
			return words, s
		}
		s = strings.TrimLeft(next, " \t")
	}
}

// afterParens returns the text after the parenthesis with which s begins.
func afterParens(s string) (string, bool) {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return s[i+1:], true
			}
		}
	}
	return "", false
}

// splitTyped returns the names at the start of a line such as "name : type" or "first,
// second : type", which precedes the description of parameters. ok is false if the line
// does not start with a name, or has something other than a colon after the names.
func splitTyped(s string) (words []string, ok bool) {
	words, rest := identifiers(s)
	rest = strings.TrimLeft(rest, " \t")
	return words, len(words) > 0 && (rest == "" || rest[0] == ':')
}

// fieldName matches the first word between the colons of a field, such as param in
// ":param name:".
var fieldName = regexp.MustCompile(`^[a-z][a-z-]*$`)

// field splits ":param type name: text".
func field(s string) (about topic, name, text string, ok bool) {
	inner, ok := strings.CutPrefix(s, ":")
	if !ok {
		return noTopic, "", "", false
	}
	inner, text, ok = strings.Cut(inner, ": ")
	if !ok {
		inner, ok = strings.CutSuffix(inner, ":")
	}
	words := strings.Fields(inner)
	if !ok || len(words) == 0 {
		return noTopic, "", "", false
	}
	switch words[0] {
	case "param", "parameter", "arg", "argument", "key", "keyword":
		if len(words) < 2 {
			return other, "", "", true
		}
		name = strings.Trim(strings.ReplaceAll(words[len(words)-1], `\`, ""), decoration)
		return params, name, strings.TrimSpace(text), true
	case "return", "returns":
		return returns, "", strings.TrimSpace(text), true
	}
	return other, "", "", fieldName.MatchString(words[0])
}
