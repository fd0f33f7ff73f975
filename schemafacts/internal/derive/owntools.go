package derive

import (
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/gojson"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Many servers have a tool type of their own, which some other place converts
// to the SDK's. A struct with a name, a description and a schema is such a
// tool. Where its way to the SDK is visible it becomes traced; where it is not,
// it is listed all the same, as untraced.

// OwnDialect is the dialect that tools of a model of one's own are listed
// under.
const OwnDialect = "own"

// ownModel returns the fields of a tool-shaped struct, false if t is none.
func (p *deriver) ownModel(t types.Type) (schemaField string, ok bool) {
	named, isNamed := types.Unalias(t).(*types.Named)
	if !isNamed || named.Obj().Pkg() == nil || isSDK(named.Obj().Pkg().Path()) {
		return "", false
	}
	st, isStruct := named.Underlying().(*types.Struct)
	if !isStruct {
		return "", false
	}
	name, description := false, false
	for i := range st.NumFields() {
		f := st.Field(i)
		switch {
		case f.Name() == "Name":
			name = isStringType(f.Type())
		case f.Name() == "Description":
			description = isStringType(f.Type())
		case schemaField == "" && isInputSchema(f):
			schemaField = f.Name()
		}
	}
	return schemaField, name && description && schemaField != ""
}

func isSDK(path string) bool {
	for _, d := range Dialects {
		if slices.Contains(d.Packages, path) {
			return true
		}
	}
	return false
}

func isStringType(t types.Type) bool {
	b, ok := types.Unalias(t).Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// isInputSchema reports whether a field holds the schema of a tool's input:
// its type is one that schemas are made of, and its name does not say that it
// is the output's.
func isInputSchema(f *types.Var) bool {
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
	if !ok {
		return false
	}
	for _, d := range Dialects {
		if d.Seed(named.Obj()) {
			return true
		}
	}
	return false
}

// ownTool returns the tool that a value of a model of one's own defines.
func (p *deriver) ownTool(m *eval.Machine, d *eval.Def) *tool.Tool {
	field, ok := p.ownModel(d.T)
	if !ok || d.Last() == nil {
		return nil
	}
	name := d.Last().Field("Name")
	text, ok := eval.StringOf(name)
	if !ok || text == "" || isZero(d.Last().Field(field)) {
		return nil
	}
	t := &tool.Tool{Name: text, Dialect: OwnDialect, NamePos: eval.PosOf(name), DefPos: d.Pos, Conditional: d.Cond,
		Hops: []tool.Hop{{Pos: d.Pos, Text: "defined as a " + types.TypeString(d.T, func(q *types.Package) string { return q.Name() })}}}
	e := &gojson.Encoder{M: m, KeepTainted: true}
	doc := schema.NewObject().At(d.Pos)
	if desc := d.Last().Field("Description"); !eval.IsEmpty(desc) {
		doc.Set("description", e.Encode(desc))
	}
	doc.Set("inputSchema", e.Encode(d.Last().Field(field)))
	doc.Set("name", schema.NewString(text).At(t.NamePos))
	for _, name := range []string{"annotations", "outputSchema", "title"} {
		doc.Set(name, schema.NewUnresolved("may be set where the value becomes a tool, which is not visible from here", d.Pos))
	}
	t.Doc = doc
	p.ownValues = append(p.ownValues, &OwnValue{t, eval.Snapshot(d.Last()), d.T})
	return t
}

func isZero(v eval.Value) bool {
	if s, ok := v.(*eval.Struct); ok {
		return s.Empty()
	}
	return eval.IsEmpty(v)
}
