//go:build sdk01

// Package registry registers tools that other functions and packages make.
package registry

import (
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/sdk01/reply"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/sdk01/servers/registry/tools"
)

type pingArgs struct {
	Host string `json:"host"`
}

var ping = mcp.NewServerTool("net_ping", "Ping a host.", reply.OK[pingArgs])

type service struct{ server *mcp.Server }

func (s *service) add(tools ...*mcp.ServerTool) *service {
	s.server.AddTools(tools...)
	return s
}

func table() map[string]*mcp.ServerTool {
	return map[string]*mcp.ServerTool{
		"dig":   mcp.NewServerTool("net_dig", "Ask a name server.", reply.OK[pingArgs]),
		"trace": mcp.NewServerTool("net_trace", "Trace a route.", reply.OK[pingArgs]),
	}
}

// Register adds the tools.
func Register(s *mcp.Server) {
	s.AddTools(ping, tools.Read, tools.Write())
	s.AddTools(tools.All(&tools.Config{})...)
	svc := &service{server: s}
	svc.add(mcp.NewServerTool("net_up", "", reply.OK[struct{}])).add(mcp.NewServerTool("net_down", "", reply.OK[struct{}]))
	for _, t := range table() {
		s.AddTools(t)
	}
	for _, t := range []tools.Tool{tools.Named("net_named"), tools.Named("net_other")} {
		s.AddTools(t.Server())
	}
	var more []*mcp.ServerTool
	more = append(more, mcp.NewServerTool("net_more", "", reply.OK[pingArgs]))
	more = slices.Concat(more, []*mcp.ServerTool{mcp.NewServerTool("net_most", "", reply.OK[pingArgs])})
	s.AddTools(more...)
	add := s.AddTools
	add(mcp.NewServerTool("net_value", "A method value.", reply.OK[pingArgs]))
}
