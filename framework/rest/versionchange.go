// The differences of a version from the declarations.

package rest

import (
	"reflect"

	"example.com/resourceful/framework/rest/internal/declaration"
	"example.com/resourceful/framework/schema"
)

// VersionChange is a difference of a version: Rename, Remove, Add, Default, Split and Join make one. It
// applies to all representations of a struct: in lists, nested and expanded, in bodies and forms, in
// messages, filters, orders, choices of members, OPTIONS and exports. The struct is that of rows, or for
// Rename, Remove and Default also an input or output of an action.
type VersionChange struct{ change declaration.VersionChange }

// Rename gives a member another name in a version.
func Rename[T any](from, to string) VersionChange {
	return VersionChange{declaration.VersionChange{Word: "Rename", Of: reflect.TypeFor[T](), Member: from, Text: to}}
}

// Remove removes a member from a version: it is not shown, it is unknown in input, and nothing filters or
// sorts by it. New rows from clients of the version have its default.
func Remove[T any](member string) VersionChange {
	return VersionChange{declaration.VersionChange{Word: "Remove", Of: reflect.TypeFor[T](), Member: member}}
}

// Default permits clients of a version to leave out a member, which then has the value that a tag
// default:"…" would set.
func Default[T any](member, value string) VersionChange {
	return VersionChange{declaration.VersionChange{Word: "Default", Of: reflect.TypeFor[T](), Member: member, Text: value}}
}

// Add adds a former member to a version, with the value that a function computes from the row, from its
// columns only. Its input from clients is ignored. The tag contains the words that the kind of the value
// needs.
func Add[T, V any](member string, value func(row *T) V, tag ...string) VersionChange {
	ch := declaration.VersionChange{Word: "Add", Of: reflect.TypeFor[T](), Names: []string{member}, Types: []reflect.Type{reflect.TypeFor[V]()}}
	if len(tag) > 0 {
		ch.Tag = tag[0]
	}
	if value != nil {
		ch.Made = &schema.Made{Read: func(row []any) []any { return []any{value(row[0].(*T))} }}
	}
	return VersionChange{ch}
}

// Split gives a version two members instead of one. apart converts it to them, and together converts them
// to it. The client receives an error of together under the name of the first. A client that sends one of
// the two leaves the other unchanged.
func Split[T, V, A, B any](member, first, second string, apart func(V) (A, B), together func(A, B) (V, error)) VersionChange {
	ch := declaration.VersionChange{
		Word: "Split", Of: reflect.TypeFor[T](), Names: []string{first, second},
		Types: []reflect.Type{reflect.TypeFor[A](), reflect.TypeFor[B](), reflect.TypeFor[V]()},
	}
	if apart != nil && together != nil {
		ch.Made = &schema.Made{
			Of: []string{member},
			Read: func(v []any) []any {
				a, b := apart(v[0].(V))
				return []any{a, b}
			},
			Write: func(v []any) ([]any, error) {
				value, err := together(v[0].(A), v[1].(B))
				return []any{value}, err
			},
		}
	}
	return VersionChange{ch}
}

// Join gives a version one member instead of two. together converts them to it, and apart converts it to
// them. The client receives an error of apart under the name of the member.
func Join[T, A, B, V any](first, second, member string, together func(A, B) V, apart func(V) (A, B, error)) VersionChange {
	ch := declaration.VersionChange{
		Word: "Join", Of: reflect.TypeFor[T](), Names: []string{member},
		Types: []reflect.Type{reflect.TypeFor[V](), reflect.TypeFor[A](), reflect.TypeFor[B]()},
	}
	if together != nil && apart != nil {
		ch.Made = &schema.Made{
			Of:   []string{first, second},
			Read: func(v []any) []any { return []any{together(v[0].(A), v[1].(B))} },
			Write: func(v []any) ([]any, error) {
				a, b, err := apart(v[0].(V))
				return []any{a, b}, err
			},
		}
	}
	return VersionChange{ch}
}
