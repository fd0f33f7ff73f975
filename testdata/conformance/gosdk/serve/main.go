// Command serve runs every server of this module, asks each for its tools and
// prints what went over the wire.
//
// Its output is one JSON object a line: {"server", "tools"}, where tools is the
// array as the SDK sent it, or {"refused", "text"} for a registration of package
// refused.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func main() {
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	for _, g := range servers {
		tools, err := list(g.register)
		if err != nil {
			fmt.Fprintf(os.Stderr, "serve: %s: %v\n", g.name, err)
			os.Exit(1)
		}
		fmt.Printf("{\"server\":%q,\"tools\":%s}\n", g.name, tools)
	}
	answers := make([]<-chan string, len(refusals))
	for i, r := range refusals {
		answers[i] = refusal(r.register)
	}
	for i, r := range refusals {
		if err := out.Encode(map[string]string{"refused": r.name, "text": <-answers[i]}); err != nil {
			fmt.Fprintln(os.Stderr, "serve:", err)
			os.Exit(1)
		}
	}
}

// list registers the tools of one server and returns them as the SDK prints
// them.
func list(register func(*mcp.Server)) (json.RawMessage, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	server := mcp.NewServer(&mcp.Implementation{Name: "conformance", Version: "1"}, nil)
	register(server)
	clientSide, serverSide := mcp.NewInMemoryTransports()
	var log wireLog
	if _, err := server.Connect(ctx, logged(serverSide, &log), nil); err != nil {
		return nil, err
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "conformance", Version: "1"}, nil)
	session, err := client.Connect(ctx, clientSide, nil)
	if err != nil {
		return nil, err
	}
	defer session.Close()
	if _, err := session.ListTools(ctx, nil); err != nil {
		return nil, err
	}
	return log.tools()
}

// wireLog keeps the messages that a logging transport writes.
type wireLog struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *wireLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

// tools returns the array of the message that answered tools/list. The log may
// be behind the client, so it is waited for.
func (l *wireLog) tools() (json.RawMessage, error) {
	for range 200 {
		l.mu.Lock()
		lines := bytes.Split(bytes.Clone(l.buf.Bytes()), []byte("\n"))
		l.mu.Unlock()
		for _, line := range lines {
			var msg struct {
				Result struct {
					Tools json.RawMessage `json:"tools"`
				} `json:"result"`
			}
			text, sent := bytes.CutPrefix(line, []byte("write: "))
			if sent && json.Unmarshal(text, &msg) == nil && msg.Result.Tools != nil {
				return msg.Result.Tools, nil
			}
		}
		time.Sleep(5 * time.Millisecond)
	}
	return nil, fmt.Errorf("no answer to tools/list in the log of the transport:\n%s", l.buf.String())
}

// noAnswer is what a registration ends with that breaks tools/list.
const noAnswer = "no answer to tools/list"

// refusal sends what register panics with, noAnswer if the server does not list
// the tool afterwards, and "" if nothing is wrong. Some servers hang for good,
// and are left behind.
func refusal(register func(*mcp.Server)) <-chan string {
	text := make(chan string, 2)
	go func() {
		defer func() {
			if r := recover(); r != nil {
				text <- fmt.Sprint(r)
			}
		}()
		if _, err := list(register); err != nil {
			text <- noAnswer
			return
		}
		text <- ""
	}()
	time.AfterFunc(3*time.Second, func() {
		select {
		case text <- noAnswer:
		default:
		}
	})
	return text
}
