package generate

import (
	"bytes"
	"embed"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/schemavet/schemavet/internal/seal"
)

//go:embed runtime/*.go
var runtimeFiles embed.FS

// Runtime returns the files that the packages of a module share, named relative to the
// module's folder: the runtime, and its package for an SDK.
func Runtime(module string, s Settings, sdk *types.Package) ([]File, error) {
	data, err := Library(path.Base(s.Folder()))
	if err != nil {
		return nil, err
	}
	out := []File{{path.Join(s.Folder(), FileName), data}}
	if s.CLI == Cobra {
		data, err := CLILibrary(path.Join(module, s.Folder()), s)
		if err != nil {
			return nil, err
		}
		out = append(out, File{path.Join(s.Folder(), cobraFolder, CLIName), data})
	}
	if s.SDK == NoSDK {
		return out, nil
	}
	data, err = SDKLibrary(path.Join(module, s.Folder()), s, sdk)
	return append(out, File{path.Join(s.Folder(), targets[s.SDK].folder, SDKName), data}), err
}

// cobraFolder is the folder of the runtime for cobra.
const cobraFolder = "cobratools"

// CLILibrary returns the file that serves tools as commands of cobra, given the
// import path of the runtime.
func CLILibrary(runtime string, s Settings) ([]byte, error) {
	return execute(&file{Marker: Settings{SDK: NoSDK, Runtime: s.Runtime, CLI: s.CLI}.marker(), Runtime: importLine(runtime, "tools")}, "cobratools", "", nil)
}

// testFolder is the folder of the runtime for tests.
const testFolder = "toolstest"

// TestFile returns the name of the file that helps to test tools, relative to the module's
// folder.
func (s Settings) TestFile() string { return path.Join(s.Folder(), testFolder, TestName) }

// TestLibrary returns the file that helps to test tools, given the import path of the
// runtime.
func TestLibrary(runtime string, s Settings) ([]byte, error) {
	f := &file{Marker: Settings{SDK: s.SDK, Runtime: s.Runtime}.marker(), Runtime: importLine(runtime, "tools")}
	data, err := execute(f, "toolstest", s.SDK, nil)
	return seal.Add(data), err
}

// SDKLibrary returns the file that serves tools with an SDK, given the import path of
// the runtime.
func SDKLibrary(runtime string, s Settings, sdk *types.Package) ([]byte, error) {
	f := &file{Marker: Settings{SDK: s.SDK, Runtime: s.Runtime}.marker(), Runtime: importLine(runtime, "tools")}
	f.RawArguments = s.SDK == GoSDK || hasField(sdk, "CallToolParams", "RawArguments")
	return execute(f, "sdk", s.SDK, nil)
}

// Library returns package runtime as one file, in a package that is named after the
// folder.
func Library(folder string) ([]byte, error) {
	entries, err := runtimeFiles.ReadDir("runtime")
	if err != nil {
		return nil, err
	}
	imports := map[string]bool{}
	var doc string
	var body bytes.Buffer
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		src, err := runtimeFiles.ReadFile("runtime/" + e.Name())
		if err != nil {
			return nil, err
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, e.Name(), src, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		if f.Doc != nil {
			doc = string(src[fset.Position(f.Doc.Pos()).Offset:fset.Position(f.Doc.End()).Offset]) + "\n"
		}
		end := f.Name.End()
		for _, d := range f.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
				end = g.End()
			}
		}
		for _, i := range f.Imports {
			imports[i.Path.Value] = true
		}
		for _, d := range f.Decls {
			if doc := internalDoc(d); doc != nil {
				body.Write(src[fset.Position(end).Offset:fset.Position(doc.Pos()).Offset])
				end = d.Pos()
			}
		}
		body.Write(src[fset.Position(end).Offset:])
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, "%s%s\n\n//go:generate schemavet generate .\n\n%spackage %s\n\nimport (\n", markerBegin, markerEnd, doc, packageName(folder))
	for _, path := range slices.Sorted(maps.Keys(imports)) {
		fmt.Fprintf(&out, "\t%s\n", path)
	}
	out.WriteString(")\n")
	out.Write(body.Bytes())
	data, err := format.Source(out.Bytes())
	return seal.Add(data), err
}

// internalDoc returns the comment above a declaration that users of the runtime cannot see,
// or nil. The generated file has no such comments, because users commit and review it.
func internalDoc(d ast.Decl) *ast.CommentGroup {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if !d.Name.IsExported() {
			return d.Doc
		}
	case *ast.GenDecl:
		if t, ok := d.Specs[0].(*ast.TypeSpec); d.Tok != token.IMPORT && !(ok && t.Name.IsExported()) {
			return d.Doc
		}
	}
	return nil
}

// packageName returns the name of the generated package in a folder: the letters and
// digits of the folder's name, or "tools" if they are no package name.
func packageName(folder string) string {
	name := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, folder)
	if name == "" || unicode.IsDigit(rune(name[0])) || token.IsKeyword(name) {
		return "tools"
	}
	return name
}

// importLine returns an import spec, with the name that the file uses for the package
// if it differs from the last element of the path.
func importLine(importPath, name string) string {
	if line := strconv.Quote(importPath); packageName(path.Base(importPath)) == name && path.Base(importPath) == name {
		return line
	}
	return name + " " + strconv.Quote(importPath)
}

// Folders returns files in place of the packages of the runtime for SDKs, commands and
// tests, named relative to the folder of the runtime. They declare nothing.
func Folders() []File {
	name := func(folder, file string) File {
		return File{path.Join(folder, file), []byte("package " + folder + "\n")}
	}
	return []File{name(targets[GoSDK].folder, SDKName), name(targets[MCPGo].folder, SDKName), name(cobraFolder, CLIName), name(testFolder, TestName)}
}
