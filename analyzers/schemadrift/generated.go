package schemadrift

import (
	"bytes"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/internal/generate"
	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/internal/safefile"
	"github.com/schemavet/schemavet/schemafacts"
)

// generated reports files that schemavet generate wrote and that differ from what it
// would write now, at the first different line.
func generated(r *report.Reporter, facts *schemafacts.Result) {
	var old []generatedFile
	for _, f := range r.Pass.Files {
		tf := r.Pass.Fset.File(f.FileStart)
		if !strings.HasPrefix(filepath.Base(tf.Name()), generate.Prefix) {
			continue
		}
		read := r.Pass.ReadFile
		if read == nil {
			read = safefile.Read // nogo offers none
		}
		data, err := read(tf.Name())
		if s, ok := generate.Header(data); err == nil && ok {
			old = append(old, generatedFile{f, tf, s, bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))})
		}
	}
	if len(old) == 0 {
		return
	}
	want, ok := wanted(r, facts, old)
	if !ok {
		return
	}
	for _, f := range old {
		line := f.differs(want[filepath.Base(f.file.Name())])
		if line > 0 {
			r.Tell("", f.file.LineStart(line), "generated-stale", "%s is stale; run schemavet generate", filepath.Base(f.file.Name()))
		}
	}
}

// generatedFile is a file that schemavet generate wrote.
type generatedFile struct {
	syntax   *ast.File
	file     *token.File
	settings generate.Settings
	data     []byte
}

// differs returns the first line in which a file differs from what it should be, or 0
// if it does not differ. A file that should not exist differs in its first line.
func (f generatedFile) differs(want []byte) int {
	if bytes.Equal(f.data, want) {
		return 0
	}
	line := 1
	for old, data := bytes.Split(f.data, []byte("\n")), bytes.Split(want, []byte("\n")); len(want) > 0 && line < min(len(old), len(data), f.file.LineCount()); line++ {
		if !bytes.Equal(old[line-1], data[line-1]) {
			break
		}
	}
	return line
}

// wanted returns the current contents of the package's generated files, by name. ok
// is false if they are unknown. A file that generate refuses to write has no
// contents.
func wanted(r *report.Reporter, facts *schemafacts.Result, old []generatedFile) (files map[string][]byte, ok bool) {
	files = map[string][]byte{}
	first := old[0]
	pkg := r.Pass.Pkg
	folder := "/" + filepath.Base(filepath.Dir(first.file.Name()))
	switch filepath.Base(first.file.Name()) {
	case generate.CLIName:
		runtime, found := strings.CutSuffix(pkg.Path(), folder)
		data, err := generate.CLILibrary(runtime, first.settings)
		files[generate.CLIName] = data
		return files, found && err == nil
	case generate.TestName:
		runtime, found := strings.CutSuffix(pkg.Path(), folder)
		data, err := generate.TestLibrary(runtime, first.settings)
		files[generate.TestName] = data
		return files, found && err == nil
	case generate.SDKName:
		for _, imp := range pkg.Imports() {
			if runtime, found := strings.CutSuffix(pkg.Path(), folder); found && imp.Path() == generate.Package(first.settings.SDK) {
				data, err := generate.SDKLibrary(runtime, first.settings, imp)
				files[generate.SDKName], ok = data, err == nil
			}
		}
		return files, ok
	}
	if first.settings.SDK == "" { // the runtime
		data, err := generate.Library(pkg.Name())
		files[generate.FileName] = data
		return files, err == nil
	}
	in, ok := plainFunctions(r, facts, first.settings)
	if !ok {
		return nil, false
	}
	in.Generated = func(pos token.Pos) bool {
		return slices.ContainsFunc(old, func(f generatedFile) bool { return f.syntax.FileStart <= pos && pos <= f.syntax.FileEnd })
	}
	out, _, err := generate.Files(in)
	for _, f := range out {
		files[f.Name] = f.Data
	}
	return files, err == nil
}

// plainFunctions returns the input from which the files are generated. ok is false if
// it is unknown.
func plainFunctions(r *report.Reporter, facts *schemafacts.Result, settings generate.Settings) (in generate.Input, ok bool) {
	in = generate.NewInput(r.Pass, facts)
	in.Settings = settings
	for _, imp := range r.Pass.Pkg.Imports() {
		if module, ok := strings.CutSuffix(imp.Path(), "/"+settings.Folder()); ok {
			in.Module = module
		}
	}
	if in.Module == "" && r.Pass.Module != nil { // an older version of schemavet wrote the file, without a runtime
		in.Module = r.Pass.Module.Path
	}
	in.Types = imported(r.Pass.Pkg, generate.Package(settings.SDK), map[*types.Package]bool{})
	return in, in.Module != "" && (in.Types != nil || settings.SDK == generate.NoSDK)
}

// imported returns a package that pkg imports, directly or not.
func imported(pkg *types.Package, path string, seen map[*types.Package]bool) *types.Package {
	for _, imp := range pkg.Imports() {
		if imp.Path() == path {
			return imp
		}
		if seen[imp] {
			continue
		}
		seen[imp] = true
		if found := imported(imp, path, seen); found != nil {
			return found
		}
	}
	return nil
}
