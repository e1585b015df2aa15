package serve

import (
	"net/http"
	"slices"
	"strings"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/plan"
)

// The parameters of the query that say what a page is asked for beside the representation. Links and
// buttons without script can say no more than a query and a form; both mean nothing in other formats.
const (
	// ShowParam says what a page is about instead of the representation: showOptions for what OPTIONS
	// answers, which a link cannot send, and showDelete for the question before a deletion.
	ShowParam   = "_show"
	showOptions = "options"
	showDelete  = "delete"
)

// show finds out what a page is asked for.
func (x *exchange) show() error {
	if !x.format.page {
		return nil
	}
	x.takeVersion()
	if x.form.RelationSearch, _ = last(x.body.Form, FindButton); x.form.RelationSearch != "" && x.endpoint() != nil {
		return x.searchRelation()
	}
	x.form.RelationSearch = ""
	if !x.reads() || !strings.Contains(x.r.URL.RawQuery, ShowParam+"=") {
		return nil
	}
	switch LastParam(x.r.URL.RawQuery, ShowParam) {
	case showOptions:
		x.method = http.MethodOptions
	case showDelete:
		if x.form.ConfirmDelete = x.route.kind == recordRoute && x.endpoint().Has(plan.Destroy); x.form.ConfirmDelete {
			x.readPageOnly()
		}
	}
	return nil
}

// readPageOnly makes the request one that reads the page. OPTIONS has a page too, of what can be written
// and not read.
func (x *exchange) readPageOnly() {
	x.method = http.MethodGet
	if x.offered() == nil {
		x.method = http.MethodOptions
	}
}

// searchRelation turns a form that searches for related rows into a look at its page: it writes nothing and
// comes back with what was typed. Unlike a link it can be long, and, as it changes what a form
// says, another site's page cannot send it, with a session or without.
func (x *exchange) searchRelation() error {
	if err := auth.CheckOrigin(x.r, nil); err != nil {
		x.form.RelationSearch = ""
		return err
	}
	x.once = nil
	x.form.forget()
	x.readPageOnly()
	return nil
}

// Without is a query without some parameters, else as it was sent.
func Without(query string, names ...string) string {
	var kept []string
	for part := range strings.SplitSeq(query, "&") {
		name, _, _ := strings.Cut(part, "=")
		if part != "" && !slices.Contains(names, unescape(name)) {
			kept = append(kept, part)
		}
	}
	return strings.Join(kept, "&")
}
