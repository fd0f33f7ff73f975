// Package orderedmap is a stub.
package orderedmap

// Pair is an entry.
type Pair[K comparable, V any] struct {
	Key   K
	Value V

	element *int
}

// OrderedMap is a map with an order.
type OrderedMap[K comparable, V any] struct {
	pairs map[K]*Pair[K, V]
	list  *int
}

// InitOption is an option of New.
type InitOption[K comparable, V any] func()

// New makes a map.
func New[K comparable, V any](options ...any) *OrderedMap[K, V] { panic("stub") }

// Set sets an entry.
func (om *OrderedMap[K, V]) Set(key K, value V) (V, bool) { panic("stub") }

// Get returns an entry.
func (om *OrderedMap[K, V]) Get(key K) (V, bool) { panic("stub") }
