// Sets of one resource that only scenarios serve: numbers and moments that a column cannot hold, stop words, members of objects.

package serve_test

import (
	"encoding/json"
	"math"
	"time"

	"github.com/google/uuid"
	"github.com/shopspring/decimal"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/media/csv"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

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

func meters() *rest.Set {
	return rest.NewSet("meters", rest.ViewSet[meter]{
		Path: "/meters/", Serializer: rest.Serializer[meter]{BeforeSave: setMeter},
	}).Access(permission.Anyone)
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

func codices() *rest.Set {
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

func sailings() *rest.Set {
	return rest.NewSet("sailings", rest.ViewSet[sailing]{Path: "/sailings/"}).Access(permission.Anyone)
}

type stopLetter struct {
	ID     int64  `rest:"id,readonly"`
	Title  string `rest:"title,search"`
	Body   string `rest:"body,search=@english"`
	Number int64  `rest:"number,search=="`
}

func stopLetters() *rest.Set {
	return rest.NewSet("letters", rest.ViewSet[stopLetter]{Path: "/letters/"}).Access(permission.Anyone)
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
