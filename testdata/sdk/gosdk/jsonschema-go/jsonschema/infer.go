package jsonschema

import (
	"net/url"
	"reflect"
)

// ForOptions are options of For and ForType.
type ForOptions struct {
	IgnoreInvalidTypes bool
	TypeSchemas        map[reflect.Type]*Schema
}

// For infers the schema of T.
func For[T any](opts *ForOptions) (*Schema, error) { panic("stub") }

// ForType infers the schema of t.
func ForType(t reflect.Type, opts *ForOptions) (*Schema, error) { panic("stub") }

// A Loader reads a remote schema.
type Loader func(uri *url.URL) (*Schema, error)

// ResolveOptions are options of Resolve.
type ResolveOptions struct {
	BaseURI          string
	Loader           Loader
	ValidateDefaults bool
}

// Resolved is a schema that is ready for validation.
type Resolved struct{ root *Schema }

// ApplyDefaults sets missing properties.
func (rs *Resolved) ApplyDefaults(instancep any) error { panic("stub") }

// Schema returns the schema that was resolved.
func (rs *Resolved) Schema() *Schema { panic("stub") }

// Validate validates an instance.
func (rs *Resolved) Validate(instance any) error { panic("stub") }
