// Package inputs registers a tool for every kind of input type.
package inputs

import (
	"encoding/json"
	"log/slog"
	"math/big"
	"net/netip"
	"net/url"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/model"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/reply"
)

type numbers struct {
	A int     `json:"a"`
	B int8    `json:"b"`
	C int16   `json:"c"`
	D int32   `json:"d"`
	E int64   `json:"e"`
	F uint    `json:"f"`
	G uint8   `json:"g"`
	H uint16  `json:"h"`
	I uint32  `json:"i"`
	J uint64  `json:"j"`
	K float32 `json:"k"`
	L float64 `json:"l"`
	M uintptr `json:"m"`
}

type tags struct {
	Plain      string
	Named      string `json:"named"`
	Opt        string `json:"opt,omitempty"`
	Zero       string `json:"zero,omitzero"`
	NoName     string `json:",omitempty"`
	Skipped    string `json:"-"`
	Dash       string `json:"-,"`
	Quoted     int    `json:"quoted,string"`
	Described  bool   `json:"described" jsonschema:"a description, with commas"`
	Other      string `json:"other" jsonschema_description:"not read" description:"nor this"`
	unexported func()
}

type pointers struct {
	S  *string         `json:"s"`
	I  *int32          `json:"i,omitempty"`
	PP **bool          `json:"pp"`
	T  *nested         `json:"t"`
	L  []*nested       `json:"l"`
	M  map[string]*int `json:"m"`
}

type nested struct {
	X float64 `json:"x"`
	Y float64 `json:"y,omitempty"`
}

type containers struct {
	Slice  []string                     `json:"slice"`
	Array  [3]int                       `json:"array"`
	Bytes  []byte                       `json:"bytes"`
	Sum    [4]byte                      `json:"sum"`
	Map    map[string]int               `json:"map"`
	Deep   map[string]map[string][]bool `json:"deep"`
	Any    any                          `json:"any"`
	Anys   []any                        `json:"anys"`
	Struct struct {
		In struct {
			Leaf string `json:"leaf"`
		} `json:"in"`
	} `json:"struct"`
	Keys map[model.Status]nested `json:"keys"`
}

type standard struct {
	Time     time.Time       `json:"time"`
	TimePtr  *time.Time      `json:"time_ptr"`
	Duration time.Duration   `json:"duration"`
	Level    slog.Level      `json:"level"`
	Big      big.Int         `json:"big"`
	BigPtr   *big.Float      `json:"big_ptr"`
	Number   json.Number     `json:"number"`
	Raw      json.RawMessage `json:"raw"`
	URL      *url.URL        `json:"url"`
	Addr     netip.Addr      `json:"addr"`
	Month    time.Month      `json:"month"`
}

type empty struct{}

type onlyHidden struct {
	a, b int
	C    string `json:"-"`
}

type aliased = nested

type defined nested

type tree[T any] struct {
	Value T              `json:"value"`
	Pairs []pair[T, int] `json:"pairs"`
}

type pair[A, B any] struct {
	A A `json:"a"`
	B B `json:"b,omitempty"`
}

// Register adds the tools.
func Register(s *mcp.Server) {
	add := func(name string) *mcp.Tool { return &mcp.Tool{Name: "in_" + name, Description: "Takes " + name + "."} }
	mcp.AddTool(s, add("numbers"), reply.OK[numbers])
	mcp.AddTool(s, add("tags"), reply.OK[tags])
	mcp.AddTool(s, add("pointers"), reply.OK[pointers])
	mcp.AddTool(s, add("containers"), reply.OK[containers])
	mcp.AddTool(s, add("standard"), reply.OK[standard])
	mcp.AddTool(s, add("empty"), reply.OK[empty])
	mcp.AddTool(s, add("hidden"), reply.OK[onlyHidden])
	mcp.AddTool(s, add("pointer"), reply.OK[*nested])
	mcp.AddTool(s, add("any"), reply.OK[any])
	mcp.AddTool(s, add("interface"), reply.OK[interface{}])
	mcp.AddTool(s, add("map"), reply.OK[map[string]any])
	mcp.AddTool(s, add("map_of_ints"), reply.OK[map[string]int])
	mcp.AddTool(s, add("map_of_structs"), reply.OK[map[string]nested])
	mcp.AddTool(s, add("alias"), reply.OK[aliased])
	mcp.AddTool(s, add("defined"), reply.OK[defined])
	mcp.AddTool(s, add("anonymous"), reply.OK[struct {
		City string `json:"city" jsonschema:"name of a city"`
		Days *int   `json:"days,omitempty"`
	}])
	mcp.AddTool(s, add("generic"), reply.OK[tree[string]])
	mcp.AddTool(s, add("generic_nested"), reply.OK[model.Pair[tree[nested], *model.Optional[time.Time]]])
	mcp.AddTool(s, add("foreign"), reply.OK[model.Issue])
	mcp.AddTool(s, add("foreign_pointer"), reply.OK[*model.Label])
	mcp.AddTool(s, add("address"), reply.OK[netip.AddrPort])
}
