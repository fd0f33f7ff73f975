package facts

import (
	"bytes"
	"cmp"
	"encoding/gob"
	"go/types"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/signature"
)

// The types of a package do not contain its comments and constants. The package's fact
// stores them: for its own types, and for all other types that are reachable
// from its exported declarations, since the reader may not import their packages.

// Comments returns the known comments and constants of a package, or nil. It is the
// [signature.Source] of a pass.
func (p *Known) Comments(path string) *signature.Package {
	if path == p.Pass.Pkg.Path() {
		return p.comments()
	}
	if known, ok := p.others[path]; ok {
		return known
	}
	var parts []*signature.Package
	for _, f := range p.Facts {
		parts = append(parts, f.signatures(path, map[*liveFact]bool{})...)
	}
	if p.others == nil {
		p.others = map[string]*signature.Package{}
	}
	p.others[path] = uniteSignatures(path, parts)
	return p.others[path]
}

// readComments returns the comments and constants in the source of the pass's
// package, or nil if the package is not the user's. It runs once, on first use.
func (p *Known) readComments() *signature.Package {
	if !p.Mine() || p.Pass.TypesInfo == nil {
		return nil
	}
	return signature.Read(p.Pass.Fset, p.Pass.Pkg, p.Pass.TypesInfo, p.Files(), len(p.Settings.Registrations) > 0)
}

// signatures returns the comments of a package that the fact contains. They may be in
// several parts.
func (f *Fact) signatures(path string, seen map[*liveFact]bool) []*signature.Package {
	if f.live == nil {
		var out []*signature.Package
		for _, s := range decodeSignatures(f.Signatures) {
			if s.Path == path {
				out = append(out, s)
			}
		}
		return out
	}
	if seen[f.live] {
		return nil
	}
	seen[f.live] = true
	if p := f.live.known; p.Pass.Pkg.Path() == path {
		if own := p.comments(); own != nil {
			return []*signature.Package{own.Exported()}
		}
		return nil
	}
	var out []*signature.Package
	for _, g := range f.live.imports {
		out = append(out, g.signatures(path, seen)...)
	}
	return out
}

// uniteSignatures merges the comments of one package from several facts.
func uniteSignatures(path string, parts []*signature.Package) *signature.Package {
	if len(parts) <= 1 {
		return slices.Concat(parts, []*signature.Package{nil})[0]
	}
	out := &signature.Package{Path: path}
	for _, s := range parts {
		out.Types = append(out.Types, s.Types...)
		out.Funcs = append(out.Funcs, s.Funcs...)
		out.Vars = append(out.Vars, s.Vars...)
	}
	out.Types = distinct(out.Types, func(t signature.Type) string { return t.Name })
	out.Funcs = distinct(out.Funcs, func(c signature.Comment) string { return c.Name })
	out.Vars = distinct(out.Vars, func(v signature.Var) string { return v.Name })
	return out
}

// distinct sorts a list by name and removes duplicates.
func distinct[T any](list []T, name func(T) string) []T {
	slices.SortStableFunc(list, func(a, b T) int { return cmp.Compare(name(a), name(b)) })
	return slices.CompactFunc(list, func(a, b T) bool { return name(a) == name(b) })
}

// encodeComments returns the comments of the types that are reachable from the
// package's exported declarations, and of its own functions.
func (p *Known) encodeComments() []byte {
	own := p.comments()
	if own == nil {
		return nil
	}
	r := &sigReach{p: p, seen: map[types.Type]bool{}, wanted: map[string]map[string]bool{}}
	scope := p.Pass.Pkg.Scope()
	for _, name := range scope.Names() {
		if obj := scope.Lookup(name); obj.Exported() {
			r.visit(obj.Type())
		}
	}
	var out []*signature.Package
	for path, names := range r.wanted {
		s := p.Comments(path)
		part := &signature.Package{Path: path, Vars: s.Vars}
		for _, t := range s.Types {
			if names[t.Name] {
				part.Types = append(part.Types, t)
			}
		}
		for _, c := range s.Funcs {
			if recv, _, isMethod := strings.Cut(c.Name, "."); isMethod && names[recv] || path == own.Path {
				part.Funcs = append(part.Funcs, c)
			}
		}
		out = append(out, part)
	}
	if r.wanted[own.Path] == nil {
		out = append(out, &signature.Package{Path: own.Path, Funcs: own.Funcs, Vars: own.Vars})
	}
	slices.SortFunc(out, func(a, b *signature.Package) int { return cmp.Compare(a.Path, b.Path) })
	var buf bytes.Buffer
	if err := gob.NewEncoder(&buf).Encode(out); err != nil {
		return nil // as if the comments were unknown
	}
	return buf.Bytes()
}

func decodeSignatures(data []byte) []*signature.Package {
	if len(data) == 0 {
		return nil
	}
	var out []*signature.Package
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&out); err != nil {
		return nil // as if the comments were unknown
	}
	return out
}

// sigReach collects the named types that are reachable from a type and whose packages
// have known comments.
type sigReach struct {
	p      *Known
	seen   map[types.Type]bool
	wanted map[string]map[string]bool // the names of types, by package
}

func (r *sigReach) visit(t types.Type) {
	if t == nil || r.seen[t] {
		return
	}
	r.seen[t] = true
	for _, part := range ir.Parts(t) {
		r.visit(part)
	}
	if named, ok := types.Unalias(t).(*types.Named); ok {
		r.named(named)
	}
}

func (r *sigReach) named(t *types.Named) {
	t = t.Origin()
	pkg := t.Obj().Pkg()
	if pkg == nil {
		return
	}
	known := r.p.Comments(pkg.Path())
	if known == nil {
		return
	}
	if r.wanted[pkg.Path()] == nil {
		r.wanted[pkg.Path()] = map[string]bool{}
	}
	r.wanted[pkg.Path()][t.Obj().Name()] = true
	r.visit(t.Underlying())
	for m := range t.Methods() {
		if m.Exported() {
			r.visit(m.Type())
		}
	}
	for _, k := range known.Types {
		if k.Name != t.Obj().Name() {
			continue
		}
		for _, impl := range k.Impls {
			if obj := pkg.Scope().Lookup(strings.TrimPrefix(impl, "*")); obj != nil {
				r.visit(obj.Type())
			}
		}
	}
}
