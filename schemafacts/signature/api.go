package signature

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
	"unicode"

	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Options configure what the rules for plain functions leave open.
type Options struct {
	// Strict makes types without a JSON form errors. Otherwise they are warnings.
	Strict bool
	// UnknownAsText shows arguments without a JSON form as strings, although every call
	// with such an argument fails. Otherwise, and if Strict is set, they are
	// unresolved.
	UnknownAsText bool
	// WarnMissingDocs makes a parameter without a description a problem.
	WarnMissingDocs bool
	// Nullable makes pointers anyOf [T, null] instead of T.
	Nullable bool
	// Contexts are further types, such as "example.com/app/store.Store", that the
	// program passes, not the caller.
	Contexts []string
	// SDKs are the SDKs whose types a server may pass to functions and receive from
	// them. Without them such types are data.
	SDKs []SDK
	// File reads a file that a directive of a package names. If it is nil, a schema in
	// a file is unresolved.
	File func(pkg, name string) ([]byte, error)
}

// SDK lists the types that an SDK passes to the functions that it calls, and the
// types that it accepts from them.
type SDK struct {
	// Module is the path of the SDK's module.
	Module string
	// Injected are patterns, as of path.Match, for the names of the module's types that
	// a server passes, not the caller.
	Injected []string
	// Content are the types, each an import path, a dot and a name, of results that the
	// protocol passes on unchanged.
	Content []string
}

// Package contains the comments, constants and literals of one package, which its types
// do not contain. It consists of slices and strings in a fixed order, so that it can be
// part of a fact.
type Package struct {
	Path string
	// Types are the named types with comments, constants or implementations, by name.
	Types []Type
	// Funcs are the comments of functions and methods, by name.
	Funcs []Comment
	// Vars are the variables and constants that defaults name, and the exported
	// variables that defaults of other packages may name, by name.
	Vars []Var

	// local are the types that functions declare. Facts do not contain them.
	local map[token.Pos]*Type
}

// Exported returns the part of p that its fact contains.
func (p *Package) Exported() *Package {
	return &Package{Path: p.Path, Types: p.Types, Funcs: p.Funcs, Vars: p.Vars}
}

// Type contains the syntax of a named type.
type Type struct {
	Name string
	// Fields are the comments of a struct's fields. The name of a field in an
	// anonymous struct is its path, such as "Filter.Since".
	Fields []Text
	// Consts are the constants of the type in the order of their declarations, if the
	// type is an enumeration and not a set of flags or units.
	Consts []Const
	// Texts are the only texts that the method UnmarshalText accepts, if source shows
	// them.
	Texts []string
	// Impls are the types that implement a sealed interface, in the order of their
	// names, with an asterisk if only the pointer implements it.
	Impls []string

	shape shape // of the constants, while they are being read
}

// Text is the comment of a declaration with a name.
type Text struct{ Name, Text string }

// Const is a constant.
type Const struct {
	Name  string
	Value string // a JSON literal
}

// Var is a variable or constant that a default names.
type Var struct {
	Name   string
	Value  string // JSON, "" if it is unknown
	Reason string // why it is unknown
	// Set are the JSON names of the fields that a struct literal sets.
	Set []string
	// Lost are the JSON names of the fields whose values are unknown, and the reasons.
	Lost []Text
	// Of is the path of the package that declares the variable, "" for its own. The name
	// then has the name of the package in front.
	Of string
}

// Comment is the comment above a function.
type Comment struct {
	// Name is the function's name. A method has the names of its type and of the
	// method, with a dot between them; see [FuncName].
	Name string
	// Text is the documentation without directives.
	Text string
	// Directives are the lines that begin with //schemavet:.
	Directives []string
	// Params are the comments in the list of parameters, by the parameter's
	// name. The name of a field in a parameter's anonymous struct is its path,
	// such as "filter.Since".
	Params []Text

	// at are the positions of the directives. Facts do not contain them.
	at []token.Pos
	// lines are the lines of the text. Facts do not contain them.
	lines []*ast.Comment
}

// NewComment returns the comment of the function with a name.
func NewComment(name string, doc *ast.CommentGroup) Comment {
	c := Comment{Name: name}
	if doc == nil {
		return c
	}
	c.Text = doc.Text()
	for _, line := range doc.List {
		if isDirective(line.Text) {
			c.Directives = append(c.Directives, strings.TrimRight(line.Text, " \t\r"))
			c.at = append(c.at, line.Pos())
			continue
		}
		c.lines = append(c.lines, line)
	}
	return c
}

// NewFuncComment returns the comment of the function with a name, including the
// comments in its parameter list. For a function literal, doc is nil.
func NewFuncComment(fset *token.FileSet, file *ast.File, name string, doc *ast.CommentGroup, typ *ast.FuncType) Comment {
	c := NewComment(name, doc)
	c.Params = paramTexts(fset, file, typ.Params)
	return c
}

// isDirective reports whether a line of a comment is a directive, or would be one
// without its leading space.
func isDirective(line string) bool {
	rest, ok := strings.CutPrefix(line, "//")
	rest = strings.TrimLeft(rest, " \t")
	return ok && strings.HasPrefix(rest, "schemavet:") && !strings.HasPrefix(rest, "schemavet:ignore")
}

// pos returns the position of a byte in a directive.
func (c *Comment) pos(directive, offset int) token.Pos {
	if directive < 0 || directive >= len(c.at) {
		return token.NoPos
	}
	return c.at[directive] + token.Pos(offset)
}

// find returns the position of the first line of the text that begins with a name.
// The line may begin with the marker of a list item or of a field.
func (c *Comment) find(name string) token.Pos {
	for _, line := range c.lines {
		for _, word := range strings.FieldsFunc(line.Text, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			switch word {
			case name:
				return line.Pos() + token.Pos(strings.Index(line.Text, name))
			case "param", "parameter", "arg", "argument", "key", "keyword", "str", "int", "bool", "float":
				continue
			}
			break
		}
	}
	return token.NoPos
}

// FuncName returns the name under which a [Package] stores a function.
func FuncName(fn *types.Func) string {
	sig, ok := fn.Type().(*types.Signature)
	if !ok || sig.Recv() == nil {
		return fn.Name()
	}
	if n := jsonfields.Named(sig.Recv().Type()); n != nil {
		return n.Obj().Name() + "." + fn.Name()
	}
	return fn.Name()
}

// Source returns the result of [Read] for a package, or nil if the package is
// unknown. Only constants of known packages can be enumerations.
type Source func(path string) *Package

// Func is the input of [Describe]: a function to be described.
type Func struct {
	// Object is the function, nil for a literal.
	Object *types.Func
	// Sig is the signature of a literal, or of an instance of a generic
	// Object. It may be nil if Object is not.
	Sig *types.Signature
	// Comment is the comment above the function. If it is the zero value, the comment
	// that the source has for Object is used.
	Comment Comment
	// OneStruct reports whether the only parameter that callers pass, a struct or a
	// pointer to one, contains the arguments, as in func(ctx, In) (Out, error). It is
	// not a property then.
	OneStruct bool
	// Receiver makes the fields of the receiver, a struct or a pointer to one, the
	// arguments.
	Receiver bool
	// Pos is the position of the function's name. If it is not valid, Object's position
	// is used.
	Pos token.Pos
}

// Schema is the description of a function.
type Schema struct {
	Name, Description       string
	NamePos, DescriptionPos token.Pos
	// Title and Annotations are the title and the hints in the directive, or nil.
	Title, Annotations *schema.Node
	// Tool reports whether a directive makes the function a tool.
	Tool bool
	// Shape is how the arguments are passed, according to the directive or the caller.
	Shape
	// Input is the schema of the arguments. It is never nil.
	Input *schema.Node
	// Output is the schema of the result, or nil.
	Output *schema.Node
	// Inferred is the schema inferred from the parameters, if a directive sets another
	// one, which is then Input. Otherwise it is nil. InferredOutput is the same for
	// Output.
	Inferred, InferredOutput *schema.Node
	Problems                 []Problem
}

// Problem is a mistake in a function or its comment.
type Problem struct {
	// Path is a JSON pointer into an object of inputSchema and outputSchema.
	Path string
	// Rule is one of the constants that begin with Rule.
	Rule string
	Msg  string
	Pos  token.Pos
	// Error reports whether a caller cannot rely on the schema.
	Error bool
}

// The values of [Problem.Rule]. The comment of each value names the check that reports it
// and describes the mistake.
const (
	RuleUnknownType = "unknown-type"        // schemaerror: the type has no form in JSON
	RuleDirective   = "bad-directive"       // schemaerror: a directive that cannot be read or means nothing here
	RuleMisfit      = "misfit"              // handlerargs: an explicit schema that contradicts the function
	RuleMarker      = "bad-marker"          // schemaerror: a marker that does not fit its type, or its value
	RuleDefault     = "bad-default"         // baddefault: a default that is not JSON of its type
	RuleDecode      = "cannot-decode"       // wiremismatch: encoding/json cannot read a value of the type
	RuleEncode      = "cannot-encode"       // wiremismatch: encoding/json cannot write a value of the type
	RuleStranger    = "undeclared-argument" // schemaerror: the comment describes a parameter that the function does not have
	RuleUnnamed     = "unnamed-argument"    // schemaerror: a parameter without a name has no property
	RuleArguments   = "bad-arguments"       // schemaerror: the arguments are not a struct where a registration wants one
	RuleMissingDoc  = "missing-doc"         // nodescription: a parameter without a description
)

// Check returns the name of the check that reports the problem.
func (p Problem) Check() string {
	switch p.Rule {
	case RuleDefault:
		return "baddefault"
	case RuleDecode, RuleEncode:
		return "wiremismatch"
	case RuleMisfit:
		return "handlerargs"
	case RuleMissingDoc:
		return "nodescription"
	}
	return "schemaerror"
}
