// Package deep registers tools with types that embed, nest and instantiate types
// of other packages.
package deep

import (
	"io"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/model"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/reply"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/servers/deep/base"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/servers/deep/meta"
)

type pod struct {
	base.Owned
	*base.Timestamps
	Name string `json:"name" jsonschema:"name in pod"`
}

// Both have a field Name at the same depth, so that neither is promoted.
type ambiguous struct {
	meta.Object
	meta.Named
	Size int `json:"size"`
}

type shadowed struct {
	meta.Object
	Labels []string `json:"labels"`
}

type renamed struct {
	meta.Object `json:"object"`
	base.Entity `json:"-"`
	Kind        base.Kind `json:"kind"`
}

type hidden struct {
	inner
	Outer string `json:"outer"`
}

type inner struct {
	Visible string `json:"visible"`
	private string
}

type withInterface struct {
	meta.Visible
	io.Reader
	error
	Text string `json:"text"`
}

type scalar string

type withScalar struct {
	scalar
	model.Status
	Text string `json:"text"`
}

type sameName struct {
	A string `json:"x"`
	B int    `json:"y"`
	C bool   `json:"x,omitempty"`
}

type level1 struct {
	Next struct {
		Next []map[string]struct {
			Next *[2]struct {
				Leaf  **int     `json:"leaf" jsonschema:"at the bottom"`
				Until time.Time `json:"until,omitzero"`
			} `json:"next"`
		} `json:"next"`
	} `json:"next"`
}

type filter[T any] struct {
	Equal *T                `json:"eq,omitempty"`
	In    []T               `json:"in,omitempty"`
	Range *model.Pair[T, T] `json:"range,omitempty"`
}

type query struct {
	base.List[filter[string]]
	Age  filter[int8]         `json:"age"`
	Kind filter[model.Status] `json:"kind,omitzero"`
	When filter[time.Time]    `json:"when,omitzero"`
}

type custom struct {
	Price model.Money            `json:"price" jsonschema:"amount with currency"`
	Tint  *model.Color           `json:"tint,omitempty"`
	Maybe model.Optional[string] `json:"maybe"`
}

// Register adds the tools.
func Register(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "deep_pod"}, reply.Zero[pod, base.List[pod]])
	mcp.AddTool(s, &mcp.Tool{Name: "deep_ambiguous"}, reply.OK[ambiguous])
	mcp.AddTool(s, &mcp.Tool{Name: "deep_shadowed"}, reply.OK[shadowed])
	mcp.AddTool(s, &mcp.Tool{Name: "deep_renamed"}, reply.OK[renamed])
	mcp.AddTool(s, &mcp.Tool{Name: "deep_hidden"}, reply.OK[hidden])
	mcp.AddTool(s, &mcp.Tool{Name: "deep_interface"}, reply.OK[withInterface])
	mcp.AddTool(s, &mcp.Tool{Name: "deep_scalar"}, reply.OK[withScalar])
	mcp.AddTool(s, &mcp.Tool{Name: "deep_same_name"}, reply.OK[sameName])
	mcp.AddTool(s, &mcp.Tool{Name: "deep_levels"}, reply.Zero[level1, map[string]*level1])
	mcp.AddTool(s, &mcp.Tool{Name: "deep_generic"}, reply.OK[*query])
	mcp.AddTool(s, &mcp.Tool{Name: "deep_custom"}, reply.Zero[custom, model.Optional[custom]])
	mcp.AddTool(s, &mcp.Tool{Name: "deep_instance"}, reply.OK[filter[filter[bool]]])
}
