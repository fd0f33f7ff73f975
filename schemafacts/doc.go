// Package schemafacts derives the MCP tools of a Go package from its source: their
// names, descriptions and JSON Schemas, as a client would see them in tools/list.
// Its analyzer exports facts, from which importing packages derive their own tools.
// It reports no diagnostics.
//
// # How tools are derived
//
//	source and types of a package
//	    |  internal/lower, internal/syntax: keep the code that can affect tools
//	    v
//	internal/ir: functions as small programs  <---- facts of imported packages
//	    |  internal/eval: runs them on abstract values
//	    |  internal/gostd, internal/gojson: model the standard library
//	    |  internal/sdk/...: model what each SDK does when a tool is registered
//	    |  internal/reflector/..., signature: derive a schema from a Go type
//	    v
//	internal/derive: the tools of one package  ----> facts for importing packages
//	    |  internal/program: combines packages into programs and their servers
//	    v
//	tools
//	    |----> analyzers/...: report diagnostics
//	    |----> snapshot: reads and writes the committed tools
//	               |  compat: compares snapshots with tools
//	               v
//	           analyzers/schemadrift, schemavet diff
//
// A tool's document is a Node of package schema. A part that source does not determine is
// marked as unresolved, with the reason and position; it is never guessed.
//
// # Facts for other analyzers
//
// Any analyzer can read the tools that this one found, in the package that
// declares a handler and in packages that import it, under every driver. A
// [ToolFact] on a handler holds the name, description, schemas and position of
// each tool that it handles. A driver shows an analyzer only that analyzer's own
// facts, so other analyzers require this one and query its result:
//
//	var analyzer = &analysis.Analyzer{
//		Name:     "factreader",
//		Doc:      "report calls of functions that are handlers of tools",
//		Requires: []*analysis.Analyzer{schemafacts.Analyzer},
//		Run: func(pass *analysis.Pass) (any, error) {
//			found := pass.ResultOf[schemafacts.Analyzer].(*schemafacts.Result)
//			... found.ToolsOf(fn) // fn is the called *types.Func
//		},
//	}
//
// The folder testdata/factreader holds the complete example, a separate module
// that runs under go vet.
//
// The handler decides which fact lists a tool:
//
//   - An exported function, or an exported method of an exported type, has a fact.
//     It lists the tools that the function's own package registers with it.
//   - A function literal, an unexported function, a function of another package or
//     an unknown handler cannot have a fact that other packages see. A fact of the
//     package that defines or registers the tool lists it instead.
//
// [Result.ToolsOf] reads both kinds for one function. [Result.KnownTools] returns
// all tools that they list. The handler is the function passed to the SDK: if the
// program wraps a function in a literal, the literal is the handler.
//
// Tools in packages of downloaded modules are listed only if [Settings.Modules]
// names the packages. Under go vet, a package sees the facts of functions and
// packages that it imports directly, and of the methods that it can reach.
//
// The bytes of a fact depend on the source alone. Positions in it name a package
// and a file; the reader of the fact finds the folder.
package schemafacts
