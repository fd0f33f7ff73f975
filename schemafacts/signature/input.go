package signature

import (
	"cmp"
	"fmt"
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/internal/jsonmethod"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"github.com/schemavet/schemavet/schemafacts/signature/doccomment"
)

// param is a parameter that callers pass.
type param struct {
	*types.Var
	variadic bool
}

// params returns the parameters that callers pass.
func (d *describer) params() (out []param, unnamed int) {
	n := d.Sig.Params().Len()
	for i := range n {
		v := d.Sig.Params().At(i)
		if d.injected(v.Name(), v.Type()) {
			continue
		}
		if (v.Name() == "" || v.Name() == "_") && unnamed == 0 {
			unnamed = i + 1
		}
		out = append(out, param{v, d.Sig.Variadic() && i == n-1})
	}
	return out, unnamed
}

// input returns the schema of the arguments.
func (d *describer) input() (*schema.Node, []Problem) {
	params, unnamed := d.params()
	w := &walker{describer: d}
	switch {
	case d.Receiver:
		return w.receiver(params)
	case d.OneStruct && (len(params) > 0 || d.said.args != nil):
		return w.oneStruct(params)
	case d.said.defaults != nil:
		w.report(Problem{Rule: RuleDirective, Pos: d.said.defaults.pos,
			Msg: "default has no effect without args=request or args=receiver; the default of a parameter is written //schemavet:param NAME default=..."})
	}
	if unnamed > 0 {
		msg := fmt.Sprintf("parameter %d has no name", unnamed)
		pos := d.Sig.Params().At(unnamed - 1).Pos()
		return schema.NewUnresolved(msg, pos),
			[]Problem{{Path: "/inputSchema", Rule: RuleUnnamed, Msg: msg, Pos: pos, Error: true}}
	}
	w.strangers(params)
	w.positions(params)
	if len(params) == 1 && isOpenMap(params[0]) {
		return w.finish(w.openArgs(params[0]), "inputSchema", "")
	}
	root, props, required := object(d.Pos)
	for _, p := range params {
		w.below("/properties/"+schema.EscapeToken(p.Name()), func() {
			m := w.paramMarkers(p)
			n, needed := w.property(p.Type(), site{pos: p.Pos(), within: p.Name()}, false, m, !p.variadic)
			props.Set(p.Name(), n)
			if needed {
				required.Elems = append(required.Elems, schema.NewString(p.Name()).At(p.Pos()))
			}
		})
	}
	return w.finish(closeObject(root), "inputSchema", "")
}

// paramMarkers returns the markers of a parameter, from a directive or from the
// comment.
func (w *walker) paramMarkers(p param) *markers {
	m := &markers{list: slices.Clone(w.said.params[p.Name()])}
	if m.find("description") == nil {
		if text := cmp.Or(w.paramComment(p.Name()), w.doc.Param(p.Name())); text != "" {
			m.describe(text, p.Pos())
		}
	}
	if d := m.find("description"); w.opts.WarnMissingDocs && (d == nil || d.value == "") {
		w.report(Problem{Rule: RuleMissingDoc, Msg: fmt.Sprintf("parameter %q has no description", p.Name()), Pos: p.Pos()})
	}
	return m
}

// paramComment returns the comment in the parameter list about the parameter, or the
// field of its unnamed struct, at a path.
func (d *describer) paramComment(path string) string {
	for _, t := range d.Comment.Params {
		if t.Name == path {
			return t.Text
		}
	}
	return ""
}

// strangers reports directives for parameters that callers do not pass, or for fields
// that are not arguments.
func (w *walker) strangers(params []param) {
	var names []string
	for _, p := range params {
		names = append(names, p.Name())
	}
	for _, f := range w.argumentFields() {
		names = append(names, f.Name)
	}
	for _, s := range w.said.order {
		if slices.Contains(names, s.name) {
			continue
		}
		msg := fmt.Sprintf("there is no parameter %q", s.name)
		if near := doccomment.Nearest(s.name, names); near != "" {
			msg += "; write " + near
		}
		for v := range w.Sig.Params().Variables() {
			if v.Name() == s.name {
				msg = fmt.Sprintf("parameter %q is passed by the program", s.name)
			}
		}
		w.report(Problem{Rule: RuleDirective, Msg: msg, Pos: s.pos})
	}
}

// positions reports positional arguments that are not parameters. Only the last one
// may be variadic or a list, since it takes the remaining arguments.
func (w *walker) positions(params []param) {
	if w.said.args == nil {
		return
	}
	names := w.said.shape().Positional
	for i, name := range names {
		at := slices.IndexFunc(params, func(p param) bool { return p.Name() == name })
		switch {
		case at < 0:
			w.report(Problem{Rule: RuleDirective, Pos: w.said.args.pos, Msg: fmt.Sprintf("args: there is no parameter %q", name)})
		case slices.Contains(names[:i], name):
			w.report(Problem{Rule: RuleDirective, Pos: w.said.args.pos, Msg: fmt.Sprintf("args: parameter %q is given twice", name)})
		case i+1 < len(names) && isList(params[at].Type()):
			w.report(Problem{Rule: RuleDirective, Pos: w.said.args.pos, Msg: fmt.Sprintf("args: %q is a list, which must come last", name)})
		}
	}
}

func isList(t types.Type) bool {
	switch t := structBase(t).Underlying().(type) {
	case *types.Array:
		return true
	case *types.Slice:
		b, ok := t.Elem().Underlying().(*types.Basic)
		return !ok || b.Kind() != types.Uint8
	}
	return false
}

// isOpenMap reports whether a parameter is a map that takes all arguments.
func isOpenMap(p param) bool {
	m, ok := p.Type().Underlying().(*types.Map)
	if !ok || p.variadic || jsonmethod.Reads(types.Unalias(p.Type())).Kind == jsonmethod.JSON {
		return false
	}
	key, _ := m.Key().Underlying().(*types.Basic)
	elem, _ := m.Elem().Underlying().(*types.Interface)
	return key != nil && key.Kind() == types.String && elem != nil && elem.Empty() && !isTypeParam(types.Unalias(m.Elem()))
}

// openArgs returns the schema of the arguments if a single parameter takes all of
// them.
func (w *walker) openArgs(p param) *schema.Node {
	n := schema.NewObject().At(p.Pos())
	n.Type = p.Type()
	n.Set("type", schema.NewString("object").At(p.Pos()))
	n.Set("additionalProperties", schema.NewBool(true).At(p.Pos()))
	m := w.paramMarkers(p)
	return w.annotate(w.constrain(n, m), m)
}
