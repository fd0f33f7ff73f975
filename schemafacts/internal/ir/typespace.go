package ir

import (
	"go/token"
	"go/types"
	"strings"
)

// TypeSpace finds the types that programs of other packages name. A type that
// cannot be seen from the package being analysed is made again from its
// definition, once, so that it is identical to itself.
type TypeSpace struct {
	root *types.Package
	pkgs map[string]*types.Package
	made map[string]*types.TypeName
	open map[*types.Named]bool // made, and not yet defined
	// only are packages of which nothing but the path is known.
	only map[string]*types.Package
}

// NewTypeSpace returns the types that can be seen from pkg.
func NewTypeSpace(pkg *types.Package) *TypeSpace {
	return &TypeSpace{root: pkg, made: map[string]*types.TypeName{}, open: map[*types.Named]bool{}}
}

// Package returns the package of this path among those that the root imports,
// directly or not, nil if there is none.
func (s *TypeSpace) Package(path string) *types.Package {
	if s.pkgs == nil {
		s.pkgs = map[string]*types.Package{}
		var visit func(p *types.Package)
		visit = func(p *types.Package) {
			if s.pkgs[p.Path()] != nil {
				return
			}
			s.pkgs[p.Path()] = p
			for _, q := range p.Imports() {
				visit(q)
			}
		}
		visit(s.root)
	}
	return s.pkgs[path]
}

// known returns a package of this path, visible or not, nil for "".
func (s *TypeSpace) known(path string) *types.Package {
	if path == "" {
		return nil
	}
	if p := s.Package(path); p != nil {
		return p
	}
	if s.only == nil {
		s.only = map[string]*types.Package{}
	}
	if s.only[path] == nil {
		s.only[path] = types.NewPackage(path, "")
	}
	return s.only[path]
}

// lookup returns the declaration of a type, nil if it is not visible.
func (s *TypeSpace) lookup(path, name string) *types.TypeName {
	if p := s.Package(path); p != nil {
		if tn, ok := p.Scope().Lookup(name).(*types.TypeName); ok {
			return tn
		}
	}
	return s.made[path+"."+name]
}

// declare makes a type that is not visible.
func (s *TypeSpace) declare(path, pkgName, name string) *types.TypeName {
	pkg := s.Package(path)
	if pkg == nil {
		pkg = types.NewPackage(path, pkgName)
		s.pkgs[path] = pkg
	}
	tn := types.NewTypeName(token.NoPos, pkg, name, nil)
	s.open[types.NewNamed(tn, nil, nil)] = true
	s.made[path+"."+name] = tn
	return tn
}

// seal gives the types that nobody has defined yet a type that nothing can be
// said of.
func (s *TypeSpace) seal() {
	for _, tn := range s.made {
		if named, ok := tn.Type().(*types.Named); ok && s.open[named] {
			named.SetUnderlying(types.Typ[types.Invalid])
		}
	}
}

func itoa(i int) string {
	var b strings.Builder
	if i == 0 {
		return "0"
	}
	var digits []byte
	for ; i > 0; i /= 10 {
		digits = append(digits, byte('0'+i%10))
	}
	for j := len(digits) - 1; j >= 0; j-- {
		b.WriteByte(digits[j])
	}
	return b.String()
}
