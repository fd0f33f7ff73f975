package generate

import (
	"fmt"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/schemavet/schemavet/schemafacts/schema"
	"github.com/schemavet/schemavet/schemafacts/signature"
)

// describe returns the current tool for the templates.
func (w *writer) describe() *tool {
	fn := w.tool.Func
	t := &tool{ID: identifier(fn), Name: strconv.Quote(w.tool.Name), Func: display(fn)}
	if fn.Signature().TypeParams().Len() > 0 || fn.Signature().RecvTypeParams().Len() > 0 {
		w.refuse(fn.Pos(), "it is generic")
		return t
	}
	t.Input = w.literal(w.tool.Input, "the input schema")
	if w.tool.Description != "" {
		t.Description = goString(w.tool.Description)
	}
	if w.tool.Output != nil {
		t.Output = w.literal(w.tool.Output, "the output schema")
	}
	params, results := signature.Roles(w.tool.function(), w.Options)
	w.results(t, results) // what follows the call
	w.call(t, params)
	return t
}

// function returns the function as package signature describes it.
func (t *Tool) function() signature.Func {
	return signature.Func{Object: t.Func, OneStruct: t.OneStruct, Receiver: t.Receiver}
}

// literal returns a schema as a literal of Go. One with holes is refused, and
// one that the SDK's validator cannot read.
func (w *writer) literal(n *schema.Node, what string) string {
	for _, h := range n.Holes() {
		part := what
		if h.Path != "" {
			part += " at " + h.Path
		}
		w.refuse(h.Pos, "%s is unresolved: %s", part, h.Reason)
	}
	n.Walk(func(_ string, m *schema.Node) bool {
		if p := m.Get("pattern"); p != nil && p.Kind == schema.String {
			if _, err := regexp.Compile(p.Text); err != nil {
				w.refuse(p.Pos, "the SDK's validator cannot read the pattern %q", p.Text)
			}
		}
		return true
	})
	return goString(strings.TrimSpace(string(n.Canonical())))
}

// goString returns a text as a literal, as it stands if that is possible.
func goString(s string) string {
	if strings.Contains(s, "\n") && !strings.ContainsAny(s, "`\r\ufeff") && strconv.CanBackquote(strings.NewReplacer("\n", "", "\t", "").Replace(s)) {
		return "`" + s + "`"
	}
	return strconv.Quote(s)
}

// identifier returns a part of names in the file: SearchIn, DeskSearch.
func identifier(fn *types.Func) string {
	name := upper(fn.Name())
	if recv := receiver(fn); recv != nil {
		name = upper(recv.Obj().Name()) + name
	}
	return name
}

func upper(s string) string {
	for i, r := range s {
		return string(unicode.ToUpper(r)) + s[i+len(string(r)):]
	}
	return s
}

func display(fn *types.Func) string {
	recv := fn.Signature().Recv()
	if recv == nil {
		return fn.Name()
	}
	t := types.TypeString(recv.Type(), func(*types.Package) string { return "" })
	if strings.HasPrefix(t, "*") {
		t = "(" + t + ")"
	}
	return t + "." + fn.Name()
}

func receiver(fn *types.Func) *types.Named {
	if recv := fn.Signature().Recv(); recv != nil {
		return named(recv.Type())
	}
	return nil
}

func named(t types.Type) *types.Named {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, _ := t.(*types.Named)
	return n
}

// call writes the arguments and the call.
func (w *writer) call(t *tool, roles []signature.Role) {
	fn := w.tool.Func
	sig := fn.Signature()
	var args []string
	for i, role := range roles {
		v := sig.Params().At(i)
		switch role {
		case signature.Argument:
			t.Args = append(t.Args, arg{v.Name(), w.typeName(v.Type())})
			a := "in." + v.Name()
			if sig.Variadic() && i == len(roles)-1 {
				a += "..."
			}
			args = append(args, a)
		case signature.Arguments:
			t.All = &arg{v.Name(), w.typeName(v.Type())}
			args = append(args, "in")
		default:
			args = append(args, w.passed(t, v, role))
		}
	}
	f := fn.Name()
	switch recv := receiver(fn); {
	case w.tool.Receiver:
		t.All = &arg{"in", w.typeName(fn.Signature().Recv().Type())}
		for _, name := range unfilled(recv) {
			t.Before = append(t.Before, fmt.Sprintf("in.%[1]s = deps.%[2]s.%[1]s", name, w.dep(recv).Name))
		}
		f = "in." + f
	case recv != nil:
		f = "deps." + w.dep(recv).Name + "." + f
	}
	t.Call += f + "(" + strings.Join(args, ", ") + ")"
}

// passed returns what the program passes for a parameter.
func (w *writer) passed(t *tool, v *types.Var, role signature.Role) string {
	switch role {
	case signature.Configured:
		d := w.dep(named(v.Type()))
		_, pointer := types.Unalias(v.Type()).(*types.Pointer)
		switch {
		case d.pointer && !pointer:
			return "*deps." + d.Name
		case !d.pointer && pointer:
			return "&deps." + d.Name
		}
		return "deps." + d.Name
	case signature.Session:
		short := types.TypeString(v.Type(), func(p *types.Package) string { return p.Name() })
		if expr := w.session[short]; expr != "" {
			return expr
		}
		short = types.TypeString(types.Unalias(v.Type()), func(p *types.Package) string { return p.Name() })
		if expr := w.session[short]; expr != "" {
			return expr
		}
	case signature.Progress:
		if expr := w.reporter(t, v); expr != "" {
			return expr
		}
	default:
		if qualified(v.Type()) == "context.Context" {
			return "ctx"
		}
	}
	w.refuse(v.Pos(), "parameter %q of type %s cannot be had from a call of %s", v.Name(), types.TypeString(v.Type(), (*types.Package).Name), w.SDK)
	return "nil"
}

func qualified(t types.Type) string {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return ""
	}
	return n.Obj().Pkg().Path() + "." + n.Obj().Name()
}

// results writes what is done with the results.
func (w *writer) results(t *tool, roles []signature.Role) {
	sig := w.tool.Func.Signature()
	var vars, checks, after, values []string
	isNamed := true
	for i, role := range roles {
		v, name := sig.Results().At(i), fmt.Sprintf("r%d", i)
		switch role {
		case signature.Failure:
			name = fmt.Sprintf("err%d", i)
			if i == len(roles)-1 {
				name = "err"
			}
			if !nillable(v.Type()) {
				w.refuse(v.Pos(), "an error of type %s is never nil", v.Type())
			}
			checks = append(checks, "if "+name+" != nil {\nreturn c.fail(\"\", \"failed\", "+name+")\n}")
		case signature.Progress:
			after = append(after, w.drain(v.Type(), name)...)
		case signature.Content:
			after = append(after, w.content(v, name))
		default:
			values = append(values, name)
			isNamed = isNamed && v.Name() != "" && v.Name() != "_"
		}
		vars = append(vars, name)
	}
	if len(vars) > 0 {
		t.Call = strings.Join(vars, ", ") + " := "
	}
	t.After, t.Return = append(checks, after...), "nil"
	switch {
	case w.tool.Output == nil:
		for _, v := range values {
			t.After = append(t.After, "_ = "+v)
		}
	case len(values) == 1:
		i := slices.Index(vars, values[0])
		w.single(t, values[0], sig.Results().At(i).Type())
	case isNamed:
		var members []string
		for _, v := range values {
			members = append(members, fmt.Sprintf("%q: %s", sig.Results().At(slices.Index(vars, v)).Name(), v))
		}
		t.Return = "map[string]any{" + strings.Join(members, ", ") + "}"
	default:
		t.Return = `map[string]any{"result": []any{` + strings.Join(values, ", ") + "}}"
	}
}

// single writes the one result: the root of the schema, or in a box.
func (w *writer) single(t *tool, name string, typ types.Type) {
	box := w.tool.Output.Get("x-schemavet-box").Get("field").StringValue()
	if box != "" {
		t.Return = fmt.Sprintf("map[string]any{%q: %s}", box, name)
		return
	}
	t.Return = name
	if _, ok := typ.Underlying().(*types.Map); ok { // which would be null
		t.After = append(t.After, "if "+name+" == nil {\n"+name+" = "+w.typeName(typ)+"{}\n}")
	}
}

func nillable(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Interface, *types.Pointer, *types.Map, *types.Slice, *types.Signature, *types.Chan:
		return true
	}
	return false
}

// content writes what is done with a result that the protocol passes on.
func (w *writer) content(v *types.Var, name string) string {
	t := types.Unalias(v.Type())
	switch qualified(deref(t)) {
	case w.module + ".CallToolResult":
		if t == deref(t) {
			return "c.result = &" + name
		}
		return "if " + name + " != nil {\nc.result = " + name + "\n}"
	}
	iface, _ := w.Types.Scope().Lookup("Content").Type().Underlying().(*types.Interface)
	same := func(t types.Type) bool { // the package may have been read twice
		n := named(t)
		return n != nil && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == w.module && iface != nil &&
			(types.IsInterface(n) || hasMethods(t, iface))
	}
	switch u := t.(type) {
	case *types.Slice:
		if same(u.Elem()) {
			return "for _, e := range " + name + " {\nc.result.Content = append(c.result.Content, e)\n}"
		}
	default:
		if same(t) {
			return "c.result.Content = append(c.result.Content, " + name + ")"
		}
	}
	w.refuse(v.Pos(), "result type %s is not a content type of %s", types.TypeString(v.Type(), (*types.Package).Name), w.SDK)
	return ""
}

// hasMethods reports whether t has methods of the names that an interface has.
func hasMethods(t types.Type, iface *types.Interface) bool {
	set := types.NewMethodSet(t)
	for m := range iface.Methods() {
		if set.Lookup(named(t).Obj().Pkg(), m.Name()) == nil {
			return false
		}
	}
	return true
}

func deref(t types.Type) types.Type {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		return types.Unalias(p.Elem())
	}
	return types.Unalias(t)
}

// typeName returns a type as the file writes it, and notes what it imports.
func (w *writer) typeName(t types.Type) string {
	w.visible(t, map[types.Type]bool{})
	return types.TypeString(t, func(p *types.Package) string {
		if p == w.Pkg || p.Path() == w.Pkg.Path() {
			return ""
		}
		return w.importName(p)
	})
}

// visible refuses types whose names this package cannot write.
func (w *writer) visible(t types.Type, seen map[types.Type]bool) {
	if seen[t] {
		return
	}
	seen[t] = true
	check := func(obj *types.TypeName, args *types.TypeList) {
		if obj.Pkg() != nil && obj.Pkg().Path() != w.Pkg.Path() && !obj.Exported() {
			w.refuse(token.NoPos, "type %s.%s is not exported", obj.Pkg().Path(), obj.Name())
		}
		for a := range args.Types() {
			w.visible(a, seen)
		}
	}
	switch t := t.(type) {
	case *types.Alias:
		check(t.Obj(), t.TypeArgs())
	case *types.Named:
		check(t.Obj(), t.TypeArgs())
	case *types.Map:
		w.visible(t.Key(), seen)
		w.visible(t.Elem(), seen)
	case interface{ Elem() types.Type }:
		w.visible(t.Elem(), seen)
	case *types.Struct:
		for f := range t.Fields() {
			w.visible(f.Type(), seen)
		}
	}
}
