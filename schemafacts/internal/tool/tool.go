package tool

import (
	"cmp"
	"go/token"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Tool is a tool as the server will show it in tools/list, as far as source
// tells.
type Tool struct {
	// Name is the tool's name. It is always known: a tool whose name is not a
	// constant belongs to the caller that makes it one.
	Name string
	// Dialect is the name of the SDK's dialect, such as "gosdk".
	Dialect string
	// Bridge is the dialect of the SDK whose plugin registers the tool with a server
	// of another SDK, "" if no plugin does. Source is the tool as its author defined it
	// with the first SDK, nil if that was not found. Doc is what clients see.
	Bridge string
	Source *Tool
	// Package is the import path of the package the tool belongs to: the one
	// in which its name becomes a constant.
	Package string

	// Doc is the tool object in wire form and order: name, description,
	// inputSchema and so on. Parts that are not known are holes.
	Doc *schema.Node

	// NamePos is the expression that names the tool.
	NamePos token.Pos
	// DefPos is the definition: the literal or constructor call.
	DefPos token.Pos
	// RegPos is the registration, token.NoPos for a tool that is not traced.
	RegPos token.Pos
	// HandlerPos is the handler function, token.NoPos if not known.
	HandlerPos token.Pos
	// Handler is the handler function as types.Func.FullName has it, "" for a
	// function literal, and if not known.
	Handler string

	// ServerPos is where the server that lists the tool was made, or the function
	// that was given it; token.NoPos if that is not known.
	ServerPos token.Pos

	// Traced says that the way from definition to registration is visible. An
	// untraced tool may be changed by unseen code.
	Traced bool
	// Between is what stands between the server and its clients and may change
	// the list. A tool for which there is something is not traced, and Followed
	// if it would be otherwise.
	Between  []Hop
	Followed bool
	// Filtered are what stands there and may leave the tool out, and changes
	// nothing. A tool for which there is something is conditional.
	Filtered []Hop
	// Conditional says that the registration depends on something that only
	// run time knows.
	Conditional bool

	// Assumed says that the server which lists the tool was not seen, so that
	// its options are taken to be the usual ones.
	Assumed bool

	// Wide says that the tool's own package cannot tell what stands in Doc, or
	// does not know the tool at all: only who sees the whole program does.
	Wide bool

	// InputType is what the input schema was inferred from, printed as Go
	// prints types, "" if the schema was written by hand.
	InputType string

	// DescriptionTag is the struct tag whose text becomes the description of a
	// field where the input schema is inferred from a type, "" if there is none.
	DescriptionTag string

	// Errors are what makes registration panic, or tools/list fail, or the
	// call impossible. The part of Doc concerned is a hole.
	Errors []Problem

	// Remarks are mistakes in the source with which the tool works all the
	// same, for the checks that report them.
	Remarks []Problem

	// Hops tell how the tool was found, from definition to registration.
	Hops []Hop
}

// Problem is something an SDK refuses at run time, or a mistake in source that
// a schema is derived from.
type Problem struct {
	Path string // JSON pointer into Doc
	Msg  string // the SDK's words, without its prefix
	Pos  token.Pos

	// Check is the check that reports a mistake in source, and Rule its rule;
	// "" for what an SDK refuses.
	Check, Rule string

	// Kind says what fails at run time.
	Kind ProblemKind
	// Hole is the JSON pointer into Doc of the hole that stands for what is
	// refused, "" if that is Path or there is none.
	Hole string
}

// ProblemKind says what a problem makes fail.
type ProblemKind uint8

const (
	// RegistrationFails is the kind of what panics when the tool is registered.
	RegistrationFails ProblemKind = iota
	// ListFails is the kind of what shows only when a client asks for the tools.
	ListFails
	// ConstructorFails is the kind of what a constructor returns as its error.
	ConstructorFails
)

// String returns the problem in words.
func (p Problem) String() string {
	if p.Kind == ListFails {
		return "tools/list cannot be answered: " + p.Msg
	}
	return p.Msg
}

// Unlisted returns the problem of a tool with a value that cannot be printed:
// hole is the node that stands in its place in doc, which may have become part
// of another value.
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

// Hop is one step of the way from a tool's definition to its registration.
type Hop struct {
	Pos token.Pos
	// Text says what happens there, such as "passed to register".
	Text string
}

// Pos returns the best place to report something about the tool as a whole.
func (t *Tool) Pos() token.Pos {
	for _, p := range []token.Pos{t.NamePos, t.DefPos, t.RegPos} {
		if p.IsValid() {
			return p
		}
	}
	return token.NoPos
}

// Clone returns a copy of the tool that can be changed: its lists are its own.
// The document is shared, and is replaced rather than changed.
func (t *Tool) Clone() *Tool {
	c := *t
	c.Between, c.Filtered, c.Hops = slices.Clone(t.Between), slices.Clone(t.Filtered), slices.Clone(t.Hops)
	c.Errors, c.Remarks = slices.Clone(t.Errors), slices.Clone(t.Remarks)
	return &c
}

// Written returns the tool as its author wrote it, where a plugin lists it in
// another form, and the tool itself otherwise.
func (t *Tool) Written() *Tool {
	if t.Source != nil {
		return t.Source
	}
	return t
}

// Input returns the input schema, nil if there is none.
func (t *Tool) Input() *schema.Node { return t.Doc.Get("inputSchema") }

// Output returns the output schema, nil if there is none.
func (t *Tool) Output() *schema.Node { return t.Doc.Get("outputSchema") }

// Description returns the description node, nil if there is none.
func (t *Tool) Description() *schema.Node { return t.Doc.Get("description") }

// SortTools orders tools by name, then by position.
func SortTools(tools []*Tool) {
	slices.SortStableFunc(tools, func(a, b *Tool) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Pos(), b.Pos()))
	})
}

// Clones returns copies of tools that can be changed; see [Tool.Clone].
func Clones(tools []*Tool) []*Tool {
	var out []*Tool
	for _, t := range tools {
		out = append(out, t.Clone())
	}
	return out
}
