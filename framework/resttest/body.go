// Bodies that clients send, made of what the fields take.

package resttest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/resttest/internal/rules"
	"example.com/resourceful/framework/schema"
)

// body returns the members that a client sends by a method for the i-th row of a resource, as JSON. missing
// are the others: fields without a known value, or with references to missing rows.
func (c *conformance) body(r rules.Reading, of *plan.Resource, method string, who rules.Person, i int) (members []pair, missing []string) {
	withheld := r.As(rules.Doing(method)).Withheld(who, false, of)
	for _, f := range inputOf(of, method).Fields {
		if !f.Writable() || slices.Contains(withheld, f.Wire) || rules.GrantsToGroup(of, f) {
			continue
		}
		text := ""
		if given := c.options.values[of.Path+" "+f.Wire]; (f.Relation != nil || f.IsNested()) && given != nil {
			text = given(i)
		} else if f.IsNested() {
			text = c.requiredRow(r, of, method, f, who, i)
		} else if f.Relation != nil {
			text = c.related(r, of, f, who, i)
		} else if m := c.sample(of.Type.Table, f.Column, &f.Spec, f.Unique); m.Make != nil {
			text = m.Make(i)
		}
		switch {
		case text != "":
			members = append(members, pair{f, text})
		case f.Required():
			missing = append(missing, f.Wire)
		}
	}
	return members, missing
}

// requiredRow returns a member with one nested row, as JSON; "" if the member may be left out, or none is known.
func (c *conformance) requiredRow(r rules.Reading, of *plan.Resource, method string, f *schema.Field, who rules.Person, i int) string {
	for _, o := range of.Operations {
		for _, nested := range o.Nested {
			if o.Method != method || nested.Member.Wire != f.Wire || !f.Required() || nested.Strategy == schema.NestedLink {
				continue
			}
			if row, ok := c.nestedRow(r, nested, who, i); ok {
				return nestedList(nested, row)
			}
		}
	}
	return ""
}

// unrenamed returns the members of a body for a path. If that is the account of who sends them, it keeps its name and
// password, by which the next request is sent.
func unrenamed(members []pair, r rules.Reading, of *plan.Resource, path string, who rules.Person) []pair {
	for _, row := range r.Rows[rules.AccountsTable] {
		if of.Type.Table != rules.AccountsTable || row["id"] != who.ID || !of.Singleton && rules.RecordAt(of, row) != path {
			continue
		}
		members = slices.Clone(members)
		for i, m := range members {
			if text := rules.Credential(of, m.field, who); text != "" {
				members[i].text = text
			}
		}
	}
	return members
}

// pair is a member of an object.
type pair struct {
	field *schema.Field
	text  string // JSON
}

// object writes members as JSON.
func object(members []pair) string {
	parts := make([]string, len(members))
	for i, m := range members {
		parts[i] = strconv.Quote(m.field.Wire) + ": " + m.text
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// texts returns the members by name.
func texts(members []pair) map[string]string {
	values := map[string]string{}
	for _, m := range members {
		values[m.field.Wire] = m.text
	}
	return values
}

// related is a reference to a row that the requester may see, "" for none: if it can be, to the row of the
// same number in each table, since those refer to each other, as code of a team may ask.
func (c *conformance) related(r rules.Reading, of *plan.Resource, f *schema.Field, who rules.Person, i int) string {
	rows := r.InTurn(f.Relation.Type.Table)
	inTurn := slices.Concat(rows[i%max(1, len(rows)):], rows)
	at := slices.IndexFunc(inTurn, func(row map[string]any) bool { return c.shows(r, of, f, who, row) && !c.taken(r, of, f, who, row) })
	if at < 0 {
		at = slices.IndexFunc(inTurn, func(row map[string]any) bool { return c.shows(r, of, f, who, row) })
	}
	if at < 0 {
		if f.IsManyToMany() {
			return "[]"
		}
		return ""
	}
	text := wire(f, rows[(i+at)%len(rows)])
	if f.IsManyToMany() {
		return "[" + text + "]"
	}
	return text
}

// taken reports whether the requester owns a row that refers to another one, as only one of their rows may.
func (c *conformance) taken(r rules.Reading, of *plan.Resource, f *schema.Field, who rules.Person, other map[string]any) bool {
	if of.Type.Owner == nil || f.IsManyToMany() {
		return false
	}
	own, column := of.Type.Owner.Column, rules.RowField(f).Column
	for _, t := range c.plan.Tables {
		for _, index := range t.Indexes {
			if names := index.Names(); t.Name != of.Type.Table || !index.Unique || len(names) != 2 || !slices.Contains(names, own) || !slices.Contains(names, column) {
				continue
			}
			for _, row := range r.Rows[t.Name] {
				if row[own] == who.ID && row[column] == other[f.Relation.Type.Key.Column] {
					return true
				}
			}
		}
	}
	return false
}

// shows reports whether a relation shows a row to the requester.
func (c *conformance) shows(r rules.Reading, of *plan.Resource, f *schema.Field, who rules.Person, row map[string]any) bool {
	i := rules.RowField(f).Index
	if i >= len(of.Visibility) || len(of.Visibility[i]) == 0 {
		return true
	}
	for _, other := range of.Visibility[i] {
		if r.May(who, true, other, row) == rules.Yes {
			return true
		}
	}
	return false
}

// wire is a row of the other side as the relation shows it.
func wire(f *schema.Field, row map[string]any) string {
	value := row[f.Relation.Type.Key.Column]
	if f.Relation.OnShow != nil {
		value = row[f.Relation.OnShow.Column]
	}
	if f.Show == schema.ShowLink {
		value = f.LinkPath + rules.KeyPath(value) + "/"
	}
	text, err := json.Marshal(value)
	if err != nil {
		return fmt.Sprintf("%q", value)
	}
	return string(text)
}
