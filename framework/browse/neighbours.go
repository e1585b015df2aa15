// The list that a record was come to from: the records beside it, and the way back.

package browse

import (
	"net/url"
	"strings"

	"example.com/resourceful/framework/browse/internal/marks"
	"example.com/resourceful/framework/browse/internal/words"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/pageapi"
)

// maxKept bounds the query of a list that the links to its records carry, in bytes: each of them has it.
const maxKept = 2000

// beside leads to the record before another one in a list, or to the one behind it.
type beside struct{ Href, Rel, Text string }

// keptQuery is what of the query of a list goes along to its records: which they are, their order, and the columns; "" where a
// record's page shows the same list without it.
func keptQuery(a *response) string {
	if !a.IsList || a.RowType != nil || a.Endpoint == nil {
		return ""
	}
	q := newListQuery(a, a.Endpoint.Params)
	_, query, _ := strings.Cut(q.address(func(name string) bool {
		p := q.param(name)
		return name != pageapi.ColumnsParam && (p == nil || p.Role != plan.FilterRole && p.Role != plan.SearchRole && p.Role != plan.OrderingRole)
	}), "?")
	if len(query) > maxKept {
		return ""
	}
	return query
}

// fromList is the query of the list that the page's record was come to from; "" for the list as it is.
func (r *renderer) fromList() string {
	list := pageapi.LastParam(r.Request.URL.RawQuery, pageapi.ListField)
	if r.Form.Posted != nil {
		list, _ = r.Form.Get(pageapi.ListField)
	}
	if _, err := url.ParseQuery(list); err != nil || strings.ContainsAny(list, "#\r\n") {
		return ""
	}
	return list
}

// ofList is an address of a record that was come to from a list with a query.
func ofList(address, query string) string {
	if query == "" || address == "" {
		return address
	}
	separator := "?"
	if strings.Contains(address, "?") {
		separator = "&"
	}
	return address + separator + pageapi.ListField + "=" + url.QueryEscape(query)
}

// withQuery is a path with a query, which may be "".
func withQuery(path, query string) string {
	if query == "" || path == "" {
		return path
	}
	return path + "?" + query
}

// addBeside leads to the records beside this one in the list that it was come to from.
func (r *renderer) addBeside(a *response) error {
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
		b.Href = ofList(local(a, r.resource.Fill(r.resource.RecordPattern, r.parentPath(), address.Path())), list)
		a.Beside = append(a.Beside, b)
	})
}
