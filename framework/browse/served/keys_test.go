// Tests of pages whose keys differ.

package served_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// A configuration of resources with keys of every kind, which refer to each other by key, by link and
// by a text: a text that clients give, a uuid, and a number behind a slug.

var uuidForm = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}`)

// parcels are the uuids of a service by their order, so that they can be written down as {1}, {2}.
type parcels struct {
	*server.Server
	keys []string
}

func (p *parcels) fill(text string) string {
	for i, key := range p.keys {
		text = strings.ReplaceAll(text, fmt.Sprintf("{%d}", i+1), key)
	}
	return text
}

func (p *parcels) mask(text string) string {
	for _, key := range uuidForm.FindAllString(text, -1) {
		i := 0
		for i < len(p.keys) && p.keys[i] != key {
			i++
		}
		if i == len(p.keys) {
			p.keys = append(p.keys, key)
		}
		text = strings.Replace(text, key, fmt.Sprintf("{%d}", i+1), 1)
	}
	return strings.ReplaceAll(text, "http://example.com", "")
}

// ask sends a request and compares status and body.
func (p *parcels) ask(t *testing.T, request, body, want string) {
	t.Helper()
	method, path, _ := strings.Cut(request, " ")
	status, got := server.Call(p, method, p.fill(path), "", p.fill(body))
	if got = strings.TrimSpace(fmt.Sprint(status, " ", p.mask(got))); got != want {
		t.Errorf("%s %s\n got %s\nwant %s", request, body, got, want)
	}
}

func newKeyed(t *testing.T, address string, options ...serve.Options) *parcels {
	t.Helper()
	config := server.Config{Set: sets.Keyed, Pages: pages(t)}
	for _, o := range options {
		config.Options = o
	}
	p := &parcels{Server: server.New(t, config, address)}
	p.ask(t, "POST /currencies/", `{"code":"eur","name":"Euro"}`, `201 {"code":"eur","name":"Euro","sites":[]}`)
	p.ask(t, "POST /currencies/", `{"code":"US_D-1","name":"Dollar"}`, `201 {"code":"US_D-1","name":"Dollar","sites":[]}`)
	p.ask(t, "POST /sites/", `{"slug":"old-town","name":"Old town","currency":"eur"}`,
		`201 {"url":"/sites/old-town/","slug":"old-town","name":"Old town","currency":"eur","parcels":[]}`)
	p.ask(t, "POST /sites/", `{"slug":"7","name":"Seven"}`, `201 {"url":"/sites/7/","slug":"7","name":"Seven","currency":null,"parcels":[]}`)
	p.ask(t, "POST /parcels/", `{"note":"a","home":"/sites/old-town/","target":"Seven","paid":"http://host/currencies/eur/","stops":["/sites/7/","/sites/old-town/"],"accepted":["eur","US_D-1","eur"]}`,
		`201 {"id":"{1}","note":"a","home":"/sites/old-town/","target":"Seven","paid":"/currencies/eur/","before":null,"stops":["/sites/old-town/","/sites/7/"],"accepted":["US_D-1","eur"],"near":[],"beside":[]}`)
	p.ask(t, "POST /parcels/", `{"note":"b","before":"{1}","near":["{1}"],"beside":["/parcels/{1}/"]}`,
		`201 {"id":"{2}","note":"b","home":null,"target":null,"paid":null,"before":"{1}","stops":[],"accepted":[],"near":["{1}"],"beside":["/parcels/{1}/"]}`)
	return p
}

const (
	parcel1 = `{"id":"{1}","note":"a","home":"/sites/old-town/","target":"Seven","paid":"/currencies/eur/","before":null,"stops":["/sites/old-town/","/sites/7/"],"accepted":["US_D-1","eur"],"near":[],"beside":[]}`
	parcel2 = `{"id":"{2}","note":"b","home":null,"target":null,"paid":null,"before":"{1}","stops":[],"accepted":[],"near":["{1}"],"beside":["/parcels/{1}/"]}`
)

// Forms and pages name the records by what addresses name them by.
func TestKeysPages(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
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

// A configuration in which representations show rows with keys of every kind and another look-up field
// than the key: a land has a text for its key, a town a uuid behind a slug, and trips are below a town.

func newShapedKeys(t *testing.T, address string) *parcels {
	t.Helper()
	config := server.Config{Set: sets.ShapedKeys, Pages: pages(t), Options: serve.Options{Now: time.Now}}
	p := &parcels{Server: server.New(t, config, address)}
	p.ask(t, "POST /lands/", `{"code":"eu","name":"Europe"}`, `201 {"code":"eu","towns":[]}`)
	p.ask(t, "POST /lands/", `{"code":"as","name":"Asia"}`, `201 {"code":"as","towns":[]}`)
	p.ask(t, "POST /towns/", `{"slug":"rome","name":"Rome","land":"eu"}`, "201 "+rome)
	p.ask(t, "POST /towns/", `{"slug":"tokyo","name":"Tokyo","land":"as","twins":["/towns/rome/"]}`, "201 "+tokyo)
	return p
}

// Twins are not sent at a create: its representation has none.
const (
	rome  = `{"url":"/towns/rome/","slug":"rome","name":"Rome","land":"eu","twins":[],"trip_count":0}`
	tokyo = `{"url":"/towns/tokyo/","slug":"tokyo","name":"Tokyo","land":"as","twins":[],"trip_count":0}`
)

// Location, and the answer to a write that is repeated, have the look-up value that a list does not show.
func TestShapesKeysLocation(t *testing.T) {
	p := newShapedKeys(t, ":memory:")
	for range 2 {
		w := server.SendAs(p, "alice", "POST", "/towns/", `{"slug":"far","name":"Far","land":"eu"}`, "Content-Type", "application/json", "Idempotency-Key", "one")
		if got := w.Header().Get("Location"); w.Code != 201 || got != "http://example.com/towns/far/" {
			t.Errorf("got %d %s, Location %q", w.Code, w.Body, got)
		}
	}
}

// Pages link to records by what addresses name them by, where the representation does not show it.
func TestShapesKeysPages(t *testing.T) {
	p := newShapedKeys(t, ":memory:")
	p.ask(t, "POST /towns/rome/trips/", `{"note":"sunny"}`, `201 {"id":1,"town":"/towns/rome/","note":"sunny"}`)
	p.ask(t, "POST /tours/", `{"first":"/trips/1/","trips":["/trips/1/"]}`, `201 {"id":1,"first":"/trips/1/","trips":["/trips/1/"]}`)
	for path, wants := range map[string][]string{
		"/towns/":            {`href="/towns/rome/"`, `href="/towns/tokyo/"`},
		"/towns/rome/":       {`action="/towns/rome/"`, `action="/towns/rome/rename/"`, `href="/lands/eu/"`},
		"/towns/rome/trips/": {`action="/towns/rome/trips/"`, `href="/trips/1/"`},
		"/trips/1/":          {`action="/trips/1/"`, `href="/towns/rome/"`, `href="/towns/rome/trips/"`},
		"/tours/1/":          {`href="/trips/1/"`},
		"/lands/":            {`href="/lands/eu/"`},
		"/lands/eu/":         {`action="/lands/eu/"`},
	} {
		w := server.SendAs(p, "", "GET", path, "", "Accept", "text/html")
		for _, want := range wants {
			if w.Code != 200 || !strings.Contains(w.Body.String(), want) {
				t.Errorf("GET %s: got %d, want %s in it\n%s", path, w.Code, want, w.Body)
			}
		}
	}
}
