// Package wrapper registers tools through generic functions of its own and of a
// shared package, one and two hops away from the SDK.
package wrapper

import (
	"context"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/kit"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/model"
)

type cluster struct {
	Name    string `json:"name" jsonschema:"name of the cluster"`
	Region  string `json:"region,omitempty"`
	private string
}

type clusterQuery struct {
	model.Paging
	Region *string `json:"region,omitempty" jsonschema:"only in this region"`
}

type resizeArgs struct {
	Name  string `json:"name"`
	Nodes int32  `json:"nodes" jsonschema:"how many nodes"`
}

type resized struct {
	Before int32 `json:"before"`
	After  int32 `json:"after"`
}

type api struct{ token string }

func (a *api) clusters(context.Context, clusterQuery) (kit.Page[cluster], error) {
	return kit.Page[cluster]{}, nil
}

func (a *api) resize(_ context.Context, in resizeArgs) (resized, error) {
	return resized{After: in.Nodes}, nil
}

func (a *api) describe(_ context.Context, in resizeArgs) (string, error) {
	return in.Name, errors.ErrUnsupported
}

// call registers f under a name with a prefix.
func call[In any, Out any](s *mcp.Server, name string, f func(context.Context, In) (Out, error)) {
	kit.Add(s, "cluster_"+name, "Calls "+name+" of the cluster API.", kit.Func[In, Out](f))
}

func void[In any](s *mcp.Server, tool *mcp.Tool, f func(In) error) {
	mcp.AddTool(s, tool, func(_ context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, struct{}, error) {
		return nil, struct{}{}, f(in)
	})
}

// Register adds the tools.
func Register(s *mcp.Server) {
	a := &api{}
	call(s, "resize", a.resize)
	call(s, "read", func(context.Context, struct{}) (*cluster, error) { return nil, nil })
	call[clusterQuery, kit.Page[cluster]](s, "search", a.clusters)
	kit.AddList(s, "clusters", a.clusters)
	kit.AddList(s, "labels", func(context.Context, model.Ref) (kit.Page[model.Label], error) {
		return kit.Page[model.Label]{}, nil
	}, kit.Title("Labels"))
	kit.AddText(s, mcp.Tool{Name: "cluster_describe", Description: "Describe a cluster."}, a.describe)
	kit.Add(s, "cluster_delete", "Delete a cluster.", func(context.Context, resizeArgs) (any, error) { return nil, nil },
		kit.Destructive(true), kit.Title("Delete cluster"))
	kit.Register(s, &mcp.Tool{Name: "cluster_upgrade"}, kit.Func[map[string]string, map[string]resized](nil))
	void(s, &mcp.Tool{Name: "cluster_stop"}, func(in struct {
		Name string `json:"name"`
	}) error {
		return nil
	})
	void(s, &mcp.Tool{Name: "cluster_start"}, start)
}

func start(cluster) error { return nil }
