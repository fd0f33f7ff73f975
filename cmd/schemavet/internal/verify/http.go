package verify

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
)

// endpoint is a server that uses streamable HTTP. Each message is a POST request. Its
// response is JSON or a stream of events.
type endpoint struct {
	url     string
	client  *http.Client
	session string // "" if the server keeps none
	version string // of the last message
	left    int    // bytes that the server may send
}

func newEndpoint(url string) *endpoint {
	return &endpoint{url: url, client: &http.Client{Transport: http.DefaultTransport.(*http.Transport).Clone()}, left: maxBytes}
}

// statusError is a response that does not follow the protocol.
type statusError struct {
	code int
	text string
}

func (e *statusError) Error() string {
	text := fmt.Sprintf("HTTP status %d %s", e.code, http.StatusText(e.code))
	if e.text != "" {
		text += ": " + e.text
	}
	switch e.code {
	case http.StatusNotFound, http.StatusMethodNotAllowed:
		text += "; --url needs the streamable HTTP endpoint, often /mcp"
	}
	return text
}

func (c *endpoint) send(ctx context.Context, version string, m *message, got receiver) error {
	c.version = version
	text, err := encode(m)
	if err != nil {
		return err
	}
	resp, err := c.do(ctx, http.MethodPost, m.Method, text)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if id := resp.Header.Get("Mcp-Session-Id"); id != "" {
		c.session = id
	}
	body := limited{resp.Body, &c.left}
	media, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	good := resp.StatusCode >= 200 && resp.StatusCode < 300
	var done bool
	switch {
	case good && got == nil:
		return nil
	case good && media == "text/event-stream":
		done, err = events(body, got)
	case good && media != "application/json":
		return fmt.Errorf("the answer to %s is %q, neither application/json nor text/event-stream; --url needs the streamable HTTP endpoint", m.Method, media)
	default:
		done, err = whole(body, resp.StatusCode, good, got)
	}
	if err == nil && !done {
		err = fmt.Errorf("the server sent no answer to %s", m.Method)
	}
	return err
}

// do sends an HTTP request with the headers that the protocol requires.
func (c *endpoint) do(ctx context.Context, verb, method string, text []byte) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, verb, c.url, bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	h := map[string]string{"Mcp-Session-Id": c.session, "MCP-Protocol-Version": c.version, "User-Agent": "schemavet"}
	if text != nil {
		h["Content-Type"], h["Accept"] = "application/json", "application/json, text/event-stream"
	}
	if c.version >= stateless {
		h["Mcp-Method"] = method
	}
	for name, value := range h {
		if value != "" {
			req.Header.Set(name, value)
		}
	}
	resp, err := c.client.Do(req)
	var e *url.Error
	if errors.As(err, &e) {
		err = e.Err // the caller names the URL
	}
	return resp, err
}

// whole reads a response that is one JSON text. Even if the request failed, the text
// may be an error of the protocol.
func whole(body io.Reader, status int, good bool, got receiver) (bool, error) {
	text, err := io.ReadAll(io.LimitReader(body, maxLine+1))
	if err != nil {
		return false, err
	}
	if len(text) > maxLine {
		return false, fmt.Errorf("an answer is longer than %d MB", maxLine>>20)
	}
	messages := decode(bytes.TrimSpace(text))
	switch {
	case got != nil && len(messages) > 0 && (good || messages[0].Error != nil):
		return receive(messages, got)
	case good:
		return false, fmt.Errorf("the server sent something that is not a message of the protocol: %s", excerpt(text))
	}
	return false, &statusError{status, excerpt(text)}
}

// events reads a stream of server-sent events.
func events(body io.Reader, got receiver) (bool, error) {
	lines := bufio.NewScanner(body)
	lines.Buffer(nil, maxLine)
	var data []byte
	for lines.Scan() {
		line := lines.Bytes()
		if rest, ok := bytes.CutPrefix(line, []byte("data:")); ok {
			data = append(append(data, bytes.TrimPrefix(rest, []byte(" "))...), '\n')
		}
		if len(data) > maxLine {
			return false, fmt.Errorf("an event is longer than %d MB", maxLine>>20)
		}
		if len(line) > 0 {
			continue // other fields, or the event goes on
		}
		if done, err := receive(decode(bytes.TrimSpace(data)), got); done || err != nil {
			return done, err
		}
		data = data[:0]
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		return false, fmt.Errorf("a line of the event stream is longer than %d MB", maxLine>>20)
	}
	return false, lines.Err()
}

// end ends the server's session.
func (c *endpoint) end(ctx context.Context) {
	defer c.client.CloseIdleConnections()
	if c.session == "" {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer cancel()
	if resp, err := c.do(ctx, http.MethodDelete, "", nil); err == nil { // servers need not support it
		resp.Body.Close()
	}
}
