package random

import (
	"strconv"
	"strings"
)

// tag writes the tags of a field, "" for none.
func (w *writer) tag() string {
	var parts []string
	add := func(key, value string) { parts = append(parts, key+":"+strconv.Quote(value)) }
	if w.chance(60) {
		add("json", w.names())
	}
	if w.chance(10) {
		add("yaml", w.names())
	}
	if w.chance(55) {
		add("jsonschema", w.words())
	}
	if w.chance(8) {
		add("jsonschema_description", Pick(w.rng, "text", "a, b", "", "<&>", "é"))
	}
	if w.chance(8) {
		add("jsonschema_extras", w.extras())
	}
	if w.chance(2) {
		return Pick(w.rng, "json: \"x\"", "json", `json:"a`, `jsonschema:"title=x" json:"late,omitempty"`)
	}
	return strings.Join(parts, " ")
}

// names writes a json tag.
func (w *writer) names() string {
	name := Pick(w.rng, "a", "b", "c", "x", "y", "", "", "-", "camelCase", "with space", "a/b", "<&>", `q"`, "é")
	if w.chance(85) && name == "-" {
		name = "dash"
	}
	for w.chance(35) {
		name += "," + Pick(w.rng, "omitempty", "omitempty", "omitzero", "string", "inline", " omitempty", "required", "")
	}
	return name
}

var keys = []string{
	"title", "description", "type", "anchor", "oneof_required", "anyof_required", "oneof_ref", "anyof_ref",
	"oneof_type", "anyof_type", "minLength", "maxLength", "pattern", "format", "readOnly", "writeOnly",
	"default", "default", "default", "example", "enum", "enum", "enum", "multipleOf", "minimum", "maximum",
	"exclusiveMinimum", "exclusiveMaximum", "minItems", "maxItems", "uniqueItems", "unknown", "Title", " title", "",
}

// words writes a jsonschema tag.
func (w *writer) words() string {
	var parts []string
	for range 1 + w.rng.IntN(4) {
		switch {
		case w.chance(15):
			parts = append(parts, Pick(w.rng, "required", "nullable", "-", "free text", "", " required", "a\\", "uniqueItems"))
		default:
			key := Pick(w.rng, keys...)
			parts = append(parts, key+"="+w.value(key))
		}
	}
	return strings.Join(parts, ",")
}

func (w *writer) value(key string) string {
	switch {
	case key == "type":
		return Pick(w.rng, "string", "integer", "object", "boolean", "number", "array", "")
	case strings.HasSuffix(key, "_type"):
		return Pick(w.rng, "string;integer", "string", "", "null;;object")
	case strings.HasSuffix(key, "_ref"):
		return Pick(w.rng, "#/a;#/b", "#/$defs/Plain", "")
	case strings.HasSuffix(key, "_required"):
		return Pick(w.rng, "one", "two", "")
	case w.chance(4):
		return Pick(w.rng, "NaN", "Inf", "+5", ".5", "5.", "007", "1_000", "0x10", "0x1p4", "1e400", "-0")
	}
	return Pick(w.rng, "1", "2", "10", "1.5", "-3", "1e3", "a", "b", "true", "false", "x=y", `a\,b`, "", "text here",
		"^[a-z]+$", "uri", "date-time", "ipv6", "custom", "18446744073709551616", "<b>", "\u2028")
}

func (w *writer) extras() string {
	var parts []string
	for range 1 + w.rng.IntN(3) {
		parts = append(parts, Pick(w.rng, "a=1", "a=x", "b=true", "b=f", "b=t", "minimum=5", "minimum=x", "title=y", "z=a\\,b", "novalue", "=e", "k=v=w", "h=<"))
	}
	return strings.Join(parts, ",")
}

// method writes a method that takes part in reflection, sometimes one that the
// library does not call.
func (w *writer) method(d *decl) string {
	recv := d.name
	if d.generic {
		recv += "[T]"
	}
	if w.chance(20) {
		recv = "*" + recv
	}
	switch w.rng.IntN(5) {
	case 0:
		return "\n// conform:schema {\"type\":\"string\",\"title\":\"own\"}\nfunc (" + recv +
			") JSONSchema() *jsonschema.Schema {\n\treturn &jsonschema.Schema{Type: \"string\", Title: \"own\"}\n}\n"
	case 1:
		return "\n// conform:schema {}\nfunc (" + recv + ") JSONSchema() *jsonschema.Schema { return &jsonschema.Schema{} }\n"
	case 2:
		return "\n// conform:extend {\"title\":\"more\",\"description\":\"than that\"}\nfunc (" + recv +
			") JSONSchemaExtend(s *jsonschema.Schema) {\n\ts.Title = \"more\"\n\ts.Description = \"than that\"\n}\n"
	case 3:
		other := w.pick(false)
		if other == nil || other.generic || other.pointer || other.alt != d.alt {
			return ""
		}
		return "\n// conform:alias " + other.name + "\nfunc (" + recv + ") JSONSchemaAlias() any {\n\tvar x " + other.name + "\n\treturn x\n}\n"
	}
	return "\n// conform:doc {\"A\":\"doc\"}\nfunc (" + recv +
		") GetFieldDocString(f string) string {\n\tif f == \"A\" {\n\t\treturn \"doc\"\n\t}\n\treturn \"\"\n}\n"
}
