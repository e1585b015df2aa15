package browse_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

type shelf struct {
	ID   uuid.UUID `rest:"id,readonly"`
	Code string    `rest:"code,unique" validate:"max=20"`
}

type jar struct {
	ID    int64                 `rest:"id,readonly"`
	Shelf rest.BelongsTo[shelf] `rest:"shelf,link"`
}

// A form offers the addresses that the relation takes, also where the rows are listed by another
// resource than the one that its links lead to, and whatever names a row there.
func TestChoicesOfLinks(t *testing.T) {
	for lookup, want := range map[string]string{"": `<option value="http://example.com/shelves/`, "code": `<option value="http://example.com/shelves/top%20one/">`} {
		set := func() *rest.Set {
			return rest.NewSet("larder",
				rest.ViewSet[shelf]{Path: "/shelves/", Actions: rest.Retrieve, Lookup: lookup, LookupPattern: map[string]string{"code": "[a-z ]+"}[lookup]},
				rest.ViewSet[shelf]{Path: "/all/", Actions: rest.List | rest.Create},
				rest.ViewSet[jar]{Path: "/jars/"},
			).Access(permission.Anyone)
		}
		h := server.New(t, server.Config{Set: set, Pages: ownPages, Options: serve.Options{Now: time.Now}}, ":memory:")
		if w := sendTo(h, "POST", "/all/", "", `{"code":"top one"}`, "Content-Type", "application/json"); w.Code != http.StatusCreated {
			t.Fatal(w.Body)
		}
		page := sendTo(h, "GET", "/jars/", "", "", "Accept", "text/html").Body.String()
		if !strings.Contains(page, want) {
			t.Errorf("looked up by %q: the page lacks %s:\n%s", lookup, want, page)
			continue
		}
		_, address, _ := strings.Cut(page, `<option value="http://example.com/shelves/`)
		address, _, _ = strings.Cut(address, `"`)
		w := sendTo(h, "POST", "/jars/", "", `{"shelf":"/shelves/`+address+`"}`, "Content-Type", "application/json")
		if w.Code != http.StatusCreated {
			t.Errorf("what the form offers is refused: %d %s", w.Code, w.Body)
		}
	}
}
