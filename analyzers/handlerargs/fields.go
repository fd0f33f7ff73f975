package handlerargs

import (
	"fmt"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/analyzers/internal/handlers"
	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"golang.org/x/tools/go/analysis"
)

// decodedArgs is a struct type into which arguments are decoded, with the tools whose
// handlers take it.
type decodedArgs struct {
	args  types.Type
	tools []*schemafacts.Tool
}

// idleFields reports fields of decoded arguments that no code of the package reads.
func (c *checker) idleFields() {
	list := c.decodedArgs()
	if len(list) == 0 {
		return
	}
	u := newUses(c.Pass, list)
	told := map[*types.Var]bool{}
	for _, d := range list {
		if u.escapes(d.args) {
			continue
		}
		read := func(f argumentField) bool {
			return slices.ContainsFunc(f.path, func(v *types.Var) bool { return u.selected[v.Origin()] })
		}
		fields := argumentFields(d.args, 10)
		if !slices.ContainsFunc(fields, read) {
			continue // the handler is not written yet, or does without arguments
		}
		for _, f := range fields {
			if !read(f) && !told[f.field()] {
				told[f.field()] = true
				c.idleField(d, f)
			}
		}
	}
}

// decodedArgs returns the struct types that the package's handlers take, if the
// handlers read arguments in no other way.
func (c *checker) decodedArgs() []*decodedArgs {
	var list []*decodedArgs
	find := handlers.New(c.Reporter)
	for _, t := range c.Tools {
		t = t.Written()
		args := find.Typed(t)
		if args == nil {
			args = find.ArgumentStruct(t)
		} else if h := c.Facts.Handling(t); h == nil || !h.All {
			continue
		}
		if args == nil || !correspond(t, args) || hasInterface(t) {
			continue
		}
		i := slices.IndexFunc(list, func(d *decodedArgs) bool { return types.Identical(d.args, args) })
		if i < 0 {
			i, list = len(list), append(list, &decodedArgs{args: args})
		}
		list[i].tools = append(list[i].tools, t)
	}
	return list
}

// hasInterface reports whether a tool names a user interface. The interface receives
// the arguments of a call as well.
func hasInterface(t *schemafacts.Tool) bool {
	meta, found := t.Doc.Get("_meta"), false
	if meta == nil {
		return false
	}
	meta.Walk(func(_ string, n *schema.Node) bool {
		found = found || n.Kind == schema.Unresolved || strings.HasPrefix(n.StringValue(), "ui://")
		return !found
	})
	return found
}

// correspond reports whether the parameters of a tool correspond to the fields of a
// struct.
func correspond(t *schemafacts.Tool, args types.Type) bool {
	in, fields := t.Input(), argumentFields(args, 10)
	if in == nil || in.Kind != schema.Object || len(fields) == 0 || len(properties(t)) != len(fields) {
		return false
	}
	return !slices.ContainsFunc(fields, func(f argumentField) bool { return !in.Get("properties").Has(f.name) })
}

// idleField reports a field that no code reads. It reports the field once for all
// tools that have it.
func (c *checker) idleField(d *decodedArgs, f argumentField) {
	var names []string
	var first *schemafacts.Tool
	for _, t := range d.tools {
		if !t.Input().Get("properties").Has(f.name) || slices.Contains(names, t.Name) {
			continue
		}
		names = append(names, t.Name)
		if first == nil {
			first = t
		}
	}
	if first == nil {
		return
	}
	pos := c.Place(first, f.field().Pos())
	if !c.Own(f.field().Pos()) {
		pos = c.property(first, f.name)
	}
	c.Report(report.Diagnostic{Tool: first.Name, Diagnostic: analysis.Diagnostic{Pos: pos, Category: "unread",
		Message: fmt.Sprintf("%s: no code reads input property %q, field %s of %s", report.Tools(names), f.name, f.field().Name(), typeName(d.args))}})
}

// typeName returns a type as source of its package writes it, or "the arguments" for
// a type without a name.
func typeName(t types.Type) string {
	if _, ok := types.Unalias(t).(*types.Named); !ok {
		return "the arguments"
	}
	return types.TypeString(t, func(*types.Package) string { return "" })
}

// argumentField is a struct field into which an argument is decoded, with the
// embedded fields that lead to it.
type argumentField struct {
	name string
	path []*types.Var
}

func (f argumentField) field() *types.Var { return f.path[len(f.path)-1] }

// argumentFields returns the fields of a struct that have a name in a json tag,
// including the fields of embedded structs.
func argumentFields(t types.Type, depth int) []argumentField {
	st, ok := pointee(t).Underlying().(*types.Struct)
	if !ok || depth == 0 {
		return nil
	}
	var out []argumentField
	for i := range st.NumFields() {
		f := st.Field(i)
		name, _, _ := strings.Cut(reflect.StructTag(st.Tag(i)).Get("json"), ",")
		switch {
		case name == "-":
		case f.Embedded() && name == "":
			for _, inner := range argumentFields(f.Type(), depth-1) {
				out = append(out, argumentField{inner.name, append([]*types.Var{f}, inner.path...)})
			}
		case f.Exported():
			if name == "" {
				name = f.Name()
			}
			out = append(out, argumentField{name, []*types.Var{f}})
		}
	}
	return out
}

// pointee returns the element type of a pointer type, and any other type unchanged.
func pointee(t types.Type) types.Type {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		return types.Unalias(p.Elem())
	}
	return types.Unalias(t)
}
