package tools

import (
	"bytes"
	"cmp"
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
	Tool      string          // its name
	Arguments json.RawMessage // with their defaults
	SDK       any             // the request of the SDK, nil if the call doesn't come from an MCP client
}

// Call is one call of a tool, in the form that generated functions receive.
type Call struct {
	Request
	tool    *Tool
	args    map[string]json.RawMessage
	content []any
}

// Result is the result of a call of a tool.
type Result struct {
	Value   any             // what the function returned
	JSON    json.RawMessage // the value as the output schema describes it, nil without a schema
	Text    string          // the value for people and models: text as it is, JSON for other values
	Content []any           // results that belong to the protocol, in order

	plain json.RawMessage // the value without its box
	said  string          // the text of Content
}

// ProgressFunc receives the progress of a call: the amount of work that is done, the
// total amount or 0 if it is unknown, and a description of the current step.
type ProgressFunc func(ctx context.Context, done, total float64, message string) error

type key string

// WithProgress returns a context with which calls report their progress to f.
func WithProgress(ctx context.Context, f ProgressFunc) context.Context {
	return context.WithValue(ctx, key("progress"), f)
}

// WithRequest returns a context for calls that a request of an SDK causes.
func WithRequest(ctx context.Context, req any) context.Context {
	return context.WithValue(ctx, key("request"), req)
}

// ProgressFrom returns the function that reports the progress of a call, for example
// for a context type of the program. It is never nil: without a caller who listens, it
// does nothing.
func ProgressFrom(ctx context.Context) ProgressFunc {
	if f, ok := ctx.Value(key("progress")).(ProgressFunc); ok && f != nil {
		return f
	}
	return func(context.Context, float64, float64, string) error { return nil }
}

// Call calls a tool by name and returns the value of its function. Args are a map, a
// struct, or JSON as bytes; nil means no arguments. In a struct, a nil slice, map or
// pointer counts as missing. An error is an [*Error].
func (s *Set) Call(ctx context.Context, name string, args any) (any, error) {
	raw, isJSON := args.([]byte)
	if !isJSON {
		var err error
		if raw, err = encode(args); err != nil {
			return nil, &Error{Tool: name, Reason: reasonDecode, Err: err}
		}
	}
	r, err := s.call(ctx, name, raw, reflect.Indirect(reflect.ValueOf(args)).Kind() == reflect.Struct)
	return r.Value, err
}

// CallRaw calls a tool with arguments as JSON: it validates them, adds defaults for
// missing ones, and validates the result. An error is an [*Error]. If the function
// itself returned a failure in the form of the protocol, the result contains it too.
func (s *Set) CallRaw(ctx context.Context, name string, args json.RawMessage) (Result, error) {
	return s.call(ctx, name, args, false)
}

func (s *Set) call(ctx context.Context, name string, args json.RawMessage, lenient bool) (Result, error) {
	t := s.Tool(name)
	if t == nil {
		return Result{}, &Error{Tool: name, Reason: "unknown_tool", Err: errors.New("there is no tool of this name")}
	}
	args, problems := t.input.prepare(args, lenient)
	if len(problems) > 0 {
		return Result{}, t.wrong(problems)
	}
	c := &Call{Request: Request{Tool: t.Name, Arguments: args, SDK: ctx.Value(key("request"))}, tool: t}
	_ = json.Unmarshal(args, &c.args) // an object
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
	out := Error{Err: err}
	var own *Error
	if errors.As(err, &own) {
		out = *own
	}
	out.Tool, out.Reason = cmp.Or(out.Tool, c.Tool), cmp.Or(out.Reason, reasonFailed)
	return &out
}

// result validates a value against the output schema and returns it as JSON and as
// text.
func (c *Call) result(value any) (r Result, err error) {
	text, failed := c.sort(&value)
	r = Result{Value: value, Content: c.content, said: text}
	if failed {
		return r, &Error{Tool: c.Tool, Reason: reasonFailed, Err: errors.New(cmp.Or(text, "the call failed"))}
	}
	v := reflect.ValueOf(value)
	switch {
	case v.Kind() == reflect.Map && v.IsNil() && c.tool.Output != nil && c.tool.Box == "":
		value = struct{}{} // an object, as the schema says
	case v.Kind() == reflect.Pointer && v.IsNil() && len(c.content) > 0:
		value = reflect.Zero(v.Type().Elem()).Interface() // as go-sdk sends it beside a result
	case value == nil && c.tool.Output == nil:
		if r.Text = text; len(c.content) == 1 {
			r.Value = c.content[0]
		}
		return r, nil
	}
	if r.plain, err = encode(value); err != nil {
		return Result{}, &Error{Tool: c.Tool, Reason: reasonResult, Err: fmt.Errorf("the result cannot be written as JSON: %w", err)}
	}
	if r.JSON = r.plain; c.tool.Box != "" {
		r.JSON = slices.Concat([]byte("{"), must(encode(c.tool.Box)), []byte(":"), r.plain, []byte("}"))
	}
	r.Text = string(r.JSON)
	var str string
	isText := r.plain[0] == '"' && json.Unmarshal(r.plain, &str) == nil
	if isText {
		r.Text = str
	}
	if c.tool.Output == nil {
		if isText || string(r.plain) == "null" {
			r.JSON = nil // it is only text, or nothing
		}
		return r, nil
	}
	if problems := c.tool.output.check(r.JSON); len(problems) > 0 {
		e := c.tool.wrong(problems)
		e.Argument, e.Reason, e.Schema = "", reasonResult, nil
		return Result{}, e
	}
	return r, nil
}

// sort returns the text of the content, and whether the content is a failure in the form of
// the protocol. Interfaces of an SDK can hold any value: if one of the results is
// not content, sort moves it to value.
func (c *Call) sort(value *any) (text string, failed bool) {
	type item struct{ Type, Text string }
	var texts []string
	c.content = slices.DeleteFunc(c.content, func(v any) bool {
		var r struct { // an item, or a result of several
			item
			Content           []item
			IsError           bool
			StructuredContent json.RawMessage
		}
		data, err := encode(v)
		if err != nil || json.Unmarshal(data, &r) != nil || r.Type == "" && r.Content == nil && r.StructuredContent == nil && !r.IsError {
			*value = v
			return true
		}
		failed = failed || r.IsError
		for _, i := range append(r.Content, r.item) {
			if i.Text != "" {
				texts = append(texts, i.Text)
			}
		}
		return false
	})
	return strings.Join(texts, "\n"), failed
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

// Into maps the names of arguments to pointers to the variables that receive them.
type Into map[string]any

// Decode decodes arguments into variables. It leaves the variable of a missing
// argument unchanged.
func (c *Call) Decode(into Into) error {
	var problems []Problem
	for name, v := range into {
		if raw, given := c.args[name]; given {
			if err := strictly(raw, v); err != nil {
				at := cmp.Or(c.tool.input.top.Properties[name], c.tool.input.root)
				problems = append(problems, Problem{Argument: (*place)(nil).member(name).pointer(), Reason: reasonDecode,
					Text: fmt.Sprintf("argument %q: %v", name, err), Schema: c.tool.input.schema(at)})
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

// Content adds an item to the result that the protocol defines, such as text or an
// image. It ignores nil.
func (c *Call) Content(item any) {
	if v := reflect.ValueOf(item); v.IsValid() && (v.Kind() != reflect.Pointer || !v.IsNil()) {
		c.content = append(c.content, item)
	}
}

// Progress reports to the caller how far the work is, if the caller asked for
// reports.
func (c *Call) Progress(ctx context.Context, done, total float64, message string) error {
	return ProgressFrom(ctx)(ctx, done, total, message)
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
		for open := true; open; {
			var p T
			select {
			case p, open = <-reports:
				if open {
					report(p)
				}
			case <-end:
				open = false
			}
		}
	}()
	return reports, func() { close(end); <-done }
}

// Value returns the value to which a pointer of a progress type points, or the zero value.
func Value[T any](p *T) (v T) {
	if p != nil {
		v = *p
	}
	return v
}
