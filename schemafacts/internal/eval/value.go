package eval

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"sync"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// Value is what an expression evaluates to: one of *Const, *Nil, *Struct,
// *Array, *Ptr, *Slice, *Map, *Closure, *Extern, *TypeVal, *Native, *Unknown
// or Tuple.
type Value interface{}

// Const is a boolean, number or string; also a byte slice that was made from a
// string and is never written to.
type Const struct {
	V   constant.Value
	T   types.Type
	Pos token.Pos
}

// Nil is a nil pointer, function, channel or interface. T is the static type:
// an interface type means a nil interface, a pointer type a typed nil.
type Nil struct {
	T   types.Type
	Pos token.Pos
}

// Struct is a struct value. It does not change once somebody else has seen it.
type Struct struct {
	T   types.Type
	Pos token.Pos
	// Def is where a value of a type that the dialect watches came to be. It
	// survives copying.
	Def *Def
	// Go is the type that this value describes, if it is a schema inferred
	// from one.
	Go types.Type

	st    *types.Struct
	parts parts
	rest  *Unknown // what the fields are that were never seen; nil means zero
	taint *Unknown
	born  uint64 // when it came to be, as births counts
}

// Array is an array value. It does not change once somebody else has seen it.
type Array struct {
	T   types.Type
	Pos token.Pos

	parts parts
}

// parts are the fields of a struct, or the elements of an array: nil for one
// that was never set, a *Cell for one that there are pointers to, else its
// value.
type parts []Value

// pointedInto reports whether there are pointers to parts of a value.
func pointedInto(v Value) bool {
	switch v := v.(type) {
	case *Struct:
		return v.parts.pointedInto()
	case *Array:
		return v.parts.pointedInto()
	}
	return false
}

func (ps parts) pointedInto() bool {
	for _, p := range ps {
		if _, ok := p.(*Cell); ok || pointedInto(p) {
			return true
		}
	}
	return false
}

// with returns the parts with another one.
func (ps parts) with(i int, v Value) parts {
	out := slices.Clone(ps)
	out[i] = v
	return out
}

// Len returns the number of elements.
func (a *Array) Len() int { return len(a.parts) }

// At returns the value of the i-th element.
func (a *Array) At(i int) Value {
	if c, ok := a.parts[i].(*Cell); ok {
		return c.Get()
	}
	return a.parts[i]
}

// Ptr is a non-nil pointer.
type Ptr struct {
	T types.Type // the pointer type, may be nil
	C *Cell
	// Pos is the expression that made it.
	Pos token.Pos
	// orNil says that it may be nil as well: it stands for a part of something
	// that is not known.
	orNil bool
}

// Elem is an element of a [Slice].
type Elem struct {
	C *Cell
	// Maybe elements are there only under conditions that are not known.
	Maybe bool
	// id is the cell that the element was first stored in, nil if that is C:
	// it tells which elements of two slices are the same one.
	id *Cell
}

func (e Elem) ident() *Cell {
	if e.id != nil {
		return e.id
	}
	return e.C
}

// Copy returns the element as a copy of its slice holds it.
func (e Elem) Copy() Elem {
	v := Clone(e.C.Get())
	if e.C.shuffled() {
		v = &marked{v: v, shuffled: true}
	}
	c := NewCell(v)
	return Elem{c, e.Maybe, e.ident()}
}

// Slice is a slice. The header is immutable.
type Slice struct {
	T     types.Type
	Elems []Elem
	IsNil bool
	// Open, if not nil, says why there may be more elements.
	Open *Unknown
	Pos  token.Pos
	// arr is the array that the slice is a part of, from off on, nil if that is
	// not known: append makes a copy then. A clipped slice ends at limit.
	arr        *array
	off, limit int
	clipped    bool
	// behind, where the array is not known, are the places that append may write
	// to all the same, because the slice was cut before them.
	behind []*Cell
}

// Map is a map; copies share Obj. A nil map is a *Nil.
type Map struct {
	T   types.Type
	Obj *Cell // holds a *mapState
	Pos token.Pos
}

type mapEntry struct {
	k     string
	key   Value
	val   Value
	maybe bool
}

// mapState is immutable.
type mapState struct {
	entries []mapEntry
	open    *Unknown
}

// Closure is a function with a known program.
type Closure struct {
	Fn    *ir.Func
	Env   []*Cell // as Fn.Captures
	Recv  Value   // bound receiver, nil if none
	Targs []types.Type
	Pos   token.Pos

	t      types.Type // what it was converted to, nil if to nothing
	of     *Closure   // what was converted
	ran    bool
	parent *Closure // the closure whose run built this one
}

// Extern is a function without a program: the dialect knows it, or nobody.
type Extern struct {
	Key   string
	Recv  Value
	Bound bool
	Targs []types.Type
	T     types.Type
	Pos   token.Pos
}

// hostFunc is a function of the machine's own, such as the yield function of a
// loop over an iterator.
type hostFunc struct {
	f   func(args []Value) Value
	pos token.Pos
}

// NewHostFunc returns a function value that calls f.
func NewHostFunc(pos token.Pos, f func(args []Value) Value) Value { return &hostFunc{f, pos} }

// TypeVal is a reflect.Type.
type TypeVal struct {
	T   types.Type
	Pos token.Pos
}

// Native is a value of a model's own.
type Native struct {
	Kind string
	Data any
	T    types.Type
	Pos  token.Pos

	Wraps []*Native // the errors that an error wraps
	Loose bool      // JSON that is not printed in its compact form
}

// Unknown is a value that is not known.
type Unknown struct {
	Reason string
	Pos    token.Pos
	T      types.Type
	// Alts, if not empty, are the only values it can have. One of them may be
	// an unknown value again: what else it is, nobody knows.
	Alts []Value

	// among are values that it may be, where they were too many for Alts.
	among []Value

	errCheck int // 1: true if some error is not nil, -1: the opposite
}

// Tuple is the result of a call with several results.
type Tuple []Value

// Def is the definition of a value that a dialect watches, such as a tool.
type Def struct {
	Pos token.Pos
	T   types.Type
	// Used is set by the dialect when the value was registered.
	Used bool
	// Cond says that the definition stands under an unknown condition.
	Cond bool
	// Func is the function that was running.
	Func *ir.Func
	// Faults are the panics that completing the value ends with.
	Faults []*Fault

	last *Cell // the newest copy
	mem  *memory
}

// Last returns the newest copy of the value, nil if there is none.
func (d *Def) Last() *Struct {
	if d.last == nil {
		return nil
	}
	s, _ := d.last.Get().(*Struct)
	return s
}

func (d *Def) setLast(s *Struct) { d.mem.set(d.last, s) }

// TypeOf returns the dynamic type of v, nil where it is not known.
func TypeOf(v Value) types.Type {
	switch v := v.(type) {
	case *Const:
		return v.T
	case *Nil:
		return v.T
	case *Struct:
		return v.T
	case *Array:
		return v.T
	case *Ptr:
		if v.T != nil {
			return v.T
		}
		if t := TypeOf(v.C.Get()); t != nil {
			return types.NewPointer(t)
		}
	case *Slice:
		return v.T
	case *Map:
		return v.T
	case *Extern:
		return v.T
	case *Native:
		return v.T
	case *Unknown:
		return v.T
	}
	return nil
}

// PosOf returns the source that v came from.
func PosOf(v Value) token.Pos {
	switch v := v.(type) {
	case *Const:
		return v.Pos
	case *Nil:
		return v.Pos
	case *Struct:
		return v.Pos
	case *Array:
		return v.Pos
	case *Ptr:
		return v.Pos
	case *Slice:
		return v.Pos
	case *Map:
		return v.Pos
	case *Closure:
		return v.Pos
	case *Extern:
		return v.Pos
	case *TypeVal:
		return v.Pos
	case *Native:
		return v.Pos
	case *Unknown:
		return v.Pos
	}
	return token.NoPos
}

// FuncKey returns the key of the declared function or method that v is, "" if v
// is a function literal, a method whose receiver's type is not known, or no
// known function.
func FuncKey(v Value) string {
	key := ""
	switch v := v.(type) {
	case *Closure:
		key = v.Fn.Key
	case *Extern:
		if t := TypeOf(v.Recv); t == nil || !types.IsInterface(t) {
			key = v.Key
		}
	}
	if strings.ContainsAny(key, "$@·") {
		return "" // a literal, or a part of one
	}
	return key
}

// NewStruct returns the zero value of the struct type t, nil if t is none.
func NewStruct(t types.Type, pos token.Pos) *Struct {
	st, ok := ir.Under(t).(*types.Struct)
	if !ok {
		return nil
	}
	return &Struct{T: t, Pos: pos, st: st, parts: make(parts, st.NumFields()), born: births.Add(1)}
}

// NumFields returns the number of fields.
func (s *Struct) NumFields() int { return s.st.NumFields() }

// FieldVar returns the i-th field and its tag.
func (s *Struct) FieldVar(i int) (*types.Var, string) { return s.st.Field(i), s.st.Tag(i) }

// Type returns the struct type without its name.
func (s *Struct) Type() *types.Struct { return s.st }

// SetAt sets the i-th field of a struct that nobody else has seen yet.
func (s *Struct) SetAt(i int, v Value) { s.parts[i] = v }

// Hidden returns why the fields that were not set are not known, nil if they
// have their zero values.
func (s *Struct) Hidden() *Unknown { return s.rest }

// At returns the value of the i-th field.
func (s *Struct) At(i int) Value {
	switch p := s.parts[i].(type) {
	case nil:
		return s.unset(i)
	case *Cell:
		return p.Get()
	default:
		return p
	}
}

// unset returns the value of a field that was never set. One of which nothing is
// known is always the same.
func (s *Struct) unset(i int) Value {
	t := s.st.Field(i).Type()
	if s.rest == nil {
		return Zero(t, s.Pos)
	}
	v := symbolic(t, s.rest.Reason, s.Pos, 1)
	age(v, s.born)
	s.parts[i] = v
	return v
}

// Field returns the value of a direct field, nil if there is none of that
// name.
func (s *Struct) Field(name string) Value {
	if i := s.index(name); i >= 0 {
		return s.At(i)
	}
	return nil
}

// SetField sets a direct field of a struct that nobody else has seen yet.
func (s *Struct) SetField(name string, v Value) bool {
	i := s.index(name)
	if i < 0 {
		return false
	}
	s.parts[i] = v
	return true
}

// with returns the struct with another value of its i-th field.
func (s *Struct) with(i int, v Value) *Struct {
	out := *s
	out.parts = s.parts.with(i, v)
	if out.Def != nil {
		out.Def.setLast(&out)
	}
	return &out
}

func (s *Struct) index(name string) int {
	if s.st.NumFields() > manyFields {
		if i, ok := placesOf(s.st)[name]; ok {
			return i
		}
		return -1
	}
	for i := range s.st.NumFields() {
		if s.st.Field(i).Name() == name {
			return i
		}
	}
	return -1
}

// manyFields is from how many fields on their places are remembered by name: a
// schema has some sixty.
const manyFields = 16

var fieldPlaces sync.Map // *types.Struct to map[string]int

func placesOf(st *types.Struct) map[string]int {
	if m, ok := fieldPlaces.Load(st); ok {
		return m.(map[string]int)
	}
	m := map[string]int{}
	for i := st.NumFields() - 1; i >= 0; i-- {
		m[st.Field(i).Name()] = i
	}
	fieldPlaces.Store(st, m)
	return m
}

// Index returns the place of a direct field, -1 if there is none of that name.
func (s *Struct) Index(name string) int { return s.index(name) }

// IsSet reports whether anything was ever done with the i-th field, or nothing
// is known of it. If not, it has its zero value.
func (s *Struct) IsSet(i int) bool { return s.parts[i] != nil || s.rest != nil }

// age makes a value that was put off until somebody looked at it as old as the
// struct that it is part of.
func age(v Value, born uint64) {
	switch v := v.(type) {
	case *Ptr:
		v.C.born = born
		age(v.C.first, born)
	case *Struct:
		v.born = born
	}
}

// Tainted returns why code that was not seen may have changed s, nil if none
// did.
func (s *Struct) Tainted() *Unknown { return s.taint }

// Load returns what p points at.
func (p *Ptr) Load() Value { return p.C.Get() }

// Unordered reports whether the order of the elements is random.
func (s *Slice) Unordered() bool {
	return len(s.Elems) > 1 && slices.ContainsFunc(s.Elems, func(e Elem) bool { return e.C.shuffled() })
}

// Entries calls f for the known entries of m in the order of insertion, and
// returns why there may be more, nil if there are none.
func (m *Map) Entries(f func(key, val Value, maybe bool)) *Unknown {
	st := m.Obj.Get().(*mapState)
	for _, e := range st.entries {
		f(e.key, e.val, e.maybe)
	}
	return st.open
}

// Len returns the number of known entries.
func (m *Map) Len() int { return len(m.Obj.Get().(*mapState).entries) }

// NewMap returns an empty map.
func NewMap(t types.Type, pos token.Pos) *Map {
	return &Map{T: t, Obj: NewCell(&mapState{}), Pos: pos}
}

// Put adds an entry to a map that nobody else has seen yet.
func (m *Map) Put(key, val Value) {
	m.Obj.first = m.Obj.first.(*mapState).with(m.T, key, val)
}

func (s *mapState) find(k string) int {
	for i := range s.entries {
		if s.entries[i].k == k {
			return i
		}
	}
	return -1
}

// with returns the entries of a map of type t with one more, or another one.
func (s *mapState) with(t types.Type, key, val Value) *mapState {
	k, ok := keyIn(t, key)
	if !ok {
		// Any of the entries may be the one that was written to.
		why := &Unknown{Reason: "written to under a key that is not known", Pos: PosOf(key)}
		out := &mapState{slices.Clone(s.entries), why}
		for i := range out.entries {
			out.entries[i].val = new(Machine).Join(out.entries[i].val, val, why)
		}
		return out
	}
	out := &mapState{make([]mapEntry, len(s.entries), len(s.entries)+1), s.open}
	copy(out.entries, s.entries)
	e := mapEntry{k, key, val, false}
	if i := s.find(k); i >= 0 {
		out.entries[i] = e
	} else {
		out.entries = append(out.entries, e)
	}
	return out
}

// keyIn returns a string that is equal for equal keys of a map of type t. Where
// its keys are interfaces, their types belong to them.
func keyIn(t types.Type, v Value) (string, bool) {
	k, ok := keyOf(v)
	if mt, isMap := mapType(t); !ok || !isMap || !ir.IsInterface(mt.Key()) {
		return k, ok
	}
	switch v.(type) {
	case *Const, *Ptr:
		vt := TypeOf(v)
		if vt == nil || ir.IsInterface(vt) || ir.IsTypeParam(vt) {
			return "", false
		}
		return types.TypeString(types.Default(vt), nil) + " " + k, true
	}
	return k, true
}

// keyOf returns a string that is equal for equal values of one type.
func keyOf(v Value) (string, bool) {
	switch v := v.(type) {
	case *Const:
		return v.V.ExactString(), true
	case *TypeVal:
		return "type " + types.TypeString(v.T, nil), true
	case *Struct:
		return keysOf(types.TypeString(v.T, nil), len(v.parts), v.At)
	case *Array:
		return keysOf(types.TypeString(v.T, nil), len(v.parts), v.At)
	case *Ptr:
		return fmt.Sprintf("%p", v.C), true
	case *Nil:
		return "nil", true
	}
	return "", false
}

// keysOf returns the key of a value that is made of n others.
func keysOf(typ string, n int, part func(i int) Value) (string, bool) {
	var b strings.Builder
	b.WriteString(typ)
	for i := range n {
		k, ok := keyOf(part(i))
		if !ok {
			return "", false
		}
		b.WriteByte('{')
		b.WriteString(k)
		b.WriteByte('}')
	}
	return b.String(), true
}

// StringOf returns the string constant that v is.
func StringOf(v Value) (string, bool) {
	if c, ok := v.(*Const); ok && c.V.Kind() == constant.String {
		return constant.StringVal(c.V), true
	}
	return "", false
}

// BoolOf returns the boolean constant that v is.
func BoolOf(v Value) (val, ok bool) {
	if c, ok := v.(*Const); ok && c.V.Kind() == constant.Bool {
		return constant.BoolVal(c.V), true
	}
	return false, false
}

// IntOf returns the integer constant that v is.
func IntOf(v Value) (int64, bool) {
	if c, ok := v.(*Const); ok {
		return constant.Int64Val(constant.ToInt(c.V))
	}
	return 0, false
}

// NewString returns a string constant.
func NewString(s string, pos token.Pos) *Const {
	return &Const{constant.MakeString(s), types.Typ[types.String], pos}
}

// NewBool returns a boolean constant.
func NewBool(b bool, pos token.Pos) *Const {
	return &Const{constant.MakeBool(b), types.Typ[types.Bool], pos}
}

// NewInt returns an int constant.
func NewInt(i int64, pos token.Pos) *Const {
	return &Const{constant.MakeInt64(i), types.Typ[types.Int], pos}
}

// NewSlice returns a slice of vals.
func NewSlice(t types.Type, pos token.Pos, vals ...Value) *Slice {
	s := &Slice{T: t, Pos: pos}
	for _, v := range vals {
		s.Elems = append(s.Elems, Elem{C: NewCell(v)})
	}
	s.arr = ofElems(s.Elems, true)
	return s
}

// Values returns the elements, or why they are not all known.
func (s *Slice) Values() ([]Value, *Unknown) {
	out := make([]Value, 0, len(s.Elems))
	for _, e := range s.Elems {
		if e.Maybe {
			return nil, &Unknown{Reason: "an element depends on a condition that only run time knows", Pos: PosOf(e.C.Get())}
		}
		out = append(out, e.C.Get())
	}
	if s.Unordered() {
		return nil, &Unknown{Reason: "in an order that is not known", Pos: s.Pos}
	}
	return out, s.Open
}

// NewUnknown returns an unknown value.
func NewUnknown(reason string, pos token.Pos, t types.Type) *Unknown {
	return &Unknown{Reason: reason, Pos: pos, T: t}
}

// Copy returns a copy of s, of which no definition is told, that can be changed
// without being seen.
func (s *Struct) Copy() *Struct {
	out := *s
	out.Def = nil
	out.parts = make(parts, len(s.parts))
	for i, p := range s.parts {
		if c, ok := p.(*Cell); ok {
			p = c.Get()
		}
		out.parts[i] = Clone(p)
	}
	return &out
}

// Alternatives returns the values that v can be: v itself, or those of an
// unknown value that is one of a few.
func Alternatives(v Value) []Value {
	if u, ok := v.(*Unknown); ok && len(u.Alts) > 0 {
		return u.Alts
	}
	return []Value{v}
}

// Copy returns a copy of the map with f applied to its values.
func (m *Map) Copy(f func(Value) Value) *Map {
	st := m.Obj.Get().(*mapState)
	out := &mapState{make([]mapEntry, len(st.entries)), st.open}
	for i, e := range st.entries {
		e.val = f(e.val)
		out.entries[i] = e
	}
	return &Map{T: m.T, Obj: NewCell(out), Pos: m.Pos}
}

// Copy returns a copy of the slice with f applied to its elements.
func (s *Slice) Copy(f func(Value) Value) *Slice {
	c := *s
	c.arr = nil
	c.Elems = make([]Elem, len(s.Elems))
	for i, e := range s.Elems {
		c.Elems[i] = Elem{C: NewCell(f(e.C.Get())), Maybe: e.Maybe}
	}
	return &c
}

// Unseen returns why s is not known as a whole: it is a parameter, or code that
// was not seen may have changed it; nil if it is known.
func (s *Struct) Unseen() *Unknown {
	if s.rest != nil {
		return s.rest
	}
	return s.taint
}

// StringsOf returns the strings in a slice, if they are all known.
func StringsOf(v Value) ([]string, bool) {
	if IsNil(v) {
		return nil, true
	}
	s, ok := v.(*Slice)
	if !ok {
		return nil, false
	}
	vals, open := s.Values()
	if open != nil {
		return nil, false
	}
	out := make([]string, len(vals))
	for i, v := range vals {
		if out[i], ok = StringOf(v); !ok {
			return nil, false
		}
	}
	return out, true
}

// Empty reports whether no field of s was ever set to something that is not
// its zero value.
func (s *Struct) Empty() bool { return IsZero(s) }

// StructOf returns the struct that v is or points at, and whether it is known.
func StructOf(v Value) (*Struct, bool) {
	if p, ok := v.(*Ptr); ok {
		v = p.Load()
	}
	s, ok := v.(*Struct)
	return s, ok
}

// CellOf returns the variable that v points at, nil if it is no known pointer.
func CellOf(v Value) *Cell {
	if p, ok := v.(*Ptr); ok {
		return p.C
	}
	return nil
}
