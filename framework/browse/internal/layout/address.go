// Addresses in a page: its own in another format or version, and the login's.

package layout

import (
	"net/http"
	"net/url"
	"strings"

	"example.com/resourceful/framework/serve/pageapi"
)

// LoginFor returns the address of the login that leads back to the page. It leaves slashes unescaped.
func LoginFor(answer *Answer) string {
	next := answer.Path
	switch {
	case answer.NoLogin:
		return ""
	case next == LoginPath || next == LogoutPath:
		return LoginPath
	case answer.Query != "" && (answer.Method == http.MethodGet || answer.Method == http.MethodHead):
		next += "?" + answer.Query
	}
	return LoginPath + "?next=" + strings.ReplaceAll(url.QueryEscape(answer.Version.Add(next)), "%2F", "/")
}

// Local returns the path as a link: two slashes at its start would name another host.
func Local(answer *Answer, path string) string {
	if strings.HasPrefix(path, "//") {
		return answer.Base + path
	}
	return path
}

// PlainPath returns the path without a format suffix.
func PlainPath(answer *Answer) string {
	path := strings.TrimSuffix(answer.Path, "/")
	for _, f := range answer.Formats {
		if base, ok := strings.CutSuffix(path, "."+f.Name); ok {
			return strings.TrimSuffix(base, "/") + "/"
		}
	}
	return answer.Path
}

// AddParam returns an address with one more parameter in its query.
func AddParam(address, name, value string) string {
	separator := "?"
	if strings.Contains(address, "?") {
		separator = "&"
	}
	return address + separator + url.QueryEscape(name) + "=" + url.QueryEscape(value)
}

// NotShown are the parameters that choose how to show the response.
var NotShown = []string{"format", pageapi.ShowParam, pageapi.ExplainParam, BodyParam}

// PlainQuery returns the query without the parameters that choose how, and which part of it, to show the
// response.
func PlainQuery(query string) string {
	return pageapi.Without(query, append(NotShown, PartParam, pageapi.ColumnsParam, pageapi.ListField, FromParam, ToParam)...)
}

const (
	LoginPath  = "/api-auth/login/"
	LogoutPath = "/api-auth/logout/"
)
