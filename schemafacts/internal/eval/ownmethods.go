package eval

import (
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// MayRead makes everything unknown to which a method in [ir.OwnMethods] may write, if vals or
// a value that they lead to has the method.
func (m *Machine) MayRead(vals []value.Value, why *value.Unknown) {
	writing := m.code().Writing(ir.OwnMethods)
	if len(writing) == 0 || len(m.stack) == 0 {
		return // as in nearly all programs
	}
	r := value.ReachedFrom()
	var visit func(v value.Value)
	visit = func(v value.Value) {
		if v == nil {
			return
		}
		for _, x := range value.Targets(v) {
			for _, name := range ir.OwnMethods {
				if key, _, ok := MethodKey(value.TypeOf(x), name); ok && writing[key] {
					m.mayCallMethod(x, name, key, why)
				}
			}
			for _, p := range value.PartsOf(x) {
				if _, boxed := p.(*value.Cell); !boxed && p != nil {
					visit(p)
				}
			}
		}
		r.Value(v)
	}
	for _, v := range vals {
		visit(v)
	}
	maps := 0
	for i := 0; i < len(r.Cells) || maps < len(r.Maps); {
		if i < len(r.Cells) {
			visit(r.Cells[i].Get())
			i++
			continue
		}
		r.Maps[maps].Entries(func(_, v value.Value, _ bool) { visit(v) })
		maps++
	}
	m.work(r.Visits)
}

// mayCallMethod makes everything unknown to which a method of v may write.
func (m *Machine) mayCallMethod(v value.Value, name, key string, why *value.Unknown) {
	if f, ok := m.Dispatch(v, &ir.Node{Name: name, Pos: why.Pos}).(*value.Closure); ok && f.Fn.Body != nil {
		m.mayRun(f, why, nil, nil)
	} else {
		m.methodWrites(v, key, why)
	}
}

// methodWrites makes everything unknown to which a method of v without a program may write.
func (m *Machine) methodWrites(v value.Value, key string, why *value.Unknown) {
	if m.code().WritesReceiver(key) {
		m.HandOver([]value.Value{v}, why)
	}
	m.Keep(m.code().Kept(key, []value.Value{v}), why)
	m.forgetGlobals(m.code().Written(key), why)
}

// MayCallNow makes everything unknown to which the method values among args may write. The
// function with the key calls them before it returns. Handlers of requests run later.
func (m *Machine) MayCallNow(key string, args []value.Value, why *value.Unknown) {
	if len(m.stack) == 0 || ir.PkgOf(key) == "net/http" {
		return
	}
	for _, a := range args {
		for _, f := range value.Targets(a) {
			switch f := f.(type) {
			case *value.Closure:
				if f.Recv != nil && f.Fn.Body != nil {
					m.mayRun(f, why, nil, nil)
				} else if f.Recv != nil {
					m.methodWrites(f.Recv, f.Fn.Key, why)
				}
			case *value.Extern:
				if f.Recv != nil {
					m.methodWrites(f.Recv, f.Key, why)
				} else {
					m.forgetGlobals(m.code().Written(f.Key), why)
				}
			}
		}
	}
}
