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
)

// The parameters of the query that say what a page is asked for beside the representation. Links and
// buttons without script can say no more than a query and a form; both mean nothing in other formats.
const (
	// ShowParam says what a page is about instead of the representation: showOptions for what OPTIONS
	// answers, which a link cannot send, showDelete for the question before a deletion, and one of the forms below.
	ShowParam = "_show"
	// ShowCreate, ShowEdit and ShowDuplicate are its values for the page of one form: for a new record, for changes of the
	// record, and for a new record that begins as that one.
	ShowCreate, ShowEdit, ShowDuplicate = "create", "edit", "duplicate"
	// ShowImport is its value for the page that makes records of CSV.
	ShowImport = "import"
	// DryRunParam asks of a form for a dry run, as Prefer: dry-run does in a header: its page tells what would be. It is no
	// field, because nothing that a form says behind its files is known before these are taken.
	DryRunParam = "_dry_run"
	// ColumnsParam says which columns the table of a list has, by the names of its members: several with commas, or the
	// parameter several times.
	ColumnsParam = "_columns"

	showOptions = "options"
	showDelete  = "delete"
)

// readPageParams finds out what a page is asked for.
func readPageParams(x *exchange, a *admission) error {
	if a.readsSheet() {
		a.form.Sheet = &Sheet{}
	}
	if a.form.Ask, _ = last(a.sent.body.Form, AskButton); a.form.Ask != "" && a.resource() != nil {
		return lookOnly(x, a)
	}
	a.form.Ask = ""
	if a.form.RelationSearch, a.form.Takes = last(a.sent.body.Form, TakeButton); !a.form.Takes {
		a.form.RelationSearch, _ = last(a.sent.body.Form, FindButton)
	}
	if a.form.RelationSearch != "" && a.resource() != nil {
		return lookOnly(x, a)
	}
	a.form.RelationSearch, a.form.Takes = "", false
	if !safe(a.method) && !logsIn(x, a) { // a login brings the form back, and nothing was tried
		a.form.Tried = a.form.Posted != nil && querystring.Last(x.r.URL.RawQuery, DryRunParam) == "true"
		a.prefers.DryRun = a.prefers.DryRun || a.form.Tried
	}
	if !reads(a.method) || !strings.Contains(x.r.URL.RawQuery, ShowParam+"=") {
		return nil
	}
	switch show := querystring.Last(x.r.URL.RawQuery, ShowParam); show {
	case showOptions:
		a.method = http.MethodOptions
	case ShowCreate:
		a.openForm(show, a.route.offers(plan.Create))
	case ShowImport:
		a.openForm(show, a.route.sheets)
	case ShowEdit:
		a.openForm(show, a.route.offers(plan.Replace|plan.Modify))
	case ShowDuplicate:
		a.openForm(show, a.route.Record && a.resource() != nil && !a.resource().Singleton && a.resource().Has(plan.Create))
	case showDelete:
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
	a.form.forget()
	a.readPageOnly()
	return nil
}

// Columns are the columns that a query asks for, nil for none.
func Columns(query string) (names []string) {
	if !strings.Contains(query, ColumnsParam+"=") {
		return nil
	}
	for _, p := range querystring.Parse(query) {
		if p.Name != ColumnsParam {
			continue
		}
		for name := range strings.SplitSeq(p.Value, ",") {
			if name = strings.TrimSpace(name); name != "" && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// checkColumns tells which columns the page of a list is asked for that it does not have.
func checkColumns(a *admission, table *queryTable, query string) (problems problem.Fields) {
	if !a.format.Page || table.columns == nil {
		return nil
	}
	for _, name := range Columns(query) {
		if !slices.Contains(table.columns, name) {
			problems.Tell(ColumnsParam, "unknown", field.Unknown("column "+strings.ToValidUTF8(name, "\uFFFD"), name, table.columns))
		}
	}
	return problems
}
