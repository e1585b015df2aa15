// Rows that clients nest in others.

package resttest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/resttest/internal/rules"
	"example.com/resourceful/framework/schema"
)

// nestRows sends rows that are nested in the record of a path, by each member that takes some: the rows that are made are
// shown and can be sent back, what nothing knows in one is refused by name, and rows that are to leave are gone.
func (w *writing) nestRows(path string, i int) {
	w.Helper()
	at := slices.IndexFunc(w.resource.Operations, func(o *plan.Operation) bool { return o.Builtin == plan.Modify })
	if at < 0 {
		return
	}
	for n, nested := range w.resource.Operations[at].Nested {
		shape := w.resource.Shapes.Retrieve.Type
		as := shape.ByWire(nested.Member.Wire)
		if as == nil || as.Hidden() {
			continue
		}
		row, ok := w.c.nestedRow(w.reading, nested, w.who, i+20*n)
		if !ok || nested.Strategy == schema.NestedLink && !nested.Member.IsManyToMany() {
			w.Logf("PATCH %s: no row is made up for %s", path, nested.Member.Wire)
			continue
		}
		w.nestUnknown(path, nested)
		value := nestedList(nested, row)
		status, got := w.nest(path, nested, value)
		shown := recordIn(shape, got)
		if status != http.StatusOK || shown == nil {
			if status >= http.StatusInternalServerError || status != w.c.formed(http.StatusForbidden) && !hasCode(w.resource, "PATCH") && !hasCode(nested.Resource, "POST") && len(nested.Resource.Type.Together) == 0 {
				w.wrong("nested rows of "+nested.Member.Wire+" are refused", statusText(http.StatusOK), nestedRule(nested))
			}
			continue
		}
		w.nested++
		if len(shown[as.Wire]) <= len("[]") {
			w.wrong("the answer, in which "+as.Wire+" does not show what was sent", as.Wire+": "+value, nestedRule(nested))
		}
		steady := !hasCode(w.resource, "PATCH") && !hasCode(nested.Resource, "PATCH")
		if status, again := w.nest(path, nested, string(shown[as.Wire])); status != http.StatusOK || steady && !bytes.Equal(again, got) {
			w.wrong("the rows of "+as.Wire+" that it shows are sent back, and answered by something else", string(got), nestedRule(nested))
		}
		if nested.Strategy == schema.NestedReplace && nested.Member.IsList() {
			if status, got := w.nest(path, nested, "[]"); status == http.StatusOK && !bytes.Contains(got, []byte(strconv.Quote(as.Wire)+":[]")) {
				w.wrong("no rows of "+as.Wire+" are sent, and there are some", strconv.Quote(as.Wire)+":[]", nestedRule(nested))
			}
		}
	}
}

// nest changes the rows that are nested in a record.
func (w *writing) nest(path string, nested *plan.NestedWrite, value string) (status int, answer []byte) {
	w.Helper()
	return w.send("PATCH", path, wrapped(w.resource, object([]pair{{nested.Member, value}})))
}

// nestUnknown sends a nested row with a member that nothing knows.
func (w *writing) nestUnknown(path string, nested *plan.NestedWrite) {
	w.Helper()
	if w.c.plan.Requests.IgnoreUnknown || nested.Member.IsManyToMany() {
		return
	}
	const unknown = "zzzunknown"
	if status, got := w.nest(path, nested, nestedList(nested, `{"`+unknown+`": 1}`)); status != w.c.formed(http.StatusBadRequest) || !bytes.Contains(got, []byte(unknown)) {
		w.wrong(fmt.Sprintf("%q in a row of %s, which nothing knows, is not refused", unknown, nested.Member.Wire), "a refusal by that name", nestedRule(nested))
	}
}

// nestedRule returns the plan's text about nested rows.
func nestedRule(nested *plan.NestedWrite) string {
	return fmt.Sprintf("%s takes rows of %s", nested.Member.Wire, nested.Resource.Path)
}

// deletedRule is the rule about deleted records.
const deletedRule = "what is deleted is a 404, and in no list and no count"

// nestedList is a row as its member takes it.
func nestedList(nested *plan.NestedWrite, row string) string {
	if nested.Member.IsNested() && !nested.Member.IsList() {
		return row
	}
	return "[" + row + "]"
}

// nestedRow returns the i-th row that a member may nest, as JSON: an object, or a name.
func (c *conformance) nestedRow(r rules.Reading, nested *plan.NestedWrite, who rules.Person, i int) (text string, ok bool) {
	value := func(f *schema.Field) string {
		of := rules.RowField(f)
		if f.Relation != nil {
			return c.related(r, nested.Resource, f, who, i)
		}
		if m := c.sample(nested.Resource.Type.Table, of.Column, &f.Spec, of.Unique); m.Make != nil {
			return m.Make(800 + i)
		}
		return ""
	}
	if nested.Member.IsManyToMany() {
		text = value(nested.Key)
		return text, text != ""
	}
	var members []pair
	for _, f := range nested.Shape.Fields {
		if !f.Writable() || f.IsNested() && !f.Required() || rules.RowField(f) == nested.Along.Relation.By {
			continue
		}
		text := ""
		if !f.IsNested() && !f.IsFile() {
			text = value(f)
		}
		switch {
		case text != "":
			members = append(members, pair{f, text})
		case f.Required():
			return "", false
		}
	}
	return object(members), true
}

// deleteRow deletes the record of a path. From then on it is nowhere: not there, in no list and no count, and nothing is below it.
func (w *writing) deleteRow(path string, shown represented) {
	w.Helper()
	r := w.resource
	if !r.Has(plan.Destroy) || r.Singleton {
		return
	}
	listed, count := w.listed(shown)
	if status, _ := w.send("DELETE", path, ""); status != http.StatusNoContent {
		if status != w.c.formed(http.StatusForbidden) && status != w.c.formed(http.StatusConflict) && !w.refuses(status, "DELETE") {
			w.wrong("the record cannot be deleted", statusText(http.StatusNoContent), "destroy of "+r.Path)
		}
		return
	}
	w.deleted++
	for _, route := range w.c.plan.Routes {
		below, ok := strings.CutPrefix(route.Pattern, r.RecordPattern)
		if !ok {
			continue
		}
		for _, param := range plan.Params(below) {
			below = strings.Replace(below, "{"+param+"}", "1", 1)
		}
		for _, o := range route.Operations {
			if o.History || o.Deleted || o.Creates() {
				continue
			}
			body := ""
			if !o.Safe() {
				body = "{}"
			}
			status, _ := w.send(o.Method, path+below, body)
			if status != w.c.formed(http.StatusNotFound) && (o.Access == nil || status != w.c.formed(http.StatusForbidden)) {
				w.wrong("of a record that was deleted there is something", statusText(w.c.formed(http.StatusNotFound)), deletedRule)
			}
		}
	}
	if still, after := w.listed(shown); still || listed && count >= 0 && after >= count {
		w.wrong(fmt.Sprintf("%s was deleted, and is listed: %t, and %d are counted", path, still, after), fmt.Sprintf("one less than the %d before", count), deletedRule)
	}
}

// listed reports whether the list of a resource shows a record, on its first page, and what it counts; -1 where it does not.
func (w *writing) listed(shown represented) (found bool, count int) {
	w.Helper()
	r := w.resource
	own, _ := identity(r, r.Shapes.Retrieve.Type)
	member, _ := identity(r, r.Shapes.List.Type)
	if count = -1; !r.Has(plan.List) || own == nil || member == nil {
		return false, count
	}
	status, got := w.send("GET", w.reading.ListAt(r), "")
	if status != http.StatusOK {
		return false, count
	}
	var page struct{ Count *int }
	if json.Unmarshal(got, &page) == nil && page.Count != nil {
		count = *page.Count
	}
	list, _ := recordsIn(r.Shapes.List.Type, got)
	return slices.ContainsFunc(list, func(one represented) bool { return one.identified(member) == shown.identified(own) }), count
}
