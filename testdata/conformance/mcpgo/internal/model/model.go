// Package model has types that servers use for arguments and results.
package model

import "time"

// Page is a part of a list.
type Page struct {
	Limit  int    `json:"limit,omitempty"`
	Cursor string `json:"cursor,omitempty"`
}

// Issue is an issue.
type Issue struct {
	ID      int64             `json:"id"`
	Title   string            `json:"title"`
	Labels  []string          `json:"labels,omitempty"`
	Created time.Time         `json:"created"`
	Closed  *time.Time        `json:"closed,omitempty"`
	Fields  map[string]string `json:"fields,omitempty"`
	Extra   map[string]any    `json:"extra,omitempty"`
	Weight  float64           `json:"weight"`
	Open    bool              `json:"open"`
}

// Result wraps what a tool returns.
type Result[T any] struct {
	Page
	Items []T `json:"items"`
	Total int `json:"total"`
}

// Node contains itself.
type Node struct {
	Name     string  `json:"name"`
	Children []*Node `json:"children,omitempty"`
}
