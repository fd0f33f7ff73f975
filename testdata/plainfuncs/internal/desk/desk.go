// Package desk does what the people at the desk do.
package desk

import (
	"context"
	"errors"
	"strings"

	"example.com/library/internal/books"
)

// Desk is where books are lent.
type Desk struct{ shelf []books.Book }

// New returns a desk with a few books.
func New() *Desk {
	return &Desk{shelf: []books.Book{{ID: "1", Title: "A Room of One's Own", Kind: books.Printed}}}
}

// Search finds books by words in their titles.
//
// Words may stand in any order; capitals do not matter.
//
//   - words: what the title contains
//   - kind: what sort of thing to look for; all if left out
//   - limit: how many to return at most
//   - sort: what comes first
//
//schemavet:tool name=book_search
//schemavet:param limit default=10,minimum=1,maximum=100
//schemavet:param sort default=title,enum=title,enum=newest
func (d *Desk) Search(ctx context.Context, words string, kind *books.Kind, limit int, sort string) ([]books.Book, error) {
	var found []books.Book
	for _, b := range d.shelf {
		if kind != nil && b.Kind != *kind || !strings.Contains(strings.ToLower(b.Title), strings.ToLower(words)) {
			continue
		}
		if len(found) < limit {
			found = append(found, b)
		}
	}
	return found, ctx.Err()
}

// Lend notes that a reader takes books home.
//
//   - loan: who takes what
//
//schemavet:tool name=book_lend
func (d *Desk) Lend(ctx context.Context, loan books.Loan) error {
	if len(loan.IDs) == 0 {
		return errors.New("no books")
	}
	return ctx.Err()
}

// Fee returns what a reader has to pay, in cents.
//
//   - days: how many days too late
//   - kind: what was lent
//
//schemavet:tool name=late_fee
//schemavet:param days minimum=0
func Fee(days int, kind books.Kind) int {
	if kind == books.Film {
		return 100 * days
	}
	return 20 * days
}
