package eval

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// EncodeError says that encoding/json refuses a value at run time.
type EncodeError struct {
	Msg string
	Pos token.Pos
	// Hole stands in the place of what is refused.
	Hole *schema.Node
}

func (e *EncodeError) Error() string { return e.Msg }

// Encoder turns values into the JSON that encoding/json makes of them.
type Encoder struct {
	M *Machine
	// KeepTainted encodes what code that was not seen may have changed as it
	// was seen last.
	KeepTainted bool
	// Err is the first thing that cannot be encoded.
	Err *EncodeError

	depth int
}

// Plain encodes v without asking the dialects.
func (e *Encoder) Plain(v Value) *schema.Node {
	if s, ok := v.(*Struct); ok {
		return e.strct(s)
	}
	return e.encode(v)
}

// Encode returns v as JSON. What is not known is a hole; what cannot be
// encoded is a hole too, and sets Err.
func (e *Encoder) Encode(v Value) *schema.Node {
	e.depth++
	defer func() { e.depth-- }()
	if e.depth > 200 {
		return schema.NewUnresolved("nested too deeply, or a cycle", PosOf(v))
	}
	for inner := v; inner != nil; {
		if n, ok := e.M.Env.Encode(e, inner); ok {
			return n
		}
		p, ok := inner.(*Ptr)
		if !ok {
			break
		}
		inner = p.C.v
	}
	if u, ok := v.(*Unknown); ok {
		return schema.NewUnresolved(u.Reason, u.Pos)
	}
	if n, ok := v.(*Native); ok && n.Kind == jsonKind {
		return e.encode(v)
	}
	if t := TypeOf(v); t != nil && !isInterface(t) && !isRawMessage(t) {
		if name := marshaler(v, t); name != "" {
			if n := e.runMethod(v, name); n != nil {
				return n
			}
			return schema.NewUnresolved(fmt.Sprintf("%s has its own %s", types.TypeString(t, shortQualifier), name), PosOf(v))
		}
	}
	return e.encode(v)
}

func (e *Encoder) encode(v Value) *schema.Node {
	switch v := v.(type) {
	case nil:
		return schema.NewNull()
	case *Const:
		return e.constant(v)
	case *Nil:
		if v.T != nil {
			switch under(v.T).(type) {
			case *types.Chan, *types.Signature:
				return e.fail("unsupported type: "+types.TypeString(v.T, shortQualifier), v.Pos)
			}
		}
		return schema.NewNull().At(v.Pos)
	case *Ptr:
		return e.Encode(v.C.v)
	case *Struct:
		return e.strct(v)
	case *Array:
		n := schema.NewArray().At(v.Pos)
		for _, c := range v.Cells {
			n.Elems = append(n.Elems, e.Encode(c.v))
		}
		return n
	case *Slice:
		return e.slice(v)
	case *Map:
		return e.mapping(v)
	case *Native:
		if n, ok := v.Data.(*schema.Node); ok {
			if v.T != nil && isString(under(v.T)) {
				return jsonText(v, n)
			}
			return n
		}
		if _, ok := v.Data.(NonFinite); ok {
			return e.fail("unsupported value: not a finite number", v.Pos)
		}
		if v.Kind == chanKind {
			return e.fail("unsupported type: "+types.TypeString(v.T, shortQualifier), v.Pos)
		}
		return schema.NewUnresolved("a value that is not followed", v.Pos)
	case *Closure, *Extern:
		return e.fail("unsupported type: a function", PosOf(v))
	case *Unknown:
		return schema.NewUnresolved(v.Reason, v.Pos)
	}
	return schema.NewUnresolved("a value that is not understood", PosOf(v))
}

// jsonText returns the text of a document that was made a string.
func jsonText(v *Native, n *schema.Node) *schema.Node {
	if v.loose || len(n.Holes()) > 0 {
		return schema.NewUnresolved("the text of JSON of which not all is known", v.Pos)
	}
	return schema.NewString(n.String()).At(v.Pos)
}

func shortQualifier(p *types.Package) string { return p.Name() }

func (e *Encoder) fail(msg string, pos token.Pos) *schema.Node {
	hole := schema.NewUnresolved(msg, pos)
	if e.Err == nil {
		e.Err = &EncodeError{msg, pos, hole}
	}
	return hole
}

// marshaler returns the method of t that encoding/json would call.
func marshaler(v Value, t types.Type) string {
	if _, ok := v.(*Nil); ok {
		return ""
	}
	ms := types.NewMethodSet(t)
	for _, name := range []string{"MarshalJSON", "MarshalText"} {
		if ms.Lookup(nil, name) != nil {
			return name
		}
	}
	return ""
}

// runMethod runs a method that makes JSON, and returns nil if its program is
// not known.
func (e *Encoder) runMethod(v Value, name string) *schema.Node {
	fn, ok := e.M.dispatch(v, &Node{Name: name, Pos: PosOf(v)}).(*Closure)
	if !ok || fn.Fn.Body == nil || e.M.depth > maxDepth/2 {
		return nil
	}
	saved := e.M.panicking
	res, ok := e.M.CallValue(fn, nil, PosOf(v)).(Tuple)
	if e.M.panicking {
		e.M.panicking = saved
		return e.fail("calling "+name+" panics", PosOf(v))
	}
	if !ok || len(res) != 2 {
		return nil
	}
	if errv, bad := res[1].(*Native); bad && errv.Kind == "error" {
		msg, _ := errv.Data.(string)
		if msg == "" {
			msg = name + " returns an error"
		}
		return e.fail(msg, PosOf(v))
	}
	if name == "MarshalText" {
		if s, ok := StringOf(res[0]); ok {
			return schema.NewString(s).At(PosOf(v))
		}
		return schema.NewUnresolved("a text that is not known", PosOf(v))
	}
	return e.M.jsonNode(res[0], e)
}

// jsonNode returns the document in a byte slice that holds JSON.
func (m *Machine) jsonNode(v Value, e *Encoder) *schema.Node {
	switch v := v.(type) {
	case *Native:
		if n, ok := v.Data.(*schema.Node); ok {
			return n.Clone()
		}
	case *Const:
		return e.raw(constant.StringVal(v.V), v.Pos)
	case *Slice:
		if s, ok := m.bytesToString(v); ok {
			return e.raw(s, v.Pos)
		}
	case *Unknown:
		return schema.NewUnresolved(v.Reason, v.Pos)
	}
	return schema.NewUnresolved("JSON that is not known", PosOf(v))
}

func isRawMessage(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Name() == "RawMessage" && named.Obj().Pkg() != nil && strings.HasPrefix(named.Obj().Pkg().Path(), "encoding/json")
}

func (e *Encoder) constant(c *Const) *schema.Node {
	t := types.Default(c.T)
	if isRawMessage(t) {
		return e.raw(constant.StringVal(c.V), c.Pos)
	}
	switch c.V.Kind() {
	case constant.Bool:
		return schema.NewBool(constant.BoolVal(c.V)).At(c.Pos)
	case constant.String:
		s := constant.StringVal(c.V)
		if _, ok := under(t).(*types.Slice); ok {
			s = base64.StdEncoding.EncodeToString([]byte(s))
		}
		return schema.NewString(validText(s)).At(c.Pos)
	case constant.Int, constant.Float:
		return schema.NewNumber(NumberLiteral(c)).At(c.Pos)
	}
	return schema.NewUnresolved("a constant that is not understood", c.Pos)
}

// NumberLiteral returns a number as encoding/json prints it.
func NumberLiteral(c *Const) string {
	b, _ := under(types.Default(c.T)).(*types.Basic)
	if b != nil && b.Info()&types.IsFloat != 0 {
		f, _ := constant.Float64Val(c.V)
		if b.Kind() == types.Float32 {
			out, err := json.Marshal(float32(f))
			if err == nil {
				return string(out)
			}
		}
		if out, err := json.Marshal(f); err == nil {
			return string(out)
		}
	}
	if i, ok := constant.Int64Val(constant.ToInt(c.V)); ok {
		return strconv.FormatInt(i, 10)
	}
	return c.V.ExactString()
}

func (e *Encoder) raw(text string, pos token.Pos) *schema.Node {
	n, err := schema.Parse([]byte(text))
	if err != nil {
		return e.fail("invalid JSON in a json.RawMessage: "+err.Error(), pos)
	}
	n.Walk(func(_ string, n *schema.Node) bool { n.Pos = pos; return true })
	return n
}

func (e *Encoder) slice(s *Slice) *schema.Node {
	if s.IsNil && s.Open == nil {
		return schema.NewNull().At(s.Pos)
	}
	vals, open := s.Values()
	if open != nil {
		return schema.NewUnresolved(open.Reason, open.Pos)
	}
	if s.T != nil {
		if sl, ok := under(s.T).(*types.Slice); ok && isByte(sl.Elem()) {
			text, ok := e.M.bytesToString(s)
			if !ok {
				return schema.NewUnresolved("bytes that are not known", s.Pos)
			}
			return e.constant(&Const{constant.MakeString(text), s.T, s.Pos})
		}
	}
	n := schema.NewArray().At(s.Pos)
	for _, v := range vals {
		n.Elems = append(n.Elems, e.Encode(v))
	}
	return n
}

// at returns the value of a map's entry with the place of its key, if only that
// lies in the package being analysed: an SDK's builder made the value, and the
// argument that names it is what there is to change.
func (e *Encoder) at(n *schema.Node, key token.Pos) *schema.Node {
	if own := e.M.Own; own == nil || own(n.Pos) || !own(key) {
		return n
	}
	c := *n
	c.Pos = key
	return &c
}

func (e *Encoder) mapping(m *Map) *schema.Node {
	n := schema.NewObject().At(m.Pos)
	bad := false
	open := m.Entries(func(k, v Value, maybe bool) {
		name, ok := mapKey(k)
		if !ok {
			bad = true
			return
		}
		if maybe {
			n.Members = append(n.Members, schema.Member{Name: name, Value: schema.NewUnresolved("an entry that depends on a condition that only run time knows", PosOf(v))})
			return
		}
		n.Members = append(n.Members, schema.Member{Name: name, Value: e.at(e.Encode(v), PosOf(k))})
	})
	if open != nil {
		return schema.NewUnresolved(open.Reason, open.Pos)
	}
	if bad {
		return schema.NewUnresolved("a map with keys that are not understood", m.Pos)
	}
	n.SortMembers()
	return n
}

// validText returns a text as encoding/json prints it: each byte that is no
// UTF-8 is replaced.
func validText(s string) string { return string([]rune(s)) }

func mapKey(k Value) (string, bool) {
	c, ok := k.(*Const)
	if !ok || hasMarshalText(c.T) {
		return "", false
	}
	switch c.V.Kind() {
	case constant.String:
		return validText(constant.StringVal(c.V)), true
	case constant.Int:
		return c.V.ExactString(), true
	}
	return "", false
}

func hasMarshalText(t types.Type) bool {
	return t != nil && types.NewMethodSet(t).Lookup(nil, "MarshalText") != nil && !isString(under(t))
}

// JSONField is a field as encoding/json sees it.
type JSONField struct {
	Name      string
	Path      []int
	OmitEmpty bool
	OmitZero  bool
	Quoted    bool // ,string
	Tagged    bool
}

// JSONFields returns the fields of a struct that encoding/json prints, in
// order. Names that several fields claim follow its rules: the shallowest, then
// the tagged one, else none.
func JSONFields(t *types.Struct) []JSONField {
	var all []JSONField
	type level struct {
		st   *types.Struct
		path []int
	}
	seen := map[*types.Struct]bool{}
	for cur := []level{{t, nil}}; len(cur) > 0; {
		var next []level
		for _, l := range cur {
			if seen[l.st] {
				continue
			}
			seen[l.st] = true
			for i := range l.st.NumFields() {
				f := l.st.Field(i)
				tag := reflect.StructTag(l.st.Tag(i)).Get("json")
				if tag == "-" {
					continue
				}
				name, opts, _ := strings.Cut(tag, ",")
				path := append(slices.Clone(l.path), i)
				inner := types.Unalias(f.Type())
				if p, ok := inner.(*types.Pointer); ok {
					inner = types.Unalias(p.Elem())
				}
				st, isStruct := inner.Underlying().(*types.Struct)
				if f.Embedded() && name == "" && isStruct {
					next = append(next, level{st, path})
					continue
				}
				if !f.Exported() {
					continue
				}
				jf := JSONField{Name: name, Path: path, Tagged: name != ""}
				if name == "" {
					jf.Name = f.Name()
				}
				for _, o := range strings.Split(opts, ",") {
					jf.OmitEmpty = jf.OmitEmpty || o == "omitempty"
					jf.OmitZero = jf.OmitZero || o == "omitzero"
					jf.Quoted = jf.Quoted || o == "string"
				}
				all = append(all, jf)
			}
		}
		cur = next
	}
	return dominant(all)
}

func dominant(all []JSONField) []JSONField {
	byName := map[string][]JSONField{}
	for _, f := range all {
		byName[f.Name] = append(byName[f.Name], f)
	}
	var out []JSONField
	for _, f := range all {
		best, tie := f, false
		for _, g := range byName[f.Name] {
			if slices.Equal(g.Path, f.Path) {
				continue
			}
			switch {
			case len(g.Path) < len(best.Path), len(g.Path) == len(best.Path) && g.Tagged && !best.Tagged:
				best, tie = g, false
			case len(g.Path) == len(best.Path) && g.Tagged == best.Tagged:
				tie = true
			}
		}
		if !tie && slices.Equal(best.Path, f.Path) {
			out = append(out, f)
		}
	}
	slices.SortFunc(out, func(a, b JSONField) int { return slices.Compare(a.Path, b.Path) })
	return out
}

func (e *Encoder) strct(s *Struct) *schema.Node {
	if s.rest != nil {
		return schema.NewUnresolved(s.rest.Reason, s.rest.Pos)
	}
	if s.taint != nil && !e.KeepTainted {
		return schema.NewUnresolved(s.taint.Reason, s.taint.Pos)
	}
	n := schema.NewObject().At(s.Pos)
	for _, f := range JSONFields(s.st) {
		v, ok := at(s, f.Path)
		if !ok {
			continue
		}
		if u, isUnknown := v.(*Unknown); isUnknown && (f.OmitEmpty || f.OmitZero) {
			n.Members = append(n.Members, schema.Member{Name: f.Name, Value: schema.NewUnresolved(u.Reason, u.Pos)})
			continue
		}
		if f.OmitEmpty && IsEmpty(v) || f.OmitZero && isZero(v) {
			continue
		}
		val := e.Encode(v)
		if f.Quoted && (val.Kind == schema.Number || val.Kind == schema.Bool) {
			val = schema.NewString(val.Text).At(val.Pos)
		}
		n.Members = append(n.Members, schema.Member{Name: f.Name, Value: val})
	}
	return n
}

// at follows a path of field indexes, through pointers.
func at(s *Struct, path []int) (Value, bool) {
	var v Value = s
	for _, i := range path {
		if p, ok := v.(*Ptr); ok {
			v = p.C.v
		}
		st, ok := v.(*Struct)
		if !ok {
			if u, isUnknown := v.(*Unknown); isUnknown {
				return u, true
			}
			return nil, false
		}
		v = st.At(i)
	}
	return v, true
}

// IsEmpty reports whether omitempty leaves v out.
func IsEmpty(v Value) bool {
	switch v := v.(type) {
	case nil, *Nil:
		return true
	case *Const:
		switch v.V.Kind() {
		case constant.Bool:
			return !constant.BoolVal(v.V)
		case constant.String:
			return constant.StringVal(v.V) == ""
		case constant.Int, constant.Float:
			return constant.Sign(v.V) == 0
		}
	case *Slice:
		return len(v.Elems) == 0 && v.Open == nil
	case *Array:
		return len(v.Cells) == 0
	case *Map:
		st := v.Obj.v.(*mapState)
		return len(st.entries) == 0 && st.open == nil
	}
	return false
}

func isZero(v Value) bool {
	switch v := v.(type) {
	case *Slice:
		return v.IsNil
	case *Map:
		return false
	case *Struct:
		if v.rest != nil {
			return false
		}
		for _, c := range v.cells {
			if c != nil && !isZero(c.v) {
				return false
			}
		}
		return true
	case *Array:
		for _, c := range v.Cells {
			if !isZero(c.v) {
				return false
			}
		}
		return true
	}
	return IsEmpty(v)
}

// Fail notes that a value cannot be encoded at run time.
func (e *Encoder) Fail(msg string, pos token.Pos) { e.fail(msg, pos) }
