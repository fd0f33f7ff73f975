// Package parcels sends parcels and follows them.
package parcels

import (
	"context"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/parcels/internal/toolkit"
)

// Number names a parcel.
type Number struct {
	ID string `json:"id" jsonschema:"number of the parcel, such as P000042"`
}

type createInput struct {
	To     Address `json:"to" jsonschema:"where it goes"`
	Weight float64 `json:"weight" jsonschema:"weight in grams"`
	Note   string  `json:"note,omitempty" jsonschema:"a word to the receiver"`
}

type listInput struct {
	Status Status `json:"status,omitempty" jsonschema:"only parcels in this state"`
	City   string `json:"city,omitempty" jsonschema:"only parcels to this city"`
	Limit  int    `json:"limit" jsonschema:"at most this many; all if 0"`
}

type listOutput struct {
	Parcels []Parcel `json:"parcels"`
}

type cancelInput struct {
	Number
	// Why the parcel is cancelled. The receiver reads it.
	Reason string `json:"reason,omitempty"`
}

type service struct{ store *Store }

// Register adds the tools for parcels.
func Register(s *mcp.Server, store *Store) {
	svc := service{store}
	toolkit.Add(s, "parcel_create", "Register a new parcel. It is sent when its label has been printed.", svc.create)
	toolkit.Add(s, "parcel_track", "Tell where a parcel is.", svc.track, toolkit.ReadOnly())
	toolkit.Add(s, "parcel_list", "List parcels by state and city.", svc.list,
		toolkit.ReadOnly(),
		toolkit.Enum("status", Created, Underway, Delivered, Cancelled))
	toolkit.Add(s, "parcel_cancel", "Cancel a parcel that is not on its way yet.", svc.cancel, toolkit.Destructive())
}

func (s service) create(_ context.Context, in createInput) (Parcel, error) {
	return s.store.Add(Parcel{To: in.To, Weight: in.Weight, Note: in.Note}), nil
}

func (s service) track(_ context.Context, in Number) (Parcel, error) { return s.store.Get(in.ID) }

func (s service) list(_ context.Context, in listInput) (listOutput, error) {
	return listOutput{s.store.List(func(p *Parcel) bool {
		return (in.Status == "" || p.Status == in.Status) && (in.City == "" || p.To.City == in.City)
	}, in.Limit)}, nil
}

func (s service) cancel(_ context.Context, in cancelInput) (Parcel, error) {
	return s.store.Update(in.ID, func(p *Parcel) error {
		if p.Status != Created {
			return fmt.Errorf("parcel %s is %s; it can no longer be cancelled", p.ID, p.Status)
		}
		p.Status, p.Note = Cancelled, in.Reason
		return nil
	})
}
