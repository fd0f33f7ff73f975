// Package books says what the library has.
package books

import "time"

// Kind is what sort of thing can be borrowed.
type Kind string

// The library has nothing else.
const (
	Printed Kind = "book"
	Audio   Kind = "audio"
	Film    Kind = "film"
)

// Book is one title.
type Book struct {
	// ID is the number on the label.
	ID    string `json:"id"`
	Title string `json:"title"`
	// Kind is what sort of thing it is.
	Kind Kind `json:"kind"`
	// Due is when it comes back, if it is lent.
	Due *time.Time `json:"due,omitempty"`
}

// Loan is what somebody wants to borrow.
type Loan struct {
	// Card is the number of the reader's card.
	Card string `json:"card" jsonschema:"pattern=^[0-9]{8}$"`
	// IDs are the numbers on the labels.
	IDs []string `json:"ids" jsonschema:"minItems=1,maxItems=5"`
	// Days is for how long.
	Days int `json:"days,omitempty" jsonschema:"minimum=1,maximum=28,default=14"`
}
