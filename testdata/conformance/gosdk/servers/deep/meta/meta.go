// Package meta holds more types to embed, with names that collide.
package meta

// Object is embedded beside others.
type Object struct {
	Name   string            `json:"name" jsonschema:"name in Object"`
	Labels map[string]string `json:"labels,omitempty" jsonschema:"labels of the object"`
}

// Named has one field of a common name.
type Named struct {
	Name string `json:"title"`
}

// Visible is an interface to embed.
type Visible interface{ Visible() bool }
