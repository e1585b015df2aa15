// Requests that are made one by one, as an account.

package resttest

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/resttest/internal/rules"
	"example.com/resourceful/framework/resttest/server"
)

// send sends a body of JSON, by a resource's envelope where there is one, as the set reads it. What may change
// something is sent as a dry run first, which changes nothing and has the status of what follows.
func (m *matrix) send(who rules.Person, method, path string, r *plan.Resource, body string) server.Answer {
	return m.sendWrite(who, method, path, r, body, true)
}

// sendWrite is send of an operation in a transaction, or without one: that refuses a dry run by a 400 whatever it would answer.
func (m *matrix) sendWrite(who rules.Person, method, path string, r *plan.Resource, body string, atomic bool) server.Answer {
	contentType, encoded := m.c.encode(r, body)
	if safe(method) {
		return sendBy(m.server, who, method, path, encoded, "Content-Type", contentType)
	}
	tried := sendBy(m.server, who, method, path, encoded, "Content-Type", contentType, "Prefer", "dry-run")
	if m.kept.Changed() {
		server.Failure{Fault: "its dry run has changed the rows", Asked: tried, Want: "the rows as they were", Rule: "Prefer: dry-run stores nothing"}.Report(m)
	}
	done := sendBy(m.server, who, method, path, encoded, "Content-Type", contentType)
	told := tried.Code == http.StatusOK && done.Code == http.StatusNoContent && strings.HasPrefix(tried.Body.String(), `{"status":204,`)
	if refused := !atomic && tried.Code == m.c.plan.Errors.Status(problem.New(problem.Malformed, "")); tried.Code != done.Code && !told && !refused {
		server.Failure{Fault: "its dry run has another status than the write", Asked: tried, Want: statusText(done.Code), Rule: "Prefer: dry-run answers as the write would"}.Report(m)
	}
	return done
}

// encode is a body of JSON as the set reads it, with its Content-Type. YAML is a superset of JSON; a form
// has no envelope.
func (c *conformance) encode(r *plan.Resource, body string) (contentType, encoded string) {
	if contentType, encoded, has := withFiles(r, body); has {
		return contentType, encoded
	}
	read := map[string]bool{}
	for _, p := range c.plan.Parsers {
		read[p.MediaType] = true
	}
	const form, multipart = "application/x-www-form-urlencoded", "multipart/form-data"
	switch {
	case body == "" || read["application/json"]:
	case read["application/yaml"]:
		return "application/yaml", body
	case read[form]:
		return form, formOf(r, body, false)
	case read[multipart]:
		return multipart + "; boundary=b", formOf(r, body, true)
	}
	return "application/json", body
}

// formOf is a body of JSON as a form, in which null is a field that is not sent.
func formOf(r *plan.Resource, body string, multipart bool) string {
	var members map[string]json.RawMessage
	inner := []byte(body)
	if r != nil && r.Envelope != nil {
		for _, name := range r.Envelope.InputPath() {
			if err := json.Unmarshal(inner, &members); err != nil {
				panic(err) // the body is our own
			}
			inner, members = members[name], nil
		}
	}
	if len(inner) == 0 { // the envelope is missing
		return form(nil, multipart)
	}
	if err := json.Unmarshal(inner, &members); err != nil {
		panic(err)
	}
	values := map[string]string{}
	for name, text := range members {
		if string(text) != "null" {
			values[name] = string(text)
		}
	}
	return form(values, multipart)
}

// sendBy sends a request as sendAs does, with the credentials of a requester.
func sendBy(h http.Handler, who rules.Person, method, path, body string, headers ...string) server.Answer {
	if who.Token != nil {
		headers = append(headers, "Authorization", who.Token.Header)
	}
	return sendAs(h, who.Name, method, path, body, headers...)
}

// sendAs sends a request with perhaps a body of JSON, or what the headers say, as an account, "" for nobody.
func sendAs(h http.Handler, name, method, path, body string, headers ...string) server.Answer {
	a := requestAs(name, method, path, body, headers...)
	a.ResponseRecorder = httptest.NewRecorder()
	h.ServeHTTP(a.ResponseRecorder, a.Request.Clone(a.Request.Context())) // reports show what was sent, whatever is done with it
	return a
}

// requestAs returns the request of sendAs, without a response.
func requestAs(name, method, path, body string, headers ...string) server.Answer {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if name != "" {
		r.Header.Set("Authorization", server.BasicHeader(name))
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	return server.Answer{Request: r, Sent: body}
}
