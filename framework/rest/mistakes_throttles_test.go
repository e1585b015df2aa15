package rest_test

import (
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

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
