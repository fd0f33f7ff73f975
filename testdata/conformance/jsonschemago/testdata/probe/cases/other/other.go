// Package other holds types that cases embeds and uses from outside.
package other

// Base is embedded in other packages.
type Base struct {
	ID     string `json:"id"`
	hidden int
	Shared bool
}

// private can be reached through Exposed only.
type private struct {
	Deep int `json:"deep" jsonschema:"how deep"`
}

// Exposed promotes the fields of an unexported type.
type Exposed struct {
	private
	Own string
}

// Box is generic.
type Box[T any] struct {
	Value T `json:"value"`
}

// Text marshals itself as a value.
type Text struct{ A, B int }

func (Text) MarshalText() ([]byte, error) { return nil, nil }
