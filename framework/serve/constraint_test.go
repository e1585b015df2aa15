package serve_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

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

func hirings() *rest.Set {
	return rest.NewSet("hirings", rest.ViewSet[hiring]{
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
	}).Access(permission.Anyone)
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

func wagons() *rest.Set {
	return rest.NewSet("wagons", rest.ViewSet[wagon]{
		Path:    "/wagons/",
		Indexes: []rest.Index{{Fields: []string{"number"}, Unique: true, Where: predicate.Ne("state", "old")}},
		Constraints: []rest.Constraint{
			{Holds: predicate.And(predicate.Gte("seats", 1), predicate.Lte("seats", 120)), Field: "seats", Message: "A wagon has 1 to 120 seats."},
			{Holds: predicate.In("state", "new", "used", "old"), Field: "state", Message: "A wagon is new, used or old."},
		},
	}).Access(permission.Anyone)
}

// Of two requests at the same moment, each of them right by itself, one is done, and the other gets the 400 of the check.
func TestConstraintsAtOnce(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		h := server.New(t, server.Config{Set: wagons, Pages: server.PlainPages}, address)
		for n := range 12 {
			server.Must(t, h, "POST", "/wagons/", "", fmt.Sprintf(`{"number":%d,"plate":"p%[1]d"}`, n+1))
		}
		for round := range 4 {
			record := fmt.Sprintf("/wagons/%d/", round+1)
			for _, tt := range []struct{ name, method, path, one, other, refusal string }{
				{"two fields", "PATCH", record, `{"built":"2035-06-01"}`, `{"sold":"2035-05-31"}`, `{"sold":["Ensure this value is greater than or equal to built."]}`},
				{"unique", "POST", "/wagons/", fmt.Sprintf(`{"number":%d,"plate":"x%d"}`, 100+2*round, round), fmt.Sprintf(`{"number":%d,"plate":"x%d"}`, 101+2*round, round), `{"plate":["wagon with this plate already exists."]}`},
				{
					"unique under a condition", "POST", "/wagons/", fmt.Sprintf(`{"number":%d,"plate":"y%[1]d"}`, 200+round), fmt.Sprintf(`{"number":%d,"plate":"z%[1]d"}`, 200+round),
					`{"non_field_errors":["The fields number must make a unique set."]}`,
				},
			} {
				var group sync.WaitGroup
				answers := make([]string, 2)
				for i, body := range []string{tt.one, tt.other} {
					group.Go(func() {
						status, answer := server.Call(h, tt.method, tt.path, "", body)
						answers[i] = fmt.Sprint(status, " ", answer)
					})
				}
				group.Wait()
				done := 0
				for _, got := range answers {
					if strings.HasPrefix(got, "20") {
						done++
					} else if want := "400 " + tt.refusal; got != want {
						t.Errorf("%s: got %s, want %s", tt.name, got, want)
					}
				}
				if done != 1 {
					t.Errorf("%s: %d of two were done, want 1: %q", tt.name, done, answers)
				}
			}
		}
	})
}

// A constraint of one column is the database's too: whoever writes past the service is refused.
func TestConstraintOfOneColumn(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		h := server.New(t, server.Config{Set: wagons, Pages: server.PlainPages}, address)
		server.Must(t, h, "POST", "/wagons/", "", `{"number":1,"plate":"p"}`)
		if status, body := server.Call(h, "PATCH", "/wagons/1/", "", `{"seats":121,"state":"lost"}`); status != 400 || body != `{"seats":["A wagon has 1 to 120 seats."],"state":["A wagon is new, used or old."]}` {
			t.Errorf("got %d %s", status, body)
		}
		db := server.Direct(t, address)
		for text, good := range map[string]bool{"seats = 120": true, "seats = 121": false, "seats = 0": false, "state = 'lost'": false, "state = 'used'": true} {
			if _, err := db.Exec("UPDATE wagons SET " + text); (err == nil) != good {
				t.Errorf("%s: got %v, want it taken: %v", text, err, good)
			}
		}
	})
}
