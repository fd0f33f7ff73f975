package tools

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
)

// Flag is an argument of a tool in the form of a command-line flag.
type Flag struct {
	// Name is the name of the argument.
	Name string
	// Type is string, integer, number, boolean, object, json (for any value), key=value
	// (for a map), or one of these followed by "..." for a list.
	Type string
	// Usage is the description with the default and the values that are allowed.
	Usage string
	// Negated is true if the default is true, so that users write --no-Name.
	Negated bool

	list, pairs, required bool
	elem                  string // the type of a value, or of an element or member
}

// flags returns the flags of a tool in the order of its properties. open reports
// whether the tool accepts other arguments, too.
func (t *Tool) flags() (flags []Flag, open bool) {
	root, _ := decodeOrdered(t.Input).(ordered)
	properties, _ := root.get("properties").(ordered)
	required, _ := root.get("required").([]any)
	for _, m := range properties {
		s := resolve(root, m.value)
		f := Flag{Name: m.name, Type: schemaType(root, s)}
		f.required = slices.Contains(required, any(m.name))
		f.elem = f.Type
		values, isMap := s.get("additionalProperties").(ordered)
		switch {
		case f.Type == "array":
			f.list, f.elem = true, schemaType(root, resolve(root, s.get("items")))
			f.Type = f.elem + "..."
		case f.Type == "object" && s.get("properties") == nil && (isMap || s.get("additionalProperties") != false):
			f.pairs, f.elem, f.Type = true, schemaType(root, resolve(root, values)), "key=value"
		}
		given, _ := m.value.(ordered) // its description and default win over those of a definition
		f.Negated = f.Type == "boolean" && first(given, s, "default") == true
		f.Usage = f.usage(given, s)
		flags = append(flags, f)
	}
	return flags, root.get("additionalProperties") != false
}

// first returns the member from the first of two objects that has it.
func first(a, b ordered, name string) any {
	if v := a.get(name); v != nil {
		return v
	}
	return b.get(name)
}

func (f Flag) usage(given, s ordered) string {
	usage, _ := first(given, s, "description").(string)
	var notes []string
	if values, ok := first(given, s, "enum").([]any); ok {
		var texts []string
		for _, v := range values {
			texts = append(texts, scalar(v))
		}
		notes = append(notes, list(texts, "or"))
	}
	if f.required {
		notes = append(notes, "required")
	}
	if v := first(given, s, "default"); v != nil && !f.Negated {
		notes = append(notes, "default "+cell(v))
	}
	if len(notes) > 0 {
		usage += " (" + strings.Join(notes, "; ") + ")"
	}
	return strings.TrimSpace(strings.ReplaceAll(usage, "\n", " "))
}

// resolve returns a schema with its references followed and without the alternative
// null.
func resolve(root ordered, v any) ordered {
	for range 20 {
		s, _ := v.(ordered)
		if ref, ok := s.get("$ref").(string); ok {
			defs, _ := root.get("$defs").(ordered)
			v = defs.get(strings.TrimPrefix(ref, "#/$defs/"))
			continue
		}
		forms, _ := s.get("anyOf").([]any)
		forms = slices.DeleteFunc(slices.Clone(forms), func(f any) bool {
			o, _ := f.(ordered)
			return o.get("type") == "null"
		})
		if len(forms) != 1 {
			return s
		}
		v = forms[0]
	}
	return nil
}

// schemaType returns the type of a schema, or "json" if it has none or several.
func schemaType(root, s ordered) string {
	switch t := s.get("type").(type) {
	case string:
		return t
	case []any:
		t = slices.DeleteFunc(slices.Clone(t), func(e any) bool { return e == "null" })
		if name, ok := t[0].(string); ok && len(t) == 1 {
			return name
		}
	}
	return "json"
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
	lists  map[string][]json.RawMessage
	maps   map[string]map[string]json.RawMessage
	format string
	help   bool
}

// parse parses the words after the name of a tool.
func (t *Tool) parse(words []string) (*parsed, error) {
	flags, open := t.flags()
	p := &parsed{args: map[string]json.RawMessage{}, lists: map[string][]json.RawMessage{}, maps: map[string]map[string]json.RawMessage{}, format: formatText}
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
		f := findFlag(flags, name)
		switch {
		case f == nil && (name == "help" || name == "h"):
			p.help = true
			return p, nil
		case f == nil && name != "format" && !open:
			return nil, usageError("unknown flag --%s", name)
		case f == nil && name != "format":
			f = &Flag{Name: name, Type: "json", elem: "json"}
		case f != nil && f.Type == "boolean":
			negated := f.Name != name && name == "no-"+f.Name
			if negated && given {
				return nil, usageError("flag --%s takes no value", name)
			}
			if !given {
				text, given = fmt.Sprint(!negated), true
			}
		}
		if !given {
			if len(words) == 0 {
				return nil, usageError("flag --%s needs a value", name)
			}
			text, words = words[0], words[1:]
		}
		if f == nil {
			if !slices.Contains([]string{formatText, formatJSON, formatYAML}, text) {
				return nil, usageError("flag --format is %q; it must be text, json or yaml", text)
			}
			p.format = text
			continue
		}
		if err := p.set(*f, text); err != nil {
			return nil, err
		}
	}
	return p, p.positional(t, flags, plain)
}

// isNumber reports whether a word that begins with a minus is a number, not a flag.
func isNumber(word string) bool { return word[1] >= '0' && word[1] <= '9' && json.Valid([]byte(word)) }

// findFlag returns the flag with a name, which may be written in another way:
// max-results for max_results, and no-clean for clean.
func findFlag(flags []Flag, name string) *Flag {
	for _, same := range []func(f Flag) bool{
		func(f Flag) bool { return f.Name == name },
		func(f Flag) bool { return f.Type == "boolean" && "no-"+f.Name == name },
		func(f Flag) bool { return strings.ReplaceAll(f.Name, "_", "-") == name },
	} {
		if i := slices.IndexFunc(flags, same); i >= 0 {
			return &flags[i]
		}
	}
	return nil
}

// set sets a flag to a value. If the flag is a list or a map, it adds the value.
func (p *parsed) set(f Flag, text string) error {
	whole := f.pairs && (strings.HasPrefix(text, "{") || strings.HasPrefix(text, "@"))
	typ, key := f.elem, ""
	if f.pairs && !whole {
		k, rest, ok := strings.Cut(text, "=")
		if !ok {
			return usageError("flag --%s is %q; it must be key=value", f.Name, text)
		}
		key, text = k, rest
	}
	if whole {
		typ = "object"
	}
	v, err := value(typ, text)
	if err != nil {
		return usageError("flag --%s: %v", f.Name, err)
	}
	switch {
	case f.list:
		p.lists[f.Name] = append(p.lists[f.Name], v)
		v = must(encode(p.lists[f.Name]))
	case f.pairs && !whole:
		if p.maps[f.Name] == nil {
			p.maps[f.Name] = map[string]json.RawMessage{}
		}
		p.maps[f.Name][key] = v
		v = must(encode(p.maps[f.Name]))
	}
	p.args[f.Name] = v
	return nil
}

// positional sets the arguments that the command line takes by position.
func (p *parsed) positional(t *Tool, flags []Flag, words []string) error {
	for _, name := range t.Args {
		f := findFlag(flags, name)
		if f == nil {
			continue
		}
		for len(words) > 0 {
			if err := p.set(*f, words[0]); err != nil {
				return err
			}
			words = words[1:]
			if !f.list {
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
