package eval

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// Unseen code may change its arguments. Everything that it can reach is marked, so that
// no value derived from it counts as known.

// Escape marks values that are passed to unseen code.
func (m *Machine) Escape(args []value.Value, to string, pos token.Pos) {
	why := value.NewUnknown("passed to "+to+", which is not followed", pos, nil)
	m.handOver(args, why)
	m.MayCall(args, why)
}

// escapeTo is Escape for a function given by its key.
func (m *Machine) escapeTo(key string, args []value.Value, pos token.Pos) {
	why := value.NewUnknown("passed to "+ir.ShortKey(key)+", which is not followed", pos, nil)
	(&escapee{m: m, why: why, seen: map[*value.Cell]bool{}, decodes: writes(key)}).all(args)
	m.MayCall(args, why)
}

// handOver marks everything reachable from values as possibly written by unseen code.
func (m *Machine) handOver(vals []value.Value, why *value.Unknown) {
	(&escapee{m: m, why: why, seen: map[*value.Cell]bool{}}).all(vals)
}

// all marks everything reachable from vals.
func (e *escapee) all(vals []value.Value) {
	defer e.m.walk()()
	for _, v := range vals {
		e.visit(v, false)
		if u, ok := v.(*value.Unknown); ok {
			for _, v := range u.PointsTo {
				e.visit(v, false)
			}
		}
	}
}

// escapeExtern is Escape for a function given by name. Functions of the standard
// library and of SDKs only write through pointers to plain variables, and call their
// function arguments.
func (m *Machine) escapeExtern(f *value.Extern, args []value.Value, pos token.Pos) {
	m.Lib.HavocArgs(m, f, args, pos)
	if keeps(f) {
		m.keepAll(f.Key, append([]value.Value{f.Recv}, args...), pos)
	}
	if !harmless(f.Key) && !m.Env.Harmless(ir.PkgOf(f.Key)) {
		if f.Recv != nil {
			args = append([]value.Value{f.Recv}, args...)
		}
		m.escapeTo(f.Key, args, pos)
		return
	}
	why := value.NewUnknown("written to by "+ir.ShortKey(f.Key), pos, nil)
	for _, a := range args {
		switch x := a.(type) {
		case *value.Ptr:
			if value.Same(a, f.Recv) {
				break
			}
			switch x.C.Get().(type) {
			case *value.Const, *value.Slice, *value.Nil:
				m.Set(x.C, value.NewUnknown(why.Reason, pos, value.TypeOf(x.C.Get())))
			}
		case *value.Slice: // a buffer
			if st, ok := ir.Under(x.T).(*types.Slice); ok && ir.IsByte(st.Elem()) {
				(&escapee{m: m, why: why, seen: map[*value.Cell]bool{}}).visit(x, false)
			}
		}
	}
	m.MayCall(args, why)
	m.MayCall(m.methodsGiven(f.T, args, pos), why)
}

// escapee marks everything reachable from values that were passed to unseen code. A
// part of a definition that a dialect watches keeps its last known value; its
// registration reports that it is untraced.
type escapee struct {
	m    *Machine
	why  *value.Unknown
	seen map[*value.Cell]bool
	// visited are the visited values with parts, each with and without kept. havocked
	// maps values to their replacements, since a value may be a part of many others.
	visited  map[visited]bool
	havocked map[value.Value]value.Value
	seqs     []*value.MapSeq
	// decodes reports whether the code overwrites its argument completely, as
	// json.Unmarshal does, so that definitions do not keep their values either.
	decodes bool
}

// visit marks everything that a value leads to. The value itself is a copy.
func (e *escapee) visit(v value.Value, kept bool) {
	e.m.work(visitCost)
	if value.HasParts(v) {
		if e.visited[visited{v, kept}] {
			return
		}
		if e.visited == nil {
			e.visited = map[visited]bool{}
		}
		e.visited[visited{v, kept}] = true
	}
	switch v := v.(type) {
	case *value.Ptr:
		if kept {
			e.keep(v.C)
		} else {
			e.place(v.C)
		}
	case *value.Slice:
		e.m.work(len(v.Elems))
		for _, el := range v.Elems {
			if kept {
				e.visit(el.C.Get(), true)
			} else {
				e.place(el.C)
			}
		}
	case *value.Map:
		e.entries(v, kept)
	case *value.Struct:
		kept = kept || e.watched(v)
		e.parts(v.Parts, kept)
	case *value.Array:
		e.parts(v.Parts, kept)
	case *value.Native:
		switch s := v.Data.(type) { // the values that an iterator yields
		case *value.Slice:
			e.visit(s, kept)
		case *value.MapSeq:
			if !slices.Contains(e.seqs, s) {
				e.seqs = append(e.seqs, s)
				e.visit(e.m.Now(s, v.Pos), kept)
			}
		}
	case *value.Closure:
		e.visit(v.Recv, kept) // of a method value
	case *value.Unknown:
		for _, alt := range v.Alts {
			e.visit(alt, kept)
		}
	}
}

// visited is a value that was visited.
type visited struct {
	v    value.Value
	kept bool
}

// taint is tainted for a definition and for the definitions among its parts.
func (e *escapee) taint(s *value.Struct) *value.Struct {
	out := s.WithTaint(e.why)
	out.Parts = slices.Clone(out.Parts)
	for i, p := range out.Parts {
		if part, ok := p.(*value.Struct); ok && e.watched(part) {
			out.Parts[i] = e.taint(part)
		}
	}
	return out
}

func (e *escapee) watched(s *value.Struct) bool {
	return !e.decodes && s.T != nil && e.m.Env.Watch(s.T)
}

// entries marks a map: its entries may have been changed or deleted.
func (e *escapee) entries(mp *value.Map, kept bool) {
	if e.seen[mp.Obj] {
		return
	}
	e.seen[mp.Obj] = true
	st := mp.State()
	if !kept {
		e.m.Set(mp.Obj, e.havocEntries(st))
		return
	}
	for _, en := range st.Entries {
		e.visit(en.Val, true)
	}
	if st.Open == nil {
		e.m.Set(mp.Obj, &value.Entries{Entries: st.Entries, Open: e.why})
	}
}

// havocEntries returns the entries of a map that may have been written to.
func (e *escapee) havocEntries(st *value.Entries) *value.Entries {
	out := &value.Entries{Entries: slices.Clone(st.Entries), Open: st.Open}
	if out.Open == nil {
		out.Open = e.why
	}
	for i := range out.Entries {
		out.Entries[i].Val, _ = e.havoc(out.Entries[i].Val)
		out.Entries[i].Maybe = true
	}
	return out
}

// place marks a cell that may be written to.
func (e *escapee) place(c *value.Cell) {
	if e.seen[c] {
		return
	}
	e.seen[c] = true
	e.m.steps++
	if v, changed := e.havoc(c.Get()); changed {
		e.m.Set(c, v)
	}
}

// havoc returns the value of a cell that held v and may have been written to, and
// whether it differs from v. Pointers stay, because their targets are marked. A function
// becomes an unknown value with the function as an alternative, because the cell may
// hold another function.
func (e *escapee) havoc(v value.Value) (out value.Value, changed bool) {
	if value.HasParts(v) {
		if out, done := e.havocked[v]; done {
			return out, out != v
		}
		if e.havocked == nil {
			e.havocked = map[value.Value]value.Value{}
		}
		e.havocked[v] = v // in case it is a part of itself
		defer func() { e.havocked[v] = out }()
	}
	switch x := v.(type) {
	case *value.Const, *value.Nil, *value.TypeVal:
		return value.NewUnknown(e.why.Reason, e.why.Pos, value.TypeOf(v)), true
	case *value.Native:
		if x.Kind == value.JSONKind { // a text like any other
			return value.NewUnknown(e.why.Reason, e.why.Pos, x.T), true
		}
	case *value.Struct:
		if e.watched(x) {
			e.visit(x, true)
			return e.taint(x), true
		}
		out := *x
		if out.Rest == nil {
			out.Rest = e.why
		}
		out.Parts = e.havocParts(x.Parts)
		if out.Def != nil {
			out.Def.SetLast(&out)
		}
		return &out, true
	case *value.Array:
		out := *x
		out.Parts = e.havocParts(x.Parts)
		return &out, true
	case *value.Slice:
		out := *x
		out.IsNil = false
		if out.Open == nil {
			out.Open = e.why
		}
		e.visit(x, false)
		return &out, true
	case *value.Closure:
		e.visit(x, false)
		return value.Havoc(x, e.why), true
	case *value.Unknown:
		return e.havocAlts(x)
	}
	e.visit(v, false)
	return v, false
}

// parts visits the parts of a value that is a copy.
func (e *escapee) parts(ps value.Parts, kept bool) {
	for _, p := range ps {
		if c, ok := p.(*value.Cell); ok {
			p = c.Get()
		}
		e.visit(p, kept)
	}
}

// havocParts is havoc for the parts of a variable.
func (e *escapee) havocParts(ps value.Parts) value.Parts {
	out := make(value.Parts, len(ps))
	e.m.steps += len(ps)
	for i, p := range ps {
		switch p := p.(type) {
		case nil:
		case *value.Cell:
			e.place(p)
			out[i] = p
		default:
			out[i], _ = e.havoc(p)
		}
	}
	return out
}

// havocAlts is havoc for a variable with several alternatives.
func (e *escapee) havocAlts(u *value.Unknown) (value.Value, bool) {
	if len(u.Alts) == 0 {
		return u, false
	}
	out := &value.Unknown{Reason: e.why.Reason, Pos: e.why.Pos, T: u.T}
	e.m.steps += len(u.Alts)
	for _, alt := range u.Alts {
		if v, _ := e.havoc(alt); !value.Blank(v) { // otherwise it is like any unknown value
			out.AddAlt(v)
		}
	}
	out.AddAlt(value.NewUnknown(e.why.Reason, e.why.Pos, u.T))
	out.Settle()
	return out, true
}

// keep marks the target of a pointer in a definition.
func (e *escapee) keep(c *value.Cell) {
	if e.seen[c] {
		return
	}
	e.seen[c] = true
	e.m.steps++
	switch x := c.Get().(type) {
	case *value.Struct:
		if x.Rest != nil {
			v, _ := e.havoc(x) // for a parameter, forget what was written to it
			e.m.Set(c, v)
			return
		}
		e.m.Set(c, e.taint(x))
	case *value.Const, *value.Nil:
		e.m.Set(c, value.Havoc(x, e.why))
		return
	case *value.Slice:
		s := *x
		s.Open, s.IsNil = e.why, false
		e.m.Set(c, &s)
	}
	e.visit(c.Get(), true)
}

// writes reports whether a function of the standard library writes to more than the
// plain variables to which its arguments point.
func writes(key string) bool {
	name := key[strings.LastIndexByte(key, '.')+1:]
	switch ir.PkgOf(key) {
	case "sort", "container/heap":
		return true
	case "errors":
		return name == "As"
	case "slices", "maps":
		for _, prefix := range []string{"Sort", "Reverse", "Delete", "Compact", "Replace", "Insert", "Copy"} {
			if strings.HasPrefix(name, prefix) && !strings.HasPrefix(name, "Sorted") {
				return true
			}
		}
		return false
	case "flag":
		return strings.HasSuffix(name, "Var")
	}
	for _, prefix := range []string{"Unmarshal", "Decode", "Scan", "Sscan", "Fscan", "Read"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// tainted returns the value of a field of a struct that unseen code may have changed.
// Definitions keep the last known value; their registration reports that they are
// untraced.
func (m *Machine) tainted(s *value.Struct, v value.Value) value.Value {
	if s.Taint == nil || s.T != nil && m.Env.Watch(s.T) {
		return v
	}
	switch v.(type) {
	case *value.Const, *value.Nil:
		return value.NewUnknown(s.Taint.Reason, s.Taint.Pos, value.TypeOf(v))
	}
	return v
}
