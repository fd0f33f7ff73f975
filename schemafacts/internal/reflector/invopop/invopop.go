// Package invopop derives JSON Schemas from Go types the way
// github.com/invopop/jsonschema does by reflection, on go/types.
//
// # Two steps
//
// [Build] gives what Reflector.Reflect returns: a schema value whose members
// have the names of the keywords, in no special order, which callers may change
// as programs change a *jsonschema.Schema. [Marshal] gives what json.Marshal
// makes of such a value: the library's order, empty values left out, true for
// an empty schema. [Reflect] does both.
//
// # What cannot be known
//
// Types may have methods that the library calls ([Methods]), and a Reflector
// may carry functions. What they do is known only to a caller that evaluates
// them. A result that is not known is a hole in the schema, or an
// [*Unresolvable] error if it would decide the whole of it.
package invopop

import (
	"go/token"
	"go/types"
	"net/url"
	"regexp"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Path is the import path of the library, and what schemas name as their
// reflector, also those of the fork.
const Path = "github.com/invopop/jsonschema"

// EinoPath is the import path of the fork that cloudwego/eino uses. It reads the
// same tags, but for commas with a backslash before them, lets types extend the
// schema of a field once more, and prints type after the other keywords: in v1.0.2
// also one that is empty.
const EinoPath = "github.com/eino-contrib/jsonschema"

// draft is what the library writes as $schema.
const draft = "https://json-schema.org/draft/2020-12/schema"

// Options are the fields of a Reflector.
type Options struct {
	Version Version

	BaseSchemaID               string
	Anonymous                  bool
	AssignAnchor               bool
	AllowAdditionalProperties  bool
	RequiredFromJSONSchemaTags bool
	DoNotReference             bool
	ExpandedStruct             bool
	FieldNameTag               string
	// IgnoredTypes are the types of the values in the Reflector's field.
	IgnoredTypes []types.Type
	// CommentMap is the Reflector's field, as far as it was filled with
	// constants.
	CommentMap map[string]string

	// UnknownComments says that comments come from somewhere else too:
	// AddGoComments was called, or LookupComment is set. Descriptions that no
	// tag gives are then holes.
	UnknownComments bool
	// Mapper evaluates the Reflector's field, nil if that is nil. It returns
	// what the function gives for a type, in the form that Build returns, nil
	// if that is nil; false leaves the schema of the type a hole. A node that
	// it returns twice is a schema that several places share: the tags of one
	// show at all of them.
	Mapper func(t types.Type) (*schema.Node, bool)
	// Unknown names a field that holds another function of the caller's, such
	// as "Namer": nothing can be said about the schema then.
	Unknown string

	// FromType says that ReflectFromType is called and not Reflect. They
	// differ for interface types: a nil interface value has no type, which
	// Reflect does not survive.
	FromType bool

	Methods Methods
}

// Methods evaluates the methods with which types take part in reflection. A
// function that is nil, or that returns false, leaves the result a hole.
// Methods that the library does not call, such as those with a pointer
// receiver, are not asked for.
type Methods struct {
	// Schema is the result of t.JSONSchema(), in the form that Build returns;
	// nil if it returns nil. A node may be returned twice, as by Options.Mapper.
	Schema func(t types.Type) (*schema.Node, bool)
	// Extend is what t.JSONSchemaExtend(n) makes of n.
	Extend func(t types.Type, n *schema.Node) (*schema.Node, bool)
	// Alias is the dynamic type of the result of t.JSONSchemaAlias().
	Alias func(t types.Type) (types.Type, bool)
	// Property is the dynamic type of the result of t.JSONSchemaProperty(prop),
	// nil if it returns nil.
	Property func(t types.Type, prop string) (types.Type, bool)
	// FieldDoc is the result of t.GetFieldDocString(field).
	FieldDoc func(t types.Type, field string) (string, bool)
}

// TypeError says that the library does not survive this type, or that its
// result cannot be printed.
type TypeError struct {
	Msg  string     // the library's words
	Pos  token.Pos  // the field or type to blame
	Type types.Type // the offending type, nil for an error of Marshal
	// Fatal says that the program dies: a stack overflow cannot be recovered.
	Fatal bool
	// Marshal says that the schema is made, and fails in json.Marshal.
	Marshal bool
}

func (e *TypeError) Error() string { return e.Msg }

// Unresolvable says that not enough is visible to know what the library does.
type Unresolvable struct {
	Reason string
	Pos    token.Pos
}

func (e *Unresolvable) Error() string { return e.Reason }

// Reflect returns the schema of t as json.Marshal prints it.
func Reflect(t types.Type, o Options) (*schema.Node, error) {
	n, err := Build(t, o)
	if err != nil {
		return nil, err
	}
	return Marshal(n, o.Version)
}

// Build returns the schema of t as a value that may be changed before it goes
// to [Marshal].
func Build(t types.Type, o Options) (n *schema.Node, err error) {
	if o.Unknown != "" {
		return nil, &Unresolvable{"the reflector's " + o.Unknown + " is a function", typePos(t)}
	}
	r := &reflector{Options: o, defs: map[string]*schema.Node{}, pos: typePos(t)}
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

// root reflects the type the caller asks for.
func (r *reflector) root(t types.Type) *schema.Node {
	if _, ok := t.Underlying().(*types.Interface); ok && !r.FromType && !isTypeParam(t) {
		r.fail(t, "invalid memory address or nil pointer dereference")
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
			r.fail(t, "invalid memory address or nil pointer dereference")
		}
	}
	s = shallow(s)
	if s.Kind != schema.Object {
		return s
	}
	// A schema that the program gave has members that are empty, too.
	if given := s.Get("$id"); !r.Anonymous && (given == nil || given.Kind == schema.String && given.Text == "") {
		if id := r.id(t, name); id != "" {
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
	s.Type, s.Pos = t, typePos(t)
	return s
}

// shallow copies a node so that setting members leaves the original alone.
func shallow(n *schema.Node) *schema.Node {
	c := *n
	c.Members = append([]schema.Member(nil), n.Members...)
	return &c
}

// id returns the $id of the root, "" if it gets none.
func (r *reflector) id(t types.Type, name string) string {
	base := r.BaseSchemaID
	if base == "" {
		base = "https://" + pkgPath(t)
		if !plausibleURL(base) {
			return ""
		}
	}
	if i := strings.LastIndex(base, "#"); i >= 0 {
		base = base[:i]
	}
	return strings.TrimRight(base, "/") + "/" + strings.TrimPrefix(kebab(name), "/")
}

// plausibleURL is the library's test whether a package path makes an ID.
func plausibleURL(s string) bool {
	u, err := url.Parse(s)
	return err == nil && strings.Contains(u.Hostname(), ".") && u.Path != ""
}

var (
	wordStart = regexp.MustCompile("(.)([A-Z][a-z]+)")
	caseEdge  = regexp.MustCompile("([a-z0-9])([A-Z])")
)

// kebab turns GoNames into go-names.
func kebab(s string) string {
	s = wordStart.ReplaceAllString(s, "$1-$2")
	return strings.ToLower(caseEdge.ReplaceAllString(s, "$1-$2"))
}
