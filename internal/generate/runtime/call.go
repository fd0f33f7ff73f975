package tools

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
)

// Request describes a call: the tool, the arguments, and the request of the SDK that
// caused it.
type Request struct {
	// Tool is the name of the tool.
	Tool string
	// Arguments are the arguments with their defaults.
	Arguments json.RawMessage
	// SDK is the request of the SDK, nil if the call doesn't come from an MCP client.
	SDK any
}

// Call is one call of a tool, in the form that generated functions receive.
type Call struct {
	Request
	tool     *Tool
	args     map[string]json.RawMessage
	progress ProgressFunc
	content  []any
}

// Result is the result of a call of a tool.
type Result struct {
	// Value is what the function returned.
	Value any
	// JSON is the value as the output schema describes it. It is nil without a schema.
	JSON json.RawMessage
	// Text is the value for people and models: text as it is, JSON for other values.
	Text string
	// Content holds results that belong to the protocol, in order.
	Content []any

	plain json.RawMessage // the value without its box
}

// ProgressFunc receives the progress of a call: the amount of work that is done, the
// total amount or 0 if it is unknown, and a description of the current step.
type ProgressFunc func(ctx context.Context, done, total float64, message string) error

type contextKey int

const (
	progressKey contextKey = iota
	requestKey
)

// WithProgress returns a context with which calls report their progress to f.
func WithProgress(ctx context.Context, f ProgressFunc) context.Context {
	return context.WithValue(ctx, progressKey, f)
}

// WithRequest returns a context for calls that a request of an SDK causes.
func WithRequest(ctx context.Context, req any) context.Context {
	return context.WithValue(ctx, requestKey, req)
}

// Call calls a tool by name and returns the value of its function. Args are a map, a
// struct or JSON; nil means no arguments. An error is an [*Error].
func (s *Set) Call(ctx context.Context, name string, args any) (any, error) {
	raw, err := encode(args)
	if err != nil {
		return nil, &Error{Tool: name, Reason: reasonDecode, Err: err}
	}
	r, err := s.CallRaw(ctx, name, raw)
	return r.Value, err
}

// CallRaw calls a tool with arguments as JSON: it validates them, adds defaults for
// missing ones, and validates the result. An error is an [*Error].
func (s *Set) CallRaw(ctx context.Context, name string, args json.RawMessage) (Result, error) {
	t := s.Tool(name)
	if t == nil {
		return Result{}, &Error{Tool: name, Reason: "unknown_tool", Err: errors.New("there is no tool of this name")}
	}
	if text := bytes.TrimSpace(args); len(text) == 0 || string(text) == "null" {
		args = json.RawMessage("{}")
	}
	args, problems := t.input.prepare(args)
	if len(problems) > 0 {
		return Result{}, t.wrong(problems)
	}
	c := &Call{Request: Request{Tool: name, Arguments: args, SDK: ctx.Value(requestKey)}, tool: t}
	c.progress, _ = ctx.Value(progressKey).(ProgressFunc)
	if err := json.Unmarshal(args, &c.args); err != nil {
		return Result{}, &Error{Tool: name, Reason: reasonDecode, Err: err}
	}
	return c.run(ctx)
}

// run calls the function. A panic becomes an error.
func (c *Call) run(ctx context.Context) (r Result, err error) {
	defer func() {
		if v := recover(); v != nil {
			log.Printf("tool %q panicked: %v\n%s", c.Tool, v, debug.Stack())
			r, err = Result{}, &Error{Tool: c.Tool, Reason: reasonPanic, Err: fmt.Errorf("panic: %v", v)}
		}
	}()
	value, err := c.tool.Run(ctx, c)
	if err != nil {
		return Result{}, c.failed(err)
	}
	return c.result(value)
}

// failed returns the error of a call. The function can return an [*Error] with a
// custom argument and reason.
func (c *Call) failed(err error) *Error {
	var own *Error
	if !errors.As(err, &own) {
		return &Error{Tool: c.Tool, Reason: reasonFailed, Err: err}
	}
	e := *own
	if e.Tool == "" {
		e.Tool = c.Tool
	}
	if e.Reason == "" {
		e.Reason = reasonFailed
	}
	return &e
}

// result validates a value against the output schema and returns it as JSON and as
// text.
func (c *Call) result(value any) (Result, error) {
	r := Result{Value: value, Content: c.content}
	if c.tool.Output == nil {
		if value == nil && len(c.content) == 1 {
			r.Value = c.content[0]
		}
		r.Text = contentText(c.content)
		return r, nil
	}
	if v := reflect.ValueOf(value); v.Kind() == reflect.Map && v.IsNil() && c.tool.Box == "" {
		value = struct{}{} // an object, as the schema says
	}
	plain, err := encode(value)
	r.JSON, r.plain = plain, plain
	if err == nil && c.tool.Box != "" {
		r.JSON = slices.Concat([]byte("{"), must(encode(c.tool.Box)), []byte(":"), plain, []byte("}"))
	}
	if err != nil {
		return Result{}, &Error{Tool: c.Tool, Reason: reasonResult, Err: fmt.Errorf("the result cannot be written as JSON: %w", err)}
	}
	if problems := c.tool.output.check(r.JSON); len(problems) > 0 {
		e := c.tool.wrong(problems)
		e.Argument, e.Reason, e.Schema = "", reasonResult, nil
		return Result{}, e
	}
	r.Text = string(r.JSON)
	var text string
	if json.Unmarshal(plain, &text) == nil && string(plain) != "null" {
		r.Text = text
	}
	return r, nil
}

// encode returns a value as JSON without escaping <, > and &.
func encode(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

func must(data json.RawMessage, err error) json.RawMessage {
	if err != nil {
		panic(err)
	}
	return data
}

// contentText returns the text items in content of the protocol, joined.
func contentText(content []any) string {
	type item struct {
		Text    string
		Content []item
	}
	var texts []string
	var add func(i item)
	add = func(i item) {
		if i.Text != "" {
			texts = append(texts, i.Text)
		}
		for _, e := range i.Content {
			add(e)
		}
	}
	for _, c := range content {
		var i item
		if data, err := encode(c); err == nil && json.Unmarshal(data, &i) == nil {
			add(i)
		}
	}
	return strings.Join(texts, "\n")
}

// Into maps the names of arguments to pointers to the variables that receive them.
type Into map[string]any

// Decode decodes arguments into variables. It leaves the variable of a missing
// argument unchanged.
func (c *Call) Decode(into Into) error {
	var problems []Problem
	for name, v := range into {
		if raw, given := c.args[name]; given {
			if err := strictly(raw, v); err != nil {
				root := &place{name: name, index: -1}
				problems = append(problems, Problem{Argument: root.pointer(), Reason: reasonDecode,
					Text: fmt.Sprintf("argument %q: %v", name, err), Schema: c.tool.property(name)})
			}
		}
	}
	if len(problems) > 0 {
		return c.tool.wrong(sorted(problems))
	}
	return nil
}

// DecodeAll decodes all arguments into one value, such as a struct.
func (c *Call) DecodeAll(v any) error {
	if err := strictly(c.Arguments, v); err != nil {
		return &Error{Tool: c.Tool, Reason: reasonDecode, Schema: c.tool.Input, Err: err}
	}
	return nil
}

// strictly decodes JSON, and returns an error for members that the type doesn't have.
func strictly(raw []byte, v any) error {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	return dec.Decode(v)
}

// Content adds items to the result that the protocol defines, such as text or an
// image. It ignores nil.
func (c *Call) Content(items ...any) {
	for _, item := range items {
		switch v := reflect.ValueOf(item); v.Kind() {
		case reflect.Invalid:
			continue
		case reflect.Pointer, reflect.Interface, reflect.Map, reflect.Slice:
			if v.IsNil() {
				continue
			}
		}
		c.content = append(c.content, item)
	}
}

// Progress reports to the caller how far the work is, if the caller asked for
// reports.
func (c *Call) Progress(ctx context.Context, done, total float64, message string) error {
	if c.progress == nil {
		return nil
	}
	return c.progress(ctx, done, total, message)
}

// NeedsMCP returns the error of a function that can only be called by an MCP client.
func (c *Call) NeedsMCP() error {
	return &Error{Tool: c.Tool, Reason: reasonFailed, Err: errors.New("the function needs the request of an MCP client")}
}

// Channel returns a channel to which a function sends its progress, and a function that
// waits until report has seen every value.
func Channel[T any](report func(T)) (reports chan T, wait func()) {
	reports = make(chan T)
	end, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for {
			select {
			case p, ok := <-reports:
				if !ok {
					return
				}
				report(p)
			case <-end:
				return
			}
		}
	}()
	return reports, func() {
		close(end)
		<-done
	}
}
