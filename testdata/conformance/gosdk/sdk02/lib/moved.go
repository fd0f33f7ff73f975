//go:build sdk02 && schema02

// Package lib is the library of schemas, wherever it is.
package lib

import "github.com/google/jsonschema-go/jsonschema"

// Schema is a schema.
type Schema = jsonschema.Schema

// For infers the schema of a type.
func For[T any]() (*Schema, error) { return jsonschema.For[T](nil) }

// Ptr returns a pointer to x.
func Ptr[T any](x T) *T { return jsonschema.Ptr(x) }
