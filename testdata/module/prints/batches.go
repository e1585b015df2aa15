package prints

import (
	"fmt"
	"strconv"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
)

// Batches are pages that are named by letters: a, b, c.
type Batches struct{ Size int }

func (b Batches) String() string { return fmt.Sprintf("of %d, by letter", b.Size) }

// Params are what a client may say about batches.
func (b Batches) Params() []plan.Param {
	return []plan.Param{{Name: "batch", About: "The letter of a batch.", Schema: map[string]any{"type": "string"}}}
}

// Read finds the rows of a batch.
func (b Batches) Read(q *plan.Query) (plan.Window, error) {
	letter := q.Get("batch")
	if letter == "" {
		letter = "a"
	}
	if len(letter) != 1 || letter[0] < 'a' || letter[0] > 'z' {
		return plan.Window{}, problem.New(problem.NotFound, "Invalid batch.")
	}
	return plan.Window{Limit: int64(b.Size), Offset: int64(letter[0]-'a') * int64(b.Size)}, nil
}

// Page links a batch with the next one.
func (b Batches) Page(q *plan.Query, w plan.Window, found plan.Found) (plan.Page, error) {
	page := plan.Page{Total: plan.Unknown}
	if next := w.Offset/int64(b.Size) + 1; found.More && next < 26 {
		page.Next = q.Link(plan.ParamValue{Name: "batch", Value: string(rune('a' + next))})
	}
	return page, nil
}

// Frame is what stands around the rows.
func (b Batches) Frame(p *plan.Page) media.Frame {
	return media.Frame{Name: "prints", After: func(int64) []byte { return []byte(`{"next":` + strconv.Quote(p.Next) + `}`) }}
}
