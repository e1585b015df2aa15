// Writes of members and rows that the words of the rules keep from a requester, and what rows say may be done with them.

package resttest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"

	"example.com/resourceful/framework/field/samples"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/resttest/internal/rules"
	"example.com/resourceful/framework/resttest/server"
)

// writeMembers sends each member that has a rule, by itself to a row that the requester may change and with all
// others to a new one. It is stored just for those who may write it.
func (w *world) writeMembers() {
	for _, r := range w.c.plan.Resources {
		for _, rule := range r.Fields {
			f := rule.Field
			sample := w.c.sample(r.Type.Table, f.Column, &f.Spec, f.Unique)
			if f.Column == "" || f.Relation != nil || sample.Make == nil || !f.Writable() {
				continue
			}
			text, words := sample.Make(650), permission.String(rule.Rule)
			if row := w.writable(r); row != nil && r.Has(plan.Modify) {
				w.writeMember(r, rule, w.rows.Does(words, rules.DoesChange, w.who, false, r, nil), question{method: "PATCH", path: rules.RecordAt(r, row), body: object([]pair{{f, text}})})
			}
			if r.Has(plan.Create) && !r.Singleton {
				members, _ := w.c.body(w.rows, r, http.MethodPost, w.who, 651)
				members = slices.DeleteFunc(members, func(m pair) bool { return rules.RowField(m.field).Column == f.Column })
				w.writeMember(r, rule, w.rows.Does(words, rules.DoesCreate, w.who, false, r, nil), question{method: "POST", path: w.rows.ListAt(r), body: object(append(members, pair{f, text}))})
			}
		}
	}
}

// writable is a row that the requester may change, nil for none.
func (w *world) writable(r *plan.Resource) map[string]any {
	for _, row := range w.rows.Rows[r.Type.Table] {
		deleted := r.Type.Deleted != nil && row[r.Type.Deleted.Column] != nil
		if !deleted && !r.Singleton && w.rows.Reads(w.who, r, row) == rules.Yes && w.rows.Writes(rules.DoesChange, w.who, r, row) == rules.Yes {
			return row
		}
	}
	return nil
}

// writeMember writes one member, and looks for its value among the rows.
func (w *world) writeMember(r *plan.Resource, rule plan.FieldRule, may rules.Verdict, q question) {
	values := func() string {
		return fmt.Sprint(w.kept.Column(r.Type.Table, rule.Field.Column))
	}
	rows := len(w.rows.Rows[r.Type.Table])
	before := values()
	contentType, body := w.c.encode(r, wrapped(r, q.body))
	answer := sendAs(w.server, w.who.Name, q.method, q.path, body, "Content-Type", contentType)
	after := values()
	created := answer.Code == http.StatusCreated
	if may == rules.No && (!created && after != before || created && len(w.kept.Column(r.Type.Table, rule.Field.Column)) > rows && w.has(r, rule, q)) {
		server.Failure{Fault: "it writes " + rule.Field.Wire + ", which the rule keeps from the requester", Asked: answer, Got: answer.Shown() + "\ncolumn: " + after, Want: "column: " + before, Rule: ruleOfMember(rule)}.Report(w)
	}
	if words := permission.String(rule.Rule); q.method == http.MethodPatch && may == rules.No && !rule.Field.Hidden() && w.rows.Does(words, "", w.who, true, r, nil) == rules.Yes {
		// A requester who reads the member and sends another value is refused if the rule states so.
		if got, want := answer.Code == w.c.formed(http.StatusBadRequest), w.rows.As(rules.DoesChange).RefusesMember(words); got != want && answer.Code < http.StatusInternalServerError {
			server.Failure{Fault: fmt.Sprintf("it sends %s, and is refused: %v", rule.Field.Wire, got), Asked: answer, Want: fmt.Sprintf("refused: %v", want), Rule: ruleOfMember(rule)}.Report(w)
		}
	}
	if may == rules.Yes && answer.Code == http.StatusOK && after == before {
		server.Failure{Fault: "it does not write " + rule.Field.Wire + ", which the rule lets the requester", Asked: answer, Want: "another value in its column", Rule: ruleOfMember(rule)}.Report(w)
	}
	w.kept.Restore()
}

// ruleOfMember returns the words of the rule of a member.
func ruleOfMember(rule plan.FieldRule) string {
	return permission.String(rule.Rule) + ", of the member " + rule.Field.Wire
}

// has reports whether a column has the value that was sent last.
func (w *world) has(r *plan.Resource, rule plan.FieldRule, q question) bool {
	var sent map[string]json.RawMessage
	if json.Unmarshal([]byte(q.body), &sent) != nil {
		return false
	}
	bound, known := samples.Parse(&rule.Field.Spec, string(sent[rule.Field.Wire]))
	if !known {
		return false
	}
	want := fmt.Sprint(server.Plain(rule.Field.Arg(bound)))
	return slices.ContainsFunc(w.kept.Column(r.Type.Table, rule.Field.Column), func(v any) bool { return fmt.Sprint(v) == want })
}

// writeRows writes many rows at once, deleted rows and earlier states, some of which the words of the rules
// hide from the requester: nothing changes.
func (w *world) writeRows() {
	for _, r := range w.c.resources() {
		for _, method := range []string{http.MethodPatch, http.MethodDelete} {
			if r.Bulk.Has(bulkOf(method)) {
				w.writeList(r, method)
			}
		}
	}
	for _, route := range w.c.plan.Routes {
		for _, o := range route.Operations {
			r := o.Resource
			if o.Safe() || !o.Deleted && !o.History {
				continue
			}
			for _, path := range w.paths(route) {
				if path.row != nil && min(w.rows.Reads(w.who, r, path.row), w.rows.Runs(o, w.who, path.row)) == rules.No {
					w.refused(question{method: o.Method, path: path.at, body: "{}"}, r)
				}
			}
		}
	}
}

// writeList writes rows, some of which the requester may write.
func (w *world) writeList(r *plan.Resource, method string) {
	var own, others []string
	for _, row := range w.rows.Listed(r) {
		key, _ := json.Marshal(row[r.Lookup.Field.Column])
		one := `{"` + r.Lookup.Field.Wire + `": ` + string(key) + "}"
		switch min(w.rows.Reads(w.who, r, row), w.rows.Writes(rules.Doing(method), w.who, r, row)) {
		case rules.No:
			others = append(others, one)
		case rules.Yes:
			own = append(own, one)
		}
	}
	for _, one := range others {
		w.refused(question{method: method, path: w.rows.ListAt(r), body: "[" + one + "]"}, r)
		if len(own) > 0 {
			w.refused(question{method: method, path: w.rows.ListAt(r), body: "[" + own[len(own)-1] + ", " + one + "]"}, r)
		}
	}
}

// refused sends what changes nothing.
func (w *world) refused(q question, r *plan.Resource) {
	w.kept.Changed()
	contentType, body := w.c.encode(r, q.body)
	answer := sendAs(w.server, w.who.Name, q.method, q.path, body, "Content-Type", contentType)
	if changed := w.kept.Changed(); changed || answer.Code < 400 {
		server.Failure{Fault: fmt.Sprintf("it writes rows that the rule keeps from the requester; rows have changed: %v", changed), Asked: answer, Want: "a refusal", Rule: w.words(r)}.Report(w)
		w.kept.Restore()
	}
}
