// What a set declares, without type parameters.

package rest

import (
	"context"
	"reflect"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
)

// declaration is a view set without its type parameter.
type declaration struct {
	endpoints []*Action // of an Endpoint, which has nothing else; nil for a view set
	ViewSet[any]
	goType     reflect.Type
	owner      func(row reflect.Value) any // address of the owner field in a *T; nil for none
	validate   func(call plan.Call, row any) problem.Fields
	beforeSave func(call plan.Call, row any) error
	hooks      plan.Hooks
	preview    func(ctx context.Context, row any) (Preview, error)
	messages   map[string]string
	computed   []computed
	audit      *Audit // of whose entries it is; nil for rows of a team
	webhooks   *Webhooks
	more       []*declaration // that come with it
}

// computed is a Computed without its type parameter.
type computed struct {
	name    string
	tag     string
	of      reflect.Type
	compute func(call, row, into any) // nil where there is no function
}

// queryDeclaration is a query without its type parameter.
type queryDeclaration struct {
	of    reflect.Type
	where predicate.Expr
	order []string
	limit int64
}

// cataloguesAt is a catalogue with where it was listed.
type cataloguesAt struct {
	Catalogue
	at caller
}

// eventsOf are the Events of a set, and where they were written.
type eventsOf struct {
	value Events
	at    caller
	again *caller // where they were written a second time; nil for nowhere
}

type namedKind struct {
	kind field.Kind
	at   caller
}

type namedCheck struct {
	name  string
	check Check
	at    caller
}

// listing is what a set lists in one call.
type listing[T any] struct {
	values []T
	at     caller
	again  *caller // where it was called a second time; nil for nowhere
}

// with is the listing after one more call; l is nil before the first.
func (l *listing[T]) with(values []T, at caller) *listing[T] {
	if l != nil {
		l.again = &at
		return l
	}
	return &listing[T]{values: values, at: at}
}

// schemeList is what one call of Schemes lists.
type schemeList struct {
	schemes []auth.Scheme
	at      caller
}

// scopeList is what one call of Scopes lists.
type scopeList struct {
	scopes []Scope
	at     caller
}

// corsOf is the CORS of a set, and where it was written.
type corsOf struct {
	value CORS
	at    caller
}

// versionList is what Set.Versions was given.
type versionList struct {
	scheme   VersionScheme
	versions []Version
	at       caller
	again    *caller
}

// timeZonesAt are the zones with where they were declared.
type timeZonesAt struct {
	TimeZones
	at caller
}

// costOf is what Cost says.
type costOf struct {
	in reflect.Type
	of func(call plan.Call, input any) int64 // nil where the team's function is
}
