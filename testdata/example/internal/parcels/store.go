package parcels

import (
	"fmt"
	"slices"
	"sync"
)

// Status is where a parcel is on its way.
type Status string

// The states of a parcel.
const (
	Created   Status = "created"
	Underway  Status = "underway"
	Delivered Status = "delivered"
	Cancelled Status = "cancelled"
)

// Parcel is one parcel.
type Parcel struct {
	ID     string  `json:"id"`
	To     Address `json:"to"`
	Weight float64 `json:"weight"`
	Status Status  `json:"status"`
	Note   string  `json:"note,omitempty"`
}

// Address is where a parcel goes.
type Address struct {
	Name     string `json:"name" jsonschema:"name of the receiver"`
	Street   string `json:"street" jsonschema:"street and number"`
	Postcode string `json:"postcode" jsonschema:"postal code"`
	City     string `json:"city" jsonschema:"name of the city"`
	Country  string `json:"country,omitempty" jsonschema:"country code of two letters; the sender's country if empty"`
}

// Store keeps parcels in memory.
type Store struct {
	mu      sync.Mutex
	parcels []*Parcel
}

// NewStore returns an empty store.
func NewStore() *Store { return &Store{} }

// Get returns the parcel of that number.
func (s *Store) Get(id string) (Parcel, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, err := s.find(id)
	if err != nil {
		return Parcel{}, err
	}
	return *p, nil
}

// Add stores p under a new number.
func (s *Store) Add(p Parcel) Parcel {
	s.mu.Lock()
	defer s.mu.Unlock()
	p.ID = fmt.Sprintf("P%06d", len(s.parcels)+1)
	p.Status = Created
	s.parcels = append(s.parcels, &p)
	return p
}

// Update changes the parcel of that number.
func (s *Store) Update(id string, change func(*Parcel) error) (Parcel, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, err := s.find(id)
	if err != nil {
		return Parcel{}, err
	}
	if err := change(p); err != nil {
		return Parcel{}, err
	}
	return *p, nil
}

// List returns the parcels that match, at most limit of them.
func (s *Store) List(match func(*Parcel) bool, limit int) []Parcel {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := []Parcel{}
	for _, p := range s.parcels {
		if match(p) && (limit <= 0 || len(out) < limit) {
			out = append(out, *p)
		}
	}
	return out
}

func (s *Store) find(id string) (*Parcel, error) {
	i := slices.IndexFunc(s.parcels, func(p *Parcel) bool { return p.ID == id })
	if i < 0 {
		return nil, fmt.Errorf("there is no parcel %s", id)
	}
	return s.parcels[i], nil
}
