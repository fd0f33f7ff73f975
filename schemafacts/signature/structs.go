package signature

import (
	"cmp"
	"go/types"

	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// structure returns the schema of a struct.
func (w *walker) structure(t types.Type, s site) *schema.Node {
	n := schema.NewObject()
	props, required := schema.NewObject().At(s.pos), schema.NewArray().At(s.pos)
	for _, f := range jsonfields.Of(t) {
		if f.Fixed && !w.out {
			continue // the decoder refuses the key
		}
		w.below("/properties/"+schema.EscapeToken(f.Name), func() {
			prop, needed := w.field(f, s)
			if prop == nil {
				return
			}
			props.Set(f.Name, prop)
			if needed {
				required.Elems = append(required.Elems, schema.NewString(f.Name).At(f.Var.Pos()))
			}
		})
	}
	n.Set("type", schema.NewString("object"))
	n.Set("properties", props)
	if len(required.Elems) > 0 {
		n.Set("required", required)
	}
	n.Set("additionalProperties", schema.NewBool(false))
	return n
}

// field returns the schema of a field. needed reports whether the field is always
// present.
func (w *walker) field(f jsonfields.Field, s site) (n *schema.Node, needed bool) {
	m := w.tagMarkers(f)
	if m.skip {
		return nil, false
	}
	argument := w.atRoot && w.path == "/properties/"+schema.EscapeToken(f.Name)
	if argument {
		m.override(w.said.params[f.Name])
	}
	if m.find("description") == nil {
		if text := w.fieldComment(f, s); text != "" {
			m.describe(text, f.Var.Pos())
		} else if text := cmp.Or(w.doc.Param(f.Name), w.doc.Param(f.Var.Name())); argument && text != "" {
			m.describe(text, w.Pos)
		}
	}
	owner, within := f.Owner, f.Var.Name()
	if owner == nil {
		owner, within = s.owner, s.within+"."+f.Var.Name()
	}
	at := site{pos: f.Var.Pos(), addr: w.out && (s.addr || f.Pointer), owner: owner, within: within}
	if !w.out {
		needed = !f.Pointer && !f.OmitEmpty && !f.OmitZero
		n, needed = w.property(f.Var.Type(), at, f.Quoted, m, needed)
		return n, needed
	}
	n = w.promise(w.raw(f.Var.Type(), at, f.Quoted), m)
	omitted := f.OmitZero || f.OmitEmpty && omittable(f.Var.Type())
	if w.writesNull(f.Var.Type(), at.addr) && !w.nullOmitted(f) {
		n = admitNull(n)
	}
	n = w.annotate(n, m)
	n.Pos, n.Type = f.Var.Pos(), f.Var.Type()
	return n, !omitted && !f.Pointer
}

// nullOmitted reports whether the options of a field omit values that would be
// written as null. A slice or map type may define its own zero value with a method
// IsZero.
func (w *walker) nullOmitted(f jsonfields.Field) bool {
	if f.OmitEmpty {
		return true
	}
	switch f.Var.Type().Underlying().(type) {
	case *types.Pointer, *types.Interface:
		return f.OmitZero
	}
	return f.OmitZero && !implements(types.Unalias(f.Var.Type()), isZeroer)
}

// property returns the schema of a parameter or of an input field with its markers,
// and whether it is required. needed is the answer if no marker decides.
func (w *walker) property(t types.Type, s site, quoted bool, m *markers, needed bool) (*schema.Node, bool) {
	base, pointer := t, false
	for range maxDepth {
		p, ok := base.Underlying().(*types.Pointer)
		if !ok {
			break
		}
		base, pointer, s.addr = types.Unalias(p.Elem()), true, true
	}
	n := w.raw(base, s, quoted)
	n = w.constrain(n, m)
	if k := m.find("nullable"); k != nil && !pointer && w.refusesNull(base, s.addr) {
		w.badMarker(*k, "does not fit %s, which rejects null", w.name(base))
	} else if pointer && w.opts.Nullable || m.has("nullable") || m.defaultNull() && isNilable(t) {
		n = orNull(n)
	}
	m.null = isNilable(t) || m.has("nullable")
	if pointer && w.opts.Nullable && m.find("default") == nil && !m.has("required") {
		// What the decoder leaves there.
		m.list = append(m.list, marker{key: "default", value: "null", pos: s.pos})
	}
	n = w.annotate(n, m)
	n.Pos, n.Type = s.pos, t
	if k := m.find("optional"); k != nil && m.has("required") {
		w.badMarker(*k, "contradicts required")
	}
	needed = needed && !pointer && m.find("default") == nil && !m.has("optional") || m.has("required")
	return n, needed
}

// isNilable reports whether the decoder sets a value of t to nil for null.
func isNilable(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map, *types.Interface:
		return true
	}
	return false
}

// refusesNull reports whether decoding null into a value of t fails. Of the types whose
// JSON form is known, only slog.Level has an unmarshaling method that does not ignore
// null.
func (w *walker) refusesNull(t types.Type, addr bool) bool {
	f, fn := w.method(t, addr)
	if f != custom || fn == nil {
		return false
	}
	recv := jsonfields.Named(fn.Signature().Recv().Type())
	return recv != nil && jsonfields.Qualified(recv) == "log/slog.Level"
}

// raw returns the schema of a type without null. If quoted is set, it describes the
// value as text, as the option string requires.
func (w *walker) raw(t types.Type, s site, quoted bool) *schema.Node {
	if !quoted {
		return w.typ(t, s)
	}
	base := jsonfields.Pointee(t)
	if base != types.Unalias(t) {
		s.addr = true
	}
	if f, fn := w.method(base, s.addr); f != plain {
		n := w.byMethod(base, f, fn, s)
		if !w.out { // the encoder applies the option only to some kinds
			n = quoteMethod(n, s)
		}
		w.place(n, t, s.pos)
		return n
	}
	n := w.quote(base, s)
	w.place(n, t, s.pos)
	return n
}

// Texts that hold a JSON value each.
const (
	quotedInteger  = `^-?[0-9]+$`
	quotedUnsigned = `^[0-9]+$`
	quotedNumber   = `^-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?$`
	quotedString   = `^"([^"\\\x00-\x1f]|\\(["\\/bfnrt]|u[0-9a-fA-F]{4}))*"$`
)

// quoteMethod returns the schema of strings that contain the JSON of values that n
// describes, if a method determines the JSON form.
func quoteMethod(n *schema.Node, s site) *schema.Node {
	if n.Get("type").StringValue() != "string" {
		return schema.NewUnresolved("the json option string of a type with its own methods", s.pos)
	}
	out := schema.NewObject()
	out.Set("type", schema.NewString("string"))
	out.Set("pattern", schema.NewString(quotedString))
	return out
}

// quote returns the schema of strings that contain the JSON of a value of a basic
// type.
func (w *walker) quote(t types.Type, s site) *schema.Node {
	n := schema.NewObject()
	n.Set("type", schema.NewString("string"))
	inner := schema.NewObject()
	b, _ := t.Underlying().(*types.Basic)
	switch info := b.Info(); {
	case info&types.IsBoolean != 0:
		n.Set("enum", schema.NewStrings("true", "false"))
	case jsonfields.Qualified(t) == "encoding/json.Number", info&types.IsFloat != 0:
		n.Set("pattern", schema.NewString(quotedNumber))
	case w.enum(inner, t):
		n.Set("enum", texts(inner.Get("enum")))
	case info&types.IsString != 0:
		n.Set("pattern", schema.NewString(quotedString))
	case info&types.IsUnsigned != 0:
		n.Set("pattern", schema.NewString(quotedUnsigned))
	default:
		n.Set("pattern", schema.NewString(quotedInteger))
	}
	return n
}

// texts returns the JSON texts of values, as strings.
func texts(values *schema.Node) *schema.Node {
	list := schema.NewArray()
	for _, e := range values.Elems {
		list.Elems = append(list.Elems, schema.NewString(e.String()))
	}
	return list
}

// fieldComment returns the comment above a field, or else the one after it.
func (w *walker) fieldComment(f jsonfields.Field, s site) string {
	owner, name := f.Owner, f.Var.Name()
	if owner == nil {
		owner, name = s.owner, s.within+"."+f.Var.Name()
	}
	if owner == nil {
		if w.out {
			return ""
		}
		return w.paramComment(name)
	}
	info := w.typeInfo(owner)
	if info == nil {
		return ""
	}
	for _, c := range info.Fields {
		if c.Name == name {
			return c.Text
		}
	}
	return ""
}
