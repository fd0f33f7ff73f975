package eval

import (
	"go/token"
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// Call is what an intrinsic is given.
type Call struct {
	M   *Machine
	Key string
	Pos token.Pos
	// Recv is the receiver of a method, nil for functions.
	Recv value.Value
	// Args are the arguments; those of a variadic parameter stand in a *Slice
	// at the end.
	Args []value.Value
	// Targs are the type arguments, with the caller's filled in.
	Targs []types.Type
	// Result is the static type of the result (a tuple for several).
	Result types.Type
}

// Arg returns the i-th argument, nil if there are fewer.
func (c *Call) Arg(i int) value.Value {
	if i < len(c.Args) {
		return c.Args[i]
	}
	return nil
}

// Unknown returns an unknown result.
func (c *Call) Unknown(reason string) *value.Unknown {
	return value.NewUnknown(reason, c.Pos, c.Result)
}

// Panic ends the path that is being run.
func (c *Call) Panic() value.Value {
	c.M.panics(nil)
	return c.Unknown("the call panics")
}

// CallMethod runs the method of that name on the zero value of t. It reports
// false if the method's program is not known, or panics.
func (c *Call) CallMethod(t types.Type, name string, args ...value.Value) (value.Value, bool) {
	fn, ok := c.M.Dispatch(value.Zero(t, c.Pos), &ir.Node{Name: name, Pos: c.Pos}).(*value.Closure)
	if !ok || fn.Fn.Body == nil || c.M.Deep() {
		return nil, false
	}
	v := c.M.CallValue(fn, args, c.Pos)
	if c.M.panicking {
		c.M.panicking = false
		return nil, false
	}
	return v, true
}

// Fault notes that the call panics with msg because of what stands at pos, as
// a fault of the definition that is being completed. The path goes on, so that
// what comes later is found all the same.
func (m *Machine) Fault(msg string, pos token.Pos) {
	if len(m.Defs) == 0 {
		return
	}
	d := m.Defs[len(m.Defs)-1]
	for _, f := range m.stack {
		if f.fn == d.Func && !d.Used {
			d.Faults = append(d.Faults, &value.Fault{Msg: msg, Pos: pos})
			return
		}
	}
}

// Intrinsic is a function that is not run but known.
type Intrinsic func(c *Call) value.Value

// Env is where a machine finds programs.
type Env interface {
	// Func returns the program of a function, nil if there is none.
	Func(key string) *ir.Func
	// Unit returns the unit of a package, nil if there is none.
	Unit(path string) *ir.Unit
	// Intrinsic returns what a dialect knows of a function, nil if nothing.
	Intrinsic(key string) Intrinsic
	// Registers reports whether a function makes or registers tools in a way
	// that its program does not show.
	Registers(key string) bool
	// Leads reports whether a type is made of types that tools are made of.
	Leads(t types.Type) bool
	// Request reports whether a type is what an SDK hands to a handler with each
	// call of its tool.
	Request(t types.Type) bool
	// Units returns all packages of which something is known.
	Units() []*ir.Unit
	// Watch reports whether composite literals of this type are definitions.
	Watch(t types.Type) bool
	// Harmless reports whether the functions of a package, where they are not
	// followed, leave alone what they are given.
	Harmless(pkgPath string) bool
}

// Library is what a machine knows of the standard library, whose programs it
// does not run.
type Library interface {
	// Model returns what is known of a function, nil if nothing.
	Model(key string) Intrinsic
	// Variable returns the value of a package variable, nil if it is not known.
	Variable(key string, pos token.Pos) value.Value
	// Spoil makes unknown what a function without a model may write to, in
	// values that only the library can look into.
	Spoil(m *Machine, f *value.Extern, args []value.Value, pos token.Pos)
}

// Budgets, in executed nodes. See budget.go for what happens beyond them.
const (
	leastPool     = 4_000_000      // of all that is run of a package's programs, at least
	mostPool      = 12_000_000     // and at most
	perNode       = 120            // of the pool, for each node of code that leads to tools
	barren        = 2_000_000      // of a run until it finds a tool, and from one to the next
	leastRun      = 20_000         // of each function that is run for its own sake
	rootBudget    = mostPool       // of one at most
	handlerBudget = 500_000        // of one that names nothing that makes tools
	nestedBudget  = 600_000        // of the closures that closures built
	closureBudget = 2 * rootBudget // of the closures that such a function built
	helperBudget  = 300_000        // of one call of a function that mentions no tools
	loopBudget    = 300_000        // of one loop that makes no tools
	maxDepth      = 250            // of calls
	maxClosures   = 20_000         // that are kept to be run for their own sake
)

// Machine runs programs.
type Machine struct {
	Env Env
	Lib Library
	// Own reports whether a position lies in the package being analysed.
	Own func(token.Pos) bool
	// Program says that nobody can import the package.
	Program bool

	Defs []*value.Def
	// Programs are those that use the package, nil if not all of them are known.
	Programs Programs
	// Called are the places of calls that were made.
	Called map[token.Pos]bool
	// Leave, if not nil, is called with the definitions of a function that was
	// run for its own sake before what it wrote is forgotten. It reports whether the
	// names of all tools that were made or registered since the call before are known.
	Leave func(defs []*value.Def) (named bool)
	// Unfinished are the functions that were not followed to their end.
	Unfinished []Unfinished
	// Runs are what it cost to run each root.
	Runs []Run

	budget
	pool
	local      local
	meter      *meter         // of the present run
	root       *ir.Func       // that is run for its own sake
	rootEntry  State          // when it began
	leftOff    *value.Reached // by calls that their budget ended
	depth      int
	cond       int
	choices    int // see Choose
	panicking  bool
	mem        *memory
	recorders  []*recorder // of what variables held
	globals    map[string]*value.Cell
	boxes      map[boxed]*value.Cell
	goesOn     bool            // what is called next may fail without ending the start
	parting    bool            // and its failure is followed apart
	failure    *path           // that of the call that ended last
	ready      map[string]bool // units whose variables are initialised
	executed   map[*ir.Func]bool
	yielded    map[*ir.Func]yield // see yields
	summaries  map[*ir.Func]*summary
	makers     map[string][]*ir.Func // see ir.Makers
	making     map[*ir.Node]bool     // see makes
	closures   []*value.Closure
	waiting    *bystanders // nil if nobody waits
	graph      *callGraph  // see callGraph
	unordered  placed      // what appends did in loops in a random order
	turned     bool        // such a loop is run the other way round
	untold     bool        // and came to what dialects are not told of a second time
	bytesSet   *bool       // what writesBytes has found, nil if nobody asked
	watched    map[*value.Cell][]*watch
	written    []*value.Cell // watched cells with writes that notify has yet to report
	walks      int           // in progress that may write to more of them
	notifying  bool
	forgetting int            // all places are written to that may be the same one
	guessed    *guesses       // by the loops that are run for the first time
	joining    int            // writes are the machine's own, not the program's
	running    *value.Closure // the closure that is run for its own sake

	panicValue value.Value // of panicking, nil for one of the runtime's own
	flight     *flight
	onces      map[*value.Cell]*value.Cell // what the variables of type sync.Once have done
	recovering int                         // calls on the stack that recover from panics
	rootFn     *ir.Func                    // the function that is, nil for initialisers
	runs       int                         // of functions and closures for their own sake
	spawned    int                         // what runs now may happen at any time: goroutines
	ending     bool                        // what runs now was deferred by the function that is run for its own sake
	stack      []*frame
}

// NewMachine returns a machine with nothing run yet.
func NewMachine(env Env, lib Library, own func(token.Pos) bool) *Machine {
	m := &Machine{Env: env, Lib: lib, Own: own, Called: map[token.Pos]bool{}, local: local{short: map[*ir.Func]string{}}, budget: budgetOf(leastPool), pool: pool{left: leastPool},
		mem: newMemory(), globals: map[string]*value.Cell{}, boxes: map[boxed]*value.Cell{}, ready: map[string]bool{}, executed: map[*ir.Func]bool{}, yielded: map[*ir.Func]yield{}, summaries: map[*ir.Func]*summary{}, making: map[*ir.Node]bool{}}
	m.mem.cost = &m.budget
	if env != nil {
		m.fillPool()
	}
	return m
}

// Conditions returns the number of unknown conditions under which the machine
// runs.
func (m *Machine) Conditions() int { return m.cond }

// Deep reports whether so many calls are running that no more should be made
// for a model's sake.
func (m *Machine) Deep() bool { return m.depth > maxDepth/2 }

// Recover reports whether the path that is being run has panicked, and lets it
// go on.
func (m *Machine) Recover() bool {
	panicked := m.panicking
	m.panicking = false
	return panicked
}

// Conditional reports whether what runs now depends on an unknown condition.
func (m *Machine) Conditional() bool { return m.cond > 0 }

// Run tells functions and closures that are run for their own sake apart: what
// one of them does comes to pass together, what two of them do need not.
func (m *Machine) Run() int { return m.runs }

// Root returns the function that is run for its own sake, nil for initialisers,
// and for closures, whose caller was not seen.
func (m *Machine) Root() (fn *ir.Func, closure bool) { return m.rootFn, m.running != nil }

// Aside reports whether what runs now runs in a goroutine.
func (m *Machine) Aside() bool { return m.spawned > 0 }

// Ending reports whether what runs now was deferred by the function that is run
// for its own sake.
func (m *Machine) Ending() bool { return m.ending }

// Stack returns the calls that are running, outermost first: the place of each
// call and the function called.
func (m *Machine) Stack() []CallSite {
	var out []CallSite
	for _, f := range m.stack {
		out = append(out, CallSite{f.callPos, f.fn})
	}
	return out
}

// CallSite is a call that is running.
type CallSite struct {
	Pos token.Pos // token.NoPos for the first
	Fn  *ir.Func
}

type frame struct {
	fn      *ir.Func
	args    []value.Value
	slots   []*value.Cell
	targs   []types.Type
	entry   State // when the call began
	kept    bool  // entry was
	cond    int
	parked  []path
	defers  []deferred
	looping int           // loops that are running of which nobody knows how often they come round
	rounds  *randomRounds // of the loop in a random order that is running
	callPos token.Pos

	recovers bool      // a function that recovers is deferred
	seen     *recorder // what variables held since
	maybe    bool      // and a path that panics was left out since

	// See outcome.go.
	goesOn, parting bool
	call            *ir.Node // of the present statement, whose error has a fate
	fate            fate
	failure         *path // how it ended otherwise
}

// Under runs f as something that depends on a condition that is not known.
func (m *Machine) Under(f func()) {
	m.cond++
	m.Choose(f)
	m.cond--
}

// Choose runs f as one of several things of which a call does one.
func (m *Machine) Choose(f func()) {
	m.choices++
	f()
	m.choices--
}

// Choosing reports whether what is done now is one of several things of which a
// call does one, or something that a call may do.
func (m *Machine) Choosing() bool { return m.choices > 0 }

// Escape says that the call does something that is not followed: whatever its
// receiver and arguments, or the given values, reach may be changed, now or
// through the result.
func (c *Call) Escape(vals ...value.Value) {
	if len(vals) == 0 {
		vals = c.Args
		if c.Recv != nil {
			vals = append([]value.Value{c.Recv}, vals...)
		}
	}
	c.M.escapeTo(c.Key, vals, c.Pos)
}

// CallFunc calls a function value. It reports false if the function's program
// is not known, or panics.
func (c *Call) CallFunc(fv value.Value, args ...value.Value) (value.Value, bool) {
	fn, ok := fv.(*value.Closure)
	if !ok || fn.Fn.Body == nil || c.M.Deep() {
		return nil, false
	}
	v := c.M.CallValue(fn, args, c.Pos)
	if c.M.panicking {
		c.M.panicking = false
		return nil, false
	}
	return v, true
}
