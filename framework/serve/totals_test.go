// Tests of totals of lists.

package serve_test

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/media/csv"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

type depot struct {
	ID     int64  `rest:"id,readonly"`
	Name   string `rest:"name,unique" validate:"max=20"`
	Secret bool   `rest:"secret"`
}

type crate struct {
	ID     int64                 `rest:"id,readonly"`
	Depot  rest.BelongsTo[depot] `rest:"depot,show=name,optional"`
	State  *string               `rest:"state,filter=in" validate:"oneof=new sent"`
	Weight int64                 `rest:"weight,filter=gte"`
	Price  *decimal.Decimal      `rest:"price" digits:"18,2"`
	Large  *decimal.Decimal      `rest:"large" digits:"30,2"`
	Took   *time.Duration        `rest:"took"`
	Due    *rest.Date            `rest:"due"`
	Size   *float64              `rest:"size"`
	Cost   *int64                `rest:"cost"`
}

type sumsOfCode struct {
	Prices []string `rest:"prices"`
	Large  string   `rest:"large"`
}

// crates has the crates 1 to 5, in a depot a, in b, which only administrators see, and in none.
func crates(t *testing.T, address string) *server.Server {
	t.Helper()
	s := server.New(t, server.Config{Set: func() *rest.Set {
		return rest.NewSet("crates",
			rest.ViewSet[depot]{Path: "/depots/", Access: permission.By{Read: permission.Any(permission.Is("secret", false), permission.Admin), Write: permission.Anyone}},
			rest.ViewSet[crate]{
				Path: "/crates/", Or: true, Access: permission.Anyone, Fields: rest.FieldRules{"cost": permission.Admin},
				Totals: rest.Totals{By: []string{"depot", "state", "due"}, Of: []string{"weight", "price", "large", "took", "due", "size", "cost"}, Max: 4},
				Extra: []rest.Action{rest.OnList("added", func(c *rest.Call, _ rest.None) (out sumsOfCode, err error) {
					groups, err := rest.Rows[crate](c).Groups("state", []string{"price"})
					for _, g := range groups {
						out.Prices = append(out.Prices, fmt.Sprint(g.Row.Price))
					}
					_, wide := rest.Rows[crate](c).Groups("state", []string{"large"})
					out.Large = fmt.Sprint(wide)
					return out, err
				}, rest.GET)},
			}).Versions(rest.InQuery("v"), rest.Version{Name: "2"}, rest.Version{Name: "1", Changes: []rest.VersionChange{
			rest.Rename[crate]("weight", "grams"), rest.Rename[crate]("state", "status"), rest.Remove[crate]("due"),
		}}).Renderers(media.JSONRenderer{}, csv.Renderer{})
	}, Basic: true}, address)
	for _, body := range []string{
		`/depots/ {"name":"b","secret":true}`, `/depots/ {"name":"a","secret":false}`,
		`/crates/ {"depot":"a","state":"new","weight":3,"price":"0.10","large":"1.50","took":"1 00:00:00","due":"2026-01-02","size":0.5,"cost":1}`,
		`/crates/ {"depot":"a","state":"sent","weight":-5,"price":"-0.25","large":"123456789012345678901234567.25","took":"00:00:00.000001","due":"2026-01-01","size":null,"cost":2}`,
		`/crates/ {"depot":"b","state":"new","weight":4294967296,"price":"9999999999999999.99","large":null,"took":null,"due":null,"size":-1.25,"cost":3}`,
		`/crates/ {"depot":null,"state":null,"weight":9223372036854775807,"price":"9999999999999999.99","large":null,"took":null,"due":null,"size":null,"cost":null}`,
		`/crates/ {"depot":"a","state":null,"weight":-9223372036854775808,"price":null,"large":null,"took":null,"due":null,"size":null,"cost":null}`,
	} {
		path, sent, _ := strings.Cut(body, " ")
		server.Must(t, s, "POST", path, "admin", sent)
	}
	return s
}

// Totals are exact, and the same on each database.
func TestTotals(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := crates(t, address)
		for _, tt := range []struct{ query, as, want string }{
			{"", "", `[{"count":5}]`},
			{"?aggregate=", "", `[{"count":5}]`},
			{"?aggregate=weight__max,weight__min,weight__sum,weight__avg", "", `[{"weight__max":9223372036854775807,"weight__min":-9223372036854775808,"weight__sum":4294967293,"weight__avg":"858993458.6000"}]`},
			{"?aggregate=price__sum,price__avg,price__min,price__max,count", "", `[{"price__sum":"19999999999999999.83","price__avg":"4999999999999999.957500","price__min":"-0.25","price__max":"9999999999999999.99","count":5}]`},
			{"?aggregate=took__sum,took__avg,took__max&state=new,sent", "", `[{"took__sum":"1 00:00:00.000001","took__avg":"12:00:00","took__max":"1 00:00:00"}]`},
			{"?aggregate=large__min,large__max,due__min,due__max,size__min,size__max", "", `[{"large__min":"1.50","large__max":"123456789012345678901234567.25","due__min":"2026-01-01","due__max":"2026-01-02","size__min":-1.25,"size__max":0.5}]`},
			// Without rows there is one group, and with members to group by none.
			{"?aggregate=weight__sum,weight__avg,weight__min,count&weight__gte=9&state=sent", "", `[{"weight__sum":null,"weight__avg":null,"weight__min":null,"count":0}]`},
			{"?by=state&weight__gte=9&state=sent", "", `[]`},
			// The order is that of the values, null first, and of the keys of references.
			{"?by=state&aggregate=count,count,weight__max", "", `[{"state":null,"count":2,"weight__max":9223372036854775807},{"state":"new","count":2,"weight__max":4294967296},{"state":"sent","count":1,"weight__max":-5}]`},
			{"?by=due&or=state%3Dnew&or=weight__gte%3D5", "", `[{"due":null,"count":2},{"due":"2026-01-02","count":1}]`},
			// A depot that is hidden is one group with none.
			{"?by=depot", "admin", `[{"depot":null,"count":1},{"depot":"b","count":1},{"depot":"a","count":3}]`},
			{"?by=depot", "", `[{"depot":null,"count":2},{"depot":"a","count":3}]`},
			{"?by=state,depot&state=new", "", `[{"state":"new","depot":null,"count":1},{"state":"new","depot":"a","count":1}]`},
			{"?aggregate=cost__sum", "admin", `[{"cost__sum":6}]`},
			// What is not there is refused, and what some requesters may not read is not there for them.
			{"?aggregate=cost__sum,weight,large__sum&by=weight&colour=red", "", `400 {"colour":["Unknown parameter."],"aggregate":["\"cost__sum\" is not a valid choice.","\"weight\" is not a valid choice.","\"large__sum\" is not a valid choice."],"by":["\"weight\" is not a valid choice."]}`},
			{"?by=depot,state,due", "admin", `400 {"detail":"There are more than 4 groups. Please filter the list, or group it by less."}`},
			{"?aggregate=weight__sum&weight__gte=1", "", `400 {"detail":"The sum of \"weight\" is too large. Please filter the list."}`},
			{"?v=1&aggregate=grams__sum&grams__gte=1", "", `400 {"detail":"The sum of \"grams\" is too large. Please filter the list."}`},
			{"?by=depot&by=state", "", `400 {"by":["This parameter takes a single value."]}`},
			{"?v=1&by=status&aggregate=grams__max&status=sent", "", `[{"status":"sent","grams__max":-5}]`},
			{"?v=1&by=due,state&aggregate=weight__max,due__min", "", `400 {"aggregate":["\"weight__max\" is not a valid choice.","\"due__min\" is not a valid choice."],"by":["\"due\" is not a valid choice.","\"state\" is not a valid choice. Did you mean \"status\"?"]}`},
			{"?format=csv&by=depot,state&aggregate=count,price__sum&state=new", "", "depot,state,count,price__sum\r\n,new,1,9999999999999999.99\r\na,new,1,0.10\r\n"},
		} {
			w := server.SendAs(s, tt.as, "GET", "/crates/totals/"+tt.query, "")
			got := w.Body.String()
			if w.Code != 200 {
				got = strings.TrimSpace(strings.Join([]string{"400", got}, " "))
			}
			if got != tt.want {
				t.Errorf("%s as %q:\n got %s\nwant %s", tt.query, tt.as, got, tt.want)
			}
		}
		const added = `{"prices":["9999999999999999.99","10000000000000000.09","-0.25"],"large":"rows of crates: large has more digits than SQLite adds up; give it at most 18, or add the rows up in Go"}`
		if got := server.SendAs(s, "", "GET", "/crates/added/", "").Body.String(); got != added {
			t.Errorf("sums of code:\n got %s\nwant %s", got, added)
		}
		if list := server.Statements(t, s, httptest.NewRequest("GET", "/crates/totals/?by=depot,state&aggregate=count,price__avg", nil)); len(list) != 1 {
			t.Errorf("got %d statements, want one:\n%s", len(list), strings.Join(list, "\n"))
		}
	})
}

type parcelOf struct {
	ID    int64                     `rest:"id,readonly"`
	Owner rest.BelongsTo[auth.User] `rest:"owner,readonly"`
	State string                    `rest:"state,filter" validate:"max=20"`
}

// Totals are of the rows that the requester may read. Their own rule and the throttles of lists apply to them.
func TestTotalsOfWhom(t *testing.T) {
	set := func() *rest.Set {
		own := rest.Field(func(p *parcelOf) *rest.BelongsTo[auth.User] { return &p.Owner })
		return rest.NewSet("parcels", rest.ViewSet[parcelOf]{
			Path: "/parcels/", Owner: own, Totals: rest.Totals{By: []string{"state"}},
			Access:    permission.By{Read: permission.Owner, Write: permission.SignedIn, Actions: map[string]permission.Rule{"totals": permission.Not(permission.Is("state", "hidden"))}},
			Throttles: []rest.Throttle{{Actions: rest.List, Rates: []rest.Rate{{Requests: 3, Per: time.Hour}}}},
		})
	}
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: set, Basic: true}, address)
		for i, state := range []string{"new", "new", "hidden", "sent"} {
			server.Must(t, s, "POST", "/parcels/", []string{"alice", "alice", "alice", "bob"}[i], `{"state":"`+state+`"}`)
		}
		for _, want := range []string{`200 [{"state":"new","count":2}]`, `200 [{"state":"new","count":2}]`, "304 ", "429 "} {
			var headers []string
			if want == "304 " {
				headers = []string{"If-None-Match", server.SendAs(s, "bob", "GET", "/parcels/totals/?by=state", "").Header().Get("ETag") + `, *`}
			}
			w := server.SendAs(s, "alice", "GET", "/parcels/totals/?by=state", "", headers...)
			if got := fmt.Sprint(w.Code, " ", w.Body); !strings.HasPrefix(got, want) {
				t.Errorf("got %s, want %s", got, want)
			}
		}
		if w := server.SendAs(s, "bob", "GET", "/parcels/totals/?by=state", ""); w.Body.String() != `[{"state":"sent","count":1}]` {
			t.Errorf("bob: got %d %s", w.Code, w.Body)
		}
	})
}
