package schemadrift

import (
	"bytes"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"

	"github.com/schemavet/schemavet/internal/generate"
	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/internal/safefile"
	"github.com/schemavet/schemavet/schemafacts"
	"golang.org/x/tools/go/analysis"
)

// generated reports a file of schemavet generate that is not what it would
// write now, at the first line that differs.
func generated(r *report.Reporter, facts *schemafacts.Result) {
	for _, f := range r.Pass.Files {
		tf := r.Pass.Fset.File(f.FileStart)
		if filepath.Base(tf.Name()) != generate.FileName {
			continue
		}
		read := r.Pass.ReadFile
		if read == nil {
			read = safefile.Read // nogo offers none
		}
		old, err := read(tf.Name())
		if err != nil || generate.Target(old) == "" {
			continue
		}
		old = bytes.ReplaceAll(old, []byte("\r\n"), []byte("\n"))
		in, ok := plainFunctions(r, facts, generate.Target(old))
		in.Generated = func(pos token.Pos) bool { return f.FileStart <= pos && pos <= f.FileEnd }
		if !ok {
			continue
		}
		data, refused, err := generate.File(in)
		if err != nil || len(refused) == 0 && bytes.Equal(old, data) {
			continue
		}
		line := 1
		for old, data := bytes.Split(old, []byte("\n")), bytes.Split(data, []byte("\n")); line < min(len(old), len(data), tf.LineCount()); line++ {
			if !bytes.Equal(old[line-1], data[line-1]) {
				break
			}
		}
		if len(refused) > 0 {
			line = 1
		}
		r.Report(report.Diagnostic{Diagnostic: analysis.Diagnostic{Pos: tf.LineStart(line), Category: "generated-stale",
			Message: generate.FileName + " is stale; run schemavet generate"}})
	}
}

// plainFunctions returns what the file would be made of, if that is known.
func plainFunctions(r *report.Reporter, facts *schemafacts.Result, sdk string) (in generate.Input, ok bool) {
	in = generate.Input{Pkg: r.Pass.Pkg, Options: facts.PlainOptions(), SDK: sdk}
	for _, imp := range r.Pass.Pkg.Imports() {
		if imp.Path() == generate.Package(sdk) {
			in.Types = imp
		}
	}
	byPos := map[*types.Func]*schemafacts.Tool{}
	for _, t := range facts.Plain() {
		for id, obj := range r.Pass.TypesInfo.Defs {
			if fn, ok := obj.(*types.Func); ok && id.Pos() == t.DefPos {
				byPos[fn] = t
			}
		}
	}
	for _, f := range r.Pass.Files {
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok {
				fn, _ := r.Pass.TypesInfo.Defs[d.Name].(*types.Func)
				if t := byPos[fn]; t != nil {
					in.Tools = append(in.Tools, generate.Tool{Name: t.Name, Description: t.Doc.Get("description").StringValue(), Func: fn,
						Input: t.Doc.Get("inputSchema"), Output: t.Doc.Get("outputSchema")})
				}
			}
		}
	}
	generate.Sort(in.Tools)
	return in, in.Types != nil
}
