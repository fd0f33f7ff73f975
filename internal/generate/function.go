package generate

import (
	"cmp"
	"fmt"
	"go/types"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"github.com/schemavet/schemavet/schemafacts/signature"
)

// describe returns the data about the current tool for the templates. It refuses
// functions that generated code cannot call and schemas that it cannot serve.
func (w *writer) describe() *tool {
	fn := w.tool.Func
	t := &tool{Name: strconv.Quote(w.tool.Name), Func: display(fn)}
	if fn.Signature().TypeParams().Len() > 0 || fn.Signature().RecvTypeParams().Len() > 0 {
		w.refuse(fn.Pos(), "it is generic")
		return t
	}
	refused := len(w.refused)
	w.refused = append(w.refused, w.tool.Refused...)
	w.valid(w.tool.Input, w.tool.InputFile, "the input schema")
	w.valid(w.tool.Output, w.tool.OutputFile, "the output schema")
	if len(w.refused) > refused {
		return t
	}
	for _, name := range w.tool.Positional {
		t.Positional = append(t.Positional, strconv.Quote(name))
	}
	t.Input = w.literal(w.tool.Input, "the input schema")
	if w.tool.Description != "" {
		t.Description = goString(w.tool.Description)
	}
	if w.tool.Title != nil {
		t.Title = goString(w.tool.Title.StringValue())
	}
	t.Hints = hints(w.tool.Annotations)
	if w.tool.Output != nil {
		t.Output = w.literal(w.tool.Output, "the output schema")
	}
	params, results := signature.Roles(w.tool.function(), w.Options)
	w.results(t, results)
	w.call(t, params)
	return t
}

// function returns the function in the form that package signature takes.
func (t *Tool) function() signature.Func {
	return signature.Func{Object: t.Func, OneStruct: t.OneStruct, Receiver: t.Receiver}
}

// valid refuses a schema with a fault. Only schemas that users write have faults.
func (w *writer) valid(n *schema.Node, file, what string) {
	at, path, reason := Fault(n)
	if at == nil {
		return
	}
	if file != "" {
		what += " in " + file
	}
	if path != "" {
		what += " at " + path
	}
	w.refuse(at.Pos, "%s: %s", what, reason)
}

// literal returns a schema as a Go string literal. It refuses a schema with holes.
func (w *writer) literal(n *schema.Node, what string) string {
	for _, h := range n.Holes() {
		part := what
		if h.Path != "" {
			part += " at " + h.Path
		}
		w.refuse(h.Pos, "%s is unresolved: %s", part, h.Reason)
	}
	return goString(strings.ReplaceAll(strings.TrimSpace(string(n.Canonical())), "\n", "\n\t\t\t"))
}

// hints returns the fields of the runtime's annotations as Go code.
func hints(n *schema.Node) string {
	var fields []string
	for _, h := range []struct{ name, format string }{
		{"destructiveHint", "DestructiveHint: tools.Hint(%s)"}, {"idempotentHint", "IdempotentHint: %s"},
		{"openWorldHint", "OpenWorldHint: tools.Hint(%s)"}, {"readOnlyHint", "ReadOnlyHint: %s"},
	} {
		if v := n.Get(h.name); v != nil && (v.String() == "true" || strings.Contains(h.format, "Hint(")) {
			fields = append(fields, fmt.Sprintf(h.format, v.String()))
		}
	}
	if n != nil && len(fields) == 0 {
		return "ReadOnlyHint: false"
	}
	return strings.Join(fields, ", ")
}

// goString returns a Go string literal for s: a raw literal if s has several lines
// and a raw literal can contain them.
func goString(s string) string {
	if strings.Contains(s, "\n") && !strings.ContainsAny(s, "`\r\ufeff") && strconv.CanBackquote(strings.NewReplacer("\n", "", "\t", "").Replace(s)) {
		return "`" + s + "`"
	}
	return strconv.Quote(s)
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
		return jsonfields.Named(recv.Type())
	}
	return nil
}

// call adds to t the types of the arguments and the code that calls the function.
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
			t.before = append(t.before, fmt.Sprintf("in.%[1]s = deps.%[2]s.%[1]s", name, w.dep(recv, false).Name))
		}
		f = "in." + f
	case recv != nil:
		f = "deps." + w.dep(recv, false).Name + "." + f
	}
	t.body(f + "(" + strings.Join(args, ", ") + ")")
}

// body sets t.Body to the statements of Run that follow the decoding of the
// arguments.
func (t *tool) body(call string) {
	t.Body = t.before
	switch {
	case t.direct && len(t.results) == 2:
		t.Body = append(t.Body, "return "+call)
	case t.direct && t.value == "":
		t.Body = append(t.Body, "return nil, "+call)
	case t.direct:
		t.Body = append(t.Body, "return "+call+", nil")
	default:
		if len(t.results) > 0 {
			call = strings.Join(t.results, ", ") + " := " + call
		}
		t.Body = append(append(append(t.Body, call), t.checks...), t.after...)
		t.Body = append(t.Body, "return "+cmp.Or(t.value, "nil")+", nil")
	}
}

// passed returns the Go expression for an argument that the program or the SDK
// provides, not the model.
func (w *writer) passed(t *tool, v *types.Var, role signature.Role) string {
	if d := w.dep(v.Type(), true); d != nil && w.perCall(role, v.Type()) {
		return "deps." + d.Name + "(ctx, c.Request)"
	}
	switch role {
	case signature.Configured:
		d := w.dep(jsonfields.Named(v.Type()), false)
		_, pointer := types.Unalias(v.Type()).(*types.Pointer)
		switch {
		case d.pointer && !pointer:
			return "*deps." + d.Name
		case !d.pointer && pointer:
			return "&deps." + d.Name
		}
		return "deps." + d.Name
	case signature.Session:
		w.needRequest(t)
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
		if w.isContext(v.Type()) {
			return "ctx"
		}
	}
	from := "a call of " + w.SDK
	if w.SDK == NoSDK {
		from = "a call without an SDK"
	}
	w.refuse(v.Pos(), "parameter %q has type %s, which %s does not provide", v.Name(), types.TypeString(v.Type(), (*types.Package).Name), from)
	return "nil"
}

// needRequest adds the statements with which Run gets the request of the SDK.
func (w *writer) needRequest(t *tool) {
	if get := "req, ok := c.SDK.(" + w.request + ")\nif !ok {\nreturn nil, c.NeedsMCP()\n}"; w.request != "" && !slices.Contains(t.before, get) {
		t.before = append(t.before, get)
	}
}

// results adds to t the code that handles the results of the function.
func (w *writer) results(t *tool, roles []signature.Role) {
	sig := w.tool.Func.Signature()
	var values []int
	isNamed := true
	t.direct = len(roles) > 0
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
			t.direct = t.direct && i == len(roles)-1 && types.Identical(v.Type(), types.Universe.Lookup("error").Type())
			t.checks = append(t.checks, "if "+name+" != nil {\nreturn nil, "+name+"\n}")
		case signature.Progress:
			t.direct = false
			t.after = append(t.after, w.drain(v, name))
		case signature.Content:
			t.direct = false
			code := w.content(v.Type(), name)
			if code == "" {
				w.refuse(v.Pos(), "a call of %s cannot send a result of type %s", w.SDK, types.TypeString(v.Type(), (*types.Package).Name))
			}
			t.after = append(t.after, code)
		default:
			values = append(values, i)
			isNamed = isNamed && v.Name() != "" && v.Name() != "_"
		}
		t.results = append(t.results, name)
	}
	t.direct = t.direct && len(values) < 2
	var members []string
	for _, i := range values {
		member := t.results[i]
		if isNamed {
			member = fmt.Sprintf("%q: %s", sig.Results().At(i).Name(), member)
		}
		members = append(members, member)
	}
	if w.tool.Output != nil {
		if box := w.tool.Output.Get("x-schemavet-box").Get("field").StringValue(); box != "" {
			t.Box = strconv.Quote(box)
		}
	}
	switch {
	case len(values) == 1:
		t.value = t.results[values[0]]
	case isNamed && len(values) > 0:
		t.value = "map[string]any{" + strings.Join(members, ", ") + "}"
	case len(values) > 0:
		t.value = "[]any{" + strings.Join(members, ", ") + "}"
	}
}

func nillable(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Interface, *types.Pointer, *types.Map, *types.Slice, *types.Signature, *types.Chan:
		return true
	}
	return false
}

// content returns the code that adds a result to the content of the tool result, or "" if
// the SDK cannot send it.
func (w *writer) content(t types.Type, name string) string {
	t = types.Unalias(t)
	isResult := func(t types.Type) bool {
		q := jsonfields.Qualified(jsonfields.Pointee(t))
		return strings.HasSuffix(q, ".CallToolResult") && (w.SDK == NoSDK || q == w.module+".CallToolResult")
	}
	var elem types.Type
	switch u := t.(type) {
	case *types.Slice:
		elem = u.Elem()
	case *types.Array:
		elem = u.Elem()
	}
	_, isStruct := t.Underlying().(*types.Struct)
	switch {
	case elem != nil:
		if do := w.content(elem, "e"); do != "" {
			return "for _, e := range " + name + " {\n" + do + "\n}"
		}
	case yielded(t) != nil:
		if do := w.content(yielded(t), "p"); do != "" {
			return each(t, name, do)
		}
	case isStruct && (isResult(t) || w.SDK == NoSDK || !w.isContent(t) && w.isContent(types.NewPointer(t))):
		return "c.Content(&" + name + ")"
	case isResult(t), w.isContent(t):
		return "c.Content(" + name + ")"
	}
	return ""
}

// isContent reports whether values of type t are content of the SDK. It compares the
// names of methods, not their types, because the package of the SDK may have been
// loaded twice.
func (w *writer) isContent(t types.Type) bool {
	if w.SDK == NoSDK {
		return true
	}
	iface, _ := w.Types.Scope().Lookup("Content").Type().Underlying().(*types.Interface)
	n := jsonfields.Named(t)
	return n != nil && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == w.module && iface != nil &&
		(types.IsInterface(n) || hasMethods(t, iface))
}

// hasMethods reports whether t has a method of the same name for each method of an
// interface.
func hasMethods(t types.Type, iface *types.Interface) bool {
	set := types.NewMethodSet(t)
	for m := range iface.Methods() {
		if set.Lookup(jsonfields.Named(t).Obj().Pkg(), m.Name()) == nil {
			return false
		}
	}
	return true
}
