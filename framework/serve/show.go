package serve

import (
	"net/http"
	"slices"
	"strings"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/rest"
)

// What a page is asked for beside the representation. Links and buttons without script can say no
// more than a query and a form; both mean nothing in other formats.
const (
	// showParam is the parameter of the query that says what a page is about instead of the
	// representation.
	showParam = "_show"
	// showOptions is its value for what OPTIONS answers, which a link cannot send.
	showOptions = "options"
	// showDelete is its value for the question before a deletion.
	showDelete = "delete"
	// BodyParam is the parameter of the query that says in which format a page shows the
	// representation.
	BodyParam = "_body"
	// findButton is the field of a form that is sent to search for related rows, before it is sent
	// to be written; its value is the field to search for.
	findButton = "_find"
	// findPrefix stands before a field's name in the name of what is searched for.
	findPrefix = "_find_"
)

// show finds out what a page is asked for.
func (x *exchange) show() error {
	if !x.format.page {
		return nil
	}
	x.takeVersion()
	if x.finding, _ = last(x.body.Form, findButton); x.finding != "" && x.endpoint() != nil {
		return x.find()
	}
	x.finding = ""
	if !x.reads() || !strings.Contains(x.r.URL.RawQuery, showParam+"=") {
		return nil
	}
	switch lastParam(x.r.URL.RawQuery, showParam) {
	case showOptions:
		x.method = http.MethodOptions
	case showDelete:
		if x.confirming = x.route.kind == recordRoute && x.endpoint().Has(rest.Destroy); x.confirming {
			x.look()
		}
	}
	return nil
}

// look makes the request one that reads the page. OPTIONS has a page too, of what can be written
// and not read.
func (x *exchange) look() {
	x.method = http.MethodGet
	if _, offered := x.offers(); !offered {
		x.method = http.MethodOptions
	}
}

// find turns a form that searches for related rows into a look at its page: it writes nothing and
// comes back with what was typed. Unlike a link it can be long, and, as it changes what a form
// says, another site's page cannot send it, with a session or without.
func (x *exchange) find() error {
	if err := auth.CheckOrigin(x.r, nil); err != nil {
		x.finding = ""
		return err
	}
	x.once, x.overridden, x.misused = nil, false, false
	x.look()
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

// shown is the format in which a page shows the representation: JSON, unless the query names another
// that can hold it. Which format the answer itself has is another question, see negotiate.
func (x *exchange) shown() *format {
	if name := lastParam(x.r.URL.RawQuery, BodyParam); name != "" {
		if i := x.formats.named(name); i >= 0 && !x.formats.list[i].page && x.formats.list[i].Holds(x.doc.Content) {
			return &x.formats.list[i]
		}
	}
	if x.formats.json != nil {
		return x.formats.json
	}
	return x.formats.complete
}
