// What a version has in another way than the declarations.

package rest

import (
	"reflect"

	"example.com/resourceful/framework/rest/internal/declaration"
	"example.com/resourceful/framework/schema"
)

// VersionChange is what a version has in another way: Rename, Remove, Add, Default, Split and Join make one. It is so in
// all representations of a struct, wherever they are: in lists, nested and expanded, in bodies and forms, in messages,
// filters, orders, choices of members, OPTIONS and exports. The struct is that of rows, or for Rename, Remove and Default
// also one that an action takes or answers.
type VersionChange struct{ change declaration.VersionChange }

// Rename lets a member have another name in a version.
func Rename[T any](from, to string) VersionChange {
	return VersionChange{declaration.VersionChange{Word: "Rename", Of: reflect.TypeFor[T](), Member: from, Text: to}}
}

// Remove takes a member from a version: it is not shown, unknown where a client sends it, and nothing filters or sorts by it.
// Rows that clients of the version make have its default.
func Remove[T any](member string) VersionChange {
	return VersionChange{declaration.VersionChange{Word: "Remove", Of: reflect.TypeFor[T](), Member: member}}
}

// Default lets clients of a version leave out a member that has then the value that a tag default:"…" would give it.
func Default[T any](member, value string) VersionChange {
	return VersionChange{declaration.VersionChange{Word: "Default", Of: reflect.TypeFor[T](), Member: member, Text: value}}
}

// Add gives a version a member that is no longer there, with the value that a function makes of the row, which may
// look at nothing but its columns. What clients send of it is ignored. The tag says what the kind of the value needs.
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

// Split lets a version have two members in the place of one. apart makes them of it, and together makes it of
// them. The client receives an error of together under the name of the first. A client that sends one of the
// two leaves the other as it is.
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

// Join lets a version have one member in the place of two. together makes it of them, and apart makes them of
// it. The client receives an error of apart under the name of the member.
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
