package generate

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	tools "github.com/schemavet/schemavet/internal/generate/runtime"
	"github.com/schemavet/schemavet/internal/metaschema"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// checked are the keywords that generated code checks. Of 2,778 tools of public servers,
// none has another keyword that restricts values, except if, then and else (one tool) and
// dependentRequired (five).
var checked = []string{"$defs", "$ref", "additionalProperties", "allOf", "anyOf", "const", "enum", "exclusiveMaximum", "exclusiveMinimum", "format",
	"items", "maxItems", "maxLength", "maxProperties", "maximum", "minItems", "minLength", "minProperties", "minimum", "multipleOf", "oneOf", "pattern",
	"prefixItems", "properties", "propertyNames", "required", "type", "uniqueItems"}

// annotations are keywords that do not restrict values.
var annotations = []string{"$schema", "$id", "$comment", "title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly",
	"contentEncoding", "contentMediaType", "contentSchema"}

// checkedFormats are the formats that generated code checks.
var checkedFormats = []string{"date", "date-time", "duration", "email", "hostname", "ipv4", "ipv6", "regex", "time", "uri", "uuid"}

// fault is a part of a schema that generated code cannot check.
type fault struct {
	node   *schema.Node // where it is
	path   string       // the JSON pointer of node
	reason string
}

// Fault returns the first part of a tool's schema with which generated code cannot check
// values, its JSON pointer, and the reason. It returns nil if there is none, or if the
// schema has unresolved parts.
func Fault(root *schema.Node) (at *schema.Node, path, reason string) {
	if root == nil || len(root.Holes()) > 0 {
		return nil, "", ""
	}
	if f := unsupported(root); f != nil {
		return f.node, f.path, f.reason
	}
	if root.Get("type").StringValue() != "object" {
		return root, "", "it must have \"type\": \"object\""
	}
	if err := compile(root.JSON()); err != nil {
		return root, "", err.Error()
	}
	return nil, "", ""
}

// compile returns the error that the runtime reports about a schema, or nil.
func compile(text []byte) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = errors.New(strings.TrimPrefix(fmt.Sprint(v), `tool "": `))
		}
	}()
	tools.New([]tools.Tool{{Input: text}})
	return nil
}

// unsupported returns the first part of a schema that generated code cannot check, or nil.
func unsupported(root *schema.Node) *fault {
	if at, bad := metaschema.First(root); bad != nil {
		return &fault{cmp.Or(root.Lookup(at), root), at, "must be " + bad.Want}
	}
	switch draft := root.Get("$schema").StringValue(); strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(draft, "http://"), "https://"), "#") {
	case "", "json-schema.org/draft/2020-12/schema", "json-schema.org/draft/2019-09/schema", "json-schema.org/draft-07/schema":
	default:
		return &fault{root.Get("$schema"), "/$schema", fmt.Sprintf("the dialect %s is not supported; write %s", draft, metaschema.Draft)}
	}
	return find(root, root, "", nil)
}

// find returns the first fault in a schema at a path. above are the schemas around it that
// apply to the same value.
func find(root, n *schema.Node, path string, above []*schema.Node) *fault {
	if p := n.Get("pattern"); p != nil {
		if _, err := regexp.Compile(p.StringValue()); err != nil {
			return &fault{p, path + "/pattern", fmt.Sprintf("%q is not a regular expression of Go", p.StringValue())}
		}
	}
	for _, m := range n.Members {
		at := path + "/" + schema.EscapeToken(m.Name)
		switch {
		case slices.Contains(annotations, m.Name), strings.HasPrefix(m.Name, "x-"):
			continue
		case !slices.Contains(checked, m.Name):
			return &fault{m.Value, at, unknownKeyword(m.Name)}
		case m.Name == "$defs" && n != root:
			return &fault{m.Value, at, "generated code finds definitions only at the root of the schema"}
		}
	}
	var f *fault
	n.Subschemas(func(at, keyword string, sub *schema.Node) {
		if f != nil || slices.Contains(annotations, keyword) {
			return
		}
		around := []*schema.Node(nil)
		if slices.Contains(combinations, keyword) {
			around = append(slices.Clip(above), n)
		}
		f = find(root, sub, path+at, around)
	})
	return cmp.Or(f, reference(root, n, path, above))
}

// combinations are the keywords with schemas that apply to the same value.
var combinations = []string{"allOf", "anyOf", "oneOf"}

// reference returns the fault of the reference in a schema, or nil.
func reference(root, n *schema.Node, path string, above []*schema.Node) *fault {
	ref := n.Get("$ref")
	if ref == nil {
		return nil
	}
	name, ok := strings.CutPrefix(ref.StringValue(), "#/$defs/")
	target := root.Get("$defs").Get(name)
	switch {
	case !ok || strings.ContainsAny(name, "/~%"):
		return &fault{ref, path + "/$ref", fmt.Sprintf("generated code cannot follow %q; write #/$defs/NAME", ref.StringValue())}
	case target == nil:
		return &fault{ref, path + "/$ref", fmt.Sprintf("%q leads nowhere", ref.StringValue())}
	}
	above = append(slices.Clip(above), n)
	if slices.Contains(above, target) {
		return &fault{ref, path + "/$ref", "the schema refers to itself for the same value"}
	}
	var f *fault
	target.Subschemas(func(_, keyword string, sub *schema.Node) {
		if f == nil && slices.Contains(combinations, keyword) {
			f = reference(root, sub, path, append(above, target))
		}
	})
	return cmp.Or(f, reference(root, target, path, above))
}

// unknownKeyword returns why a keyword is refused, and what to write instead.
func unknownKeyword(name string) string {
	for _, known := range checked {
		if metaschema.Near(strings.ToLower(name), strings.ToLower(known)) || name == "definitions" && known == "$defs" {
			return "generated code does not know this keyword; write " + known
		}
	}
	return "generated code cannot check this keyword; check the value in the function"
}

// uncheckedFormats calls f for each format in a schema that generated code does not check.
func uncheckedFormats(n *schema.Node, f func(at *schema.Node, path string)) {
	n.Walk(func(path string, m *schema.Node) bool {
		if format := m.Get("format"); format != nil && format.Kind == schema.String && !slices.Contains(checkedFormats, format.Text) {
			f(format, path)
		}
		return true
	})
}
