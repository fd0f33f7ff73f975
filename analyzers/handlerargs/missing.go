package handlerargs

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/analyzers/internal/handling"
	"github.com/schemavet/schemavet/analyzers/internal/says"
	"github.com/schemavet/schemavet/analyzers/internal/walk"
	"github.com/schemavet/schemavet/internal/enclosing"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// This file finds what a handler does if a call omits an argument or passes null.

// required reports an optional argument without which the handler always fails, also if the
// schema has a default that the SDK does not set.
func (c *checker) required(h *handler, key string) {
	i := slices.IndexFunc(h.Reads, func(r handling.Read) bool { return r.Key == key && r.Demanded })
	if i < 0 {
		return
	}
	is := "is optional"
	for _, t := range h.tools {
		prop := t.Input().Get("properties").Get(key)
		if prop == nil || prop.Kind != schema.Object || t.Checked && (prop.Has("default") || len(prop.Holes()) > 0) {
			return
		}
		if t == h.tools[0] && prop.Has("default") { // the message names this tool
			is = "has a default"
		}
		if walk.MayRequire(t.Input(), key) {
			return
		}
	}
	c.tell(c.readAt(h.tools[0], h.Reads[i]), "required", h.tools[0], fmt.Sprintf("tool %q: argument %q %s in the input schema, but the handler fails without it", h.tools[0].Name, key, is))
}

// member reports a member of an object in an argument without which the handler fails, if the
// schema of the object does not require it. If the schema has no such member, no description may
// name it.
func (c *checker) member(h *handler, r handling.Read) {
	if !r.Demanded {
		return
	}
	for _, t := range h.tools {
		path := pathOf(t, r.Key)
		object, texts := t.Input(), t.Description().StringValue()+"\n"+t.Input().Get("description").StringValue()
		if !h.certain(path[0]) || !t.Traced {
			return
		}
		for i, name := range path {
			next := below(object, name)
			texts += "\n" + next.Get("description").StringValue()
			if i > 0 && name != "[]" && !plainObject(object, next != nil) {
				return
			}
			if next == nil && says.Mentions(texts, path[len(path)-1]) || i == len(path)-1 && (walk.MayRequire(object, name) || next.Has("default")) {
				return
			}
			if object = next; object == nil {
				break
			}
		}
	}
	c.tell(c.readAt(h.tools[0], r), "required", h.tools[0], fmt.Sprintf("tool %q: the input schema does not require argument %q, but the handler fails without it", h.tools[0].Name, r.Key))
}

// below returns the schema of a property or, for [] and {}, of the elements of a list or map, or nil.
func below(n *schema.Node, name string) *schema.Node {
	switch name {
	case "[]":
		return n.Get("items")
	case "{}":
		return n.Get("additionalProperties")
	}
	return n.Get("properties").Get(name)
}

// plainObject reports whether only properties say what an object has. Whether it may have others
// is not asked if it has the one in question.
func plainObject(n *schema.Node, has bool) bool {
	return slices.Contains(n.Get("type").Strings(), "object") && len(n.Holes()) == 0 && !slices.ContainsFunc(n.Members, func(m schema.Member) bool {
		return !slices.Contains([]string{"type", "title", "description", "properties", "required"}, m.Name) && !(has && m.Name == "additionalProperties")
	})
}

// pathOf splits the path of a member of an object in an argument, unless it is a parameter's name. Each
// part is for [below].
func pathOf(t *schemafacts.Tool, key string) []string {
	if t.Input().Get("properties").Has(key) {
		return []string{key}
	}
	return strings.Split(strings.ReplaceAll(key, "[]", ".[]"), ".")
}

// fallback reports an argument if the handler replaces a missing value by another
// default than the tool declares.
func (c *checker) fallback(h *handler, key string) {
	list := h.of(key)
	if slices.ContainsFunc(list, func(r handling.Read) bool {
		return r.Default == "" || r.Default != list[0].Default || r.Demanded || r.Field && r.Default == "false" && !r.AsIs
	}) {
		return
	}
	got, err := schema.Parse([]byte(list[0].Default))
	if err != nil || got.Kind != schema.Bool && isZeroValue(got) && slices.ContainsFunc(list, func(r handling.Read) bool { return !r.AsIs && !c.usesAsRead(r) }) {
		return // a replacement may follow
	}
	where := "default in the input schema is"
	for _, t := range h.tools {
		prop := t.Input().Get("properties").Get(key)
		want := prop.Get("default")
		if want == nil && prop != nil && prop.Kind == schema.Object {
			if want = saidDefault(prop.Get("description").StringValue()); want == nil && got.Kind == schema.String {
				want = saidWord(prop, list[0].Values)
			}
			where = "description names the default"
		} else if t.Checked {
			return
		}
		if list[0].AsIs && (requires(t, key) || list[0].Means && !zeroMeans.MatchString(prop.Get("description").StringValue())) {
			return
		}
		if want == nil || want.Kind != got.Kind || schema.Equal(want, got) {
			return
		}
		if t == h.tools[len(h.tools)-1] {
			c.tell(c.defaultAt(h, list[0]), "default", h.tools[0], fmt.Sprintf("tool %q: without argument %q the handler uses %s, but the %s %s", h.tools[0].Name, key, got, where, want))
		}
	}
}

// defaultAt returns the place of the default that a handler uses: where the handler names it, or
// the field whose zero value it is.
func (c *checker) defaultAt(h *handler, r handling.Read) token.Pos {
	for _, d := range h.Decoded {
		for _, f := range handling.ArgumentFields(d.Type) {
			if r.AsIs && d.Key == "" && f.Name == r.Key {
				return c.fieldPlace(h.tools[0], f, r.Key)
			}
		}
	}
	return c.readAt(h.tools[0], r)
}

// usesAsRead reports whether a read sets a variable whose value all code uses as it is; see
// [handling.Handlers.OnlyTaken].
func (c *checker) usesAsRead(r handling.Read) bool {
	readers := 0
	for _, n := range enclosing.Path(c.Pass.Files, r.At()) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			v, ok := c.variable(n.Lhs[0]).(*types.Var)
			return ok && len(n.Rhs) == 1 && c.code.OnlyTaken(v, false)
		case *ast.CallExpr:
			if !c.Pass.TypesInfo.Types[n.Fun].IsType() {
				readers++
			}
		case *ast.IndexExpr:
			readers++
		case ast.Stmt:
			return false
		}
		if readers > 1 {
			return false
		}
	}
	return false
}

// null reports an argument that may be null according to the schema, if the handler
// fails when it is null.
func (c *checker) null(h *handler, key string) {
	i := slices.IndexFunc(h.Reads, func(r handling.Read) bool { return r.Key == key && r.NotNull })
	if i < 0 {
		return
	}
	if slices.ContainsFunc(h.tools, func(t *schemafacts.Tool) bool { return !takesNull(t, key) }) {
		return
	}
	c.tell(c.readAt(h.tools[0], h.Reads[i]), "null", h.tools[0], fmt.Sprintf("tool %q: argument %q may be null in the input schema, but the handler fails then", h.tools[0].Name, key))
}

// takesNull reports whether a tool's schema names null among the types of a
// parameter.
func takesNull(t *schemafacts.Tool, key string) bool {
	prop := t.Input().Get("properties").Get(key)
	return prop != nil && (walk.AcceptsNull(prop) || slices.ContainsFunc([]string{"anyOf", "oneOf"}, func(keyword string) bool {
		list := prop.Get(keyword)
		return list != nil && slices.ContainsFunc(list.Elems, walk.AcceptsNull)
	}))
}
