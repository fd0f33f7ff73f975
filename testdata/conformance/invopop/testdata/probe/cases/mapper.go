package cases

import (
	"reflect"
	"time"

	"github.com/invopop/jsonschema"
)

var shared *jsonschema.Schema

// Restore takes back what tags have written into the shared schema.
func Restore() { shared = &jsonschema.Schema{Type: "string", Title: "shared", Description: "at first"} }

// Mapper gives some types schemas.
//
// conform:mapper {"interface":{"\u0000extras":{}},"cases.Ignored":{"type":"integer","maximum":9},"cases.Custom":{"type":"boolean"},"cases.Extended":{"type":"array","items":{"type":"string"}},"cases.Aliased":{"type":"never"},"time.Duration":"shared","cases.MappedShared":"shared","shared":{"type":"string","title":"shared","description":"at first"},"[]int":{"type":"array","items":{"type":"number"}}}
func Mapper(t reflect.Type) *jsonschema.Schema {
	switch {
	case t.Kind() == reflect.Interface:
		return &jsonschema.Schema{Extras: map[string]any{}}
	case t == reflect.TypeFor[Ignored]():
		return &jsonschema.Schema{Type: "integer", Maximum: "9"}
	case t == reflect.TypeFor[Custom]():
		return &jsonschema.Schema{Type: "boolean"}
	case t == reflect.TypeFor[Extended]():
		return &jsonschema.Schema{Type: "array", Items: &jsonschema.Schema{Type: "string"}}
	case t == reflect.TypeFor[Aliased]():
		return &jsonschema.Schema{Type: "never"}
	case t == reflect.TypeFor[time.Duration](), t == reflect.TypeFor[MappedShared]():
		return shared
	case t == reflect.TypeFor[[]int]():
		return &jsonschema.Schema{Type: "array", Items: &jsonschema.Schema{Type: "number"}}
	}
	return nil
}

type MappedShared struct{ X int }

type Mapped struct {
	A any            `jsonschema:"title=a"`
	B *Ignored       `jsonschema:"minimum=2,description=changed"`
	C []Ignored      `jsonschema:"minItems=1"`
	D map[string]any `json:"d,omitempty"`
	E Custom         `jsonschema:"default=true"`
	F Extended       `jsonschema:"enum=x,minItems=2"`
	G Aliased
	H []int `jsonschema:"maxItems=4,enum=3" jsonschema_extras:"a=b"`
	I error `jsonschema:"required" jsonschema_extras:"x-n=1"`
	Plain
}

type MappedTwice struct {
	A time.Duration `jsonschema:"minLength=3"`
	B MappedShared  `jsonschema:"title=B" jsonschema_description:"at B"`
	C []*MappedShared
	D time.Duration `jsonschema_extras:"x=y" json:"d,omitempty"`
}

type Unnamed = struct {
	A Plain
	B any
}

type UnnamedList = []Plain
