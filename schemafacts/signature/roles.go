package signature

import (
	"go/types"

	"github.com/schemavet/schemavet/internal/jsonfields"
)

// Role is the purpose of a parameter or result in a call of a tool.
type Role int

const (
	// Argument is a parameter that callers pass under its name.
	Argument Role = iota
	// Arguments is a parameter that takes all arguments of a call: an open map, or a
	// struct with [Func.OneStruct].
	Arguments
	// Context is a parameter that the program passes: a context, or a parameter with
	// that name.
	Context
	// Session is a parameter of an SDK's type, such as a request, a session or a
	// server.
	Session
	// Configured is a parameter whose type [Options.Contexts] names.
	Configured
	// Progress is a parameter that receives reports of progress, or a result that
	// yields them.
	Progress
	// Result is a result that the output schema describes.
	Result
	// Failure is a result with which the function reports an error.
	Failure
	// Content is a result that the protocol passes on unchanged.
	Content
)

// Roles returns the role of each parameter and each result of a function.
func Roles(f Func, opts Options) (params, results []Role) {
	d := &describer{Func: f, opts: opts, src: func(string) *Package { return nil }}
	d.prepare()
	args, _ := d.params()
	for v := range d.Sig.Params().Variables() {
		params = append(params, d.role(v, args))
	}
	for i := range d.Sig.Results().Len() {
		v := d.Sig.Results().At(i)
		switch {
		case d.isFailure(i):
			results = append(results, Failure)
		case d.yieldsProgress(v.Type()):
			results = append(results, Progress)
		case d.isContent(v.Type()):
			results = append(results, Content)
		default:
			results = append(results, Result)
		}
	}
	return params, results
}

func (d *describer) role(v *types.Var, args []param) Role {
	for _, a := range args {
		switch {
		case a.Var != v:
		case len(args) == 1 && (isOpenMap(a) || d.OneStruct):
			return Arguments
		default:
			return Argument
		}
	}
	n := jsonfields.Named(v.Type())
	switch {
	case d.isProgress(v.Type()):
		return Progress
	case n != nil && d.isConfigured(n):
		return Configured
	case n != nil && d.isSession(n.Obj()):
		return Session
	}
	return Context
}
