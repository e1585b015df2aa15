// The list that led to a record: its neighbours there, and the way back.

package records

import (
	"example.com/resourceful/framework/browse/internal/layout"
	"example.com/resourceful/framework/browse/internal/words"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/pageapi"
)

// Beside is a link to the previous or the next record in a list.
type Beside struct{ Href, Rel, Text string }

// AddBeside adds links to the record's neighbours in the list that led to it, and to its form a button that goes on to the
// form of the next record.
func AddBeside(source *layout.Source, record *Record) error {
	list := source.FromList()
	alone := record.Opens == pageapi.ShowEdit
	if !record.IsRecord || source.Action != plan.Retrieve || record.Confirm || record.Opens != "" && !alone || !source.Route.Record {
		return nil
	}
	return source.Req.Neighbours(list, func(rec *schema.Record, behind bool) {
		address := source.Resource.Lookup.Of(rec)
		if behind && record.Edit != nil {
			record.Edit.Another = address.Path()
		}
		if alone {
			return
		}
		title, _ := source.Resource.TitleOf(rec).(string)
		name := source.Resource.NameOf(title, address.String())
		b := Beside{Rel: "prev", Text: words.Phrase(source.Language, "Previous: %s", name)}
		if behind {
			b.Rel, b.Text = "next", words.Phrase(source.Language, "Next: %s", name)
		}
		b.Href = layout.OfList(layout.Local(record.Answer, source.Resource.Fill(source.Resource.RecordPattern, source.ParentPath(), address.Path())), list)
		record.Beside = append(record.Beside, b)
	})
}
