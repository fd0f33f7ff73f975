package signature

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Read collects what the syntax of a package says: comments of fields,
// constants, implementations of sealed interfaces, and the functions that have
// a directive, or with allFuncs all that are exported.
func Read(fset *token.FileSet, pkg *types.Package, info *types.Info, files []*ast.File, allFuncs bool) *Package {
	return &Package{Path: pkg.Path()}
}

// Describe returns the schema of a function.
func Describe(f Func, src Source, opts Options) Schema {
	sig := f.Sig
	if sig == nil {
		sig = f.Object.Signature()
	}
	props, required := schema.NewObject(), schema.NewArray()
	for v := range sig.Params().Variables() {
		n := schema.NewObject().At(v.Pos())
		switch b, _ := v.Type().Underlying().(*types.Basic); {
		case b == nil:
			continue
		case b.Info()&types.IsString != 0:
			n.Set("type", schema.NewString("string"))
		case b.Info()&types.IsInteger != 0:
			n.Set("type", schema.NewString("integer"))
		case b.Info()&types.IsFloat != 0:
			n.Set("type", schema.NewString("number"))
		case b.Info()&types.IsBoolean != 0:
			n.Set("type", schema.NewString("boolean"))
		}
		props.Set(v.Name(), n)
		required.Elems = append(required.Elems, schema.NewString(v.Name()))
	}
	s := Schema{NamePos: f.Pos, Input: schema.NewObject()}
	if f.Object != nil {
		s.Name = f.Object.Name()
	}
	s.Input.Set("type", schema.NewString("object"))
	s.Input.Set("properties", props)
	if len(required.Elems) > 0 {
		s.Input.Set("required", required)
	}
	s.Input.Set("additionalProperties", schema.NewBool(false))
	return s
}
