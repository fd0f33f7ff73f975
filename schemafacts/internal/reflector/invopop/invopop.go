// Package invopop derives JSON Schemas from Go types as github.com/invopop/jsonschema
// does by reflection, but on go/types.
//
// # Two steps
//
// [Build] returns what Reflector.Reflect returns: a schema value whose members have the
// names of the keywords, in any order. Callers may change it as programs change a
// *jsonschema.Schema. [Marshal] returns what json.Marshal makes of such a value: in the
// library's order, without empty values, and true for an empty schema. [Reflect] does
// both.
//
// # Unknown results
//
// Types may have methods that the library calls ([Methods]), and a Reflector may
// contain functions. Only a caller that evaluates them knows their results. An unknown
// result is an unresolved node of the schema, or an [*Unresolvable] error if it would
// decide the whole schema.
package invopop

import (
	"go/types"
	"net/url"
	"regexp"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	reflectors "github.com/schemavet/schemavet/schemafacts/internal/reflector"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Path is the import path of the library. Schemas name it as their reflector, also
// those of the fork.
const Path = "github.com/invopop/jsonschema"

// EinoPath is the import path of the fork that cloudwego/eino uses. It reads the same
// tags, except for commas after a backslash. It lets types extend the schema of a field
// a second time, and prints type after the other keywords; v1.0.2 prints it even if it
// is empty.
const EinoPath = "github.com/eino-contrib/jsonschema"

// draft is the value of $schema that the library writes.
const draft = "https://json-schema.org/draft/2020-12/schema"

// Options are the fields of a Reflector.
type Options struct {
	Version Version

	Anonymous                  bool
	AllowAdditionalProperties  bool
	RequiredFromJSONSchemaTags bool
	DoNotReference             bool
	ExpandedStruct             bool
	FieldNameTag               string

	// UnknownComments reports whether descriptions may come from comments, because
	// CommentMap or LookupComment is set or AddGoComments was called. Descriptions that no
	// tag sets are then unresolved.
	UnknownComments bool
	// Mapper evaluates the Reflector's field; it is nil if the field is. It returns the
	// result of the function for a type, in the form of Build, or nil if the result is
	// nil. If it returns false, the schema of the type is unresolved. A node that it
	// returns twice is a schema that several places share: the tags of one place affect
	// all of them.
	Mapper func(t types.Type) (*schema.Node, bool)
	// Unknown is the name of another field that is set, such as "Namer". The schema is
	// then unknown. No public server sets one.
	Unknown string

	// FromType reports whether ReflectFromType is called instead of Reflect. They
	// differ for interface types: a nil interface value has no type, and Reflect
	// panics.
	FromType bool

	Methods Methods
}

// Methods evaluates the methods with which types make or extend their schema. The results
// of the other methods, which no tool of a public server has, are unresolved. If a function
// is nil or returns false, the result is unresolved. It is not called for methods that
// the library does not call, such as those with a pointer receiver.
type Methods struct {
	// Schema is the result of t.JSONSchema(), in the form of Build, or nil if the
	// result is nil. A node may be returned twice, as by Options.Mapper.
	Schema func(t types.Type) (*schema.Node, bool)
	// Extend is n after t.JSONSchemaExtend(n).
	Extend func(t types.Type, n *schema.Node) (*schema.Node, bool)
	// Alias is the type of the result of t.JSONSchemaAlias(), or nil if it is unknown.
	Alias func(t types.Type) types.Type
}

// The errors of Build and Marshal. A TypeError means that the library panics for a
// type, or that its result cannot be encoded.
type (
	TypeError    = reflectors.TypeError
	Unresolvable = reflectors.Unresolvable
)

// Reflect returns the schema of t as json.Marshal encodes it.
func Reflect(t types.Type, o Options) (*schema.Node, error) {
	n, err := Build(t, o)
	if err != nil {
		return nil, err
	}
	return Marshal(n, o.Version)
}

// Build returns the schema of t as a value that may be changed before it is passed to
// [Marshal].
func Build(t types.Type, o Options) (n *schema.Node, err error) {
	if o.Unknown != "" {
		return nil, &Unresolvable{Reason: "the reflector's " + o.Unknown + " is set", Pos: reflectors.TypePos(t)}
	}
	r := &reflector{Options: o, defs: map[string]*schema.Node{}, pos: reflectors.TypePos(t)}
	defer func() {
		switch e := recover().(type) {
		case nil:
		case *TypeError:
			n, err = nil, e
		case *Unresolvable:
			n, err = nil, e
		default:
			panic(e)
		}
	}()
	return r.root(types.Unalias(t)), nil
}

// root reflects the type that the caller passed.
func (r *reflector) root(t types.Type) *schema.Node {
	if _, ok := t.Underlying().(*types.Interface); ok && !r.FromType && !ir.IsTypeParam(t) {
		r.fail("invalid memory address or nil pointer dereference")
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	name := ""
	if r.ExpandedStruct || !r.Anonymous {
		name = r.name(t)
	}
	s := r.schema(t)
	if s.Kind == schema.Unresolved {
		return s
	}
	if r.ExpandedStruct {
		switch def := r.defs[name]; {
		case def != nil:
			s = def
			delete(r.defs, name)
		case r.Version < V0_14_0:
			r.fail("invalid memory address or nil pointer dereference")
		}
	}
	s = shallow(s)
	if s.Kind != schema.Object {
		return s
	}
	// A schema from the program may contain empty members.
	if given := s.Get("$id"); !r.Anonymous && (given == nil || given.Kind == schema.String && given.Text == "") {
		if id := r.id(t, name); id != "" {
			if named, ok := t.(*types.Named); ok && named.TypeArgs().Len() > 0 {
				r.nameless(t)
			}
			s.Set("$id", schema.NewString(id).At(r.pos))
		}
	}
	s.Set("$schema", schema.NewString(draft).At(r.pos))
	if !r.DoNotReference {
		defs := schema.NewObject()
		for name, d := range r.defs {
			if d == nil {
				d = schema.NewNull()
			}
			defs.Set(name, d)
		}
		defs.SortMembers()
		s.Set("$defs", defs)
	}
	s.Type, s.Pos = t, reflectors.TypePos(t)
	return s
}

// shallow copies a node, so that setting members does not change the original.
func shallow(n *schema.Node) *schema.Node {
	c := *n
	c.Members = append([]schema.Member(nil), n.Members...)
	return &c
}

// id returns the $id of the root, or "" if it has none.
func (r *reflector) id(t types.Type, name string) string {
	base := "https://" + pkgPath(t)
	if !plausibleURL(base) {
		return ""
	}
	return base + "/" + kebab(name)
}

// plausibleURL is the library's test whether a package path can be part of an $id.
func plausibleURL(s string) bool {
	u, err := url.Parse(s)
	return err == nil && strings.Contains(u.Hostname(), ".") && u.Path != ""
}

var (
	wordStart = regexp.MustCompile("(.)([A-Z][a-z]+)")
	caseEdge  = regexp.MustCompile("([a-z0-9])([A-Z])")
)

// kebab converts GoNames to go-names.
func kebab(s string) string {
	s = wordStart.ReplaceAllString(s, "$1-$2")
	return strings.ToLower(caseEdge.ReplaceAllString(s, "$1-$2"))
}
