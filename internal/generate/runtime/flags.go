package tools

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Flag is an argument of a tool in the form of a command-line flag.
type Flag struct {
	// Name is the name of the argument, after "arg-" if each command has such a flag.
	Name string
	// Type is string, integer, number, boolean, object, json (for any value), key=value
	// (for a map), or one of these followed by "..." for a list.
	Type    string
	Usage   string // the description with the default and the values that are allowed
	Negated bool   // the default is true, so that users write --no-Name

	arg                   string // the name of the argument
	list, pairs, required bool
	null                  bool   // null is a value
	elem                  string // the type of a value, or of an element or member
}

// Flags returns the flags of a tool in the order of its properties.
func (t *Tool) Flags() (flags []Flag) {
	top := t.input.top
	var text struct{ Properties json.RawMessage }
	_ = json.Unmarshal(top.raw, &text) // it was compiled before
	for _, m := range members(text.Properties) {
		s := top.Properties[m.name]
		inner := s.inner()
		f := Flag{Name: m.name, arg: m.name, required: slices.Contains(top.Required, m.name), null: t.input.takesNull(s), elem: s.kind()}
		if slices.Contains([]string{"help", "h", "format"}, m.name) {
			f.Name = "arg-" + m.name
		}
		switch f.Type = f.elem; {
		case f.Type == "array":
			f.list, f.elem = true, inner.Items.kind()
			f.Type = f.elem + "..."
		case f.Type == "object" && inner.Properties == nil && (inner.AdditionalProperties == nil || !inner.AdditionalProperties.never):
			f.pairs, f.elem, f.Type = true, inner.AdditionalProperties.kind(), "key=value"
		}
		f.Negated = f.Type == "boolean" && string(s.Default) == "true"
		f.Usage = f.usage(s)
		flags = append(flags, f)
	}
	return flags
}

// inner returns n with its references followed and without the alternative null.
func (n *node) inner() *node {
	for range maxDepth {
		var forms []*node
		switch {
		case n == nil:
			return &node{}
		case n.ref != nil && n.Type == nil:
			forms = []*node{n.ref}
		default:
			forms = slices.DeleteFunc(slices.Clone(n.AnyOf), func(f *node) bool { return slices.Equal(f.Type, words{"null"}) })
		}
		if len(forms) != 1 {
			break
		}
		n = forms[0]
	}
	return n
}

// kind returns the only type of the values that n allows besides null, or "json".
func (n *node) kind() string {
	types := slices.DeleteFunc(slices.Clone(n.inner().Type), func(t string) bool { return t == "null" })
	if len(types) != 1 {
		return "json"
	}
	return types[0]
}

func (f Flag) usage(s *node) string {
	var notes, texts []string
	for _, v := range s.inner().Enum {
		texts = append(texts, scalar(v))
	}
	if texts != nil {
		notes = append(notes, list(texts, "or"))
	}
	if f.required {
		notes = append(notes, "required")
	}
	if s.Default != nil && string(s.Default) != "null" && !f.Negated {
		notes = append(notes, "default "+cell(s.Default))
	}
	usage := s.Description
	if len(notes) > 0 {
		usage += " (" + strings.Join(notes, "; ") + ")"
	}
	return strings.TrimSpace(strings.ReplaceAll(usage, "\n", " "))
}

// value converts the text of a flag to JSON. Text that is not JSON becomes a string,
// which the validator rejects if the type is another one.
func value(typ, text string) (json.RawMessage, error) {
	if typ == "string" {
		return encode(text)
	}
	if name, ok := strings.CutPrefix(text, "@"); ok && (typ == "object" || typ == "json") {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		text = string(data)
	}
	if json.Valid([]byte(text)) {
		return json.RawMessage(text), nil
	}
	return encode(text)
}

// parsed are the arguments and flags of a command.
type parsed struct {
	args   map[string]json.RawMessage
	format string
	help   bool
}

// parse parses the words after the name of a tool.
func (t *Tool) parse(words []string) (*parsed, error) {
	flags := append(t.Flags(), Flag{Name: "help", Type: "boolean"}, Flag{Name: "h", Type: "boolean"}, Flag{Name: "format"})
	more := t.input.top.AdditionalProperties // of arguments without a flag
	p := &parsed{args: map[string]json.RawMessage{}, format: "text"}
	var plain []string
	for len(words) > 0 {
		word := words[0]
		words = words[1:]
		if word == "--" {
			plain = append(plain, words...)
			break
		}
		if len(word) < 2 || word[0] != '-' || isNumber(word) {
			plain = append(plain, word)
			continue
		}
		name, text, given := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(word, "-"), "-"), "=")
		f, negated := findFlag(flags, name)
		switch {
		case f == nil && more != nil && more.never:
			return nil, usageError("unknown flag --%s", name)
		case f == nil:
			f = &Flag{Name: name, arg: name, elem: "json"}
		case negated && given:
			return nil, usageError("flag --%s takes no value", name)
		}
		switch {
		case given:
		case f.Type == "boolean":
			text = strconv.FormatBool(!negated)
		case len(words) == 0:
			return nil, usageError("flag --%s needs a value", name)
		default:
			text, words = words[0], words[1:]
		}
		switch {
		case f.arg != "":
			if err := p.set(*f, text); err != nil {
				return nil, err
			}
		case f.Name != "format":
			p.help = true
			return p, nil
		case text != "text" && text != "json":
			return nil, usageError("flag --format is %q; it must be text or json", text)
		default:
			p.format = text
		}
	}
	return p, p.positional(t, flags, plain)
}

// isNumber reports whether a word that begins with a minus is a number, not a flag.
func isNumber(word string) bool { return word[1] >= '0' && word[1] <= '9' && json.Valid([]byte(word)) }

var humps = regexp.MustCompile(`([\p{Ll}\d])(\p{Lu})|(\p{Lu})(\p{Lu}\p{Ll})`)

// Alias returns the name of the flag in small letters with hyphens, as users expect it:
// max-results for max_results and maxResults.
func (f Flag) Alias() string {
	return strings.ToLower(humps.ReplaceAllString(strings.ReplaceAll(f.Name, "_", "-"), "$1$3-$2$4"))
}

// findFlag returns the flag with a name, which may be its alias, and whether "no-" before
// the name negates it.
func findFlag(flags []Flag, name string) (f *Flag, negated bool) {
	positive, no := strings.CutPrefix(name, "no-")
	for _, nameOf := range []func(Flag) string{func(f Flag) string { return f.Name }, Flag.Alias} {
		for i, f := range flags {
			switch {
			case nameOf(f) == name:
				return &flags[i], false
			case no && f.Type == "boolean" && nameOf(f) == positive:
				return &flags[i], true
			}
		}
	}
	return nil, false
}

// read returns the value of an argument after one more flag, given its value before. A flag
// of a list or map adds one element or member, or all of a list or object in JSON.
func (f Flag) read(text string, old json.RawMessage) (json.RawMessage, error) {
	switch {
	case (f.list || f.pairs) && f.null && text == "null":
		return json.RawMessage(text), nil
	case f.list:
		var all, more []json.RawMessage
		if json.Unmarshal([]byte(text), &more) != nil || more == nil || f.elem == "array" && (len(more) == 0 || more[0][0] != '[') {
			v, err := value(f.elem, text)
			if err != nil {
				return nil, err
			}
			more = []json.RawMessage{v}
		}
		_ = json.Unmarshal(old, &all) // none the first time
		return encode(append(append([]json.RawMessage{}, all...), more...))
	case f.pairs:
		all := map[string]json.RawMessage{}
		_ = json.Unmarshal(old, &all) // none the first time
		key, v, ok := strings.Cut(text, "=")
		if whole, err := value("object", text); err != nil {
			return nil, err
		} else if whole[0] == '{' {
			err = json.Unmarshal(whole, &all)
			return must(encode(all)), err
		} else if !ok {
			return nil, fmt.Errorf("%q is neither key=value nor an object in JSON", text)
		}
		var err error
		if all[key], err = value(f.elem, v); err != nil {
			return nil, err
		}
		return encode(all)
	}
	return value(f.elem, text)
}

func (p *parsed) set(f Flag, text string) (err error) {
	if p.args[f.arg], err = f.read(text, p.args[f.arg]); err != nil {
		return usageError("flag --%s: %v", f.Name, err)
	}
	return nil
}

// positional sets the arguments that the command line takes by position.
func (p *parsed) positional(t *Tool, flags []Flag, words []string) error {
	for _, name := range t.Args {
		i := slices.IndexFunc(flags, func(f Flag) bool { return f.arg == name })
		for i >= 0 && len(words) > 0 {
			if err := p.set(flags[i], words[0]); err != nil {
				return err
			}
			words = words[1:]
			if !flags[i].list {
				break
			}
		}
	}
	if len(words) > 0 {
		return usageError("unexpected argument %q", words[0])
	}
	return nil
}

// usageError returns the error for a command line that can't be parsed.
func usageError(text string, args ...any) error {
	return &Error{Reason: "usage", Err: fmt.Errorf(text, args...)}
}
