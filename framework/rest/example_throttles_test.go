// Examples of throttles, costs and CORS.

package rest_test

import (
	"fmt"
	"strings"
	"time"

	"example.com/resourceful/framework/auth/token"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/media/csv"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// Notes are made in bursts of ten, and a thousand a day; everybody together sends fifty a minute; and who does not
// say who he is may ask a thousand times an hour; a token, 90 times a second.
func ExampleThrottle() {
	send := func(*rest.Call, rest.None) (rest.None, error) { return rest.None{}, nil }
	set := rest.NewSet("notes", rest.ViewSet[Plain]{
		Path: "/notes/", Access: permission.SignedIn, Actions: rest.Create,
		Throttles: []rest.Throttle{{
			Actions: rest.Create, By: rest.PerUser,
			Rates: []rest.Rate{{Requests: 10, Per: time.Minute}, {Requests: 1000, Per: 24 * time.Hour}},
		}},
		Extra: []rest.Action{
			rest.OnList("send", send, rest.Throttled(rest.Throttle{By: rest.Together, Rates: []rest.Rate{{Requests: 50, Per: time.Minute}}})),
		},
	}).Throttles(
		rest.Throttle{By: rest.PerAddress, Rates: []rest.Rate{{Requests: 1000, Per: time.Hour}}},
		rest.Throttle{By: rest.PerToken, Rates: []rest.Rate{{Requests: 90, Per: time.Second}}, Scope: "tokens"},
	)
	printPlan(set, "throttled")
	// Output:
	// create POST /notes/ throttled to 10 in 1m0s and 1000 in 24h0m0s by user in scope "notes", throttled to 1000 in 1h0m0s by anonymous address in scope "all", throttled to 90 in 1s by token in scope "tokens"
	// send POST /notes/send/ answers nothing, throttled to 50 in 1m0s by everybody in scope "notes/send", throttled to 1000 in 1h0m0s by anonymous address in scope "all", throttled to 90 in 1s by token in scope "tokens"
}

// A request that writes a list counts for its rows, a list as a file for twenty requests, and printing for its pages. Tokens
// that are limited to reading have a rate of their own.
func ExampleCost() {
	print := func(*rest.Call, Weighted) (rest.None, error) { return rest.None{}, nil }
	set := rest.NewSet("notes", rest.ViewSet[Plain]{
		Path: "/notes/", Access: permission.SignedIn, Actions: rest.List | rest.Create, Bulk: rest.Bulk{Actions: rest.Create}, Exports: true,
		Throttles: []rest.Throttle{{Rates: []rest.Rate{{Requests: 1000, Per: time.Minute}}, RowCost: 1, ExportCost: 20}},
		Extra: []rest.Action{
			rest.OnList("print", print, rest.Cost(func(_ *rest.Call, in Weighted) int64 { return in.Weight })),
		},
	}).Throttles(rest.Throttle{TokenScope: "read", By: rest.PerToken, Rates: []rest.Rate{{Requests: 60, Per: time.Minute}}}).
		Renderers(media.JSONRenderer{}, csv.Renderer{}).Schemes(token.Scheme{})
	printPlan(set, "throttled")
	// Output:
	// list GET /notes/ throttled to 1000 in 1m0s by user, 1 for each row of a list, 20 for a file in scope "notes", throttled to 60 in 1m0s by token for tokens with the scope "read" in scope "all"
	// create POST /notes/ throttled to 1000 in 1m0s by user, 1 for each row of a list, 20 for a file in scope "notes", throttled to 60 in 1m0s by token for tokens with the scope "read" in scope "all"
	// print POST /notes/print/ takes rest_test.Weighted, answers nothing, throttled to 1000 in 1m0s by user, 1 for each row of a list, 20 for a file in scope "notes", throttled to 60 in 1m0s by token for tokens with the scope "read" in scope "all", costs what its input says
}

// The pages of an app at another origin use the API with tokens.
func ExampleCORS() {
	_, err := rest.NewSet("notes", rest.ViewSet[Plain]{Path: "/notes/", Access: permission.SignedIn}).
		CORS(rest.CORS{Origins: []string{"*"}, Credentials: true}).Compile()
	_, msg, _ := strings.Cut(err.Error(), "the CORS")
	fmt.Println(msg)
	// Output: of the set lets every origin send credentials; name the origins, or leave Credentials out
}
