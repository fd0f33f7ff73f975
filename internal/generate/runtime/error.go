package tools

import (
	"encoding/json"
	"fmt"
)

// Error describes why a call of a tool failed, in the same words for MCP and for the
// command line.
type Error struct {
	Tool     string          `json:"tool"`               // its name
	Argument string          `json:"argument,omitempty"` // a JSON pointer such as "/filter/limit", "" if it is not about one
	Reason   string          `json:"reason"`             // a word such as "wrong_type", "failed" or "panic"
	Schema   json.RawMessage `json:"schema,omitempty"`   // what the argument must match
	Problems []Problem       `json:"errors,omitempty"`   // all that is wrong with the arguments or the result
	Err      error           `json:"-"`                  // that of the function
}

// Error returns a sentence about the first problem.
func (e *Error) Error() string {
	switch {
	case len(e.Problems) > 0 && e.Reason == reasonResult:
		return fmt.Sprintf("the result of tool %q doesn't match its schema: %s", e.Tool, e.Problems[0].Text)
	case len(e.Problems) > 0:
		return fmt.Sprintf("tool %q: %s", e.Tool, e.Problems[0].Text)
	case e.Err == nil:
		return fmt.Sprintf("tool %q: %s", e.Tool, e.Reason)
	case e.Reason == reasonFailed || e.Tool == "":
		return e.Err.Error()
	}
	return fmt.Sprintf("tool %q: %v", e.Tool, e.Err)
}

// Unwrap returns the error of the function.
func (e *Error) Unwrap() error { return e.Err }

// wrong returns the error for a call with problems. The first problem determines its
// argument and reason.
func (t *Tool) wrong(problems []Problem) *Error {
	first := problems[0]
	return &Error{Tool: t.Name, Argument: first.Argument, Reason: first.Reason, Schema: first.Schema, Problems: problems}
}
