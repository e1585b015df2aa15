package serve_test

import (
	"fmt"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/google/uuid"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

// A configuration of resources with keys of every kind, which refer to each other by key, by link and
// by a text: a text that clients give, a uuid, and a number behind a slug.

type currency struct {
	ID    string             `rest:"code" db:"id" validate:"max=8"`
	Name  string             `rest:"name,unique" validate:"max=100"`
	Sites rest.HasMany[site] `rest:"sites,readonly,link"`
}

type site struct {
	ID       int64                    `rest:"url,readonly,link" db:"id"`
	Slug     string                   `rest:"slug,unique" validate:"max=50"`
	Name     string                   `rest:"name,unique" validate:"max=100"`
	Currency rest.BelongsTo[currency] `rest:"currency,optional"`
	Parcels  rest.HasMany[parcel]     `rest:"parcels,readonly,by=Home"`
}

type parcel struct {
	ID       uuid.UUID                 `rest:"id,readonly"`
	Note     string                    `rest:"note" default:""`
	Home     rest.BelongsTo[site]      `rest:"home,link,optional,ondelete=null"`
	Target   rest.BelongsTo[site]      `rest:"target,show=name,optional,ondelete=null"`
	Paid     rest.BelongsTo[currency]  `rest:"paid,link,optional,ondelete=null"`
	Before   rest.BelongsTo[parcel]    `rest:"before,optional,ondelete=null"`
	Stops    rest.ManyToMany[site]     `rest:"stops,link,optional"`
	Accepted rest.ManyToMany[currency] `rest:"accepted,optional"`
	Near     rest.ManyToMany[parcel]   `rest:"near,optional"`
	Beside   rest.ManyToMany[parcel]   `rest:"beside,link,optional"`
}

func keyed() *rest.Set {
	return rest.NewSet("keyed",
		rest.ViewSet[currency]{Path: "/currencies/"},
		rest.ViewSet[site]{Path: "/sites/", Lookup: "slug"},
		rest.ViewSet[parcel]{Path: "/parcels/", Order: []string{"note"}},
	).Access(permission.Anyone)
}

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

// Ask sends a request and compares status and body.
func (p *parcels) ask(t *testing.T, request, body, want string) {
	t.Helper()
	method, path, _ := strings.Cut(request, " ")
	status, got := call(p, method, p.fill(path), "", p.fill(body))
	if got = strings.TrimSpace(fmt.Sprint(status, " ", p.mask(got))); got != want {
		t.Errorf("%s %s\n got %s\nwant %s", request, body, got, want)
	}
}

func newKeyed(t *testing.T, address string, options ...serve.Options) *parcels {
	t.Helper()
	config := server.Config{Set: keyed, Pages: server.PlainPages}
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

func TestKeys(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		p := newKeyed(t, address)
		for _, tt := range []struct{ request, body, want string }{
			// addresses
			{"GET /parcels/{1}/", "", "200 " + parcel1},
			{"GET /parcels/{1}.json", "", "200 " + parcel1},
			{"GET /parcels/{1}.json/", "", "200 " + parcel1},
			{"GET /parcels/", "", "200 [" + parcel1 + "," + parcel2 + "]"},
			{"GET /parcels/7/", "", `404 {"detail":"Not found."}`},
			{"GET /parcels/00000000-0000-0000-0000-000000000000/", "", `404 {"detail":"Not found."}`},
			{"GET /currencies/eur/", "", `200 {"code":"eur","name":"Euro","sites":["/sites/old-town/"]}`},
			{"GET /currencies/EUR/", "", `404 {"detail":"Not found."}`},
			{"GET /currencies/eur.json/", "", `200 {"code":"eur","name":"Euro","sites":["/sites/old-town/"]}`},
			{"GET /currencies/e%20r/", "", `404 {"detail":"Not found."}`},
			{"GET /sites/old-town/", "", `200 {"url":"/sites/old-town/","slug":"old-town","name":"Old town","currency":"eur","parcels":["{1}"]}`},
			{"GET /sites/1/", "", `404 {"detail":"Not found."}`},
			{"GET /sites/7/", "", `200 {"url":"/sites/7/","slug":"7","name":"Seven","currency":null,"parcels":[]}`},

			// keys that clients give
			{"POST /currencies/", `{"code":"eur","name":"Other"}`, `400 {"code":["currency with this code already exists."]}`},
			{"POST /currencies/", `{"name":"Other"}`, `400 {"code":["This field is required."]}`},
			{"POST /currencies/", `{"code":"","name":"Other"}`, `400 {"code":["This field may not be blank."]}`},
			{"POST /currencies/", `{"code":null,"name":"Other"}`, `400 {"code":["This field may not be null."]}`},
			{"POST /currencies/", `{"code":"a/b","name":"Other"}`, `400 {"code":["Enter a valid \"slug\" consisting of letters, numbers, underscores or hyphens."]}`},
			{"POST /currencies/", `{"code":"a.json","name":"Other"}`, `400 {"code":["Enter a valid \"slug\" consisting of letters, numbers, underscores or hyphens."]}`},
			{"POST /currencies/", `{"code":"123456789","name":"Other"}`, `400 {"code":["Ensure this field has no more than 8 characters."]}`},
			{"PUT /currencies/eur/", `{"name":"Euro!"}`, `200 {"code":"eur","name":"Euro!","sites":["/sites/old-town/"]}`},
			{"PUT /currencies/eur/", `{"code":"eur","name":"Euro"}`, `200 {"code":"eur","name":"Euro","sites":["/sites/old-town/"]}`},
			{"PUT /currencies/eur/", `{"code":"eurx","name":"Euro"}`, `200 {"code":"eur","name":"Euro","sites":["/sites/old-town/"]}`},
			{"PATCH /currencies/eur/", `{"code":"US_D-1"}`, `200 {"code":"eur","name":"Euro","sites":["/sites/old-town/"]}`},
			{"PATCH /parcels/{1}/", `{"id":"{2}"}`, "200 " + parcel1},

			// references
			{"POST /parcels/", `{"before":"x"}`, `400 {"before":["“x” is not a valid UUID."]}`},
			{"POST /parcels/", `{"before":true}`, `400 {"before":["Incorrect type. Expected pk value, received bool."]}`},
			{"POST /parcels/", `{"before":"00000000-0000-4000-8000-000000000000"}`, `400 {"before":["Invalid pk \"00000000-0000-4000-8000-000000000000\" - object does not exist."]}`},
			{"POST /parcels/", `{"near":["{1}","y"]}`, `400 {"near":["“y” is not a valid UUID."]}`},
			{"POST /parcels/", `{"accepted":["eur","gbp"]}`, `400 {"accepted":["Invalid pk \"gbp\" - object does not exist."]}`},
			{"POST /parcels/", `{"home":"/sites/nowhere/"}`, `400 {"home":["Invalid hyperlink - Object does not exist."]}`},
			{"POST /parcels/", `{"home":"/sites/a b/"}`, `400 {"home":["Invalid hyperlink - Object does not exist."]}`},
			{"POST /parcels/", `{"home":"/currencies/eur/"}`, `400 {"home":["Invalid hyperlink - Incorrect URL match."]}`},
			{"POST /parcels/", `{"stops":["/sites/7/","/sites/nowhere/"]}`, `400 {"stops":["Invalid hyperlink - Object does not exist."]}`},
			{"POST /parcels/", `{"beside":["/parcels/7/"]}`, `400 {"beside":["Invalid hyperlink - Object does not exist."]}`},
			{"POST /sites/", `{"slug":"x","name":"X","currency":"gbp"}`, `400 {"currency":["Invalid pk \"gbp\" - object does not exist."]}`},

			// a record whose look-up value changes has another address
			{"PATCH /sites/old-town/", `{"slug":"new-town"}`, `200 {"url":"/sites/new-town/","slug":"new-town","name":"Old town","currency":"eur","parcels":["{1}"]}`},
			{"GET /sites/old-town/", "", `404 {"detail":"Not found."}`},
			{"GET /parcels/{1}/", "", "200 " + strings.ReplaceAll(parcel1, "old-town", "new-town")},
			{"PATCH /sites/new-town/", `{"slug":"7"}`, `400 {"slug":["site with this slug already exists."]}`},
			{"PATCH /sites/new-town/", `{"slug":"a.b"}`, `400 {"slug":["Enter a valid \"slug\" consisting of letters, numbers, underscores or hyphens."]}`},
			{"PATCH /parcels/{1}/", `{"stops":["/sites/7/"],"home":"/sites/7/","accepted":[]}`, "200 " + strings.NewReplacer(
				`"stops":["/sites/old-town/","/sites/7/"]`, `"stops":["/sites/7/"]`, `"home":"/sites/old-town/"`, `"home":"/sites/7/"`,
				`"accepted":["US_D-1","eur"]`, `"accepted":[]`).Replace(parcel1)},

			// deletion
			{"DELETE /currencies/eur/", "", `409 {"detail":"This currency cannot be deleted because other records refer to it."}`},
			{"DELETE /parcels/{1}/", "", "204"},
			{"GET /parcels/{2}/", "", "200 " + strings.NewReplacer(`"before":"{1}"`, `"before":null`, `["{1}"]`, "[]", `["/parcels/{1}/"]`, "[]").Replace(parcel2)},
			{"DELETE /sites/7/", "", "204"},
			{"DELETE /sites/7/", "", `404 {"detail":"Not found."}`},
		} {
			p.ask(t, tt.request, tt.body, tt.want)
		}
	})
}

// A created record's Location is the address that its look-up field gives it.
func TestKeysLocation(t *testing.T) {
	p := newKeyed(t, ":memory:")
	r := httptest.NewRequest("POST", "/sites/", strings.NewReader(`{"slug":"far","name":"Far"}`))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	p.ServeHTTP(w, r)
	if got := w.Header().Get("Location"); got != "http://example.com/sites/far/" {
		t.Errorf("got Location %q", got)
	}
}
