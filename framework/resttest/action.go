// Operations of a team in the access table, and the inputs that they take.

package resttest

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"example.com/resourceful/framework/field/samples"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/resttest/internal/rules"
	"example.com/resourceful/framework/schema"
)

// resources returns those whose records have addresses; see singles for the others.
func (c *conformance) resources() []*plan.Resource {
	return slices.DeleteFunc(slices.Clone(c.plan.Resources), func(r *plan.Resource) bool { return r.Singleton })
}

// actions returns the operations of the team, and the lists of some of the rows.
func (c *conformance) actions() (list []*plan.Operation) {
	for _, route := range c.plan.Routes {
		for _, o := range route.Operations {
			if o.Deleted {
				continue // no row is deleted yet
			}
			if o.OfTeam() || o.Builtin == plan.List && o.Pattern != o.Resource.Path {
				list = append(list, o)
			}
		}
	}
	return list
}

// inputs returns the fields that an operation of the team takes, and a value of each. Those without a known
// value are missing.
func (c *conformance) inputs(o *plan.Operation) (members []pair, missing []*schema.Field) {
	if o.Input == nil {
		return nil, nil
	}
	for _, f := range o.Input.Type.Fields {
		if !f.Writable() {
			continue
		}
		if m := samples.Of(&f.Spec, false, c.options.values[o.Pattern+" "+f.Wire]); m.Make != nil {
			members = append(members, pair{f, m.Make(1)})
		} else {
			missing = append(missing, f)
		}
	}
	return members, missing
}

// input is a body of what an operation takes, "" for none. What it lacks is reported.
func (m *matrix) input(o *plan.Operation) string {
	if o.Input == nil {
		return ""
	}
	members, missing := m.c.inputs(o)
	for _, f := range missing {
		report := m.Logf
		if f.Required() {
			report = m.Errorf
		}
		report("%s %s: no value is known that %s takes; give some with resttest.Values(%q, %q, …)", o.Method, o.Pattern, f.Wire, o.Pattern, f.Wire)
	}
	return object(members) // which has no envelope
}

// act requests an operation of the team. Only its code knows its effect: an unpermitted requester is
// refused, a refusal changes nothing, nor does a safe operation, and every response keeps the general
// promises.
func (m *matrix) act(o *plan.Operation) {
	path := m.reading.OperationAt(o)
	line := fmt.Sprintf("\n%s %s", o.Method, o.Pattern)
	fmt.Fprintf(&m.text, "%-25s%s\n  %-22s", line, m.letters, o.Name)
	body := m.input(o)
	for _, who := range m.people {
		m.asked++
		answer := m.sendWrite(who, o.Method, path, nil, body, !o.NonAtomic)
		wrong := m.complaints(answer, rules.RuleOf(o))
		switch want := m.c.formed(m.denied(who, m.refusal(who, o))); {
		case want != 0 && answer.Code == http.StatusNotFound && m.mayHide(who, o):
		case want != 0 && answer.Code != want:
			wrong(statusText(want), "the status is not that of the rule")
		case want == 0 && answer.Code == m.c.formed(http.StatusBadRequest) && lacksInput(o, answer.Body.String()):
			wrong("its code to run"+hint(http.StatusBadRequest), "the input that the plan has is refused")
		}
		if m.kept.Changed() {
			if rows := m.kept.Rows(); rows != m.rows && (o.Safe() || answer.Code >= 400) {
				wrong("the rows as they were", "the rows have changed to\n%s", rows)
			}
			m.kept.Restore()
			m.kept.Changed()
		}
		if err := m.server.Broken(Step{Request: answer.Request, Answer: answer.ResponseRecorder}); err != nil {
			wrong("", "the answer breaks what every answer promises: %v", err)
		}
		if o.Builtin == plan.List && o.Resource != nil && answer.Code == http.StatusOK && answer.Header().Get("Content-Type") == "application/json" {
			m.lists(o.Resource, who, answer.Body.Bytes(), wrong, func(row map[string]any) rules.Verdict {
				return min(m.reading.Rule(rules.RuleOf(o), who, true, o.Resource, row), m.reading.May(who, true, o.Resource, row))
			})
		}
		fmt.Fprintf(&m.text, " %d", answer.Code)
	}
	m.text.WriteString("\n")
}

// required is the usual message about a missing member.
const required = "This field is required."

// lacksInput reports whether a refusal states that a member of the input is required.
func lacksInput(o *plan.Operation, refusal string) bool {
	return strings.Contains(refusal, required) || o.Input != nil && slices.ContainsFunc(o.Input.Type.Fields, func(f *schema.Field) bool {
		return f.Required() && strings.Contains(refusal, f.Message("required", required))
	})
}

// refusal returns the status for persons whom the words of the rules refuse an operation, 0 for others.
func (m *matrix) refusal(who rules.Person, o *plan.Operation) int {
	r := o.Resource
	if who.Refused || !m.c.inScope(who, o) {
		return http.StatusForbidden
	}
	if entered := m.entered(who, o, nil); entered != 0 {
		return entered
	}
	if !o.Record || m.reading.Above(who, r) != rules.Yes {
		return 0
	}
	row := m.reading.First(r)
	if r.Singleton {
		row = m.reading.OwnOf(who, r)
	}
	switch {
	case row == nil || m.reading.May(who, true, r, row) == rules.No:
		return http.StatusNotFound
	}
	return m.entered(who, o, row)
}

// entered returns the status for persons whom the rules of an operation, or those of reading its resource,
// refuse, 0 for others.
func (m *matrix) entered(who rules.Person, o *plan.Operation, row map[string]any) int {
	words, called := rules.SayOf(o)
	if m.reading.As(called).Rule(words, who, o.Safe(), o.Resource, row) == rules.No {
		return m.reading.Refusal(words, called, who, o.Safe(), o.Resource, row)
	}
	if o.Resource == nil {
		return 0
	}
	if words = permission.String(o.Resource.Access); m.reading.Rule(words, who, true, o.Resource, row) == rules.No {
		return m.reading.Refusal(words, "", who, true, o.Resource, row)
	}
	return 0
}

// mayHide reports whether an operation may be refused with either of two statuses: a Go function, or the
// scopes, determine which part of its rule refuses.
func (m *matrix) mayHide(who rules.Person, o *plan.Operation) bool {
	words, _ := rules.SayOf(o)
	return strings.Contains(words, rules.NotFoundWords) && (rules.Opaque(words) || !m.c.inScope(who, o))
}

// oddInputs send each field of an operation of the team what it does not expect.
func (c *conformance) oddInputs(o *plan.Operation) (list []request) {
	ask := func(body string) {
		r := request{method: o.Method, path: rules.PathTo(o.Pattern, o.Resource, o.Record, c.guessKey(1)), who: []string{" as alice", " as admin"}[len(list)%2]}
		if body != "" {
			contentType, encoded := c.encode(nil, body)
			r.headers, r.body = []string{"Content-Type: " + contentType}, encoded
		}
		list = append(list, r)
	}
	ask("")
	ask(`{"an unknown field": 1}`)
	members, missing := c.inputs(o)
	for _, f := range missing {
		members = append(members, pair{f, "null"})
	}
	for i, m := range members {
		for _, value := range slices.Concat(samples.Limits(&m.field.Spec), samples.Oddities()) {
			odd := slices.Clone(members)
			odd[i].text = value
			ask(object(odd))
		}
	}
	return list
}

// batches returns requests in scenarios of at most size, after those that begin each.
func batches(begin, list []request, size int) (scenarios []string) {
	for part := range slices.Chunk(list, size) {
		scenarios = append(scenarios, vocabulary{begin: begin}.scenario(part))
	}
	return scenarios
}
