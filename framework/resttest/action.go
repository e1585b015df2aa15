package resttest

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"example.com/resourceful/framework/plan"
)

// resources are those whose paths are known: of rows below others and of singletons, which a row or the
// requester is part of, only what holds of every request is tried.
func (c *conformance) resources() []*plan.Resource {
	return slices.DeleteFunc(slices.Clone(c.plan.Resources), func(r *plan.Resource) bool {
		return r.Singleton || strings.Contains(r.Path, "{")
	})
}

var pathParam = regexp.MustCompile(`\{[^}]*\}`)

// recordAt is the path of a record.
func recordAt(r *plan.Resource, key any) string {
	return pathParam.ReplaceAllLiteralString(r.RecordPattern, keyText(key))
}

// first is a path that fits a pattern where rows are numbered.
func first(pattern string) string { return pathParam.ReplaceAllLiteralString(pattern, "1") }

// actions are the operations of the team.
func (c *conformance) actions() (list []*plan.Operation) {
	for _, route := range c.plan.Routes {
		for _, o := range route.Operations {
			if o.Builtin == 0 {
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

// act asks for an operation of the team. What it does only its code knows: a refusal changes nothing, a
// reading neither, and whatever it answers keeps the promises of every answer.
func (m *matrix) act(o *plan.Operation) {
	path := first(o.Pattern)
	line := fmt.Sprintf("\n%s %s", o.Method, o.Pattern)
	fmt.Fprintf(&m.text, "%-25s A   B   C   D   E\n  %-22s", line, o.Name)
	for _, who := range m.people {
		m.asked++
		body := ""
		if o.Input != nil {
			body = object(inputs(o))
		}
		answer := m.send(who, o.Method, path, body)
		wrong := func(format string, args ...any) {
			m.Errorf("%s %s as %q: got %d, %s\n%.1000s\nsent %s", o.Method, path, who.name, answer.Code, fmt.Sprintf(format, args...), answer.Body, body)
		}
		if who.refused && answer.Code != http.StatusForbidden {
			wrong("want %d", http.StatusForbidden)
		}
		if m.kept.Changed() {
			if rows := m.kept.Rows(); rows != m.rows && (o.Safe() || answer.Code >= 400) {
				wrong("and the rows have changed to\n%s", rows)
			}
			m.kept.Restore()
			m.kept.Changed()
		}
		if err := (Step{Request: answer.request, Answer: answer.ResponseRecorder}).broken(m.formats()); err != nil {
			wrong("%v", err)
		}
		fmt.Fprintf(&m.text, " %d", answer.Code)
	}
	m.text.WriteString("\n")
}

// oddInputs send each field of an operation of the team what it does not expect.
func oddInputs(o *plan.Operation) (list []request) {
	ask := func(body string) {
		r := request{method: o.Method, path: first(o.Pattern), who: []string{" as alice", " as admin"}[len(list)%2]}
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
