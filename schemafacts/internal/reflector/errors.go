package reflector

import (
	"errors"
	"go/token"
)

// TypeError is returned for a type that the library rejects.
type TypeError struct {
	Msg string    // the library's message
	Pos token.Pos // the field or type that causes the error
	// Fatal reports whether the program ends: a stack overflow cannot be recovered.
	Fatal bool
	// Marshal reports whether the schema exists and json.Marshal fails.
	Marshal bool
}

func (e *TypeError) Error() string { return e.Msg }

// Unresolvable is returned if too little is visible to derive the schema.
type Unresolvable struct {
	Reason string
	Pos    token.Pos
}

func (e *Unresolvable) Error() string { return e.Reason }

// Cause returns the text and the place of an error of a reflector, or other if it has
// no place. It reports whether the library itself rejects the type.
func Cause(err error, other token.Pos) (text string, pos token.Pos, rejected bool) {
	var te *TypeError
	var ue *Unresolvable
	switch {
	case errors.As(err, &te):
		pos, rejected = te.Pos, true
	case errors.As(err, &ue):
		pos = ue.Pos
	}
	if !pos.IsValid() {
		pos = other
	}
	return err.Error(), pos, rejected
}
