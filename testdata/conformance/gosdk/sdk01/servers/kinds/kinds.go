//go:build sdk01

// Package kinds has inputs of every kind.
package kinds

import (
	"encoding/json"
	"log/slog"
	"math/big"
	"net/url"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/model"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/sdk01/reply"
)

type basics struct {
	B    bool
	I    int     `json:"i"`
	I8   int8    `json:",omitempty"`
	U16  uint16  `json:"u16,omitzero"`
	F    float32 `json:"f,string"`
	S    string  `json:"s" jsonschema:"ignored by this release"`
	P    *string
	PP   **int  `json:"pp,omitempty"`
	A    any    `json:"a"`
	E    error  `json:"e,omitempty"`
	R    []byte `json:"r"`
	Arr  [3]int
	M    map[string][]int `json:"m"`
	MS   map[model.Status]any
	Raw  json.RawMessage `json:"raw,omitempty"`
	N    json.Number
	skip string
	Out  string `json:"-"`
	Dash string `json:"-,"`
}

type standard struct {
	T  time.Time
	TP *time.Time `json:"tp,omitempty"`
	D  time.Duration
	L  slog.Level
	B  *big.Int
	U  url.URL
	Lg *slog.Logger
}

type inner struct {
	X int `json:"x"`
}

// Outer is embedded.
type Outer struct {
	Y int `json:"y" jsonschema:"the y"`
}

type embeds struct {
	inner
	Outer
	*model.Ref
	model.Paging `json:"paging"`
	Z            int `json:"z,omitempty"`
}

type twice struct {
	A inner  `json:"a"`
	B inner  `json:"b"`
	C string `json:"c"`
	D int    `json:"c,omitempty"`
}

// Register adds the tools.
func Register(s *mcp.Server) {
	s.AddTools(
		mcp.NewServerTool("basics", "", reply.OK[basics]),
		mcp.NewServerTool("standard", "", reply.OK[standard]),
		mcp.NewServerTool("embeds", "", reply.OK[embeds], mcp.Input(mcp.Property("Outer", mcp.Description("flat it is not")))),
		mcp.NewServerTool("twice", "", reply.OK[twice]),
		mcp.NewServerTool("issue", "", reply.OK[model.Issue]),
		mcp.NewServerTool("pair", "", reply.OK[model.Pair[int, *model.Optional[string]]]),
		mcp.NewServerTool("wire", "", reply.OK[struct {
			M model.Money
			C model.Color
		}]),
		mcp.NewServerTool("empty", "", reply.OK[struct{}]),
		mcp.NewServerTool("hidden", "", reply.OK[struct{ x int }]),
		mcp.NewServerTool("anything", "", reply.OK[any]),
		mcp.NewServerTool("map", "", reply.OK[map[string]any]),
		mcp.NewServerTool("map_of_maps", "", reply.OK[map[string]map[string]int]),
		mcp.NewServerTool("slice", "", reply.OK[[]inner]),
		mcp.NewServerTool("string", "", reply.OK[string]),
		mcp.NewServerTool("time", "", reply.OK[time.Time]),
		mcp.NewServerTool("pointers", "", reply.OK[**basics]),
	)
}
