// Package param is a stub of what generated clients print themselves with.
package param

type status int8

// Opt is a value that may be left out.
type Opt[T comparable] struct {
	Value  T
	status status
	opt
}

type opt struct{}

func (o Opt[T]) MarshalJSON() ([]byte, error) { return nil, nil }

func NewOpt[T comparable](v T) Opt[T] { return Opt[T]{Value: v, status: 2} }

func Override[T any](v any) T { var t T; return t }

type APIObject struct{ metadata }

type APIUnion struct{ metadata }

type metadata struct{ any }

func (m *metadata) SetExtraFields(map[string]any) {}
