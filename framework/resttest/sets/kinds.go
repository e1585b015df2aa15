// The world of kinds: numbers and moments that a column cannot hold, members of objects, rules of values, and keys.

package sets

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/shopspring/decimal"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/media/csv"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest"
)

// Kinds is the world of kinds: numbers, moments and objects that a column cannot hold as they are, rules of values, and keys.
func Kinds() *rest.Set {
	resources := slices.Concat(
		hiringsRows(), wagonsRows(), rowsByKeysRows(), plaquesRows(), metersRows(), sailingsRows(), stopLettersRows(), fairsRows(),
	)
	return rest.NewSet("kinds", resources...).Access(permission.Anyone)
}

// hiring has rules that look at two of its fields, by words and by a condition.
type hiring struct {
	ID     int64            `rest:"id,readonly"`
	Begins rest.Date        `rest:"begins"`
	Ends   *rest.Date       `rest:"ends" validate:"gtefield=Begins"`
	At     *time.Time       `rest:"at"`
	Until  *time.Time       `rest:"until" validate:"gtfield=At"`
	State  string           `rest:"state" default:"open" validate:"oneof=open paid lost"`
	Paid   *rest.Date       `rest:"paid" validate:"required_if=State paid,excluded_if=State lost"`
	Note   string           `rest:"note,optional" validate:"required_if=State lost,max=20"`
	Low    *decimal.Decimal `rest:"low" digits:"6,2"`
	High   *decimal.Decimal `rest:"high" digits:"6,2" validate:"gtefield=Low"`
	Seats  int64            `rest:"seats" default:"1"`
	Spare  int64            `rest:"spare" default:"0"`
}

// stay is what an action takes.
type stay struct {
	From rest.Date  `rest:"from"`
	To   *rest.Date `rest:"to" validate:"gtefield=From"`
}

// hiringsRows have rules and constraints about two of their fields.
func hiringsRows() []rest.Resource {
	return []rest.Resource{
		rest.ViewSet[hiring]{
			Path: "/hirings/",
			Constraints: []rest.Constraint{
				{Holds: predicate.Lte("spare", predicate.F("seats")), Field: "spare", Message: "No more spare seats than seats."},
				{Holds: predicate.Not(predicate.And(predicate.Eq("state", "lost"), predicate.Gt("seats", 5))), Message: "Nobody loses so many."},
			},
			Serializer: rest.Serializer[hiring]{BeforeUpdate: func(_ *rest.Call, h *hiring) error {
				if h.Note == "spoil" {
					h.Spare = 99
				}
				return nil
			}},
			Extra: []rest.Action{
				rest.OnRecord("extend", func(_ *rest.Call, h *hiring, in stay) (*hiring, error) { h.Ends = in.To; return h, nil }),
				rest.OnList("raw", func(call *rest.Call, _ rest.None) (rest.None, error) {
					return rest.None{}, rest.Rows[hiring](call).Create(&hiring{Begins: rest.NewDate(2030, 1, 2), State: "open", Spare: 3})
				}),
			},
		},
	}
}

// wagon is bounded by constraints of one column, and has a number that is unique among those in use.
type wagon struct {
	ID     int64     `rest:"id,readonly"`
	Seats  int64     `rest:"seats" default:"10"`
	State  string    `rest:"state" default:"new"`
	Number int64     `rest:"number"`
	Plate  string    `rest:"plate,unique" validate:"max=10"`
	Built  rest.Date `rest:"built" default:"2030-01-01"`
	Sold   rest.Date `rest:"sold" default:"2040-01-01" validate:"gtefield=Built"`
}

// wagonsRows have constraints of one column and a partial unique index.
func wagonsRows() []rest.Resource {
	return []rest.Resource{
		rest.ViewSet[wagon]{
			Path:    "/wagons/",
			Indexes: []rest.Index{{Fields: []string{"number"}, Unique: true, Where: predicate.Ne("state", "old")}},
			Constraints: []rest.Constraint{
				{Holds: predicate.And(predicate.Gte("seats", 1), predicate.Lte("seats", 120)), Field: "seats", Message: "A wagon has 1 to 120 seats."},
				{Holds: predicate.In("state", "new", "used", "old"), Field: "state", Message: "A wagon is new, used or old."},
			},
		},
	}
}

// tryKeys reads and writes rows by keys of every kind.
func tryKeys(call *rest.Call, _ rest.None) (rest.None, error) {
	lands, towns := rest.Rows[Land](call), rest.Rows[Town](call)
	var problems []error
	check := func(what string, ok bool, err error) {
		if !ok || err != nil {
			problems = append(problems, fmt.Errorf("%s: %t, %w", what, ok, err))
		}
	}
	eu := &Land{ID: "eu", Name: "Europe"}
	check("a text key", true, lands.Create(eu))
	rome := &Town{Slug: "rome", Name: "Rome", Land: rest.BelongsTo[Land]{Key: "eu"}}
	check("a key that the service makes", true, towns.Create(rome))
	check("a key of version 7", rome.ID.Version() == 7, nil)
	given := uuid.MustParse("0195a202-2f88-744d-b4a2-40b10ab967d5")
	oslo := &Town{ID: given, Slug: "oslo", Name: "Oslo", Land: rest.BelongsTo[Land]{Key: "eu"}, Twins: rest.ManyToMany[Town]{Keys: []string{rome.ID.String()}}}
	check("a uuid that the code gives", true, towns.Create(oslo))
	check("the same uuid", oslo.ID == given, nil)

	got, err := lands.Get("eu")
	check("get by a text", err == nil && got.Name == "Europe", err)
	one, err := towns.Get(given)
	check("get by a uuid", err == nil && one.Slug == "oslo" && one.Land.Key == "eu", err)
	one, err = towns.Get(given.String())
	check("get by the text of a uuid", err == nil && one.ID == given, err)
	one, err = towns.Lock(rome.ID)
	check("lock", err == nil && one.Slug == "rome", err)
	one, err = towns.First(predicate.Eq("twins.url", rome.ID))
	check("a relation of many", err == nil && one.ID == given && fmt.Sprint(one.Twins.Keys) == fmt.Sprint([]string{rome.ID.String()}), err)
	list, err := towns.Order("slug").All(predicate.Eq("land", "eu"), predicate.Ne("url", given))
	check("a condition on keys", err == nil && len(list) == 1 && list[0].ID == rome.ID, err)
	n, err := towns.Count(predicate.In("url", rome.ID, given), predicate.Eq("land.name", "Europe"))
	check("a list of keys", n == 2, err)

	rome.Name = "Roma"
	check("an update", true, towns.Update(rome, &rome.Name))
	eu.Name = "EU"
	check("an update of all fields", true, lands.Update(eu))
	oslo.Twins.Keys = []string{}
	check("an update of a relation", true, towns.Update(oslo, &oslo.Twins))
	n, err = towns.Count(predicate.Eq("twins.url", rome.ID))
	check("a relation that was emptied", n == 0, err)
	check("a deletion", true, towns.Delete(given))
	check("a deletion by a text", lands.Delete("no") != nil, nil)
	for what, err := range map[string]error{
		"a text key that is missing": lands.Create(&Land{Name: "Nowhere"}),
		"a number for a text":        lands.Delete(7),
		"a text for a uuid":          towns.Delete("rome"),
	} {
		check(what, err != nil, nil)
	}
	return rest.None{}, errors.Join(problems...)
}

// rowsByKeysRows has an action that uses rows by keys of every kind.
func rowsByKeysRows() []rest.Resource {
	return []rest.Resource{
		rest.ViewSet[Land]{Path: "/lands/"},
		rest.ViewSet[Town]{Path: "/towns/", Lookup: "slug", Extra: []rest.Action{rest.OnList("try", tryKeys)}},
		rest.ViewSet[Trip]{Path: "/trips/", Actions: rest.ReadOnly},
	}
}

// plaque has texts of any length in indexes, which code writes: what clients write there has a bound.
type plaque struct {
	ID     int64  `rest:"id,readonly"`
	Name   string `rest:"name,readonly,unique" default:""`
	Motto  string `rest:"motto,readonly,index" default:""`
	Called string `rest:"called"`
	Says   string `rest:"says"`
	Text   string `rest:"text"`
}

// plaquesRows have code that writes long texts into indexed columns.
func plaquesRows() []rest.Resource {
	return []rest.Resource{
		rest.ViewSet[plaque]{
			Path: "/plaques/", Bulk: rest.Bulk{Actions: rest.Create},
			Serializer: rest.Serializer[plaque]{BeforeSave: func(_ *rest.Call, p *plaque) error {
				p.Name, p.Motto = p.Called, p.Says
				return nil
			}},
		},
	}
}

type meter struct {
	ID    int64   `rest:"id,readonly"`
	Name  string  `rest:"name"`
	Ticks uint64  `rest:"ticks,readonly" default:"0"`
	Turns *uint64 `rest:"turns,readonly"`
}

func setMeter(_ *rest.Call, m *meter) error {
	turns := uint64(math.MaxUint64)
	switch m.Name {
	case "most":
		m.Ticks = math.MaxInt64
	case "more":
		m.Ticks = math.MaxInt64 + 1
	case "turns":
		m.Turns = &turns
	}
	return nil
}

// metersRows have unsigned numbers, beyond those of a column too.
func metersRows() []rest.Resource {
	return []rest.Resource{
		rest.ViewSet[meter]{
			Path: "/meters/", Serializer: rest.Serializer[meter]{BeforeSave: setMeter},
		},
	}
}

// scroll has numbers that JavaScript would round: a key, one of its own, those of a list and of an object.
type (
	codex struct {
		ID     int64                       `rest:"id,readonly,string,filter=in"`
		Number int64                       `rest:"number,unique,string,sort,filter=eq ne gte lt" default:"7"`
		Marks  []uint64                    `rest:"marks,string,optional"`
		Size   codexSize                   `rest:"size"`
		After  rest.BelongsTo[codex]       `rest:"after,optional,filter=in isnull"`
		Of     rest.ManyToMany[codex]      `rest:"of,optional,filter"`
		Seals  rest.HasMany[codexSeal]     `rest:"seals,readonly"`
		Sealed rest.Nested[codexSealShape] `rest:"sealed,of=seals,nested=merge,optional"`
	}
	codexSize struct {
		Length *int64           `rest:"length,string,filter=eq gte"`
		Notes  *json.RawMessage `rest:"notes"`
	}
	codexSeal struct {
		ID   int64                 `rest:"id,readonly,string"`
		Name string                `rest:"name"`
		On   rest.BelongsTo[codex] `rest:"on"`
	}
	codexSealShape struct {
		ID   int64  `rest:"id,readonly,string"`
		Name string `rest:"name"`
	}
)

// Codices have numbers that are texts in JSON.
func Codices() *rest.Set {
	return rest.NewSet("codices",
		rest.ViewSet[codex]{Path: "/codices/", History: &rest.History{}, Bulk: rest.Bulk{Actions: rest.Create | rest.Modify}, Filters: []rest.Filter{{Path: "after.number", Name: "above"}}},
		rest.ViewSet[codexSeal]{Path: "/seals/"},
	).Access(permission.Anyone).Renderers(append(media.Renderers(), csv.Renderer{})...)
}

type sailing struct {
	ID    int64       `rest:"id,readonly"`
	Left  time.Time   `rest:"left" zone:"Europe/Berlin"`
	Calls []time.Time `rest:"calls" zone:"America/New_York"`
	Log   sailingLog  `rest:"log"`
}

type sailingLog struct {
	At time.Time `rest:"at" zone:"Europe/Berlin"`
}

// sailingsRows have moments in zones.
func sailingsRows() []rest.Resource {
	return []rest.Resource{
		rest.ViewSet[sailing]{Path: "/sailings/"},
	}
}

type stopLetter struct {
	ID     int64  `rest:"id,readonly"`
	Title  string `rest:"title,search"`
	Body   string `rest:"body,search=@english"`
	Number int64  `rest:"number,search=="`
}

// stopLettersRows are searched by words, by a language and by a number.
func stopLettersRows() []rest.Resource {
	return []rest.Resource{
		rest.ViewSet[stopLetter]{Path: "/letters/"},
	}
}

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

// Lanterns have filters by members of objects.
func Lanterns() *rest.Set {
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

// medal is what each requester has one of, with a picture that nobody is shown.
type medal struct {
	ID      int64                     `rest:"id,readonly"`
	Holder  rest.BelongsTo[auth.User] `rest:"holder,readonly,unique,show=username"`
	Picture rest.File                 `rest:"picture,writeonly" file:"max=1KiB"`
}

// Medals are singletons with a picture.
func Medals() *rest.Set {
	return rest.NewSet("badges", rest.ViewSet[medal]{
		Path: "/me/", Singleton: true, Actions: rest.Create | rest.Retrieve | rest.Modify, Access: permission.SignedIn,
		Owner: rest.Field(func(m *medal) *rest.BelongsTo[auth.User] { return &m.Holder }),
	})
}

type fairHall struct {
	City string `rest:"city" validate:"max=9"`
	Zip  *int32 `rest:"zip"`
}

type tradeFair struct {
	ID    int64      `rest:"id,readonly"`
	Hall  fairHall   `rest:"hall"`
	Halls []fairHall `rest:"halls"`
}

// fairsRows have objects, also in lists.
func fairsRows() []rest.Resource {
	return []rest.Resource{
		rest.ViewSet[tradeFair]{Path: "/fairs/"},
	}
}
