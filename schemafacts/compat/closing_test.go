package compat

import (
	"fmt"
	"testing"
)

// TestClosing checks that all ways to forbid exactly the undeclared arguments have
// the same level, and that forbidding more has a worse one.
func TestClosing(t *testing.T) {
	const open = `{"type":"object","properties":{"a":{"type":"string"}}%s}`
	for keywords, want := range map[string]Level{
		`,"additionalProperties":false`:                                     Caution,
		`,"allOf":[{"properties":{"a":true},"additionalProperties":false}]`: Caution,
		`,"propertyNames":{"enum":["b"]}`:                                   Breaking,
	} {
		changes := Schemas(parse(t, fmt.Sprintf(open, "")), parse(t, fmt.Sprintf(open, keywords)), Input)
		if got := Worst(changes); got != want {
			t.Errorf("%s: %v, want %v: %v", keywords, got, want, changes)
		}
	}
}
