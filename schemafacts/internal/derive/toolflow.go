package derive

import (
	"go/types"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// This file finds what flows into the parts of the definitions in a function. It follows
// local variables without regard to the order of statements, and the arguments of calls.

// definition is a literal of a tool, a call that makes one, or the assignments to the
// fields of a type of tools.
type definition []part

// part is a field or argument of a definition.
type part struct {
	name string
	text bool // its type is string
	in   *scope
	from []*ir.Node
	// read are the fields and methods of possible tool types from which it is made, by
	// type. param reports whether a parameter of the function flows into it.
	read  map[types.Type]map[string]bool
	param bool
}

// scope is a function or a function literal in it.
type scope struct {
	fn     *ir.Func
	parent *scope
}

// definitions finds the definitions in a function: values of a type that defines holds
// for, and calls for which makes holds.
func (t *toolTypes) definitions(in *scope, makes func(*ir.Node) bool, defines func(types.Type) bool) []definition {
	var out []definition
	fields := map[types.Type]definition{} // that are assigned
	ir.Walk(in.fn.Body, func(n *ir.Node) bool {
		switch n.Op {
		case ir.OpClosure:
			out = append(out, t.definitions(&scope{n.Fn, in}, makes, defines)...)
			return false
		case ir.OpComposite:
			if defines(n.Type) {
				out = append(out, elements(in, n))
			}
		case ir.OpCall:
			if makes(n) {
				out = append(out, arguments(in, n))
			}
		case ir.OpAssign:
			for i, target := range n.Targets() {
				if typ := assigned(target, defines); typ != nil && len(n.Values()) == len(n.Targets()) {
					fields[typ] = append(fields[typ], part{name: target.Name, text: isText(target.Type), in: in, from: n.Values()[i : i+1]})
				}
			}
		}
		return true
	})
	for _, d := range fields {
		out = append(out, d)
	}
	for _, d := range out {
		for i := range d {
			f := &flow{t: t, part: &d[i], seen: map[slotOf]bool{}}
			d[i].read = map[types.Type]map[string]bool{}
			f.follow(d[i].in, d[i].from...)
		}
	}
	return out
}

// assigned returns the type of tools that has the field to which an expression refers. The
// field may be in another field, such as the nested function of OpenAI's form. It returns nil
// for any other expression.
func assigned(target *ir.Node, defines func(types.Type) bool) types.Type {
	for target.Op == ir.OpField {
		target = target.X()
		if typ := jsonfields.Pointee(target.Type); defines(typ) {
			return typ
		}
	}
	return nil
}

// elements returns the parts of a composite literal.
func elements(in *scope, n *ir.Node) (d definition) {
	st, _ := ir.Under(n.Type).(*types.Struct)
	for _, e := range n.Kids {
		p := part{name: e.Name, in: in, from: e.Kids}
		switch {
		case st == nil && len(e.Kids) == 2: // of a map
			p.name, p.from, p.text = "", e.Kids[1:], isText(e.Kids[1].Type)
		case st != nil:
			for f := range st.Fields() {
				p.text = p.text || f.Name() == e.Name && isText(f.Type())
			}
		}
		d = append(d, p)
	}
	return d
}

// arguments returns the parts of a call. The elements of a map are parts themselves.
func arguments(in *scope, n *ir.Node) (d definition) {
	for _, arg := range n.Args() {
		if _, isMap := ir.Under(arg.Type).(*types.Map); isMap && arg.Op == ir.OpComposite {
			d = append(d, elements(in, arg)...)
			continue
		}
		d = append(d, part{text: isText(arg.Type), in: in, from: []*ir.Node{arg}})
	}
	return d
}

// holdsText reports whether values of a type are texts, or value objects that hold nothing else.
func holdsText(t types.Type) bool {
	st, ok := ir.Under(t).(*types.Struct)
	return isText(t) || ok && st.NumFields() == 1 && isText(st.Field(0).Type())
}

func isText(t types.Type) bool { return t != nil && ir.IsString(ir.Under(t)) }

// isMadeOf reports whether a definition is made of a value of a type: a text of it is, and, unless
// the value declares itself as a tool, at least one other part.
func (d definition) isMadeOf(t *toolTypes, typ types.Type, itself bool) bool {
	text, parts := false, 0
	members := map[string]bool{}
	for _, p := range d {
		if len(p.read[typ]) > 0 {
			parts++
		}
		text = text || p.readsText(t, typ, 0)
		for name := range p.read[typ] {
			members[name] = true
			if nested := origin(jsonfields.Pointee(memberType(typ, name))); slices.ContainsFunc(d, func(p part) bool { return p.readsText(t, nested, 1) }) {
				members[name+"."] = true // a struct that has several parts
			}
		}
	}
	return text && (itself || parts > 1 && len(members) > 1)
}

// readsText reports whether a part is a text of a value of a type that may be a tool type, or of
// such a value in it.
func (p part) readsText(t *toolTypes, typ types.Type, depth int) bool {
	if !p.text || depth > 2 || typ == nil || !t.isToolType(typ) {
		return false
	}
	for name := range p.read[typ] {
		result := memberType(typ, name)
		if name == "" && depth > 0 || holdsText(result) || p.readsText(t, origin(jsonfields.Pointee(result)), depth+1) {
			return true
		}
	}
	return false
}

// memberType returns the type of a field, or of the result of a method without parameters,
// or nil.
func memberType(typ types.Type, name string) types.Type {
	switch obj, _, _ := types.LookupFieldOrMethod(typ, true, typ.(*types.Named).Obj().Pkg(), name); obj := obj.(type) {
	case *types.Var:
		return obj.Type()
	case *types.Func:
		if sig := obj.Signature(); sig.Params().Len() == 0 && sig.Results().Len() == 1 {
			return sig.Results().At(0).Type()
		}
	}
	return nil
}

// flow follows what flows into one part.
type flow struct {
	t    *toolTypes
	part *part
	seen map[slotOf]bool
}

type slotOf struct {
	fn   *ir.Func
	slot int
}

// follow records what flows into expressions.
func (f *flow) follow(in *scope, exprs ...*ir.Node) {
	for _, e := range exprs {
		ir.Walk(e, func(n *ir.Node) bool {
			switch n.Op {
			case ir.OpField:
				f.member(n.X().Type, n.Name)
			case ir.OpMethod:
				f.member(n.X().Type, n.Name[strings.LastIndexByte(n.Name, '.')+1:])
			case ir.OpCall:
				for _, arg := range n.Args() {
					f.member(arg.Type, "") // the callee may read any part
				}
			case ir.OpLocal:
				f.local(in, n.Int)
			case ir.OpClosure:
				return false
			}
			return true
		})
	}
}

func (f *flow) member(of types.Type, name string) {
	if of = origin(jsonfields.Pointee(of)); of == nil || !f.t.isToolType(of) {
		return
	}
	if f.part.read[of] == nil {
		f.part.read[of] = map[string]bool{}
	}
	f.part.read[of][name] = true
}

// local follows everything that is assigned to a local variable, or that a call may write
// to it.
func (f *flow) local(in *scope, slot int) {
	for _, c := range in.fn.Captures {
		if c[1] == slot && in.parent != nil {
			f.local(in.parent, c[0])
			return
		}
	}
	if f.seen[slotOf{in.fn, slot}] {
		return
	}
	f.seen[slotOf{in.fn, slot}] = true
	f.part.param = f.part.param || in.parent == nil && slices.ContainsFunc(in.fn.Params, func(p ir.Param) bool { return p.Slot == slot })
	is := func(n *ir.Node) bool { return (n.Op == ir.OpLocal || n.Op == ir.OpDeclare) && n.Int == slot }
	ir.Walk(in.fn.Body, func(n *ir.Node) bool {
		switch n.Op {
		case ir.OpClosure:
			return false
		case ir.OpDeclare:
			if is(n) {
				f.follow(in, n.Kids...)
			}
		case ir.OpAssign:
			for _, target := range n.Targets() {
				for target.Op == ir.OpField || target.Op == ir.OpIndex || target.Op == ir.OpDeref {
					target = target.X()
				}
				if is(target) {
					f.follow(in, n.Values()...)
				}
			}
		case ir.OpRange:
			if is(n.Key()) || is(n.Elem()) {
				f.follow(in, n.X())
			}
		case ir.OpCall:
			for _, arg := range n.Args() {
				if arg.Op == ir.OpAddr && is(arg.X()) {
					f.follow(in, n.Args()...)
				}
			}
		}
		return true
	})
}
