// Addresses that a page refers to: of itself in other formats, of the login, of the collections.

package browse

import (
	"net/http"
	"net/url"
	"strings"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/serve/pageapi"
)

// loginFor is the address of a login that leads back to where the page is. Slashes stay readable.
func loginFor(a *response) string {
	next := a.Path
	switch {
	case a.NoLogin:
		return ""
	case next == loginPath || next == logoutPath:
		return loginPath
	case a.Query != "" && (a.Method == http.MethodGet || a.Method == http.MethodHead):
		next += "?" + a.Query
	}
	return loginPath + "?next=" + strings.ReplaceAll(url.QueryEscape(a.Version.Add(next)), "%2F", "/")
}

// formats are links to the page in each format: a suffix, which would win, and what is for pages
// alone go, and all other parameters stay.
func formats(a *response) []catalog.Link {
	path := plainPath(a)
	var links []catalog.Link
	for _, f := range a.Formats {
		query, page := plainQuery(a.Query), f.MediaType == "text/html"
		if page {
			query = pageapi.Without(a.Query, notShown...)
		}
		if f.RowsOnly && a.Endpoint != nil && a.Endpoint.Exports && a.IsList {
			query = pageapi.Without(query, pagingParams(a.Endpoint)...)
		}
		links = append(links, catalog.Link{Name: f.Name, Href: local(a, path+"?"+with(query, "format", f.Name)), Page: page})
	}
	return links
}

// exports are those of the links to formats that have all rows of a list as a file.
func exports(a *response, all []catalog.Link) (files []catalog.Link) {
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

// pagingParams are the parameters that say which page of a list is shown, which a file does not have.
func pagingParams(r *plan.Resource) (names []string) {
	for _, p := range r.Params {
		if p.Role == plan.PagingRole {
			names = append(names, p.Name)
		}
	}
	return names
}

// local is the path as a link: two slashes at its start would name another host.
func local(a *response, path string) string {
	if strings.HasPrefix(path, "//") {
		return a.Base + path
	}
	return path
}

// plainPath is the path without a format suffix.
func plainPath(a *response) string {
	path := strings.TrimSuffix(a.Path, "/")
	for _, f := range a.Formats {
		if base, ok := strings.CutSuffix(path, "."+f.Name); ok {
			return strings.TrimSuffix(base, "/") + "/"
		}
	}
	return a.Path
}

// with is a query with one more parameter.
func with(query, name, value string) string {
	if query != "" {
		query += "&"
	}
	return query + name + "=" + url.QueryEscape(value)
}

// notShown are the parameters of the query that say how to show the answer.
var notShown = []string{"format", pageapi.ShowParam, bodyParam}

// plainQuery is the query without what says how, and which part of it, to show the answer.
func plainQuery(query string) string {
	return pageapi.Without(query, append(notShown, PartParam, pageapi.ColumnsParam, pageapi.ListField, fromParam, toParam)...)
}
