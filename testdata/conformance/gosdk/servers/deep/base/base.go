// Package base holds types to embed.
package base

import "time"

// Entity is embedded by everything.
type Entity struct {
	ID      string `json:"id" jsonschema:"identifier"`
	Version int64  `json:"version,omitempty"`
	secret  string
}

// Timestamps are embedded by pointer.
type Timestamps struct {
	Created time.Time     `json:"created"`
	TTL     time.Duration `json:"ttl,omitempty"`
}

// Owned embeds Entity again.
type Owned struct {
	Entity
	Owner string `json:"owner"`
	Name  string `json:"name" jsonschema:"name in Owned"`
}

// List is generic.
type List[T any] struct {
	*Timestamps
	Items []T            `json:"items"`
	Index map[string][]T `json:"index,omitempty"`
}

// Kind is an enum.
type Kind uint8
