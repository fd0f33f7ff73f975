package eval

import (
	"go/constant"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/static"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// The upper layers of a large program call what makes its tools, each in its own package:
// commands, workspaces, servers. The run of such a function finds in its package what the run
// of the lower one has found in its own, unless it passes on a known text, list or function,
// or uses the result. One of nine public servers and agents takes a quarter fewer steps.

// layerOf returns the package of a root that makes no tools itself, or "". If no program imports
// the package, other modules may call it unless it is internal, and no program that is seen then
// runs what it calls.
func (m *Machine) layerOf(fn *ir.Func, starts bool) string {
	if m.Program || starts || fn == nil || !m.Imported && !internal(fn.Pkg) || !m.code().Layer(fn) {
		return ""
	}
	return fn.Pkg
}

// internal reports whether only packages of the same module can import a package.
func internal(path string) bool {
	return slices.Contains(strings.Split(path, "/"), "internal")
}

// addsNothing reports whether a layer calls a function of another package that leads to tools,
// and neither an argument nor a result can become a part of a tool.
func (m *Machine) addsNothing(f *value.Closure, args []value.Value) bool {
	if m.layer == "" || len(m.stack) == 0 || m.stack[len(m.stack)-1].fn.Pkg != m.layer || f.Fn.Pkg == m.layer || len(f.Targs) > 0 {
		return false
	}
	if m.code().Yields(f.Fn) == static.Nothing || slices.ContainsFunc(f.Fn.Results, func(r ir.Param) bool { return m.Env.Leads(r.Type) }) {
		return false
	}
	if slices.ContainsFunc(args, func(a value.Value) bool { _, known := value.Plain(a).(*value.Const); return known }) {
		return false
	}
	r := value.ReachedFrom(append(slices.Clone(args), f)...)
	for i := 0; i < len(r.Cells); i++ {
		if m.informs(r.Cells[i].Get()) {
			return false
		}
		r.Value(r.Cells[i].Get())
	}
	return !slices.ContainsFunc(args, m.informs)
}

// informs reports whether a value, apart from what it points to, may become a tool or a part
// of one.
func (m *Machine) informs(v value.Value) bool {
	switch v := value.Plain(v).(type) {
	case *value.Const:
		return v.V != nil && v.V.Kind() == constant.String && constant.StringVal(v.V) != ""
	case *value.Ptr:
		return m.code().Watches(v.T) != static.Nothing
	case *value.Map:
		return m.code().Watches(v.T) != static.Nothing
	case *value.Closure:
		return m.code().Yields(v.Fn) != static.Nothing
	case *value.Native:
		return true
	case *value.Struct:
		return v.Def != nil || slices.ContainsFunc(v.Parts, m.informs)
	case *value.Array:
		return slices.ContainsFunc(v.Parts, m.informs)
	case *value.Unknown:
		return slices.ContainsFunc(v.Alts, m.informs)
	case *value.Entries:
		return len(v.Entries) > 0
	case value.Tuple:
		return slices.ContainsFunc(v, m.informs)
	}
	return false
}
