package supported

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/mod/semver"
)

// A run holds the versions of a library that a conformance module can run.
type run struct {
	Framework string   // "" in a module for one library
	Modfiles  []string // versions that have a modfile
	Listed    []string // versions that the module's source lists
}

// ran returns the versions of l with which its conformance module runs. It only reads
// files: go.mod files and source.
func ran(root string, l *Library) ([]run, error) {
	dir := filepath.Join(root, filepath.FromSlash(l.Conformance))
	if l.Conformance == Golangci.Conformance {
		versions, err := required(filepath.Join(dir, "go.mod"), l)
		return []run{{"", versions, versions}}, err
	}
	source := dir
	if l.Conformance == conformance+"jsonschemago" { // the reflector lists its versions
		source = filepath.Join(root, "schemafacts", "internal", "reflector", "jsonschemago")
	}
	lists, err := listed(source)
	if err != nil {
		return nil, err
	}
	var out []run
	for _, f := range l.frameworks() {
		versions, err := required(l.modfiles(root, f), l)
		if err != nil {
			return nil, err
		}
		out = append(out, run{f, versions, lists[f]})
	}
	return out, nil
}

// listed returns the versions that the Go files in dir list. The versions of a variable
// with the name "versions" are under the key "". The versions of a composite literal that
// has the fields "name" and "versions" are under its name.
func listed(dir string) (map[string][]string, error) {
	out := map[string][]string{}
	err := inspect(dir, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.ValueSpec:
			if n.Names[0].Name == "versions" && len(n.Values) == 1 {
				out[""] = sorted(append(out[""], versionsOf(n.Values[0])...))
			}
		case *ast.CompositeLit:
			if name, versions := field(n, "name"), field(n, "versions"); name != nil && versions != nil {
				out[text(name)] = sorted(versionsOf(versions))
			}
		}
	})
	return out, err
}

// commonVersions returns the versions in the constant common, with which a
// conformance module runs by default.
func commonVersions(dir string) ([]string, error) {
	var out []string
	err := inspect(dir, func(n ast.Node) {
		if n, ok := n.(*ast.ValueSpec); ok && n.Names[0].Name == "common" {
			for v := range strings.SplitSeq(text(n.Values[0]), ",") {
				out = append(out, canonical(v))
			}
		}
	})
	return out, err
}

// inspect calls f for all nodes of the Go files in dir, without tests.
func inspect(dir string, f func(ast.Node)) error {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return err
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			return err
		}
		for n := range ast.Preorder(file) {
			f(n)
		}
	}
	return nil
}

// versionsOf returns the versions in a list literal. Its elements are strings, or
// structs whose first field is the version.
func versionsOf(list ast.Expr) []string {
	var out []string
	if lit, ok := list.(*ast.CompositeLit); ok {
		for _, e := range lit.Elts {
			e = unkeyed(e)
			if lit, ok := e.(*ast.CompositeLit); ok && len(lit.Elts) > 0 {
				e = unkeyed(lit.Elts[0])
			}
			if v := canonical(text(e)); semver.IsValid(v) {
				out = append(out, v)
			}
		}
	}
	return out
}

func unkeyed(e ast.Expr) ast.Expr {
	if kv, ok := e.(*ast.KeyValueExpr); ok {
		return kv.Value
	}
	return e
}

func field(lit *ast.CompositeLit, name string) ast.Expr {
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if key, ok := kv.Key.(*ast.Ident); ok && key.Name == name {
				return kv.Value
			}
		}
	}
	return nil
}

func text(e ast.Expr) string {
	lit, ok := e.(*ast.BasicLit)
	if !ok {
		return ""
	}
	s, _ := strconv.Unquote(lit.Value)
	return s
}

func canonical(version string) string { return "v" + strings.TrimPrefix(version, "v") }

// compare returns the differences between the table and the versions of the
// conformance modules.
func (l *Library) compare(runs []run) []string {
	var problems []string
	report := func(format string, args ...any) { problems = append(problems, fmt.Sprintf(format, args...)) }
	var all []string
	for _, r := range runs {
		if !slices.Equal(r.Modfiles, r.Listed) {
			report("%s %s has modfiles for %v, and lists %v", l.Conformance, r.Framework, r.Modfiles, r.Listed)
		}
		if !slices.Contains(r.Listed, l.Newest()) {
			report("%s %s does not run %s, the newest version of the table", l.Conformance, r.Framework, l.Newest())
		}
		all = append(all, r.Listed...)
	}
	for _, r := range l.Ranges {
		for _, v := range sorted([]string{r.Oldest, r.Newest}) {
			if !slices.Contains(all, v) {
				report("%s does not run %s, an end of a range of the table", l.Conformance, v)
			}
		}
	}
	for _, v := range sorted(all) {
		if !l.Supports(v) {
			report("%s runs %s, which the table %s does not include", l.Conformance, v, l.Versions())
		}
	}
	return problems
}
