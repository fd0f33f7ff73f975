package handlerargs

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/analyzers/internal/handling"
	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/internal/jsonmethod"
	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// decodedStruct is a struct into which handlers decode the arguments of calls, for
// tools with handwritten schemas.
type decodedStruct struct {
	typ   types.Type // without its pointer
	vars  []types.Object
	tools []*schemafacts.Tool
	// open is true if other data than the arguments of these tools is decoded into it.
	open bool
	// path leads to the struct if it is in an argument, such as steps and [] for the elements
	// of the argument steps.
	path []string
}

// schema returns the schema of the struct in the input schema of a tool, or nil if there is
// none.
func (s *decodedStruct) schema(t *schemafacts.Tool) *schema.Node {
	n := t.Input()
	for _, name := range s.path {
		if n = below(n, name); n == nil || n.Kind != schema.Object || len(n.Holes()) > 0 {
			return nil
		}
	}
	return n
}

// properties returns the properties of the struct in the input schema of a tool, or nil if
// the schema has none there.
func (s *decodedStruct) properties(t *schemafacts.Tool) *schema.Node {
	n := s.schema(t).Get("properties")
	if n == nil || n.Kind != schema.Object {
		return nil
	}
	return n
}

// name returns the name of a field's argument in messages, such as steps[].label.
func (s *decodedStruct) name(field string) string {
	return strings.NewReplacer(".[]", "[]", ".{}", "{}").Replace(strings.Join(append(slices.Clone(s.path), field), "."))
}

// structs compares the fields of structs into which arguments are decoded with the
// schemas of the tools.
func (c *checker) structs(list []*handler) {
	type key struct{ argument, typ any }
	var all []key
	by := map[key]*decodedStruct{}
	of := func(d handling.Decoded) key { return key{d.Key, identity(jsonfields.Pointee(d.Type))} }
	for _, h := range list {
		for _, d := range h.Decoded {
			s := by[of(d)]
			if s == nil {
				s = &decodedStruct{typ: jsonfields.Pointee(d.Type)}
				by[of(d)], all = s, append(all, of(d))
			}
			s.vars, s.tools, s.open = append(s.vars, d.Var), append(s.tools, h.tools...), s.open || h.doubtful
		}
	}
	if len(all) == 0 {
		return
	}
	c.findSources(func(typ any) *decodedStruct { return by[key{"", typ}] })
	for _, h := range c.code.Unclaimed() {
		for _, d := range h.Decoded {
			if d.Key != "" && by[of(d)] != nil {
				by[of(d)].open = true
			}
		}
	}
	for _, k := range all {
		s := by[k]
		switch {
		case s.open:
		case k.argument != "":
			c.part(s, k.argument.(string))
		case !slices.ContainsFunc(s.tools, func(t *schemafacts.Tool) bool { return t.InputType != "" }): // no schema is derived from it
			c.fields(s, !c.sources[k.typ])
		}
	}
}

// part compares the structs into which handlers decode one argument with the schemas, and reports
// their fields that no code reads.
func (c *checker) part(of *decodedStruct, argument string) {
	s := structsIn(of.tools, []string{argument}, of.typ)
	if s == nil {
		return
	}
	c.below(s, of.vars[0].(*types.Var))
	paths, written := c.code.FieldUses([]types.Type{s.typ}).Unread(s.typ)
	for _, path := range paths {
		c.idleField(s, path, written)
	}
}

// fields compares the fields of a struct with the schemas, also in the structs of its fields. only
// reports whether nothing but the arguments is in it.
func (c *checker) fields(s *decodedStruct, only bool) {
	for _, f := range handling.ArgumentFields(s.typ) {
		if len(f.Path) > 1 {
			continue
		}
		c.fieldType(s, f)
		if only {
			c.extraField(s, f)
		}
		if inner := structsIn(s.tools, append(slices.Clone(s.path), f.Name), f.Field().Type()); inner != nil {
			c.below(inner, f.Field())
		}
	}
}

// below implements [checker.fields] for the structs in a field or variable, if they have no other
// source than the arguments.
func (c *checker) below(s *decodedStruct, v *types.Var) {
	if !c.made(s.typ, v) {
		c.fields(s, true)
	}
}

// structsIn returns the struct type that is t, or to which the elements of t belong. It returns
// nil without one, or if not all tools declare properties for it.
func structsIn(tools []*schemafacts.Tool, path []string, t types.Type) *decodedStruct {
	typ := jsonfields.Pointee(t)
	switch t := typ.(type) {
	case *types.Slice:
		path, typ = append(path, "[]"), jsonfields.Pointee(t.Elem())
	case *types.Map:
		path, typ = append(path, "{}"), jsonfields.Pointee(t.Elem())
	}
	s := &decodedStruct{typ: typ, tools: tools, path: path}
	if _, ok := typ.Underlying().(*types.Struct); !ok || len(path) > 6 || jsonmethod.Decides(typ) ||
		slices.ContainsFunc(tools, func(t *schemafacts.Tool) bool { return s.properties(t) == nil }) {
		return nil
	}
	return s
}

// identity returns a key for a type. Two unnamed structs in different places of the source
// have different keys, even if they are identical.
func identity(t types.Type) any {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		if t.TypeArgs() == nil {
			return t.Obj()
		}
	case *types.Struct:
		if t.NumFields() > 0 {
			return t.Field(0)
		}
	}
	return types.TypeString(t, nil)
}

// extraField reports a field that code reads and that no call can set, because no
// tool declares an argument for it.
func (c *checker) extraField(s *decodedStruct, f handling.ArgumentField) {
	v := f.Field().Origin()
	if u := c.code.UseOf(v); !c.Own(v.Pos()) || !u.Read || u.Filled || strings.HasPrefix(f.Name, "_") || !f.Tagged {
		return
	}
	var names []string
	for _, t := range s.tools {
		if !t.Traced || slices.ContainsFunc(s.members(t), func(m schema.Member) bool { return foldName(m.Name) == foldName(f.Name) }) {
			return
		}
		if !slices.Contains(names, t.Name) {
			names = append(names, t.Name)
		}
	}
	c.Tell(names[0], v.Pos(), "undeclared", "%s: argument %q is read from field %s, but not in the input schema", report.Tools(names), s.name(f.Name), v.Name())
}

// members returns the members of [decodedStruct.properties].
func (s *decodedStruct) members(t *schemafacts.Tool) []schema.Member {
	if n := s.properties(t); n != nil {
		return n.Members
	}
	return nil
}

// fieldType reports a field if encoding/json cannot decode the values that the schema
// allows into it.
func (c *checker) fieldType(s *decodedStruct, f handling.ArgumentField) {
	v := f.Field()
	want := decodedKind(v.Type())
	if want == "" || f.Quoted {
		return
	}
	elems := ""
	if sl, ok := jsonfields.Pointee(v.Type()).Underlying().(*types.Slice); ok && want == "array" {
		elems = decodedKind(sl.Elem())
	}
	for _, t := range s.tools {
		prop := s.properties(t).Get(f.Name)
		typ := prop.Get("type").StringValue()
		what := "its type"
		if fits(typ, want) {
			typ = prop.Get("items").Get("type").StringValue()
			if typ == "null" || elems == "" || fits(typ, elems) {
				continue
			}
			what = "the type of its elements"
		}
		pos := v.Pos()
		if !c.Own(pos) {
			pos = c.property(t, append(slices.Clone(s.path), f.Name)[0])
		}
		c.tell(pos, "other-type", t, fmt.Sprintf("tool %q: argument %q is decoded into a %s, but %s is %s; a call with it fails", t.Name, s.name(f.Name), types.TypeString(v.Type(), (*types.Package).Name), what, typ))
		return
	}
}

// fits reports whether encoding/json can decode values of the JSON type typ where it
// expects want. It returns true if typ is unknown ("").
func fits(typ, want string) bool {
	return typ == "" || typ == want || typ == "integer" && want == "number"
}

// decodedKind returns the only JSON type that encoding/json decodes into a Go type.
// It returns "" if there are several or the type is unknown.
func decodedKind(t types.Type) string {
	t = jsonfields.Pointee(t)
	if jsonmethod.Reads(t).Kind != jsonmethod.None {
		return ""
	}
	if _, array := t.Underlying().(*types.Array); array {
		return ""
	}
	return jsonmethod.Plain(t)
}

// findSources finds the structs that variables hold which no handler decodes into, and the
// variables that hold structs, or lists or maps of them, except for parameters and the
// variables of range statements.
func (c *checker) findSources(decoded func(typ any) *decodedStruct) {
	c.sources, c.holders = map[any]bool{}, map[any][]*types.Var{}
	for _, obj := range c.Pass.TypesInfo.Defs {
		v, ok := obj.(*types.Var)
		if !ok || v.Kind() == types.ParamVar || v.Kind() == types.RecvVar {
			continue
		}
		t := jsonfields.Pointee(v.Type())
		if s := decoded(identity(t)); s != nil && !slices.Contains(s.vars, types.Object(v)) {
			c.sources[identity(t)] = true
		}
		switch e := t.(type) {
		case *types.Slice:
			t = jsonfields.Pointee(e.Elem())
			c.sources[identity(t)] = true
		case *types.Map:
			t = jsonfields.Pointee(e.Elem())
			c.sources[identity(t)] = true
		}
		if _, ok := t.Underlying().(*types.Struct); ok && !c.ranges(v) {
			c.holders[identity(t)] = append(c.holders[identity(t)], v)
		}
	}
}

// ranges reports whether a range statement declares a variable for the elements.
func (c *checker) ranges(v *types.Var) bool {
	return slices.ContainsFunc(c.code.Uses(v), func(id inspector.Cursor) bool {
		kind, _ := id.ParentEdge()
		return kind == edge.RangeStmt_Value && id.Node().Pos() == v.Pos()
	})
}

// made reports whether values of a struct type may come from elsewhere than a field.
func (c *checker) made(t types.Type, from *types.Var) bool {
	for f := range t.Underlying().(*types.Struct).Fields() {
		if c.code.UseOf(f.Origin()).Filled {
			return true
		}
	}
	return slices.ContainsFunc(c.holders[identity(t)], func(v *types.Var) bool { return v != from })
}
