// Objects of JSON whose members are of one type and have an order.

package openapi

import (
	"iter"
	"maps"
	"slices"
)

// Map is an object with members of one type in the order in which they were set. The zero value is empty.
type Map[V any] struct {
	names  []string
	values map[string]V
}

// mapOf returns a map of Go as a Map, sorted by name.
func mapOf[V any](values map[string]V) Map[V] {
	return Map[V]{slices.Sorted(maps.Keys(values)), values}
}

// Get returns the member of a name, and the zero value for none.
func (m Map[V]) Get(name string) V { return m.values[name] }

// Has reports whether there is a member of the name.
func (m Map[V]) Has(name string) bool {
	_, has := m.values[name]
	return has
}

// Set sets a member, a new one behind the others.
func (m *Map[V]) Set(name string, value V) {
	if !m.Has(name) {
		m.names = append(m.names, name)
	}
	if m.values == nil {
		m.values = map[string]V{}
	}
	m.values[name] = value
}

// Len returns the number of members.
func (m Map[V]) Len() int { return len(m.names) }

// Names returns the names of the members, in their order.
func (m Map[V]) Names() []string { return m.names }

// All yields the members in their order.
func (m Map[V]) All() iter.Seq2[string, V] {
	return func(yield func(string, V) bool) {
		for _, name := range m.names {
			if !yield(name, m.values[name]) {
				return
			}
		}
	}
}

// rewritten returns a copy with other values; it is nil where the map is.
func (m Map[V]) rewritten(rewrite func(V) V) (to Map[V]) {
	if m.values != nil {
		to.values = map[string]V{}
	}
	for name, value := range m.All() {
		to.Set(name, rewrite(value))
	}
	return to
}

// isNil reports whether there is no object at all, not even an empty one.
func (m Map[V]) isNil() bool { return m.values == nil }

// MarshalJSON implements json.Marshaler.
func (m Map[V]) MarshalJSON() ([]byte, error) { return compact(m), nil }
