package ir

import (
	"cmp"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// Op says which operation a [Node] performs.
//
// The lists of kinds name the parts that each kind has. Words in lower case are the
// methods of Node that return them; see node.go. The other words are fields.
type Op uint8

// Expressions.
const (
	OpUnknown   Op = iota // Name: the reason; a bound of a slice expression that is absent
	OpConst               // Val, Type
	OpNil                 // Type
	OpZero                // Type: its zero value
	OpLocal               // Int: slot
	OpGlobal              // Name: key of a package variable
	OpFunc                // Name: key of the function; Types: type arguments
	OpMethod              // x.Name: key, or the bare name if dynamic; Types: type arguments of a method that has type parameters; if dynamic, Types[0] is the interface if it matters which
	OpClosure             // Fn
	OpField               // x.Name
	OpIndex               // x[y]; CommaOK
	OpSlice               // x[bounds]
	OpDeref               // *x
	OpAddr                // &x
	OpComposite           // Type; Kids: elements
	OpElem                // struct: Name ("Outer.Field" if promoted), x; list: Int, x; map: x (key), y (value)
	OpCall                // callee(args); Int: number of fixed parameters or -1; spread
	OpBuiltin             // Name, or "<-" and "send" for channels; Type: of the result or the type argument; Kids: arguments; spread
	OpConvert             // Type(x)
	OpAssert              // x.(Type); CommaOK
	OpBinary              // x token y
	OpUnary               // token x
	OpTypeOf              // reflect type of Types[0]; for models of reflect.TypeFor
)

// Statements.
const (
	OpBlock      Op = iota + 64 // Kids: statements
	OpDeclare                   // Int: slot; Kids: the value, or none; Type: of the zero value
	OpAssign                    // targets = values; Int: number of targets; defines; Name: operator of op=
	OpIf                        // if cond { then } else { els }
	OpFor                       // for ; cond; post { body }; Name: label; Int: number of slots copied per iteration, Slots
	OpRange                     // for key, elem = range x { body }; defines; Name: label
	OpTypeSwitch                // switch x { cases }; Int: -1 or unused
	OpCase                      // Types: the types (nil for nil); Flag: default; Int: slot of the variable or -1; body
	OpReturn                    // Kids: results
	OpBranch                    // token: break, continue or goto; Name: label
	OpDefer                     // defer x
	OpExpr                      // x
	OpLabeled                   // Name: body, a breakable block (switch, select); Flag: by its name only
	OpGo                        // go x
)

// Node is one operation of a lowered function, with its operands.
type Node struct {
	Op    Op
	Flag  bool
	Int   int
	Pos   token.Pos
	Name  string
	Val   constant.Value
	Type  types.Type
	Types []types.Type
	Slots []int
	Kids  []*Node
	Fn    *Func
}

// Func is a function of the source, lowered to a tree of operations.
type Func struct {
	// Key is types.Func.Origin().FullName(). For a function literal, it is the key of
	// the enclosing function and a number.
	Key      string
	Pos      token.Pos
	Pkg      string // import path
	Params   []Param
	Variadic bool
	Results  []Param // with slots only if the results are named
	NumSlots int
	// TypeParams are the type parameters of the receiver's type, then those of the
	// function.
	TypeParams []*types.TypeParam
	// Captures maps slots of the enclosing function to slots of this one.
	Captures [][2]int
	// Body is nil if the body has nothing to do with tools.
	Body *Node
	// Relevant functions mention tools or schemas, or call one that does.
	Relevant bool
	// Makes reports whether the function names the types of tools, or calls one that
	// does.
	Makes bool
	// Exported reports whether code outside of the package may call the function.
	Exported bool
	// Method reports whether Params[0] is the receiver.
	Method bool
}

// Size returns the number of nodes in the tree below and including n, also in
// function literals.
func (n *Node) Size() int {
	size := 0
	Walk(n, func(*Node) bool {
		size++
		return true
	})
	return size
}

// Makers returns the methods in units that make tools and have a body, by method
// name.
func Makers(units []*Unit) map[string][]*Func {
	out := map[string][]*Func{}
	for _, u := range units {
		for _, fn := range u.Funcs {
			if i := strings.LastIndex(fn.Key, ")."); i >= 0 && fn.Method && fn.Makes && fn.Body != nil {
				out[fn.Key[i+2:]] = append(out[fn.Key[i+2:]], fn)
			}
		}
	}
	return out
}

// Param is a parameter or result.
type Param struct {
	Name string
	Slot int // -1 if it has no name
	Type types.Type
}

// Var is a package variable.
type Var struct {
	Key  string
	Pos  token.Pos
	Type types.Type
	// Init is the initialiser, nil for the zero value.
	Init *Node
	// Index is the variable's index if Init returns several values, or -1.
	Index int
	// Mutated reports whether code that may or may not have run writes the variable
	// after its initialisation.
	Mutated bool
}

// Unit holds the functions and variables of a package that concern tools.
type Unit struct {
	Path  string
	Funcs map[string]*Func
	Vars  map[string]*Var
	// InitOrder are the keys of the variables in the order of their initialisation.
	InitOrder []string
	// Inits are the package's init functions.
	Inits []*Func
	// Writes are the write sets of all functions that may write to something, by key, or by
	// one of the keys below. It is nil if the package was not searched for writes.
	Writes map[string]*WriteSet
	// Needs are the import paths of the packages that this one imports, directly or
	// not, and whose init functions matter, in the order in which they run.
	Needs []string
	// Runs are functions of other packages that models run. [CloseOver] reads it; it is not
	// encoded.
	Runs []string
}

// Inits is the key of the write set of the initializers and init functions that are not among
// the programs. InitLiterals is the key for the function literals in all other initializers,
// which may run later.
const (
	Inits        = "init"
	InitLiterals = "init$"
)

// WriteSet says what a function, with all that it calls, may write to; see package writes.
// A nil set is empty.
type WriteSet struct {
	// Written are the roots to which the function may write. A Level is how many pointers,
	// slices or maps lead from what the root points to, to the deepest place that is written
	// to. It is -1 if only the variable itself is.
	Written []Root
	// Own are the roots to which the function's own statements write, and not only its
	// callees. It is not part of facts.
	Own []Root
	// Kept are the roots that it stores elsewhere or passes to unknown code, which may
	// write to them later.
	Kept []Root
	// Returns are the roots to which results may lead. A Level is how many pointers, slices
	// or maps lead from a result to the root, or if it is negative, from the root to
	// what is returned.
	Returns []Root
	// Dynamic are the names of the methods that it calls through interfaces.
	Dynamic []string
}

// Root is a package variable or a parameter, with all that it leads to.
type Root struct {
	Var   string // key of a package variable, or "" for a parameter
	Param int    // the receiver comes first
	Level int
}

// OwnMethods are the names of the methods with which values print, encode and compare
// themselves. Functions of the standard library call them on the values that they read.
var OwnMethods = []string{"Format", "GoString", "Error", "String", "MarshalJSON", "MarshalText", "LogValue", "Is", "As", "Unwrap"}

// Vars returns the keys of the package variables among roots.
func Vars(lists ...[]Root) []string {
	var out []string
	for _, list := range lists {
		for _, r := range list {
			if r.Var != "" {
				out = append(out, r.Var)
			}
		}
	}
	return out
}

// Writes reports whether the function may write to something, now or later.
func (s *WriteSet) Writes() bool { return len(s.Written)+len(s.Kept)+len(s.Dynamic) > 0 }

// Sorted returns s with each root and method once, in a fixed order.
func (s *WriteSet) Sorted() *WriteSet {
	roots := func(list []Root) []Root {
		list = slices.Clone(list)
		slices.SortFunc(list, func(a, b Root) int {
			return cmp.Or(cmp.Compare(a.Var, b.Var), cmp.Compare(a.Param, b.Param), cmp.Compare(a.Level, b.Level))
		})
		return slices.Compact(list)
	}
	names := slices.Clone(s.Dynamic)
	slices.Sort(names)
	return &WriteSet{Written: roots(s.Written), Kept: roots(s.Kept), Returns: roots(s.Returns), Dynamic: slices.Compact(names)}
}
