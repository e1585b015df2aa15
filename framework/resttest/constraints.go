// Every constraint of the OpenAPI document: each is violated once, and has to be refused.

package resttest

import (
	"cmp"
	"encoding/json"
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
	run := &violations{TB: t, c: c, server: served, rows: c.read(t, served), closed: map[string]bool{}}
	if err := json.Unmarshal(described.JSON(), &run.document); err != nil {
		t.Fatal(err)
	}
	paths := run.document.Object("paths")
	for _, route := range c.plan.Routes {
		for _, o := range route.Operations {
			documented := server.ObjectIn(paths[o.Pattern], strings.ToLower(o.Method))
			if documented == nil || o.Deleted {
				continue
			}
			run.body(o, documented)
			run.query(o, documented)
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
	document server.Document
	tried    int
	named    int
	closed   map[string]bool // operations that none of those may do who are asked
}

// body violates what the document says of the body of an operation.
func (run *violations) body(o *plan.Operation, documented map[string]any) {
	content := server.ObjectIn(documented, "requestBody", "content", "application/json")
	s := run.objectOf(content["schema"], o)
	if s == nil || o.Builtin&plan.ModifyList != 0 {
		return
	}
	base := run.base(o)
	properties, required := server.ObjectIn(s, "properties"), s["required"]
	for name, of := range properties {
		p := run.document.Resolve(of)
		if p == nil || p["readOnly"] == true {
			run.ignored(o, base, name)
			continue
		}
		run.named++
		for what, value := range violating(p, base[name]) {
			run.sendWith(o, base, name, value, what)
		}
		if list, _ := required.([]any); slices.Contains(list, any(name)) {
			run.sendWith(o, base, name, "", "required")
		}
	}
	if s["additionalProperties"] == false {
		run.sendWith(o, base, "no_such_member", "1", "additionalProperties")
	}
}

// objectOf is the schema of the object that a body is, within the envelope of the resource.
func (run *violations) objectOf(v any, o *plan.Operation) map[string]any {
	s := run.document.Resolve(v)
	if o.Builtin != 0 && o.Resource.Envelope != nil {
		for _, name := range o.Resource.Envelope.InputPath() {
			s = run.document.Resolve(server.ObjectIn(s, "properties")[name])
		}
	}
	for alternatives, _ := s["anyOf"].([]any); alternatives != nil; alternatives, _ = s["anyOf"].([]any) {
		s = run.document.Resolve(alternatives[0])
	}
	if s["type"] != "object" {
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
func violating(s map[string]any, good string) map[string]string {
	values := map[string]string{}
	types := typesIn(s)
	has := func(name string) bool { return types == nil || slices.Contains(types, name) }
	switch {
	case !has("object"):
		values["type"] = `{"no":"object"}`
	case !has("boolean"):
		values["type"] = "true"
	}
	if !has("null") {
		values["null"] = "null"
	}
	if s["enum"] != nil {
		values["enum"] = `"none of these"`
	}
	number := func(word string) (int, bool) { n, is := s[word].(float64); return int(n), is }
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
		if bound, is := s[word].(float64); is {
			values[word] = strconv.FormatFloat(bound+by, 'f', -1, 64)
		}
	}
	for word, by := range map[string]float64{"x-minimum": -1, "x-maximum": 1} {
		text, _ := s[word].(string)
		if bound, err := strconv.ParseFloat(text, 64); err == nil && s["format"] == "decimal" {
			values[word] = strconv.Quote(strconv.FormatFloat(bound+by, 'f', -1, 64))
		}
	}
	const odd = "é !"
	if pattern, _ := s["pattern"].(string); pattern != "" {
		if matches, err := regexp.MatchString(pattern, odd); err == nil && !matches {
			values["pattern"] = strconv.Quote(odd)
		}
	}
	if format, _ := s["format"].(string); slices.Contains(formatsOfText, format) && !has("integer") {
		values["format"] = strconv.Quote(odd)
	}
	return values
}

// formatsOfText are the formats of texts that not every text has.
var formatsOfText = strings.Fields("date date-time partial-time uuid email uri decimal")

// typesIn are the types of a schema, nil for any.
func typesIn(s map[string]any) (list []string) {
	switch of := s["type"].(type) {
	case string:
		return []string{of}
	case []any:
		for _, t := range of {
			list = append(list, fmt.Sprint(t))
		}
	}
	return list
}

// sendWith sends a body in which one member has a value, "" for none. It has to be refused, with the name of the member.
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

// query violates what the document says of the query of an operation.
func (run *violations) query(o *plan.Operation, documented map[string]any) {
	if !o.Safe() {
		return
	}
	rules := o.Rules(run.c.plan.Requests)
	list, _ := documented["parameters"].([]any)
	looked := false
	for _, v := range list {
		p := run.document.Resolve(v)
		name, _ := p["name"].(string)
		of := paramOf(o, name)
		if of == nil || of.Role == plan.PagingRole && of.Read == nil {
			continue
		}
		looked = true
		if rules.IgnoreUnknown && (of.Role == plan.OrderingRole || of.Role == plan.MembersRole) {
			continue // which passes over what it does not know
		}
		run.named++
		s := run.document.Resolve(p["schema"])
		explode := p["explode"] == true
		if items := server.ObjectIn(s, "items"); items != nil {
			if n, bounded := s["maxItems"].(float64); bounded {
				run.ask(o, name, slices.Repeat([]string{"1"}, int(n)+1), explode, "maxItems")
			}
			s = items
		}
		for what, value := range violatingParam(s) {
			run.ask(o, name, []string{value}, explode, what)
		}
	}
	if looked && !rules.IgnoreUnknown {
		run.ask(o, "no_such_parameter", []string{"1"}, true, "unknown")
	}
}

// paramOf is the parameter of a name that the query of an operation may have, nil for none of the resource.
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
func violatingParam(s map[string]any) map[string]string {
	values := map[string]string{}
	types := typesIn(s)
	if slices.Contains(types, "integer") || slices.Contains(types, "number") || slices.Contains(types, "boolean") {
		values["type"] = "é"
	}
	if s["enum"] != nil {
		values["enum"] = "none of these"
	}
	if format, _ := s["format"].(string); slices.Contains(formatsOfText, format) && format != "email" && format != "uri" {
		values["format"] = "é !"
	}
	if n, is := s["maxLength"].(float64); is {
		values["maxLength"] = strings.Repeat("a", int(n)+1)
	}
	return values
}

// ask sends a query that has to be refused, with the name of the parameter.
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
