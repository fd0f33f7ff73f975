package signature

import "go/types"

// Role is what becomes of a parameter or result when a tool is called.
type Role int

const (
	// Argument is a parameter that callers pass under its name.
	Argument Role = iota
	// Arguments is the one parameter that takes all that callers pass: an open map,
	// or a struct with [Func.OneStruct].
	Arguments
	// Context is a parameter that the program passes: a context, or something
	// of that name.
	Context
	// Session is a parameter of an SDK's type: a request, a session, a server.
	Session
	// Configured is a parameter of one of [Options.Contexts].
	Configured
	// Progress takes reports of progress, or as a result yields them.
	Progress
	// Result is a result that is described.
	Result
	// Failure is an error.
	Failure
	// Content is a result that the protocol passes on as it is.
	Content
)

// Roles returns what becomes of each parameter and result of a function.
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
	n := namedOf(v.Type())
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
