package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// pocketLists says how PocketBase is asked for a list of the service. A list without a page has 1000 records, the most
// that PocketBase sends. It is not counted, as the service does not count it.
var pocketLists = map[string]struct {
	records, query string
	next           url.Values // the parameters of the service's second page
	fields         []string   // of a record
}{
	"/snippets/": {"snippet_list", "perPage=1000&skipTotal=1&sort=id", nil, []string{"title", "code", "linenos", "language", "style", "owner"}},
	"/users/":    {"users", "perPage=10&sort=-id", url.Values{"page": {"2"}}, []string{"username", "email"}},
	"/tickets/": {
		"ticket_list", "perPage=20&sort=-created,-id",
		url.Values{"limit": {"20"}, "offset": {"20"}},
		[]string{"number", "title", "status", "priority", "comment_count"},
	},
}

// request returns a request of PocketBase's API, with a token in place of a password.
func (p *pocketbase) request(s scenario) scenario {
	path, query, _ := strings.Cut(s.path, "?")
	root, key, _ := strings.Cut(strings.Trim(path, "/"), "/")
	of := pocketLists["/"+root+"/"]
	s.token = p.tokens[s.dataset.name][s.account]
	const records = "/api/collections/%s/records"
	switch {
	case key != "":
		n, _ := strconv.Atoi(key)
		s.path = fmt.Sprintf(records+"/%015d", of.records, n)
	case s.method == http.MethodPost:
		s.path = fmt.Sprintf(records+"?expand=owner", root)
	default:
		s.path = fmt.Sprintf(records+"?"+of.query, of.records)
		if strings.Contains(query, "status=open&priority__gte=3") {
			s.path += "&filter=" + url.QueryEscape(`status = "open" && priority >= 3`)
		}
	}
	return s
}

// pocketRecord has the fields of a record by name.
type pocketRecord map[string]any

// answer gives an answer of PocketBase the form of the service's.
func (p *pocketbase) answer(s scenario, got answer) (answer, error) {
	path, _, _ := strings.Cut(s.path, "?")
	of, isList := pocketLists[path]
	var value any
	switch {
	case isList && s.method == http.MethodGet:
		var page struct {
			Items                  []pocketRecord
			TotalItems, TotalPages int
		}
		if err := json.Unmarshal(got.body, &page); err != nil {
			return got, err
		}
		results := make([]any, len(page.Items))
		for i, item := range page.Items {
			results[i] = item.represent(path)
		}
		value = results
		if of.next != nil {
			var next any
			if page.TotalPages > 1 {
				next = "http://" + host + path + "?" + nextPage(s, of.next)
			}
			value = map[string]any{"count": page.TotalItems, "next": next, "previous": nil, "results": results}
		}
	default:
		var record pocketRecord
		if err := json.Unmarshal(got.body, &record); err != nil {
			return got, err
		}
		if s.method == http.MethodPost { // where keys are random, and the owner is expanded
			got.status, record["id"] = http.StatusCreated, "1001"
			expanded, _ := record["expand"].(map[string]any)
			owner, _ := expanded["owner"].(map[string]any)
			record["owner"] = owner["username"]
		}
		value = record.represent("/snippets/")
	}
	var err error
	got.body, err = json.Marshal(value)
	return got, err
}

// nextPage returns the query of the page behind the first.
func nextPage(s scenario, next url.Values) string {
	_, query, _ := strings.Cut(s.path, "?")
	values, _ := url.ParseQuery(query)
	for name, value := range next {
		values[name] = value
	}
	return values.Encode()
}

// represent returns the fields that the service shows in a list.
func (r pocketRecord) represent(list string) map[string]any {
	shown := map[string]any{}
	for _, name := range pocketLists[list].fields {
		shown[name] = r[name]
	}
	id := numberOf(r["id"])
	link := func(list string, id int) string { return "http://" + host + list + strconv.Itoa(id) + "/" }
	if list == "/snippets/" || list == "/tickets/" {
		shown["id"] = id
	}
	if list == "/users/" || list == "/tickets/" {
		shown["url"] = link(list, id)
	}
	switch list {
	case "/users/":
		groups := []string{}
		keys, _ := r["groups"].([]any)
		for _, key := range keys {
			groups = append(groups, link("/groups/", numberOf(key)))
		}
		shown["groups"] = groups
	case "/tickets/":
		shown["project"], shown["assignee"] = r["slug"], nil
		if name := r["assignee"]; name != "" {
			shown["assignee"] = name
		}
	}
	return shown
}

// numberOf returns the number of a key with leading zeros.
func numberOf(key any) int {
	text, _ := key.(string)
	n, _ := strconv.Atoi(text)
	return n
}
