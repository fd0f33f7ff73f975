package static

import (
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// Env provides programs, and what dialects know about functions and types. The methods
// are those of the evaluator's Env.
type Env interface {
	Func(key string) *ir.Func
	Unit(path string) *ir.Unit
	Units() []*ir.Unit
	Registers(key string) bool
	Leads(t types.Type) bool
	Request(t types.Type) bool
	Watch(t types.Type) bool
	Harmless(pkgPath string) bool
}

// Analysis answers questions about the programs of one environment. It computes each
// answer once.
type Analysis struct {
	env     Env
	writes  func(key string, arg int) bool
	program bool

	yielded   map[*ir.Func]Yield
	nodes     map[*ir.Node]Yield
	summaries map[*ir.Func]*summary
	makers    map[string][]*ir.Func // see ir.Makers
	graph     *callGraph
	methods   map[string][]*ir.WriteSet // the write sets of methods, by name
	writing   map[string]bool           // the result of Writing
	// initWritten is the result of InitWritten.
	initWritten map[string]bool
	bytesSet    *bool // the result of WritesBytes, nil if not computed
	lends       *bool // the result of LendsBytes
}

// New returns an analysis of the programs in env. program reports whether they are all
// that will be in the process: the package is a program, which others cannot import. writes
// reports whether a function of the standard library may write to what an argument leads to.
func New(env Env, writes func(key string, arg int) bool, program bool) *Analysis {
	return &Analysis{env: env, writes: writes, program: program, yielded: map[*ir.Func]Yield{}, nodes: map[*ir.Node]Yield{}, summaries: map[*ir.Func]*summary{}}
}
