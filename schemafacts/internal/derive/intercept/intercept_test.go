package intercept_test

import (
	"strings"
	"testing"

	"github.com/schemavet/schemavet/schemafacts/internal/derive/intercept"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/source/sourcetest"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
)

const mcp = `
-- github.com/modelcontextprotocol/go-sdk/mcp/mcp.go --
package mcp

type Server struct{}
type Tool struct{ Name, Description string }
type ListToolsResult struct{ Tools []*Tool }
type Transport interface{ Connect() }
type StdioTransport struct{}
type Result interface{ isResult() }
func (*ListToolsResult) isResult() {}
type Next func(method string) Result
func (*StdioTransport) Connect() {}
func (*Server) Run(ctx any, t Transport) {}
func (*Server) AddReceivingMiddleware(m ...func(Next) Next) {}
`

// found returns as text what Find reports for a package and for an importer of it.
func found(t *testing.T, code string) (own, above string) {
	t.Helper()
	pkgs := sourcetest.Load(t, mcp+"-- example.com/app/app.go --\npackage app\n\nimport \"github.com/modelcontextprotocol/go-sdk/mcp\"\n"+code+
		"\n-- example.com/above/above.go --\npackage above\n\nimport _ \"example.com/app\"\n")
	below := intercept.Find(pkgs[1], intercept.Found{})
	all := intercept.Unite(intercept.Find(pkgs[2], below.Unplaced()), below.Unplaced())
	return marked(below), marked(all)
}

// marked returns as text what Mark adds to a registered tool.
func marked(f intercept.Found) string {
	t := &tool.Tool{RegPos: 1}
	f.Mark([]*tool.Tool{t})
	var out []string
	for _, h := range t.Between {
		out = append(out, h.Text)
	}
	for _, h := range t.Filtered {
		out = append(out, h.Text)
	}
	return strings.Join(out, "; ")
}

func TestFind(t *testing.T) {
	for _, c := range []struct{ name, code, own, above string }{
		{"plain", `func run(s *mcp.Server) { s.Run(nil, &mcp.StdioTransport{}) }`, "", ""},
		{"own transport", `
type mine struct{}
func (mine) Connect() { println(method) }
const method = "tools/list"
func run(s *mcp.Server) { s.Run(nil, mine{}) }`,
			"listed through app.mine, which may change it",
			"listed through app.mine, which may change it, at example.com/app/app.go:8"},
		{"no mention", `
type mine struct{ mcp.Transport }
func (mine) Connect() { println() }
func run(s *mcp.Server) { s.Run(nil, mine{&mcp.StdioTransport{}}) }`, "", ""},
		{"writer of a handler", `
type kept struct{}
type handler interface{ ServeHTTP(w, r any) }
func run(h handler, w any, method string) {
	if method != "tools/list" { h.ServeHTTP(w, nil); return }
	h.ServeHTTP(&kept{}, nil)
}
func other(s *mcp.Server, h handler) { h.ServeHTTP(&kept{}, nil) }`,
			"listed through *app.kept, which may change it",
			"listed through *app.kept, which may change it, at example.com/app/app.go:9"},
		{"in a variable", `
func run(s *mcp.Server, next func(mcp.Next) mcp.Next) {
	m := func(next mcp.Next) mcp.Next { println("tools/list"); return next }
	s.AddReceivingMiddleware(m, next)
}`, "listed through AddReceivingMiddleware(m), which may rewrite the list", "listed through AddReceivingMiddleware(m), which may rewrite the list, at example.com/app/app.go:7"},
		{"filter", `
func run(s *mcp.Server) {
	s.AddReceivingMiddleware(func(next mcp.Next) mcp.Next {
		return func(method string) mcp.Result {
			res := next(method)
			if list, ok := res.(*mcp.ListToolsResult); ok {
				list.Tools = list.Tools[:len(list.Tools)-1]
			}
			return res
		}
	})
}`, "listed if AddReceivingMiddleware(a function literal) lets it through", "listed if AddReceivingMiddleware(a function literal) lets it through, at example.com/app/app.go:6"},
		{"changes", `
func run(s *mcp.Server) {
	s.AddReceivingMiddleware(func(next mcp.Next) mcp.Next {
		return func(method string) mcp.Result {
			res := next(method)
			if list, ok := res.(*mcp.ListToolsResult); ok {
				list.Tools[0].Name = "other"
			}
			return res
		}
	})
}`, "listed through AddReceivingMiddleware(a function literal), which may rewrite the list",
			"listed through AddReceivingMiddleware(a function literal), which may rewrite the list, at example.com/app/app.go:6"},
	} {
		t.Run(c.name, func(t *testing.T) {
			own, above := found(t, c.code)
			if own != c.own || above != c.above {
				t.Errorf("got  %q\nand  %q\nwant %q\nand  %q", own, above, c.own, c.above)
			}
		})
	}
}

// TestUnite checks that each place occurs once, in sorted order.
func TestUnite(t *testing.T) {
	a, b := intercept.Between{At: "a:1", Reason: "r"}, intercept.Between{At: "b:1", Reason: "r"}
	f := intercept.Unite(intercept.Found{Between: []intercept.Between{b}}, intercept.Found{Between: []intercept.Between{a, b}}, intercept.Found{})
	if len(f.Between) != 2 || f.Between[0] != a {
		t.Errorf("got %+v", f)
	}
}
