package resttest

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"example.com/resourceful/framework/plan"
)

// sendOddities sends every field of every write what it does not expect.
func (c *conformance) sendOddities(t *testing.T) {
	served := newServers(t, c.config(), true)
	requests := 0
	for _, scenario := range c.hostile(t, 40) {
		requests += strings.Count(scenario, "\n-- ")
		served.play(t, func(s *Server) { s.Reset(t) }, scenario)
	}
	t.Logf("%d requests on each database", requests)
}

// playSequences plays random sequences of requests. What fails is made shorter and printed as a scenario.
func (c *conformance) playSequences(t *testing.T) {
	served := newServers(t, c.config(), true)
	words := c.vocabulary()
	steps := 0
	rapid.Check(t, func(rt *rapid.T) {
		sequence := rapid.SliceOfN(words.request(), 1, 12).Draw(rt, "requests")
		steps += len(sequence)
		served.play(rt, func(s *Server) { s.Reset(t) }, words.scenario(sequence))
	})
	t.Logf("%d random requests on each database", steps)
}

const ofJSON = "Content-Type: application/json"

// begin are requests that create a row of each resource, so that most of what follows happens where
// there is something. Those that nobody may send are refused.
func (c *conformance) begin() (list []request) {
	for _, r := range c.inOrder() {
		if !r.Has(plan.Create) {
			continue
		}
		for i, who := range []string{" as alice", " as admin"} {
			list = append(list, request{method: "POST", path: first(r.Path), who: who, headers: []string{ofJSON}, body: object(c.guess(r, i+1))})
		}
	}
	return list
}

// inOrder are the resources, those that others refer to before these, as far as that goes.
func (c *conformance) inOrder() []*plan.Resource {
	var list []*plan.Resource
	for range c.plan.Resources {
		for _, r := range c.plan.Resources {
			ready := !slices.Contains(list, r)
			for _, f := range r.Type.Fields {
				waits := func(other *plan.Resource) bool {
					return f.IsToOne() && f.Required() && other != r && other.Type == f.Relation.Type && !slices.Contains(list, other)
				}
				ready = ready && !slices.ContainsFunc(c.plan.Resources, waits)
			}
			if ready {
				list = append(list, r)
			}
		}
	}
	for _, r := range c.plan.Resources {
		if !slices.Contains(list, r) {
			list = append(list, r)
		}
	}
	return list
}

// guess is a body for the i-th row where the rows are not known: they are taken to be numbered.
func (c *conformance) guess(r *plan.Resource, i int) (members []pair) {
	for _, f := range r.Type.Fields {
		if !f.Writable() {
			continue
		}
		if f.Relation == nil {
			if m := c.sample(r.Type.Table, f.Column, &f.Spec, f.Unique); m.make != nil {
				members = append(members, pair{f, m.make(i)})
			}
			continue
		}
		row := map[string]any{f.Relation.Type.Key.Column: int64(i)}
		if shown := f.Relation.OnShow; shown != nil {
			row[shown.Column] = c.shown(f.Relation.Type.Table, shown.Column, i)
		}
		text := wire(f, row)
		if f.IsManyToMany() {
			text = "[" + text + "]"
		}
		members = append(members, pair{f, text})
	}
	return members
}

// shown is the text that the i-th row has in a column.
func (c *conformance) shown(table, column string, i int) any {
	if table == accountsTable {
		return []string{"admin", "alice", "bob"}[i%3]
	}
	for _, r := range c.plan.Resources {
		if f := r.Type.ByColumn(column); r.Type.Table == table && f != nil {
			if m := c.sample(table, column, &f.Spec, f.Unique); m.make != nil {
				bound, _ := parse(&f.Spec, m.make(i))
				return f.Text(bound)
			}
		}
	}
	return "nothing"
}

// values are what random bodies send for a field: often what it takes, and of the rest a little of everything.
func (c *conformance) values(r *plan.Resource, i int) []string {
	f := r.Type.Fields[i]
	var list []string
	for n := 1; n <= 3; n++ {
		for _, m := range c.guess(r, n) {
			if m.field == f && !slices.Contains(list, m.text) {
				list = append(list, m.text)
			}
		}
	}
	return slices.Concat(list, limits(&f.Spec), oddities())
}

// vocabulary is what random requests to the set are made of.
func (c *conformance) vocabulary() vocabulary {
	v := vocabulary{fields: map[string][]string{"_method": {`"PUT"`, `"DELETE"`, `"PATCH"`, `"OPTIONS"`}}, begin: c.begin()}
	for _, r := range c.plan.Resources {
		v.collections = append(v.collections, first(r.Path), first(r.Path))
		for i, f := range r.Type.Fields {
			switch {
			case f.Wire == "":
			case f.Writable():
				v.fields[f.Wire] = append(v.fields[f.Wire], c.values(r, i)...)
			default:
				v.fields[f.Wire] = append(v.fields[f.Wire], `7`, `"bob"`)
			}
		}
	}
	for _, o := range c.actions() {
		v.collections = append(v.collections, first(o.Pattern))
		for _, m := range inputs(o) {
			v.fields[m.field.Wire] = append(v.fields[m.field.Wire], m.text)
		}
	}
	v.collections = append(v.collections, "/", "/nothing/", "/api-auth/login/")
	return v
}

// hostile are scenarios of up to so many requests, in which each field of each write in turn is sent what
// it does not expect, as JSON and as a form, and each path is asked for with odd queries. A column that
// several resources write is tried once.
func (c *conformance) hostile(t testing.TB, size int) (scenarios []string) {
	t.Helper()
	tried := map[string]bool{}
	var list []request
	for _, r := range c.plan.Resources {
		for i, f := range r.Type.Fields {
			name := r.Type.Table + " " + f.Wire
			if !f.Writable() || !r.Has(plan.Create|plan.Replace|plan.Modify) || tried[name] {
				continue
			}
			tried[name] = true
			for n, value := range c.values(r, i) {
				list = append(list, c.odd(r, f.Wire, value, n)...)
			}
		}
		list = append(list, oddQueries(r)...)
	}
	for _, o := range c.actions() {
		list = append(list, oddInputs(o)...)
	}
	return batches(c.begin(), list, size)
}

// odd are the writes in which one field has a value that it may not expect.
func (c *conformance) odd(r *plan.Resource, name, value string, n int) (list []request) {
	members := texts(c.guess(r, 3))
	members[name] = value
	parts := make([]string, 0, len(members))
	for _, m := range c.guess(r, 3) {
		parts = append(parts, `"`+m.field.Wire+`": `+members[m.field.Wire])
	}
	body := "{" + strings.Join(parts, ", ") + "}"
	who := []string{" as alice", " as admin"}[n%2]
	if r.Has(plan.Create) {
		list = append(list, request{method: "POST", path: first(r.Path), who: who, headers: []string{ofJSON}, body: body})
	}
	switch {
	case r.Has(plan.Modify):
		list = append(list, request{method: "PATCH", path: first(r.RecordPattern), who: who, headers: []string{ofJSON}, body: `{"` + name + `": ` + value + `}`})
	case r.Has(plan.Replace):
		list = append(list, request{method: "PUT", path: first(r.RecordPattern), who: who, headers: []string{ofJSON}, body: body})
	}
	if r.Has(plan.Create) && n%3 == 0 {
		list = append(list, request{method: "POST", path: first(r.Path), who: who, headers: []string{"Content-Type: application/x-www-form-urlencoded", "Accept: text/html"}, body: form(members, false)})
	}
	return list
}

// oddQueries ask for a resource with what its query does not expect.
func oddQueries(r *plan.Resource) (list []request) {
	for _, query := range []string{"page=0", "page=-1", "page=9223372036854775808", "page=last", "page=%00", "format=", "format=xml", "_find=1&_find_x=%27", "x[]=1&x[]=2", "ordering=;", "search=%25%5F%5C"} {
		list = append(list, request{method: "GET", path: first(r.Path) + "?" + query, who: " as admin"})
	}
	return list
}
