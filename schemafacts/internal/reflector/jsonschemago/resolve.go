package jsonschemago

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/compat"
	"github.com/schemavet/schemavet/schemafacts/internal/reflector/schemastruct"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// The values of "$schema" that the library supports.
const (
	draft7Plain  = "http://json-schema.org/draft-07/schema#"
	draft7Secure = "https://json-schema.org/draft-07/schema#"
	draft2020    = "https://json-schema.org/draft/2020-12/schema"
)

// Resolve returns reasons why Schema.Resolve with validation of defaults rejects root: a
// subschema that is nil, a draft that it does not support, a pattern that does not
// compile, a reference that leads nowhere, and a default that does not fit. Paths are
// JSON pointers into root.
//
// The library rejects some more schemas, such as those with a relative identifier.
func Resolve(root *schema.Node, v Version) []tool.Problem {
	if root == nil || root.Kind == schema.Unresolved {
		return nil
	}
	r := &resolver{version: v, refuser: compat.NewRefuser(root)}
	if draft := root.Get("$schema"); draft != nil {
		switch s := draft.StringValue(); {
		case draft.Kind == schema.Unresolved:
			return nil
		case s == draft7Plain || s == draft7Secure:
			r.draft7 = true
			r.strange = v < V0_4_0
		default:
			r.strange = s != "" && s != draft2020
		}
		if r.strange {
			r.report("/$schema", draft, "draft %s is not supported", draft)
		}
	}
	r.strange = r.strange || r.mixed(root)
	r.visit("", root)
	return r.problems
}

// resolver is the state of one call of Resolve.
type resolver struct {
	version Version
	draft7  bool
	// strange reports whether the library reads some keywords differently than other
	// validators, or not at all, so that defaults are not validated.
	strange  bool
	refuser  *compat.Refuser
	problems []tool.Problem
}

// mixed reports whether a schema has keywords of another draft than its own.
func (r *resolver) mixed(n *schema.Node) bool {
	items := n.Get("items")
	old := n.Has("dependencies") || n.Has("additionalItems") || items != nil && items.Kind == schema.Array
	found := old && !r.draft7 || n.Has("prefixItems") && r.draft7
	subschemas(n, r.version, func(_ string, sub *schema.Node) { found = found || r.mixed(sub) })
	return found
}

// report records a problem with a part of the schema.
func (r *resolver) report(path string, at *schema.Node, format string, args ...any) {
	r.problems = append(r.problems, tool.Problem{Path: path, Pos: at.Pos, Msg: fmt.Sprintf(format, args...)})
}

// visit checks a schema and its subschemas.
func (r *resolver) visit(path string, n *schema.Node) {
	if n.Kind == schema.Null {
		r.report(path, n, "a schema is nil")
	}
	if p := n.Get("pattern").StringValue(); p != "" {
		r.pattern(path+"/pattern", n.Get("pattern"), p)
	}
	if pp := n.Get("patternProperties"); pp != nil {
		for _, m := range pp.Members {
			r.pattern(path+"/patternProperties", pp, m.Name)
		}
	}
	if ref := n.Get("$ref"); ref != nil && ref.StringValue() != "" && r.refuser.Dangling(ref) {
		// The library accepts a reference to a subschema that is not set.
		if _, unset := keyword(ref.Text[strings.LastIndexByte(ref.Text, '/')+1:], r.version); !unset {
			r.report(path+"/$ref", ref, "$ref %q leads nowhere", ref.Text)
		}
	}
	if def := n.Get("default"); def != nil && !r.strange && len(def.Holes()) == 0 {
		if refusal := r.refuser.Refuse(n, def); refusal != nil {
			r.report(path+"/default", def, "the default %s", refusal)
		}
	}
	subschemas(n, r.version, func(at string, sub *schema.Node) { r.visit(path+at, sub) })
}

func (r *resolver) pattern(path string, at *schema.Node, pattern string) {
	if _, err := regexp.Compile(pattern); err != nil {
		r.report(path, at, "the pattern is not a regular expression of Go: %v", err)
	}
}

// subschemas calls f for the subschemas of n that this version knows and that are not
// unresolved, with their JSON pointers below n.
func subschemas(n *schema.Node, v Version, f func(path string, sub *schema.Node)) {
	n.Subschemas(func(path, name string, sub *schema.Node) {
		k, ok := keyword(name, v)
		nothing := sub.Kind == schema.Unresolved || sub.Kind == schema.Null && k.Kind == schemastruct.Schema
		if ok && k.Kind >= schemastruct.Schema && !nothing && sub.Kind != schema.Array { // dependencies may be lists of names
			f(path, sub)
		}
	})
}
