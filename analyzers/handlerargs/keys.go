package handlerargs

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/analyzers/internal/handlers"
	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"golang.org/x/tools/go/analysis"
)

// handler is a handler with its tools, and what it reads.
type handler struct {
	body  ast.Node
	tools []*schemafacts.Tool
	reads []schemafacts.Read
	// all says that it reads nothing else.
	all bool
	set map[string]bool // arguments that it sets itself
	// checked says that the SDK decodes its arguments, and fills in defaults.
	checked bool
}

// sharedRead is an argument that a helper reads for several handlers.
type sharedRead struct {
	read     schemafacts.Read
	first    *schemafacts.Tool // that does not declare it
	declared bool              // some tool does
}

// keys compares what a handler reads with what its tools declare.
func (c *checker) keys(body ast.Node, tools []*schemafacts.Tool) {
	r := newReading(c.Pass.TypesInfo)
	r.follow(body)
	h := &handler{body: body, tools: tools, set: r.set, checked: c.isChecked(body)}
	h.reads, h.all = c.facts.Reads(body)
	told := map[string]bool{}
	for _, one := range h.reads {
		if r.set[one.Key] || told[one.Key] {
			continue
		}
		told[one.Key] = true
		if !c.declared(h, one.Key) {
			c.undeclared(h, one.Key)
			continue
		}
		c.otherType(h, one.Key)
		if c.settings.Required {
			c.required(h, one.Key)
		}
		if c.settings.Default {
			c.fallback(h, one.Key)
		}
		if c.settings.Null {
			c.null(h, one.Key)
		}
	}
	if len(h.reads) > 0 && h.all {
		c.unread(h)
	}
}

// handlers returns the functions and literals of the package that handle tools
// whose parameters are known, each with its tools, in the order of the tools. A
// function that also handles a tool of which less is known is left out.
func (c *checker) handlers() (bodies []ast.Node, tools map[ast.Node][]*schemafacts.Tool) {
	tools = map[ast.Node][]*schemafacts.Tool{}
	doubtful := map[ast.Node]bool{}
	find := handlers.New(c.Reporter)
	for _, t := range c.Tools {
		body := find.Of(t)
		if body == nil {
			continue
		}
		if !declares(t) {
			doubtful[body] = true
		}
		if tools[body] == nil {
			bodies = append(bodies, body)
		}
		tools[body] = append(tools[body], t)
	}
	return slices.DeleteFunc(bodies, func(n ast.Node) bool { return doubtful[n] }), tools
}

// declares reports whether the parameters of a tool are known, all of them.
func declares(t *schemafacts.Tool) bool {
	in := t.Input()
	if !t.Traced || in == nil || in.Kind != schema.Object || len(in.Holes()) > 0 {
		return false
	}
	for _, key := range []string{"$ref", "allOf", "anyOf", "oneOf", "patternProperties"} {
		if in.Has(key) {
			return false
		}
	}
	return true
}

// isChecked reports whether the SDK decodes the arguments of a handler.
func (c *checker) isChecked(body ast.Node) bool {
	var ft *ast.FuncType
	switch n := body.(type) {
	case *ast.FuncDecl:
		ft = n.Type
	case *ast.FuncLit:
		ft = n.Type
	}
	is := false
	for _, p := range ft.Params.List {
		_, checked := schemafacts.Request(c.Pass.TypesInfo.TypeOf(p.Type))
		is = is || checked
	}
	return is && ft.Params.NumFields() > 2
}

// properties returns the parameters of a tool.
func properties(t *schemafacts.Tool) []schema.Member {
	if p := t.Input().Get("properties"); p != nil && p.Kind == schema.Object {
		return p.Members
	}
	return nil
}

func (c *checker) declared(h *handler, key string) bool {
	return slices.ContainsFunc(h.tools, func(t *schemafacts.Tool) bool { return t.Input().Get("properties").Has(key) })
}

// isRead reports whether a handler reads a parameter. A struct takes it in any
// case.
func (h *handler) isRead(name string) bool {
	return slices.ContainsFunc(h.reads, func(r schemafacts.Read) bool {
		return r.Key == name || r.Field && strings.EqualFold(r.Key, name)
	})
}

// plain is a name without regard to how its words are written together.
func plain(name string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "", ".", "").Replace(name))
}

// undeclared judges a name that no tool of the handler has. One that is declared in
// another spelling is a mistake, unless both are read.
func (c *checker) undeclared(h *handler, key string) {
	list := h.of(key)
	for _, t := range h.tools {
		for _, m := range properties(t) {
			if plain(m.Name) != plain(key) {
				continue
			}
			field := slices.ContainsFunc(list, func(r schemafacts.Read) bool { return r.Field })
			if h.isRead(m.Name) || field && (t.InputType != "" || strings.EqualFold(m.Name, key)) {
				return
			}
			pos := list[0].At()
			if list[0].Home != "" || field {
				pos = c.PlaceIn(t, "/inputSchema/properties/"+schema.EscapeToken(m.Name))
			}
			c.tell(pos, "undeclared", t, fmt.Sprintf("tool %q: argument %q is read, but the input schema calls it %q", t.Name, key, m.Name))
			return
		}
	}
	for _, r := range list {
		switch {
		case r.Asked || r.Field:
		case r.Home == "":
			t := h.tools[0]
			c.tell(r.At(), "undeclared", t, fmt.Sprintf("tool %q: argument %q is read, but not in the input schema", t.Name, key))
			return
		default:
			c.share(r, h.tools[0], false)
		}
	}
}

// share notes what a helper reads.
func (c *checker) share(r schemafacts.Read, t *schemafacts.Tool, declared bool) {
	for _, s := range c.shared {
		if s.read.Home == r.Home && s.read.Key == r.Key {
			s.declared = s.declared || declared
			return
		}
	}
	c.shared = append(c.shared, &sharedRead{r, t, declared})
}

// tellShared reports what helpers of the package read and none of its tools
// declares: a helper may read more than each tool has.
func (c *checker) tellShared() {
	for _, s := range c.shared {
		own := slices.ContainsFunc(c.Pass.Files, func(f *ast.File) bool {
			return slices.ContainsFunc(f.Decls, func(d ast.Decl) bool {
				fn, ok := d.(*ast.FuncDecl)
				if !ok || fn.Name.IsExported() {
					return false
				}
				obj, ok := c.Pass.TypesInfo.Defs[fn.Name].(*types.Func)
				return ok && obj.FullName() == s.read.Home
			})
		})
		elsewhere := slices.ContainsFunc(c.Tools, func(t *schemafacts.Tool) bool {
			return !declares(t) || t.Input().Get("properties").Has(s.read.Key)
		})
		if own && !elsewhere {
			c.tell(s.read.At(), "undeclared", s.first, fmt.Sprintf("tool %q: argument %q is read, but not in the input schema", s.first.Name, s.read.Key))
		}
	}
}

// of returns the reads of an argument.
func (h *handler) of(key string) []schemafacts.Read {
	var out []schemafacts.Read
	for _, r := range h.reads {
		if r.Key == key {
			out = append(out, r)
		}
	}
	return out
}

// otherType reports an argument that is read as what no value of its schema is.
func (c *checker) otherType(h *handler, key string) {
	var want []string
	var first *schemafacts.Read
	for _, r := range h.of(key) {
		if r.Asked || r.Converts {
			continue
		}
		if len(r.Types) == 0 || slices.Contains(r.Types, "") {
			return // as anything
		}
		if first == nil {
			first = &r
		}
		want = append(want, r.Types...)
	}
	if first == nil {
		return
	}
	declared := ""
	for _, t := range h.tools {
		typ := t.Input().Get("properties").Get(key).Get("type")
		if typ == nil || typ.Kind != schema.String {
			return
		}
		declared = typ.Text
		if slices.Contains(want, declared) || declared == "integer" && slices.Contains(want, "number") {
			return
		}
	}
	c.tell(first.At(), "other-type", h.tools[0], fmt.Sprintf("tool %q: argument %q is read as %s, and its type is %s", h.tools[0].Name, key, want[0], declared))
}

// unread reports parameters that a handler never reads. What a struct lacks is lost
// for sure.
func (c *checker) unread(h *handler) {
	fields := !slices.ContainsFunc(h.reads, func(r schemafacts.Read) bool { return !r.Field })
	for _, t := range h.tools {
		if fields && t.InputType != "" {
			continue // made of the struct
		}
		for _, m := range properties(t) {
			if h.isRead(m.Name) || h.set[m.Name] || slices.ContainsFunc(h.reads, func(r schemafacts.Read) bool { return plain(r.Key) == plain(m.Name) }) {
				continue
			}
			pos := c.PlaceIn(t, "/inputSchema/properties/"+schema.EscapeToken(m.Name))
			if fields {
				c.tell(pos, "dropped", t, fmt.Sprintf("tool %q: input property %q is no field of what the handler decodes; its value is lost", t.Name, m.Name))
			} else if c.settings.Unread {
				c.idle = append(c.idle, idleParam{h.body, t, m.Name, pos})
			}
		}
	}
}

// idleParam is a parameter that a handler never reads.
type idleParam struct {
	body ast.Node
	tool *schemafacts.Tool
	name string
	pos  token.Pos
}

// tellIdle reports the parameters that one handler never reads. What several leave
// alone is read by somebody before them, such as a middleware.
func (c *checker) tellIdle() {
	for _, p := range c.idle {
		if slices.ContainsFunc(c.idle, func(o idleParam) bool { return o.name == p.name && o.body != p.body }) {
			continue
		}
		c.tell(p.pos, "unread", p.tool, fmt.Sprintf("tool %q: input property %q is never read by the handler", p.tool.Name, p.name))
	}
}

func (c *checker) tell(at token.Pos, rule string, t *schemafacts.Tool, message string) {
	c.Report(report.Diagnostic{Tool: t.Name, Diagnostic: analysis.Diagnostic{Pos: at, Category: rule, Message: message}})
}
