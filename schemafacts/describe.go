package schemafacts

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/signature"
)

// Syntax is a package that was type-checked from source. The fields are those
// of an analysis pass and of go/packages; Info needs Types, Defs and Uses, and
// the files must have been parsed with comments.
type Syntax struct {
	Fset  *token.FileSet
	Pkg   *types.Package
	Info  *types.Info
	Files []*ast.File
}

// Describer describes plain functions for programs that generate code or
// documentation. Package [signature] tells what a schema says and what not.
type Describer struct {
	opts signature.Options
	pkgs map[string]Syntax
	read map[string]*signature.Package
}

// NewDescriber returns a describer that knows the syntax of some packages: at
// least those of the functions that it will describe, best all of their module.
// Comments and constants of other packages say nothing.
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
// arguments and result. Whether fn has a directive that makes it a tool does
// not matter. What cannot be known from source is a hole in the schemas, which
// prints as null; their method Resolved leaves such parts out.
func (d *Describer) Describe(fn *types.Func) signature.Schema {
	f := signature.Func{Object: fn}
	if file, decl := d.declaration(fn.Origin()); decl != nil {
		f.Comment = signature.NewFuncComment(d.pkgs[fn.Pkg().Path()].Fset, file, signature.FuncName(fn), decl.Doc, decl.Type)
		f.Pos = decl.Name.Pos()
	}
	return signature.Describe(f, d.Source, d.opts)
}

// declaration returns the syntax of a function, nil if it is not known.
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

// Source is what the describer knows of a package. With it, [signature.Describe]
// describes what [Describer.Describe] cannot name: function literals, and
// instances of generic functions; its options want [SDKs].
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
