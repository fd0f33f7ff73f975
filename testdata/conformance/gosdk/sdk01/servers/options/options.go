//go:build sdk01

// Package options passes options around: as variables, from helpers, in slices,
// and the same schema to several tools.
package options

import (
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/model"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/sdk01/reply"
)

type listArgs struct {
	Owner  string       `json:"owner"`
	Repo   string       `json:"repo"`
	State  model.Status `json:"state,omitempty"`
	Page   int          `json:"page,omitempty"`
	Labels []string     `json:"labels,omitempty"`
}

var (
	owner = mcp.Property("owner", mcp.Description("owner of the repository"))
	repo  = mcp.Property("repo", mcp.Description("name of the repository"), mcp.Required(true))
	both  = []mcp.SchemaOption{owner, repo}
)

func page(limit int) mcp.SchemaOption {
	return mcp.Property("page", mcp.Description(fmt.Sprintf("page, at most %d", limit)), mcp.Schema(&jsonschema.Schema{
		Type: "integer", Minimum: jsonschema.Ptr(1.0), Maximum: jsonschema.Ptr(float64(limit)),
	}))
}

func states() []any {
	var all []any
	for _, s := range model.Statuses {
		all = append(all, s)
	}
	return all
}

func state() mcp.SchemaOption {
	return mcp.Property("state", mcp.Enum(states()...), mcp.Description("state of the issues"))
}

func input(more ...mcp.SchemaOption) mcp.ToolOption {
	return mcp.Input(append(append([]mcp.SchemaOption{}, both...), more...)...)
}

var point = &jsonschema.Schema{
	Type:       "object",
	Properties: map[string]*jsonschema.Schema{"x": {Type: "integer"}, "y": {Type: "integer"}},
	Required:   []string{"x"},
}

// Register adds the tools.
func Register(s *mcp.Server) {
	s.AddTools(
		mcp.NewServerTool("list_one", "", reply.OK[listArgs], mcp.Input(owner, repo, page(10))),
		mcp.NewServerTool("list_slice", "", reply.OK[listArgs], mcp.Input(both...)),
		mcp.NewServerTool("list_helper", "", reply.OK[listArgs], input(state(), page(20))),
	)
	opts := []mcp.ToolOption{input()}
	opts = append(opts, mcp.Input(state()))
	s.AddTools(mcp.NewServerTool("list_options", "", reply.OK[listArgs], opts...))
	var none []mcp.ToolOption
	s.AddTools(mcp.NewServerTool("list_none", "", reply.OK[listArgs], none...))
	for _, name := range []string{"open", "closed"} {
		s.AddTools(mcp.NewServerTool("list_"+name, "List "+name+" issues.", reply.OK[listArgs],
			mcp.Input(mcp.Property("state", mcp.Enum(name), mcp.Required(name == "open")))))
	}
	// Copies of a schema share its properties.
	s.AddTools(mcp.NewServerTool("point_first", "", reply.OK[any], mcp.Input(mcp.Schema(point), mcp.Description("a point"))))
	s.AddTools(mcp.NewServerTool("point_second", "", reply.OK[any], mcp.Input(mcp.Schema(point),
		mcp.Property("x", mcp.Description("across")), mcp.Property("z", mcp.Description("up"), mcp.Required(true)))))
	s.AddTools(mcp.NewServerTool("point_third", "", reply.OK[any], mcp.Input(mcp.Schema(point))))
	required := mcp.Required(true)
	s.AddTools(mcp.NewServerTool("list_required", "", reply.OK[listArgs], mcp.Input(
		mcp.Property("page", required), mcp.Property("labels", required, mcp.Description("any of these")))))
}
