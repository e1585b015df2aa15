// Comparisons of a record: with the result of a dry run, and of two versions.

package records

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"example.com/resourceful/framework/browse/internal/cells"
	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/browse/internal/layout"
	"example.com/resourceful/framework/browse/internal/rows"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/pageapi"
)

// Comparing is the form that compares two entries of a history, which are chosen in their rows.
type Comparing struct {
	Action string
	Hidden []inputs.SentField // the other parameters of the query
}

// Comparison holds the differences between two versions of a record.
type Comparison struct {
	From, To Past
	Members  []*cells.Change // empty if they are equal
}

// addComparison compares the versions in the query of a history, and offers the versions on its page.
func addComparison(people *teller, record *Record) error {
	defer offerVersions(record)
	from, to := pageapi.LastParam(record.Query, layout.FromParam), pageapi.LastParam(record.Query, layout.ToParam)
	if from == "" || to == "" {
		return nil
	}
	versions, err := people.Req.Versions(from, to)
	if err != nil {
		return err
	}
	var states [2]map[string]json.RawMessage
	for i, v := range versions {
		if err := json.Unmarshal(v.State, &states[i]); err != nil {
			return fmt.Errorf("version %d of a record: %w", v.ID, err)
		}
	}
	older, newer := versions[0], versions[1]
	c := &Comparison{From: people.past(older.ID, older.At, older.By, older.Operation), To: people.past(newer.ID, newer.At, newer.By, newer.Operation)}
	c.Members = people.changes(states[0], states[1], &cells.Heads{Before: c.From.Moment().Text, After: c.To.Moment().Text})
	record.Compared = c
	return nil
}

// offerVersions offers two entries of the page for comparison: by default the newest and the one before.
func offerVersions(record *Record) {
	if len(record.Past) < 2 {
		return
	}
	record.Compares = &Comparing{Action: layout.Local(record.Answer, layout.PlainPath(record.Answer))}
	for _, q := range pageapi.QueryParams(record.Query) {
		if q.Name != layout.FromParam && q.Name != layout.ToParam {
			record.Compares.Hidden = append(record.Compares.Hidden, inputs.SentField{Name: q.Name, Text: q.Value})
		}
	}
	from, to := record.Past[1].ID, record.Past[0].ID
	if record.Compared != nil {
		from, to = record.Compared.From.ID, record.Compared.To.ID
	}
	for i := range record.Past {
		p := &record.Past[i]
		p.From, p.To = p.ID == from, p.ID == to
	}
}

// lines returns a JSON value as a text whose lines can be compared.
func lines(value []byte) string {
	return strings.ReplaceAll(inputs.SentText(cells.DecodeValue(value)), "\r\n", "\n")
}

// Trial compares a record before and after a dry run.
type Trial struct {
	Changes []*cells.Change // empty if nothing would change
}

// AddTrial compares the response of a dry run with the current record. It reads the record again, because
// the page already holds the result's row.
func AddTrial(c *rows.Collector, record *Record) error {
	if !record.Tried || !c.Route.Record || record.Confirm {
		return nil
	}
	if _, err := c.Req.LoadRecord(true); err != nil {
		return err
	}
	now, shown := c.Req.Facts().Record, record.ShownType()
	if len(record.Rows) != 1 || record.IsList || now == nil || now.Type != shown {
		return nil
	}
	then := slices.Clone(record.Rows[0].Cells)
	c.Rows = []cells.Row{cells.NewRow(shown, c.Base, false, false, func(f *schema.Field) any { return cells.ShownValue(c.Catalog, now, f, c.Base, c.Zone) })}
	if c.Action&(plan.Replace|plan.Modify) != 0 { // a team's operation answers without links too
		c.Rows[0].Address, c.Rows[0].Related = c.Address, c.Catalog.Related(shown, now, rows.NamedInRecord)
		if err := c.LinkRelated(); err != nil {
			return err
		}
	}
	record.Trial = &Trial{}
	heads := &cells.Heads{Before: "Now", After: "Then"}
	for i := range then {
		if before, after := &c.Rows[0].Cells[i], &then[i]; before.HTML() != after.HTML() {
			record.Trial.Changes = append(record.Trial.Changes, &cells.Change{Label: after.Label, Before: before, After: after, Heads: heads})
			before.Say(record.Language)
			after.Say(record.Language)
		}
	}
	return nil
}
