package tools

import (
	"context"
	"errors"
	"testing"
)

// TestUnknownTool calls a tool that does not exist.
func TestUnknownTool(t *testing.T) {
	_, err := New(nil).Call(context.Background(), "nope", nil)
	var e *Error
	if !errors.As(err, &e) || e.Reason != "unknown_tool" || e.Tool != "nope" {
		t.Fatalf("got %#v", err)
	}
	if want := `tool "nope": there is no tool of this name`; e.Error() != want {
		t.Errorf("got %s, want %s", e, want)
	}
}
