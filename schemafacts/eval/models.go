package eval

import (
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// models are the functions of the standard library that servers use to put
// names, descriptions and enums together. A model that is given something
// unknown returns something unknown.
var models map[string]Intrinsic

const seqKind = "iter.Seq"

func init() {
	models = map[string]Intrinsic{
		"strings.Repeat":              modelRepeat,
		"strings.Join":                modelJoin,
		"strconv.FormatBool":          modelSprint,
		"strconv.FormatInt":           modelFormatInt,
		"strconv.ParseInt":            modelAtoi,
		"strconv.Atoi":                modelAtoi,
		"fmt.Sprintf":                 modelSprintf,
		"fmt.Sprint":                  modelSprint,
		"fmt.Errorf":                  modelError,
		"errors.New":                  modelError,
		"slices.Clone":                modelSliceClone,
		"slices.Concat":               modelConcat,
		"slices.Contains":             modelSliceContains,
		"slices.Sort":                 modelSort,
		"sort.Strings":                modelSort,
		"sort.Ints":                   modelSort,
		"slices.Sorted":               modelSorted,
		"slices.Collect":              modelCollect,
		"slices.Values":               modelSliceValues,
		"slices.Reverse":              modelReverse,
		"slices.Compact":              modelCompact,
		"maps.Keys":                   modelMapKeys,
		"maps.Values":                 modelMapValues,
		"maps.Clone":                  modelMapClone,
		"maps.Copy":                   modelMapCopy,
		"math.Inf":                    modelNonFinite,
		"math.NaN":                    modelNonFinite,
		"reflect.TypeFor":             modelTypeFor,
		"reflect.TypeOf":              modelTypeOf,
		"os.Exit":                     modelPanic,
		"log.Fatal":                   modelPanic,
		"log.Fatalf":                  modelPanic,
		"log.Fatalln":                 modelPanic,
		"log.Panic":                   modelPanic,
		"log.Panicf":                  modelPanic,
		"(*log.Logger).Fatal":         modelPanic,
		"(*log.Logger).Fatalf":        modelPanic,
		"(*sync.Once).Do":             modelOnce,
		"(*sync.Mutex).Lock":          modelNothing,
		"(*sync.Mutex).Unlock":        modelNothing,
		"(*sync.RWMutex).Lock":        modelNothing,
		"(*sync.RWMutex).Unlock":      modelNothing,
		"(*sync.RWMutex).RLock":       modelNothing,
		"(*sync.RWMutex).RUnlock":     modelNothing,
		"encoding/json.Marshal":       modelMarshal,
		"encoding/json.MarshalIndent": modelMarshal,
		"encoding/json.Unmarshal":     modelUnmarshal,
	}
	maps.Copy(models, reflectModels())
	maps.Copy(models, sliceModels())
	maps.Copy(models, builderModels())
	maps.Copy(models, pureModels())
	maps.Copy(models, sortModels())
}

// modelOf returns the model of a function, nil if there is none.
func modelOf(key string) Intrinsic {
	return models[stdKey(key)]
}

// notKnown is the result of a model whose arguments are not known.
func notKnown(c *Call) Value {
	for _, a := range c.Args {
		if u, ok := a.(*Unknown); ok {
			return spreadUnknown(u.Reason, u.Pos, c.Result)
		}
		if s, ok := a.(*Slice); ok {
			if vals, open := s.Values(); open != nil {
				return spreadUnknown(open.Reason, open.Pos, c.Result)
			} else {
				for _, v := range vals {
					if u, ok := v.(*Unknown); ok {
						return spreadUnknown(u.Reason, u.Pos, c.Result)
					}
				}
			}
		}
	}
	return spreadUnknown("result of "+shortKey(c.Key)+" with arguments that are not known", c.Pos, c.Result)
}

func (c *Call) strings(n int) ([]string, bool) {
	if len(c.Args) < n {
		return nil, false
	}
	out := make([]string, n)
	for i := range n {
		s, ok := StringOf(c.Args[i])
		if !ok {
			return nil, false
		}
		out[i] = s
	}
	return out, true
}

func (c *Call) str(s string) Value {
	if len(s) > maxText {
		return c.Unknown(overBudget)
	}
	return NewString(s, c.M.provenance(c.flat()...))
}

// flat returns the arguments with slices spread.
func (c *Call) flat() []Value {
	var out []Value
	for _, a := range c.Args {
		if s, ok := a.(*Slice); ok {
			for _, e := range s.Elems {
				out = append(out, e.C.v)
			}
			continue
		}
		out = append(out, a)
	}
	return out
}

func modelRepeat(c *Call) Value {
	s, ok := StringOf(c.Arg(0))
	n, ok2 := IntOf(c.Arg(1))
	if !ok || !ok2 || n < 0 || int64(len(s))*n > maxText {
		return notKnown(c)
	}
	return c.str(strings.Repeat(s, int(n)))
}

func stringsOf(v Value) ([]string, bool) {
	if isNil(v) {
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

func modelJoin(c *Call) Value {
	ss, ok := stringsOf(c.Arg(0))
	sep, ok2 := StringOf(c.Arg(1))
	if !ok || !ok2 {
		return notKnown(c)
	}
	return c.str(strings.Join(ss, sep))
}

func (c *Call) stringSlice(ss []string) Value {
	out := &Slice{T: types.NewSlice(types.Typ[types.String]), Pos: c.Pos}
	pos := c.M.provenance(c.Args...)
	for _, s := range ss {
		out.Elems = append(out.Elems, Elem{C: NewCell(NewString(s, pos))})
	}
	return out
}

func modelFormatInt(c *Call) Value {
	i, ok := IntOf(c.Arg(0))
	base, ok2 := IntOf(c.Arg(1))
	if !ok || !ok2 || base < 2 || base > 36 {
		return notKnown(c)
	}
	return c.str(strconv.FormatInt(i, int(base)))
}

func modelAtoi(c *Call) Value {
	s, ok := StringOf(c.Arg(0))
	if !ok {
		return notKnown(c)
	}
	i, err := strconv.ParseInt(s, 10, 64)
	if err != nil || len(c.Args) > 1 {
		return notKnown(c)
	}
	return Tuple{NewInt(i, c.Pos), &Nil{types.Universe.Lookup("error").Type(), c.Pos}}
}

// wrapped returns the errors among the arguments of fmt.Errorf, if its format
// wraps all of them.
func (c *Call) wrapped() []*Native {
	format, _ := StringOf(c.Arg(0))
	s, ok := c.Arg(1).(*Slice)
	if c.Key != "fmt.Errorf" || !ok {
		return nil
	}
	var out []*Native
	for _, e := range s.Elems {
		if n, ok := e.C.v.(*Native); ok && n.Kind == "error" {
			out = append(out, n)
		}
	}
	if strings.Count(format, "%w") != len(out) {
		return nil
	}
	return out
}

func sliceArg(v Value) (*Slice, bool) {
	if isNil(v) {
		return &Slice{T: TypeOf(v), IsNil: true}, true
	}
	s, ok := v.(*Slice)
	return s, ok
}

func modelSliceClone(c *Call) Value {
	if v, ok := copyOfBytes(&Slice{}, c.Args, true, TypeOf(c.Arg(0))); ok {
		return v
	}
	s, ok := sliceArg(c.Arg(0))
	if !ok {
		return notKnown(c)
	}
	return c.M.appendTo(&Slice{T: s.T, IsNil: s.IsNil, Pos: s.Pos}, []Value{s}, true, s.T, c.Pos)
}

func modelConcat(c *Call) Value {
	outer, ok := sliceArg(c.Arg(0))
	if !ok {
		return notKnown(c)
	}
	vals, open := outer.Values()
	if open != nil {
		return notKnown(c)
	}
	t := c.Result
	return c.M.appendTo(&Slice{T: t, IsNil: true, Pos: c.Pos}, vals, true, t, c.Pos)
}

func modelSliceContains(c *Call) Value {
	s, ok := sliceArg(c.Arg(0))
	if !ok {
		return notKnown(c)
	}
	known := s.Open == nil
	for _, e := range s.Elems {
		eq, ok := BoolOf(c.M.equal(token.EQL, e.C.v, c.Arg(1), c.Pos))
		if ok && eq && !e.Maybe {
			return NewBool(true, c.Pos)
		}
		known = known && ok && !eq
	}
	if !known {
		return notKnown(c)
	}
	return NewBool(false, c.Pos)
}

// sortValues sorts constants; it reports whether all are of one kind.
func sortValues(vals []Value) bool {
	for _, v := range vals {
		c, ok := v.(*Const)
		if !ok || c.V.Kind() != vals[0].(*Const).V.Kind() || c.V.Kind() == constant.Bool {
			return false
		}
	}
	sort.SliceStable(vals, func(i, j int) bool {
		return constant.Compare(vals[i].(*Const).V, token.LSS, vals[j].(*Const).V)
	})
	return true
}

func modelSort(c *Call) Value {
	if c.eachSlice(modelSort) {
		return Tuple{}
	}
	s, ok := c.Arg(0).(*Slice)
	if !ok {
		return Tuple{}
	}
	vals := make([]Value, len(s.Elems))
	for i, e := range s.Elems {
		vals[i] = e.C.v
	}
	if s.Open != nil || anyMaybe(s.Elems) || !sortValues(vals) {
		c.M.scramble(s)
		return Tuple{}
	}
	for i, e := range s.Elems {
		c.M.set(e.C, vals[i])
	}
	for _, e := range s.Elems {
		e.C.shuffled = false
	}
	if s.unordered != nil {
		*s.unordered = false
	}
	return Tuple{}
}

func seqOf(v Value) (*Slice, bool) {
	n, ok := v.(*Native)
	if !ok || n.Kind != seqKind {
		return nil, false
	}
	s, ok := n.Data.(*Slice)
	return s, ok
}

func modelSorted(c *Call) Value {
	s, ok := seqOf(c.Arg(0))
	if !ok {
		return notKnown(c)
	}
	out := &Slice{T: c.Result, Pos: c.Pos, Open: s.Open, IsNil: len(s.Elems) == 0 && s.Open == nil}
	for _, e := range s.Elems {
		out.Elems = append(out.Elems, e.copy())
	}
	modelSort(&Call{M: c.M, Pos: c.Pos, Args: []Value{out}})
	return out
}

func modelCollect(c *Call) Value {
	s, ok := seqOf(c.Arg(0))
	if !ok {
		return notKnown(c)
	}
	out := *s
	out.T = c.Result
	out.IsNil = len(s.Elems) == 0 && s.Open == nil // nothing is appended to nil
	return &out
}

func modelSliceValues(c *Call) Value {
	if s, ok := sliceArg(c.Arg(0)); ok {
		return &Native{Kind: seqKind, Data: s, T: c.Result, Pos: c.Pos}
	}
	return notKnown(c)
}

func modelReverse(c *Call) Value {
	if c.eachSlice(modelReverse) {
		return Tuple{}
	}
	s, ok := c.Arg(0).(*Slice)
	if !ok {
		return Tuple{}
	}
	vals, open := s.Values()
	if open != nil {
		c.M.scramble(s)
		return Tuple{}
	}
	slices.Reverse(vals)
	for i, e := range s.Elems {
		c.M.set(e.C, vals[i])
	}
	return Tuple{}
}

func modelCompact(c *Call) Value {
	s, ok := sliceArg(c.Arg(0))
	if !ok {
		return notKnown(c)
	}
	vals, open := s.Values()
	if open != nil {
		return notKnown(c)
	}
	var kept []Value
	for i, v := range vals {
		if i > 0 {
			eq, ok := BoolOf(c.M.equal(token.EQL, v, vals[i-1], c.Pos))
			if !ok {
				c.M.escape(c.Args, shortKey(c.Key), c.Pos)
				return notKnown(c)
			}
			if eq {
				continue
			}
		}
		kept = append(kept, v)
	}
	if len(kept) == len(vals) {
		return s
	}
	// It works in place, and clears what is left over.
	for i, e := range s.Elems {
		if i < len(kept) {
			c.M.put(e.C, clone(kept[i]))
		} else if st, ok := under(s.T).(*types.Slice); ok {
			c.M.put(e.C, zero(st.Elem(), c.Pos))
		}
	}
	if out, ok := s.part(0, int64(len(kept)), -1); ok {
		return out
	}
	return notKnown(c)
}

// NonFinite is the Data of a Native number that JSON cannot hold.
type NonFinite float64

func modelNonFinite(c *Call) Value {
	f := math.NaN()
	if c.Key == "math.Inf" {
		sign, ok := IntOf(c.Arg(0))
		if !ok {
			return notKnown(c)
		}
		f = math.Inf(int(sign))
	}
	return &Native{Kind: "number", Data: NonFinite(f), T: types.Typ[types.Float64], Pos: c.Pos}
}

func modelTypeFor(c *Call) Value {
	if len(c.Targs) == 1 {
		return &TypeVal{c.Targs[0], c.Pos}
	}
	return notKnown(c)
}

func modelTypeOf(c *Call) Value {
	v := c.Arg(0)
	if u, ok := v.(*Unknown); ok && (u.T == nil || isInterface(u.T)) {
		return notKnown(c)
	}
	t := TypeOf(v)
	if t == nil || isInterface(t) || isUntypedNil(t) {
		return notKnown(c)
	}
	return &TypeVal{types.Default(t), c.Pos}
}

func modelPanic(c *Call) Value {
	c.M.panicking = true
	return Tuple{}
}

func modelNothing(c *Call) Value { return Tuple{} }

// modelOnce runs the function if no other call of Do has run one.
func modelOnce(c *Call) Value {
	m := c.M
	run := func() ctl { m.CallValue(c.Arg(0), nil, c.Pos); return ctl{} }
	p, ok := c.Recv.(*Ptr)
	if !ok || len(m.stack) == 0 {
		run()
		return Tuple{}
	}
	done := m.onces[p.C]
	if done == nil {
		done = &Cell{v: NewBool(false, c.Pos), born: p.C.born}
		if m.onces == nil {
			m.onces = map[*Cell]*Cell{}
		}
		m.onces[p.C] = done
	}
	ran, known := BoolOf(done.v)
	m.set(done, NewBool(true, c.Pos))
	switch {
	case !known:
		why := unknown("done once, under a condition that only run time knows", c.Pos, nil)
		m.fork(m.stack[len(m.stack)-1], why, run, func() ctl { return ctl{} })
	case !ran:
		run()
	default:
		if fn, ok := c.Arg(0).(*Closure); ok {
			fn.ran = true // it never is
		}
	}
	return Tuple{}
}
