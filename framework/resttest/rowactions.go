// The permitted actions in responses, compared with the words of the rules.

package resttest

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/resttest/internal/rules"
	"example.com/resourceful/framework/resttest/server"
)

// tellActions compares the actions of rows, and the header Allow where that is as the requester may.
func (w *world) tellActions() {
	w.rowActions()
	if !w.c.plan.Requests.AllowByRequester {
		return
	}
	for _, r := range w.c.resources() {
		w.allow(r, w.rows.ListAt(r), nil)
		for _, row := range w.rows.Listed(r) {
			w.allow(r, rules.RecordAt(r, row), row)
		}
	}
}

// allow compares the header Allow of a list, or of a record.
func (w *world) allow(r *plan.Resource, path string, row map[string]any) {
	answer := sendBy(w.server, w.who, "GET", path, "")
	if answer.Code != http.StatusOK || w.rows.Above(w.who, r) != rules.Yes {
		return
	}
	methods := strings.Split(answer.Header().Get("Allow"), ", ")
	for _, method := range offers(r, row != nil) {
		if method == http.MethodOptions {
			continue
		}
		may := w.rows.Does(w.words(r), rules.Doing(method), w.who, safe(method), r, row)
		if row != nil {
			may = min(may, w.rows.Reads(w.who, r, row))
		} else if may == rules.Maybe {
			may = rules.Yes // nothing is known of the row
		}
		if w.outOfScope(w.who, method, r, row) {
			may = rules.No
		}
		if has := slices.Contains(methods, method); has && may == rules.No || !has && may == rules.Yes && r.ReadOnlyWhile == nil {
			server.Failure{Fault: fmt.Sprintf("Allow has %s: %v", method, has), Asked: answer, Got: "Allow: " + strings.Join(methods, ", "), Want: fmt.Sprintf("%s in Allow: %v", method, !has), Rule: w.words(r)}.Report(w)
		}
	}
}

// rowActions compares what the rows of lists say may be done with them with the words of the rules.
func (w *world) rowActions() {
	for _, r := range w.c.resources() {
		if !r.Has(plan.List) || w.c.plan.Renderers[0].Format().MediaType != "application/json" {
			continue
		}
		answer := sendBy(w.server, w.who, "GET", w.rows.ListAt(r)+"?_actions=true", "")
		list, found := recordsIn(r.Shapes.List.Type, answer.Body.Bytes(), w.rows.Withheld(w.who, true, r)...)
		member, column := identity(r, r.Shapes.List.Type)
		if answer.Code != http.StatusOK || !found || member == nil {
			continue
		}
		for _, one := range list {
			i := slices.IndexFunc(w.rows.Listed(r), func(row map[string]any) bool { return fmt.Sprint(row[column]) == one.identified(member) })
			if i >= 0 {
				w.actionsOf(r, w.rows.Listed(r)[i], string(one["_actions"]), answer)
			}
		}
	}
}

// actionsOf checks those of one row.
func (w *world) actionsOf(r *plan.Resource, row map[string]any, got string, asked server.Answer) {
	for _, o := range r.Operations {
		if !o.Record || o.Safe() || o.Deleted || o.History || o.File != nil {
			continue
		}
		may := min(w.rows.Reads(w.who, r, row), w.rows.Rule(permission.String(r.Access), w.who, true, r, row), w.rows.Runs(o, w.who, row))
		if !w.c.inScope(w.who, o) {
			may = rules.No
		}
		if has := strings.Contains(got, `"`+o.Name+`"`); has && may == rules.No || !has && may == rules.Yes && r.ReadOnlyWhile == nil && o.When == nil {
			server.Failure{
				Fault: fmt.Sprintf("the row %v has the action %s: %v", row[r.Type.Key.Column], o.Name, has), Asked: asked,
				Got: got, Want: fmt.Sprintf("%s in it: %v", o.Name, !has), Rule: rules.RuleOf(o),
			}.Report(w)
		}
	}
}
