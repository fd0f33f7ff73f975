//go:build sdk02

// Package inputs has inputs of every kind.
package inputs

import (
	"encoding/json"
	"log/slog"
	"math/big"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/model"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/sdk02/reply"
)

type basics struct {
	B    bool
	I    int     `json:"i" jsonschema:"a number"`
	I8   int8    `json:",omitempty"`
	U16  uint16  `json:"u16,omitzero"`
	F    float32 `json:"f,string"`
	P    *string `jsonschema:"maybe a <text>"`
	A    any     `json:"a" jsonschema:"whatever"`
	E    error   `json:"e,omitempty"`
	R    []byte  `json:"r"`
	Arr  [3]int
	M    map[string][]int
	Raw  json.RawMessage `json:"raw,omitempty"`
	skip string
	Out  string `json:"-" jsonschema:"enum=never read"`
}

type standard struct {
	T  time.Time
	TP *time.Time `json:"tp,omitempty"`
	D  time.Duration
	L  slog.Level
	B  *big.Int
}

type embeds struct {
	model.Ref
	*model.Paging
	Z int `json:"z,omitempty"`
}

// Register adds the tools.
func Register(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "basics", Description: "Basic types."}, reply.OK[basics])
	mcp.AddTool(s, &mcp.Tool{Name: "standard"}, reply.OK[standard])
	mcp.AddTool(s, &mcp.Tool{Name: "embeds"}, reply.OK[embeds])
	mcp.AddTool(s, &mcp.Tool{Name: "pointer"}, reply.OK[*model.Ref])
	mcp.AddTool(s, &mcp.Tool{Name: "issue"}, reply.OK[model.Issue])
	mcp.AddTool(s, &mcp.Tool{Name: "empty"}, reply.OK[struct{}])
	mcp.AddTool(s, &mcp.Tool{Name: "anything"}, reply.OK[any])
	mcp.AddTool(s, &mcp.Tool{Name: "map"}, reply.OK[map[string]any])
	mcp.AddTool(s, &mcp.Tool{Name: "slice"}, reply.OK[[]model.Label])
	mcp.AddTool(s, &mcp.Tool{Name: "string"}, reply.OK[string])
	mcp.AddTool(s, &mcp.Tool{Name: "pair"}, reply.OK[model.Pair[int, *model.Optional[string]]])
}
