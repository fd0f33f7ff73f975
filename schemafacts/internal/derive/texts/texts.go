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

	"github.com/schemavet/schemavet/internal/realpos"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/settings"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/source"
	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// Use is a call that passes a default text.
type Use struct {
	// Func is the function, without receivers' stars. Key are the strings that it
	// receives before the text.
	Func, Key string
	Text      string
	// At is the position of the call, with the import path.
	At string
}

// id returns a key that is equal for two uses of the same text. It ignores case,
// because some tables of texts do.
func (u Use) id() string { return u.Func + "\x00" + strings.ToUpper(u.Key) }

// conflict returns why a text is unknown, or "" if all calls pass the same text.
func conflict(uses []Use) string {
	for _, u := range uses[1:] {
		if u.Text != uses[0].Text {
			return fmt.Sprintf("two default texts for %q, at %s and %s", u.Key, uses[0].At, u.At)
		}
	}
	return ""
}

// Conflicts returns the reasons why texts are unknown if one program makes all these
// calls. [Table.Learn] takes the result; its keys identify the texts.
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

// Unite returns the uses of several lists, sorted, without duplicates.
func Unite(lists ...[]Use) []Use {
	out := slices.Concat(lists...)
	slices.SortFunc(out, compareUses)
	return slices.Compact(out)
}

func compareUses(a, b Use) int {
	return cmp.Or(strings.Compare(a.Func, b.Func), strings.Compare(a.Key, b.Key), strings.Compare(a.At, b.At), strings.Compare(a.Text, b.Text))
}

// Table contains the default texts that a package knows.
type Table struct {
	pkg  *source.Package
	uses []Use
	// unknown are the reasons for unknown texts; nil before programs run.
	unknown map[string]string
}

// New returns an empty table for a package.
func New(pkg *source.Package) *Table { return &Table{pkg: pkg} }

// Clone returns a copy that shares no data with t.
func (t *Table) Clone() *Table {
	return &Table{t.pkg, slices.Clone(t.uses), maps.Clone(t.unknown)}
}

// Uses returns the package's own calls that were found so far.
func (t *Table) Uses() []Use { return t.uses }

// Begin prepares the table for runs of programs. unknown are the texts that are
// already known to conflict.
func (t *Table) Begin(unknown map[string]string) { t.unknown = unknown }

// Began reports whether [Table.Begin] was called.
func (t *Table) Began() bool { return t.unknown != nil }

// Learn adds reasons for unknown texts. It reports whether any is new, so that the
// programs have to be run again.
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

// use records a call with these string arguments. The last one is the text, the
// others are its key.
func (t *Table) use(fn string, args []string, pos token.Pos) {
	if len(args) < 2 {
		return // the call passes no key
	}
	at := realpos.Of(t.pkg.Pass.Fset, pos)
	place := filepath.Base(at.Filename)
	if t.pkg.Owns(pos) {
		place = path.Join(t.pkg.Pass.Pkg.Path(), place)
	}
	last := len(args) - 1
	t.uses = append(t.uses, Use{settings.PlainKey(fn), strings.Join(args[:last], "\x00"), args[last], fmt.Sprintf("%s:%d", place, at.Line)})
}

// Scan records the calls in the package's source whose arguments are constants.
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
					return true // the evaluator may know the arguments
				}
				args = append(args, constant.StringVal(tv.Value))
			}
			t.use(callKey(info, call), args, call.Pos())
			return true
		})
	}
}

// looksUp reports whether the settings name a function as one that looks up texts.
func (t *Table) looksUp(key string) bool {
	return key != "" && slices.ContainsFunc(t.pkg.Settings.DefaultText, func(name string) bool { return settings.PlainKey(name) == settings.PlainKey(key) })
}

// callKey returns the key of the called function, or of the named type of a function
// value, or "".
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

// textUnknown records a call, and returns why its text is unknown, or "" if it is
// known.
func (t *Table) textUnknown(c *eval.Call) string {
	var args []string
	for _, arg := range c.Args {
		list := []value.Value{arg}
		if rest, ok := arg.(*value.Slice); ok {
			list, _ = rest.Values()
		}
		for _, v := range list {
			if typ := value.TypeOf(v); typ == nil || !isStringType(typ) {
				continue
			}
			text, ok := value.StringOf(v)
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
