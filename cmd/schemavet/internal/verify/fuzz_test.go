package verify

import (
	"bytes"
	"strings"
	"testing"
)

// FuzzDecode decodes arbitrary answers of a server, and checks that each decoded
// message can be encoded and decoded again.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		`{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}`,
		`[{"jsonrpc":"2.0","method":"ping","id":"x"},{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"m"}}]`,
		`{"jsonrpc":"1.0"}`, `[`, `[null]`, "event: message\ndata: {\"jsonrpc\":\"2.0\"}\n\n", ":\r\n\r\n", "data: [\ndata: ]\n\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, m := range decode(data) {
			if m == nil {
				t.Fatalf("%q: no message", data)
			}
			if text, err := encode(m); err != nil || len(decode(text)) != 1 {
				t.Errorf("%q: %q, %v", data, text, err)
			}
			_ = reply(m)
		}
		left := 1 << 20
		seen := 0
		_, _ = events(limited{bytes.NewReader(data), &left}, func(m *message) (bool, error) { seen++; return false, nil })
		_, _ = whole(bytes.NewReader(data), 200, true, func(*message) (bool, error) { return false, nil })
		if seen > 0 && !strings.Contains(string(data), "data") {
			t.Errorf("%q: %d messages of a stream without data", data, seen)
		}
		if text := excerpt(data); strings.ContainsAny(text, "\r\n") {
			t.Errorf("%q: the excerpt %q has several lines", data, text)
		}
	})
}
