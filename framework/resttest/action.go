package resttest

import (
	"fmt"
	"net/http"
	"slices"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
)

// resources are those whose records have addresses of their own. Of singletons, whose record depends on the
// requester, only what holds of every request is tried.
func (c *conformance) resources() []*plan.Resource {
	return slices.DeleteFunc(slices.Clone(c.plan.Resources), func(r *plan.Resource) bool { return r.Singleton })
}

// actions are the operations of the team, and the lists of some of the rows.
func (c *conformance) actions() (list []*plan.Operation) {
	for _, route := range c.plan.Routes {
		for _, o := range route.Operations {
			if o.Builtin == 0 || o.Builtin == plan.List && o.Pattern != o.Resource.Path {
				list = append(list, o)
			}
		}
	}
	return list
}

// inputs are the fields that an operation of the team takes, and a value of each.
func inputs(o *plan.Operation) (members []pair) {
	if o.Input == nil {
		return nil
	}
	for _, f := range o.Input.Type.Fields {
		if m := sampled(&f.Spec, false, nil); f.Writable() && f.Relation == nil && m.make != nil {
			members = append(members, pair{f, m.make(1)})
		}
	}
	return members
}

// act asks for an operation of the team. What it does only its code knows: who may not is refused, a refusal
// changes nothing, a reading neither, and whatever it answers keeps the promises of every answer.
func (m *matrix) act(o *plan.Operation) {
	path := m.reading.operationAt(o)
	line := fmt.Sprintf("\n%s %s", o.Method, o.Pattern)
	fmt.Fprintf(&m.text, "%-25s A   B   C   D   E\n  %-22s", line, o.Name)
	for _, who := range m.people {
		m.asked++
		body := ""
		if o.Input != nil {
			body = object(inputs(o))
			if o.Resource != nil {
				body = wrapped(o.Resource, body)
			}
		}
		answer := m.send(who, o.Method, path, body)
		wrong := func(format string, args ...any) {
			m.Errorf("%s %s as %q: got %d, %s\n%.1000s\nsent %s\nthe rule is %s", o.Method, path, who.name, answer.Code, fmt.Sprintf(format, args...), answer.Body, body, ruleOf(o))
		}
		if want := m.formed(m.refusal(who, o)); want != 0 && answer.Code != want {
			wrong("want %d", want)
		}
		if m.kept.Changed() {
			if rows := m.kept.Rows(); rows != m.rows && (o.Safe() || answer.Code >= 400) {
				wrong("and the rows have changed to\n%s", rows)
			}
			m.kept.Restore()
			m.kept.Changed()
		}
		if err := (Step{Request: answer.request, Answer: answer.ResponseRecorder}).broken(m.own); err != nil {
			wrong("%v", err)
		}
		fmt.Fprintf(&m.text, " %d", answer.Code)
	}
	m.text.WriteString("\n")
}

// ruleOf are the words of the rule that an operation goes by.
func ruleOf(o *plan.Operation) string {
	if o.Access == nil && o.Resource != nil {
		return permission.String(o.Resource.Access)
	}
	return permission.String(o.Access)
}

// refusal is the status of those whom the words of the rules keep from an operation, 0 where they do not.
func (m *matrix) refusal(who person, o *plan.Operation) int {
	r, words := o.Resource, ruleOf(o)
	entered := m.reading.rule(words, who, o.Safe(), r, nil)
	if r != nil {
		entered = min(entered, m.reading.rule(permission.String(r.Access), who, true, r, nil))
	}
	if who.refused || entered == no {
		return http.StatusForbidden
	}
	if !o.Record || r.Singleton || m.above(who, r) != yes {
		return 0
	}
	row := m.reading.first(r)
	switch {
	case row == nil || m.reading.may(who, true, r, row) == no:
		return http.StatusNotFound
	case m.reading.rule(words, who, o.Safe(), r, row) == no:
		return http.StatusForbidden
	}
	return 0
}

// oddInputs send each field of an operation of the team what it does not expect.
func (c *conformance) oddInputs(o *plan.Operation) (list []request) {
	ask := func(body string) {
		r := request{method: o.Method, path: pathTo(o.Pattern, o.Resource, o.Record, c.guessKey(1)), who: []string{" as alice", " as admin"}[len(list)%2]}
		if body != "" {
			r.headers, r.body = []string{ofJSON}, body
		}
		list = append(list, r)
	}
	ask("")
	members := inputs(o)
	for i, m := range members {
		for _, value := range slices.Concat(limits(&m.field.Spec), oddities()) {
			odd := slices.Clone(members)
			odd[i].text = value
			ask(object(odd))
		}
	}
	return list
}

// batches are requests in scenarios of at most so many, behind those that begin each.
func batches(begin, list []request, size int) (scenarios []string) {
	for part := range slices.Chunk(list, max(1, size-len(begin))) {
		scenarios = append(scenarios, vocabulary{begin: begin}.scenario(part))
	}
	return scenarios
}
