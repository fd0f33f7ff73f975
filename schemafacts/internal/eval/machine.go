package eval

import (
	"go/token"
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/heap"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/state"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/static"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// Fault records that the call panics with msg because of the code at pos, as an error
// of the definition that is being completed. The path goes on, so that later
// definitions are found.
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

// The budgets, in executed nodes. For what happens when they are exceeded, see
// budget.go.
const (
	packageBudget = 1_500_000 // for all runs of a package, and for main until it finds a tool
	toolBudget    = 1_000_000 // for main from its first tool
	rootBudget    = 1_000_000 // for any other root; all of a program share it, half of it if main finds tools
	barren        = 500_000   // for any other root, until it finds a tool and from one to the next
	ownBudget     = 600_000   // for all runs of a package without an SDK; see DivideBudget
	// The run of a library's function adds to those of programs. With as many steps as a program
	// has, three large agents find the same tools in 1.5 times the time.
	libraryBudget = 400_000
	libraryBarren = 160_000
	// Each package runs the initializers of its imports. One library's took 90 % of an agent's
	// steps, in 60 packages.
	foreignInit = 50_000 // for an initializer of a downloaded module, until it finds a tool
	leastRun    = 20_000 // for each root, whatever is left for the package
	maxDepth    = 250    // nested calls
	maxClosures = 20_000 // closures that are kept to be run as roots
)

// shorter divides the budgets in tests.
var shorter = 1

// Machine runs programs. Its fields are grouped by what they are about.
type Machine struct {
	given
	outcome

	budget
	pool
	local local

	cells
	control
	passes passes  // of unordered loops
	rounds []round // the iterations of the active unordered loops
	// registered counts the calls that register something, in silent passes, too.
	registered int
	callStack
	rootRun
	text *static.Analysis // see code
}

// given is what a machine is told before it runs anything.
type given struct {
	Env Env
	Lib Library
	// Own reports whether a position is in the analyzed package.
	Own func(token.Pos) bool
	// Elsewhere, if not nil, reports whether a position is in a downloaded module.
	Elsewhere func(token.Pos) bool
	// Program reports whether the package is a program, which other packages cannot
	// import.
	Program bool
	// Imported reports whether a program that is analyzed too imports the package.
	Imported bool
	// Lasting means that no code changes what a run stores where the machine does not know, as in
	// a registry that is a parameter.
	Lasting bool
	// Leave, if not nil, is called with the definitions of a root before its writes are
	// undone.
	Leave func(defs []*value.Def)
	// Cut, if not nil, is called with the definitions of a root when the budget has ended one of
	// its calls, before everything that the rest of the call may write to becomes unknown. It is
	// also called with a definition that is stored where the run does not follow.
	Cut func(defs []*value.Def)
	// Tracer, if not nil, receives statements that are run.
	Tracer *Tracer
}

// outcome contains what a machine records while it runs roots: the definitions of tools,
// the calls that were made, the functions whose runs ended early, and the costs.
type outcome struct {
	Defs []*value.Def
	// Called are the positions of calls that were made.
	Called map[token.Pos]bool
	// Unfinished are the functions whose runs ended early.
	Unfinished []Unfinished
	// Drops are parts of schemas that code has read and did not recognize, in the order in
	// which it ran.
	Drops []Drop
	// Runs are the costs of all roots.
	Runs []Run
}

// cells are the variables of the programs, in the present state.
type cells struct {
	*heap.Heap
	globals map[string]*value.Cell
}

// control is how the present path goes on.
type control struct {
	cond       int // unknown conditions of the present path
	choices    int // see Choose
	panicking  bool
	panicValue value.Value // of panicking, nil for one of the runtime's own
	flight     *flight
}

// callStack are the calls that are being run.
type callStack struct {
	stack   []*frame
	spawned int // nested goroutines: the present code may run at any time
	// mayReadLater reports whether one of them reads variables to which other code assigns.
	mayReadLater bool
}

// rootRun is the root that is being run, and what other roots left for later.
type rootRun struct {
	root      *ir.Func       // the present root
	rootFn    *ir.Func       // the function that is run as a root, nil for initialisers
	rootFinds int            // the number of definitions and registrations before it
	layer     string         // its package if it is a layer of a library, otherwise ""
	rootDefs  int            // the index of its first definition
	initDefs  int            // how many definitions the initializers made
	running   *value.Closure // the closure that is run as a root
	rootEntry state.State    // the state in which it began
	meter     *meter         // of the present run
	leftOff   *value.Reached // by calls that their budget ended
	open      []state.State  // of paths that have not met since the root ended
	ending    bool           // the present code was deferred by the root
	runs      int            // the number of roots that were run

	ready    map[string]bool // units whose variables are initialised
	executed map[*ir.Func]bool
	closures []*value.Closure
	waiting  *deferredRoots // nil if no function waits
}

// NewMachine returns a machine that has not run anything.
func NewMachine(env Env, lib Library, own func(token.Pos) bool) *Machine {
	m := &Machine{
		given:   given{Env: env, Lib: lib, Own: own},
		outcome: outcome{Called: map[token.Pos]bool{}},
		local:   local{short: map[*ir.Func]string{}},
		budget:  budgetOf(rootBudget, rootBudget),
		pool:    pool{left: packageBudget, divisor: 1},
		cells:   cells{globals: map[string]*value.Cell{}},
		rootRun: rootRun{ready: map[string]bool{}, executed: map[*ir.Func]bool{}},
	}
	m.Heap = heap.New(func(t types.Type) bool { return env.Watch(t) }, func() int { return m.cond })
	m.Mem.Cost = m.budget.work
	return m
}

// code returns what the text of the known programs says.
func (m *Machine) code() *static.Analysis {
	if m.text == nil {
		m.text = static.New(m.Env, m.writesArg, m.Program)
	}
	return m.text
}

// Conditions returns the number of unknown conditions at the present position.
func (m *Machine) Conditions() int { return m.cond }

// Deep reports whether calls are nested so deeply that a model should make no more
// calls.
func (m *Machine) Deep() bool { return len(m.stack) > maxDepth/2 }

// Recover reports whether the present path has panicked, and lets it continue.
func (m *Machine) Recover() bool {
	panicked := m.panicking
	m.panicking = false
	return panicked
}

// Conditional reports whether the present code depends on an unknown condition.
func (m *Machine) Conditional() bool { return m.cond > 0 }

// Run returns the number of the present root. Everything that one root does happens
// together; what two roots do need not happen in one run of the program.
func (m *Machine) Run() int { return m.runs }

// Root returns the root function that is being run, and whether a closure is being run in
// its place. fn is nil in initializers, and in closures whose caller is unknown.
func (m *Machine) Root() (fn *ir.Func, closure bool) { return m.rootFn, m.running != nil }

// Aside reports whether the present code runs in a goroutine.
func (m *Machine) Aside() bool { return m.spawned > 0 }

// MayReadLater reports whether the present code runs in a goroutine that may read what other
// code writes later.
func (m *Machine) MayReadLater() bool { return m.mayReadLater }

// Ending reports whether the present code was deferred by the root.
func (m *Machine) Ending() bool { return m.ending }

// Stack returns the active calls, outermost first, each with its position and its
// function.
func (m *Machine) Stack() []CallSite {
	var out []CallSite
	for _, f := range m.stack {
		out = append(out, CallSite{f.callPos, f.fn})
	}
	return out
}

// Round returns the outermost active loop in an unknown order, or nil, and the present
// iterations of it and of such loops in it.
func (m *Machine) Round() (loop any, iterations string) {
	for _, r := range m.rounds {
		iterations += string(rune(r.i))
	}
	if len(m.rounds) == 0 {
		return nil, ""
	}
	return m.rounds[0].loop, iterations
}

// Under runs f under an unknown condition.
func (m *Machine) Under(f func()) {
	m.cond++
	m.Choose(f)
	m.cond--
}

// Choose runs f as one of several actions, of which a call does one.
func (m *Machine) Choose(f func()) {
	m.choices++
	f()
	m.choices--
}

// Choosing reports whether the present action is one of several, of which a call does
// one, or one that a call may do.
func (m *Machine) Choosing() bool { return m.choices > 0 }
