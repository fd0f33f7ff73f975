package gojson

import (
	"encoding/base64"
	"go/types"
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/internal/jsonmethod"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Fit is the answer to whether encoding/json can decode a document into a type.
type Fit int

const (
	FitsNot Fit = iota
	MayFit      // decided at run time
	Fits
)

// Fitting reports whether encoding/json can decode the known parts of n into a value of
// type t. An UnmarshalJSON method is assumed to accept anything.
func Fitting(n *schema.Node, t types.Type) Fit {
	switch {
	case n.Kind == schema.Unresolved || n.Kind == schema.Null || isRawMessage(t) || jsonmethod.Reads(t).Kind == jsonmethod.JSON:
		return Fits
	case n.Kind == schema.String && jsonmethod.Reads(t).Kind == jsonmethod.Text:
		return MayFit
	case ofJSON(t, "Number") && n.Kind == schema.Number:
		return Fits
	case ofJSON(t, "Number") && n.Kind == schema.String:
		return MayFit
	}
	switch u := ir.Under(t).(type) {
	case *types.Pointer:
		return Fitting(n, u.Elem())
	case *types.Interface:
		if u.NumMethods() == 0 {
			return Fits
		}
		return MayFit
	case *types.Basic:
		return when(fitsBasic(n, u))
	case *types.Slice:
		if n.Kind == schema.String && ir.IsByte(u.Elem()) {
			_, err := base64.StdEncoding.DecodeString(n.Text)
			return when(err == nil)
		}
		return fitAll(n, n.Elems, u.Elem())
	case *types.Array:
		return fitAll(n, n.Elems[:min(len(n.Elems), int(u.Len()))], u.Elem())
	case *types.Map:
		return fitsMap(n, u)
	case *types.Struct:
		if n.Kind != schema.Object {
			return FitsNot
		}
		fit := Fits
		for _, f := range JSONFields(u) {
			v, sure := member(n, f.Name)
			if !sure || v != nil && f.Quoted {
				fit = min(fit, MayFit)
			} else if v != nil {
				fit = min(fit, Fitting(v, fieldType(u, f.Path)))
			}
		}
		return fit
	}
	return FitsNot
}

func when(fits bool) Fit {
	if fits {
		return Fits
	}
	return FitsNot
}

// fitsBasic is [Fitting] for a basic type.
func fitsBasic(n *schema.Node, b *types.Basic) bool {
	switch n.Kind {
	case schema.Bool:
		return b.Info()&types.IsBoolean != 0
	case schema.String:
		return b.Info()&types.IsString != 0
	case schema.Number:
		if b.Info()&types.IsInteger != 0 {
			return isInteger(n.Text, b)
		}
		bits := 64
		if b.Kind() == types.Float32 {
			bits = 32
		}
		_, err := strconv.ParseFloat(n.Text, bits)
		return err == nil && b.Info()&types.IsFloat != 0
	}
	return false
}

// isInteger reports whether text is a number that fits in an integer type.
func isInteger(text string, b *types.Basic) bool {
	bits := map[types.BasicKind]int{types.Int8: 8, types.Uint8: 8, types.Int16: 16, types.Uint16: 16, types.Int32: 32, types.Uint32: 32}[b.Kind()]
	if bits == 0 {
		bits = 64
	}
	var err error
	if b.Info()&types.IsUnsigned != 0 {
		_, err = strconv.ParseUint(text, 10, bits)
	} else {
		_, err = strconv.ParseInt(text, 10, bits)
	}
	return err == nil
}

func fitAll(n *schema.Node, elems []*schema.Node, t types.Type) Fit {
	if n.Kind != schema.Array {
		return FitsNot
	}
	fit := Fits
	for _, e := range elems {
		fit = min(fit, Fitting(e, t))
	}
	return fit
}

func fitsMap(n *schema.Node, t *types.Map) Fit {
	if n.Kind != schema.Object {
		return FitsNot
	}
	fit := Fits
	key, _ := ir.Under(t.Key()).(*types.Basic)
	for _, e := range n.Members {
		switch {
		case jsonmethod.KeyReads(t.Key()):
			fit = min(fit, MayFit)
		case key == nil || key.Info()&types.IsString == 0 && !(key.Info()&types.IsInteger != 0 && isInteger(e.Name, key)):
			return FitsNot
		}
		fit = min(fit, Fitting(e.Value, t.Elem()))
	}
	return fit
}

// member returns the member of an object that encoding/json decodes into a field with
// a name: the last one with exactly that name, or one that differs in case. sure is
// false if both exist, because their order then matters.
func member(n *schema.Node, name string) (v *schema.Node, sure bool) {
	exact, folded := 0, 0
	for _, m := range n.Members {
		switch {
		case m.Name == name:
			v = m.Value
			exact++
		case strings.EqualFold(m.Name, name):
			if exact == 0 {
				v = m.Value
			}
			folded++
		}
	}
	return v, exact == 0 || folded == 0
}
