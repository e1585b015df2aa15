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
		if f.IsNested() {
			if f.Required() {
				missing = append(missing, f.Wire)
			}
			continue
		}
		if given := c.options.values[of.Path+" "+f.Wire]; f.Relation != nil && given != nil {
			text = given(i)
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
	at := slices.IndexFunc(slices.Concat(rows[i%max(1, len(rows)):], rows), func(row map[string]any) bool { return c.shows(r, of, f, who, row) })
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
