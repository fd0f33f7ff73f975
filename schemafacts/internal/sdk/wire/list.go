package wire

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/gojson"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// listed is an element of a list in the JSON form that encoding/json gives it.
type listed struct {
	value     value.Value
	doc, name *schema.Node
	strict    string // as in [tool.Tool]
	faults    []*value.Fault
	// maybe reports whether the element may be missing. why is nil unless code that may
	// change the element received it.
	maybe bool
	why   *value.Unknown
}

// early records the elements that a list had when it was made. open is the reason if
// the list may have had others, or nil.
type early struct {
	list []*listed
	open value.Value
}

// list emits the tools in v, the list that d defines.
func (b *bound) list(m *eval.Machine, d *value.Def, v value.Value) {
	now, open := b.elements(m, v), unlisted(v)
	if was, ok := b.early[d]; ok {
		open = was.open // code that received the list may encode it as it was
	}
	for _, l := range b.early[d].list {
		if better := find(now, l.name.Text); better == nil {
			now = append(now, l)
		} else if holes(better) > holes(l) {
			*better = *l
		}
	}
	d.Used = true
	for _, l := range now {
		b.emit(m, d.Pos, l)
	}
	if _, decoded := open.(*value.Unknown); decoded && d.Empty && len(now) == 0 {
		return // a response that a client reads
	}
	if open == nil {
		open = b.unnamed(m, v)
	}
	if open != nil {
		b.host.Nameless(&eval.Call{M: m, Pos: d.Pos}, DialectName, open)
	}
}

// unnamed returns the unknown value of an element or of its name, or nil if the names
// of all elements in a list are known.
func (b *bound) unnamed(m *eval.Machine, v value.Value) value.Value {
	for _, v := range value.Alternatives(v) {
		list, ok := v.(*value.Slice)
		if !ok {
			continue
		}
		for _, e := range list.Elems {
			for _, alt := range value.Alternatives(e.C.Get()) {
				if u, unknown := alt.(*value.Unknown); unknown && u.T != nil && b.form(jsonfields.Pointee(u.T)) >= aTool {
					return u
				}
				if l := b.read(m, alt); l != nil && l.name.Kind == schema.Unresolved && len(l.byName()) < len(value.Alternatives(nameIn(l.value))) {
					return value.NewUnknown(l.name.Text, l.name.Pos, nil)
				} else if s, ok := value.StructOf(alt); l == nil && ok && b.form(s.T) == aTool {
					if u, unknown := nameIn(s).(*value.Unknown); unknown {
						return u
					}
				}
			}
		}
	}
	return nil
}

// nameIn returns the value of the name in a struct or map that is encoded as a tool, or nil
// if it has none.
func nameIn(v value.Value) value.Value {
	if m, ok := v.(*value.Map); ok {
		var out value.Value
		m.Entries(func(k, v value.Value, _ bool) {
			switch name, _ := value.StringOf(k); name {
			case "name":
				out = v
			case "function":
				if inner := nameIn(v); inner != nil {
					out = inner
				}
			}
		})
		return out
	}
	s, ok := value.StructOf(v)
	if !ok {
		return nil
	}
	for _, f := range jsonfields.Of(s.Type()) {
		if len(f.Path) > 1 {
			continue
		}
		v := s.At(f.Path[0])
		if f.Name == "name" {
			return v
		}
		if f.Name == "function" {
			if inner := nameIn(v); inner != nil {
				return inner
			}
		}
	}
	return nil
}

// byName returns a tool with a known name, or one for each name that it may have. Each of these
// may be missing: the program has chosen another name, such as one that its user configures.
func (l *listed) byName() (out []*listed) {
	if l.name.Kind == schema.String {
		return []*listed{l}
	}
	for _, name := range value.Alternatives(nameIn(l.value)) {
		if text, ok := value.StringOf(name); ok && text != "" {
			t, doc := *l, *l.doc
			t.name, t.maybe = schema.NewString(text).At(value.PosOf(name)), true
			doc.Members = slices.Clone(doc.Members)
			doc.Set("name", t.name)
			t.doc = &doc
			out = append(out, &t)
		}
	}
	return out
}

// unlisted returns the unknown value in place of further elements of a list, or nil
// if all elements are known.
func unlisted(v value.Value) value.Value {
	switch v := v.(type) {
	case *value.Slice:
		if v.Open != nil {
			return v.Open
		}
	case *value.Unknown:
		if len(v.Alts) == 0 {
			return v
		}
		for _, alt := range v.Alts {
			if why := unlisted(alt); why != nil {
				return why
			}
		}
	}
	return nil
}

func find(list []*listed, name string) *listed {
	for _, l := range list {
		if l.name.Text == name {
			return l
		}
	}
	return nil
}

// emit emits an element of the list at pos as a tool.
func (b *bound) emit(m *eval.Machine, pos token.Pos, l *listed) {
	if l.name.Kind != schema.String {
		return // the name comes from the caller, which is evaluated as well
	}
	b.use(l.value)
	t := b.tool(l)
	t.RegPos, t.Traced, t.Conditional = pos, true, l.maybe
	t.Hops = []tool.Hop{{Pos: t.DefPos, Text: "defined"}, {Pos: pos, Text: "listed"}}
	if l.why != nil {
		t.Traced = false
		t.Hops = append(t.Hops, tool.Hop{Pos: l.why.Pos, Text: l.why.Reason})
	}
	b.host.EmitListed(&eval.Call{M: m, Pos: pos}, t)
}

// use marks the definition of a listed value as used. For a tool in OpenAI's form, it
// also marks the nested function.
func (b *bound) use(v value.Value) {
	if mp, ok := v.(*value.Map); ok && b.defs[mp.Obj] != nil {
		b.defs[mp.Obj].Used = true
	}
	s, ok := value.StructOf(v)
	if !ok {
		return
	}
	if s.Def != nil {
		s.Def.Used = true
	}
	for _, f := range jsonfields.Of(s.Type()) {
		if inner, ok := value.StructOf(s.At(f.Path[0])); ok && f.Name == "function" && len(f.Path) == 1 && inner.Def != nil {
			inner.Def.Used = true
		}
	}
}

// elements returns the tools with known names among the elements of a list.
func (b *bound) elements(m *eval.Machine, v value.Value) []*listed {
	var out []*listed
	add := func(v value.Value, maybe bool) {
		alts := value.Alternatives(v)
		for _, alt := range alts {
			l := b.read(m, alt)
			if l == nil {
				continue
			}
			for _, l := range l.byName() {
				l.maybe = l.maybe || maybe || len(alts) > 1
				out = append(out, l)
			}
		}
	}
	lists := value.Alternatives(v)
	for _, v := range lists {
		switch v := v.(type) {
		case *value.Slice:
			for _, e := range v.Elems {
				add(e.C.Get(), e.Maybe || len(lists) > 1)
			}
		case *value.Array:
			for i := range v.Len() {
				add(v.At(i), len(lists) > 1)
			}
		case *value.Native, *value.Const:
			for _, n := range b.print(m, v).doc.Elems {
				if doc, name, ok := document(n, false); ok {
					out = append(out, &listed{doc: doc, name: name, strict: strictAt(n), maybe: len(lists) > 1})
				}
			}
		}
	}
	return out
}

// read returns the tool as which a value is encoded, or nil if the value is not a
// tool.
func (b *bound) read(m *eval.Machine, v value.Value) *listed {
	v = b.chosen(v)
	switch v.(type) {
	case nil, *value.Nil, *value.Unknown, *value.Closure, *value.Extern:
		return nil
	}
	l := b.print(m, v)
	is := none
	s, isStruct := value.StructOf(v)
	if isStruct {
		is = b.form(s.T)
		l.lower(s.T)
	}
	doc, name, ok := document(l.doc, is == forced || is >= aTool && ofVendor(s.T))
	if !ok && is >= aTool && is != aList {
		if l.doc.Kind == schema.Unresolved {
			doc, name, ok = document(named(s, l.doc), true)
		} else {
			doc, name, ok = bare(l.doc)
		}
	}
	if !ok {
		return nil
	}
	l.strict, l.doc, l.name = strictAt(l.doc), doc, name
	return l
}

// lower gives the members of a tool of a type without tags the names that the client gives them.
// Other members, such as a handler, are not sent.
func (l *listed) lower(t types.Type) {
	if l.doc.Kind != schema.Object || !ofVendor(t) {
		return
	}
	doc := *l.doc
	doc.Members = nil
	for _, m := range l.doc.Members {
		name := memberName(t, m.Name)
		if name == m.Name || isMember(name) || slices.Contains(schemaNames, name) {
			doc.Members = append(doc.Members, schema.Member{Name: name, Value: m.Value})
			continue
		}
		l.faults = slices.DeleteFunc(l.faults, func(f *value.Fault) bool { return f.Hole == m.Value })
	}
	l.doc = &doc
}

// ofVendor reports whether a type belongs to the client library of a model vendor.
// The members of such types have only the vendor's meaning.
func ofVendor(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Pkg() != nil && ofClient(named.Obj().Pkg().Path())
}

// chosen returns the only field that is set in a struct that is encoded as one of its
// fields. It returns v if the field is unknown or v is any other value.
func (b *bound) chosen(v value.Value) value.Value {
	s, ok := value.StructOf(v)
	if !ok || b.form(s.T) != aChoice {
		return v
	}
	var only value.Value
	for i := range s.NumFields() {
		f := s.At(i)
		if inner, ok := value.StructOf(f); ok && b.form(inner.T) == aTool && only == nil {
			only = f
		} else if !value.IsZero(f) {
			return v
		}
	}
	if only == nil {
		return v
	}
	return only
}

// named returns the document of a tool of which only the name is known, because its
// MarshalJSON method cannot be followed.
func named(s *value.Struct, why *schema.Node) *schema.Node {
	doc := schema.NewObject().At(s.Pos)
	name := nameIn(s)
	if text, ok := value.StringOf(name); ok {
		doc.Set("name", schema.NewString(text).At(value.PosOf(name)))
	}
	for _, part := range []string{"description", "inputSchema"} {
		doc.Set(part, schema.NewUnresolved(why.Text, why.Pos))
	}
	doc.Doubt(why.Text, why.Pos).More = true // such as strict, or annotations
	return doc
}

func (b *bound) print(m *eval.Machine, v value.Value) *listed {
	e := &gojson.Encoder{M: m, KeepTainted: true}
	l := &listed{value: v, doc: e.Encode(v), faults: e.Faults}
	if s, ok := value.StructOf(v); ok {
		l.why = s.Tainted()
	}
	return l
}

// tool returns a tool with the fields that listed and untraced tools share.
func (b *bound) tool(l *listed) *tool.Tool {
	t := &tool.Tool{Name: l.name.Text, Dialect: DialectName, NamePos: l.name.Pos, DefPos: value.PosOf(l.value), Doc: l.doc, Strict: l.strict}
	if !t.DefPos.IsValid() {
		t.DefPos = l.name.Pos
	}
	sdk.Unlisted(t, l.doc, l.faults)
	if s, ok := value.StructOf(l.value); ok {
		if named, ok := types.Unalias(s.T).(*types.Named); ok && b.host.Forced(named.Obj()) {
			t.WireType = named.Obj().Pkg().Path() + "." + named.Obj().Name()
		}
		if s.Def != nil {
			t.DefPos = s.Def.Pos
		}
		b.handler(t, s)
	}
	return t
}

// handler sets the handler of a tool to the function in its struct, if there is
// exactly one.
func (b *bound) handler(t *tool.Tool, s *value.Struct) {
	for i := range s.NumFields() {
		switch v := b.Wrapped(s.At(i)).(type) {
		case *value.Closure, *value.Extern:
			if t.HandlerPos.IsValid() {
				t.HandlerPos, t.Handler = token.NoPos, ""
				return // there are several
			}
			t.HandlerPos, t.Handler = value.PosOf(v), value.FuncKey(v)
		}
	}
}
