package served_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

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
