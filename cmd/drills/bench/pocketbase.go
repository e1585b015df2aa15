package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// collections says how PocketBase is asked for a list of the service. A list without a page has 1000 records, the most
// that PocketBase sends. It is not counted, as the service does not count it.
var collections = map[string]struct {
	records, query string
	next           url.Values // the parameters of the service's second page
}{
	"/snippets/": {"snippet_list", "perPage=1000&skipTotal=1&sort=id", nil},
	"/users/":    {"users", "perPage=10&sort=-id", url.Values{"page": {"2"}}},
	"/tickets/":  {"ticket_list", "perPage=20&sort=-created,-id", url.Values{"limit": {"20"}, "offset": {"20"}}},
}

// request returns a request of PocketBase's API, with a token in place of a password.
func (p *pocketbase) request(s scenario) scenario {
	path, query, _ := strings.Cut(s.path, "?")
	root, key, _ := strings.Cut(strings.Trim(path, "/"), "/")
	of := collections["/"+root+"/"]
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

// pocketRecord has what the records of all collections have.
type pocketRecord struct {
	ID     string `json:"id"`
	Owner  string `json:"owner"` // a name in a view, a key in the answer to a new snippet
	Expand struct {
		Owner struct {
			Username string `json:"username"`
		} `json:"owner"`
	} `json:"expand"`

	Title    string `json:"title"`
	Code     string `json:"code"`
	Linenos  bool   `json:"linenos"`
	Language string `json:"language"`
	Style    string `json:"style"`

	Username string   `json:"username"`
	Email    string   `json:"email"`
	Groups   []string `json:"groups"`

	Slug     string          `json:"slug"`
	Number   int             `json:"number"`
	Status   string          `json:"status"`
	Priority int             `json:"priority"`
	Assignee string          `json:"assignee"`
	Comments json.RawMessage `json:"comment_count"`
}

// answer gives an answer of PocketBase the form of the service's.
func (p *pocketbase) answer(s scenario, got answer) (answer, error) {
	path, _, _ := strings.Cut(s.path, "?")
	of, isList := collections[path]
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
		if s.method == http.MethodPost {
			got.status, record.ID, record.Owner = http.StatusCreated, "1001", record.Expand.Owner.Username // its keys are random
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
func (r *pocketRecord) represent(list string) any {
	id, _ := strconv.Atoi(r.ID)
	link := func(list, key string) string {
		n, _ := strconv.Atoi(key)
		return "http://" + host + list + strconv.Itoa(n) + "/"
	}
	switch list {
	case "/users/":
		groups := make([]string, len(r.Groups))
		for i, key := range r.Groups {
			groups[i] = link("/groups/", key)
		}
		return map[string]any{"url": link(list, r.ID), "username": r.Username, "email": r.Email, "groups": groups}
	case "/tickets/":
		var assignee any
		if r.Assignee != "" {
			assignee = r.Assignee
		}
		return map[string]any{
			"id": id, "url": link(list, r.ID), "project": r.Slug, "number": r.Number, "title": r.Title,
			"status": r.Status, "priority": r.Priority, "assignee": assignee, "comment_count": r.Comments,
		}
	default:
		return map[string]any{
			"id": id, "title": r.Title, "code": r.Code, "linenos": r.Linenos,
			"language": r.Language, "style": r.Style, "owner": r.Owner,
		}
	}
}
