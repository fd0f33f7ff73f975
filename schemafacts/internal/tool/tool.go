package tool

import (
	"cmp"
	"go/token"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Tool is a tool as the server shows it in tools/list, as far as source determines it.
type Tool struct {
	// Name is the tool's name. It is always known: if a function receives the name as a
	// parameter, the tool is derived for each caller that passes a constant.
	Name string
	// Dialect is the name of the SDK's dialect, such as "gosdk".
	Dialect string
	// Bridge is the dialect of the SDK whose plugin registers the tool with a server of
	// another SDK, or "". Source is then the tool as its author defined it with the
	// first SDK, or nil if that is unknown. Doc is what clients see.
	Bridge string
	Source *Tool
	// Package is the import path of the package to which the tool belongs: the one in
	// which its name is a constant.
	Package string

	// Doc is the tool object in wire form and order: name, description, inputSchema and
	// so on. Unknown parts are unresolved nodes.
	Doc *schema.Node

	// NamePos is the expression that names the tool.
	NamePos token.Pos
	// DefPos is the definition: the literal or constructor call.
	DefPos token.Pos
	// RegPos is the registration, or token.NoPos for an untraced tool.
	RegPos token.Pos
	// HandlerPos is the handler function, or token.NoPos if it is unknown.
	HandlerPos token.Pos
	// Handler is the handler function in the form of types.Func.FullName. It is "" for
	// a function literal or an unknown function.
	Handler string

	// ServerPos is the call that made the server, or the function that received the
	// server as a parameter, or token.NoPos if neither is known.
	ServerPos token.Pos

	// Traced reports whether the path from definition to registration is visible.
	// Unseen code may change an untraced tool.
	Traced bool
	// Between are the places between the server and its clients that may change the
	// list, such as a middleware. If there are any, the tool is untraced, and Followed
	// is what Traced would be without them.
	Between  []Hop
	Followed bool
	// Filtered are the places between the server and its clients that may remove the
	// tool but do not change it. If there are any, the tool is conditional.
	Filtered []Hop
	// Conditional reports whether the registration depends on a condition known only at
	// run time.
	Conditional bool

	// Calls are the functions that led to the definition of an untraced tool, by their full
	// names, from the root to the one that contains the definition. They are known only in the
	// process that ran them.
	Calls []string

	// Converted reports whether the tool is what a conversion makes of a value of a
	// user-defined type, as the value was when it was made. No run was seen to pass the
	// value to the conversion, so the tool is untraced.
	Converted bool

	// Assumed reports whether the call that makes the server is not visible, so that
	// the server is assumed to have default options.
	Assumed bool

	// Wide reports whether the tool's own package alone cannot derive Doc, or does not
	// find the tool at all, so that only an analysis of the whole program does.
	Wide bool

	// InputType is the type from which the input schema was inferred, in Go's notation,
	// or "" if the schema was written by hand.
	InputType string

	// Checked reports whether the SDK compares the arguments of a call with the input
	// schema and sets its defaults before the handler runs.
	Checked bool

	// DescriptionTag is the struct tag that sets the description of a field if the
	// input schema is inferred from a type, or "".
	DescriptionTag string

	// WireType is the type of the tool's value, as in Settings.WireTypes, if the settings
	// declare that its values are tools, or "".
	WireType string

	// Strict is the model provider that enforces the input schema, "OpenAI" or
	// "Anthropic", if the tool asks for its strict mode.
	Strict string

	// Errors are the reasons why the registration panics, tools/list fails, or the tool
	// cannot be called. The part of Doc that causes it is unresolved.
	Errors []Problem

	// Remarks are mistakes in the source that do not prevent the tool from working. The
	// check that reports a remark is named in it.
	Remarks []Problem

	// Hops are the steps by which the tool was found, from definition to registration.
	Hops []Hop
}

// Problem is something that an SDK rejects at run time, or a mistake in source from
// which a schema is derived.
type Problem struct {
	Path string // JSON pointer into Doc
	Msg  string // the SDK's message, without its prefix
	Pos  token.Pos

	// Check is the check that reports a mistake in source, and Rule its rule. They are
	// "" for something that an SDK rejects.
	Check, Rule string
	// Foreign reports whether the mistake is in source of another module, which the
	// author of the tool cannot correct.
	Foreign bool

	// Kind is what fails at run time.
	Kind ProblemKind
	// Hole is the JSON pointer into Doc of the unresolved node in place of the rejected
	// part. It is "" if it equals Path or there is no such node.
	Hole string
}

// ProblemKind is the operation that fails because of a problem.
type ProblemKind uint8

const (
	// RegistrationFails: the registration panics.
	RegistrationFails ProblemKind = iota
	// ListFails: the error appears only when a client lists the tools.
	ListFails
	// ConstructorFails: a constructor returns the error.
	ConstructorFails
)

// String returns the message of the problem, with the operation that fails if that is
// tools/list.
func (p Problem) String() string {
	if p.Kind == ListFails {
		return "tools/list cannot be answered: " + p.Msg
	}
	return p.Msg
}

// Unlisted returns the problem of a tool with a value that cannot be encoded, so that
// tools/list fails. hole is the unresolved node for that value. doc is the tool's
// document, which contains hole unless the node became part of another value.
func Unlisted(doc *schema.Node, hole *schema.Node, msg string, pos token.Pos) Problem {
	p := Problem{Msg: msg, Pos: pos, Kind: ListFails}
	doc.Walk(func(path string, n *schema.Node) bool {
		if p.Hole == "" && n == hole {
			p.Hole = path
		}
		return true
	})
	return p
}

// Fail adds an error to the tool. It adds an error only once, because a tool that the
// program changes after its registration is encoded again.
func (t *Tool) Fail(p Problem) {
	if !slices.Contains(t.Errors, p) {
		t.Errors = append(t.Errors, p)
	}
}

// Hop is one step on the path from a tool's definition to its registration.
type Hop struct {
	Pos token.Pos
	// Text describes the step, such as "passed to register".
	Text string
}

// Pos returns the position at which to report a finding about the whole tool: that of
// its name, of its definition, or of its registration, whichever is known first.
func (t *Tool) Pos() token.Pos {
	for _, p := range []token.Pos{t.NamePos, t.DefPos, t.RegPos} {
		if p.IsValid() {
			return p
		}
	}
	return token.NoPos
}

// Clone returns a copy of the tool whose lists can be changed. The copy shares the
// document, so a caller must replace the document instead of changing it.
func (t *Tool) Clone() *Tool {
	c := *t
	c.Between, c.Filtered, c.Hops = slices.Clone(t.Between), slices.Clone(t.Filtered), slices.Clone(t.Hops)
	c.Errors, c.Remarks = slices.Clone(t.Errors), slices.Clone(t.Remarks)
	return &c
}

// Written returns the tool as its author wrote it, if a plugin lists it in another
// form. Otherwise it returns t.
func (t *Tool) Written() *Tool {
	if t.Source != nil {
		return t.Source
	}
	return t
}

// Input returns the input schema, or nil if the tool has none.
func (t *Tool) Input() *schema.Node { return t.Doc.Get("inputSchema") }

// Output returns the output schema, or nil if the tool has none.
func (t *Tool) Output() *schema.Node { return t.Doc.Get("outputSchema") }

// Description returns the node of the description, or nil if the tool has none.
func (t *Tool) Description() *schema.Node { return t.Doc.Get("description") }

// SortTools sorts tools by name, then by position.
func SortTools(tools []*Tool) {
	slices.SortStableFunc(tools, func(a, b *Tool) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Pos(), b.Pos()))
	})
}

// Clones returns a copy of each tool; see [Tool.Clone].
func Clones(tools []*Tool) []*Tool {
	var out []*Tool
	for _, t := range tools {
		out = append(out, t.Clone())
	}
	return out
}
