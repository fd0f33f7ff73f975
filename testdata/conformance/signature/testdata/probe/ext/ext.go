// Package ext stands for a dependency whose source nobody has read.
package ext

// Color has constants that cannot be known.
type Color string

const Red Color = "red"

// ID is written as text.
type ID [2]byte

func (ID) MarshalText() ([]byte, error) { return []byte("id"), nil }

func (*ID) UnmarshalText([]byte) error { return nil }
