// Package rt decodes arguments into the parameters of functions and writes
// their results, as a program does that calls them.
package rt

import "reflect"

// Param is one parameter that a client gives. Ptr is a nil pointer to its type,
// Rules is what its directive says.
type Param struct {
	Name, Rules string
	Ptr         any
	Variadic    bool
}

// mayLack reports whether a call may leave the parameter out.
func (p Param) mayLack() bool {
	r := parseRules(p.Rules)
	return !r.flag("required") && (p.Variadic || r.has("default") || r.flag("optional") || p.typ().Kind() == reflect.Pointer)
}

// Function is one function.
type Function struct {
	Params  []Param
	Results []Result
}

// Result is one result. Ptr is a nil pointer to its type.
type Result struct {
	Name string
	Ptr  any
}

var (
	funcs   = map[string]*Function{}
	enums   = map[reflect.Type][]any{}          // the constants of a type
	sealed  = map[reflect.Type][]reflect.Type{} // the types that implement an interface
	rawType = reflect.TypeFor[rawMessage]()
)

// Func adds a function.
func Func(name string, params []Param, results ...Result) {
	funcs[name] = &Function{Params: params, Results: results}
}

// Enum adds the constants of a type.
func Enum(constants ...any) { enums[reflect.TypeOf(constants[0])] = constants }

// Implements says that the type of a value implements an interface.
func Implements(ptr, value any) {
	t := reflect.TypeOf(ptr).Elem()
	sealed[t] = append(sealed[t], reflect.TypeOf(value))
}

func (p Param) typ() reflect.Type { return reflect.TypeOf(p.Ptr).Elem() }

// Lookup returns the function of that name.
func Lookup(name string) *Function { return funcs[name] }

func (r Result) typ() reflect.Type { return reflect.TypeOf(r.Ptr).Elem() }
