package gojson

import (
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/internal/jsonmethod"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Fit is the answer to whether encoding/json can decode a document into a type.
type Fit int

const (
	FitsNot Fit = iota
	MayFit      // decided at run time, or not modelled
	Fits
)

// Fitting reports whether encoding/json can decode the known parts of n into a value of
// type t. An UnmarshalJSON method is assumed to accept anything.
func Fitting(n *schema.Node, t types.Type) Fit {
	switch method := jsonmethod.Reads(t).Kind; {
	case n.Kind == schema.Unresolved || n.Kind == schema.Null || isRawMessage(t) || method == jsonmethod.JSON ||
		ofJSON(t, "Number") && n.Kind == schema.Number:
		return Fits
	case n.Kind == schema.String && method == jsonmethod.Text || ofJSON(t, "Number"):
		return MayFit
	}
	fit := Fits
	switch u := ir.Under(t).(type) {
	case *types.Pointer:
		return Fitting(n, u.Elem())
	case *types.Interface:
		if u.NumMethods() == 0 {
			return Fits
		}
	case *types.Basic:
		if fitsBasic(n, u) {
			return Fits
		}
		return FitsNot
	case *types.Slice:
		switch n.Kind {
		case schema.String:
			return MayFit // bytes
		case schema.Array:
			for _, e := range n.Elems {
				fit = min(fit, Fitting(e, u.Elem()))
			}
			return fit
		}
		return FitsNot
	case *types.Map:
		switch {
		case n.Kind != schema.Object:
			return FitsNot
		case hasTextKeys(u):
			for _, m := range n.Members {
				fit = min(fit, Fitting(m.Value, u.Elem()))
			}
			return fit
		}
	case *types.Struct:
		if n.Kind != schema.Object {
			return FitsNot
		}
		for _, f := range jsonfields.Of(u) {
			v, sure := member(n, f.Name)
			if !sure || v != nil && f.Quoted {
				fit = min(fit, MayFit)
			} else if v != nil {
				fit = min(fit, Fitting(v, f.Var.Type()))
			}
		}
		return fit
	}
	return MayFit
}

// fitsBasic is Fitting for a basic type.
func fitsBasic(n *schema.Node, b *types.Basic) bool {
	switch n.Kind {
	case schema.Bool:
		return b.Info()&types.IsBoolean != 0
	case schema.String:
		return b.Info()&types.IsString != 0
	case schema.Number:
		bits := int(8 * types.SizesFor("gc", "amd64").Sizeof(b))
		var err error
		switch {
		case b.Info()&types.IsUnsigned != 0:
			_, err = strconv.ParseUint(n.Text, 10, bits)
		case b.Info()&types.IsInteger != 0:
			_, err = strconv.ParseInt(n.Text, 10, bits)
		default:
			_, err = strconv.ParseFloat(n.Text, bits)
		}
		return err == nil && b.Info()&(types.IsInteger|types.IsFloat) != 0
	}
	return false
}

// member returns the member of an object that encoding/json decodes into a field with
// a name: the last one with exactly that name, or one that differs in case. sure is
// false if both exist, because their order then matters. A member that may be absent is
// unresolved.
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
	if p := n.Partial; p != nil && exact == 0 {
		named := func(m schema.Member) bool { return strings.EqualFold(m.Name, name) }
		if p.More || slices.ContainsFunc(p.Perhaps, named) {
			return schema.NewUnresolved(p.Reason, p.Pos), folded == 0
		}
	}
	return v, exact == 0 || folded == 0
}
