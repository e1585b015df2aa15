// Limits on the frequency of operations.

package rest

import (
	"reflect"

	"example.com/resourceful/framework/rest/internal/declaration"
	"example.com/resourceful/framework/rest/internal/source"
	"example.com/resourceful/framework/traffic"

	"example.com/resourceful/framework/plan"
)

// Throttle limits how often a requester may run some operations, for ViewSet.Throttles, Set.Throttles and
// the option Throttled:
//
//	Throttles: []rest.Throttle{{Actions: rest.Create, Rates: []rest.Rate{{Requests: 20, Per: time.Minute}}}}
//
// [Cost], RowCost and ExportCost set the weight of a request. A request counts after its authentication and
// the check of the rule, before its body is read, whatever its outcome. One beyond a rate is refused with
// 429, Retry-After and the text of Django REST framework, and does not count. Responses have the headers
// RateLimit and RateLimit-Policy of https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/.
// Each process counts its own requests, in memory, and starts at zero; one that is Exact is counted in the
// database, by all processes together, and refuses with 503 while the database is unavailable.
type Throttle = plan.Throttle

// Rate is the largest number of requests within a time, whenever that begins.
type Rate = traffic.Rate

// The requests that a Throttle counts together.
const (
	PerUser    = plan.PerUser    // those of an account, and without credentials those of an address
	PerToken   = plan.PerToken   // those of an account's token; without one as PerUser
	PerAddress = plan.PerAddress // those without credentials from an address; others are not counted
	Together   = plan.Together   // those of everybody
)

// Throttles adds throttles to every operation of the set. Its root and OPTIONS are not counted. It returns
// the set.
func (s *Set) Throttles(throttles ...Throttle) *Set {
	s.set.Throttles = s.set.Throttles.With(throttles, source.CallerOf(1))
	return s
}

// Throttled throttles an action or an endpoint, in addition to its view set and set.
func Throttled(throttle Throttle) Option {
	return optionFunc(func(a *declaration.Action) { a.Throttles = append(a.Throttles, throttle) })
}

// Cost sets how many requests one request of an action or an endpoint counts for under its throttles, by
// its input, before it runs: each counts that number times its Cost. The function runs outside of the
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
