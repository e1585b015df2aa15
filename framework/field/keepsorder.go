// Values of fields with the order of the members of JSON objects.

package field

import (
	"maps"
	"slices"

	"example.com/resourceful/framework/field/notation"
)

// KeepsOrder reports whether the values keep the order of the members of JSON objects, or contain such.
func (s *Spec) KeepsOrder() bool {
	return s.Kind.KeepsOrder || s.Item != nil && s.Item.KeepsOrder() || slices.ContainsFunc(s.Kind.Members, func(m Member) bool { return m.KeepsOrder() })
}

// InOrder returns a value for Parse with the order of the objects that keep it.
func (s *Spec) InOrder(value any, orders notation.Orders) any {
	if value == nil || orders == nil || !s.KeepsOrder() {
		return value
	}
	switch v := value.(type) {
	case notation.Tree:
		return v
	case []any:
		if s.Item != nil {
			list := make([]any, len(v))
			for i, item := range v {
				list[i] = s.Item.InOrder(item, orders)
			}
			return list
		}
	case map[string]any:
		if s.Kind.Members != nil {
			object := maps.Clone(v)
			for _, m := range s.Kind.Members {
				if inside, has := object[m.Name]; has {
					object[m.Name] = m.InOrder(inside, orders)
				}
			}
			return object
		}
	}
	if s.Kind.KeepsOrder {
		return notation.Tree{Value: value, Orders: orders}
	}
	return value
}
