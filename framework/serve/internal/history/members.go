// The members of a record's earlier version, as the requester may see them.

package history

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"time"

	"example.com/resourceful/framework/field/notation"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/serve/internal/writes"
	"example.com/resourceful/framework/store"
)

// pastMembers are the members of a representation whose values the history has.
type pastMembers struct {
	base   string
	zone   *time.Location
	fields []*schema.Field
	// related holds, for each relation, the referenced rows that the requester may see: their keys, with
	// the texts that represent them.
	related map[*schema.Field]map[schema.Key]string
}

// keptFields returns the fields whose values the history has.
func keptFields(fields []*schema.Field) (kept []*schema.Field) {
	for _, f := range fields {
		if !f.IsNested() && f.Derived == nil && cmp.Or(f.Of, f).HistoryName() != "" {
			kept = append(kept, f)
		}
	}
	return kept
}

// newPastMembers reads the rows that some states refer to, in one statement for each relation.
func newPastMembers(x *request.Exchange, a *request.Admission, fields []*schema.Field, states []pastState) (*pastMembers, error) {
	m := &pastMembers{base: x.Base, zone: x.Locale.Zone, fields: fields, related: map[*schema.Field]map[schema.Key]string{}}
	for _, f := range fields {
		of := cmp.Or(f.Of, f)
		if of.Relation == nil {
			continue
		}
		var keys []schema.Key
		asked := map[schema.Key]bool{}
		for _, s := range states {
			for _, key := range pastKeys(s[of.HistoryName()]) {
				if !asked[key] {
					asked[key], keys = true, append(keys, key)
				}
			}
		}
		if keys == nil {
			continue
		}
		seen, err := seenRows(x, a, f, keys)
		if err != nil {
			return nil, err
		}
		m.related[f] = seen
	}
	return m, nil
}

// seenRows returns the related rows with some keys that the requester may see, with the texts that
// represent them.
func seenRows(x *request.Exchange, a *request.Admission, f *schema.Field, keys []schema.Key) (map[schema.Key]string, error) {
	of := cmp.Or(f.Of, f)
	t, seen := of.Relation.Type, map[schema.Key]string{}
	args := make([]any, len(keys))
	for i, key := range keys {
		args[i] = key.Arg()
	}
	where := predicate.Expr{Op: predicate.OpIn, Name: t.Key.Column, Index: t.Key.Index, Value: args}
	err := x.Service.Tables[t.Go].Read(x.Context).Select(store.Selection{Where: where, Visible: a.Visible(of)}, func(rec *schema.Record) error {
		text := ""
		if by := f.ShownBy(); by != nil {
			text = fmt.Sprint(rec.Column(by.Index))
		}
		seen[rec.Key()] = text
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("rows of %s in a history: %w", f.Go, err)
	}
	return seen, nil
}

// pastKeys returns the keys of a relation in a state.
func pastKeys(value json.RawMessage) (keys []schema.Key) {
	value = bytes.TrimSpace(value)
	switch {
	case len(value) == 0 || value[0] == 'n':
		return nil
	case value[0] == '[':
		_ = json.Unmarshal(value, &keys) // the service has written it
		return keys
	}
	var key schema.Key
	_ = json.Unmarshal(value, &key)
	return []schema.Key{key}
}

// appendState appends the members of a state.
func (m *pastMembers) appendState(b []byte, state pastState) []byte {
	if state == nil {
		return append(b, "null"...)
	}
	b = append(b, '{')
	n := 0
	for _, f := range m.fields {
		if value := state[cmp.Or(f.Of, f).HistoryName()]; value != nil {
			b = append(notation.AppendText(request.Comma(b, n), f.Wire), ':')
			b, _ = m.appendMember(b, f, value)
			n++
		}
	}
	return append(b, '}')
}

// appendMember appends a member. It leaves out rows that the requester may not see, or that are deleted;
// hidden reports that there are some.
func (m *pastMembers) appendMember(b []byte, f *schema.Field, value json.RawMessage) (_ []byte, hidden bool) {
	if f.Relation == nil {
		return append(b, f.JSONIn(value, m.zone)...), false
	}
	keys, n := pastKeys(value), 0
	if f.IsToMany() {
		b = append(b, '[')
	}
	for _, key := range keys {
		text, seen := m.related[f][key]
		if !seen {
			hidden = true
			continue
		}
		b = request.Comma(b, n)
		n++
		switch shown := schema.TextKey(text); {
		case f.ByLink() && f.ShownBy() != nil:
			b = schema.AppendLink(b, m.base, f.LinkPath, shown)
		case f.ByLink():
			b = schema.AppendLink(b, m.base, f.LinkPath, key)
		case f.ShownBy() != nil:
			b = notation.AppendText(b, text)
		default:
			b = f.Relation.Type.Key.AppendKey(b, key)
		}
	}
	switch {
	case f.IsToMany():
		b = append(b, ']')
	case n == 0:
		b = append(b, "null"...)
	}
	return b, hidden
}

// restoredBody returns the body of a PATCH that restores a state: the members that clients may read and
// write, and that differ now. It refuses references to rows that are deleted, or that the requester may not
// see.
func restoredBody(x *request.Exchange, a *request.Admission, rec request.Record, state pastState) (map[string]any, error) {
	res := a.Route.Res
	var fields []*schema.Field
	var now pastState
	if err := json.Unmarshal(rec.AppendHistory(nil), &now); err != nil {
		return nil, err
	}
	for _, f := range res.Shapes.Update.Type.Fields {
		of := cmp.Or(f.Of, f)
		name := of.HistoryName()
		shown := res.Retrieve.Type.FieldOf(of)
		if f.WritableIn(false) && name != "" && shown != nil && !shown.Hidden() && state[name] != nil && string(state[name]) != string(now[name]) {
			fields = append(fields, f)
		}
	}
	fields = keptFields(fields)
	m, err := newPastMembers(x, a, fields, []pastState{state})
	if err != nil {
		return nil, err
	}
	body, problems := map[string]any{}, problem.Fields{}
	for _, f := range fields {
		value := state[cmp.Or(f.Of, f).HistoryName()]
		text, hidden := m.appendMember(nil, f, value)
		if hidden {
			problems.Add(f.Wire, "%s", "What this referred to is gone.")
			continue
		}
		if body[f.Wire], err = writes.DecodeBody(text); err != nil {
			return nil, err
		}
	}
	return body, problems.Err()
}
