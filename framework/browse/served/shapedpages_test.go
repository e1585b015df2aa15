package served_test

import (
	"strings"
	"testing"

	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
)

type (
	tenantRow struct {
		ID   int64  `rest:"id,readonly"`
		Nick string `rest:"nick"`
	}
	tenantPage struct {
		ID   int64  `rest:"id,readonly"`
		Name string `rest:"name"`
	}
	tenantNew struct {
		Email string `rest:"email"`
		Name  string `rest:"name"`
		Nick  string `rest:"nick"`
	}
	tenantChange struct {
		Name  string `rest:"name"`
		Notes string `rest:"notes,writeonly" default:"x"`
		Code  string `rest:"code,writeonly" default:"y" validate:"max=6"`
	}
)

var tenantShapes = rest.Shapes{
	List: rest.As[tenantRow](), Retrieve: rest.As[tenantPage](), Create: rest.As[tenantNew](), Update: rest.As[tenantChange](),
}

// Pages call rows and records by what their representations show, and search by no more.
func TestTitlesOfShapes(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		h := server.New(t, onTime(t, sets.House(tenantShapes, rest.Everything)), address)
		server.Must(t, h, "POST", "/tenants/", "", `{"email":"ann@secret","name":"Ann","nick":"annie"}`)
		server.Must(t, h, "POST", "/parcels/", "", `{"to":1,"cc":[1]}`)
		p := newPerson(t, h, "alice")
		for path, want := range map[string]string{
			"/tenants/": "annie", "/tenants/1/": `<h1><bdi dir="auto">Ann</bdi></h1>`, "/parcels/": "annie", "/parcels/1/": "annie",
		} {
			page := p.send(200, path, "").Body.String()
			if strings.Contains(page, "secret") || !strings.Contains(page, want) {
				t.Errorf("GET %s: want %s and no address in:\n%s", path, want, page)
			}
		}
		for text, want := range map[string]bool{"secret": false, "NIE": true} {
			page := p.send(200, "/parcels/", "_find=to&_find_to="+text).Body.String()
			if got := strings.Contains(page, ">1 · annie</option>") || strings.Contains(page, ">annie</option>"); got != want {
				t.Errorf("search for %s: got found %t, want %t, in:\n%s", text, got, want, page)
			}
		}
		page := p.send(200, "/tenants/1/", "").Body.String()
		p.has(p.leads("/tenants/1/", "_method=DELETE&_key="+fields(page).Get("_key"), "/tenants/"), `tenant 1 “<bdi dir="auto">Ann</bdi>” was deleted.`)
	})
}

// What an operation of the resource never shows by does not show in a title.
func TestTitlesOfMissingActions(t *testing.T) {
	for _, tt := range []struct {
		name    string
		actions rest.Actions
		shapes  rest.Shapes
	}{
		{"no list", rest.Create | rest.Retrieve, rest.Shapes{Retrieve: rest.As[tenantPage]()}},
		{"no record", rest.List | rest.Destroy, rest.Shapes{List: rest.As[tenantRow]()}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, err := sets.House(tt.shapes, tt.actions)().Compile()
			if err != nil {
				t.Fatal(err)
			}
			if r := p.Resources[0]; r.Title.Wire == "email" || r.RecordTitle.Wire == "email" {
				t.Errorf("got the titles %q and %q, which no representation shows", r.Title.Wire, r.RecordTitle.Wire)
			}
		})
	}
}
