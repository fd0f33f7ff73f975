package invopop

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/internal/structtag"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// option is one key=value part of a tag.
type option struct{ key, value string }

// options splits parts at their first equals sign and drops parts without one.
func options(parts []string) []option {
	var out []option
	for _, p := range parts {
		if key, value, ok := strings.Cut(p, "="); ok {
			out = append(out, option{key, value})
		}
	}
	return out
}

// simple drops options with a second equals sign, as most of the library's readers do.
func simple(opts []option) []option {
	return slices.DeleteFunc(slices.Clone(opts), func(o option) bool { return strings.Contains(o.value, "=") })
}

// applyTags changes n, the schema of field f, according to the field's tags.
func (r *reflector) applyTags(n *schema.Node, f structField) {
	r.setText(n, "description", f.tag.Get("jsonschema_description"))
	rest := r.generic(n, options(structtag.Options(f.tag.Get("jsonschema"))))
	typ := n.Get("type").StringValue()
	numeric := typ == "integer" || typ == "number" || typ == "boolean"
	if r.Version >= V0_14_0 && numeric && jsonfields.TagOf(string(f.tag)).Has("string") {
		typ = "string"
		n.Set("type", r.text(typ))
	}
	if typ == "array" {
		r.arrayOptions(n, simple(rest), f)
	} else {
		r.scalarOptions(n, typ, rest)
	}
	extras := f.tag.Get("jsonschema_extras")
	if r.Version >= Eino1_0_2 {
		r.extras(n, options(structtag.Options(extras)))
	} else {
		r.extras(n, options(strings.Split(extras, ",")))
	}
}

// setText sets a keyword, or removes it if the value is empty.
func (r *reflector) setText(n *schema.Node, key, value string) {
	if value == "" {
		n.Delete(key)
		return
	}
	n.Set(key, r.text(value))
}

// add appends e to the list that is the value of a keyword.
func (r *reflector) add(n *schema.Node, key string, e *schema.Node) {
	list := n.Get(key)
	if list == nil || list.Kind != schema.Array {
		list = schema.NewArray().At(r.pos)
		n.Set(key, list)
	}
	list.Elems = append(list.Elems, e)
}

// generic applies the keywords that every type has and returns the others.
func (r *reflector) generic(n *schema.Node, opts []option) []option {
	var rest []option
	for _, o := range opts {
		switch o.key {
		case "title", "description", "type":
			r.setText(n, o.key, o.value)
		case "anchor":
			r.setText(n, "$anchor", o.value)
		case "oneof_required", "anyof_required", "oneof_ref", "anyof_ref", "oneof_type", "anyof_type": // no tool of a public server has one
			r.unresolvable("the tag option %s", o.key)
		default:
			rest = append(rest, o)
		}
	}
	return rest
}

// scalarOptions applies the keywords of a type. Types that it does not list have none.
func (r *reflector) scalarOptions(n *schema.Node, typ string, opts []option) {
	switch typ {
	case "string":
		r.stringOptions(n, opts)
	case "number", "integer":
		r.numberOptions(n, simple(opts))
	case "boolean":
		for _, o := range simple(opts) {
			if o.key == "default" && (o.value == "true" || o.value == "false") {
				n.Set("default", schema.NewBool(o.value == "true").At(r.pos))
			}
		}
	}
}

func (r *reflector) stringOptions(n *schema.Node, opts []option) {
	for _, o := range opts {
		switch o.key {
		case "minLength", "maxLength":
			r.setSize(n, o.key, o.value)
		case "pattern":
			r.setText(n, o.key, o.value)
		case "format":
			if r.Version >= V0_13_0 || oldFormats[o.value] {
				r.setText(n, o.key, o.value)
			}
		case "readOnly", "writeOnly":
			n.Delete(o.key)
			if on, _ := strconv.ParseBool(o.value); on {
				n.Set(o.key, schema.NewBool(true).At(r.pos))
			}
		case "default":
			n.Set(o.key, r.text(o.value))
		case "example":
			r.add(n, "examples", r.text(o.value))
		case "enum":
			r.add(n, o.key, r.text(o.value))
		}
	}
}

// oldFormats are the values of the tag option format that v0.12 accepts.
var oldFormats = map[string]bool{
	"date-time": true, "email": true, "hostname": true, "ipv4": true,
	"ipv6": true, "uri": true, "uuid": true,
}

func (r *reflector) numberOptions(n *schema.Node, opts []option) {
	for _, o := range opts {
		num := r.number(o.value)
		switch o.key {
		case "multipleOf", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum":
			n.Delete(o.key)
			if num != nil {
				n.Set(o.key, num)
			}
		case "default":
			if num != nil {
				n.Set(o.key, num)
			}
		case "example":
			if num != nil {
				r.add(n, "examples", num)
			}
		case "enum":
			if num != nil {
				r.add(n, o.key, num)
			}
		}
	}
}

// number accepts what strconv parses as a number. If that is invalid in JSON, encoding
// the schema fails.
func (r *reflector) number(s string) *schema.Node {
	if _, err := json.Number(s).Int64(); err != nil {
		if _, err := json.Number(s).Float64(); err != nil {
			return nil
		}
	}
	return schema.NewNumber(s).At(r.pos)
}

// setSize sets a keyword that is a length, or removes it if s is not a length.
func (r *reflector) setSize(n *schema.Node, key, s string) {
	n.Delete(key)
	if v, err := strconv.ParseUint(s, 10, 64); err == nil {
		n.Set(key, schema.NewNumber(strconv.FormatUint(v, 10)).At(r.pos))
	}
}

// arrayOptions applies the keywords of arrays. It passes other keywords to the items.
func (r *reflector) arrayOptions(n *schema.Node, opts []option, f structField) {
	items := n.Get("items")
	var defaults *schema.Node
	var rest []option
	for _, o := range opts {
		switch o.key {
		case "minItems", "maxItems":
			r.setSize(n, o.key, o.value)
		case "uniqueItems":
			n.Set(o.key, schema.NewBool(true).At(r.pos))
		case "default":
			if defaults == nil {
				defaults = schema.NewArray().At(r.pos)
			}
			defaults.Elems = append(defaults.Elems, r.text(o.value))
		case "format", "pattern":
			if items == nil {
				r.fail("invalid memory address or nil pointer dereference")
			}
			r.setText(items, o.key, o.value)
		default:
			rest = append(rest, o)
		}
	}
	if defaults != nil {
		n.Set("default", defaults)
	}
	if len(rest) == 0 {
		return
	}
	if items == nil {
		r.fail("invalid memory address or nil pointer dereference")
	}
	r.scalarOptions(items, items.Get("type").StringValue(), rest)
}

// extras applies the tag whose keys are added to the schema unchanged. A repeated key
// becomes a list, or changes the first value, depending on its type.
func (r *reflector) extras(n *schema.Node, opts []option) {
	for _, o := range opts {
		all := n.Get(ExtrasKey)
		if all == nil {
			all = schema.NewObject()
			n.Set(ExtrasKey, all)
		}
		old := all.Get(o.key)
		switch {
		case old == nil && o.key == "minimum", old != nil && old.Kind == schema.Number:
			i, _ := strconv.Atoi(o.value)
			all.Set(o.key, schema.NewNumber(strconv.Itoa(i)).At(r.pos))
		case old == nil && (o.value == "true" || o.value == "false"):
			all.Set(o.key, schema.NewBool(o.value == "true").At(r.pos))
		case old == nil:
			all.Set(o.key, r.text(o.value))
		case old.Kind == schema.Bool:
			all.Set(o.key, schema.NewBool(o.value == "true" || o.value == "t").At(r.pos))
		case old.Kind == schema.String:
			all.Set(o.key, schema.NewArray(old, r.text(o.value)).At(r.pos))
		case old.Kind == schema.Array:
			old.Elems = append(old.Elems, r.text(o.value))
		}
	}
}
