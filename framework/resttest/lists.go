// Lists in bodies: of a write of many rows all is done or nothing.

package resttest

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/resttest/server"
)

// sendLists sends invalid bodies to every operation that takes a list, on SQLite and, if its programs are
// installed, on PostgreSQL, whose responses must be the same. Nothing may be stored.
func (c *conformance) sendLists(t testing.TB) { c.listsOn(t, postgresIfFound(t)...) }

func (c *conformance) listsOn(t testing.TB, more ...string) {
	var first map[string]string
	for _, address := range append([]string{filepath.Join(t.TempDir(), "test.db")}, more...) {
		run := &listRun{queryRun: c.newQueryRun(t, address, nil)}
		run.same = first
		for _, r := range c.plan.Resources {
			for _, o := range r.Operations {
				if r.Bulk.Has(plan.Create) && o.Builtin == plan.Create || o.Builtin&(plan.ModifyList|plan.DestroyList) != 0 {
					run.sendAll(o)
				}
			}
		}
		first = run.answers
	}
	t.Logf("%d lists on each database", len(first))
}

// listRun sends lists to one server.
type listRun struct{ *queryRun }

// sendAll sends invalid bodies to an operation.
func (run *listRun) sendAll(o *plan.Operation) {
	r, path := o.Resource, run.rows.OperationAt(o)
	good := object(run.guess(r, "POST", 60))
	first, second := strconv.Quote(run.guessKey(1)(r)), strconv.Quote(run.guessKey(2)(r))
	if o.Builtin == plan.ModifyList {
		named := func(key string) string { return `{"` + r.Lookup.Field.Wire + `": ` + key + `}` }
		good, first, second = named(first), named(first), named(second)
		run.refused(o, path, "["+named("true")+"]")
		run.refused(o, path, `[{}]`)
	} else if o.Builtin == plan.DestroyList {
		good = first
	}
	for _, odd := range []string{`{"a": [[]]}`, `null`, `[]`, `[[[]]]`} {
		if o.Builtin == plan.Create && strings.HasPrefix(odd, "{") {
			continue // it may be an object that is enough
		}
		run.refused(o, path, "["+good+", "+odd+"]")
		run.refused(o, path, "["+odd+", "+good+"]")
	}
	run.refused(o, path, "["+strings.Repeat("null, ", r.Bulk.Max)+"null]")
	if o.Builtin == plan.Create {
		return
	}
	run.refused(o, path, "["+first+", "+second+", "+first+"]")
	body := map[plan.Actions]string{plan.ModifyList: "{}"}[o.Builtin]
	for _, query := range []string{"", "?max_affected=0", "?max_affected=", "?max_affected=-1", "?max_affected=" + strconv.Itoa(r.Bulk.Max+1), "?max_affected=1&max_affected=1", "?max_affected=1", "?max_affected=1&all=false", "?nothing=1&max_affected=1"} {
		run.refused(o, path+query, body)
	}
}

// refused sends a body that must be refused.
func (run *listRun) refused(o *plan.Operation, address, body string) {
	r := o.Resource
	list := strings.SplitN(address, "?", 2)[0]
	before, _ := run.send(list)
	contentType, encoded := run.encode(r, wrapped(r, body))
	if body == "" {
		contentType, encoded = "", ""
	}
	headers := []string{"Accept", run.plan.Renderers[0].Format().MediaType}
	if contentType != "" {
		headers = append(headers, "Content-Type", contentType)
	}
	w := sendAs(run.server, "admin", o.Method, address, encoded, headers...)
	answer := fmt.Sprintf("%d %s", w.Code, w.Body)
	const rule = "of a write of many rows all is done or nothing"
	if w.Code < 400 || w.Code > 499 {
		server.Failure{Fault: "a list with something wrong in it is taken", Asked: w, Want: "a refusal", Rule: rule}.Report(run)
	}
	if after, _ := run.send(list); after.Body.String() != before.Body.String() {
		server.Failure{Fault: "it was refused, and the list has changed", Asked: w, Got: server.Cut(after.Body.String(), server.MaxShown), Want: server.Cut(before.Body.String(), server.MaxShown), Rule: rule}.Report(run)
	}
	name := o.Method + " " + address + " " + body
	run.answers[name] = answer
	if same, asked := run.same[name]; asked && same != answer {
		server.Failure{Fault: "both databases answer, and not alike", Asked: w, Want: server.Cut(same, server.MaxShown)}.Report(run)
	}
}
