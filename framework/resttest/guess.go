// Requests for unknown rows: keys and texts are assumed to be those of samples.

package resttest

import (
	"slices"
	"strconv"

	"example.com/resourceful/framework/field/samples"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/resttest/internal/rules"
	"example.com/resourceful/framework/schema"
)

// begin are requests that create a row of each resource, so that most of what follows happens where
// there is something. Those that nobody may send are refused.
func (c *conformance) begin() (list []request) {
	for _, r := range c.inOrder() {
		if !r.Has(plan.Create) {
			continue
		}
		for i, who := range []string{" as alice", " as admin"} {
			contentType, body := c.encode(r, wrapped(r, object(c.guess(r, "POST", i+1))))
			list = append(list, request{method: "POST", path: c.guessList(r), who: who, headers: []string{"Content-Type: " + contentType}, body: body})
		}
	}
	return list
}

// inOrder returns the resources, with those that others refer to first, as far as possible.
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

// guessList returns the path of a list, below the first row of the resource above it.
func (c *conformance) guessList(r *plan.Resource) string {
	return rules.PathTo(r.Path, r, false, c.guessKey(1))
}

// guessRecord returns the path of the i-th row.
func (c *conformance) guessRecord(r *plan.Resource, i int) string {
	return rules.PathTo(r.RecordPattern, r, !r.Singleton, c.guessKey(i))
}

// guessKey names the i-th row of a resource.
func (c *conformance) guessKey(i int) func(*plan.Resource) string {
	return func(of *plan.Resource) string {
		f := of.Lookup.Field
		if f.AsKey != nil && f.AsKey.Numbered {
			return strconv.Itoa(i)
		}
		text, _ := c.shown(of.Type.Table, f.Column, i).(string)
		return schema.TextKey(text).Path()
	}
}

// guess is a body of a method for the i-th row.
func (c *conformance) guess(r *plan.Resource, method string, i int) (members []pair) {
	for _, f := range inputOf(r, method).Fields {
		if !f.Writable() || f.IsNested() || rules.GrantsToGroup(r, f) {
			continue
		}
		if f.Relation == nil {
			if m := c.sample(r.Type.Table, f.Column, &f.Spec, f.Unique); m.Make != nil {
				members = append(members, pair{f, m.Make(i)})
			}
			continue
		}
		target := f.Relation.Type
		row := map[string]any{target.Key.Column: int64(i)}
		if !target.Key.AsKey.Numbered {
			row[target.Key.Column] = c.shown(target.Table, target.Key.Column, i)
		}
		if shown := f.Relation.OnShow; shown != nil {
			row[shown.Column] = c.shown(target.Table, shown.Column, i)
		}
		text := wire(f, row)
		if f.IsManyToMany() {
			text = "[" + text + "]"
		}
		members = append(members, pair{f, text})
	}
	return members
}

// shown returns the text of the i-th row in a column.
func (c *conformance) shown(table, column string, i int) any {
	if table == rules.AccountsTable {
		return []string{"admin", "alice", "bob"}[i%3]
	}
	for _, r := range c.plan.Resources {
		if f := r.Type.ByColumn(column); r.Type.Table == table && f != nil {
			if m := c.sample(table, column, &f.Spec, f.Unique); m.Make != nil {
				bound, _ := samples.Parse(&f.Spec, m.Make(i))
				return f.Text(bound)
			}
		}
	}
	return "nothing"
}

// inputFields returns the fields that clients send in a create or change, each name once.
func inputFields(r *plan.Resource) (fields []*schema.Field) {
	for _, o := range []struct {
		actions plan.Actions
		method  string
	}{{plan.Create, "POST"}, {plan.Replace | plan.Modify, "PUT"}} {
		if !r.Has(o.actions) {
			continue
		}
		for _, f := range inputOf(r, o.method).Fields {
			known := slices.ContainsFunc(fields, func(other *schema.Field) bool { return other.Wire == f.Wire })
			if f.Writable() && !f.IsNested() && !known {
				fields = append(fields, f)
			}
		}
	}
	return fields
}

// values returns the values in random bodies for a field: often accepted ones, and some of every other
// sort.
func (c *conformance) values(r *plan.Resource, f *schema.Field) []string {
	var list []string
	for _, method := range []string{"POST", "PUT"} {
		for n := 1; n <= 3; n++ {
			for _, m := range c.guess(r, method, n) {
				if m.field == f && !slices.Contains(list, m.text) {
					list = append(list, m.text)
				}
			}
		}
	}
	return slices.Concat(list, samples.Limits(&f.Spec), samples.Oddities())
}

// vocabulary returns the parts of random requests to the set.
func (c *conformance) vocabulary() vocabulary {
	v := vocabulary{
		fields: map[string][]string{"_method": {`"PUT"`, `"DELETE"`, `"PATCH"`, `"OPTIONS"`}}, begin: c.begin(),
		resources: map[string]addressed{},
	}
	for _, r := range c.plan.Resources {
		list := c.guessList(r)
		v.collections = append(v.collections, list, list)
		v.resources[list] = c.addressed(r)
		for _, f := range inputFields(r) {
			v.fields[f.Wire] = append(v.fields[f.Wire], c.values(r, f)...)
		}
		for _, f := range r.Type.Fields {
			if !f.Hidden() && v.fields[f.Wire] == nil {
				v.fields[f.Wire] = []string{`7`, `"bob"`}
			}
		}
	}
	for _, o := range c.actions() {
		v.collections = append(v.collections, rules.PathTo(o.Pattern, o.Resource, o.Record, c.guessKey(1)))
		members, _ := c.inputs(o)
		for _, m := range members {
			v.fields[m.field.Wire] = append(v.fields[m.field.Wire], m.text)
		}
	}
	v.collections = append(v.collections, "/", "/nothing/", "/api-auth/login/")
	return v
}

// addressed returns how the records of a resource are addressed, and its bodies wrapped.
func (c *conformance) addressed(r *plan.Resource) addressed {
	a := addressed{wrap: func(body string) string { return wrapped(r, body) }}
	for i := 1; i <= 3 && !r.Singleton; i++ {
		a.records = append(a.records, slices.Repeat([]string{c.guessRecord(r, i)}, 4-i)...)
	}
	return a
}
