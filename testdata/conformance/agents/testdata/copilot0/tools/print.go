package tools

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"

	copilot "github.com/github/copilot-sdk/go"
)

// Print is how the tools of a session are sent: the client writes each member itself.
func Print(v any) ([]byte, error) {
	l, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		return nil, err
	}
	defer l.Close()
	sent := make(chan json.RawMessage, 1)
	go serve(l, sent)
	c := copilot.NewClient(&copilot.ClientOptions{CLIUrl: l.Addr().String()})
	if err := c.Start(); err != nil {
		return nil, err
	}
	if _, err := c.CreateSession(v.(*copilot.SessionConfig)); err != nil {
		return nil, err
	}
	return <-sent, nil
}

// serve answers the requests of one client, and sends the parameters of its session.
func serve(l net.Listener, sent chan<- json.RawMessage) {
	conn, err := l.Accept()
	if err != nil {
		return
	}
	r := bufio.NewReader(conn)
	for {
		var size int
		if _, err := fmt.Fscanf(r, "Content-Length: %d\r\n\r\n", &size); err != nil {
			return
		}
		body := make([]byte, size)
		if _, err := io.ReadFull(r, body); err != nil {
			return
		}
		var req struct {
			ID     json.RawMessage `json:"id"`
			Method string          `json:"method"`
			Params json.RawMessage `json:"params"`
		}
		if err := json.Unmarshal(body, &req); err != nil {
			return
		}
		if req.Method == "session.create" {
			sent <- req.Params
		}
		answer := fmt.Sprintf(`{"jsonrpc": "2.0", "id": %s, "result": {"sessionId": "s", "message": "", "timestamp": 0, "protocolVersion": %d}}`, req.ID, copilot.GetSdkProtocolVersion())
		fmt.Fprintf(conn, "Content-Length: %d\r\n\r\n%s", len(answer), answer)
	}
}
