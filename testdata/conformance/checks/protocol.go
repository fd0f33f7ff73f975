package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
	mcpserver "github.com/mark3labs/mcp-go/server"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// newestProtocol is the version without sessions and without requests to clients.
const newestProtocol = "2026-07-28"

// asksInVain returns the claim that a request to the client fails with a client of the
// newest protocol version and is sent to an older one.
func asksInVain(says string, ask func(context.Context, *mcp.ServerSession) error) claim {
	return claim{"protocol/server-request", says, func() error {
		var errs []error
		for version, want := range map[string]bool{newestProtocol: true, "2025-11-25": false} {
			ctx := context.Background()
			s := mcp.NewServer(&mcp.Implementation{Name: "s", Version: "1"}, nil)
			refused := false
			mcp.AddTool(s, &mcp.Tool{Name: "t"}, func(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
				err := ask(ctx, req.Session)
				refused = err != nil && strings.Contains(err.Error(), "cannot be sent while serving a request on protocol version "+newestProtocol)
				return &mcp.CallToolResult{}, nil, nil
			})
			here, there := mcp.NewInMemoryTransports()
			if _, err := s.Connect(ctx, there, nil); err != nil {
				return err
			}
			client := mcp.NewClient(&mcp.Implementation{Name: "c", Version: "1"}, nil)
			c, err := client.Connect(ctx, here, &mcp.ClientSessionOptions{ProtocolVersion: version})
			if err != nil {
				return err
			}
			_, err = c.CallTool(ctx, &mcp.CallToolParams{Name: "t"})
			c.Close()
			if got := c.InitializeResult().ProtocolVersion; got != version {
				err = fmt.Errorf("version %s", got)
			}
			if errs = append(errs, err); refused != want {
				errs = append(errs, fmt.Errorf("%s: refused %t", version, refused))
			}
		}
		return errors.Join(errs...)
	}}
}

// modern sends a request of the newest protocol version to a server, with the headers
// that it needs.
func modern(url, session, method, params string) (string, error) {
	body := `{"jsonrpc": "2.0", "id": 1, "method": "` + method + `", "params": {` + params + `"_meta": {"io.modelcontextprotocol/protocolVersion": "` + newestProtocol +
		`", "io.modelcontextprotocol/clientInfo": {"name": "c", "version": "1"}, "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}}}}`
	req, err := http.NewRequest("POST", url, bytes.NewReader([]byte(body)))
	if err != nil {
		return "", err
	}
	for name, value := range map[string]string{"Content-Type": "application/json", "Accept": "application/json, text/event-stream",
		"MCP-Protocol-Version": newestProtocol, "Mcp-Method": method, "Mcp-Name": "t", "Mcp-Session-Id": session} {
		if value != "" && (name != "Mcp-Name" || method == "tools/call") {
			req.Header.Set(name, value)
		}
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return "", err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	return string(text), err
}

func protocol() []claim {
	nothing := func(context.Context, mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
		return mcpgo.NewToolResultText("done"), nil
	}
	return []claim{
		asksInVain("go-sdk refuses Elicit", func(ctx context.Context, s *mcp.ServerSession) error {
			_, err := s.Elicit(ctx, &mcp.ElicitParams{Message: "?"})
			return err
		}),
		asksInVain("go-sdk refuses CreateMessage", func(ctx context.Context, s *mcp.ServerSession) error {
			_, err := s.CreateMessage(ctx, nil)
			return err
		}),
		asksInVain("go-sdk refuses ListRoots", func(ctx context.Context, s *mcp.ServerSession) error {
			_, err := s.ListRoots(ctx, nil)
			return err
		}),
		{"protocol/server-request", "mcp-go refuses each request, unless an option allows it", func() error {
			for _, allowed := range []bool{false, true} {
				var options []mcpserver.ServerOption
				if allowed {
					options = append(options, mcpserver.WithLegacyServerInitiatedRequests())
				}
				s := mcpserver.NewMCPServer("s", "1", options...)
				refused := 0
				s.AddTool(mcpgo.NewTool("t"), func(ctx context.Context, _ mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
					// A request that is sent is never answered.
					ctx, cancel := context.WithTimeout(ctx, 100*time.Millisecond)
					defer cancel()
					_, err1 := s.RequestElicitation(ctx, mcpgo.ElicitationRequest{})
					_, err2 := s.RequestSampling(ctx, mcpgo.CreateMessageRequest{})
					_, err3 := s.RequestRoots(ctx, mcpgo.ListRootsRequest{})
					for _, err := range []error{err1, err2, err3} {
						if errors.Is(err, mcpserver.ErrServerInitiatedRequestUnsupported) {
							refused++
						}
					}
					return mcpgo.NewToolResultText("done"), nil
				})
				web := httptest.NewServer(mcpserver.NewStreamableHTTPServer(s))
				text, err := modern(web.URL, "", "tools/call", `"name": "t", "arguments": {}, `)
				web.Close()
				if err != nil || !strings.Contains(text, "done") {
					return fmt.Errorf("%v: %s", err, text)
				}
				if want := map[bool]int{false: 3, true: 0}[allowed]; refused != want {
					return fmt.Errorf("allowed %t: %d refused", allowed, refused)
				}
			}
			return nil
		}},
		{"protocol/session-tools", "mcp-go adds no tool to a session of such a client, and lists none", func() error {
			ids := make(chan string, 1)
			hooks := &mcpserver.Hooks{}
			hooks.AddOnRegisterSession(func(_ context.Context, session mcpserver.ClientSession) {
				select {
				case ids <- session.SessionID():
				default:
				}
			})
			s := mcpserver.NewMCPServer("s", "1", mcpserver.WithHooks(hooks), mcpserver.WithToolCapabilities(true))
			s.AddTool(mcpgo.NewTool("t"), func(ctx context.Context, _ mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
				id := ""
				if session := mcpserver.ClientSessionFromContext(ctx); session != nil {
					id = session.SessionID()
				}
				if err := s.AddSessionTool(id, mcpgo.NewTool("of_session"), nothing); err != nil {
					return mcpgo.NewToolResultText("added nothing: " + err.Error()), nil
				}
				return mcpgo.NewToolResultText("added"), nil
			})
			web := httptest.NewServer(mcpserver.NewStreamableHTTPServer(s))
			defer web.Close()
			called, err := modern(web.URL, "", "tools/call", `"name": "t", "arguments": {}, `)
			if err != nil || !strings.Contains(called, "added nothing: session not found") {
				return fmt.Errorf("%v: %s", err, called)
			}
			list, err := modern(web.URL, "", "tools/list", "")
			if err != nil || !strings.Contains(list, `"name":"t"`) || strings.Contains(list, "of_session") {
				return fmt.Errorf("%v: %s after %s", err, list, called)
			}
			return nil
		}},
		{"protocol/changing-tools", "a call of one client changes what another one lists", func() error {
			return gosdk(func(s *mcp.Server) {
				mcp.AddTool(s, &mcp.Tool{Name: "t"}, func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
					mcp.AddTool(s, &mcp.Tool{Name: "u"}, func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
						return nil, nil, nil
					})
					return nil, nil, nil
				})
			}, func(ctx context.Context, c *mcp.ClientSession) error {
				before, err1 := c.ListTools(ctx, nil)
				_, err2 := c.CallTool(ctx, &mcp.CallToolParams{Name: "t"})
				after, err3 := c.ListTools(ctx, nil)
				if err := errors.Join(err1, err2, err3); err != nil {
					return err
				}
				return want([]int{len(before.Tools), len(after.Tools)}, []int{1, 2})
			})
		}},
	}
}
