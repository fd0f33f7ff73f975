package doccomment

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/token"
	"io"
	"slices"
	"strconv"
	"strings"
)

const directivePrefix = "//schemavet:"

// Directive is one of
//
//	//schemavet:tool [name=...] [title=...] [description=...] [args=...] [default=...] [HINT=true]
//	//schemavet:param NAME key=value,...
//	//schemavet:schema FILE
//	//schemavet:schema {...}
//	//schemavet:output FILE
//	//schemavet:output {...}
//	//schemavet:output none
//	//schemavet:group NAME TEXT
//
// A remark may follow after " // ".
type Directive struct {
	Line   int    // in the list that was read
	Verb   string // tool, param, schema, output, group
	Arg    string // NAME, FILE or the text of a schema
	Text   string // TEXT
	Inline bool   // Arg is the text of a schema
	Offset int    // of Arg, or of the verb
	Keys   []Key  // offsets count from the start of the line
}

// The reserved values of the key args. Any other value is a list of parameters that the
// command line takes by position.
const (
	ArgsRequest  = "request"  // the fields of the one parameter are the arguments
	ArgsReceiver = "receiver" // the fields of the receiver are the arguments
)

// Directives reads the comments in list, each with its slashes, as in the list of an
// [go/ast.CommentGroup]. It ignores other comments, and //schemavet:ignore. A directive
// with problems keeps its valid keys. It is left out if its verb or argument cannot be
// read.
func Directives(list []string) ([]Directive, []Problem) {
	r := directiveReader{seen: map[string]bool{}, params: map[string]map[string]bool{}}
	for i, text := range list {
		r.line, r.text = i, text
		r.read()
	}
	return r.out, r.problems
}

type directiveReader struct {
	line int
	text string

	seen     map[string]bool            // the verbs that may not come again
	params   map[string]map[string]bool // the keys that each parameter has
	out      []Directive
	problems []Problem
}

func (r *directiveReader) problem(offset, end int, format string, args ...any) {
	r.problems = append(r.problems, Problem{r.line, offset, end, fmt.Sprintf(format, args...)})
}

func (r *directiveReader) read() {
	rest, ok := strings.CutPrefix(r.text, directivePrefix)
	if !ok {
		r.misspelled()
		return
	}
	start := len(directivePrefix)
	end := endOfWord(r.text, start)
	if arg := skipSpace(r.text, end); !strings.HasPrefix(r.text[arg:], "{") {
		r.text = r.text[:start+len(withoutRemark(rest))]
		end = endOfWord(r.text, start)
	}
	d := Directive{Line: r.line, Verb: r.text[start:end], Offset: start}
	if d.Verb == "tool" || d.Verb == "schema" || d.Verb == "output" {
		if r.seen[d.Verb] {
			r.problem(start, end, "directive %q is given twice", d.Verb)
			return
		}
		r.seen[d.Verb] = true
	}
	switch d.Verb {
	case "ignore":
	case "tool":
		r.tool(d, end)
	case "param":
		r.param(d, skipSpace(r.text, end))
	case "schema", "output":
		r.schema(d, skipSpace(r.text, end))
	case "group":
		r.group(d, skipSpace(r.text, end))
	default:
		r.problem(start, max(end, start), "directive %q is unknown", d.Verb)
	}
}

// group reads the name of a group of tools and its description.
func (r *directiveReader) group(d Directive, i int) {
	end := endOfWord(r.text, i)
	d.Arg, d.Offset = r.text[i:end], i
	d.Text = strings.TrimSpace(r.text[end:])
	if d.Arg == "" || d.Text == "" {
		r.problem(len(directivePrefix), max(end, len(directivePrefix)+len(d.Verb)), "directive %q wants the name of a group and a text", d.Verb)
		return
	}
	r.out = append(r.out, d)
}

// misspelled reports a directive with a leading space, which Go tools treat as prose.
// Prose about directives does not count.
func (r *directiveReader) misspelled() {
	rest, ok := strings.CutPrefix(r.text, "//")
	trimmed := strings.TrimLeft(rest, " \t")
	if !ok || trimmed == rest || !strings.HasPrefix(trimmed, "schemavet:") {
		return
	}
	got, problems := Directives([]string{"//" + trimmed})
	if len(got) == 1 && len(problems) == 0 {
		r.problem(0, len(r.text), "directive has space before it; write //schemavet:%s", got[0].Verb)
	}
}

// tool reads the keys of //schemavet:tool, which are separated by space.
func (r *directiveReader) tool(d Directive, i int) {
	seen := map[string]bool{}
	open := false // the previous word ended the value of the last key, without quotes
	for i = skipSpace(r.text, i); i < len(r.text); i = skipSpace(r.text, i) {
		end := endOfWord(r.text, i)
		name, _, ok := strings.Cut(r.text[i:end], "=")
		if !ok {
			if open { // the value is incomplete
				d.Keys = d.Keys[:len(d.Keys)-1]
				open = false
			}
			r.problem(i, end, "%q is not key=value; quote a value that contains spaces", r.text[i:end])
			i = end
			continue
		}
		v := toolValue(r.text, i+len(name)+1)
		key := Key{name, v.text, i, v.end, v.quoted}
		open = false
		switch {
		case !slices.Contains(toolKeys, name):
			r.problem(i, i+max(1, len(name)), "key %q is unknown%s", name, insteadOfTool(name))
		case v.problem != "":
			r.problem(i, v.end, "value of %q %s", name, v.problem)
		case v.text == "":
			r.problem(i, v.end, "value of %q is empty", name)
		case slices.Contains(HintKeys, name) && v.text != "true" && v.text != "false":
			r.problem(i, v.end, "value %q of %q is not true or false", v.text, name)
		case name == "args" && !isNameList(v.text):
			r.problem(i, v.end, "value %q of %q is not request, receiver or a list of parameters", v.text, name)
		case !v.quoted && name != "args" && strings.Contains(v.text, ","):
			r.problem(i, v.end, "the value of %q has a comma, but keys are separated by spaces; if the comma belongs to the value, quote the value", name)
		case seen[name]:
			r.problem(i, v.end, "key %q is given twice", name)
		default:
			seen[name] = true
			d.Keys = append(d.Keys, key)
			open = !v.quoted
		}
		i = v.end
	}
	r.out = append(r.out, d)
}

// toolValue reads a value that ends at the next space.
func toolValue(s string, i int) value {
	if i < len(s) && (s[i] == ' ' || s[i] == '\t') {
		return value{end: i}
	}
	return readValue(s, i, " \t")
}

// toolKeys are the keys of //schemavet:tool.
var toolKeys = append([]string{"name", "title", "description", "args", "default"}, HintKeys...)

// HintKeys are the keys of //schemavet:tool whose values are true or false: hints about
// the behavior of the function.
var HintKeys = []string{"readOnly", "destructive", "idempotent", "openWorld"}

// isNameList reports whether s is a list of names with commas between them.
func isNameList(s string) bool {
	for name := range strings.SplitSeq(s, ",") {
		if !token.IsIdentifier(strings.TrimSpace(name)) {
			return false
		}
	}
	return true
}

// inNames replaces the characters that names in JSON have and names in Go have not.
var inNames = strings.NewReplacer("-", "_", ".", "_", "/", "_", "$", "_")

func (r *directiveReader) param(d Directive, i int) {
	end := endOfWord(r.text, i)
	d.Arg, d.Offset = r.text[i:end], i
	name, _, _ := strings.Cut(d.Arg, ",")
	switch {
	case name != d.Arg && token.IsIdentifier(name):
		r.problem(i, end, "%q is not the name of a parameter; write //schemavet:param %s key=value, with a space after the name", d.Arg, name)
		return
	case d.Arg == "":
		r.problem(len(directivePrefix), end, "directive %q names no parameter", d.Verb)
		return
	case !token.IsIdentifier(inNames.Replace(d.Arg)): // of a parameter, or of a field in JSON
		r.problem(i, end, "%q is not a parameter name", d.Arg)
		return
	case skipSpace(r.text, end) == len(r.text):
		r.problem(i, end, "directive for %q has no keys", d.Arg)
		return
	}
	if r.params[d.Arg] == nil {
		r.params[d.Arg] = map[string]bool{}
	}
	k := keyReader{text: r.text[end:], seen: r.params[d.Arg], rules: func(name string) (keyRule, bool) {
		rule, ok := paramKeys[name]
		return rule, ok
	}}
	k.read()
	for _, key := range k.keys {
		key.Offset, key.End = key.Offset+end, key.End+end
		d.Keys = append(d.Keys, key)
	}
	for _, p := range k.problems {
		r.problems = append(r.problems, Problem{r.line, p.Offset + end, p.End + end, p.Message})
	}
	r.out = append(r.out, d)
}

func (r *directiveReader) schema(d Directive, i int) {
	if strings.HasPrefix(r.text[i:], "{") {
		r.inline(d, i)
		return
	}
	v := readValue(r.text, i, " \t")
	d.Arg, d.Offset = v.text, i
	switch {
	case v.problem != "":
		r.problem(i, len(r.text), "name of the file %s", v.problem)
	case v.text == "":
		r.problem(len(directivePrefix), len(r.text), "directive %q names no file", d.Verb)
	case skipSpace(r.text, v.end) < len(r.text):
		r.problem(i, len(r.text), "the file name contains a space; quote the name")
	default:
		r.out = append(r.out, d)
	}
}

// inline reads a JSON Schema that the directive itself contains.
func (r *directiveReader) inline(d Directive, i int) {
	var text json.RawMessage
	dec := json.NewDecoder(strings.NewReader(r.text[i:]))
	if err := dec.Decode(&text); err != nil {
		r.problem(i, len(r.text), "schema is not JSON: %s; it must be on one line", cause(err))
		return
	}
	end := i + int(dec.InputOffset())
	rest := r.text[end:]
	if rest = withoutRemark(" " + strings.TrimLeft(rest, " \t")); strings.TrimSpace(rest) != "" {
		r.problem(end, len(r.text), "%q follows the schema", strings.TrimSpace(rest))
		return
	}
	d.Arg, d.Inline, d.Offset = r.text[i:end], true, i
	r.out = append(r.out, d)
}

// cause returns the text of an error of encoding/json without the name of the package.
func cause(err error) string {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return "it has no end"
	}
	return strings.TrimPrefix(err.Error(), "json: ")
}

func endOfWord(s string, i int) int {
	if n := strings.IndexAny(s[i:], " \t"); n >= 0 {
		return i + n
	}
	return len(s)
}

// withoutRemark removes a remark and trailing space.
func withoutRemark(s string) string {
	for i := 0; i < len(s); i++ {
		switch {
		case i > 0 && strings.IndexByte("= \t", s[i-1]) >= 0 && (s[i] == '"' || s[i] == '`'):
			if lit, err := strconv.QuotedPrefix(s[i:]); err == nil {
				i += len(lit) - 1
			}
		case strings.HasPrefix(s[i:], "//") && i > 0 && (s[i-1] == ' ' || s[i-1] == '\t') && startsSpace(s[i+2:]):
			return strings.TrimRight(s[:i], " \t\r")
		}
	}
	return strings.TrimRight(s, " \t\r")
}
