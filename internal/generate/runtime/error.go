package tools

import (
	"encoding/json"
	"fmt"
)

// The reasons for which a call fails though its arguments match their schema.
const (
	reasonFailed = "failed"
	reasonPanic  = "panic"
	reasonResult = "result"
)

// Error describes why a call of a tool failed, in the same words for MCP and for the
// command line.
type Error struct {
	// Tool is the name of the tool.
	Tool string `json:"tool"`
	// Argument is a JSON pointer into the arguments, such as "/filter/limit", "" if the
	// error is not about one argument.
	Argument string `json:"argument,omitempty"`
	// Reason is a word such as "wrong_type", "failed" or "panic".
	Reason string `json:"reason"`
	// Schema is what the argument must match.
	Schema json.RawMessage `json:"schema,omitempty"`
	// Problems are all things that are wrong with the arguments or the result.
	Problems []Problem `json:"errors,omitempty"`
	// Err is the error of the function.
	Err error `json:"-"`
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
