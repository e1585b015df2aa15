// The world of limits: throttles of requests, accounts, tokens and costs, and logins that are counted.

package sets

import (
	"time"

	"example.com/resourceful/framework/auth/basic"
	"example.com/resourceful/framework/auth/session"
	"example.com/resourceful/framework/auth/token"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/media/csv"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// Guarded are cards whose audit keeps refused log-ins for a day.
func Guarded() *rest.Set {
	return rest.NewSet("cards", rest.ViewSet[Card]{Path: "/cards/", Access: permission.SignedIn},
		rest.Audit{Path: "/audit/", Keep: 24 * time.Hour, RefusedLogins: true}).Schemes(session.Scheme{}, token.Scheme{}, basic.Scheme{})
}

// Scroll has a long text, which its list shows or does not.
type Scroll struct {
	ID    int64  `rest:"id,readonly"`
	Title string `rest:"title,filter=in"`
	Text  string `rest:"text,writeonly"`
}

// OpenScroll has a long text.
type OpenScroll struct {
	ID    int64  `rest:"id,readonly"`
	Title string `rest:"title,filter=in"`
	Text  string `rest:"text"`
}

// Throttled are cards that are made twice a minute and five times an hour, and listed three times a minute by
// those who do not say who they are.
func Throttled() *rest.Set {
	return rest.NewSet("cards",
		rest.ViewSet[Card]{
			Path: "/cards/", Access: permission.SignedInOrReadOnly, Bulk: rest.Bulk{Actions: rest.Create | rest.Destroy},
			Throttles: []rest.Throttle{
				{Actions: rest.Create, Scope: "making", Rates: []rest.Rate{{Requests: 2, Per: time.Minute}, {Requests: 5, Per: time.Hour}}},
				{Actions: rest.List, By: rest.PerAddress, Rates: []rest.Rate{{Requests: 3, Per: time.Minute}}},
			},
			Extra: []rest.Action{
				rest.OnList("deal", func(*rest.Call, rest.None) (rest.None, error) { return rest.None{}, nil }, rest.Allow(permission.Anyone),
					rest.Throttled(rest.Throttle{By: rest.Together, Cost: 2, Rates: []rest.Rate{{Requests: 5, Per: time.Minute}}})),
			},
		},
	).Throttles(rest.Throttle{By: rest.PerToken, Rates: []rest.Rate{{Requests: 100, Per: time.Minute}}}).
		Schemes(token.Scheme{}, basic.Scheme{})
}

// Exactly are cards that are listed 100 times in a minute by everybody, and 10 times in another scope.
func Exactly() *rest.Set {
	return rest.NewSet("cards", rest.ViewSet[Card]{Path: "/cards/", Access: permission.Anyone, Throttles: []rest.Throttle{
		{Actions: rest.List, By: rest.Together, Exact: true, Rates: []rest.Rate{{Requests: 100, Per: time.Minute}, {Requests: 1000, Per: time.Hour}}},
		{Actions: rest.Retrieve, Scope: "one", Exact: true, Cost: 3, Rates: []rest.Rate{{Requests: 10, Per: time.Minute}}},
	}})
}

// Printing is what an action takes whose requests count for the pages.
type Printing struct {
	Pages int64 `rest:"pages" validate:"min=0"`
}

// Costly are cards of which 10 are written in a minute, in lists or one by one, each file of which counts for 6; counted
// in the process or in the database.
func Costly(exact bool) func() *rest.Set {
	rates := []rest.Rate{{Requests: 10, Per: time.Minute}, {Requests: 1000, Per: time.Hour}}
	print := func(*rest.Call, Printing) (rest.None, error) { return rest.None{}, nil }
	pages := rest.Cost(func(_ *rest.Call, in Printing) int64 { return in.Pages })
	return func() *rest.Set {
		return rest.NewSet("cards", rest.ViewSet[Card]{
			Path: "/cards/", Access: permission.Anyone, Bulk: rest.Bulk{Actions: rest.Create | rest.Modify | rest.Destroy, Filtered: true}, Exports: true,
			Throttles: []rest.Throttle{{Scope: "all", By: rest.Together, Rates: rates, RowCost: 1, ExportCost: 6, Exact: exact}},
			Extra:     []rest.Action{rest.OnList("print", print, rest.Allow(permission.Anyone), pages)},
		}, rest.Endpoint("/copy/", print, rest.Throttled(rest.Throttle{Scope: "copies", By: rest.Together, Rates: rates, Exact: exact}), rest.Allow(permission.Anyone), pages)).
			Renderers(append(media.Renderers(), csv.Renderer{})...)
	}
}

// Obtainable are cards that only people with an account write, who get tokens for their passwords.
func Obtainable() *rest.Set {
	return rest.NewSet("cards",
		rest.ViewSet[Card]{Path: "/cards/", Access: permission.SignedInOrReadOnly},
		rest.ObtainAuthToken("/token/"),
	).Schemes(token.Scheme{Compatible: true}, basic.Scheme{})
}
