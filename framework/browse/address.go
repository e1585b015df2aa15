// Addresses that a page refers to: of itself in other formats, of the login, of the collections.

package browse

import (
	"net/http"
	"net/url"
	"strings"

	"example.com/resourceful/framework/serve/pageapi"
)

// loginFor is the address of a login that leads back to where the page is. Slashes stay readable.
func loginFor(a *answer) string {
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

// local is the path as a link: two slashes at its start would name another host.
func local(a *answer, path string) string {
	if strings.HasPrefix(path, "//") {
		return a.Base + path
	}
	return path
}

// plainPath is the path without a format suffix.
func plainPath(a *answer) string {
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

const (
	loginPath  = "/api-auth/login/"
	logoutPath = "/api-auth/logout/"
)
