package handlerargs

import (
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/internal/jsonfields"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

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
