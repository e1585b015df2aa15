// The query parameters and buttons of a page.

package request

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

// ReadPageParams reads the parameters and buttons of a page.
func ReadPageParams(x *Exchange, a *Admission) error {
	if a.readsSheet() {
		a.Form.Sheet = &pageapi.Sheet{}
	}
	if a.Form.Ask, _ = pageapi.LastValue(a.Sent.Body.Form, pageapi.AskButton); a.Form.Ask == "" && len(pageapi.Unfilled(a.Sent.Body.Form)) > 0 {
		a.Form.Ask = pageapi.AskSet
	}
	if a.Form.Ask != "" && a.Resource() != nil {
		return lookOnly(x, a)
	}
	a.Form.Ask = ""
	if a.Form.RelationSearch, a.Form.Takes = pageapi.LastValue(a.Sent.Body.Form, pageapi.TakeButton); !a.Form.Takes {
		a.Form.RelationSearch, _ = pageapi.LastValue(a.Sent.Body.Form, pageapi.FindButton)
	}
	if a.Form.RelationSearch != "" && a.Resource() != nil {
		return lookOnly(x, a)
	}
	a.Form.RelationSearch, a.Form.Takes = "", false
	if !Safe(a.Method) && !logsIn(x, a) { // after a login the form comes back, and nothing was tried
		a.Form.Tried = a.Form.Posted != nil && querystring.Last(x.R.URL.RawQuery, pageapi.DryRunParam) == "true"
		a.Prefers.DryRun = a.Prefers.DryRun || a.Form.Tried
	}
	if !Reads(a.Method) || !strings.Contains(x.R.URL.RawQuery, pageapi.ShowParam+"=") {
		return nil
	}
	switch show := querystring.Last(x.R.URL.RawQuery, pageapi.ShowParam); show {
	case pageapi.ShowOptions:
		a.Method = http.MethodOptions
	case pageapi.ShowCreate:
		a.openForm(show, a.Route.offers(plan.Create))
	case pageapi.ShowImport:
		a.openForm(show, a.Route.Sheets)
	case pageapi.ShowEdit:
		a.openForm(show, a.Route.offers(plan.Replace|plan.Modify))
	case pageapi.ShowDuplicate:
		a.openForm(show, a.Route.Record && a.Resource() != nil && !a.Resource().Singleton && a.Resource().Has(plan.Create))
	case pageapi.ShowDelete:
		if a.Form.ConfirmDelete = a.Route.offers(plan.Destroy); a.Form.ConfirmDelete {
			a.readPageOnly()
		}
	}
	return nil
}

// openForm makes the page show a single form, if the address has it.
func (a *Admission) openForm(form string, offered bool) {
	if offered {
		a.Form.Opens = form
		a.readPageOnly()
	}
}

// readPageOnly makes the request only read the page. If the address cannot be read, it shows the page of
// OPTIONS.
func (a *Admission) readPageOnly() {
	a.Method = http.MethodGet
	if a.Offered() == nil {
		a.Method = http.MethodOptions
	}
}

// lookOnly makes a form that searches related rows, or asks before it writes, only show its page: it writes
// nothing and comes back with its typed values. Unlike a link it may be long. Another site's page cannot
// send it, with or without a session, because it changes the content of a form.
func lookOnly(x *Exchange, a *Admission) error {
	if err := auth.CheckOrigin(x.R, nil); err != nil {
		a.Form.RelationSearch, a.Form.Ask, a.Form.Takes = "", "", false
		return err
	}
	a.Form.Forget()
	a.readPageOnly()
	return nil
}

// CheckColumns reports the requested columns that the list lacks.
func CheckColumns(a *Admission, table *QueryTable, query string) (problems problem.Fields) {
	if !a.Format.Page || table.Columns == nil {
		return nil
	}
	for _, name := range pageapi.Columns(query) {
		if !slices.Contains(table.Columns, name) {
			problems.Tell(pageapi.ColumnsParam, "unknown", field.Unknown("column "+strings.ToValidUTF8(name, "\uFFFD"), name, table.Columns))
		}
	}
	return problems
}
