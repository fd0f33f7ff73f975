// Package other holds types that signatures share. It belongs to the module,
// so its constants count.
package other

import "context"

// Level has constants.
type Level string

const (
	Low  Level = "low"
	High Level = "high"
)

// Base is embedded by others.
type Base struct {
	ID   int    `json:"id"`
	Name string `json:"name,omitempty"`
	note string
}

// Conflict has names that others have as well.
type Conflict struct {
	ID string `json:"id"`
	A  bool   `json:"a"`
	B  int
}

type hidden struct {
	Shown int  `json:"shown"`
	Not   bool `json:"-"`
	Dash  bool `json:"-,"`
}

// Exposed embeds a type that is not exported.
type Exposed struct {
	hidden
	X int
}

// Deep embeds two types whose names clash.
type Deep struct {
	*Base
	Conflict
	Level Level `json:"level" jsonschema:"description=how loud"`
}

// Box holds anything.
type Box[T any] struct {
	Value T  `json:"value"`
	Next  *T `json:"next"`
}

// Tree holds itself.
type Tree struct {
	Label string `json:"label"`
	Kids  []Tree `json:"kids,omitempty"`
	Up    *Tree  `json:"up"`
}

// Slice is a list that may be embedded.
type Slice []string

// Alias is another name.
type Alias = Base

// Key is written as text where it is a key.
type Key struct{ V string }

func (k Key) MarshalText() ([]byte, error) { return []byte("k" + k.V), nil }

func (k *Key) UnmarshalText(b []byte) error { k.V = string(b); return nil }

// Context is a context.
type Context struct{ context.Context }

// Progress is told by callbacks.
type Progress struct{ Done, Total int }
