package schemafacts

import (
	"go/token"

	"github.com/schemavet/schemavet/schemafacts/internal/callgraph"
	"github.com/schemavet/schemavet/schemafacts/internal/derive"
	"github.com/schemavet/schemavet/schemafacts/internal/program"
)

// Package is one of several packages that a driver analyzed in one process.
type Package struct {
	// Path is the import path.
	Path string
	// Files are the names of its Go files, as in a token.Position.
	Files []string
	// Result is the result of [Analyzer] for the package.
	Result *Result
}

// Views returns the result of each package as derived from all of pkgs, in the order
// of pkgs. [Tool.Wide] is set for tools that their own package could not derive alone.
func Views(fset *token.FileSet, pkgs []Package) []*Result {
	out := make([]*Result, len(pkgs))
	for i, v := range program.Views(fset, found(pkgs)) {
		out[i] = &Result{Tools: v.Tools, Foreign: v.Foreign, Nameless: v.Nameless, Unfinished: v.Unfinished, Idle: v.Idle, Duplicates: v.Duplicates, Servers: v.Servers, Unused: v.Unused, Whole: true, guests: v.Guests, found: pkgs[i].Result.found}
	}
	return out
}

func found(pkgs []Package) []program.Package {
	var out []program.Package
	for _, p := range pkgs {
		out = append(out, program.Package{Path: p.Path, Files: p.Files, Found: p.Result.found})
	}
	return out
}

// Source is a package that a driver has loaded, before the analyzer runs.
type Source = callgraph.Source

// World is a set of packages that no other package imports; see [Enclose].
type World = derive.World

// Enclose declares that no package outside sources imports one of them. With the
// [Options] of a run, [Views] then leaves out values with the form of a tool in code that no
// program runs, and values that no program sends.
//
// A driver that analyzes one package at a time, or only some packages that the user
// named, does not call Enclose.
func Enclose(sources []Source) *World { return derive.Enclose(sources) }
