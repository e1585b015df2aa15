// Package rows collects the records that a page shows, with links to what they refer to.
package rows

import (
	"strings"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/cells"
	"example.com/resourceful/framework/browse/internal/frame"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/pageapi"
)

// Records are the records of a list, or the one record, that a page shows.
type Records struct {
	*frame.Answer
	IsList   bool         // the answer is a list: of the endpoint's records, or of RowType
	IsRecord bool         // the answer is one record of it, or one of RowType
	AtRecord bool         // the address is that of a record, or below it
	Chosen   *schema.Type // of the rows of a list whose members the client has chosen; else nil
	RowType  *schema.Type // of what an operation of a team has answered; nil for records of the endpoint
	Rows     []cells.Row  // the records of a list, or the record
	Total    int          // of the records of the list; Rows may hold only the first of them
	Short    int          // of these, those that Body has no room for
	Part     bool         // the list has no pages in other formats, and Body is one part of it
	Links    *plan.Page
}

// ShownType is the type of the rows that the page shows.
func (a *Records) ShownType() *schema.Type {
	switch {
	case a.RowType != nil:
		return a.RowType
	case a.Chosen != nil:
		return a.Chosen
	case a.IsList:
		return a.Endpoint.Shapes.List.Type
	default:
		return a.Endpoint.Shapes.Retrieve.Type
	}
}

// Formats are links to the page in each format: a suffix, which would win, goes, and so do parameters
// that only pages have; all others stay.
func Formats(a *Records) []catalog.Link {
	path := frame.PlainPath(a.Answer)
	var links []catalog.Link
	for _, f := range a.Formats {
		query, page := frame.PlainQuery(a.Query), f.MediaType == "text/html"
		if page {
			query = pageapi.Without(a.Query, frame.NotShown...)
		}
		if f.RowsOnly && a.Endpoint != nil && a.Endpoint.Exports && a.IsList {
			query = pageapi.Without(query, PagingParams(a.Endpoint)...)
		}
		links = append(links, catalog.Link{Name: f.Name, Href: frame.Local(a.Answer, path+"?"+frame.With(query, "format", f.Name)), Page: page})
	}
	return links
}

// Exports are those of the links to formats that have all rows of a list as a file.
func Exports(a *Records, all []catalog.Link) (files []catalog.Link) {
	if a.Endpoint == nil || !a.Endpoint.Exports || a.RowType != nil {
		return nil
	}
	for i, f := range a.Formats {
		if f.RowsOnly {
			files = append(files, catalog.Link{Name: strings.ToUpper(f.Name), Href: all[i].Href})
		}
	}
	return files
}

// PagingParams are the parameters that say which page of a list is shown, which a file does not have.
func PagingParams(r *plan.Resource) (names []string) {
	for _, p := range r.Params {
		if p.Role == plan.PagingRole {
			names = append(names, p.Name)
		}
	}
	return names
}
