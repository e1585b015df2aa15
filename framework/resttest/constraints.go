// Every constraint of the OpenAPI document: each is violated once, and must be refused.

package resttest

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/resourceful/framework/openapi"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/resttest/internal/rules"
	"example.com/resourceful/framework/resttest/server"
)

// violateAll violates each constraint of a body and of a query that the document has, one at a time.
func (c *conformance) violateAll(t testing.TB) {
	served, _ := c.server(t, filepath.Join(t.TempDir(), "test.db"), 3)
	described, err := openapi.New(c.plan, openapi.Options{Limits: c.options.serve.Limits.Documented()})
	if err != nil {
		t.Fatal(err)
	}
	run := &violations{TB: t, c: c, server: served, rows: c.read(t, served), document: described, closed: map[string]bool{}}
	for _, route := range c.plan.Routes {
		for _, o := range route.Operations {
			if documented := described.Operation(o.Pattern, o.Method); documented != nil && !o.Deleted {
				run.body(o, documented)
				run.query(o, documented)
			}
		}
	}
	t.Logf("%d constraints of %d members and parameters are violated; not of what nobody may do who is asked: %s",
		run.tried, run.named, strings.Join(slices.Sorted(maps.Keys(run.closed)), ", "))
}

// violations sends what the document forbids.
type violations struct {
	testing.TB
	c        *conformance
	server   *Server
	rows     rules.Reading
	document *openapi.Document
	tried    int
	named    int
	closed   map[string]bool // operations that none of those may do who are asked
}

// body violates the document's constraints on the body of an operation.
func (run *violations) body(o *plan.Operation, documented *openapi.Operation) {
	if documented.RequestBody == nil {
		return
	}
	s := run.objectOf(openapi.BodySchema(documented.RequestBody.Content), o)
	if s == nil || o.Builtin&plan.ModifyList != 0 || o.Creates() {
		return
	}
	base := run.base(o)
	for name, of := range s.Properties.All() {
		p := run.document.SchemaOf(of)
		if p == nil || p.ReadOnly {
			run.ignored(o, base, name)
			continue
		}
		run.named++
		for what, value := range violating(p, base[name]) {
			run.sendWith(o, base, name, value, what)
		}
		if slices.Contains(s.Required, name) {
			run.sendWith(o, base, name, "", "required")
		}
	}
	if s.Closed() {
		run.sendWith(o, base, "no_such_member", "1", "additionalProperties")
	}
}

// objectOf returns the schema of a body's object, within the envelope of the resource.
func (run *violations) objectOf(s *openapi.Schema, o *plan.Operation) *openapi.Schema {
	s = run.document.SchemaOf(s)
	if o.Builtin != 0 && o.Resource.Envelope != nil {
		for _, name := range o.Resource.Envelope.InputPath() {
			s = run.document.SchemaOf(s.Properties.Get(name))
		}
	}
	for s != nil && len(s.AnyOf) > 0 {
		s = run.document.SchemaOf(s.AnyOf[0])
	}
	if s == nil || !slices.Equal(s.Type, openapi.Types{"object"}) {
		return nil
	}
	return s
}

// base are members that the operation takes, as JSON.
func (run *violations) base(o *plan.Operation) map[string]string {
	var members []pair
	if o.OfTeam() {
		members, _ = run.c.inputs(o)
	} else {
		members = run.c.guess(o.Resource, o.Method, 60)
	}
	base := map[string]string{}
	for _, m := range members {
		base[m.field.Wire] = m.text
	}
	return base
}

// violating are values that a schema does not take, by the word that they violate.
func violating(s *openapi.Schema, good string) map[string]string {
	values := map[string]string{}
	has := func(name string) bool { return s.Type == nil || slices.Contains(s.Type, name) }
	switch {
	case !has("object"):
		values["type"] = `{"no":"object"}`
	case !has("boolean"):
		values["type"] = "true"
	}
	if !has("null") {
		values["null"] = "null"
	}
	if s.Enum != nil {
		values["enum"] = `"none of these"`
	}
	number := func(word string) (int, bool) { n, is := s.Bound(word); return int(n), is }
	if n, is := number("maxLength"); is {
		values["maxLength"] = strconv.Quote(strings.Repeat("a", n+1))
	}
	if n, is := number("minLength"); is && n > 0 {
		values["minLength"] = strconv.Quote(strings.Repeat("a", n-1))
	}
	if n, is := number("maxItems"); is {
		item := strings.TrimSuffix(strings.TrimPrefix(good, "["), "]")
		if item == "" {
			item = "1"
		}
		values["maxItems"] = "[" + strings.Repeat(item+",", n) + item + "]"
	}
	if n, is := number("minItems"); is && n > 0 {
		values["minItems"] = "[]"
	}
	for word, by := range map[string]float64{"minimum": -1, "maximum": 1, "exclusiveMinimum": 0, "exclusiveMaximum": 0} {
		if bound, is := s.Bound(word); is {
			values[word] = strconv.FormatFloat(bound+by, 'f', -1, 64)
		}
	}
	for word, by := range map[string]float64{"x-minimum": -1, "x-maximum": 1} {
		text, _ := s.Others[word].(string)
		if bound, err := strconv.ParseFloat(text, 64); err == nil && s.Format == "decimal" {
			values[word] = strconv.Quote(strconv.FormatFloat(bound+by, 'f', -1, 64))
		}
	}
	const odd = "é !"
	if pattern, _ := s.Others["pattern"].(string); pattern != "" {
		if matches, err := regexp.MatchString(pattern, odd); err == nil && !matches {
			values["pattern"] = strconv.Quote(odd)
		}
	}
	if slices.Contains(formatsOfText, s.Format) && !has("integer") {
		values["format"] = strconv.Quote(odd)
	}
	return values
}

// formatsOfText are the formats of texts that not every text has.
var formatsOfText = strings.Fields("date date-time partial-time uuid email uri decimal")

// sendWith sends a body in which one member has a value, "" for none. It must be refused, with the name of
// the member.
func (run *violations) sendWith(o *plan.Operation, base map[string]string, name, value, what string) {
	run.tried++
	answer := run.send(o, base, name, value)
	if answer.Code == http.StatusForbidden || answer.Code == http.StatusNotFound {
		run.closed[o.Method+" "+o.Pattern] = true
		return
	}
	if answer.Code != run.c.formed(http.StatusBadRequest) || !strings.Contains(answer.Body.String(), name) {
		server.Failure{
			Fault: fmt.Sprintf("%s is not kept: %s is %s", what, name, server.Cut(cmp.Or(value, "missing"), 100)), Asked: answer,
			Want: fmt.Sprintf("%s, which names %s", statusText(run.c.formed(http.StatusBadRequest)), name),
			Rule: fmt.Sprintf("%s of the body of %s %s in the OpenAPI document", name, o.Method, o.Pattern),
		}.Report(run)
	}
}

// ignored sends a member that is read-only: it has no say, whatever it is.
func (run *violations) ignored(o *plan.Operation, base map[string]string, name string) {
	run.tried++
	const odd = `"é !"`
	answer := run.send(o, base, name, odd)
	if answer.Code == run.c.formed(http.StatusBadRequest) && strings.Contains(answer.Body.String(), strconv.Quote(name)) || strings.Contains(answer.Body.String(), odd) {
		server.Failure{
			Fault: fmt.Sprintf("the read-only member %s is not ignored", name), Asked: answer, Want: "what is answered without it",
			Rule: fmt.Sprintf("readOnly: %s of the body of %s %s in the OpenAPI document", name, o.Method, o.Pattern),
		}.Report(run)
	}
}

func (run *violations) send(o *plan.Operation, base map[string]string, name, value string) server.Answer {
	var members []string
	for other, text := range base {
		if other != name {
			members = append(members, strconv.Quote(other)+":"+text)
		}
	}
	slices.Sort(members)
	if value != "" {
		members = append(members, strconv.Quote(name)+":"+value)
	}
	body := "{" + strings.Join(members, ",") + "}"
	if !o.OfTeam() {
		body = wrapped(o.Resource, body)
	}
	headers := []string{"Content-Type", "application/json", "Accept", "application/json"}
	if !o.NonAtomic {
		headers = append(headers, "Prefer", "dry-run")
	}
	path := run.rows.OperationAt(o)
	var last server.Answer
	for _, who := range []string{"admin", "alice", "bob"} { // one of whom may
		last = sendAs(run.server, who, o.Method, path, body, headers...)
		if last.Code != http.StatusForbidden && last.Code != http.StatusNotFound {
			break
		}
	}
	return last
}

// query violates the document's constraints on the query of an operation.
func (run *violations) query(o *plan.Operation, documented *openapi.Operation) {
	if !o.Safe() {
		return
	}
	rules := o.Rules(run.c.plan.Requests)
	looked := false
	for _, p := range documented.Parameters {
		p = run.document.ParameterOf(p)
		of := paramOf(o, p.Name)
		if of == nil || of.Role == plan.PagingRole && of.Read == nil {
			continue
		}
		looked = true
		if rules.IgnoreUnknown && (of.Role == plan.OrderingRole || of.Role == plan.MembersRole) {
			continue // which ignores unknown parameters
		}
		run.named++
		s := run.document.SchemaOf(p.Schema)
		explode := p.Explode != nil && *p.Explode
		if s.Items != nil {
			if n, bounded := s.Bound("maxItems"); bounded {
				run.ask(o, p.Name, slices.Repeat([]string{"1"}, int(n)+1), explode, "maxItems")
			}
			s = s.Items
		}
		for what, value := range violatingParam(s) {
			run.ask(o, p.Name, []string{value}, explode, what)
		}
	}
	if looked && !rules.IgnoreUnknown {
		run.ask(o, "no_such_parameter", []string{"1"}, true, "unknown")
	}
}

// paramOf returns the parameter with a name in the query of an operation, nil for none of the resource.
func paramOf(o *plan.Operation, name string) *plan.Param {
	if o.Resource == nil {
		return nil
	}
	for _, p := range append(slices.Clone(o.Resource.Params), o.Resource.RecordParams...) {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// violatingParam are texts that the schema of a parameter does not take.
func violatingParam(s *openapi.Schema) map[string]string {
	values := map[string]string{}
	if slices.ContainsFunc(s.Type, func(t string) bool { return t == "integer" || t == "number" || t == "boolean" }) {
		values["type"] = "é"
	}
	if s.Enum != nil {
		values["enum"] = "none of these"
	}
	if slices.Contains(formatsOfText, s.Format) && s.Format != "email" && s.Format != "uri" {
		values["format"] = "é !"
	}
	if n, is := s.Bound("maxLength"); is {
		values["maxLength"] = strings.Repeat("a", int(n)+1)
	}
	return values
}

// ask sends a query that must be refused, with the name of the parameter.
func (run *violations) ask(o *plan.Operation, name string, values []string, explode bool, what string) {
	run.tried++
	query := url.Values{name: values}
	if !explode {
		query = url.Values{name: {strings.Join(values, ",")}}
	}
	address := run.rows.OperationAt(o) + "?" + query.Encode()
	answer := sendAs(run.server, "admin", http.MethodGet, address, "", "Accept", "application/json")
	if answer.Code != run.c.formed(http.StatusBadRequest) || !strings.Contains(answer.Body.String(), name) {
		server.Failure{
			Fault: fmt.Sprintf("%s of the parameter %s is not kept", what, name), Asked: answer,
			Want: fmt.Sprintf("%s, which names %s", statusText(run.c.formed(http.StatusBadRequest)), name),
			Rule: fmt.Sprintf("the parameter %s of %s %s in the OpenAPI document", name, o.Method, o.Pattern),
		}.Report(run)
	}
}
