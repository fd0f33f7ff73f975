package derive

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/derive/settings"
	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
)

// A function that looks texts up keeps the first default that it was asked
// with, as a rule: of two texts for one key, which one stands depends on the
// order at run time. So neither is known. All calls of the program count, also
// those that make no tool, wherever constants tell the key and the text.

// TextUse is a call that asks for a default text.
type TextUse struct {
	// Func is the function, without receivers' stars, and Key the strings that
	// it is given before the text.
	Func, Key string
	Text      string
	// At is the place of the call, by import path.
	At string
}

// id is what two uses must agree on to mean the same text. Tables of texts are
// known that do not heed the case of their keys.
func (u TextUse) id() string { return u.Func + "\x00" + strings.ToUpper(u.Key) }

// conflict returns why a text is not known, "" if no call gives another one.
func conflict(uses []TextUse) string {
	for _, u := range uses[1:] {
		if u.Text != uses[0].Text {
			return fmt.Sprintf("two default texts for %q, at %s and %s", u.Key, uses[0].At, u.At)
		}
	}
	return ""
}

// conflicts returns why texts are not known, by id.
func conflicts(uses []TextUse) map[string]string {
	byID := map[string][]TextUse{}
	for _, u := range uses {
		byID[u.id()] = append(byID[u.id()], u)
	}
	out := map[string]string{}
	for id, uses := range byID {
		slices.SortFunc(uses, compareUses)
		if why := conflict(uses); why != "" {
			out[id] = why
		}
	}
	return out
}

func compareUses(a, b TextUse) int {
	return cmp.Or(strings.Compare(a.Func, b.Func), strings.Compare(a.Key, b.Key), strings.Compare(a.At, b.At), strings.Compare(a.Text, b.Text))
}

// sortUses sorts uses and leaves out what is said twice.
func sortUses(uses []TextUse) []TextUse {
	slices.SortFunc(uses, compareUses)
	return slices.Compact(uses)
}

// use takes note of a call with these strings as arguments, the last of which
// is the text.
func (p *deriver) use(fn string, args []string, pos token.Pos) {
	if len(args) < 2 {
		return // no key
	}
	at := p.Pass.Fset.Position(pos)
	place := filepath.Base(at.Filename)
	if p.Owns(pos) {
		place = path.Join(p.Pass.Pkg.Path(), place)
	}
	last := len(args) - 1
	p.texts = append(p.texts, TextUse{settings.PlainKey(fn), strings.Join(args[:last], "\x00"), args[last], fmt.Sprintf("%s:%d", place, at.Line)})
}

// scanTexts finds the calls with constants in the package's source.
func (p *deriver) scanTexts() {
	if len(p.Settings.DefaultText) == 0 || p.Pass.TypesInfo == nil {
		return
	}
	info := p.Pass.TypesInfo
	for _, f := range p.Files() {
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || !p.looksUp(callKey(info, call)) {
				return true
			}
			var args []string
			for _, arg := range call.Args {
				tv := info.Types[arg]
				if tv.Type == nil || !isStringType(tv.Type) {
					continue
				}
				if tv.Value == nil {
					return true // the evaluator may know
				}
				args = append(args, constant.StringVal(tv.Value))
			}
			p.use(callKey(info, call), args, call.Pos())
			return true
		})
	}
}

// looksUp reports whether the settings name a function as one that looks texts
// up.
func (p *deriver) looksUp(key string) bool {
	return key != "" && slices.ContainsFunc(p.Settings.DefaultText, func(name string) bool { return settings.PlainKey(name) == settings.PlainKey(key) })
}

// callKey returns the key of the function that is called, or of the named type
// of a function value; "" if there is none.
func callKey(info *types.Info, call *ast.CallExpr) string {
	var id *ast.Ident
	switch f := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		id = f
	case *ast.SelectorExpr:
		id = f.Sel
	}
	if fn, ok := info.Uses[id].(*types.Func); id != nil && ok {
		return ir.Key(fn.Origin())
	}
	if named, ok := types.Unalias(info.TypeOf(call.Fun)).(*types.Named); ok && named.Obj().Pkg() != nil {
		return named.Obj().Pkg().Path() + "." + named.Obj().Name()
	}
	return ""
}

// allTexts are the uses that this package knows of: its own, and those of the
// packages below it.
func (p *deriver) allTexts() []TextUse {
	out := slices.Clone(p.texts)
	for _, f := range p.facts {
		out = append(out, f.Texts...)
	}
	return sortUses(out)
}

// settle derives the tools again if some of what was found of texts was not
// known when they were derived.
func (p *deriver) settle(found map[string]string) (changed bool) {
	if p.conflicts == nil || p.own == nil {
		return false
	}
	for id, why := range found {
		if p.conflicts[id] == "" {
			p.conflicts[id], changed = why, true
		}
	}
	if changed {
		p.tools, p.named, p.nameless, p.ownValues = tool.Clones(p.before), nil, nil, nil
		p.unfinished = p.derive(p.own, p.order)
	}
	return changed
}

// Texts are the calls that ask for default texts, in the package and in those
// below it.
func (r *Found) Texts() []TextUse { return r.deriver.allTexts() }

// Conflicts returns what is not known of texts if all these calls are of one
// program: the reason, by a key that [Found.Knowing] takes.
func Conflicts(uses []TextUse) map[string]string { return conflicts(sortUses(uses)) }

// Knowing returns what the package tells when it is known which texts are not:
// r itself if that changes nothing, and otherwise what is derived again.
func (r *Found) Knowing(conflicts map[string]string) *Found {
	if r.deriver.conflicts == nil {
		return r
	}
	p := r.deriver.again()
	p.conflicts = maps.Clone(p.conflicts)
	if !p.settle(conflicts) {
		return r
	}
	for p.settle(Conflicts(p.allTexts())) {
	}
	out := &Found{Nameless: r.Nameless, Unfinished: p.unfinished, deriver: p}
	out.Tools, out.Foreign = p.sorted()
	out.Duplicates = p.ownDuplicates()
	return out
}

// again returns a deriver of the same package that finds tools anew and leaves
// what p has found as it is.
func (p *deriver) again() *deriver {
	q := new(deriver)
	*q = *p
	q.tools, q.named, q.nameless, q.ownValues = nil, nil, nil, nil
	q.texts = slices.Clone(p.texts)
	q.known = q.userKnown()
	q.bind()
	return q
}

// textUnknown returns why the text of a call is not known, "" if it is, and
// takes note of the call.
func (p *deriver) textUnknown(c *eval.Call) string {
	var args []string
	for _, arg := range c.Args {
		list := []eval.Value{arg}
		if rest, ok := arg.(*eval.Slice); ok {
			list, _ = rest.Values()
		}
		for _, v := range list {
			if t := eval.TypeOf(v); t == nil || !isStringType(t) {
				continue
			}
			text, ok := eval.StringOf(v)
			if !ok {
				return ""
			}
			args = append(args, text)
		}
	}
	if len(args) < 2 {
		return ""
	}
	p.use(c.Key, args, c.Pos)
	u := p.texts[len(p.texts)-1]
	return p.conflicts[u.id()]
}
