// Package wire prints what servers list and what their SDK refuses. It needs of
// the SDK only what all its versions have.
package wire

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Entry is a server, or a registration, by name.
type Entry struct {
	Name     string
	Register func(*mcp.Server)
	// Crashes says that the registration, or its listing, ends the program.
	Crashes bool
}

// List registers the tools of one server and returns them as the SDK prints
// them.
type List func(register func(*mcp.Server)) (json.RawMessage, error)

// Print prints one JSON object a line: {"server", "tools"}, where tools is the
// array as the SDK sent it, or {"refused", "text"} for a refusal. It is the
// whole of a program, which it runs again for registrations that crash.
func Print(servers, refusals []Entry, list List) {
	if len(os.Args) > 1 {
		crash(refusals, os.Args[1], list)
	}
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	for _, e := range servers {
		tools, err := list(e.Register)
		if err != nil {
			fmt.Fprintf(os.Stderr, "serve: %s: %v\n", e.Name, err)
			os.Exit(1)
		}
		fmt.Printf("{\"server\":%q,\"tools\":%s}\n", e.Name, tools)
	}
	answers := make([]<-chan string, len(refusals))
	for i, e := range refusals {
		if !e.Crashes {
			answers[i] = refusal(e.Register, list)
		}
	}
	for i, e := range refusals {
		text := ""
		if e.Crashes {
			text = crashed(e.Name)
		} else {
			text = <-answers[i]
		}
		if err := out.Encode(map[string]string{"refused": e.Name, "text": text}); err != nil {
			fmt.Fprintln(os.Stderr, "serve:", err)
			os.Exit(1)
		}
	}
}

// crash lists the registration of that name.
func crash(refusals []Entry, name string, list List) {
	debug.SetMaxStack(1 << 20)
	for _, e := range refusals {
		if e.Name == name {
			if _, err := list(e.Register); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
		}
	}
	os.Exit(0)
}

// crashed returns what this program says when it runs a registration, noAnswer
// if it hangs, and "" if nothing is wrong.
func crashed(name string) string {
	var stderr bytes.Buffer
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, os.Args[0], name)
	cmd.Stderr = &stderr
	if cmd.Run() == nil {
		return ""
	}
	if ctx.Err() != nil {
		return noAnswer
	}
	for line := range strings.Lines(stderr.String()) {
		for _, kind := range []string{"fatal error: ", "panic: "} {
			if text, ok := strings.CutPrefix(line, kind); ok {
				return strings.TrimSpace(text)
			}
		}
	}
	return stderr.String()
}

// Log keeps the messages that a logging transport writes.
type Log struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

// Write adds to the log.
func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

// Tools returns the array of the message that answered tools/list. The log may
// be behind the client, so it is waited for.
func (l *Log) Tools() (json.RawMessage, error) {
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
func refusal(register func(*mcp.Server), list List) <-chan string {
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
