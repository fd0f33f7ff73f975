package supported

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/semver"
)

// A run holds the versions of a library that a conformance module runs.
type run struct {
	Framework string // "" in a module for one library
	Versions  []string
}

// ran returns the versions of l with which its conformance module runs. It only reads
// the lists in the module's source.
func ran(root string, l *Library) ([]run, error) {
	dir := filepath.Join(root, filepath.FromSlash(l.Conformance))
	if l.Conformance == Golangci.Conformance {
		versions, err := required(filepath.Join(dir, "go.mod"), l)
		return []run{{"", versions}}, err
	}
	if l.Conformance == conformance+"jsonschemago" { // the reflector lists its versions
		dir = filepath.Join(root, "schemafacts", "internal", "reflector", "jsonschemago")
	}
	lists, err := listed(dir)
	if err != nil {
		return nil, err
	}
	frameworks := l.Frameworks
	if frameworks == nil {
		frameworks = []string{""}
	}
	var out []run
	for _, f := range frameworks {
		out = append(out, run{f, lists[f]})
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

// required returns the versions of l that a go.mod requires.
func required(file string, l *Library) ([]string, error) {
	mod, err := readModfile(file)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, r := range mod.Require {
		if l.Has(r.Mod.Path) && !r.Indirect {
			out = append(out, r.Mod.Version)
		}
	}
	return sorted(out), nil
}

func readModfile(name string) (*modfile.File, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return modfile.Parse(name, data, nil)
}

func sorted(versions []string) []string {
	slices.SortFunc(versions, semver.Compare)
	return slices.Compact(versions)
}
