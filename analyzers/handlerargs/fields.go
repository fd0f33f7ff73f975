package handlerargs

import (
	"fmt"
	"go/ast"
	"go/types"
	"reflect"
	"regexp"
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

// idleFields reports fields of decoded arguments that no code of the package reads, also
// in the structs of fields. If code reads no field at all, the handler may not be written
// yet, and only required arguments are reported.
func (c *checker) idleFields() {
	list := c.decodedArgs()
	if len(list) == 0 {
		return
	}
	i := &idle{checker: c, uses: newUses(c.Pass, list), told: map[*types.Var]bool{}}
	for _, d := range list {
		if !i.escapes(d.args) {
			i.fields(d, d.args, nil)
		}
	}
}

// idle finds the fields that no code reads.
type idle struct {
	*checker
	*uses
	told map[*types.Var]bool // the fields that were examined
}

// fields examines the fields of a struct, whose values the fields in within lead to.
func (i *idle) fields(d *decodedArgs, t types.Type, within []argumentField) {
	read := func(f argumentField) bool {
		return slices.ContainsFunc(f.path, func(v *types.Var) bool { return i.selected[v.Origin()] })
	}
	fields := argumentFields(t, 10)
	unwritten := !slices.ContainsFunc(fields, read)
	if unwritten && len(within) > 0 {
		return // its values are not used yet
	}
	for _, f := range fields {
		if i.told[f.field()] {
			continue
		}
		i.told[f.field()] = true
		path := append(slices.Clone(within), f)
		if inner := element(f.field().Type()); !read(f) {
			i.idleField(d, path, unwritten)
		} else if i.inside[f.field()] && !i.escapes(inner) {
			i.fields(d, inner, path)
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

// idleField reports the field at the end of a path that no code reads. It reports the
// field once for all tools that have it, or that require it.
func (c *checker) idleField(d *decodedArgs, path []argumentField, required bool) {
	var names []string
	var first *schemafacts.Tool
	for _, t := range d.tools {
		if slices.Contains(names, t.Name) || !declaresPath(t, path) || required && (!requires(t, path[0].name) || c.isStub(t)) {
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
	f := path[len(path)-1]
	pos := c.Place(first, f.field().Pos())
	if !c.Own(f.field().Pos()) {
		pos = c.property(first, path[0].name)
	}
	name, of := path[0].name, typeName(d.args)
	for _, p := range path[1:] {
		name += "." + p.name
	}
	if len(path) > 1 {
		of = typeName(element(path[len(path)-2].field().Type()))
	}
	c.Report(report.Diagnostic{Tool: first.Name, Diagnostic: analysis.Diagnostic{Pos: pos, Category: "unread",
		Message: fmt.Sprintf("%s: no code reads input property %q, field %s of %s", report.Tools(names), name, f.field().Name(), of)}})
}

// declaresPath reports whether the input schema of a tool has a property for each field of
// a path.
func declaresPath(t *schemafacts.Tool, path []argumentField) bool {
	n := t.Input()
	for _, f := range path {
		for _, inner := range []string{"items", "additionalProperties"} {
			if n.Has(inner) && !n.Has("properties") {
				n = n.Get(inner)
			}
		}
		if n = n.Get("properties").Get(f.name); n == nil {
			return false
		}
	}
	return true
}

// requires reports whether the input schema of a tool requires an argument.
func requires(t *schemafacts.Tool, name string) bool {
	list := t.Input().Get("required")
	return list != nil && slices.ContainsFunc(list.Elems, func(e *schema.Node) bool { return e.StringValue() == name })
}

// stubText matches the text of a handler that is not written yet.
var stubText = regexp.MustCompile(`(?i)not.{0,12}(implement|support|available)|todo|stub|placeholder|coming soon`)

// isStub reports whether a handler's source says that it is not written yet, or whether
// the handler is unknown.
func (c *checker) isStub(t *schemafacts.Tool) bool {
	n := c.Facts.HandlerOf(t)
	found := n == nil
	if n == nil {
		return true
	}
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BasicLit:
			found = found || stubText.MatchString(n.Value)
		case *ast.Ident:
			found = found || n.Name == "panic" || stubText.MatchString(n.Name)
		}
		return !found
	})
	return found
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
