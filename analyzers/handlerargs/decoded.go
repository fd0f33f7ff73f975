package handlerargs

import (
	"fmt"
	"go/ast"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/internal/jsonmethod"
	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"
)

// decodedStruct is a struct into which handlers decode the arguments of calls, for
// tools with handwritten schemas.
type decodedStruct struct {
	typ   types.Type // without its pointer
	vars  map[types.Object]bool
	tools []*schemafacts.Tool
	// open is true if other data than the arguments of these tools is decoded into it.
	open bool
}

// structs compares the fields of structs into which arguments are decoded with the
// schemas of the tools.
func (c *checker) structs(list []*handler) {
	var all []*decodedStruct
	by := typeutil.Map{}
	for _, h := range list {
		for _, d := range h.Decoded {
			t := pointee(d.Type)
			s, _ := by.At(t).(*decodedStruct)
			if s == nil {
				s = &decodedStruct{typ: t, vars: map[types.Object]bool{}}
				by.Set(t, s)
				all = append(all, s)
			}
			s.vars[d.Var] = true
			for _, tool := range h.tools {
				s.open = s.open || tool.InputType != "" || h.doubtful
				s.tools = append(s.tools, tool)
			}
		}
	}
	if len(all) == 0 {
		return
	}
	u := c.fieldUses(all)
	for _, s := range all {
		if s.open {
			continue
		}
		for _, f := range argumentFields(s.typ, 10) {
			if len(f.path) == 1 {
				c.fieldType(s, f)
				c.extraField(s, f, u)
				c.zeroDefault(s, f, u)
			}
		}
	}
}

// fieldUses records which fields of structs a package reads and sets.
type fieldUses struct {
	read, set map[*types.Var]bool
	// sources are the structs that variables hold which no handler decodes into.
	sources typeutil.Map
}

// fieldUses searches the package for code that sets or reads fields of the structs.
func (c *checker) fieldUses(list []*decodedStruct) *fieldUses {
	u := &fieldUses{read: map[*types.Var]bool{}, set: map[*types.Var]bool{}}
	decoded := typeutil.Map{}
	for _, s := range list {
		decoded.Set(s.typ, s)
	}
	info := c.Pass.TypesInfo
	params := map[types.Object]bool{}
	for _, file := range c.Pass.Files {
		if strings.HasSuffix(c.Pass.Fset.Position(file.Package).Filename, "_test.go") {
			continue
		}
		written := map[*ast.SelectorExpr]bool{}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncType:
				for _, f := range n.Params.List {
					for _, name := range f.Names {
						params[info.Defs[name]] = true
					}
				}
			case *ast.FuncDecl:
				if n.Recv != nil && len(n.Recv.List[0].Names) == 1 {
					params[info.Defs[n.Recv.List[0].Names[0]]] = true
				}
			case *ast.AssignStmt:
				for _, lhs := range n.Lhs {
					if sel, ok := ast.Unparen(lhs).(*ast.SelectorExpr); ok {
						written[sel] = true
					}
				}
			case *ast.CompositeLit:
				u.literal(info, n)
			case *ast.UnaryExpr:
				if sel, ok := ast.Unparen(n.X).(*ast.SelectorExpr); ok && n.Op.String() == "&" {
					written[sel] = true
				}
			case *ast.SelectorExpr:
				if v, ok := info.Uses[n.Sel].(*types.Var); ok && v.IsField() {
					if written[n] {
						u.set[v.Origin()] = true
					} else {
						u.read[v.Origin()] = true
					}
				}
			}
			return true
		})
	}
	for _, obj := range info.Defs {
		v, ok := obj.(*types.Var)
		if !ok || params[v] {
			continue
		}
		t := pointee(v.Type())
		if s, ok := decoded.At(t).(*decodedStruct); ok && !s.vars[v] {
			u.sources.Set(t, true)
		}
		switch e := t.(type) {
		case *types.Slice:
			u.sources.Set(pointee(e.Elem()), true)
		case *types.Map:
			u.sources.Set(pointee(e.Elem()), true)
		}
	}
	return u
}

// literal records the fields that a composite literal sets.
func (u *fieldUses) literal(info *types.Info, lit *ast.CompositeLit) {
	for i, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if id, ok := kv.Key.(*ast.Ident); ok {
				if v, ok := info.Uses[id].(*types.Var); ok && v.IsField() {
					u.set[v.Origin()] = true
				}
			}
		} else if st, ok := info.TypeOf(lit).Underlying().(*types.Struct); ok && i < st.NumFields() {
			u.set[st.Field(i).Origin()] = true
		}
	}
}

// extraField reports a field that code reads and that no call can set, because no
// tool declares an argument for it.
func (c *checker) extraField(s *decodedStruct, f argumentField, u *fieldUses) {
	v := f.field().Origin()
	if !c.Own(v.Pos()) || !u.read[v] || u.set[v] || u.sources.At(s.typ) != nil || strings.HasPrefix(f.name, "_") || !tagged(s.typ, f) {
		return
	}
	var names []string
	for _, t := range s.tools {
		if slices.ContainsFunc(properties(t), func(m schema.Member) bool { return foldName(m.Name) == foldName(f.name) }) {
			return
		}
		if !slices.Contains(names, t.Name) {
			names = append(names, t.Name)
		}
	}
	c.Report(report.Diagnostic{Tool: names[0], Diagnostic: analysis.Diagnostic{Pos: v.Pos(), Category: "undeclared",
		Message: fmt.Sprintf("%s: argument %q is read from field %s, but not in the input schema", report.Tools(names), f.name, v.Name())}})
}

// tagged reports whether a field has a json tag with a name.
func tagged(t types.Type, f argumentField) bool {
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for i := range st.NumFields() {
		if st.Field(i) == f.field() {
			name, _, _ := strings.Cut(reflect.StructTag(st.Tag(i)).Get("json"), ",")
			return name != ""
		}
	}
	return false
}

// fieldType reports a field if encoding/json cannot decode the values that the schema
// allows into it.
func (c *checker) fieldType(s *decodedStruct, f argumentField) {
	v := f.field()
	want := decodedKind(v.Type())
	if want == "" || decodedFromString(s.typ, v) {
		return
	}
	elems := ""
	if sl, ok := pointee(v.Type()).Underlying().(*types.Slice); ok && want == "array" {
		elems = decodedKind(sl.Elem())
	}
	for _, t := range s.tools {
		prop := t.Input().Get("properties").Get(f.name)
		typ := prop.Get("type").StringValue()
		subject := fmt.Sprintf("argument %q is decoded into a %s, but its type", f.name, types.TypeString(v.Type(), (*types.Package).Name))
		if fits(typ, want) {
			typ = prop.Get("items").Get("type").StringValue()
			if typ == "null" || elems == "" || fits(typ, elems) {
				continue
			}
			subject = fmt.Sprintf("argument %q is decoded into a %s, but the type of its elements", f.name, types.TypeString(v.Type(), (*types.Package).Name))
		}
		pos := c.property(t, f.name)
		if c.Own(v.Pos()) {
			pos = v.Pos()
		}
		c.tell(pos, "other-type", t, fmt.Sprintf("tool %q: %s is %s; a call with it fails", t.Name, subject, typ))
		return
	}
}

// fits reports whether encoding/json can decode values of the JSON type typ where it
// expects want. It returns true if typ is unknown ("").
func fits(typ, want string) bool {
	return typ == "" || typ == want || typ == "integer" && want == "number"
}

// decodedFromString reports whether the tag of a field makes encoding/json decode it from a
// string.
func decodedFromString(t types.Type, v *types.Var) bool {
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for i := range st.NumFields() {
		if st.Field(i) == v {
			_, options, _ := strings.Cut(reflect.StructTag(st.Tag(i)).Get("json"), ",")
			return slices.Contains(strings.Split(options, ","), "string")
		}
	}
	return false
}

// decodedKind returns the only JSON type that encoding/json decodes into a Go type.
// It returns "" if there are several or the type is unknown.
func decodedKind(t types.Type) string {
	t = pointee(t)
	if jsonmethod.Reads(t).Kind != jsonmethod.None || types.TypeString(t, nil) == "encoding/json.Number" {
		return ""
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsString != 0:
			return "string"
		case u.Info()&types.IsBoolean != 0:
			return "boolean"
		case u.Info()&(types.IsInteger|types.IsFloat) != 0:
			return "number"
		}
	case *types.Slice:
		if b, ok := u.Elem().Underlying().(*types.Basic); ok && b.Kind() == types.Byte {
			return ""
		}
		return "array"
	case *types.Map, *types.Struct:
		return "object"
	}
	return ""
}
