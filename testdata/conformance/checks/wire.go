package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"net/netip"
	"strings"
	"time"

	"github.com/google/uuid"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	mcpserver "github.com/mark3labs/mcp-go/server"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// field is a struct with one argument or result.
type field[T any] struct {
	A T `json:"a"`
}

// sent calls a tool of the official SDK that takes In, and returns what the
// handler got, or why the call was refused.
func sent[In any](args string) (got string, err error) {
	err = gosdk(func(s *mcp.Server) {
		mcp.AddTool(s, &mcp.Tool{Name: "t"}, func(_ context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, any, error) {
			got = fmt.Sprintf("%+v", in)
			return nil, nil, nil
		})
	}, func(ctx context.Context, c *mcp.ClientSession) error {
		res, err := c.CallTool(ctx, &mcp.CallToolParams{Name: "t", Arguments: json.RawMessage(args)})
		if err == nil && res.IsError {
			got = "refused: " + res.Content[0].(*mcp.TextContent).Text
		}
		return err
	})
	return got, err
}

// neverTaken returns the claim that all calls of a tool which takes In are refused.
func neverTaken[In any](rule, says string, args ...string) claim {
	return claim{rule, says, func() error {
		for _, a := range args {
			got, err := sent[In](a)
			if err != nil || !strings.HasPrefix(got, "refused: ") {
				return fmt.Errorf("%s: got %s, %v", a, got, err)
			}
		}
		return nil
	}}
}

// taken returns the claim that a call is taken, and what the handler gets.
func taken[In any](rule, says, args, text string) claim {
	return claim{rule, says, func() error {
		got, err := sent[In](args)
		if err != nil {
			return err
		}
		return want(got, text)
	}}
}

// returned returns the claim that the official SDK refuses a result, or does not.
func returned[Out any](rule, says string, out Out, refused bool) claim {
	return claim{rule, says, func() error {
		return gosdk(func(s *mcp.Server) {
			mcp.AddTool(s, &mcp.Tool{Name: "t"}, func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, Out, error) {
				return nil, out, nil
			})
		}, func(ctx context.Context, c *mcp.ClientSession) error {
			res, err := c.CallTool(ctx, &mcp.CallToolParams{Name: "t"})
			if refused != (err != nil || res.IsError) {
				return fmt.Errorf("got %v, %v", res, err)
			}
			return nil
		})
	}}
}

// level is text in JSON, flexible a number that may be text.
type level int

func (l level) MarshalText() ([]byte, error)  { return []byte("low"), nil }
func (l *level) UnmarshalText(b []byte) error { return nil }

type flexible int

func (f *flexible) UnmarshalJSON(data []byte) error {
	_, err := fmt.Sscan(strings.Trim(string(data), `"`), (*int)(f))
	return err
}

type (
	shape interface{ Area() float64 }
	Inner struct {
		B string `json:"b"`
	}
	Named struct {
		Inner `json:"inner"`
	}
	Hidden struct {
		Inner `json:"-"`
	}
	left struct {
		N string `json:"left"`
	}
	right struct {
		N string `json:"right"`
	}
	both struct {
		left
		right
	}
	twice struct {
		A string `json:"a"`
		B string `json:"a"`
	}
	odd struct {
		A string `json:"it's"`
	}
	quotedInt struct {
		A int `json:"a,string"`
	}
	quotedText struct {
		A string `json:"a,string"`
	}
)

// every are values of each type of JSON, as the argument a.
var every = []string{`{"a": 1}`, `{"a": "1"}`, `{"a": true}`, `{"a": [1]}`, `{"a": {}}`, `{"a": {"b": "x"}}`}

func wire() []claim {
	return append(wireFields(),
		neverTaken[field[level]]("wiremismatch/text-type", "the schema wants a number, the decoder text", every...),
		neverTaken[field[uuid.UUID]]("wiremismatch/text-type", "a UUID is an array in the schema, text for the decoder",
			append(every, `{"a": "041f4e1a-a200-4d68-aef8-674c49fe2dba"}`, `{"a": [0,1,2,3,4,5,6,7,8,9,0,1,2,3,4,5]}`)...),
		neverTaken[field[netip.Addr]]("wiremismatch/text-type", "an address is an object in the schema", append(every, `{"a": "1.2.3.4"}`)...),
		returned("wiremismatch/text-type", "a result of bytes is text, and refused", field[[]byte]{[]byte("x")}, true),
		taken[field[[]byte]]("wiremismatch/text-type", "an argument of bytes may be numbers", `{"a": [120]}`, "{A:[120]}"),
		returned("wiremismatch/text-type", "a result that is text is refused", field[level]{1}, true),
		neverTaken[field[big.Int]]("wiremismatch/json-type", "a big.Int is text in the schema, a number for the decoder", every...),
		returned("wiremismatch/json-type", "a result with a big.Int is refused", field[*big.Int]{big.NewInt(3)}, true),
		neverTaken[field[json.RawMessage]]("wiremismatch/json-type", "raw JSON is refused unless it is an array of numbers",
			`{"a": 1}`, `{"a": "1"}`, `{"a": true}`, `{"a": ["x"]}`, `{"a": {}}`),
		returned("wiremismatch/json-type", "a result of raw JSON is refused", field[json.RawMessage]{json.RawMessage(`{"x": 1}`)}, true),
		neverTaken[field[json.Number]]("wiremismatch/json-narrower", "a json.Number is text in the schema; a number is refused", `{"a": 1}`),
		neverTaken[field[flexible]]("wiremismatch/json-narrower", "text is refused, though the type reads it", `{"a": "5"}`),
		taken[field[flexible]]("wiremismatch/json-narrower", "a number is not", `{"a": 5}`, "{A:5}"),
		neverTaken[field[time.Duration]]("wiremismatch/duration", "the decoder takes no text", `{"a": "5m"}`),
		taken[field[time.Duration]]("wiremismatch/duration", "a number counts nanoseconds", `{"a": 300}`, "{A:300ns}"),
		neverTaken[field[shape]]("wiremismatch/interface", "nothing can be decoded into an interface with methods", every...),
		claim{"wiremismatch/output-unstructured", "text beside an output schema reaches the client without structured content", func() error {
			tool := mcpgo.NewTool("t", mcpgo.WithOutputSchema[field[int]]())
			res, err := mcpgoCall(tool, func(context.Context, mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
				return mcpgo.NewToolResultText(`{"a": 1}`), nil
			}, `{}`)
			if err != nil {
				return err
			}
			promised, err := part(tool, "outputSchema", "required")
			if err != nil {
				return err
			}
			return want([]any{promised, res.StructuredContent}, []any{[]any{"a"}, nil})
		}},
		claim{"wiremismatch/text-type", "under mcp-go, what fits the schema is refused by the decoder", func() error {
			tool := mcpgo.NewTool("t", mcpgo.WithInputSchema[field[uuid.UUID]]())
			res, err := mcpgoCall(tool, mcpserver.ToolHandlerFunc(func(_ context.Context, req mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
				var in field[uuid.UUID]
				return mcpgo.NewToolResultText(fmt.Sprint(req.BindArguments(&in) != nil)), nil
			}), `{"a": [0,1,2,3,4,5,6,7,8,9,0,1,2,3,4,5]}`)
			if err != nil {
				return err
			}
			return want(res.Content[0].(mcpgo.TextContent).Text, "true")
		}},
	)
}

func wireFields() []claim {
	return []claim{
		neverTaken[quotedInt]("wiremismatch/string-option", "a number is refused by the decoder, text by the schema", every...),
		neverTaken[quotedText]("wiremismatch/string-option", "text without quotes inside is refused by the decoder", every...),
		returned("wiremismatch/string-option", "a result that is a number in quotes is refused", quotedInt{1}, true),
		returned("wiremismatch/string-option", "a text in quotes is text", quotedText{"x"}, false),
		{"wiremismatch/duplicate-name", "encoding/json fills neither", func() error {
			var v twice
			if err := json.Unmarshal([]byte(`{"a": "x"}`), &v); err != nil {
				return err
			}
			return want(v, twice{})
		}},
		returned("wiremismatch/duplicate-name", "a result lacks the property, and is refused", twice{"x", "y"}, true),
		taken[odd]("wiremismatch/json-name", "the value is lost", `{"it's": "x"}`, "{A:}"),
		taken[Named]("wiremismatch/embedded", "the value is lost", `{"b": "x"}`, "{Inner:{B:}}"),
		taken[Hidden]("wiremismatch/embedded", "the value of what JSON leaves out is lost", `{"b": "x"}`, "{Inner:{B:}}"),
		neverTaken[Named]("wiremismatch/embedded", "what encoding/json would read is refused", `{"inner": {"b": "x"}}`),
		neverTaken[both]("wiremismatch/embedded", "a property that the schema lacks is refused", `{"left": "x"}`, `{"right": "x"}`),
		returned("wiremismatch/embedded", "and so is a result with it", both{}, true),
	}
}
