package snapshot

import (
	"bytes"
	"errors"
	"testing"
)

func FuzzParseServers(f *testing.F) {
	f.Add([]byte(`{"$schemavet": 1, "servers": [{"name": "s", "tools": [{"name": "a", "condition": "if x"}]}]}`))
	f.Add([]byte(`{"$schemavet": 1, "servers": [{"tools": {}}]}`))
	f.Add([]byte(`"$schemavet"`))
	f.Add([]byte(`{"a": "\"$schemavet\"", "b": "$schemavet"}`))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		servers, err := ParseServers(ServerFile, data)
		if err != nil {
			var e *Error
			if !errors.As(err, &e) || e.File != ServerFile || e.Msg == "" {
				t.Errorf("error %#v", err)
			}
			return
		}
		once := EncodeServers(servers)
		again, err := ParseServers(ServerFile, once)
		if err != nil || !bytes.Equal(EncodeServers(again), once) {
			t.Errorf("encoding again changed %s: %v", once, err)
		}
	})
}
