package browse

import (
	"bytes"
	"encoding/json"
	"testing"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/cells"
	"example.com/resourceful/framework/browse/internal/forms"
	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/browse/internal/layout"
	"example.com/resourceful/framework/browse/internal/lists"
	"example.com/resourceful/framework/browse/internal/records"
	"example.com/resourceful/framework/browse/internal/refusedform"
	"example.com/resourceful/framework/messages/plain"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
)

// What tests make pages of.
type (
	Answer       = response
	Form         = forms.Form
	FormField    = inputs.Input
	Option       = inputs.Option
	Sent         = inputs.SentField
	Login        = refusedform.Relogin
	Resend       = refusedform.Resend
	Conflict     = refusedform.Conflict
	Difference   = refusedform.Difference
	DeleteImpact = catalog.DeleteImpact
	Row          = cells.Row
	Crumb        = layout.Crumb
	Header       = layout.Header
	Chip         = lists.Chip
	RowInputs    = inputs.RowInputs
	RowInput     = inputs.RowInput
	RowCell      = inputs.RowCell
	CurrentFile  = inputs.CurrentFile
	Trial        = records.Trial
)

// Changed is a changed text; "" for no value.
func Changed(label, before, after string) cells.Change {
	c := cells.Change{Label: label}
	if before != "" {
		c.Before = &cells.Cell{Text: before, Typed: true, Lines: true}
	}
	if after != "" {
		c.After = &cells.Cell{Text: after, Typed: true, Lines: true}
	}
	return c
}

// Columns are the heads of a list.
func Columns(a *Answer) []lists.Column {
	heads := *a
	heads.Rows = nil
	heads.link()
	return lists.NewTable(&heads.List).Columns
}

const (
	ByYou     = refusedform.ByYou
	ByOthers  = refusedform.ByOthers
	ByBoth    = refusedform.ByBoth
	Restricts = catalog.Restricts
	Deletes   = catalog.Deletes
	SetsNull  = catalog.SetsNull
	Unlinks   = catalog.Unlinks
)

// Render writes the page of an answer whose records, detail and links of the root are in its body.
func (p *Pages) Render(a *Answer) ([]byte, error) {
	read := *a
	for _, f := range []*forms.Form{a.Create, a.Edit, a.Delete} {
		if f == nil || a.Endpoint == nil {
			continue
		}
		f.RawTypes = []string{"application/json", "application/yaml"}
		for _, in := range f.Fields {
			in.Field = a.Endpoint.Type.ByWire(in.Name)
		}
	}
	switch body := decode(a.Body).(type) {
	case nil:
		read.Detail = "Not found."
	case []any:
		read.addRows(body, true)
	case map[string]any:
		read.addObject(a.Body, body)
	}
	return p.render(&read)
}

func decode(body []byte) (v any) {
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	if d.Decode(&v) != nil {
		return nil
	}
	return v
}

func (a *Answer) addObject(text []byte, body map[string]any) {
	if results, ok := body["results"].([]any); ok && a.IsList {
		a.addRows(results, true)
		return
	}
	detail, _ := body["detail"].(string)
	if a.Detail = plain.Say(a.Language, detail); detail == "" {
		a.Detail = "The input was not accepted. The messages are beside the fields."
	}
	if a.Endpoint == nil {
		for _, name := range []string{"notes", "users"} {
			if address, ok := body[name].(string); ok {
				a.Collections = append(a.Collections, catalog.Entry{Link: catalog.Link{Name: name, Href: address, Text: address}})
			}
		}
		return
	}
	if a.IsRecord {
		a.addRows([]any{body}, false)
	}
}

// addRows gives the rows, which say where records lead, the values of a body.
func (a *Answer) addRows(items []any, list bool) {
	rows := make([]cells.Row, max(len(items), len(a.Rows)))
	copy(rows, a.Rows)
	for i, item := range items {
		linked := rows[i].Cells
		rows[i].Cells = CellsOf(a.Endpoint, a.Base, item, list, false)
		for n := range linked {
			rows[i].Cells[n].Relate(linked[n].Links)
		}
	}
	a.Total = len(rows)
	for _, r := range rows {
		if r.Short {
			a.Short++
		}
	}
	a.Rows = rows[:min(len(rows), cells.MaxRows)]
}

// Linked returns the cells of a record that have only links, by the names of their fields. Each link is a text and a path.
func Linked(e *plan.Resource, links map[string][][2]string) cells.List {
	list := make(cells.List, len(e.Type.Shown))
	for i, f := range e.Type.Shown {
		for _, l := range links[f.Wire] {
			list[i].Links = append(list[i].Links, cells.Cell{Text: l[0], Href: l[1], Typed: true})
		}
	}
	return list
}

// CellsOf are the cells of a record that is written as JSON.
func CellsOf(e *plan.Resource, base string, item any, list, short bool) cells.List {
	if text, ok := item.(string); ok {
		item = decode([]byte(text))
	}
	values, _ := item.(map[string]any)
	return cells.NewRow(e.Type, base, list, short, func(f *schema.Field) any { return cells.WrittenValue(&catalog.Catalog{}, f, values[f.Wire]) }).Cells
}

// ShownValue returns the cell of a record's field, made of its value and made of its representation.
func ShownValue(rec *schema.Record, f *schema.Field, base string) (shown, wire any) {
	return cells.ShownValue((&catalog.Catalog{}), rec, f, base, nil), cells.WrittenValue(&catalog.Catalog{}, f, cells.DecodeValue(rec.AppendField(nil, f, base)))
}

// AddFilters adds the form above the list of an endpoint; nobody has rows to offer.
func (a *Answer) AddFilters(t testing.TB, problems problem.Fields) {
	t.Helper()
	a.link()
	set := catalog.New(&plan.Plan{Resources: []*plan.Resource{a.Endpoint}}, nil)
	b := &forms.Builder{Source: &layout.Source{Action: plan.List, Resource: set.ByPlan[a.Endpoint]}, Problems: problems}
	if err := lists.AddFilters(b, &a.List, nil); err != nil {
		t.Fatal(err)
	}
}
