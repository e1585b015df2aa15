package serve_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/shopspring/decimal"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

type (
	lanternSize struct {
		Width  int64    `rest:"width,filter=eq gte lte"`
		Height *float64 `rest:"height,filter=gte isnull"`
	}
	lanternSpec struct {
		Colour string           `rest:"colour,filter=in" validate:"max=20"`
		Size   *lanternSize     `rest:"size"`
		Lit    bool             `rest:"lit,filter"`
		Price  *decimal.Decimal `rest:"price,filter=eq gte lte" digits:"6,2"`
		Since  *time.Time       `rest:"since,filter=eq gte lte date year"`
		Day    *rest.Date       `rest:"day,filter=gte year"`
		At     *rest.TimeOfDay  `rest:"at,filter=eq gte"`
		Lasts  *time.Duration   `rest:"lasts,filter"`
		Code   *uuid.UUID       `rest:"code,filter"`
		State  string           `rest:"state,filter=in" default:"new" validate:"oneof=new old"`
	}
	lantern struct {
		ID      int64                       `rest:"id,readonly"`
		Spec    lanternSpec                 `rest:"spec"`
		Details map[string]any              `rest:"details,optional"`
		Raw     *json.RawMessage            `rest:"raw"`
		Room    rest.BelongsTo[lanternRoom] `rest:"room,optional"`
	}
	lanternRoom struct {
		ID   int64          `rest:"id,readonly"`
		Tags map[string]any `rest:"tags,optional"`
	}
)

func lanterns() *rest.Set {
	return rest.NewSet("lamps",
		rest.ViewSet[lantern]{Path: "/lamps/", Filters: []rest.Filter{
			{Path: "details.colour", As: "", Lookups: "in isnull ne gte"},
			{Path: "details.n", As: int64(0), Lookups: "eq gte lte ne"},
			{Path: "details.weight", As: 0.5, Lookups: "eq gte lte"},
			{Path: "details.on", As: false},
			{Path: "details.box.name", As: "", Name: "box"},
			{Path: "raw.a", As: "", Name: "raw"},
			{Path: "room.tags.floor", As: int64(0), Name: "floor", Lookups: "eq isnull"},
			{Path: "spec.size.width", Name: "width", Lookups: "ne in isnull"},
		}, Unindexed: map[string]string{
			"details__colour__isnull": "few rows", "details__colour__ne": "few rows", "details__n__ne": "few rows",
			"floor__isnull": "few rows", "width__ne": "few rows", "width__isnull": "few rows", "spec__size__height__isnull": "few rows",
		}},
		rest.ViewSet[lanternRoom]{Path: "/rooms/"},
	).Access(permission.Anyone).Requests(rest.RequestRules{LastOfRepeated: true})
}

func newLanterns(t *testing.T, address string) *server.Server {
	s := server.New(t, server.Config{Set: lanterns, Pages: server.PlainPages}, address)
	must(t, s, "POST", "/rooms/", "", `{"tags":{"floor":2}}`)
	for _, body := range []string{
		`{"room":1,"spec":{"colour":"red","size":{"width":5,"height":1.5},"lit":true,"price":"12.50","since":"2030-01-02T03:04:05Z","day":"2030-01-02","at":"08:30","lasts":"90","code":"6ba7b810-9dad-11d1-80b4-00c04fd430c8","state":"old"},"details":{"colour":"red","n":5,"weight":0.5,"on":true,"box":{"name":"x y"}},"raw":{"a":"1"}}`,
		`{"spec":{"colour":"blue","size":{"width":10,"height":null},"lit":false,"price":"9.05","since":"2030-01-02T03:04:05.678901Z","day":"2029-12-31","at":"08:30:00.25"},"details":{"colour":null,"n":"5","weight":"0.5","on":"true","box":"x y"},"raw":["a"]}`,
		`{"spec":{"colour":"d'or","size":null,"lit":false,"price":"-100.00","since":"2029-12-31T23:59:59.999999Z"},"details":{"n":5.0,"weight":5,"on":1},"raw":{"a":1}}`,
		`{"spec":{"colour":"red","lit":true},"details":{"colour":["red"],"n":9223372036854775807,"weight":1e400,"on":false},"raw":"a"}`,
		`{"spec":{"colour":"Red","lit":true},"details":{"colour":"green","n":99999999999999999999,"weight":-1e-400}}`,
		`{"spec":{"colour":"r\"e","lit":true},"details":{"colour":"","n":-3,"weight":1e30,"box":{"name":null}}}`,
	} {
		must(t, s, "POST", "/lamps/", "", body)
	}
	return s
}

// Filters by members of objects find the same on both databases, by the kinds of the members.
func TestFilterInside(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s := newLanterns(t, address)
		for query, want := range map[string][]int{
			"spec__colour=red":                            {1, 4},
			"spec__colour=red&spec__colour=blue":          {1, 2, 4},
			"spec__colour=d'or":                           {3},
			"spec__colour=" + url.QueryEscape(`r"e`):      {6},
			"spec__size__width=5":                         {1},
			"spec__size__width=10.0":                      {2},
			"spec__size__width__gte=5.5":                  {2},
			"spec__size__width__lte=1e400":                {1, 2},
			"width__ne=5":                                 {2, 3, 4, 5, 6},
			"width=5,10":                                  {1, 2},
			"width__isnull=true":                          {3, 4, 5, 6},
			"width__isnull=false":                         {1, 2},
			"spec__size__height__gte=1.5":                 {1},
			"spec__size__height__isnull=true":             {2, 3, 4, 5, 6},
			"spec__lit=true":                              {1, 4, 5, 6},
			"spec__lit=0":                                 {2, 3},
			"spec__price=12.5":                            {1},
			"spec__price__gte=9.049":                      {1, 2},
			"spec__price__lte=9.05":                       {2, 3},
			"spec__price__lte=1e300":                      {1, 2, 3},
			"spec__since=2030-01-02T04:04:05%2B01:00":     {1},
			"spec__since__gte=2030-01-02T03:04:05Z":       {1, 2},
			"spec__since__gte=2030-01-02T03:04:05.1Z":     {2},
			"spec__since__lte=2030-01-02T03:04:05Z":       {1, 3},
			"spec__since__date=2030-01-02":                {1, 2},
			"spec__since__year=2029":                      {3},
			"spec__day__gte=2030-1-1":                     {1},
			"spec__day__year=2029":                        {2},
			"spec__at=8:30":                               {1},
			"spec__at__gte=08:30:00.1":                    {2},
			"spec__lasts=00:01:30":                        {1},
			"spec__lasts=PT90S":                           {1},
			"spec__code=6BA7B8109DAD11D180B400C04FD430C8": {1},
			"spec__state=old":                             {1},
			"spec__state=new,old":                         {1, 2, 3, 4, 5, 6},
			"details__colour=red":                         {1},
			"details__colour=red&details__colour=green":   {1, 5},
			"details__colour__gte=h":                      {1},
			"details__colour__ne=red":                     {2, 3, 4, 5, 6},
			"details__colour__isnull=true":                {2, 3},
			"details__colour__isnull=false":               {1, 4, 5, 6},
			"details__n=5":                                {1},
			"details__n__gte=5":                           {1, 4},
			"details__n__lte=0":                           {6},
			"details__n=9223372036854775807":              {4},
			"details__n__ne=5":                            {2, 3, 4, 5, 6},
			"details__n__gte=99999999999999999999":        nil,
			"details__weight=0.5":                         {1},
			"details__weight=5":                           {3},
			"details__weight__gte=1e30":                   {6},
			"details__weight__lte=1":                      {1},
			"details__on=true":                            {1},
			"details__on=false":                           {4},
			"box=x+y":                                     {1},
			"raw=1":                                       {1},
			"floor=2":                                     {1},
			"floor__isnull=true":                          {2, 3, 4, 5, 6},
			"spec__colour=red&details__n=5":               {1},
			"spec__colour=&details__n=":                   {1, 2, 3, 4, 5, 6},
		} {
			ids, status, body := foundIDs(t, s, "", "/lamps/?"+query)
			if slices.Sort(ids); status != 200 || !slices.Equal(ids, want) {
				t.Errorf("%s: got %d %v %s, want %v", query, status, ids, body, want)
			}
		}
		for _, tt := range []struct{ query, param, message string }{
			{"spec__size__width=wide", "spec__size__width", "Enter a number."},
			{"spec__lit=maybe", "spec__lit", "Must be a valid boolean."},
			{"spec__state=odd", "spec__state", "Select a valid choice. odd is not one of the available choices."},
			{"spec__since__date=x", "spec__since__date", "Enter a valid date."},
			{"details__n=NaN", "details__n", "Enter a number."},
			{"details__color=red", "details__color", `Unknown parameter. Did you mean "details__colour"?`},
			{"details=1", "details", "Unknown parameter."},
		} {
			_, status, body := foundIDs(t, s, "", "/lamps/?"+tt.query)
			want := fmt.Sprint(map[string]any{tt.param: []any{tt.message}})
			if got := unescaped(t, body); status != 400 || got != want {
				t.Errorf("%s: got %d %s, want 400 %s", tt.query, status, got, want)
			}
		}
	})
}
