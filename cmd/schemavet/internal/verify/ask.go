package verify

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Answer is what a server said.
type Answer struct {
	// Server is what it calls itself.
	Server string
	Tools  []*schema.Node // in normal form
}

// grace is how long a server that is told to end may take before it is killed.
const grace = 2 * time.Second

// Command starts a server, asks it over standard input and output, and ends it.
func Command(ctx context.Context, dir string, args []string) (*Answer, error) {
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	log := &tail{}
	cmd.Dir, cmd.Stderr, cmd.WaitDelay = dir, log, grace
	ownGroup(cmd)
	defer endGroup(cmd)
	a, err := ask(ctx, &mcp.CommandTransport{Command: cmd, TerminateDuration: grace})
	if err == nil {
		return a, nil
	}
	name := args[0]
	switch {
	case errors.Is(err, exec.ErrNotFound), errors.Is(err, os.ErrNotExist), errors.Is(err, os.ErrPermission):
		return nil, fmt.Errorf("starting %s: %w", name, err)
	case ctx.Err() != nil:
		err = fmt.Errorf("%s did not answer in time; --timeout gives it longer", name)
	case strings.Contains(err.Error(), "invalid character"), strings.Contains(err.Error(), "invalid message"), strings.Contains(err.Error(), "unmarshal"):
		err = fmt.Errorf("%s printed something to standard output that is no message of the protocol: %w", name, err)
	default:
		err = fmt.Errorf("%s: %w", name, err)
	}
	if text := log.String(); text != "" {
		err = fmt.Errorf("%w\nits standard error ends with:\n%s", err, text)
	}
	return nil, err
}

// URL asks a server over streamable HTTP.
func URL(ctx context.Context, url string) (*Answer, error) {
	a, err := ask(ctx, &mcp.StreamableClientTransport{Endpoint: url})
	if err != nil && ctx.Err() != nil {
		err = errors.New("it did not answer in time; --timeout gives it longer")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", url, err)
	}
	return a, nil
}

func ask(ctx context.Context, t mcp.Transport) (*Answer, error) {
	session, err := mcp.NewClient(&mcp.Implementation{Name: "schemavet", Version: "1"}, nil).Connect(ctx, t, nil)
	if err != nil {
		return nil, err
	}
	defer session.Close()
	a := &Answer{}
	if init := session.InitializeResult(); init != nil && init.ServerInfo != nil {
		a.Server = init.ServerInfo.Name
	}
	for tool, err := range session.Tools(ctx, nil) { // all pages
		if err != nil {
			return nil, fmt.Errorf("tools/list: %w", err)
		}
		text, err := json.Marshal(tool)
		if err != nil {
			return nil, fmt.Errorf("tools/list: %w", err)
		}
		n, err := schema.Parse(text)
		if err != nil {
			return nil, fmt.Errorf("tools/list: %w", err)
		}
		a.Tools = append(a.Tools, schema.Normalize(n))
	}
	return a, nil
}

// tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

const tailBytes = 2000

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	t.text = t.text[max(0, len(t.text)-tailBytes):]
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(bytes.TrimSpace(t.text))
}
