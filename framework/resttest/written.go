// Rows that are written and read: nothing is lost on the way.

package resttest

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/field/samples"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/resttest/internal/rules"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/schema"
)

// writeAndRead creates rows, and sends back the shown values: nothing is lost on the way.
func (c *conformance) writeAndRead(t *testing.T) {
	answers := map[string]string{} // of SQLite, by request
	onEach(t, func(t testing.TB, kind server.DatabaseKind) {
		c.writeOn(t, kind.Address(t), answers, kind.Name == server.SQLite.Name)
	})
}

// writeOn does so on one database: the first, or the one whose responses must equal those of the first.
func (c *conformance) writeOn(t testing.TB, address string, answers map[string]string, first bool) {
	server, _ := c.server(t, address, 3)
	r := c.read(t, server)
	for n, resource := range c.resources() {
		if c.options.skip["written "+resource.Path] != "" || !resource.Has(plan.Create) {
			continue
		}
		w := writing{TB: t, c: c, server: server, resource: resource, scrub: scrubber{}, reading: r, answers: answers, times: map[string]int{}, first: first}
		if w.who = w.creator(); w.who.Name == "" {
			t.Logf("neither alice nor admin may create a row of %s, so that nothing is tried of such rows; permission.Any(…, permission.Admin) permits it to admin", resource.Path)
			continue
		}
		for i := range 5 {
			w.roundTrip(11 + 13*i + n%13) // of no other resource, where they share a table
		}
		if w.created == 0 && w.refused != "" {
			t.Errorf("POST %[1]s: code of the resource refuses every row of values that are made up, the last with %[2]s\nso that nothing is tried of such rows; give values that it takes with resttest.Values(%[1]q, …), or write scenarios of it and resttest.Skip(%[3]q, …)", resource.Path, w.refused, "written "+resource.Path)
		}
	}
}

// writing holds the attempts with one resource.
type writing struct {
	testing.TB
	c        *conformance
	server   *Server
	resource *plan.Resource
	scrub    scrubber
	reading  rules.Reading
	who      rules.Person
	answers  map[string]string
	times    map[string]int // that a request was sent
	first    bool           // this is the database whose responses the other's are compared with
	created  int            // rows
	nested   int            // of members that have nested rows
	deleted  int            // rows
	refused  string         // by code of the team, the last of them; "" for none
	last     server.Answer  // to what was sent last
}

// creator is somebody who may create rows, nobody for none.
func (w *writing) creator() rules.Person {
	own := w.reading
	own.Creating = true
	for _, row := range w.reading.Rows[rules.AccountsTable] {
		who := rules.Person{Name: fmt.Sprint(row["username"]), ID: row["id"].(int64)}
		who.Admin = who.Name == "admin"
		if (who.Name == "alice" || who.Admin) && own.May(who, false, w.resource, nil) != rules.No && w.reading.Above(who, w.resource) != rules.No {
			return who
		}
	}
	return rules.Person{}
}

// roundTrip creates one row, reads it, and sends back what it shows.
func (w *writing) roundTrip(i int) {
	w.Helper()
	r := w.resource
	list := w.reading.ListAt(r)
	members, missing := w.c.body(w.reading, r, "POST", w.who, i)
	if len(missing) > 0 {
		w.Errorf("POST %[1]s: no value is known that %[2]s takes; give some with resttest.Values(%[1]q, %[3]q, …)", r.Path, strings.Join(missing, ", "), missing[0])
		return
	}
	w.misspell("POST", list, members)
	sent := wrapped(r, object(members))
	status, created := w.send("POST", list, sent)
	if status == http.StatusForbidden && strings.ContainsAny(permission.String(r.Access), "=") {
		return // the rule refuses the row as it is written
	}
	together := hasCode(r, "POST") || len(r.Type.Together) > 0 // fields that must fit each other
	if w.refuses(status, "POST") || together && bytes.Contains(created, []byte(`"`+problem.NonField+`":`)) {
		w.refused = fmt.Sprintf("%d %s\nsent %s", status, created, sent)
		return
	}
	if status != http.StatusCreated {
		w.wrong("a row is not created"+hint(status), statusText(http.StatusCreated), "create of "+r.Path)
		return
	}
	w.created++
	shown := recordIn(r.Shapes.Retrieve.Type, created)
	if shown == nil {
		w.wrong("the answer shows no record", fmt.Sprintf("an object of %v", namesOf(r.Shapes.Retrieve.Type)), "the representation of "+r.Path)
		return
	}
	if r.BeforeSave == nil && !r.Hooks.Any() {
		w.shows(members, shown)
	}
	path := w.recordPath(shown)
	if path == "" || !r.Has(plan.Retrieve) {
		return
	}
	if isWebhooks(w.c.plan, r) {
		created = withoutSecret(created)
		shown = recordIn(r.Shapes.Retrieve.Type, created)
	}
	if status, got := w.send("GET", path, ""); status != http.StatusOK || !bytes.Equal(got, created) {
		w.wrong("it is read in another way than its creation answered", "200, and what its creation answered: "+string(created), "what is created is what is read")
		return
	}
	w.downloads(path, members)
	w.sendBack(path, members, shown, created)
	w.nestRows(path, i)
	if w.created%2 == 0 {
		w.deleteRow(path, shown)
	}
}

// sendBack replaces a row by what it shows, in each format that holds it, and modifies nothing of it.
func (w *writing) sendBack(path string, members []pair, shown represented, created []byte) {
	w.Helper()
	back, known := w.sentBack(members, shown)
	if w.resource.Has(plan.Replace) {
		w.misspell("PUT", path, members)
	}
	if w.resource.Has(plan.Modify) {
		w.misspell("PATCH", path, nil)
	}
	for _, p := range w.c.plan.Parsers {
		if p.Patch || !strings.HasPrefix(p.MediaType, "application/json") && p.MediaType != "application/yaml" || !known || !w.resource.Has(plan.Replace) {
			continue
		}
		if status, got := w.send("PUT", path, back, "Content-Type", p.MediaType); (status != http.StatusOK || !bytes.Equal(got, created)) && !w.refuses(status, "PUT") {
			w.wrong("what it shows is sent back, and answered by something else", "200 "+string(created), "what is shown can be sent back as "+p.MediaType)
		}
	}
	if w.resource.Has(plan.Modify) {
		if status, got := w.send("PATCH", path, wrapped(w.resource, "{}")); (status != http.StatusOK || !bytes.Equal(got, created)) && !w.refuses(status, "PATCH") {
			w.wrong("nothing is modified, and something else is answered", "200 "+string(created), "a PATCH without members changes nothing")
		}
	}
}

// misspell writes with a field that nothing knows beside some members: a strict set refuses that, by name.
func (w *writing) misspell(method, path string, members []pair) {
	w.Helper()
	if w.c.plan.Requests.IgnoreUnknown {
		return
	}
	name := misspelt(w.resource, method)
	sent := wrapped(w.resource, object(append(slices.Clone(members), pair{&schema.Field{Wire: name}, "1"})))
	if status, got := w.send(method, path, sent); status != w.c.formed(http.StatusBadRequest) || !bytes.Contains(got, []byte(name)) {
		w.wrong(fmt.Sprintf("it is sent with the field %q, which nothing knows", name), statusText(w.c.formed(http.StatusBadRequest))+", a refusal by that name", "the set is strict: it refuses fields that it does not know")
	}
}

// misspelt returns an unknown name, and the name of a field with one wrong letter.
func misspelt(r *plan.Resource, method string) string {
	t, name := inputOf(r, method), "unknown"
	for _, f := range t.Fields {
		if f.Writable() && !f.CreateOnly {
			name = f.Wire
		}
	}
	for known := true; known; {
		name, known = name+"z", false
		for _, shape := range r.Shapes.All() {
			known = known || shape.Type.ByWire(name) != nil
		}
	}
	return name
}

// refuses reports whether a status is that of code of the team which refuses a write.
func (w *writing) refuses(status int, method string) bool {
	return (status == w.c.formed(http.StatusConflict) || status == w.c.formed(http.StatusBadRequest)) && hasCode(w.resource, method)
}

// shows checks that the answer shows what was sent.
func (w *writing) shows(members []pair, shown represented) {
	w.Helper()
	for _, m := range members {
		f := w.resource.Shapes.Retrieve.Type.FieldOf(rules.RowField(m.field))
		if f == nil || f.Hidden() || f.Relation != nil || f.IsFile() || f.IsNested() {
			continue
		}
		if want := samples.Canonical(&m.field.Spec, m.text); string(shown[f.Wire]) != want {
			server.Failure{Fault: f.Wire + " is not shown as it was sent", Asked: w.last, Got: string(shown[f.Wire]), Want: want, Rule: fmt.Sprintf("%s is a %s; it was sent as %s", f.Wire, f.Kind.Name, m.text)}.Report(w)
		}
	}
}

// sentBack makes a body of the shown values, and of those that were sent and are never shown. It is unknown
// if a replace requires more.
func (w *writing) sentBack(members []pair, shown represented) (body string, known bool) {
	var back []pair
	for _, f := range inputOf(w.resource, "PUT").Fields {
		if !f.Writable() {
			continue
		}
		of := rules.RowField(f)
		i := slices.IndexFunc(members, func(m pair) bool { return rules.RowField(m.field) == of })
		switch as := w.resource.Shapes.Retrieve.Type.FieldOf(of); {
		case as != nil && !as.Hidden() && as.Show == f.Show:
			back = append(back, pair{f, string(shown[as.Wire])})
		case i >= 0 && members[i].field.Show == f.Show:
			back = append(back, pair{f, members[i].text})
		case f.Required():
			return "", false
		}
	}
	return wrapped(w.resource, object(back)), true
}

// wrong reports a fault of what was sent last.
func (w *writing) wrong(fault, want, rule string) {
	w.Helper()
	server.Failure{Fault: fault, Asked: w.last, Want: server.Cut(want, server.MaxShown), Rule: rule}.Report(w)
}

// send sends JSON, and compares the response with that of the other database.
func (w *writing) send(method, path, body string, headers ...string) (status int, answer []byte) {
	w.Helper()
	if len(headers) == 0 {
		contentType := ""
		contentType, body = w.c.encode(w.resource, body)
		headers = []string{"Content-Type", contentType}
	}
	a := sendAs(w.server, w.who.Name, method, path, body, headers...)
	w.last = a
	text := w.scrub.text(Step{Request: a.Request, Answer: a.ResponseRecorder}.Text())
	name := w.scrub.text(fmt.Sprint(method, " ", path, " ", body, headers))
	w.times[name]++
	nth := fmt.Sprint(w.times[name], " ", name)
	if w.first {
		w.answers[nth] = text
	} else if want, asked := w.answers[nth]; asked && want != text {
		server.Failure{Fault: "both databases answer, and not alike", Asked: a, Got: text, Want: "as SQLite has it:\n" + want}.Report(w)
	}
	return a.Code, a.Body.Bytes()
}

// recordPath returns the path of the record in a representation, "" if that does not identify it.
func (w *writing) recordPath(shown represented) string {
	member, column := identity(w.resource, w.resource.Shapes.Retrieve.Type)
	if member == nil {
		return ""
	}
	for _, row := range w.c.read(w, w.server).Rows[w.resource.Type.Table] {
		if fmt.Sprint(row[column]) == shown.identified(member) {
			return rules.RecordAt(w.resource, row)
		}
	}
	server.Failure{Fault: "there is no row of the " + member.Wire + " that its creation answered", Asked: w.last, Got: string(shown[member.Wire]), Want: "a row of " + w.resource.Type.Table}.Report(w)
	return ""
}

// downloads reads the content of the files of a row that was created.
func (w *writing) downloads(path string, members []pair) {
	w.Helper()
	for _, o := range w.resource.Operations {
		i := slices.IndexFunc(members, func(m pair) bool { return o.File != nil && rules.RowField(m.field) == o.File })
		if i < 0 || !strings.HasPrefix(members[i].text, `"sample-`) {
			continue
		}
		n := 0
		_, _ = fmt.Sscanf(members[i].text, `"sample-%d.`, &n)
		want := SampleFile(&members[i].field.Spec, n)
		a := sendAs(w.server, w.who.Name, "GET", path+o.Name+"/", "")
		if a.Code != http.StatusOK || !bytes.Equal(a.Body.Bytes(), want.Content) || !strings.Contains(a.Header().Get("Content-Disposition"), want.Name) {
			server.Failure{
				Fault: "the content is not the file that was sent", Asked: a, Got: fmt.Sprintf("%d %.200q", a.Code, a.Body.Bytes()),
				Want: fmt.Sprintf("200 %.200q, of the name %s", want.Content, want.Name), Rule: "the file of " + o.File.Wire,
			}.Report(w)
		}
	}
}
