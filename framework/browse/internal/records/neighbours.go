// The list that led to a record: its neighbours there, and the way back.

package records

import (
	"strings"

	"example.com/resourceful/framework/browse/internal/layout"
	"example.com/resourceful/framework/browse/internal/typedtext"
	"example.com/resourceful/framework/browse/internal/words"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// Beside is a link to the previous or the next record in a list.
type Beside struct{ Href, Rel, Text string }

// AddBeside adds links to the record's neighbours in the list that led to it.
func AddBeside(r *layout.Source, a *Record) error {
	if !a.IsRecord || r.Action != plan.Retrieve || a.Confirm || a.Opens != "" || !r.Route.Record {
		return nil
	}
	list := r.FromList()
	return r.Req.Neighbours(list, func(rec *schema.Record, behind bool) {
		address := r.Resource.Lookup.Of(rec)
		title, _ := r.Resource.TitleOf(rec).(string)
		if strings.TrimSpace(title) == "" {
			title = r.Resource.Name + " " + address.String()
		}
		b := Beside{Rel: "prev", Text: words.Phrase(r.Language, "Previous: %s", typedtext.Shorten(title, layout.MaxSubject))}
		if behind {
			b.Rel, b.Text = "next", words.Phrase(r.Language, "Next: %s", typedtext.Shorten(title, layout.MaxSubject))
		}
		b.Href = layout.OfList(layout.Local(a.Answer, r.Resource.Fill(r.Resource.RecordPattern, r.ParentPath(), address.Path())), list)
		a.Beside = append(a.Beside, b)
	})
}
