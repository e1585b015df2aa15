package resttest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
)

// writeAndRead creates rows, and sends back what is shown of them: nothing is lost on the way.
func (c *conformance) writeAndRead(t *testing.T) {
	answers := map[string]string{} // of SQLite, by request
	onEach(t, func(t *testing.T, kind databaseKind) {
		server, _ := c.server(t, kind.address(t), 3)
		r := c.read(t, server)
		for n, resource := range c.resources() {
			if !resource.Has(plan.Create) {
				continue
			}
			w := writing{T: t, c: c, server: server, resource: resource, scrub: scrubber{}, reading: r, answers: answers, first: kind.name == sqlite.name}
			if w.who = w.creator(); w.who.name == "" {
				t.Logf("neither alice nor admin may create a row of %s", resource.Path)
				continue
			}
			for i := range 5 {
				w.roundTrip(11 + 13*i + n%13) // of no other resource, where they share a table
			}
		}
	})
}

// writing is what is tried with one resource.
type writing struct {
	*testing.T
	c        *conformance
	server   *Server
	resource *plan.Resource
	scrub    scrubber
	reading  reading
	who      person
	answers  map[string]string
	first    bool // this is the database whose answers the other's are compared with
}

// creator is somebody who may create rows, nobody for none.
func (w *writing) creator() person {
	own := w.reading
	own.creating = true
	for _, row := range w.reading.rows[accountsTable] {
		who := person{name: fmt.Sprint(row["username"]), id: row["id"].(int64)}
		who.admin = who.name == "admin"
		if (who.name == "alice" || who.admin) && own.may(who, false, w.resource, nil) != no {
			return who
		}
	}
	return person{}
}

// roundTrip creates one row, reads it, and sends back what it shows.
func (w *writing) roundTrip(i int) {
	w.Helper()
	members, missing := w.c.body(w.reading, w.resource, w.who, i)
	if len(missing) > 0 {
		w.Errorf("POST %s: no value is known that %s takes; give some with resttest.Values", w.resource.Path, strings.Join(missing, ", "))
		return
	}
	status, created, path := w.send("POST", w.resource.Path, object(members))
	if status == http.StatusForbidden && strings.ContainsAny(permission.String(w.resource.Access), "=") {
		return // the rule refuses the row as it is written
	}
	if status != http.StatusCreated {
		w.Errorf("POST %s as %s: got %d %s%s\nsent %s", w.resource.Path, w.who.name, status, created, hint(status), object(members))
		return
	}
	if w.resource.BeforeSave == nil {
		w.shows(members, created)
	}
	if path == "" || !w.resource.Has(plan.Retrieve) {
		return
	}
	if status, got, _ := w.send("GET", path, ""); status != http.StatusOK || !bytes.Equal(got, created) {
		w.Errorf("GET %s: got %d %s, want what its creation answered: %s", path, status, got, created)
		return
	}
	back := w.sentBack(members, created)
	for _, p := range w.c.plan.Parsers {
		if !strings.HasPrefix(p.MediaType, "application/json") && p.MediaType != "application/yaml" || !w.resource.Has(plan.Replace) {
			continue
		}
		if status, got, _ := w.send("PUT", path, back, "Content-Type", p.MediaType); status != http.StatusOK || !bytes.Equal(got, created) {
			w.Errorf("PUT %s of what it shows, as %s: got %d %s\nwant %s\nsent %s", path, p.MediaType, status, got, created, back)
		}
	}
	if w.resource.Has(plan.Modify) {
		if status, got, _ := w.send("PATCH", path, "{}"); status != http.StatusOK || !bytes.Equal(got, created) {
			w.Errorf("PATCH %s of nothing: got %d %s, want %s", path, status, got, created)
		}
	}
}

// shows checks that the answer shows what was sent.
func (w *writing) shows(members []pair, created []byte) {
	w.Helper()
	var shown map[string]json.RawMessage
	if err := json.Unmarshal(created, &shown); err != nil {
		w.Errorf("POST %s: %v: %s", w.resource.Path, err, created)
		return
	}
	for _, m := range members {
		if m.field.WriteOnly || m.field.Relation != nil {
			continue
		}
		if want := canonical(&m.field.Spec, m.text); string(shown[m.field.Wire]) != want {
			w.Errorf("POST %s: %s is shown as %s, want %s; sent %s", w.resource.Path, m.field.Wire, shown[m.field.Wire], want, m.text)
		}
	}
}

// sentBack is a representation without what no client may send, and with what is never shown.
func (w *writing) sentBack(members []pair, created []byte) string {
	var shown map[string]json.RawMessage
	if json.Unmarshal(created, &shown) != nil {
		return "{}"
	}
	var back []pair
	sent := texts(members)
	for _, f := range w.resource.Type.Fields {
		if value, is := shown[f.Wire]; is && f.Writable() {
			back = append(back, pair{f, string(value)})
		} else if f.Writable() && sent[f.Wire] != "" {
			back = append(back, pair{f, sent[f.Wire]})
		}
	}
	return object(back)
}

// send sends JSON, compares the answer with that of the other database, and finds where the record is.
func (w *writing) send(method, path, body string, headers ...string) (status int, answer []byte, record string) {
	w.Helper()
	a := sendAs(w.server, w.who.name, method, path, body, headers...)
	text := w.scrub.text(Step{Request: a.request, Answer: a.ResponseRecorder}.Text())
	name := w.scrub.text(fmt.Sprint(method, " ", path, " ", body, headers))
	if w.first {
		w.answers[name] = text
	} else if want, asked := w.answers[name]; asked && want != text {
		w.Errorf("%s: got\n%s\nwant as SQLite has it\n%s", name, text, want)
	}
	return a.Code, a.Body.Bytes(), w.c.recordPath(w.resource, a.Body.Bytes())
}

// recordPath is the path of the record that a representation shows, "" where it does not show its key.
func (c *conformance) recordPath(r *plan.Resource, body []byte) string {
	if keys, known := listedKeys(r, append(append([]byte{'['}, body...), ']')); known && len(keys) == 1 && keys[0] != "" {
		return recordAt(r, keys[0])
	}
	return ""
}
