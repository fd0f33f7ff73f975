package verify

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// message is a request, a notification or a response of JSON-RPC.
type message struct {
	ID     json.RawMessage `json:"id,omitempty"`
	Method string          `json:"method,omitempty"`
	Params any             `json:"params,omitempty"`
	Result json.RawMessage `json:"result,omitempty"`
	Error  *rpcError       `json:"error,omitempty"`
}

// rpcError is the error of a response.
type rpcError struct {
	Code    int             `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data,omitempty"`
}

func (e *rpcError) Error() string {
	text := fmt.Sprintf("%s (code %d)", e.Message, e.Code)
	if len(e.Data) > 0 {
		text += " " + excerpt(e.Data)
	}
	return text
}

// conn carries JSON-RPC messages between this client and a server, over pipes or
// HTTP.
type conn interface {
	// send sends a message in the form of a protocol version. It passes each
	// message that comes back to got until got has its answer. If got is nil, send
	// does not wait.
	send(ctx context.Context, version string, m *message, got receiver) error
}

// receiver handles a message of the server. done reports whether it has received the
// answer for which it waits.
type receiver func(*message) (done bool, err error)

// session is a connection to one server, with the negotiated protocol version and the
// number of requests so far.
type session struct {
	conn    conn
	version string // of the protocol, "" until there is one
	calls   int
}

// call sends a request and decodes its result. Meanwhile it answers requests of the
// server and ignores notifications.
func (s *session) call(ctx context.Context, method string, params map[string]any, result any) error {
	if s.version >= stateless {
		params["_meta"] = map[string]any{
			"io.modelcontextprotocol/protocolVersion":    s.version,
			"io.modelcontextprotocol/clientInfo":         clientInfo,
			"io.modelcontextprotocol/clientCapabilities": struct{}{},
		}
	}
	s.calls++
	id := strconv.Itoa(s.calls)
	return s.conn.send(ctx, s.version, &message{ID: json.RawMessage(id), Method: method, Params: params}, func(m *message) (bool, error) {
		switch {
		case m.Method != "" && m.ID != nil:
			return false, s.conn.send(ctx, s.version, reply(m), nil)
		case m.Method != "":
			return false, nil
		case m.Error != nil && (m.ID == nil || string(m.ID) == "null"):
			return true, m.Error // the server could not read the request
		case string(m.ID) != id:
			return false, nil
		case m.Error != nil:
			return true, m.Error
		case m.Result == nil:
			return true, errors.New("the answer has neither result nor error")
		}
		return true, json.Unmarshal(m.Result, result)
	})
}

// reply answers a request of the server.
func reply(m *message) *message {
	if m.Method == "ping" {
		return &message{ID: m.ID, Result: json.RawMessage("{}")}
	}
	return &message{ID: m.ID, Error: &rpcError{Code: -32601, Message: fmt.Sprintf("schemavet does not support %q", m.Method)}}
}

// encode returns a message as JSON without line breaks.
func encode(m *message) ([]byte, error) {
	return json.Marshal(struct {
		JSONRPC string `json:"jsonrpc"`
		*message
	}{"2.0", m})
}

// decode returns the messages in a text: one message or, as version 2025-03-26
// allows, a list of messages. It returns none for any other text.
func decode(text []byte) []*message {
	one := []json.RawMessage{text}
	if bytes.HasPrefix(text, []byte("[")) && json.Unmarshal(text, &one) != nil {
		return nil
	}
	var out []*message
	for _, t := range one {
		var m struct {
			JSONRPC string `json:"jsonrpc"`
			message
		}
		if json.Unmarshal(t, &m) != nil || m.JSONRPC != "2.0" {
			return nil
		}
		out = append(out, &m.message)
	}
	return out
}

// receive passes messages to got, one after the other, until got reports that it has
// received the answer for which it waits. It returns whether it did.
func receive(messages []*message, got receiver) (bool, error) {
	for _, m := range messages {
		if done, err := got(m); done || err != nil {
			return done, err
		}
	}
	return false, nil
}

// limited is a reader that returns an error after left bytes.
type limited struct {
	r    io.Reader
	left *int
}

func (l limited) Read(p []byte) (int, error) {
	if *l.left <= 0 {
		return 0, fmt.Errorf("the server sent more than %d MB", maxBytes>>20)
	}
	n, err := l.r.Read(p)
	*l.left -= n
	return n, err
}

// excerpt returns the beginning of a text on one line.
func excerpt(text []byte) string {
	const most = 200
	s := strings.Join(strings.Fields(strings.ToValidUTF8(string(text[:min(len(text), most)]), "")), " ")
	if len(text) > most {
		s += "..."
	}
	return s
}

// deeper reports whether objects and arrays in a JSON text are nested more than most
// levels deep.
func deeper(text []byte, most int) bool {
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			if depth++; depth > most {
				return true
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	return false
}
