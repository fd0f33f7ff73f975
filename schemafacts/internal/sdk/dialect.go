// Package sdk says what schemavet must know of an SDK: which packages and
// types make tools, what a registration does, how the result looks on the
// wire. Each SDK has a folder of its own below this one.
package sdk

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/gojson"
	"github.com/schemavet/schemavet/schemafacts/internal/reflector"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Dialect is what is known of one SDK. All that others than the dialect itself
// need of it is data: nothing outside of its folder names the SDK.
type Dialect struct {
	// Name is the dialect's name in output, such as "gosdk".
	Name string
	// Module is the path of the SDK's module, Libraries are those of modules
	// that come with it for schemas.
	Module    string
	Libraries []string
	// Packages are the import paths of the SDK and its libraries. A package
	// that imports none of them, directly or through others that do, has no
	// tools of this dialect.
	Packages []string
	// Reads are those of Packages whose functions are evaluated from source.
	Reads []string
	// Seeds are the types that tools are made of: names by import path.
	Seeds map[string][]string
	// Shape reports whether tools are made of a type because of its form, Told
	// returns the function that programs are to tell of the value of an
	// expression (nil for an embedded file), "" for none, and In whether the
	// source of a package has such types or values. They are nil for an SDK, whose
	// types have names. Other says which types belong to an SDK.
	Shape func(tn *types.TypeName) bool
	Told  func(info *types.Info, e ast.Expr, tv types.TypeAndValue) string
	In    func(info *types.Info, files []*ast.File, other func(*types.TypeName) bool) bool
	// Injected are patterns, as of path.Match, for the names of the module's
	// types that a server passes to handlers and no caller does.
	Injected []string
	// Content are the types, each an import path, a dot and a name, that a
	// handler may return for the protocol to pass on as they are.
	Content []string
	// Live are types, as in Content, that are part of a running program and no
	// data, and what they are: "session", "request", "server", "client".
	Live map[string]string
	// Requests are the types, printed with import paths, of what a handler gets
	// with the arguments of a call. Checked says that arguments which are decoded
	// for a handler were compared with the tool's schema before.
	Requests []string
	Checked  bool
	// Reflects are generic functions without parameters that make the part of a
	// tool's document which they are mapped to of their type argument, and leave it
	// out without a word where that fails. They are named as types.Func.FullName has
	// them.
	Reflects map[string]string
	// Takes are functions and methods, named as types.Func.FullName has them, that
	// take servers and tools as others have made them.
	Takes []string
	// Result is the type, as in Content, of what a handler returns a pointer to.
	Result string
	// Surface is what may stand between a server and its clients.
	Surface Surface
	// Bind prepares the dialect for one package.
	Bind func(h *Host) Bound
}

// Has reports whether a package belongs to the SDK or one of its libraries.
func (d *Dialect) Has(path string) bool {
	return d.Module != "" && within(path, d.Module) || slices.ContainsFunc(d.Libraries, func(m string) bool { return within(path, m) })
}

func within(path, module string) bool {
	return path == module || strings.HasPrefix(path, module+"/")
}

// Seed reports whether tools are made of a type.
func (d *Dialect) Seed(tn *types.TypeName) bool {
	return tn.Pkg() != nil && slices.Contains(d.Seeds[tn.Pkg().Path()], tn.Name())
}

// Bound is a dialect at work in one package.
type Bound interface {
	// Intrinsic returns what the dialect knows of a function, nil if nothing.
	Intrinsic(key string) eval.Intrinsic
	// Registers reports whether a function registers tools.
	Registers(key string) bool
	// Watch reports whether a composite literal of this type defines a tool.
	Watch(t types.Type) bool
	// Encode encodes values whose types have methods of their own, as
	// eval.Encoder.Hook.
	Encode(e *gojson.Encoder, v eval.Value) (*schema.Node, bool)
	// Decode decodes JSON into types with methods of their own, as
	// eval.Env.Decode.
	Decode(n *schema.Node, t types.Type) (eval.Value, bool)
	// Untraced returns the tool that a definition makes which was never
	// registered, nil if its name is not known.
	Untraced(m *eval.Machine, d *eval.Def) *tool.Tool
}

// Host is what a dialect is given for one package.
type Host struct {
	reflector.Imports
	// Serve takes a server that a call was found to make.
	Serve func(c *eval.Call, s *Server)
	// Emit takes a tool that a call was found to register.
	Emit func(c *eval.Call, t *tool.Tool)
	// Offer is Emit for a tool that stands in a list: whether it is on it is all
	// that it depends on, and not when the list is asked for.
	Offer func(c *eval.Call, t *tool.Tool)
	// Other reports whether a type belongs to an SDK that has a dialect of its own,
	// or has no tools as its values for another reason, and Forced whether the user
	// says that it has.
	Other, Forced func(tn *types.TypeName) bool
	// Schema reports whether some SDK's tools are made of a type: its schemas' is one.
	Schema func(tn *types.TypeName) bool
	// Remove takes back tools of a server that were emitted before: those of the
	// names in a list, or all if there is no list.
	Remove func(c *eval.Call, names eval.Value)
	// Nameless takes a registration of which the tool, or its name, is not
	// known; v stands in its place.
	Nameless func(c *eval.Call, dialect string, v eval.Value)
}
