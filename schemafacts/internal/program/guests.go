package program

import (
	"go/token"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/derive"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// guests returns, for each package, the tools of other packages of which the package
// declares a part, such as a field of an input type. It leaves out packages that the
// package of the tool's name imports. Their passes do not know the tool, so the
// checks report it at its name.
func (v *view) guests(pkgs []Package) map[string][]*tool.Tool {
	found := map[string]*derive.Found{}
	for _, p := range pkgs {
		found[p.Path] = p.Found
	}
	out := map[string][]*tool.Tool{}
	for _, t := range v.tools {
		var hosts []string
		for _, pos := range partsOf(t) {
			path := v.home(pos)
			if path == "" || path == t.Package || slices.Contains(hosts, path) || found[t.Package].Imports(path) {
				continue
			}
			hosts = append(hosts, path)
			out[path] = append(out[path], t)
		}
	}
	return out
}

// partsOf returns the positions of all parts of a tool and of its problems.
func partsOf(t *tool.Tool) []token.Pos {
	out := []token.Pos{t.HandlerPos}
	t.Doc.Walk(func(_ string, n *schema.Node) bool {
		out = append(out, n.Pos)
		return true
	})
	for _, p := range slices.Concat(t.Errors, t.Remarks) {
		out = append(out, p.Pos)
	}
	return out
}
