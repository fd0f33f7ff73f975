package schemafacts

import (
	"go/token"

	"github.com/schemavet/schemavet/schemafacts/internal/derive"
	"github.com/schemavet/schemavet/schemafacts/internal/program"
)

// Package is what a driver that has several packages in one process knows of
// one of them.
type Package struct {
	// Path is the import path.
	Path string
	// Files are the names of its Go files, as positions give them.
	Files []string
	// Result is the result of [Analyzer] for the package.
	Result *Result
}

// Program returns the tools of several packages, each with the best that any of
// them knows of it, sorted by name. A package alone does not see who completes
// and registers what it defines; the whole program does. Tools of packages that
// are not among pkgs are left out.
func Program(fset *token.FileSet, pkgs []Package) []*Tool {
	return program.Tools(fset, found(pkgs))
}

// Views returns the result of each package as the whole program tells it, in
// the order of pkgs. What a package alone knows otherwise is [Tool.Wide].
func Views(fset *token.FileSet, pkgs []Package) []*Result {
	out := make([]*Result, len(pkgs))
	for i, v := range program.Views(fset, found(pkgs)) {
		out[i] = &Result{Tools: v.Tools, Foreign: v.Foreign, Nameless: v.Nameless, Unfinished: v.Unfinished, Idle: v.Idle, Duplicates: v.Duplicates, Servers: v.Servers, Whole: true, guests: v.Guests, found: pkgs[i].Result.found}
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

// Source is a package that a driver has read, before the analyzer runs.
type Source = derive.Source

// World is a set of packages that nobody else uses; see [Enclose].
type World = derive.World

// Enclose tells the analyzer that nobody but the given packages uses them, for runs
// in this process from now on. What programs among them call is then run there
// alone, with what they hand to it, where that tells as much. After each run the
// driver asks [World.Again], with the tools of all [Views], and runs the analyzer once
// more if it says so.
//
// A driver that sees one package at a time, or of which the user asked for some
// packages only, has no need of it: every package tells what it knows by itself.
func Enclose(sources []Source) *World { return derive.Enclose(sources) }
