// Package model holds the types that servers share: what is stored, and what
// callers send.
package model

import (
	"encoding/json"
	"time"
)

// Status is the state of an issue.
type Status string

// The states.
const (
	Open   Status = "open"
	Closed Status = "closed"
	// Merged is for pull requests only.
	Merged Status = "merged"
)

// Statuses are all states.
var Statuses = []Status{Open, Closed, Merged}

// Ref names a repository.
type Ref struct {
	Owner string `json:"owner" jsonschema:"owner of the repository"`
	Repo  string `json:"repo" jsonschema:"name of the repository"`
}

// Paging is embedded in inputs of lists.
type Paging struct {
	Page    int `json:"page,omitempty" jsonschema:"number of the page, from 1"`
	PerPage int `json:"per_page,omitempty" jsonschema:"items per page"`
}

// Audit is embedded by pointer.
type Audit struct {
	CreatedAt time.Time  `json:"created_at"`
	UpdatedAt *time.Time `json:"updated_at,omitempty"`
	by        string
}

// By returns who made it.
func (a *Audit) By() string { return a.by }

// Issue is an issue of a repository.
type Issue struct {
	Ref
	*Audit
	Number int               `json:"number"`
	Title  string            `json:"title"`
	Body   *string           `json:"body"`
	Status Status            `json:"status"`
	Labels []Label           `json:"labels"`
	Extra  map[string]string `json:"extra,omitempty"`
}

// Label is a coloured word.
type Label struct {
	Name  string `json:"name"`
	Color string `json:"color,omitempty"`
}

// Pair is a value of two parts.
type Pair[A, B any] struct {
	First  A `json:"first"`
	Second B `json:"second"`
}

// Optional is a value that may be missing.
type Optional[T any] struct {
	Value T    `json:"value,omitzero"`
	Set   bool `json:"set"`
}

// Money prints itself as a string of JSON.
type Money struct {
	Cents    int64
	Currency string
}

// MarshalJSON prints the amount.
func (m Money) MarshalJSON() ([]byte, error) { return json.Marshal(m.Currency) }

// UnmarshalJSON reads the amount.
func (m *Money) UnmarshalJSON(data []byte) error { return json.Unmarshal(data, &m.Currency) }

// Color is a text of its own.
type Color struct{ R, G, B uint8 }

// MarshalText prints the color.
func (c Color) MarshalText() ([]byte, error) { return []byte("#"), nil }

// UnmarshalText reads the color.
func (c *Color) UnmarshalText([]byte) error { return nil }
