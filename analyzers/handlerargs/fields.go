package handlerargs

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/analyzers/internal/handling"
	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// idleFields reports fields of decoded arguments that no code of the package reads, also
// in the structs of fields, if handlers read arguments in no other way. If code reads no field
// at all, the handler may not be written yet; see [checker.isStub].
func (c *checker) idleFields() {
	var list []*decodedStruct
	var structs []types.Type
	known := map[any]*decodedStruct{}
	for _, t := range c.Tools {
		t = t.Written()
		h := c.code.Handling(t)
		if h == nil || h.Struct() == nil || !correspond(t, h.Struct()) || hasInterface(t) {
			continue
		}
		args := jsonfields.Pointee(h.Struct())
		d := known[identity(args)]
		if d == nil {
			d = &decodedStruct{typ: args}
			known[identity(args)], list, structs = d, append(list, d), append(structs, args)
		}
		d.tools = append(d.tools, t)
	}
	if len(list) == 0 {
		return
	}
	uses := c.code.FieldUses(structs)
	told := map[*types.Var]bool{}
	for _, d := range list {
		paths, written := uses.Unread(d.typ)
		for _, path := range paths {
			if f := path[len(path)-1].Field(); !told[f] {
				told[f] = true
				c.idleField(d, path, written)
			}
		}
		for _, t := range d.tools {
			if !c.isStub(t) {
				c.idleInOne(t, d, uses, told)
			}
		}
	}
}

// idleInOne reports fields that the handler of a tool does not read, although other code, such as
// the handler of another tool, reads them.
func (c *checker) idleInOne(t *schemafacts.Tool, d *decodedStruct, uses *handling.FieldUses, told map[*types.Var]bool) {
	for _, f := range uses.Ignored(c.code.Handling(t)) {
		if !told[f.Field()] {
			c.Tell(t.Name, c.fieldPlace(t, f, f.Name), "unread", "tool %q: its handler does not read input property %q, field %s of %s", t.Name, f.Name, f.Field().Name(), typeName(d.typ))
		}
	}
}

// idleElsewhere reports parameters for which the handler, a function of another package,
// has a field that it does not read.
func (c *checker) idleElsewhere() {
	for _, t := range c.Tools {
		t = t.Written()
		if c.code.HandlerOf(t) != nil || !declares(t) || !t.Traced || hasInterface(t) {
			continue
		}
		h := c.code.Handling(t)
		if h == nil || len(h.Unread) == 0 || len(h.Reads) != len(properties(t)) {
			continue // other code may read the arguments
		}
		for _, path := range h.Unread {
			if name, _, _ := strings.Cut(path, "."); t.Input().Get("properties").Has(name) {
				c.tell(c.property(t, name), "unread", t, fmt.Sprintf("tool %q: its handler does not read input property %q", t.Name, path))
			}
		}
	}
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
	in, fields := t.Input(), handling.ArgumentFields(args)
	if in == nil || in.Kind != schema.Object || len(fields) == 0 || len(properties(t)) != len(fields) {
		return false
	}
	return !slices.ContainsFunc(fields, func(f handling.ArgumentField) bool { return !in.Get("properties").Has(f.Name) })
}

// idleField reports the field at the end of a path that no code reads. It reports the
// field once for all tools that have it. written reports whether code reads another field.
func (c *checker) idleField(d *decodedStruct, path []handling.ArgumentField, written bool) {
	var names []string
	var first *schemafacts.Tool
	for _, t := range d.tools {
		if slices.Contains(names, t.Name) || !declaresPath(d.schema(t), path) || !written && c.isStub(t) {
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
	pos := c.fieldPlace(first, f, append(slices.Clone(d.path), path[0].Name)[0])
	name, of := d.name(path[0].Name), typeName(d.typ)
	for _, p := range path[1:] {
		name += "." + p.Name
	}
	if len(path) > 1 {
		of = typeName(f.Of)
	}
	c.Tell(first.Name, pos, "unread", "%s: no code reads input property %q, field %s of %s", report.Tools(names), name, f.Field().Name(), of)
}

// fieldPlace returns the place of a field, or of a property if the field is in another package.
func (c *checker) fieldPlace(t *schemafacts.Tool, f handling.ArgumentField, property string) token.Pos {
	if c.Own(f.Field().Pos()) {
		return c.Place(t, f.Field().Pos())
	}
	return c.property(t, property)
}

// declaresPath reports whether the schema of a struct has a property for each field of a path.
func declaresPath(n *schema.Node, path []handling.ArgumentField) bool {
	for _, f := range path {
		for _, inner := range []string{"items", "additionalProperties"} {
			if n.Has(inner) && !n.Has("properties") {
				n = n.Get(inner)
			}
		}
		if n = n.Get("properties").Get(f.Name); n == nil {
			return false
		}
	}
	return true
}

// requires reports whether the input schema of a tool requires an argument.
func requires(t *schemafacts.Tool, name string) bool {
	return t.Input().Certain("required") && slices.Contains(t.Input().Get("required").Strings(), name)
}

// isStub reports whether a handler is not written yet or unknown; see [handling.IsStub].
func (c *checker) isStub(t *schemafacts.Tool) bool { return handling.IsStub(c.code.HandlerOf(t)) }

// typeName returns a type as source of its package writes it, or "the arguments" for
// a type without a name.
func typeName(t types.Type) string {
	if _, ok := types.Unalias(t).(*types.Named); !ok {
		return "the arguments"
	}
	return types.TypeString(t, func(*types.Package) string { return "" })
}

// idleParam is a parameter that a handler never reads.
type idleParam struct {
	handler *handling.Handler
	tool    *schemafacts.Tool
	name    string
	pos     token.Pos
}

// reportIdle reports the parameters that a handler never reads. If several handlers ignore a
// parameter of the same name, and none reads it or few do, other code, such as a middleware,
// probably reads it before them. That is not so if only a few of many handlers ignore it: of
// about 70 public servers, one has such parameters, and nothing reads them. The code that
// calls handlers may read it, too.
func (c *checker) reportIdle(list []*handler) {
	if len(c.idle) == 0 {
		return
	}
	before, ignoring := c.readByCallers(), map[string]map[*handling.Handler]bool{}
	for _, p := range c.idle {
		if ignoring[p.name] == nil {
			ignoring[p.name] = map[*handling.Handler]bool{}
		}
		ignoring[p.name][p.handler] = true
	}
	for _, p := range c.idle {
		if before[p.name] {
			continue
		}
		reading := 0
		for _, h := range list {
			if !h.unnamed && h.isRead(p.name) && h.declares(p.name) {
				reading++
			}
		}
		if n := len(ignoring[p.name]); n > 1 && (n > 3 || n*10 > len(list)) && n > 3*reading {
			continue
		}
		c.tell(p.pos, "unread", p.tool, fmt.Sprintf("tool %q: input property %q is never read by the handler", p.tool.Name, p.name))
	}
}
