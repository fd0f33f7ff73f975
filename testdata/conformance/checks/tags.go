package main

import (
	"context"

	invopop "github.com/invopop/jsonschema"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func handle[T any](context.Context, *mcp.CallToolRequest, T) (*mcp.CallToolResult, any, error) {
	return &mcp.CallToolResult{}, nil, nil
}

func adds[T any](s *mcp.Server) { mcp.AddTool(s, &mcp.Tool{Name: "t"}, handle[T]) }

// describes returns the claim that the field A of T is described by a text.
func describes[T any](rule, says string, text any) claim {
	return claim{rule, says, func() error {
		got, err := listed(adds[T], "inputSchema", "properties", "a", "description")
		if err != nil {
			return err
		}
		return want(got, text)
	}}
}

// refuses returns the claim that registration with T panics.
func refuses[T any](rule, says string) claim {
	return claim{rule, says, func() error {
		return panics(func() { adds[T](mcp.NewServer(&mcp.Implementation{}, nil)) })
	}}
}

// reflects returns the claim that invopop/jsonschema gives the field A of T a
// keyword of that value.
func reflects[T any](rule, says, keyword string, value any) claim {
	return claim{rule, says, func() error {
		var zero T
		r := &invopop.Reflector{DoNotReference: true, Anonymous: true}
		got, err := part(r.Reflect(zero), "properties", "a", keyword)
		if err != nil {
			return err
		}
		return want(got, value)
	}}
}

func tags() []claim {
	return []claim{
		describes[struct {
			A string `json:"a" mcp:"what it is"`
		}]("tagdialect/key", "nobody reads the tag mcp", nil),
		describes[struct {
			A string `json:"a" jsonschema_description:"what it is" description:"what it is"`
		}]("tagdialect/key", "the official SDK reads neither jsonschema_description nor description", nil),
		describes[struct {
			A string `json:"a" jsonschema:"required"`
		}]("tagdialect/required-text", "the word becomes the description", "required"),
		describes[struct {
			A string `json:"a" jsonschema:"what it is,required"`
		}]("tagdialect/required-text", "the word becomes part of the description", "what it is,required"),
		describes[struct {
			A string `json:"a" jsonschema:"required, description=what it is"`
		}]("tagdialect/grammar", "options become the description", "required, description=what it is"),
		describes[struct {
			A string `json:"a" jsonschema:"what\\, or who"`
		}]("tagdialect/escape", "the backslash before a comma is part of the description", `what\, or who`),
		describes[struct {
			A string `json:"a" jsonschema:"what, if not x=3"`
		}]("tagdialect", "commas and equals signs are kept in plain text", "what, if not x=3"),
		refuses[struct {
			A string `json:"a" jsonschema:"description=what it is"`
		}]("tagdialect/word", "registration panics"),
		refuses[struct {
			A string `json:"a" jsonschema:""`
		}]("tagdialect/empty", "registration panics"),
		{"tagdialect/word", "mcp-go serves an empty schema", func() error {
			type in struct {
				A string `json:"a" jsonschema:"minimum=3"`
			}
			got, err := part(mcpgo.NewTool("t", mcpgo.WithInputSchema[in]()), "inputSchema", "properties")
			if err != nil {
				return err
			}
			return want(got, map[string]any{})
		}},
		{"tagdialect/json-option", "a field with the option required and omitempty is optional", func() error {
			got, err := listed(adds[struct {
				A string `json:"a,omitempty,required"`
			}], "inputSchema", "required")
			if err != nil {
				return err
			}
			return want(got, nil)
		}},
		{"tagdialect/json-option", "a space before omitempty makes the field required", func() error {
			got, err := listed(adds[struct {
				A string `json:"a, omitempty"`
			}], "inputSchema", "required")
			if err != nil {
				return err
			}
			return want(got, []any{"a"})
		}},
		reflects[struct {
			A string `json:"a" jsonschema:"what it is"`
		}]("tagdialect/plain-text", "a text without a keyword is ignored", "description", nil),
		reflects[struct {
			A string `json:"a" jsonschema_description:"what\\, or who"`
		}]("tagdialect/escape", "jsonschema_description has no options, so the backslash is kept", "description", `what\, or who`),
		reflects[struct {
			A string `json:"a" jsonschema:"description=what, or who"`
		}]("tagdialect/comma", "a description ends at a comma", "description", "what"),
		reflects[struct {
			A string `json:"a" jsonschema:"description=what\\, or who"`
		}]("tagdialect/comma", "unless a backslash stands before it", "description", "what, or who"),
		reflects[struct {
			A string `json:"a" jsonschema:"desc=what it is"`
		}]("tagdialect/keyword", "an unknown keyword is ignored", "description", nil),
		reflects[struct {
			A int `json:"a" jsonschema:"minimum=one"`
		}]("tagdialect/number", "what is no number is dropped", "minimum", nil),
	}
}
