package signature

import (
	"fmt"
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// oneStruct returns the schema of arguments that are decoded into one struct.
func (w *walker) oneStruct(params []param) (*schema.Node, []Problem) {
	if len(params) == 1 && !params[0].variadic && isOpenMap(params[0]) {
		w.strangers(params)
		return w.finish(w.openArgs(params[0]), "inputSchema", "")
	}
	s := site{pos: w.Pos}
	if len(params) > 0 && params[0].Pos().IsValid() {
		s.pos = params[0].Pos()
	}
	if len(params) != 1 || params[0].variadic || !isStruct(structBase(params[0].Type())) {
		return w.notOneStruct("the registration decodes all arguments into one parameter, which must be a struct", params, s)
	}
	p := params[0]
	s.within = p.Name()
	w.strangers(params)
	return w.fieldArguments(p.Var, p.Name(), s)
}

// receiver returns the schema of arguments that are the fields of the receiver.
func (w *walker) receiver(params []param) (*schema.Node, []Problem) {
	s := site{pos: w.Pos}
	recv := w.recv()
	switch {
	case recv == nil:
		return w.notOneStruct("the fields of the receiver are the arguments, and the function has no receiver", nil, s)
	case !isStruct(structBase(recv.Type())):
		return w.notOneStruct("the fields of the receiver are the arguments, and the receiver is not a struct", nil, s)
	case len(params) > 0:
		if params[0].Pos().IsValid() {
			s.pos = params[0].Pos()
		}
		return w.notOneStruct(fmt.Sprintf("the fields of the receiver are the arguments, so no call passes parameter %q", params[0].Name()), nil, s)
	}
	w.strangers(nil)
	return w.fieldArguments(recv, "", s)
}

// notOneStruct reports arguments that are not the fields of one struct.
func (w *walker) notOneStruct(msg string, params []param, s site) (*schema.Node, []Problem) {
	if w.said.args != nil && !w.Receiver {
		msg = "args=request needs exactly one parameter that callers pass, and it must be a struct"
		if len(params) == 0 {
			s.pos = w.said.args.pos
		}
	}
	w.strangers(params)
	w.report(Problem{Rule: RuleArguments, Msg: msg, Pos: s.pos, Error: true})
	return w.finish(schema.NewUnresolved(msg, s.pos), "inputSchema", "")
}

// structBase returns the element type of a pointer type, through any number of
// pointers.
func structBase(t types.Type) types.Type {
	t = types.Unalias(t)
	for range maxDepth {
		p, ok := t.Underlying().(*types.Pointer)
		if !ok {
			break
		}
		t = types.Unalias(p.Elem())
	}
	return t
}

// fieldArguments returns the schema of arguments that are the fields of a struct
// variable. name is "" if it is the receiver.
func (w *walker) fieldArguments(v *types.Var, name string, s site) (*schema.Node, []Problem) {
	base := structBase(v.Type())
	s.addr = base != types.Unalias(v.Type())
	w.atRoot = true
	n := w.typ(base, s)
	if n.Kind == schema.Object && n.Get("type").StringValue() != "object" {
		msg := "the arguments are not an object: " + w.name(base) + " is read as " + withArticle(n.Get("type").StringValue())
		w.report(Problem{Rule: RuleArguments, Msg: msg, Pos: s.pos, Error: true})
		return w.finish(schema.NewUnresolved(msg, s.pos), "inputSchema", "")
	}
	n.Type = v.Type()
	var given []marker
	if n.Get("properties").Get(name) == nil {
		given = w.said.params[name]
	}
	if w.said.defaults != nil {
		given = append(slices.Clip(given), *w.said.defaults)
	}
	for _, m := range given {
		switch m.key {
		case "default":
			w.fieldDefaults(n, m)
		case "description":
		default:
			w.badMarker(m, "has no effect on %q, whose fields are the arguments; write it for a field", name)
		}
	}
	return w.finish(n, "inputSchema", "")
}

// fieldDefaults sets the defaults of n's properties from m, whose value is a JSON object
// or the name of a variable with a struct literal. Each member of the object, or field
// that the literal sets, is the default of the property with its name. A default in a
// field's tag takes precedence.
func (w *walker) fieldDefaults(n *schema.Node, m marker) {
	props := n.Get("properties")
	fail := func(format string, args ...any) {
		w.report(Problem{Rule: RuleDefault, Pos: m.pos, Msg: "default " + quoteShort(m.value) + " " + fmt.Sprintf(format, args...)})
	}
	v := w.named(m)
	switch {
	case props == nil:
		fail("has no effect here")
		return
	case v != nil && v.Reason != "":
		fail("is unresolved: %s", v.Reason)
		return
	}
	text, set := m.value, []string(nil)
	if v != nil {
		text, set = v.Value, v.Set
	}
	value, err := schema.Parse([]byte(text))
	if err != nil || value.Kind != schema.Object {
		fail("is neither a variable with a struct literal nor a JSON object")
		return
	}
	for i := 0; v != nil && i < len(v.Lost); i++ {
		if slices.Contains(set, v.Lost[i].Name) {
			fail("does not set %q: its value %s", v.Lost[i].Name, v.Lost[i].Text)
		}
	}
	for _, member := range value.Members {
		prop := props.Get(member.Name)
		if v != nil && !slices.Contains(set, member.Name) || prop != nil && prop.Get("default") != nil {
			continue
		}
		if prop == nil || !w.fits(member.Value, prop) {
			if prop == nil {
				fail("sets %q, which is not an argument", member.Name)
			} else {
				fail("sets %q to %s, which does not fit the schema of %s", member.Name, shorten(member.Value.String()), withArticle(w.kind(prop)))
			}
			continue
		}
		prop.Set("default", at(member.Value, m.pos))
		dropRequired(n, member.Name)
	}
}

// dropRequired removes a name from the list of required properties.
func dropRequired(n *schema.Node, name string) {
	list := n.Get("required")
	if list == nil {
		return
	}
	list.Elems = slices.DeleteFunc(list.Elems, func(e *schema.Node) bool { return e.Text == name })
	if len(list.Elems) == 0 {
		n.Delete("required")
	}
}
