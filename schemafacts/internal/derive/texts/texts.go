package texts

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
	"github.com/schemavet/schemavet/schemafacts/internal/derive/source"
	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// Use is a call that asks for a default text.
type Use struct {
	// Func is the function, without receivers' stars, and Key the strings that
	// it is given before the text.
	Func, Key string
	Text      string
	// At is the place of the call, by import path.
	At string
}

// id is what two uses must agree on to mean the same text. Tables of texts are
// known that do not heed the case of their keys.
func (u Use) id() string { return u.Func + "\x00" + strings.ToUpper(u.Key) }

// conflict returns why a text is not known, "" if no call gives another one.
func conflict(uses []Use) string {
	for _, u := range uses[1:] {
		if u.Text != uses[0].Text {
			return fmt.Sprintf("two default texts for %q, at %s and %s", u.Key, uses[0].At, u.At)
		}
	}
	return ""
}

// Conflicts returns why texts are not known if all these calls are of one program: the
// reasons, by keys that [Table.Learn] takes.
func Conflicts(uses []Use) map[string]string {
	byID := map[string][]Use{}
	for _, u := range uses {
		byID[u.id()] = append(byID[u.id()], u)
	}
	out := map[string]string{}
	for id, uses := range byID {
		if why := conflict(Unite(uses)); why != "" {
			out[id] = why
		}
	}
	return out
}

// Unite returns the uses of several lists, sorted, each once.
func Unite(lists ...[]Use) []Use {
	out := slices.Concat(lists...)
	slices.SortFunc(out, compareUses)
	return slices.Compact(out)
}

func compareUses(a, b Use) int {
	return cmp.Or(strings.Compare(a.Func, b.Func), strings.Compare(a.Key, b.Key), strings.Compare(a.At, b.At), strings.Compare(a.Text, b.Text))
}

// Table is what a package knows of default texts.
type Table struct {
	pkg  *source.Package
	uses []Use
	// unknown are the reasons why texts are not known, nil before programs are run.
	unknown map[string]string
}

// New returns the table of a package, without uses.
func New(pkg *source.Package) *Table { return &Table{pkg: pkg} }

// Clone returns a copy, which learns by itself.
func (t *Table) Clone() *Table {
	return &Table{t.pkg, slices.Clone(t.uses), maps.Clone(t.unknown)}
}

// Uses returns the package's own calls that were found so far.
func (t *Table) Uses() []Use { return t.uses }

// Begin says that programs are run from now on, and which texts are not known.
func (t *Table) Begin(unknown map[string]string) { t.unknown = unknown }

// Began reports whether programs were run.
func (t *Table) Began() bool { return t.unknown != nil }

// Learn adds what was found out about texts that are not known. It reports whether that
// is new, so that programs which were run have to be run again.
func (t *Table) Learn(found map[string]string) (changed bool) {
	if t.unknown == nil {
		return false
	}
	for id, why := range found {
		if t.unknown[id] == "" {
			t.unknown[id], changed = why, true
		}
	}
	return changed
}

// use takes note of a call with these strings as arguments, the last of which
// is the text.
func (t *Table) use(fn string, args []string, pos token.Pos) {
	if len(args) < 2 {
		return // no key
	}
	at := t.pkg.Pass.Fset.Position(pos)
	place := filepath.Base(at.Filename)
	if t.pkg.Owns(pos) {
		place = path.Join(t.pkg.Pass.Pkg.Path(), place)
	}
	last := len(args) - 1
	t.uses = append(t.uses, Use{settings.PlainKey(fn), strings.Join(args[:last], "\x00"), args[last], fmt.Sprintf("%s:%d", place, at.Line)})
}

// Scan finds the calls with constants in the package's source.
func (t *Table) Scan() {
	if len(t.pkg.Settings.DefaultText) == 0 || t.pkg.Pass.TypesInfo == nil {
		return
	}
	info := t.pkg.Pass.TypesInfo
	for _, f := range t.pkg.Files() {
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || !t.looksUp(callKey(info, call)) {
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
			t.use(callKey(info, call), args, call.Pos())
			return true
		})
	}
}

// looksUp reports whether the settings name a function as one that looks texts
// up.
func (t *Table) looksUp(key string) bool {
	return key != "" && slices.ContainsFunc(t.pkg.Settings.DefaultText, func(name string) bool { return settings.PlainKey(name) == settings.PlainKey(key) })
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

// textUnknown returns why the text of a call is not known, "" if it is, and
// takes note of the call.
func (t *Table) textUnknown(c *eval.Call) string {
	var args []string
	for _, arg := range c.Args {
		list := []eval.Value{arg}
		if rest, ok := arg.(*eval.Slice); ok {
			list, _ = rest.Values()
		}
		for _, v := range list {
			if typ := eval.TypeOf(v); typ == nil || !isStringType(typ) {
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
	t.use(c.Key, args, c.Pos)
	return t.unknown[t.uses[len(t.uses)-1].id()]
}
