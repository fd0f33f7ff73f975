package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"net"
	"net/mail"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"time"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// refusesOut returns the claim that a tool with results of type Out cannot be
// registered.
func refusesOut[Out any](rule, says string) claim {
	return claim{rule, says, func() error {
		return panics(func() {
			mcp.AddTool(mcp.NewServer(&mcp.Implementation{}, nil), &mcp.Tool{Name: "t"},
				func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, Out, error) {
					panic("not run")
				})
		})
	}}
}

// undecodable returns the claim that calls of a tool fail whose schema is written
// by hand, because the handler's type cannot take what fits the schema.
func undecodable[T any](says, schema, arg string) claim {
	return claim{"wiremismatch/cannot-decode", says, func() error {
		return gosdk(func(s *mcp.Server) {
			mcp.AddTool(s, &mcp.Tool{Name: "t", InputSchema: raw(`{"type": "object", "properties": {"a": ` + schema + `}}`)}, handle[field[T]])
		}, func(ctx context.Context, c *mcp.ClientSession) error {
			res, err := c.CallTool(ctx, &mcp.CallToolParams{Name: "t", Arguments: raw(`{"a": ` + arg + `}`)})
			switch {
			case err != nil && strings.Contains(err.Error(), "unmarshal"), err == nil && res.IsError:
				return nil
			}
			return fmt.Errorf("got %v, %v", res, err)
		})
	}}
}

// unwritable returns the claim that a call fails because its result has no form in
// JSON.
func unwritable[Out any](says string, out Out) claim {
	return claim{"wiremismatch/cannot-encode", says, func() error {
		return gosdk(func(s *mcp.Server) {
			mcp.AddTool(s, &mcp.Tool{Name: "t"}, func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
				return nil, out, nil
			})
		}, func(ctx context.Context, c *mcp.ClientSession) error {
			res, err := c.CallTool(ctx, &mcp.CallToolParams{Name: "t"})
			if err == nil && !res.IsError {
				return fmt.Errorf("got %v", res)
			}
			return nil
		})
	}}
}

// deadly are calls that end the process of a server, which another one of this
// program has to see.
var deadly = map[string]claim{
	"half": undecodable[map[half]string]("", `{"type": "object"}`, `{"half": "x"}`),
}

// dies returns the claim that a deadly call is one.
func dies(rule, says, name string) claim {
	return claim{rule, says, func() error {
		self, err := os.Executable()
		if err != nil {
			return err
		}
		out, err := exec.Command(self, "-die", name).CombinedOutput()
		if err == nil || !strings.Contains(string(out), "panic: ") {
			return fmt.Errorf("it lives: %v, %s", err, out)
		}
		return nil
	}}
}

// sends returns the claim that mcp-go sends structured content as it comes.
func sends(says string, content, is any) claim {
	return claim{"wiremismatch/output-no-object", says, func() error {
		res, err := mcpgoCall(mcpgo.NewTool("t"), func(context.Context, mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
			return mcpgo.NewToolResultStructuredOnly(content), nil
		}, `{}`)
		if err != nil {
			return err
		}
		got, err := part(res, "structuredContent")
		return errors.Join(err, want(got, is))
	}}
}

// labeled has a map that its output schema declares as an object.
type labeled struct {
	Labels map[string]string `json:"labels"`
}

// nilMap claims whether a call that returns out fails.
func nilMap(says string, out labeled, fails bool) claim {
	return claim{"wiremismatch/output-null", says, func() error {
		return gosdk(func(s *mcp.Server) {
			mcp.AddTool(s, &mcp.Tool{Name: "t"}, func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, labeled, error) {
				return nil, out, nil
			})
		}, func(ctx context.Context, c *mcp.ClientSession) error {
			res, err := c.CallTool(ctx, &mcp.CallToolParams{Name: "t"})
			return want(err != nil || res.IsError, fails)
		})
	}}
}

// nilTime decodes itself by a method of something that is nil.
type nilTime struct{ *time.Time }

// half is written as text, and not read.
type half float64

func (h half) MarshalText() ([]byte, error) { return []byte("half"), nil }

func raw(text string) json.RawMessage { return json.RawMessage(text) }

func forms() []claim {
	return []claim{
		refuses[field[chan int]]("wiremismatch/cannot-decode", "registration with a channel panics"),
		refuses[field[func()]]("wiremismatch/cannot-decode", "registration with a function panics"),
		refuses[field[map[float64]string]]("wiremismatch/cannot-decode", "registration with keys that are numbers with a fraction panics"),
		undecodable[map[float64]string]("an object is not read into a map with such keys", `{"type": "object"}`, `{"1.5": "x"}`),
		dies("wiremismatch/cannot-decode", "one for a map with keys that can only be written ends the process", "half"),
		undecodable[fmt.Stringer]("nothing is read into an interface with methods", `{"type": "string"}`, `"x"`),
		undecodable[json.Marshaler]("nor into json.Marshaler", `{"type": "string"}`, `"x"`),
		undecodable[url.URL]("a text is not read as url.URL", `{"type": "string"}`, `"https://example.com"`),
		undecodable[mail.Address]("nor as mail.Address", `{"type": "string"}`, `"a@example.com"`),
		undecodable[net.IPNet]("nor as net.IPNet", `{"type": "string"}`, `"10.0.0.0/8"`),
		{"wiremismatch/cannot-decode", "UnmarshalJSON of something nil that is embedded panics", func() error {
			return panics(func() {
				var v nilTime
				_ = json.Unmarshal([]byte(`"2006-01-02T15:04:05Z"`), &v)
			})
		}},
		refusesOut[chan int]("wiremismatch/cannot-encode", "registration with a channel panics"),
		refusesOut[field[func()]]("wiremismatch/cannot-encode", "registration with a function panics"),
		refusesOut[iter.Seq2[string, error]]("wiremismatch/cannot-encode", "registration with a sequence panics"),
		refusesOut[field[map[bool]string]]("wiremismatch/cannot-encode", "registration with keys that are true or false panics"),
		unwritable("a call that returns a channel fails", field[chan int]{make(chan int)}),
		unwritable("a call that returns a function fails", field[func()]{func() {}}),
		unwritable("a call that returns a map of truth values fails", map[bool]string{true: "x"}),
		sends("a list is sent as one", []report{{"a"}}, []any{map[string]any{"name": "a"}}),
		sends("a nil list is sent as null", []report(nil), nil),
		sends("a text is sent as one", "done", "done"),
		sends("bytes are sent as a text", []byte("x"), "eA=="),
		sends("a time is sent as a text", time.Unix(0, 0).UTC(), "1970-01-01T00:00:00Z"),
		sends("and an object as an object", report{"a"}, map[string]any{"name": "a"}),
		nilMap("a nil map fails the call", labeled{}, true),
		nilMap("an empty map does not", labeled{Labels: map[string]string{}}, false),
		{"wiremismatch/output-no-object", "the official SDK sends a list as one", func() error {
			return gosdk(func(s *mcp.Server) {
				mcp.AddTool(s, &mcp.Tool{Name: "t"}, func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
					return nil, []report{{"a"}}, nil
				})
			}, func(ctx context.Context, c *mcp.ClientSession) error {
				res, err := c.CallTool(ctx, &mcp.CallToolParams{Name: "t"})
				if err != nil {
					return err
				}
				return want(res.StructuredContent, []any{map[string]any{"name": "a"}})
			})
		}},
	}
}
