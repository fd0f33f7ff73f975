package verify

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Answer is the answer of a server: its name and its tools.
type Answer struct {
	// Server is what it calls itself.
	Server string
	Tools  []*schema.Node // in normal form
	// Note is a fault of the server that did not keep it from answering, or "".
	Note string
}

// maxLine and maxBytes limit how much a faulty server can send.
const (
	maxLine  = 16 << 20  // bytes of one message
	maxBytes = 256 << 20 // bytes that the server sends in total
	maxPages = 1000
	maxDepth = 500 // levels of JSON in a tool: the cost of a comparison is quadratic in them
)

// grace is the time that a server has to end before it is killed.
const grace = 2 * time.Second

// Command starts a server, asks it for its tools over standard input and output, and
// ends it. In messages, it calls the server by the command that the user gave.
func Command(ctx context.Context, dir string, args, given []string) (*Answer, error) {
	name := given[0]
	if len(args) > 0 && args[0] != name {
		name = strings.Join(given, " ")
	}
	p, err := start(ctx, dir, args)
	if err != nil {
		return nil, fmt.Errorf("starting %s: %w", name, err)
	}
	a, err := ask(ctx, p)
	p.end()
	stray := ""
	if p.stray != "" {
		stray = fmt.Sprintf("%s printed something to standard output that is not a message of the protocol: %s", name, p.stray)
	}
	switch {
	case err == nil:
		a.Note = stray
		return a, nil
	case ctx.Err() != nil:
		err = outOfTime(ctx, name)
	default:
		err = fmt.Errorf("%s: %w", name, err)
	}
	if stray != "" {
		err = fmt.Errorf("%w\n%s", err, stray)
	}
	if text := p.log.String(); text != "" {
		err = fmt.Errorf("%w\nits standard error ends with:\n%s", err, text)
	}
	return nil, err
}

// URL asks a server for its tools over streamable HTTP.
func URL(ctx context.Context, url string) (*Answer, error) {
	c := newEndpoint(url)
	a, err := ask(ctx, c)
	c.end(ctx)
	switch {
	case err == nil:
		return a, nil
	case ctx.Err() != nil:
		return nil, outOfTime(ctx, url)
	}
	return nil, fmt.Errorf("%s: %w", url, err)
}

// outOfTime returns the error for a context that ended before the server answered.
func outOfTime(ctx context.Context, name string) error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return fmt.Errorf("%s did not answer in time; increase --timeout", name)
	}
	return fmt.Errorf("interrupted before %s answered", name)
}

// ask opens a session and lists the tools.
func ask(ctx context.Context, c conn) (*Answer, error) {
	s := &session{conn: c}
	a := &Answer{}
	var err error
	if a.Server, err = s.open(ctx); err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for cursor := ""; ; {
		tools, next, err := s.page(ctx, cursor)
		if err != nil {
			return nil, fmt.Errorf("tools/list: %w", err)
		}
		for _, t := range tools {
			a.Tools = append(a.Tools, schema.Normalize(t))
		}
		switch {
		case next == "":
			return a, nil
		case seen[next]:
			return nil, fmt.Errorf("tools/list: the server repeated nextCursor %q, so the list never ends", next)
		case len(seen) == maxPages:
			return nil, fmt.Errorf("tools/list: more than %d pages", maxPages)
		}
		seen[next] = true
		cursor = next
	}
}

// Protocol versions are dates, so they compare as strings.
const (
	// offered is the newest version with a handshake. Servers that are older
	// answer with their own.
	offered = "2025-11-25"
	// stateless is the version that replaced the handshake by _meta in each
	// request.
	stateless = "2026-07-28"
)

var clientInfo = map[string]any{"name": "schemavet", "version": "1"}

// open negotiates a protocol version with the server, and returns the server's name.
func (s *session) open(ctx context.Context) (string, error) {
	var hello struct {
		ProtocolVersion string `json:"protocolVersion"`
		ServerInfo      struct {
			Name string `json:"name"`
		} `json:"serverInfo"`
	}
	err := s.call(ctx, "initialize", map[string]any{"protocolVersion": offered, "capabilities": struct{}{}, "clientInfo": clientInfo}, &hello)
	switch {
	case refused(err):
		name, failed := s.discover(ctx)
		if failed != nil {
			return "", fmt.Errorf("initialize: %w; server/discover: %w", err, failed)
		}
		return name, nil
	case err != nil:
		return "", fmt.Errorf("initialize: %w", err)
	}
	s.version = hello.ProtocolVersion
	if err := s.conn.send(ctx, s.version, &message{Method: "notifications/initialized"}, nil); err != nil {
		return "", fmt.Errorf("notifications/initialized: %w", err)
	}
	return hello.ServerInfo.Name, nil
}

// refused reports whether an error may mean that a server does not support the
// handshake.
func refused(err error) bool {
	var answer *rpcError
	var status *statusError
	return errors.As(err, &answer) || errors.As(err, &status) && status.code == 400
}

// discover opens the session with server/discover, in protocol versions without a
// handshake, and returns the server's name.
func (s *session) discover(ctx context.Context) (string, error) {
	s.version = stateless
	var found struct {
		SupportedVersions []string                   `json:"supportedVersions"`
		Meta              map[string]json.RawMessage `json:"_meta"`
	}
	if err := s.call(ctx, "server/discover", map[string]any{}, &found); err != nil {
		return "", err
	}
	var server struct {
		Name string `json:"name"`
	}
	if info := found.Meta["io.modelcontextprotocol/serverInfo"]; info != nil && json.Unmarshal(info, &server) != nil {
		return "", errors.New("the answer's serverInfo is not an object")
	}
	if !slices.Contains(found.SupportedVersions, stateless) {
		return "", fmt.Errorf("the server supports protocol versions %s, schemavet those up to %s", strings.Join(found.SupportedVersions, ", "), stateless)
	}
	return server.Name, nil
}

// page returns the tools of one page, and the cursor of the next one.
func (s *session) page(ctx context.Context, cursor string) ([]*schema.Node, string, error) {
	params := map[string]any{}
	if cursor != "" {
		params["cursor"] = cursor
	}
	var page struct {
		ResultType string          `json:"resultType"`
		Tools      json.RawMessage `json:"tools"`
		NextCursor string          `json:"nextCursor"`
	}
	if err := s.call(ctx, "tools/list", params, &page); err != nil {
		return nil, "", err
	}
	if page.ResultType != "" && page.ResultType != "complete" {
		return nil, "", fmt.Errorf("the server answered with %q instead of tools", page.ResultType)
	}
	if page.Tools == nil {
		return nil, "", errors.New(`the answer has no "tools"`)
	}
	// Each tool is read from the bytes that came, so that no member is lost.
	var texts []json.RawMessage
	if err := json.Unmarshal(page.Tools, &texts); err != nil {
		return nil, "", err
	}
	var tools []*schema.Node
	for _, text := range texts {
		if deeper(text, maxDepth) {
			return nil, "", fmt.Errorf("a tool is nested more than %d levels deep: %s", maxDepth, excerpt(text))
		}
		n, err := schema.Parse(text)
		if err != nil {
			return nil, "", err
		}
		if n.Get("name").StringValue() == "" {
			return nil, "", fmt.Errorf("a tool has no name: %s", excerpt(text))
		}
		tools = append(tools, n)
	}
	return tools, page.NextCursor, nil
}
