// How often operations may be done.

package rest

import (
	"reflect"

	"example.com/resourceful/framework/rest/internal/declaration"
	"example.com/resourceful/framework/rest/internal/source"
	"example.com/resourceful/framework/traffic"

	"example.com/resourceful/framework/plan"
)

// Throttle is how often a requester may do some operations, for ViewSet.Throttles, Set.Throttles and the option
// Throttled:
//
//	Throttles: []rest.Throttle{{Actions: rest.Create, Rates: []rest.Rate{{Requests: 20, Per: time.Minute}}}}
//
// [Cost], RowCost and ExportCost let a request count for what it does. A request counts once it is known who asks and that the rule lets him, before its body is read, whatever
// becomes of it. One beyond a rate is refused with 429, Retry-After and the words of Django REST framework, and
// does not count. Responses have the headers RateLimit and RateLimit-Policy of
// https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/. Each process counts its own requests, in
// memory, and begins anew with none; one that is Exact is counted in the database, by all processes together, and refuses
// with 503 while there is none.
type Throttle = plan.Throttle

// Rate is how many requests there may be within a time, whenever that begins.
type Rate = traffic.Rate

// Whose requests a Throttle counts together.
const (
	PerUser    = plan.PerUser    // those of an account, and without credentials those of an address
	PerToken   = plan.PerToken   // those of a token of an account; without one as PerUser
	PerAddress = plan.PerAddress // those without credentials of an address; others are not counted
	Together   = plan.Together   // those of everybody
)

// Throttles are of every operation of the set. Its root and OPTIONS are not counted. It returns the set.
func (s *Set) Throttles(throttles ...Throttle) *Set {
	s.set.Throttles = s.set.Throttles.With(throttles, source.CallerOf(1))
	return s
}

// Throttled throttles an action or an endpoint, beside what its view set and set do.
func Throttled(throttle Throttle) Option {
	return optionFunc(func(a *declaration.Action) { a.Throttles = append(a.Throttles, throttle) })
}

// Cost lets one request of an action or an endpoint count for as many under its throttles as the function says, once it is
// known what the request sends, before any of it is done: each counts the number times its Cost. It runs outside of the
// transaction; 0 costs nothing. In is the input of the action.
//
//	rest.Endpoint("render", render, rest.Throttled(pages), rest.Cost(func(_ *rest.Call, in Order) int64 { return in.Pages }))
func Cost[In any](cost func(c *Call, in In) int64) Option {
	return optionFunc(func(a *declaration.Action) {
		a.Cost = &declaration.Cost{In: reflect.TypeFor[In]()}
		if cost != nil {
			a.Cost.Of = func(call plan.Call, input any) int64 { return cost(&Call{call}, inputOf[In](input)) }
		}
	})
}
