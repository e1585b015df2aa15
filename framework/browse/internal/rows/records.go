// Package rows collects the records that a page shows, with links to what they refer to.
package rows

import (
	"strings"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/cells"
	"example.com/resourceful/framework/browse/internal/layout"
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
		links = append(links, catalog.Link{Name: f.Name, Href: layout.Local(records.Answer, layout.AddParam(layout.WithQuery(path, query), "format", f.Name)), Page: page})
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
