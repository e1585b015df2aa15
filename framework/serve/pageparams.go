// What the query and the buttons of a page ask for.

package serve

import (
	"net/http"
	"slices"
	"strings"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/serve/internal/querystring"
	"example.com/resourceful/framework/serve/pageapi"
)

// readPageParams finds out what a page is asked for.
func readPageParams(x *exchange, a *admission) error {
	if a.readsSheet() {
		a.form.Sheet = &pageapi.Sheet{}
	}
	if a.form.Ask, _ = pageapi.LastValue(a.sent.body.Form, pageapi.AskButton); a.form.Ask != "" && a.resource() != nil {
		return lookOnly(x, a)
	}
	a.form.Ask = ""
	if a.form.RelationSearch, a.form.Takes = pageapi.LastValue(a.sent.body.Form, pageapi.TakeButton); !a.form.Takes {
		a.form.RelationSearch, _ = pageapi.LastValue(a.sent.body.Form, pageapi.FindButton)
	}
	if a.form.RelationSearch != "" && a.resource() != nil {
		return lookOnly(x, a)
	}
	a.form.RelationSearch, a.form.Takes = "", false
	if !safe(a.method) && !logsIn(x, a) { // a login brings the form back, and nothing was tried
		a.form.Tried = a.form.Posted != nil && querystring.Last(x.r.URL.RawQuery, pageapi.DryRunParam) == "true"
		a.prefers.DryRun = a.prefers.DryRun || a.form.Tried
	}
	if !reads(a.method) || !strings.Contains(x.r.URL.RawQuery, pageapi.ShowParam+"=") {
		return nil
	}
	switch show := querystring.Last(x.r.URL.RawQuery, pageapi.ShowParam); show {
	case pageapi.ShowOptions:
		a.method = http.MethodOptions
	case pageapi.ShowCreate:
		a.openForm(show, a.route.offers(plan.Create))
	case pageapi.ShowImport:
		a.openForm(show, a.route.sheets)
	case pageapi.ShowEdit:
		a.openForm(show, a.route.offers(plan.Replace|plan.Modify))
	case pageapi.ShowDuplicate:
		a.openForm(show, a.route.Record && a.resource() != nil && !a.resource().Singleton && a.resource().Has(plan.Create))
	case pageapi.ShowDelete:
		if a.form.ConfirmDelete = a.route.offers(plan.Destroy); a.form.ConfirmDelete {
			a.readPageOnly()
		}
	}
	return nil
}

// openForm makes the page one of a form alone, where the address has it.
func (a *admission) openForm(form string, offered bool) {
	if offered {
		a.form.Opens = form
		a.readPageOnly()
	}
}

// readPageOnly makes the request one that reads the page. OPTIONS has a page too, of what can be written
// and not read.
func (a *admission) readPageOnly() {
	a.method = http.MethodGet
	if a.offered() == nil {
		a.method = http.MethodOptions
	}
}

// lookOnly turns a form that searches for related rows, or asks before it writes, into a look at its page: it writes nothing
// and comes back with what was typed. Unlike a link it can be long, and, as it changes what a form
// says, another site's page cannot send it, with a session or without.
func lookOnly(x *exchange, a *admission) error {
	if err := auth.CheckOrigin(x.r, nil); err != nil {
		a.form.RelationSearch, a.form.Ask, a.form.Takes = "", "", false
		return err
	}
	a.form.Forget()
	a.readPageOnly()
	return nil
}

// checkColumns tells which columns the page of a list is asked for that it does not have.
func checkColumns(a *admission, table *queryTable, query string) (problems problem.Fields) {
	if !a.format.Page || table.columns == nil {
		return nil
	}
	for _, name := range pageapi.Columns(query) {
		if !slices.Contains(table.columns, name) {
			problems.Tell(pageapi.ColumnsParam, "unknown", field.Unknown("column "+strings.ToValidUTF8(name, "\uFFFD"), name, table.columns))
		}
	}
	return problems
}
