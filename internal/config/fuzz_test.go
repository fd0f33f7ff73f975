package config

import (
	"strings"
	"testing"
	"time"
)

func FuzzParse(f *testing.F) {
	f.Add([]byte("checks:\n  disable: [toolname]\nfail-on: {drift: doc}\n"))
	f.Add([]byte("a: &a [*a]\n"))
	f.Add([]byte("a: &a {b: *a}\nchecks: *a\n"))
	f.Add([]byte("---\n---\n"))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		done := make(chan error, 1)
		go func() {
			_, err := Parse("file", data)
			done <- err
		}()
		select {
		case err := <-done:
			if err != nil && !strings.HasPrefix(err.Error(), "file:") {
				t.Errorf("no file in %q", err)
			}
		case <-time.After(5 * time.Second):
			t.Fatal("it does not end")
		}
	})
}
