package browse_test

import (
	"net/http"
	"testing"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/htmlcheck"
	"example.com/resourceful/framework/resttest/server"
)

// Choices of the same name have the name of the record above, in forms and in filters; others have their own alone.
func TestNamesThatOccurTwice(t *testing.T) {
	h := server.New(t, server.Config{Set: demonstration, Pages: ownPages}, ":memory:")
	for _, row := range [][2]string{
		{"/projects/", `{"slug":"billing","name":"Billing"}`},
		{"/projects/", `{"slug":"search","name":"Search"}`},
		{"/labels/", `{"project":"billing","name":"bug","colour":"#ff0000"}`},
		{"/labels/", `{"project":"search","name":"bug","colour":"#ff0000"}`},
		{"/labels/", `{"project":"search","name":"idea","colour":"#00ff00"}`},
	} {
		if w := sendTo(h, "POST", row[0], "admin", row[1], "Content-Type", "application/json"); w.Code != http.StatusCreated {
			t.Fatalf("%s: got %d %s", row[1], w.Code, w.Body)
		}
	}
	for _, path := range []string{"/tickets/?_show=create", "/tickets/"} {
		page := sendTo(h, "GET", path, "admin", "", "Accept", "text/html").Body.String()
		contains(t, page, "bug · billing", "bug · search", ">idea<")
		lacks(t, page, "idea · ")
	}
}

// A conflict names nested rows by fields that only new rows take, and the form leaves out rows that others have deleted and
// that it could not create again.
func TestConflictNamesRows(t *testing.T) {
	h := server.New(t, server.Config{Set: demonstration, Pages: ownPages}, ":memory:")
	api := func(method, path, body string) {
		t.Helper()
		if w := sendTo(h, method, path, "admin", body, "Content-Type", "application/json"); w.Code >= 300 {
			t.Fatalf("%s %s: got %d %s", method, path, w.Code, w.Body)
		}
	}
	api("POST", "/customers/", `{"name":"Ann","email":"ann@example.com"}`)
	api("POST", "/products/", `{"name":"Lamp","code":"LAMP","price":"3.00"}`)
	api("POST", "/products/", `{"name":"Desk","code":"DESK","price":"9.00"}`)
	api("POST", "/orders/", `{"reference":"first","customer":1,"lines":[{"product":1,"quantity":1},{"product":2,"quantity":2}]}`)
	b := &bound{t: t, Handler: h}
	form := b.shown(sendTo(h, "GET", "/orders/1/?_show=edit", "admin", "", "Accept", "text/html").Body.String())
	form.Set("lines[1].quantity", "5")
	api("PATCH", "/orders/1/", `{"lines":[{"id":1,"quantity":1}]}`)
	page := sendTo(h, "POST", "/orders/1/", "admin", form.Encode(), "Content-Type", "application/x-www-form-urlencoded", "Accept", "text/html").Body.String()
	contains(t, page, "Quantity: 5", "1 the same on both sides", "Others changed it too.")
	form = b.shown(page)
	if got := form.Get("lines[0].quantity") + ", " + form.Get("lines[1].quantity"); got != "1, " { // the second is a new row, which is empty
		t.Errorf("the form has the quantities %s", got)
	}
}

// An input for an account offers the names in the rows that the requester may read, and no others.
func TestSuggestedAccounts(t *testing.T) {
	h := server.New(t, server.Config{Set: demonstration, Pages: ownPages}, ":memory:")
	for _, row := range [][2]string{
		{"/projects/", `{"slug":"billing","name":"Billing"}`},
		{"/projects/", `{"slug":"search","name":"Search"}`},
		{"/projects/billing/members/", `{"username":"bob","role":"editor"}`},
		{"/projects/search/members/", `{"username":"alice","role":"editor"}`},
		{"/tickets/", `{"project":"billing","title":"One","assignee":"bob"}`},
		{"/tickets/", `{"project":"search","title":"Two","assignee":"alice"}`},
		{"/tickets/", `{"project":"search","title":"Three","assignee":"alice"}`},
	} {
		if w := sendTo(h, "POST", row[0], "admin", row[1], "Content-Type", "application/json"); w.Code != http.StatusCreated {
			t.Fatalf("%s: got %d %s", row[1], w.Code, w.Body)
		}
	}
	for account, want := range map[string]string{"admin": `<option>alice</option><option>bob</option>`, "alice": `<option>alice</option>`} {
		for _, path := range []string{"/tickets/?_show=create", "/tickets/2/?_show=edit"} {
			page := sendTo(h, "GET", path, account, "", "Accept", "text/html").Body.String()
			contains(t, page, `assignee-names">`+want+"</datalist>")
			if err := htmlcheck.Page([]byte(page)); err != nil {
				t.Error(err)
			}
		}
	}
}

// leaflet has an account that the list does not show, and nothing else shows.
type leaflet struct {
	ID    int64                     `rest:"id,readonly"`
	Text  string                    `rest:"text" default:""`
	About rest.BelongsTo[auth.User] `rest:"about,optional,show=username"`
}

type leafletTitle struct {
	ID   int64  `rest:"id,readonly"`
	Text string `rest:"text"`
}

// Names of a field that nobody reads are not suggested.
func TestUnreadAccountsAreNotSuggested(t *testing.T) {
	set := func() *rest.Set {
		return rest.NewSet("leaflets", rest.ViewSet[leaflet]{
			Path: "/leaflets/", Actions: rest.List | rest.Create, Shapes: rest.Shapes{List: rest.As[leafletTitle]()},
		}).Access(permission.SignedIn)
	}
	h := server.New(t, server.Config{Set: set, Pages: ownPages}, ":memory:")
	if w := sendTo(h, "POST", "/leaflets/", "admin", `{"about":"bob"}`, "Content-Type", "application/json"); w.Code != http.StatusCreated {
		t.Fatalf("got %d %s", w.Code, w.Body)
	}
	page := sendTo(h, "GET", "/leaflets/?_show=create", "alice", "", "Accept", "text/html").Body.String()
	contains(t, page, `id="create-about"`)
	lacks(t, page, "bob", "<datalist")
}
