// Package sdk describes SDKs: which packages and types make tools, what a registration
// does, and how a tool looks in tools/list. Each SDK has a folder below this one.
package sdk

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/gojson"
	"github.com/schemavet/schemavet/schemafacts/internal/reflector"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Dialect describes one SDK. Code outside of the SDK's folder uses only these fields
// and never names an SDK.
type Dialect struct {
	// Name is the dialect's name in output, such as "gosdk".
	Name string
	// Module is the path of the SDK's module. Libraries are the paths of the schema
	// modules that it uses.
	Module    string
	Libraries []string
	// Packages are the import paths of the SDK and its libraries. A package
	// that imports none of them, directly or through others that do, has no
	// tools of this dialect.
	Packages []string
	// Reads are the Packages whose functions are evaluated from source.
	Reads []string
	// Runs are functions of these packages that models run, in the form of
	// types.Func.FullName.
	Runs []string
	// Seeds are the names of the types from which tools are made, by import path.
	Seeds map[string][]string
	// MatchesForm, ValueHook and UsesForm recognize tools without an SDK's types; they are
	// nil for an SDK. MatchesForm reports whether the form of a type makes its values
	// tools. ValueHook returns the function that a program must call with the value of an
	// expression (nil for an embedded file), or "". UsesForm reports whether the source of
	// a package contains such types or values; its argument other reports whether a type
	// belongs to an SDK.
	MatchesForm func(tn *types.TypeName) bool
	ValueHook   func(info *types.Info, e ast.Expr, tv types.TypeAndValue) string
	UsesForm    func(info *types.Info, files []*ast.File, other func(*types.TypeName) bool) bool
	// Injected are patterns, as of path.Match, for the names of the module's types that
	// a server passes to handlers, unlike arguments, which callers pass.
	Injected []string
	// Content are the types, each an import path, a dot and a name, that a handler may
	// return and that the protocol passes on unchanged.
	Content []string
	// Live are types, as in Content, that belong to a running program and are not data.
	// The values say what they are: "session", "request", "server" or "client".
	Live map[string]string
	// Requests are the types, printed with import paths, that a handler receives with
	// the arguments of a call. Checked reports whether the SDK validates arguments
	// against the tool's schema before it decodes them for the handler.
	Requests []string
	Checked  bool
	// Reflects are generic functions without parameters that derive a part of a tool's
	// document from their type argument, mapped to that part. They silently leave it
	// out if that fails. The keys have the form of types.Func.FullName.
	Reflects map[string]string
	// Protocol are functions and methods, in the form of types.Func.FullName, and fields,
	// as an import path, a dot and a name, that matter for protocol version 2026-07-28.
	Protocol map[string]ProtocolRole
	// Result is the type, as in Content, to which a handler returns a pointer.
	Result string
	// Surface describes what can change messages between a server and its clients.
	Surface Surface
	// Bind prepares the dialect for one package.
	Bind func(h *Host) Bound
}

// ProtocolRole is the role of a function or field of an SDK with regard to protocol
// version 2026-07-28, which has no sessions and no requests to clients.
type ProtocolRole uint8

const (
	// RequestsClient is the role of functions that send a request to the client.
	RequestsClient ProtocolRole = iota + 1
	// ChangesSession is the role of functions that change the tools of one session.
	ChangesSession
	// ChangesTools is the role of functions that change the tools of the server.
	ChangesTools
	// ReadsVersion is the role of functions and fields from which a program learns the
	// client's protocol version.
	ReadsVersion
	// AllowsRequests is the role of options with which the SDK sends requests to clients
	// of every version.
	AllowsRequests
)

// Has reports whether a package belongs to the SDK or to one of its libraries.
func (d *Dialect) Has(path string) bool {
	return d.Module != "" && within(path, d.Module) || slices.ContainsFunc(d.Libraries, func(m string) bool { return within(path, m) })
}

func within(path, module string) bool {
	rest, ok := strings.CutPrefix(path, module)
	return ok && (rest == "" || rest[0] == '/') // asked often: no text is built
}

// Seed reports whether the dialect makes tools from values of a type.
func (d *Dialect) Seed(tn *types.TypeName) bool {
	return tn.Pkg() != nil && slices.Contains(d.Seeds[tn.Pkg().Path()], tn.Name())
}

// Bound is a dialect that is bound to one package by [Dialect.Bind].
type Bound interface {
	// Intrinsic returns the model of a function, or nil if the dialect has none.
	Intrinsic(key string) eval.Intrinsic
	// Registers reports whether a function registers tools.
	Registers(key string) bool
	// Watch reports whether a composite literal of this type defines a tool.
	Watch(t types.Type) bool
	// Encode encodes values whose types have JSON methods; see gojson.Codec.
	Encode(e *gojson.Encoder, v value.Value) (*schema.Node, bool)
	// Decode decodes JSON into types that have JSON methods; see gojson.Codec.
	Decode(n *schema.Node, t types.Type) (value.Value, bool)
	// Untraced returns the tool of a definition that was never registered, or nil if
	// its name is unknown.
	Untraced(m *eval.Machine, d *value.Def) *tool.Tool
}

// Host provides what a dialect needs to know about one package, and receives what the
// dialect finds.
type Host struct {
	reflector.Imports
	// Serve records a server that a call makes.
	Serve func(c *eval.Call, s *Server)
	// Emit records a tool that a call registers.
	Emit func(c *eval.Call, t *tool.Tool)
	// EmitListed is Emit for a tool in a list. Such a tool is registered if the list
	// contains it; the time at which the list is read does not matter.
	EmitListed func(c *eval.Call, t *tool.Tool)
	// Other reports whether values of a type are not tools by their form, for example
	// because the type belongs to an SDK with a dialect. Forced reports whether the
	// settings declare that they are.
	Other, Forced func(tn *types.TypeName) bool
	// Schema reports whether the tools of some SDK are made from a type, as from the
	// type of its schemas.
	Schema func(tn *types.TypeName) bool
	// Remove removes tools of a server that were emitted before: those in a list of
	// names, or all if the list is nil.
	Remove func(c *eval.Call, names value.Value)
	// Nameless records a registration whose tool, or whose tool name, is unknown; v is
	// the unknown value.
	Nameless func(c *eval.Call, dialect string, v value.Value)
}
