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

// escapeTo is Escape for a function given by its key.
func (m *Machine) escapeTo(key string, args []value.Value, pos token.Pos) {
	why := value.NewUnknown("passed to "+ir.ShortKey(key)+", which is not followed", pos, nil)
	if writes(key) {
		m.Decode(args, why)
	} else {
		m.HandOver(args, why)
	}
	m.MayCall(args, why)
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
				m.HandOver([]value.Value{x}, why)
			}
		}
	}
	m.MayCall(args, why)
	m.MayCall(m.methodsGiven(f.T, args, pos), why)
}
