// What a version has in another way than the declarations.

package rest

import (
	"reflect"

	"example.com/resourceful/framework/schema"
)

// VersionChange is what a version has in another way: Rename, Remove, Add, Default, Split and Join make one. It is so in
// all representations of a struct, wherever they are: in lists, nested and expanded, in bodies and forms, in messages,
// filters, orders, choices of members, OPTIONS and exports. The struct is that of rows, or for Rename, Remove and Default
// also one that an action takes or answers.
type VersionChange struct {
	word   string // the function that made it
	of     reflect.Type
	member string // of Rename, Remove and Default
	text   string // its other name, or default

	made  *schema.Made
	names []string       // of the members that are made
	types []reflect.Type // of the members, and behind them of those of which they are made
	tag   string
}

// Rename lets a member have another name in a version.
func Rename[T any](from, to string) VersionChange {
	return VersionChange{word: "Rename", of: reflect.TypeFor[T](), member: from, text: to}
}

// Remove takes a member from a version: it is not shown, unknown where a client sends it, and nothing filters or sorts by it.
// Rows that clients of the version make have its default.
func Remove[T any](member string) VersionChange {
	return VersionChange{word: "Remove", of: reflect.TypeFor[T](), member: member}
}

// Default lets clients of a version leave out a member that has then the value that a tag default:"…" would give it.
func Default[T any](member, value string) VersionChange {
	return VersionChange{word: "Default", of: reflect.TypeFor[T](), member: member, text: value}
}

// Add gives a version a member that is no longer there, with the value that a function makes of the row, which may
// look at nothing but its columns. What clients send of it is ignored. The tag says what the kind of the value needs.
func Add[T, V any](member string, value func(row *T) V, tag ...string) VersionChange {
	ch := VersionChange{word: "Add", of: reflect.TypeFor[T](), names: []string{member}, types: []reflect.Type{reflect.TypeFor[V]()}}
	if len(tag) > 0 {
		ch.tag = tag[0]
	}
	if value != nil {
		ch.made = &schema.Made{Read: func(row []any) []any { return []any{value(row[0].(*T))} }}
	}
	return ch
}

// Split lets a version have two members in the place of one. apart makes them of it, and together makes it of them; an
// error of that is what the client is told of the first. A client that sends one of the two leaves the other as it is.
func Split[T, V, A, B any](member, first, second string, apart func(V) (A, B), together func(A, B) (V, error)) VersionChange {
	ch := VersionChange{
		word: "Split", of: reflect.TypeFor[T](), names: []string{first, second},
		types: []reflect.Type{reflect.TypeFor[A](), reflect.TypeFor[B](), reflect.TypeFor[V]()},
	}
	if apart != nil && together != nil {
		ch.made = &schema.Made{
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
	return ch
}

// Join lets a version have one member in the place of two. together makes it of them, and apart makes them of it; an
// error of that is what the client is told of the member.
func Join[T, A, B, V any](first, second, member string, together func(A, B) V, apart func(V) (A, B, error)) VersionChange {
	ch := VersionChange{
		word: "Join", of: reflect.TypeFor[T](), names: []string{member},
		types: []reflect.Type{reflect.TypeFor[V](), reflect.TypeFor[A](), reflect.TypeFor[B]()},
	}
	if together != nil && apart != nil {
		ch.made = &schema.Made{
			Of:   []string{first, second},
			Read: func(v []any) []any { return []any{together(v[0].(A), v[1].(B))} },
			Write: func(v []any) ([]any, error) {
				a, b, err := apart(v[0].(V))
				return []any{a, b}, err
			},
		}
	}
	return ch
}
