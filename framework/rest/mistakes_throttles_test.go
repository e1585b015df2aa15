// Mistakes in throttles.

package rest_test

import (
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// Weighted is what an action takes that costs as much as it says.
type Weighted struct {
	Weight int64 `rest:"weight"`
}

func throttledBy(t rest.Throttle) func() *rest.Set {
	return func() *rest.Set {
		return listing(rest.ViewSet[Plain]{Path: "/notes/", Throttles: []rest.Throttle{t}})
	}
}

var (
	often = []rest.Rate{{Requests: 10, Per: time.Minute}}

	throttleMistakes = []mistake{
		{"throttle without rates", throttledBy(rest.Throttle{})},
		{"rate of nothing", throttledBy(rest.Throttle{Rates: []rest.Rate{{Per: time.Minute}}})},
		{"rate of less than a second", throttledBy(rest.Throttle{Rates: []rest.Rate{{Requests: 1, Per: time.Millisecond}}})},
		{"cost below nothing", throttledBy(rest.Throttle{Rates: often, Cost: -1})},
		{"costs below nothing", throttledBy(rest.Throttle{Rates: often, RowCost: -1, ExportCost: -2})},
		{"cost of a row above the rate", throttledBy(rest.Throttle{Rates: often, RowCost: 11})},
		{"costs of lists that nobody takes", throttledBy(rest.Throttle{Rates: often, RowCost: 1, ExportCost: 5})},
		{"throttle of a scope that there is not", throttledBy(rest.Throttle{Rates: often, TokenScope: "notes:fly"})},
		{"throttle of a set of a scope that there is not", func() *rest.Set {
			return one[Plain]().Throttles(rest.Throttle{Rates: often, TokenScope: "reading"})
		}},
		{"costs of an action", func() *rest.Set {
			weigh := func(*rest.Call, Weighted) (rest.None, error) { return rest.None{}, nil }
			hours := rest.Cost(func(_ *rest.Call, in Weighted) int64 { return in.Weight })
			return withActions(
				rest.OnList("weigh", weigh, rest.Allow(permission.Anyone), hours),
				rest.OnList("rows", weigh, rest.Allow(permission.Anyone), rest.Throttled(rest.Throttle{Rates: often, RowCost: 1})),
				rest.OnList("other", weigh, rest.Allow(permission.Anyone), rest.Throttled(rest.Throttle{Rates: often}), rest.Cost(func(*rest.Call, Plain) int64 { return 1 })),
				rest.OnList("nothing", weigh, rest.Allow(permission.Anyone), rest.Throttled(rest.Throttle{Rates: often}), rest.Cost[Weighted](nil)),
			)
		}},
		{"cost above the rate", throttledBy(rest.Throttle{Rates: often, Cost: 11})},
		{"exact throttle without rates", throttledBy(rest.Throttle{Exact: true})},
		{"throttle by nothing", throttledBy(rest.Throttle{Rates: often, By: 9})},
		{"scope that no header names", throttledBy(rest.Throttle{Rates: often, Scope: "a \"b\""})},
		{"throttle of an action that is not offered", func() *rest.Set {
			return listing(rest.ViewSet[Plain]{Path: "/notes/", Actions: rest.ReadOnly, Throttles: []rest.Throttle{{Actions: rest.Create, Rates: often}}})
		}},
		{"throttled action", func() *rest.Set {
			return withActions(rest.OnList("count", count, rest.Allow(permission.Anyone), rest.Throttled(rest.Throttle{Actions: rest.Create, Rates: often})),
				rest.OnList("total", count, rest.Allow(permission.Anyone), rest.Throttled(rest.Throttle{})))
		}},
		{"CORS of nobody", func() *rest.Set { return one[Plain]().CORS(rest.CORS{}) }},
		{"CORS of every origin with credentials", func() *rest.Set {
			return one[Plain]().CORS(rest.CORS{Origins: []string{"*"}, Credentials: true})
		}},
		{"CORS of no origin", func() *rest.Set {
			return one[Plain]().CORS(rest.CORS{Origins: []string{"https://app.example.com/", "app.example.com"}})
		}},
		{"throttles of the set", func() *rest.Set {
			return one[Plain]().Throttles(rest.Throttle{}, rest.Throttle{Actions: rest.Create, Rates: often}).Throttles()
		}},
	}
)
