package serve_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/serve"
)

// Forms and pages name the records by what addresses name them by.
func TestKeysPages(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		p := newKeyed(t, address)
		person := newPerson(t, p.Server, "")
		page := func(path string) string { return p.mask(person.send(200, p.fill(path), "").Body.String()) }

		person.has(page("/parcels/{1}/"),
			`<form method="post" action="/parcels/{1}/" id="edit-form" novalidate>`,
			`<option value="/sites/old-town/" selected>`, `<option value="/sites/7/">`,
			`<option value="Seven" selected>`, `<option value="/currencies/eur/" selected>`, `<option value="{2}">b</option>`,
			`name="stops" value="/sites/old-town/" checked`, `name="accepted" value="US_D-1" checked`,
			`name="near" value="{2}">`, `name="beside" value="/parcels/{2}/">`,
			`<a href="/sites/7/">`, `<a href="/currencies/US_D-1/">`)
		person.has(page("/parcels/{2}/"), `name="beside" value="/parcels/{1}/" checked`, `name="near" value="{1}" checked`, `<option value="{1}" selected>a</option>`)
		person.has(page("/currencies/"), `<a href="/currencies/eur/"`, `name="code"`, "At most 8 characters.")
		person.has(page("/sites/"), `<a href="/sites/old-town/"`, `<a href="/sites/7/"`)

		// What a form shows is accepted as it stands, and a record that was renamed is where its new name says.
		edit := person.send(200, p.fill("/parcels/{1}/"), "").Body.String()
		person.leads(p.fill("/parcels/{1}/"), filledWith(edit, "note", "a").Encode(), p.fill("/parcels/{1}/"))
		p.ask(t, "GET /parcels/{1}/", "", "200 "+parcel1)
		edit = person.send(200, "/sites/old-town/", "").Body.String()
		person.leads("/sites/old-town/", filledWith(edit, "slug", "new-town").Encode(), "/sites/new-town/")
		form := filledWith(person.send(200, "/currencies/", "").Body.String(), "code", "gbp", "name", "Pound")
		person.leads("/currencies/", form.Encode(), "/currencies/gbp/")
		person.has(person.send(400, "/currencies/", filledWith(person.send(200, "/currencies/", "").Body.String(), "code", "a.b", "name", "x").Encode()).Body.String(),
			"consisting of letters, numbers, underscores or hyphens.")
		person.has(person.send(400, "/sites/new-town/", filledWith(person.send(200, "/sites/new-town/", "").Body.String(), "slug", "7").Encode()).Body.String(),
			`action="/sites/new-town/"`, "site with this slug already exists.")
	})
}

func TestKeysOptions(t *testing.T) {
	p := newKeyed(t, ":memory:")
	for path, want := range map[string]string{
		"/currencies/": `"code":{"type":"slug","required":true,"read_only":false,"label":"Code","max_length":8}`,
		"/parcels/":    `"id":{"type":"string","required":false,"read_only":true,"label":"Id"}`,
		"/sites/7/":    `"slug":{"type":"slug","required":true,"read_only":false,"label":"Slug","max_length":50}`,
	} {
		if status, got := call(p, "OPTIONS", path, "", ""); status != 200 || !strings.Contains(got, want) {
			t.Errorf("OPTIONS %s: got %d %s, want %s in it", path, status, got, want)
		}
	}
}

// A write that is repeated under its Idempotency-Key is answered alike, also where the record has
// another address by now.
func TestKeysIdempotency(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		p := newKeyed(t, address, serve.Options{Now: time.Now})
		ask := func(method, path, key, body string) (int, string) {
			r := httptest.NewRequest(method, path, strings.NewReader(body))
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("Idempotency-Key", key)
			r.SetBasicAuth("alice", "alice-password")
			w := httptest.NewRecorder()
			p.ServeHTTP(w, r)
			return w.Code, w.Header().Get("Location") + " " + p.mask(w.Body.String())
		}
		for _, tt := range []struct {
			method, path, body string
			status             int
			want               string
		}{
			{"POST", "/sites/", `{"slug":"far","name":"Far"}`, http.StatusCreated, `http://example.com/sites/far/ {"url":"/sites/far/","slug":"far","name":"Far","currency":null,"parcels":[]}`},
			{"PATCH", "/sites/far/", `{"slug":"near"}`, http.StatusOK, ` {"url":"/sites/near/","slug":"near","name":"Far","currency":null,"parcels":[]}`},
			{"POST", "/currencies/", `{"code":"gbp","name":"Pound"}`, http.StatusCreated, ` {"code":"gbp","name":"Pound","sites":[]}`},
			{"POST", "/parcels/", `{"note":"c"}`, http.StatusCreated, ` {"id":"{3}","note":"c","home":null,"target":null,"paid":null,"before":null,"stops":[],"accepted":[],"near":[],"beside":[]}`},
			{"DELETE", "/sites/near/", "", http.StatusNoContent, " "},
		} {
			for range 2 {
				if status, got := ask(tt.method, tt.path, tt.method+tt.path, tt.body); status != tt.status || got != tt.want {
					t.Errorf("%s %s: got %d %s, want %d %s", tt.method, tt.path, status, got, tt.status, tt.want)
				}
			}
		}
	})
}
