package verify

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"
)

// fake is an HTTP server with the parts of the protocol that the tests need.
type fake struct {
	mode string
	ends int // sessions that were ended
}

func (f *fake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodDelete {
		if r.Header.Get("Mcp-Session-Id") == "S" {
			f.ends++
		}
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	text, _ := io.ReadAll(r.Body)
	var m struct {
		ID     json.RawMessage
		Method string
		Params struct{ Cursor string }
		Result json.RawMessage
	}
	if err := json.Unmarshal(text, &m); err != nil || r.Header.Get("Accept") != "application/json, text/event-stream" || r.Header.Get("Content-Type") != "application/json" {
		http.Error(w, "not a message", http.StatusBadRequest)
		return
	}
	modern := f.mode == "modern" || f.mode == "modern-plain"
	version := "2025-06-18"
	if modern {
		version = "2026-07-28"
	}
	headers := r.Header.Get("MCP-Protocol-Version") == version && (modern || r.Header.Get("Mcp-Session-Id") == "S") && (!modern || r.Header.Get("Mcp-Method") == m.Method)
	switch {
	case string(m.Result) == "{}" && m.Method == "": // an answer to ping
		w.WriteHeader(http.StatusAccepted)
	case m.Method == "initialize" && !modern:
		w.Header().Set("Mcp-Session-Id", "S")
		f.answer(w, m.ID, `"result": {"protocolVersion": "2025-06-18", "serverInfo": {"name": "s"}}`)
	case f.mode == "modern-plain" && !headers:
		http.Error(w, "what version is that?", http.StatusBadRequest)
	case !headers:
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprintf(w, `{"jsonrpc": "2.0", "id": %s, "error": {"code": -32022, "message": "unsupported", "data": {"supported": ["2026-07-28"]}}}`, m.ID)
	case m.ID == nil:
		w.WriteHeader(http.StatusAccepted)
	case m.Method == "server/discover":
		f.answer(w, m.ID, `"result": {"supportedVersions": ["2026-07-28"], "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "s"}}}`)
	case m.Params.Cursor == "":
		f.answer(w, m.ID, `"result": {"tools": [{"name": "a", "execution": {"taskSupport": "optional"}, "defer_loading": true}], "nextCursor": "2"}`)
	default:
		f.answer(w, m.ID, `"result": {"tools": [{"name": "b", "_meta": {"x": 1.50}}]}`)
	}
}

// answer sends a JSON-RPC response with the given body. f.mode selects its form, such as
// an event stream, a list or a mistake.
func (f *fake) answer(w http.ResponseWriter, id json.RawMessage, body string) {
	text := fmt.Sprintf(`{"jsonrpc": "2.0", "id": %s, %s}`, id, body)
	switch f.mode {
	case "events":
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprintf(w, "id: 0\nretry: 5\ndata:\n\n: comment\nevent: message\ndata: {\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"ping\"}\n\n")
		fmt.Fprintf(w, "data:{\"jsonrpc\": \"2.0\", \"method\": \"notifications/message\"}\r\n\r\ndata: %s\n\n", strings.Replace(text, ", ", ",\ndata: ", 1))
	case "cut":
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprintf(w, "data: %s\n", text) // the event does not end
	case "html":
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<html>")
	case "wide":
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, "%s%s", strings.Repeat(" ", maxLine), text)
	case "wide-event":
		w.Header().Set("Content-Type", "text/event-stream")
		for range 18 {
			fmt.Fprintf(w, "data: %s\n", strings.Repeat(" ", 1<<20))
		}
		fmt.Fprintf(w, "data: %s\n\n", text)
	case "hang":
		time.Sleep(300 * time.Millisecond)
	case "lost":
		http.Error(w, "no such page", http.StatusNotFound)
	case "locked":
		http.Error(w, "", http.StatusUnauthorized)
	case "wrong":
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"jsonrpc": "2.0", "id": 77, "result": {}}`)
	case "list":
		text = "[" + text + "]"
		fallthrough
	default:
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		fmt.Fprint(w, text)
	}
}

// TestURL asks servers that answer in each form that the protocol allows, and in some
// forms that it does not allow.
func TestURL(t *testing.T) {
	for _, c := range []struct {
		mode, want string // the tools, or the error
		sessions   int
	}{
		{"json", "", 1},
		{"list", "", 1},
		{"events", "", 1},
		{"modern", "", 0},
		{"modern-plain", "", 0},
		{"cut", "the server sent no answer to initialize", 1},
		{"wrong", "the server sent no answer to initialize", 1},
		{"html", `"text/html", neither application/json nor text/event-stream`, 1},
		{"wide", "longer than 16 MB", 1},
		{"wide-event", "longer than 16 MB", 1},
		{"hang", "did not answer in time", 0},
		{"lost", "HTTP status 404 Not Found: no such page; --url needs the streamable HTTP endpoint", 1},
		{"locked", "HTTP status 401 Unauthorized", 1},
	} {
		f := &fake{mode: c.mode}
		s := httptest.NewServer(f)
		limit := 20 * time.Second
		if c.mode == "hang" {
			limit = 100 * time.Millisecond
		}
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		a, err := URL(ctx, s.URL+"/mcp")
		cancel()
		s.Close()
		switch {
		case err != nil && (c.want == "" || !strings.Contains(err.Error(), c.want) || strings.Count(err.Error(), s.URL) != 1):
			t.Errorf("%s: %v", c.mode, err)
		case err == nil && c.want != "":
			t.Errorf("%s: no error", c.mode)
		case err == nil:
			var tools []string
			for _, n := range a.Tools {
				tools = append(tools, n.String())
			}
			want := []string{`{"name":"a","defer_loading":true,"execution":{"taskSupport":"optional"}}`, `{"name":"b","_meta":{"x":1.50}}`}
			if a.Server != "s" || !slices.Equal(tools, want) {
				t.Errorf("%s: server %q, tools\n%s", c.mode, a.Server, strings.Join(tools, "\n"))
			}
		}
		if f.ends != c.sessions {
			t.Errorf("%s: %d sessions were ended", c.mode, f.ends)
		}
	}
}
