package schemafacts

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/signature"
)

// Syntax is a package that was type-checked from source. The fields mean the same
// as in an analysis pass and in go/packages. Info needs Types, Defs and Uses, and
// the files must have been parsed with comments.
type Syntax struct {
	Fset  *token.FileSet
	Pkg   *types.Package
	Info  *types.Info
	Files []*ast.File
}

// Describer describes plain functions for programs that generate code or
// documentation. Package [signature] documents the schemas.
type Describer struct {
	opts signature.Options
	pkgs map[string]Syntax
	read map[string]*signature.Package
}

// NewDescriber returns a describer that reads the syntax of pkgs. They must include
// the packages of the described functions, and should include the whole module:
// comments and constants of other packages are ignored.
func NewDescriber(opts signature.Options, pkgs ...Syntax) *Describer {
	if opts.SDKs == nil {
		opts.SDKs = SDKs()
	}
	d := &Describer{opts, map[string]Syntax{}, map[string]*signature.Package{}}
	for _, p := range pkgs {
		if p.Pkg != nil && p.Info != nil {
			d.pkgs[p.Pkg.Path()] = p
		}
	}
	return d
}

// Describe returns the name and description of fn and the schemas of its
// arguments and result. fn needs no directive that makes it a tool. A part of a
// schema that source does not determine is unresolved and prints as null; the
// method Resolved of a schema omits such parts.
func (d *Describer) Describe(fn *types.Func) signature.Schema {
	f := signature.Func{Object: fn}
	if file, decl := d.declaration(fn.Origin()); decl != nil {
		f.Comment = signature.NewFuncComment(d.pkgs[fn.Pkg().Path()].Fset, file, signature.FuncName(fn), decl.Doc, decl.Type)
		f.Pos = decl.Name.Pos()
	}
	return signature.Describe(f, d.Source, d.opts)
}

// declaration returns the file and syntax of fn, or nil if the describer has no
// syntax of its package.
func (d *Describer) declaration(fn *types.Func) (*ast.File, *ast.FuncDecl) {
	if fn.Pkg() == nil {
		return nil, nil
	}
	p := d.pkgs[fn.Pkg().Path()]
	for _, file := range p.Files {
		for _, decl := range file.Decls {
			if decl, ok := decl.(*ast.FuncDecl); ok && p.Info.Defs[decl.Name] == fn {
				return file, decl
			}
		}
	}
	return nil, nil
}

// Source returns the comments, constants and literals of a package, or nil if the
// describer has no syntax of it. Pass it to [signature.Describe] to describe functions
// that have no *types.Func: function literals, and instances of generic functions.
// Set the field SDKs of the options to [SDKs].
func (d *Describer) Source(path string) *signature.Package {
	p, ok := d.pkgs[path]
	if !ok {
		return nil
	}
	if d.read[path] == nil {
		d.read[path] = signature.Read(p.Fset, p.Pkg, p.Info, p.Files, true)
	}
	return d.read[path]
}

// Describe describes one function of pkg; see [Describer.Describe].
func Describe(fn *types.Func, pkg Syntax, opts signature.Options) signature.Schema {
	return NewDescriber(opts, pkg).Describe(fn)
}
