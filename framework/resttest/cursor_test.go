// A paginator that a team writes.

package resttest_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
)

// cursor is a paginator as a team writes one: each page begins after the last row of the one before.
type cursor struct{ Size int }

func (c cursor) Seeks()         {}
func (c cursor) String() string { return fmt.Sprintf("of %d, by cursor", c.Size) }

func (c cursor) Params() []plan.Param {
	return []plan.Param{{Name: "after", About: "The page after this row.", Schema: map[string]any{"type": "string"}}}
}

func (c cursor) Read(q *plan.Query) (plan.Window, error) {
	w := plan.Window{Limit: int64(c.Size)}
	text := q.Get("after")
	if text == "" {
		return w, nil
	}
	if text == "panic" {
		panic("a mistake in a team's paginator")
	}
	values, err := base64.RawURLEncoding.DecodeString(text)
	if err == nil {
		err = json.Unmarshal(values, &w.After)
	}
	if err != nil || len(w.After) != len(q.Order) {
		return w, problem.New(problem.NotFound, "Invalid cursor")
	}
	for i, v := range w.After {
		if n, is := v.(float64); is {
			w.After[i] = int64(n)
		}
	}
	return w, nil
}

func (c cursor) Page(q *plan.Query, _ plan.Window, found plan.Found) (plan.Page, error) {
	page := plan.Page{Total: plan.Unknown}
	if found.More {
		values, err := json.Marshal(found.Last)
		if err != nil {
			return page, err
		}
		page.Next = q.Link(plan.ParamValue{Name: "after", Value: base64.RawURLEncoding.EncodeToString(values)})
	}
	return page, nil
}

func (c cursor) Frame(p *plan.Page) media.Frame {
	next, _ := json.Marshal(p.Next) // a text is always JSON
	return media.Frame{Name: "rows", After: func(int64) []byte { return fmt.Appendf(nil, `{"next":%s}`, next) }}
}
