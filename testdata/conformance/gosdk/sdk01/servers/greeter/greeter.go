//go:build sdk01

// Package greeter makes tools as the SDK's own examples did, with and without
// options.
package greeter

import (
	"context"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/sdk01/reply"
)

type greetArgs struct {
	Name string `json:"name" jsonschema:"whom to greet"`
	// Tone is one of a few.
	Tone string `json:"tone,omitempty" jsonschema:"required,enum=loud"`
}

type greeting struct {
	Text string `json:"text"`
}

type address struct {
	Street string `json:"street"`
	City   string `json:"city,omitempty"`
}

type letterArgs struct {
	To    address           `json:"to"`
	From  *address          `json:"from,omitempty"`
	Lines []string          `json:"lines"`
	Extra map[string]string `json:"extra,omitempty"`
}

const (
	toolWave = "wave"
	descTone = "how loud it is"
)

type tone string

const loud tone = "loud"

func greet(_ context.Context, _ *mcp.ServerSession, params *mcp.CallToolParamsFor[greetArgs]) (*mcp.CallToolResultFor[greeting], error) {
	return nil, fmt.Errorf("no greetings for %s", params.Arguments.Name)
}

type host struct{ prefix string }

func (h *host) letter(context.Context, *mcp.ServerSession, *mcp.CallToolParamsFor[letterArgs]) (*mcp.CallToolResultFor[any], error) {
	return nil, nil
}

// Register adds the tools.
func Register(s *mcp.Server) {
	s.AddTools()
	s.AddTools(mcp.NewServerTool("greet", "Say hi.", greet))
	s.AddTools(
		mcp.NewServerTool("greet_described", "Say hi & <more>.", greet, mcp.Input(
			mcp.Property("name", mcp.Description("the name to say hi to")),
			mcp.Property("tone", mcp.Description(descTone), mcp.Enum(loud, "soft", 3, nil, true), mcp.Required(true)),
		)),
		mcp.NewServerTool(toolWave, "", greet, mcp.Input(mcp.Property("name", mcp.Required(false)))),
		mcp.NewServerTool("optional", "All is optional.", greet,
			mcp.Input(mcp.Property("name", mcp.Required(false)), mcp.Property("name", mcp.Required(true), mcp.Required(false))),
			mcp.Input(mcp.Property("tone", mcp.Required(true), mcp.Required(true)))),
		mcp.NewServerTool("described", "The whole is described.", greet, mcp.Input(mcp.Description("what to say"), mcp.Enum())),
		mcp.NewServerTool("new_property", "One more.", greet, mcp.Input(
			mcp.Property("volume", mcp.Description("from 0 to 11"), mcp.Required(true)),
			mcp.Property("any"),
		)),
	)
	h := &host{}
	s.AddTools(mcp.NewServerTool("letter", strings.TrimSpace(" Write a letter. "), h.letter, mcp.Input(
		mcp.Property("to", mcp.Property("street", mcp.Description("street and number"), mcp.Required(false)),
			mcp.Property("city", mcp.Required(true)), mcp.Required(true)),
		mcp.Property("from", mcp.Property("street", mcp.Description("where from"))),
		mcp.Property("lines", mcp.Description("the text")),
	)))
	s.AddTools(mcp.NewServerTool("replaced", "Its schema is given.", greet, mcp.Input(mcp.Schema(&jsonschema.Schema{
		Type:       "object",
		Properties: map[string]*jsonschema.Schema{"who": {Type: "string", MinLength: jsonschema.Ptr(1)}},
		Required:   []string{"who"},
	}))))
	s.AddTools(mcp.NewServerTool("property_schema", "A property's schema is given.", greet, mcp.Input(
		mcp.Property("name", mcp.Schema(&jsonschema.Schema{Types: []string{"string", "null"}, Pattern: "^[a-z]+$"}),
			mcp.Description("a name")),
		mcp.Property("lang", mcp.Schema(&jsonschema.Schema{Type: "string", Default: []byte(`"en"`)})),
	)))
	s.AddTools(mcp.NewServerTool("inline", "A function literal.", func(context.Context, *mcp.ServerSession, *mcp.CallToolParamsFor[struct {
		ID int64 `json:"id"`
	}]) (*mcp.CallToolResultFor[struct{}], error) {
		return nil, nil
	}, mcp.Input(mcp.Property("id", mcp.Description("identifier")))))
	s.AddTools(mcp.NewServerTool[*greetArgs, *greeting]("pointer", "A pointer.", reply.Typed[*greetArgs, *greeting],
		mcp.Input(mcp.Property("name", mcp.Description("a name behind a pointer")))))
}
