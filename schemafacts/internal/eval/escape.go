package eval

import (
	"go/token"
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// Unseen code may change its arguments. Everything that it can reach is marked, so that
// no value derived from it counts as known.

// Escape marks values that are passed to unseen code.
func (m *Machine) Escape(args []value.Value, to string, pos token.Pos) {
	why := value.NewUnknown("passed to "+to+", which is not followed", pos, nil)
	m.HandOver(args, why)
	m.MayCall(args, why)
}

// escapeTo is Escape for a function given by its key. recv is nil if it has no receiver.
func (m *Machine) escapeTo(key string, recv value.Value, args []value.Value, pos token.Pos) {
	why := value.NewUnknown("passed to "+ir.ShortKey(key)+", which is not followed", pos, nil)
	all := args
	if recv != nil {
		all = append([]value.Value{recv}, args...)
	}
	if e := m.effect(key); e.Kind == Writes {
		m.Decode(e.written(all, args), why)
	} else {
		m.HandOver(all, why)
		m.keepStored(m.code().Kept(key, all), why)
	}
	m.MayCall(all, why)
}

// keepStored makes everything unknown, permanently, that stored values lead to, and the package
// variables to which functions among them may write: code that is not followed may call them at
// any time.
func (m *Machine) keepStored(vals []value.Value, why *value.Unknown) {
	if len(vals) == 0 {
		return
	}
	for _, c := range m.Keep(vals, why).Funcs {
		for _, key := range m.code().Overwritten(c.Fn) {
			m.Keep([]value.Value{&value.Ptr{C: m.global(key, why.Pos)}}, why)
		}
	}
}

// escapeExtern is Escape for a function of which only the name is known.
func (m *Machine) escapeExtern(f *value.Extern, args []value.Value, pos token.Pos) {
	why := value.NewUnknown("written to by "+ir.ShortKey(f.Key), pos, nil)
	switch {
	case isStd(f.Key):
		m.escapeStd(f, args, why)
	case m.Env.Harmless(ir.PkgOf(f.Key)):
		m.writeVariables(f, args, why)
	default:
		m.escapeTo(f.Key, f.Recv, args, pos)
		m.forgetWritten(f.Key, pos)
		return
	}
	m.MayCall(args, why)
	m.MayCall(m.methodsGiven(f.T, args, pos), why)
}

// escapeStd is Escape for a function of the standard library without a model.
func (m *Machine) escapeStd(f *value.Extern, args []value.Value, why *value.Unknown) {
	all := args
	if f.Recv != nil {
		all = append([]value.Value{f.Recv}, args...)
	}
	switch e := m.Lib.Effect(f.Key); {
	case e.Kind == Writes:
		m.Decode(e.written(all, args), why)
	case e.Kind == Keeps:
		m.keepAll(f.Key, all, why.Pos)
	}
	m.MayRead(all, why)
	m.MayCallNow(f.Key, args, why)
	m.mayCallGiven(f.Key, f.T, args, why)
}

// writeVariables makes the plain variables and buffers unknown to which arguments point.
// A function of an SDK writes to nothing else.
func (m *Machine) writeVariables(f *value.Extern, args []value.Value, why *value.Unknown) {
	for _, a := range args {
		switch x := a.(type) {
		case *value.Ptr:
			if value.Same(a, f.Recv) {
				break
			}
			switch x.C.Get().(type) {
			case *value.Const, *value.Slice, *value.Nil:
				m.Set(x.C, value.NewUnknown(why.Reason, why.Pos, value.TypeOf(x.C.Get())))
			}
		case *value.Slice: // a buffer
			if st, ok := ir.Under(x.T).(*types.Slice); ok && ir.IsByte(st.Elem()) {
				m.HandOver([]value.Value{x}, why)
			}
		}
	}
}
