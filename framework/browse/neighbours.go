// The list that a record was come to from: the records beside it, and the way back.

package browse

import (
	"strings"

	"example.com/resourceful/framework/browse/internal/marks"
	"example.com/resourceful/framework/browse/internal/words"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// beside leads to the record before another one in a list, or to the one behind it.
type beside struct{ Href, Rel, Text string }

// addBeside leads to the records beside this one in the list that it was come to from.
func addBeside(r *source, a *recordPart) error {
	if !a.IsRecord || r.Action != plan.Retrieve || a.Confirm || a.Opens != "" || !r.Route.Record {
		return nil
	}
	list := r.fromList()
	return r.req.Neighbours(list, func(rec *schema.Record, behind bool) {
		address := r.resource.Lookup.Of(rec)
		title, _ := r.resource.TitleOf(rec).(string)
		if strings.TrimSpace(title) == "" {
			title = r.resource.Name + " " + address.String()
		}
		b := beside{Rel: "prev", Text: words.Phrase(r.Language, "Previous: %s", marks.Shorten(title, maxSubject))}
		if behind {
			b.Rel, b.Text = "next", words.Phrase(r.Language, "Next: %s", marks.Shorten(title, maxSubject))
		}
		b.Href = ofList(local(a.answer, r.resource.Fill(r.resource.RecordPattern, r.parentPath(), address.Path())), list)
		a.Beside = append(a.Beside, b)
	})
}
