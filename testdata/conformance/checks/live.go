package main

import (
	"bufio"
	"context"
	"database/sql"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// useless returns the claim that a call cannot leave out the argument a of a type,
// and that what the handler gets of the best there is to send cannot be used.
func useless[T any](rule, says, args string, use func(v T)) claim {
	return claim{rule, says, func() error {
		got, err := sent[field[T]](`{}`)
		if err != nil || !strings.HasPrefix(got, "refused: ") {
			return fmt.Errorf("without the argument: got %s, %v", got, err)
		}
		return gosdk(func(s *mcp.Server) {
			mcp.AddTool(s, &mcp.Tool{Name: "t"}, func(_ context.Context, _ *mcp.CallToolRequest, in field[T]) (*mcp.CallToolResult, any, error) {
				return nil, nil, panics(func() { use(in.A) })
			})
		}, func(ctx context.Context, c *mcp.ClientSession) error {
			res, err := c.CallTool(ctx, &mcp.CallToolParams{Name: "t", Arguments: raw(args)})
			if err != nil {
				return err
			}
			if res.IsError {
				return fmt.Errorf("%s", res.Content[0].(*mcp.TextContent).Text)
			}
			return nil
		})
	}}
}

// store is all state: JSON sees none of its fields.
type store struct {
	mu *sync.Mutex
}

// embeds has a lock, and a context in what it embeds.
type embeds struct {
	sync.Mutex
	base
	A string `json:"a"`
}

type base struct {
	Ctx context.Context `json:"ctx"`
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func live() []claim {
	const null, empty = `{"a": null}`, `{"a": {}}`
	return []claim{
		neverTaken[field[context.Context]]("contextleak/context", "the schema takes any value, the decoder none", every...),
		neverTaken[field[context.Context]]("contextleak/context", "and a call without it is refused", `{}`),
		useless("contextleak/context", "null leaves a handler without a context", null, func(c context.Context) { c.Done() }),
		useless("contextleak/logger", "null leaves a handler without a logger", null, func(l *slog.Logger) { l.Info("x") }),
		useless("contextleak/logger", "an object makes a logger that cannot log", empty, func(l *slog.Logger) { l.Info("x") }),
		useless("contextleak/database", "an object makes a database without a driver", empty, func(d *sql.DB) { must(d.Ping()) }),
		useless("contextleak/session", "an object makes a session of nobody", empty, func(s *mcp.ServerSession) { must(s.Ping(context.Background(), nil)) }),
		useless("contextleak/stream", "an object makes a file that is not open", empty, func(f *os.File) { must(f.Close()) }),
		useless("contextleak/stream", "an object makes a reader of nothing", empty, func(r *bufio.Reader) { must(second(r.ReadByte())) }),
		neverTaken[field[io.Reader]]("contextleak/stream", "the schema takes any value, the decoder none", every...),
		neverTaken[field[http.Handler]]("contextleak/server", "the schema takes any value, the decoder none", every...),
		useless("contextleak/state", "nothing of what a store holds arrives", empty, func(s store) { s.mu.Lock() }),
		taken[field[store]]("contextleak/state", "an object makes an empty one", empty, "{A:{mu:<nil>}}"),
		neverTaken[field[store]]("contextleak/state", "a call without it is refused", `{}`),
		neverTaken[field[sync.Mutex]]("contextleak/lock", "a call without it is refused", `{}`, `{"a": null}`),
		neverTaken[embeds]("contextleak/context", "what an embedded struct has is asked for, too", `{"a": "x"}`, `{"a": "x", "ctx": 1}`),
		refuses[field[*http.Client]]("contextleak/client", "registration panics"),
		refuses[field[*http.Request]]("contextleak/request", "registration panics"),
		refuses[field[*http.Response]]("contextleak/response", "registration panics"),
		refuses[field[*http.Server]]("contextleak/server", "registration panics"),
		refuses[field[*exec.Cmd]]("contextleak/process", "registration panics"),
		refuses[field[*time.Timer]]("contextleak/timer", "registration panics"),
		refusesOut[field[*http.Response]]("contextleak/response", "registration of a result panics"),
		drops("contextleak/client", "mcp-go asks for its fields", mcpgo.NewTool("t", mcpgo.WithInputSchema[field[*http.Client]]()),
			[]any{"Transport", "Jar", "Timeout"}, "inputSchema", "properties", "a", "required"),
		returned("contextleak/logger", "a result with a logger shows nothing of it", field[*slog.Logger]{slog.Default()}, false),
	}
}

func second[T any](_ T, err error) error { return err }
