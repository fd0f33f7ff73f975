// Package methods registers tools from servers that are structs, with handlers
// and parts of tools that are methods, promoted methods and method expressions.
package methods

import (
	"context"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/reply"
)

// Server serves a calendar.
type Server struct {
	base
	mcp    *mcp.Server
	prefix string
	zone   string
}

type base struct{ product string }

func (b base) describe(what string) string { return what + " in " + b.product + "." }

func (b *base) rename(product string) { b.product = product }

type event struct {
	Title string `json:"title" jsonschema:"title of the event"`
	Day   day    `json:"day" jsonschema:"day of the week"`
}

type day int

const (
	monday day = iota + 1
	tuesday
	sunday day = 7
)

func (d day) String() string {
	switch d {
	case monday:
		return "monday"
	case tuesday:
		return "tuesday"
	}
	return "sunday"
}

type empty struct{}

func (s *Server) create(context.Context, *mcp.CallToolRequest, event) (*mcp.CallToolResult, event, error) {
	return nil, event{}, nil
}

func (s Server) list(context.Context, *mcp.CallToolRequest, empty) (*mcp.CallToolResult, map[string]event, error) {
	return nil, nil, nil
}

func (s *Server) name(verb string) string { return s.prefix + "_" + verb }

func (s *Server) tool(verb string) *mcp.Tool {
	return &mcp.Tool{Name: s.name(verb), Description: s.describe(strings.ToUpper(verb[:1]) + verb[1:])}
}

// New returns a server with its tools.
func New(s *mcp.Server) *Server {
	srv := &Server{mcp: s, prefix: "calendar", base: base{product: "Calendar"}}
	srv.zone = "UTC"
	srv.register()
	srv.rename("Diary")
	srv.registerRest()
	return srv
}

func (s *Server) register() {
	mcp.AddTool(s.mcp, s.tool("create"), s.create)
	mcp.AddTool(s.mcp, s.tool("list"), s.list)
	mcp.AddTool(s.mcp, &mcp.Tool{Name: s.name("move"), Description: "Times are in " + s.zone}, (*Server).moveOf(s))
}

func (s *Server) moveOf() mcp.ToolHandlerFor[event, any] {
	return func(context.Context, *mcp.CallToolRequest, event) (*mcp.CallToolResult, any, error) {
		return nil, nil, nil
	}
}

func (s *Server) registerRest() {
	describe := s.describe
	for _, d := range []day{monday, tuesday, sunday} {
		mcp.AddTool(s.mcp, &mcp.Tool{Name: s.name(d.String()), Description: describe("What is on " + d.String())}, reply.OK[empty])
	}
	full := (*Server).name
	mcp.AddTool(s.mcp, &mcp.Tool{Name: full(s, "clear"), Title: base.describe(s.base, "Clear")}, reply.OK[empty])
	add := s.mcp.AddTool
	t := s.tool("raw")
	t.InputSchema = anyObject()
	add(t, reply.Raw)
}

// Register adds the tools.
func Register(s *mcp.Server) { New(s) }
