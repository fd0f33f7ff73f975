package wire

import (
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/gojson"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Many servers have a user-defined tool type, which other code converts to the SDK's. A
// struct with a name, a description and a schema of an SDK's type is such a model. If
// the conversion is visible, the tool belongs to the SDK. Otherwise it is listed as
// untraced.

// ModelDialect is the dialect of tools that are values of a user-defined tool type
// and that no SDK receives.
const ModelDialect = "own"

// IsModel reports whether t is a model: a struct whose values a program converts to
// tools of an SDK. schema reports whether a type is a schema type of an SDK.
func IsModel(t types.Type, schema func(*types.TypeName) bool) bool {
	return schemaOfModel(t, schema) != ""
}

// schemaOfModel returns the name of the field that holds the schema of a model, or ""
// if t is not a model.
func schemaOfModel(t types.Type, schema func(*types.TypeName) bool) string {
	named, isNamed := types.Unalias(t).(*types.Named)
	if !isNamed || named.Obj().Pkg() == nil {
		return ""
	}
	st, isStruct := structOf(named)
	if !isStruct {
		return ""
	}
	name, description, field := false, false, ""
	for i := range st.NumFields() {
		f := st.Field(i)
		switch {
		case f.Name() == "Name":
			name = isText(f.Type())
		case f.Name() == "Description":
			description = isText(f.Type())
		case field == "" && isInputSchema(f, schema):
			field = f.Name()
		}
	}
	if !name || !description {
		return ""
	}
	return field
}

// isInputSchema reports whether a field holds the schema of a tool's input, according
// to its name and type.
func isInputSchema(f *types.Var, schema func(*types.TypeName) bool) bool {
	switch f.Name() {
	case "InputSchema", "Parameters", "Schema", "Input":
	default:
		return false
	}
	t := types.Unalias(f.Type())
	if ptr, ok := t.(*types.Pointer); ok {
		t = types.Unalias(ptr.Elem())
	}
	named, ok := t.(*types.Named)
	return ok && schema(named.Obj())
}

// model is [schemaOfModel] with a cache. It returns "" for types that belong to an
// SDK.
func (b *bound) model(t types.Type) string {
	field, ok := b.models[t]
	if !ok {
		if named, isNamed := types.Unalias(t).(*types.Named); isNamed && !b.host.Other(named.Obj()) {
			field = schemaOfModel(t, b.host.Schema)
		}
		b.models[t] = field
	}
	return field
}

// modelled returns the tool that a value of a model type defines. field is the name
// of the field with the schema. It returns nil if the name is unknown or the schema
// is not set.
func (b *bound) modelled(m *eval.Machine, d *value.Def, field string) *tool.Tool {
	name := d.Last().Field("Name")
	text, ok := value.StringOf(name)
	if !ok || text == "" || isZero(d.Last().Field(field)) {
		return nil
	}
	t := &tool.Tool{Name: text, Dialect: ModelDialect, NamePos: value.PosOf(name), DefPos: d.Pos, Conditional: d.Cond,
		Hops: []tool.Hop{{Pos: d.Pos, Text: "defined as a " + types.TypeString(d.T, func(q *types.Package) string { return q.Name() })}}}
	e := &gojson.Encoder{M: m, KeepTainted: true}
	doc := schema.NewObject().At(d.Pos)
	if desc := d.Last().Field("Description"); !value.IsEmpty(desc) {
		doc.Set("description", e.Encode(desc))
	}
	doc.Set("inputSchema", e.Encode(d.Last().Field(field)))
	doc.Set("name", schema.NewString(text).At(t.NamePos))
	for _, name := range []string{"annotations", "outputSchema", "title"} {
		doc.Set(name, schema.NewUnresolved("may be set where the value becomes a tool, which is not visible from here", d.Pos))
	}
	t.Doc = doc
	return t
}

func isZero(v value.Value) bool {
	if s, ok := v.(*value.Struct); ok {
		return s.Empty()
	}
	return value.IsEmpty(v)
}
