package served_test

import (
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

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
