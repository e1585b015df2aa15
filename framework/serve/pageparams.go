// What the query and the buttons of a page ask for.

package serve

import (
	"net/http"
	"strings"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/plan"
)

// The parameters of the query that say what a page is asked for beside the representation. Links and
// buttons without script can say no more than a query and a form; both mean nothing in other formats.
const (
	// ShowParam says what a page is about instead of the representation: showOptions for what OPTIONS
	// answers, which a link cannot send, and showDelete for the question before a deletion.
	ShowParam = "_show"
	// DryRunParam asks of a form for a dry run, as Prefer: dry-run does in a header: its page tells what would be. It is no
	// field, because nothing that a form says behind its files is known before these are taken.
	DryRunParam = "_dry_run"

	showOptions = "options"
	showDelete  = "delete"
)

// readPageParams finds out what a page is asked for.
func readPageParams(x *exchange, a *admission) error {
	if a.form.RelationSearch, a.form.Takes = last(a.sent.body.Form, TakeButton); !a.form.Takes {
		a.form.RelationSearch, _ = last(a.sent.body.Form, FindButton)
	}
	if a.form.RelationSearch != "" && a.resource() != nil {
		return searchRelation(x, a)
	}
	a.form.RelationSearch, a.form.Takes = "", false
	if !safe(a.method) && !logsIn(x, a) { // a login brings the form back, and nothing was tried
		a.form.Tried = a.form.Posted != nil && LastParam(x.r.URL.RawQuery, DryRunParam) == "true"
		a.prefers.dryRun = a.prefers.dryRun || a.form.Tried
	}
	if !reads(a.method) || !strings.Contains(x.r.URL.RawQuery, ShowParam+"=") {
		return nil
	}
	switch LastParam(x.r.URL.RawQuery, ShowParam) {
	case showOptions:
		a.method = http.MethodOptions
	case showDelete:
		if a.form.ConfirmDelete = a.route.offers(plan.Destroy); a.form.ConfirmDelete {
			a.readPageOnly()
		}
	}
	return nil
}

// readPageOnly makes the request one that reads the page. OPTIONS has a page too, of what can be written
// and not read.
func (a *admission) readPageOnly() {
	a.method = http.MethodGet
	if a.offered() == nil {
		a.method = http.MethodOptions
	}
}

// searchRelation turns a form that searches for related rows into a look at its page: it writes nothing and
// comes back with what was typed. Unlike a link it can be long, and, as it changes what a form
// says, another site's page cannot send it, with a session or without.
func searchRelation(x *exchange, a *admission) error {
	if err := auth.CheckOrigin(x.r, nil); err != nil {
		a.form.RelationSearch, a.form.Takes = "", false
		return err
	}
	a.form.forget()
	a.readPageOnly()
	return nil
}
