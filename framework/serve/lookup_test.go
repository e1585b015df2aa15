package serve_test

import (
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

type profile struct {
	ID      int64                    `rest:"id,readonly"`
	Name    string                   `rest:"name,unique" validate:"max=50"`
	Friends rest.ManyToMany[profile] `rest:"friends,optional,link"`
}

type drawer struct {
	ID    string             `rest:"code" db:"id" validate:"max=9"`
	Tools rest.HasMany[tool] `rest:"tools,readonly,link"`
}

type tool struct {
	ID     int64                  `rest:"id,readonly"`
	Name   string                 `rest:"name"`
	Drawer rest.BelongsTo[drawer] `rest:"drawer,ondelete=cascade"`
}

func lookups() *rest.Set {
	return rest.NewSet("lookups",
		rest.ViewSet[profile]{Path: "/profiles/", Lookup: "name", LookupPattern: `[\w.@+ &-]+`},
		rest.ViewSet[drawer]{Path: "/drawers/"},
		rest.ViewSet[tool]{Path: "/drawers/best/"},
	).Access(permission.Anyone)
}

// A pattern may take more than needs no escapes, and what has a dot is no format then.
func TestLookupPattern(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		p := &parcels{Server: server.New(t, server.Config{Set: lookups, Pages: server.PlainPages}, address)}
		const ann = `{"id":1,"name":"ann.b@c+d & e.json","friends":[]}`
		for _, tt := range []struct{ request, body, want string }{
			{"POST /profiles/", `{"name":"ann.b@c+d & e.json"}`, "201 " + ann},
			{"POST /profiles/", `{"name":"Bob","friends":["/profiles/ann.b@c+d%20&%20e.json/"]}`, `201 {"id":2,"name":"Bob","friends":["/profiles/ann.b@c+d%20&%20e.json/"]}`},
			{"GET /profiles/ann.b@c+d%20&%20e.json/", "", "200 " + ann},
			{"GET /profiles/Bob.json", "", `200 {"id":2,"name":"Bob","friends":["/profiles/ann.b@c+d%20&%20e.json/"]}`},
			{"GET /profiles/ann!/", "", `404 {"detail":"Not found."}`},
			{"POST /profiles/", `{"name":"a/b"}`, `400 {"name":["This value does not match the required pattern."]}`},
			{"POST /profiles/", `{"name":".."}`, `400 {"name":["This value does not match the required pattern."]}`},
			{"POST /profiles/", `{"name":"x","friends":["/profiles/nobody/"]}`, `400 {"friends":["Invalid hyperlink - Object does not exist."]}`},
			{"POST /profiles/", `{"name":"x","friends":["/profiles/a!/"]}`, `400 {"friends":["Invalid hyperlink - No URL match."]}`},
		} {
			p.ask(t, tt.request, tt.body, tt.want)
		}
	})
}

// A key that clients give cannot be a name that stands where keys do.
func TestKeysStaticNames(t *testing.T) {
	p := &parcels{Server: server.New(t, server.Config{Set: lookups, Pages: server.PlainPages}, ":memory:")}
	p.ask(t, "POST /drawers/", `{"code":"best"}`, `400 {"code":["This value is taken by an address of its own."]}`)
	p.ask(t, "POST /drawers/", `{"code":"low"}`, `201 {"code":"low","tools":[]}`)
	p.ask(t, "POST /drawers/best/", `{"name":"saw","drawer":"low"}`, `201 {"id":1,"name":"saw","drawer":"low"}`)
	p.ask(t, "GET /drawers/low/", "", `200 {"code":"low","tools":["/drawers/best/1/"]}`)
}
