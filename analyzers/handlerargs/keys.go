package handlerargs

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/analyzers/internal/handling"
	"github.com/schemavet/schemavet/analyzers/internal/walk"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// handler is a function that handles calls, with the tools that it handles.
type handler struct {
	*handling.Handler
	tools []*schemafacts.Tool
	// doubtful reports whether the function also handles a tool that is only partly known,
	// unnamed whether not all parameters of such a tool are known by name.
	doubtful, unnamed bool
	// reads are the Reads by key: a handler may read thousands of arguments.
	reads map[string][]handling.Read
}

// keys compares the arguments that a handler reads with those that its tools declare.
func (c *checker) keys(h *handler) {
	told := map[string]bool{}
	for _, one := range h.Reads {
		if slices.Contains(h.Sets, one.Key) || told[one.Key] {
			continue
		}
		told[one.Key] = true
		if !h.declares(one.Key) {
			c.undeclared(h, one.Key)
		}
		if !h.has(one.Key) {
			continue
		}
		c.never(h, one.Key)
		c.required(h, one.Key)
		if !h.certain(one.Key) {
			continue
		}
		c.otherType(h, one.Key)
		c.otherElements(h, one.Key)
		c.empty(h, one.Key)
		c.fallback(h, one.Key)
		c.values(h, one.Key, h.of(one.Key))
		if c.settings.Null {
			c.null(h, one.Key)
		}
	}
	for _, r := range h.Members {
		c.member(h, r)
		c.values(h, r.Key, []handling.Read{r})
	}
	if h.All {
		c.unread(h)
	}
}

// handlers returns the handlers of tools whose parameters are known. Each handler has
// its tools, and both are in the order of the tools.
func (c *checker) handlers() []*handler {
	var list []*handler
	by := map[*handling.Handler]*handler{}
	for _, t := range c.Tools {
		t = t.Written()
		f := c.code.Handling(t)
		if f == nil || t.Dialect == schemafacts.PlainFunctions && !slices.ContainsFunc(f.Reads, func(r handling.Read) bool { return !r.Field }) {
			continue // the schema comes from the fields
		}
		h := by[f]
		if h == nil {
			h = &handler{Handler: f, reads: map[string][]handling.Read{}}
			for _, r := range f.Reads {
				h.reads[r.Key] = append(h.reads[r.Key], r)
			}
			by[f], list = h, append(list, h)
		}
		h.doubtful = h.doubtful || !declares(t)
		h.unnamed = h.unnamed || !names(t)
		h.tools = append(h.tools, t)
	}
	return list
}

// declares reports whether a tool's input schema is known. Code between the server and its
// clients may still change the tool, which is then not traced.
func declares(t *schemafacts.Tool) bool { return names(t) && len(t.Input().Holes()) == 0 }

// names reports whether a tool has no other parameters than [properties].
func names(t *schemafacts.Tool) bool {
	in := t.Input()
	if !t.Traced && !t.Followed || in == nil || in.Kind != schema.Object || in.Open() || in.Get("properties").Open() {
		return false
	}
	return !slices.ContainsFunc([]string{"$ref", "allOf", "anyOf", "oneOf", "patternProperties"}, in.Has) &&
		!slices.ContainsFunc(in.Perhaps(), func(m schema.Member) bool { return m.Name != "required" }) && !walk.Broken(in)
}

// properties returns the parameters of a tool, including conditional ones.
func properties(t *schemafacts.Tool) []schema.Member {
	if p := t.Input().Get("properties"); p != nil && p.Kind == schema.Object {
		return slices.Concat(p.Members, p.Perhaps())
	}
	return nil
}

// offers reports whether a tool has a parameter, perhaps under a condition.
func offers(t *schemafacts.Tool, key string) bool {
	return slices.ContainsFunc(properties(t), func(m schema.Member) bool { return m.Name == key })
}

// traced reports whether clients see the tools of the handler as they are registered.
func (h *handler) traced() bool {
	return !slices.ContainsFunc(h.tools, func(t *schemafacts.Tool) bool { return !t.Traced })
}

// declares reports whether a tool of the handler has a parameter.
func (h *handler) declares(key string) bool {
	return slices.ContainsFunc(h.tools, func(t *schemafacts.Tool) bool { return offers(t, key) })
}

// has reports whether a tool of the handler has a parameter, and no tool has it only under a
// condition.
func (h *handler) has(key string) bool {
	return h.declares(key) && !slices.ContainsFunc(h.tools, func(t *schemafacts.Tool) bool {
		return offers(t, key) && !t.Input().Get("properties").Certain(key)
	})
}

// certain reports whether a handler has a parameter whose schema is known.
func (h *handler) certain(key string) bool {
	return h.has(key) && !slices.ContainsFunc(h.tools, func(t *schemafacts.Tool) bool {
		return len(t.Input().Get("properties").Get(key).Holes()) > 0
	})
}

// isRead reports whether a handler reads a parameter. A struct field receives the
// parameter regardless of case.
func (h *handler) isRead(name string) bool {
	return len(h.reads[name]) > 0 || slices.ContainsFunc(h.Reads, func(r handling.Read) bool {
		return r.Field && strings.EqualFold(r.Key, name)
	})
}

// foldName returns a name in lower case and without separators, so that different
// spellings are equal.
func foldName(name string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "", ".", "").Replace(name))
}

// undeclared reports an argument that a handler reads and that none of its tools
// declares. If a tool declares the name in another spelling, it is a mistake, unless
// the handler reads both spellings.
func (c *checker) undeclared(h *handler, key string) {
	list := h.of(key)
	for _, t := range h.tools {
		for _, m := range properties(t) {
			if foldName(m.Name) != foldName(key) {
				continue
			}
			field := slices.ContainsFunc(list, func(r handling.Read) bool { return r.Field })
			if h.isRead(m.Name) || field && (t.InputType != "" || strings.EqualFold(m.Name, key)) {
				return
			}
			pos := c.readAt(t, list[0])
			if list[0].Home != "" || field || !list[0].At().IsValid() {
				pos = c.property(t, m.Name)
			}
			c.tell(pos, "undeclared", t, fmt.Sprintf("tool %q: argument %q is read, but the input schema calls it %q", t.Name, key, m.Name))
			return
		}
	}
	if strings.HasPrefix(key, "_") || h.readsOther(key) || c.isAlias(h, list) {
		return // what a gateway adds, and no model is told of
	}
	if !h.traced() {
		return // code between the server and its clients may add it
	}
	for _, r := range list {
		switch {
		case r.Asked || r.Field:
		case r.Home == "":
			t := h.tools[0]
			c.tell(c.readAt(t, r), "undeclared", t, fmt.Sprintf("tool %q: argument %q is read, but not in the input schema", t.Name, key))
			return
		default:
			c.share(h, r)
		}
	}
}

// readsOther reports whether a handler also reads a declared parameter whose name is the
// plural or the singular of a key, or a key with "json" at the end of one of them, as in
// args_json. Then the key is an alternative for that parameter.
func (h *handler) readsOther(key string) bool {
	key = foldName(key)
	for _, t := range h.tools {
		for _, m := range properties(t) {
			name := foldName(m.Name)
			for _, ending := range []string{"s", "es", "json"} {
				if (name == key+ending || key == name+ending) && h.isRead(m.Name) {
					return true
				}
			}
		}
	}
	return false
}

// of returns all reads of the argument with a name.
func (h *handler) of(key string) []handling.Read { return h.reads[key] }

// never reports an argument that a generic helper asserts to have a type which
// decoded JSON never has, unless the handler also reads the argument in another way.
func (c *checker) never(h *handler, key string) {
	list := slices.DeleteFunc(slices.Clone(h.of(key)), func(r handling.Read) bool { return r.Asked })
	if len(list) == 0 || slices.ContainsFunc(list, func(r handling.Read) bool { return r.Never == "" }) {
		return
	}
	c.tell(c.readAt(h.tools[0], list[0]), "never-holds", h.tools[0], fmt.Sprintf("tool %q: argument %q is %s", h.tools[0].Name, key, neverA(list[0].Never)))
}

// otherType reports an argument that the handler reads as a type which no value
// allowed by the schema has.
func (c *checker) otherType(h *handler, key string) {
	typ := func(t *schemafacts.Tool) *schema.Node { return t.Input().Get("properties").Get(key).Get("type") }
	types := func(r handling.Read) ([]string, bool) { return r.Types, r.Asked || r.Converts }
	if first, want, declared := h.mismatch(key, types, typ); first != nil {
		c.tell(c.readAt(h.tools[0], *first), "other-type", h.tools[0], fmt.Sprintf("tool %q: argument %q is read as %s, but its type is %s", h.tools[0].Name, key, want, declared))
	}
}

// otherElements reports an array whose elements the handler reads as a type which no
// element allowed by the schema has.
func (c *checker) otherElements(h *handler, key string) {
	typ := func(t *schemafacts.Tool) *schema.Node {
		prop := t.Input().Get("properties").Get(key)
		if prop.Get("type").StringValue() != "array" {
			return nil
		}
		return prop.Get("items").Get("type")
	}
	types := func(r handling.Read) ([]string, bool) { return r.Elems, r.Asked }
	if first, want, declared := h.mismatch(key, types, typ); first != nil {
		c.tell(c.readAt(h.tools[0], *first), "other-type", h.tools[0], fmt.Sprintf("tool %q: elements of argument %q are read as %s, but their type is %s", h.tools[0].Name, key, want, declared))
	}
}

// mismatch returns the first read of an argument, its type and the declared type, if no
// tool of the handler declares a type that the handler reads. types returns the types of a
// read, or whether it does not count.
func (h *handler) mismatch(key string, types func(handling.Read) ([]string, bool), typ func(*schemafacts.Tool) *schema.Node) (first *handling.Read, want, declared string) {
	var all []string
	for _, r := range h.of(key) {
		list, skip := types(r)
		if skip {
			continue
		}
		if len(list) == 0 || slices.Contains(list, "") {
			return nil, "", "" // as anything
		}
		if first == nil {
			first = &r
		}
		all = append(all, list...)
	}
	if first == nil {
		return nil, "", ""
	}
	for _, t := range h.tools {
		n := typ(t)
		if n == nil || n.Kind != schema.String {
			return nil, "", ""
		}
		declared = n.Text
		if slices.Contains(all, declared) || declared == "integer" && slices.Contains(all, "number") {
			return nil, "", ""
		}
	}
	return first, all[0], declared
}

// unread reports parameters that a handler never reads. If the handler decodes the
// arguments into a struct, the value of a parameter without a field is lost. A handler
// that reads no argument may not be written yet; see [checker.isStub].
func (c *checker) unread(h *handler) {
	unwritten := len(h.Reads) == 0
	fields := !unwritten && !slices.ContainsFunc(h.Reads, func(r handling.Read) bool { return !r.Field })
	for _, t := range h.tools {
		if !t.Traced || fields && t.InputType != "" || hasInterface(t) || unwritten && (c.isStub(t) || c.code.TakesInput(t)) {
			continue // made of the struct, or read by others
		}
		for _, m := range properties(t) {
			if h.isRead(m.Name) || slices.Contains(h.Sets, m.Name) || slices.ContainsFunc(h.Reads, func(r handling.Read) bool { return foldName(r.Key) == foldName(m.Name) }) {
				continue
			}
			pos := c.property(t, m.Name)
			if fields {
				c.tell(pos, "dropped", t, fmt.Sprintf("tool %q: input property %q is not a field of the struct that the handler decodes; its value is lost", t.Name, m.Name))
			} else {
				c.idle = append(c.idle, idleParam{h.Handler, t, m.Name, pos})
			}
		}
	}
}

// readAt returns the position at which a handler reads an argument. If the handler is
// in another package, it returns the position at which the tool declares the
// argument, or else the position of the tool.
func (c *checker) readAt(t *schemafacts.Tool, r handling.Read) token.Pos {
	switch {
	case r.At().IsValid():
		return r.At()
	case t.Input().Get("properties").Has(r.Key):
		return c.property(t, r.Key)
	}
	return c.Place(t)
}

// tell reports a finding, at the handler if the place is in another package, which declares the
// tool for a third one to register.
func (c *checker) tell(at token.Pos, rule string, t *schemafacts.Tool, message string) {
	if n := c.code.HandlerOf(t); !at.IsValid() && n != nil {
		at = n.Pos()
	}
	c.Tell(t.Name, at, rule, "%s", message)
}
