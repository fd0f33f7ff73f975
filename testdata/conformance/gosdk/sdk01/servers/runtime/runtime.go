//go:build sdk01

// Package runtime has tools with parts that only run time knows.
package runtime

import (
	"os"

	"github.com/modelcontextprotocol/go-sdk/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/sdk01/reply"
)

type args struct {
	Name  string `json:"name"`
	Count int    `json:"count,omitempty"`
}

// Register adds the tools.
func Register(s *mcp.Server) {
	home := os.Getenv("SCHEMAVET_NO_SUCH_VARIABLE")
	s.AddTools(
		mcp.NewServerTool("description", "In "+home+".", reply.OK[args]),
		mcp.NewServerTool("property_description", "", reply.OK[args], mcp.Input(mcp.Property("name", mcp.Description(home)))),
		mcp.NewServerTool("enum", "", reply.OK[args], mcp.Input(mcp.Property("name", mcp.Enum("a", home)))),
		mcp.NewServerTool("required", "", reply.OK[args], mcp.Input(mcp.Property("count", mcp.Required(home != "")))),
		mcp.NewServerTool("property", "", reply.OK[args], mcp.Input(mcp.Property(home+"x", mcp.Description("who knows")))),
		mcp.NewServerTool("schema", "", reply.OK[args], mcp.Input(mcp.Schema(load()), mcp.Description("d"))),
	)
	var opts []mcp.ToolOption
	if home != "" {
		opts = append(opts, mcp.Input(mcp.Property("name", mcp.Description("at home"))))
	}
	s.AddTools(mcp.NewServerTool("conditional", "", reply.OK[args], opts...))
	option := mcp.Input(mcp.Property("name", mcp.Description("one")))
	if home != "" {
		option = mcp.Input(mcp.Property("name", mcp.Description("two")))
	}
	s.AddTools(mcp.NewServerTool("either", "", reply.OK[args], option))
	if home == "" {
		s.AddTools(mcp.NewServerTool("branch", "Taken.", reply.OK[args]))
	} else {
		s.AddTools(mcp.NewServerTool("branch", "Not taken.", reply.OK[args]))
	}
}

func load() *jsonschema.Schema {
	var s jsonschema.Schema
	if err := s.UnmarshalJSON([]byte(`{"type": "` + os.Getenv("SCHEMAVET_NO_SUCH_VARIABLE") + `object"}`)); err != nil {
		panic(err)
	}
	return &s
}
