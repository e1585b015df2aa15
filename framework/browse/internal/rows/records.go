// Package rows collects the records that a page shows, with links to what they refer to.
package rows

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/cells"
	"example.com/resourceful/framework/browse/internal/layout"
	"example.com/resourceful/framework/browse/internal/words"
	"example.com/resourceful/framework/pagination"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/pageapi"
)

// Records are the records of a list, or the one record, that a page shows.
type Records struct {
	*layout.Answer
	IsList   bool         // the response is a list: of the endpoint's records, or of RowType
	IsRecord bool         // the response is one record of the endpoint, or one of RowType
	AtRecord bool         // the address is a record's, or below one
	Chosen   *schema.Type // type of the rows of a list, if the client has chosen their members; else nil
	RowType  *schema.Type // type of the output of a team's operation; nil for records of the endpoint
	Rows     []cells.Row  // the records of a list, or the record
	Total    int          // number of records in the list; Rows may hold only the first
	Short    int          // how many of these Body has no room for
	Part     bool         // the list has no pages in other formats, and Body is one part of it
	Links    *plan.Page
	Member   string // names the elements of an endpoint's list in their paths; "" for none
}

// ShownType returns the type of the rows on the page.
func (records *Records) ShownType() *schema.Type {
	switch {
	case records.RowType != nil:
		return records.RowType
	case records.Chosen != nil:
		return records.Chosen
	case records.IsList:
		return records.Endpoint.Shapes.List.Type
	default:
		return records.Endpoint.Shapes.Retrieve.Type
	}
}

// Formats returns links to the page in each format. They drop a suffix, which would take precedence, and
// the parameters of pages, and keep all others.
func Formats(records *Records) []catalog.Link {
	path := layout.PlainPath(records.Answer)
	var links []catalog.Link
	for _, f := range records.Formats {
		query, page := layout.PlainQuery(records.Query), f.MediaType == "text/html"
		if page {
			query = pageapi.Without(records.Query, layout.NotShown...)
		}
		if f.RowsOnly && records.Endpoint != nil && records.Endpoint.Exports && records.IsList {
			query = pageapi.Without(query, PagingParams(records.Endpoint)...)
		}
		links = append(links, catalog.Link{Name: f.Name, Href: layout.Local(records.Answer, layout.AddParam(layout.WithQuery(path, query), "format", f.Name)), Current: page})
	}
	return links
}

// Exports returns the links to formats that export all rows of a list as a file.
func Exports(records *Records, all []catalog.Link) (files []catalog.Link) {
	if records.Endpoint == nil || !records.Endpoint.Exports || records.RowType != nil {
		return nil
	}
	for i, f := range records.Formats {
		if f.RowsOnly {
			files = append(files, catalog.Link{Name: strings.ToUpper(f.Name), Href: all[i].Href})
		}
	}
	return files
}

// PagingParams returns the parameters for the page of a list, which a file does not have.
func PagingParams(r *plan.Resource) (names []string) {
	for _, p := range r.Params {
		if p.Role == plan.PagingRole {
			names = append(names, p.Name)
		}
	}
	return names
}

// Collector collects the records that are added to a page.
type Collector struct {
	*layout.Source
	Rows             []cells.Row
	chosen           *schema.Type // type of the rows, if the client has chosen their members; else nil
	added, shortRows int          // added records, and cut ones among them
	short            bool         // the representation has no room for more
	kept             string       // the query of the list that links to its records carry; see keptQuery
}

// Parts implements pageapi.Page.
func (c *Collector) Parts() plan.Paginator { return listParts }

// listParts divides a list that has no pages in other formats into pages for HTML.
var listParts = pagination.PageNumber{Size: 100, Count: plan.CountUpTo(10_000), Param: layout.PartParam}

// Add implements pageapi.Page.
func (c *Collector) Add(rec *schema.Record, written int) (room bool) {
	if c.Resource == nil {
		c.Begin()
	}
	list := c.Action == plan.List
	if list && c.Resource.Pages == nil && written > partBytes {
		c.short = true
	}
	if c.added++; c.short {
		c.shortRows++
	}
	if len(c.Rows) == cells.MaxRows {
		return !c.short
	}
	if list && rec.Type != c.Resource.Shapes.List.Type {
		c.chosen = rec.Type
	}
	some := NamedInRecord
	if list {
		some = namedInList
	}
	value := func(f *schema.Field) any { return cells.ShownValue(c.Catalog, rec, f, c.Base, c.Zone) }
	shown := cells.NewRow(rec.Type, c.Base, list, c.short, value)
	shown.Address, shown.Related = c.Resource.Lookup.Of(rec), c.Catalog.Related(rec.Type, rec, some)
	if c.Operation != nil && c.Operation.Deleted {
		shown.Deleted = &cells.Deletion{Key: rec.Key()}
	}
	c.Rows = append(c.Rows, shown)
	return !c.short
}

// partBytes is the size up to which a page shows the representation of a part, so that long records do not
// increase its memory.
const partBytes = 1 << 20

// keptQuery returns the parameters of a list's query that links to its records carry: filters, search,
// order and columns. It returns "" for none, and where they are too long.
func keptQuery(records *Records) string {
	if !records.IsList || records.RowType != nil || records.Endpoint == nil {
		return ""
	}
	q := layout.NewListQuery(records.Answer, records.Endpoint.Params)
	_, query, _ := strings.Cut(q.Address(func(name string) bool {
		p := q.Param(name)
		return name != pageapi.ColumnsParam && (p == nil || !p.Narrows() && p.Role != plan.OrderingRole)
	}), "?")
	if len(query) > maxKept {
		return ""
	}
	return query
}

// maxKept is the limit of that query in bytes, because each link of the list carries it.
const maxKept = 2000

// AddRows adds the collected records to the page.
func (c *Collector) AddRows(records *Records) error {
	if c.Response.Replayed && !c.Address.IsZero() {
		values, _ := cells.DecodeValue(c.Response.Record).(map[string]any) // its record was not read
		stored := cells.WrittenRow(c.Catalog, c.Resource.Shapes.Retrieve.Type, c.Base, false, values)
		stored.Address = c.Address
		c.Rows = []cells.Row{stored}
	}
	records.Chosen, c.kept = c.chosen, keptQuery(records)
	if err := c.LinkRelated(); err != nil {
		return err
	}
	if err := c.addDeletions(); err != nil {
		return err
	}
	records.Rows, records.Total, records.Short = c.Rows, c.added, c.shortRows
	links := c.Response.Links
	records.Part = records.IsList && c.Resource.Pages == nil && (links.Next != "" || links.Previous != "")
	return nil
}

// addDeletions tells of each row of a list of deleted records when it was deleted and by whom, with a button that restores
// it. Requesters who may list them may restore them. The rows have no page.
func (c *Collector) addDeletions() error {
	list := c.Operation
	if list == nil || !list.Deleted || list.Record {
		return nil
	}
	var keys []schema.Key
	for i := range c.Rows {
		keys = append(keys, c.Rows[i].Deleted.Key)
	}
	known, err := c.Req.Deletions(keys)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(c.Resource.Operations, func(o *plan.Operation) bool { return o.Deleted && o.Record })
	for n := range c.Rows {
		row := &c.Rows[n]
		row.Href, row.Deleted.At, row.Deleted.By = "", known[row.Deleted.Key].At, known[row.Deleted.Key].By
		if i >= 0 && !row.Address.IsZero() {
			path := c.Resource.Fill(c.Resource.Operations[i].Pattern, c.ParentPath(), row.Address.Path())
			row.Deleted.Restore = &cells.Button{Action: path, Key: c.Req.NewKey(), Text: c.Language.SayWord("Restore"), Label: words.Phrase(c.Language, "Restore %s", c.Resource.Name+" "+row.Address.String())}
		}
	}
	return nil
}

// AddAnswer adds the output of a team's operation: a record, or the records of a list. It parses the
// representation, because the team's code returns structs.
func (c *Collector) AddAnswer(records *Records) {
	o := c.Operation
	if o == nil || o.Builtin != 0 || o.Output == nil || len(c.Response.Body) == 0 {
		return
	}
	t, res := o.Output.Type, c.Catalog.ByPlan[o.Rows]
	if res != nil {
		t = res.Shown(o.Many).Type
	}
	if o.Totals != nil {
		t = requestedTotals(t, c.Response.Members)
	}
	records.RowType, records.IsList, records.IsRecord = t, o.Many, !o.Many
	if !o.Many {
		records.addWritten(c, t, res, c.Response.Record)
		return
	}
	d := json.NewDecoder(bytes.NewReader(c.Response.Rows))
	if _, err := d.Token(); err != nil { // the bracket
		return
	}
	for d.More() {
		var text json.RawMessage
		if d.Decode(&text) != nil {
			return
		}
		records.addWritten(c, t, res, text)
	}
}

// requestedTotals returns the type of groups with those members that the client has requested.
func requestedTotals(t *schema.Type, names []string) *schema.Type {
	members := make([]*schema.Field, len(names))
	for i, name := range names {
		members[i] = t.ByWire(name)
	}
	return t.Choose(members)
}

// addWritten adds a record from its JSON. A row of a resource links to its page.
func (records *Records) addWritten(c *Collector, t *schema.Type, res *catalog.Resource, text []byte) {
	if records.Total++; len(records.Rows) == cells.MaxRows {
		return
	}
	values, _ := cells.DecodeValue(text).(map[string]any)
	row := cells.WrittenRow(c.Catalog, t, c.Base, records.IsList, values)
	row.Href = res.PageOf(t, values)
	if l := c.Catalog.Listings[c.Operation]; l != nil {
		row.Href, records.Member = l.Page(values), l.Member
	}
	records.Rows = append(records.Rows, row)
}
