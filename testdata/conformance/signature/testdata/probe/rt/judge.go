package rt

import (
	"bytes"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/big"
	"reflect"
	"regexp"
	"time"
)

var (
	jsonType    = reflect.TypeFor[json.Unmarshaler]()
	textType    = reflect.TypeFor[encoding.TextUnmarshaler]()
	levelType   = reflect.TypeFor[slog.Level]()
	timeType    = reflect.TypeFor[time.Time]()
	bigType     = reflect.TypeFor[big.Int]()
	numberType  = reflect.TypeFor[json.Number]()
	errNull     = errors.New("null")
	errRequired = errors.New("required")
	errPanic    = errors.New("panic")
	errUnknown  = errors.New("unknown key")
)

// known have methods that decode JSON, and forms that everybody knows.
var known = map[reflect.Type]bool{timeType: true, bigType: true, levelType: true}

// Judge says what a call may hold.
type Judge struct {
	Nullable bool // pointers take null
}

// Accept decodes the arguments of a call into the parameters. Its error says
// why they are refused: encoding/json cannot decode them, or the contract takes
// less than encoding/json does.
func (j Judge) Accept(f *Function, args []byte) error {
	tree, err := parse(args)
	if err != nil {
		return err
	}
	obj, ok := tree.(map[string]any)
	if !ok {
		return errors.New("not an object")
	}
	if len(f.Params) == 1 && f.Params[0].typ().Kind() == reflect.Map && !f.Params[0].Variadic {
		if t := f.Params[0].typ(); t.Key() == reflect.TypeFor[string]() && t.Elem().Kind() == reflect.Interface && !reflect.PointerTo(t).Implements(jsonType) {
			return parseRules(f.Params[0].Rules).allow(tree) // it takes all arguments
		}
	}
	seen := 0
	for _, p := range f.Params {
		v, ok := obj[p.Name]
		r := parseRules(p.Rules)
		if !ok {
			if r.flag("required") || !p.mayLack() {
				return fmt.Errorf("%s: %w", p.Name, errRequired)
			}
			continue
		}
		seen++
		if err := decode(widen(v, p.typ()), reflect.New(p.typ()).Interface()); err != nil {
			return fmt.Errorf("%s: decoding: %w", p.Name, err)
		}
		if err := j.narrow(v, p.typ(), r); err != nil {
			return fmt.Errorf("%s: %w", p.Name, err)
		}
	}
	if seen < len(obj) {
		return errUnknown
	}
	return nil
}

func parse(text []byte) (any, error) {
	var v any
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	if err := dec.Decode(&v); err != nil {
		return nil, err
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, errors.New("text after the value")
	}
	return v, nil
}

// decode decodes one argument. A method that is promoted from an embedded
// pointer panics, since nothing allocates what it points to.
func decode(v, into any) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = errPanic
		}
	}()
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	return dec.Decode(into)
}

// narrow is the one place that refuses what encoding/json decodes: the
// deliberate narrowings that the engine's package comment lists.
func (j Judge) narrow(v any, t reflect.Type, r rules) error {
	pointer := false
	for t.Kind() == reflect.Pointer {
		t, pointer = t.Elem(), true
	}
	switch t.Kind() {
	case reflect.Func, reflect.Chan, reflect.Complex128:
		return nil // unresolved
	}
	if panics(t) {
		return nil
	}
	own := reflect.PointerTo(t).Implements(jsonType)
	if v == nil {
		if own && !known[promoting(t)] || t.Kind() == reflect.Interface || pointer && j.Nullable || r.flag("nullable") || r.flag("default=null") {
			return nil
		}
		return errNull
	}
	if own || reflect.PointerTo(t).Implements(textType) {
		return nil
	}
	if _, ok := v.(string); ok && t == numberType {
		return errors.New("number as a string")
	}
	if list, ok := enums[t]; ok && !isConstant(v, list) {
		return errors.New("not one of the constants")
	}
	if err := r.allow(v); err != nil {
		return err
	}
	switch t.Kind() {
	case reflect.Slice, reflect.Array:
		return j.narrowList(v, t)
	case reflect.Map:
		for k, e := range v.(map[string]any) {
			if err := narrowKey(k, t.Key()); err != nil {
				return err
			}
			if err := j.narrow(e, t.Elem(), nil); err != nil {
				return fmt.Errorf("%s: %w", k, err)
			}
		}
	case reflect.Struct:
		return j.narrowStruct(v.(map[string]any), t)
	}
	return nil
}

// promoting returns the type whose UnmarshalJSON a struct has, which it may only
// embed.
func promoting(t reflect.Type) reflect.Type {
	if t.Kind() != reflect.Struct {
		return t
	}
	for i := range t.NumField() {
		f := t.Field(i)
		if !f.Anonymous || f.Type.Kind() == reflect.Interface {
			continue
		}
		e := f.Type
		if e.Kind() == reflect.Pointer {
			e = e.Elem()
		}
		if reflect.PointerTo(e).Implements(jsonType) {
			return promoting(e)
		}
	}
	return t
}

func isConstant(v any, list []any) bool {
	for _, c := range list {
		text, _ := json.Marshal(c)
		if d, _ := parse(text); equal(v, d) {
			return true
		}
	}
	return false
}

func (j Judge) narrowList(v any, t reflect.Type) error {
	list, ok := v.([]any)
	if !ok {
		return nil // bytes as text
	}
	if t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8 {
		return errors.New("bytes as a list")
	}
	if t.Kind() == reflect.Array && len(list) != t.Len() {
		return errors.New("length of an array")
	}
	for i, e := range list {
		if err := j.narrow(e, t.Elem(), nil); err != nil {
			return fmt.Errorf("%d: %w", i, err)
		}
	}
	return nil
}

// narrowKey refuses keys of maps that are no constants, and numbers with a plus
// sign.
func narrowKey(k string, t reflect.Type) error {
	if reflect.PointerTo(t).Implements(textType) {
		return nil
	}
	list, ok := enums[t]
	if !ok {
		if t.Kind() != reflect.String && k[0] == '+' {
			return errors.New("key with a plus sign")
		}
		return nil
	}
	for _, c := range list {
		if fmt.Sprint(c) == k {
			return nil
		}
	}
	return errors.New("key is not one of the constants")
}

func (j Judge) narrowStruct(obj map[string]any, t reflect.Type) error {
	seen := 0
	for _, f := range fieldsOf(t) {
		v, ok := obj[f.name]
		if !ok {
			if !f.optional() {
				return fmt.Errorf("%s: %w", f.name, errRequired)
			}
			continue
		}
		seen++
		if f.rules.flag("-") {
			return fmt.Errorf("%s: hidden", f.name)
		}
		narrow := j.narrow
		if f.quoted {
			narrow = j.narrowQuoted
		}
		if err := narrow(v, f.typ, f.rules); err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
	}
	if seen < len(obj) {
		return errors.New("key in other case")
	}
	return nil
}

// decimal are the numbers that a text may hold. The decoder takes others, such
// as 0x1p4 and -Inf.
var decimal = regexp.MustCompile(`^-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?$`)

// narrowQuoted refuses null within strings, and numbers of odd forms. Rules are
// for the string.
func (j Judge) narrowQuoted(v any, t reflect.Type, r rules) error {
	s, ok := v.(string)
	if !ok {
		return j.narrow(v, t, r)
	}
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if reflect.PointerTo(t).Implements(jsonType) {
		return nil
	}
	if err := r.allow(v); err != nil || s == "null" {
		return errors.New("null within a string, or " + fmt.Sprint(err))
	}
	switch k := t.Kind(); {
	case t == numberType, k == reflect.Float32, k == reflect.Float64:
		if !decimal.MatchString(s) {
			return errors.New("number of an odd form")
		}
	case enums[t] != nil:
		for _, c := range enums[t] {
			if text, _ := json.Marshal(c); string(text) == s {
				return nil
			}
		}
		return errors.New("not one of the constants")
	}
	return nil
}
