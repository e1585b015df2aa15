package browse_test

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"testing"
	"time"

	"example.com/resourceful/framework/browse"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// Sample has a field of every kind.
type Sample struct {
	ID      int64      `rest:"url,readonly,link" db:"id"`
	Text    string     `rest:"text,optional"`
	None    *string    `rest:"none"`
	Integer int32      `rest:"integer,optional"`
	Number  float64    `rest:"number,optional"`
	Single  float32    `rest:"single,optional"`
	Boolean bool       `rest:"boolean,optional"`
	Time    time.Time  `rest:"time" default:"now"`
	Day     *rest.Date `rest:"day"`

	Team  rest.BelongsTo[Team]  `rest:"team,optional"`
	Link  rest.BelongsTo[Team]  `rest:"link,link,optional"`
	Teams rest.ManyToMany[Team] `rest:"teams,optional,through=a"`
	Links rest.ManyToMany[Team] `rest:"links,link,optional,through=b"`
}

// A table shows of a record what its representation has.
func TestShownValues(t *testing.T) {
	plan, err := rest.NewSet("samples",
		rest.ViewSet[Sample]{Path: "/samples/", Access: permission.Anyone},
		rest.ViewSet[Member]{Path: "/members/", Access: permission.Anyone},
		rest.ViewSet[Team]{Path: "/teams/", Access: permission.Anyone},
	).Compile()
	if err != nil {
		t.Fatal(err)
	}
	rec := plan.Resources[0].Type.New()
	check := func() {
		t.Helper()
		for _, f := range rec.Type.Shown {
			if shown, wire := browse.ShownValue(rec, f, "http://api.example"); fmt.Sprint(shown) != fmt.Sprint(wire) || reflect.TypeOf(shown) != reflect.TypeOf(wire) {
				t.Errorf("%s: shown %#v, represented as %#v", f.Go, shown, wire)
			}
		}
	}
	check()
	text := "a\xff\xfe\"\\\u2028<b>\x00"
	rec.Value().(*Sample).None = &text
	rec.Value().(*Sample).Text = text
	for wire, value := range map[string]any{
		"url": int64(7), "integer": int64(-3), "number": 1e300, "single": 0.1, "boolean": true, "time": time.Unix(1, 5000).UTC(),
		"day": rest.NewDate(2024, 2, 29), "team": int64(3), "link": int64(4), "teams": []int64{1, 2}, "links": []int64{1, 2, 3, 4, 5, 6, 7},
	} {
		rec.Set(rec.Type.ByWire(wire), value)
	}
	check()
	rec.Value().(*Sample).Number = math.NaN()
	check()
	if shown, _ := browse.ShownValue(rec, rec.Type.ByWire("integer"), ""); shown != json.Number("-3") {
		t.Errorf("integer: got %#v", shown)
	}
}
