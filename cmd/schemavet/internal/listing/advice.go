package listing

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/session"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/words"
	"github.com/schemavet/schemavet/internal/enclosing"
	"github.com/schemavet/schemavet/internal/load"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/types/typeutil"
)

// Many servers look texts up in a table or the environment and give a default. The list
// names the setting for these, from the calls and functions where texts are unknown.

// Advise prints the entry of the setting default-text that explains the most
// unresolved parts, if one explains any.
func Advise(w io.Writer, d *session.Derived) error {
	prog, parts, all := d.Prog, map[token.Pos]int{}, 0
	for _, t := range d.Tools {
		for _, h := range schema.Fold(t.Doc).Holes() {
			if all++; strings.HasPrefix(h.Reason, "result of ") {
				parts[h.Pos]++
			}
		}
	}
	votes, best := map[string]int{}, ""
	for _, p := range prog.Roots {
		for pos, n := range parts {
			for entry := range lookups(prog, p, enclosing.Path(p.Syntax, pos)) {
				votes[entry] += n
			}
		}
	}
	for _, entry := range slices.Sorted(maps.Keys(votes)) {
		if votes[entry] > votes[best] {
			best = entry
		}
	}
	if best == "" {
		return nil
	}
	_, err := fmt.Fprintf(w, "\nIf %s looks up translated or configured texts, this entry in .schemavet.yaml may resolve %d of %s:\n  default-text: ['%s']\n",
		best[strings.LastIndexByte(best, '/')+1:], votes[best], words.Count(all, "unresolved part"), best)
	return err
}

// lookups returns the functions and function types on a path through the syntax that
// take a string and return one.
func lookups(prog *load.Program, p *packages.Package, path []ast.Node) map[string]bool {
	out := map[string]bool{}
	add := func(fn *types.Func) {
		if fn != nil && fn.Pkg() != nil && inModule(prog, fn.Pkg().Path()) && takesText(fn.Signature()) {
			out[fn.FullName()] = true
		}
	}
	for _, n := range path {
		switch n := n.(type) {
		case *ast.CallExpr:
			fn, _ := typeutil.Callee(p.TypesInfo, n).(*types.Func)
			add(fn)
		case *ast.FuncDecl:
			fn, _ := p.TypesInfo.Defs[n.Name].(*types.Func)
			add(fn)
		case *ast.FuncLit:
			if sig, ok := p.TypesInfo.TypeOf(n).(*types.Signature); ok && takesText(sig) {
				for _, name := range namedLike(prog, sig) {
					out[name] = true
				}
			}
		}
	}
	return out
}

// inModule reports whether a package belongs to a module. Packages of the standard
// library do not.
func inModule(prog *load.Program, pkg string) bool {
	first, _, _ := strings.Cut(pkg, "/")
	return strings.Contains(first, ".") || slices.ContainsFunc(prog.Roots, func(p *packages.Package) bool { return p.PkgPath == pkg })
}

// takesText reports whether a function takes a string after another argument, and its
// first result is a string. A single argument may be a key, as that of os.Getenv.
func takesText(sig *types.Signature) bool {
	isString := func(t types.Type) bool {
		b, ok := t.Underlying().(*types.Basic)
		return ok && b.Kind() == types.String
	}
	n := sig.Params().Len()
	return n > 1 && sig.Results().Len() > 0 && isString(sig.Results().At(0).Type()) &&
		(isString(sig.Params().At(n-1).Type()) || sig.Variadic() && n > 2 && isString(sig.Params().At(n-2).Type()))
}

// namedLike returns the program's named function types with a signature.
func namedLike(prog *load.Program, sig *types.Signature) []string {
	var out []string
	for _, p := range prog.Roots {
		for _, name := range p.Types.Scope().Names() {
			obj, ok := p.Types.Scope().Lookup(name).(*types.TypeName)
			if ok && !obj.IsAlias() && types.Identical(obj.Type().Underlying(), sig) {
				out = append(out, p.PkgPath+"."+name)
			}
		}
	}
	return out
}
