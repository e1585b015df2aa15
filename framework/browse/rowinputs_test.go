package browse_test

import (
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/files"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

// A form has inputs for each nested row and for a new one: rows are changed, taken out and added without script, and
// messages stand at the input of their row.
func TestNestedRowsOfForms(t *testing.T) {
	folder, err := files.Folder(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	h := server.New(t, server.Config{Set: ateliers, Pages: ownPages, Options: serve.Options{Now: time.Now, Files: serve.FileOptions{Store: folder}}}, ":memory:")
	send := func(path string, form url.Values, want int) string {
		t.Helper()
		w := sendTo(h, "POST", path, "admin", form.Encode(), "Content-Type", "application/x-www-form-urlencoded", "Accept", "text/html")
		if w.Code != want {
			t.Fatalf("POST %s %v: got %d, want %d:\n%s", path, form, w.Code, want, w.Body)
		}
		if want != http.StatusSeeOther {
			strict(t, w.Body.String())
		}
		return w.Body.String()
	}
	works := func() (titles []string) {
		t.Helper()
		var atelier struct{ Works []struct{ Title string } }
		w := sendTo(h, "GET", "/ateliers/1/", "admin", "", "Accept", "application/json")
		if err := json.Unmarshal(w.Body.Bytes(), &atelier); err != nil {
			t.Fatal(err)
		}
		for _, work := range atelier.Works {
			titles = append(titles, work.Title)
		}
		return titles
	}
	wants := func(want string) {
		t.Helper()
		if got := strings.Join(works(), ", "); got != want {
			t.Errorf("the works are %s, want %s", got, want)
		}
	}
	page := sendTo(h, "GET", "/ateliers/", "admin", "", "Accept", "text/html").Body.String()
	contains(t, page, `<input type="text" id="create-works-0-title" name="works[0].title" value=""`, `<span class="none">new</span>`)
	create := url.Values{"_key": {strings.Repeat("a", 26)}, "name": {"north"}, "works[0].title": {"one"}, "works[1].title": {""}, "works[3].title": {"two"}}
	send("/ateliers/", create, http.StatusSeeOther)
	send("/ateliers/", create, http.StatusSeeOther) // once
	wants("one, two")
	if w := sendTo(h, "GET", "/ateliers/2/", "admin", ""); w.Code != http.StatusNotFound {
		t.Errorf("a form that was sent twice was stored twice")
	}

	page = sendTo(h, "GET", "/ateliers/1/", "admin", "", "Accept", "text/html").Body.String()
	contains(t, page, `<input type="hidden" name="works[0].id" value="1">`, `name="works[1].title" value="two"`, `name="works[2].title" value=""`, `name="works[0]._remove" value="true"`, "&#34;id&#34;: 1,\n            &#34;title&#34;: &#34;one&#34;")
	lacks(t, page, `name="works[2]._remove"`)

	// Messages stand at the input of their row, though an empty row is before it.
	change := url.Values{"_method": {"PUT"}, "name": {"north"}, "works[0].id": {"1"}, "works[0].title": {"first"}, "works[1].title": {""}, "works[2].id": {"2"}, "works[2].title": {strings.Repeat("x", 21)}, "works[4].title": {"three"}}
	page = send("/ateliers/1/", change, http.StatusBadRequest)
	contains(t, page, `<ul class="errors" id="edit-works-2-title-errors"><li>Shorten this to at most 20 characters.</li></ul>`, `value="first"`, `name="works[4].title" value="three"`, `name="works[5].title" value=""`)
	if n := strings.Count(page, "Shorten this to at most 20 characters."); n != 2 || strings.Count(page, "no more than 20 characters") != 1 { // that of the summary and the input's, and the representation's
		t.Errorf("the message stands %d times:\n%s", n, page)
	}
	wants("one, two")

	// Another empty row, and nothing is written.
	more := url.Values{"_method": {"PUT"}, "_find": {"works"}, "name": {"north"}, "works[0].id": {"1"}, "works[0].title": {"typed"}, "works[1].title": {""}}
	contains(t, send("/ateliers/1/", more, http.StatusOK), `name="works[0].title" value="typed"`, `name="works[1].title" value=""`, `name="works[2].title" value=""`)
	wants("one, two")

	// One is changed, one taken out, one added; then all are taken out; a member that is not sent stays.
	delete(change, "works[2].title")
	change["works[2]._remove"] = []string{"true"}
	page = send("/ateliers/1/?_dry_run=true", change, http.StatusOK)
	contains(t, page, "What would change</h2>", "three")
	wants("one, two")
	change["_key"] = []string{strings.Repeat("b", 26)}
	send("/ateliers/1/", change, http.StatusSeeOther)
	wants("first, three")
	send("/ateliers/1/", url.Values{"_method": {"PUT"}, "_key": {strings.Repeat("c", 26)}, "name": {"south"}}, http.StatusSeeOther)
	wants("first, three")
	page = send("/ateliers/1/", url.Values{"_method": {"PUT"}, "name": {"south"}, "works[0].id": {"1"}, "works[0].titel": {"x"}, "works[0].title": {"x"}, "worcs[0].title": {"x"}}, http.StatusBadRequest)
	contains(t, page, `<li>titel: Unknown field.`, `worcs[0].title: Unknown field.`)
	wants("first, three")
	send("/ateliers/1/", url.Values{"_method": {"PUT"}, "_key": {strings.Repeat("d", 26)}, "name": {"south"}, "works[0].id": {"1"}, "works[0]._remove": {"true"}, "works[1].title": {""}}, http.StatusSeeOther)
	wants("")
}

// A form whose session has ended, and one that a fault kept from being done, bring nested rows along.
func TestNestedRowsComeBack(t *testing.T) {
	folder, err := files.Folder(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	h := server.New(t, server.Config{Set: ateliers, Pages: ownPages, Options: serve.Options{Now: time.Now, Files: serve.FileOptions{Store: folder}}}, ":memory:")
	form := url.Values{"name": {"north"}, "works[0].title": {"typed for hours"}}.Encode()
	w := sendTo(h, "POST", "/ateliers/", "", form, "Content-Type", "application/x-www-form-urlencoded", "Accept", "text/html")
	if w.Code != http.StatusForbidden {
		t.Errorf("got %d, want 403", w.Code)
	}
	contains(t, w.Body.String(), `<input type="hidden" name="works[0].title" value="typed for hours">`, "Log in to go on")
	w = sendTo(h, "POST", "/ateliers/", "", form+"&_username=alice&_password=alice-password", "Content-Type", "application/x-www-form-urlencoded", "Accept", "text/html")
	contains(t, w.Body.String(), `name="works[0].title" value="typed for hours"`, "You are logged in.")
}

// A form of a record whose rows it has no inputs of does not come back, refused, with inputs that take the rows away. Rows
// that were typed come back, though they are more than a form of a record has, and one behind the last number is not asked for.
func TestManyNestedRowsOfForms(t *testing.T) {
	folder, err := files.Folder(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	h := server.New(t, server.Config{Set: ateliers, Pages: ownPages, Options: serve.Options{Now: time.Now, Files: serve.FileOptions{Store: folder}}}, ":memory:")
	works := strings.Repeat(`{"title":"w"},`, 60)
	if w := sendTo(h, "POST", "/ateliers/", "admin", `{"name":"north","works":[`+strings.TrimSuffix(works, ",")+`]}`, "Content-Type", "application/json"); w.Code != http.StatusCreated {
		t.Fatalf("got %d %s", w.Code, w.Body)
	}
	send := func(form url.Values) string {
		t.Helper()
		w := sendTo(h, "POST", "/ateliers/1/", "admin", form.Encode(), "Content-Type", "application/x-www-form-urlencoded", "Accept", "text/html")
		if w.Code != http.StatusBadRequest {
			t.Fatalf("got %d, want 400:\n%s", w.Code, w.Body)
		}
		return w.Body.String()
	}
	form := url.Values{"_method": {"PUT"}, "name": {""}}
	lacks(t, send(form), `name="works[`)
	for i := range 51 {
		form.Set(fmt.Sprintf("works[%d].title", i), fmt.Sprintf("typed %d", i))
	}
	contains(t, send(form), `name="works[50].title" value="typed 50"`, `name="works[51].title" value=""`)
	form = url.Values{"_method": {"PUT"}, "name": {""}, fmt.Sprintf("works[%d].title", math.MaxInt): {"last"}}
	lacks(t, send(form), `name="works[-`)
}

type (
	// drawer nests tools, of which a form of a program may leave members out.
	drawer struct {
		ID    int64                  `rest:"id,readonly"`
		Name  string                 `rest:"name"`
		Tools rest.HasMany[tool]     `rest:"-"`
		Rows  rest.Nested[drawnTool] `rest:"tools,of=tools,nested=merge,optional"`
	}
	tool struct {
		ID     int64                  `rest:"id,readonly"`
		Drawer rest.BelongsTo[drawer] `rest:"drawer,ondelete=cascade"`
		Title  string                 `rest:"title"`
		Sharp  bool                   `rest:"sharp"`
	}
	drawnTool struct {
		ID    int64  `rest:"id,readonly"`
		Title string `rest:"title"`
		Sharp bool   `rest:"sharp"`
	}
)

// A form of a program that changes some of a record changes some of its rows: only one that has an input for every field, or
// replaces the record, unticks the boxes that it leaves out. A new row is whole.
func TestNestedRowsOfPartialForms(t *testing.T) {
	drawers := func() *rest.Set {
		return rest.NewSet("drawers", rest.ViewSet[drawer]{Path: "/drawers/"}, rest.ViewSet[tool]{Path: "/tools/"}).Access(permission.Anyone)
	}
	h := server.New(t, server.Config{Set: drawers, Options: serve.Options{Now: time.Now}}, ":memory:")
	const there = `{"name":"top","tools":[{"title":"saw","sharp":true}]}`
	if w := sendTo(h, "POST", "/drawers/", "", there, "Content-Type", "application/json"); w.Code != http.StatusCreated {
		t.Fatalf("got %d %s", w.Code, w.Body)
	}
	for _, tt := range []struct{ method, form, want string }{
		{"PATCH", `tools[0].id=1&tools[0].title=axe`, `"tools":[{"id":1,"title":"axe","sharp":true}]}`},
		{"PATCH", `tools[0].title=nail`, `"tools":[{"id":1,"title":"axe","sharp":true},{"id":2,"title":"nail","sharp":false}]}`},
		{"POST", `_method=PATCH&_whole=true&tools[0].id=1&tools[0].title=axe`, `"tools":[{"id":1,"title":"axe","sharp":false},`},
		{"PATCH", `tools[0].id=1&tools[0].sharp=on`, `"tools":[{"id":1,"title":"axe","sharp":true},`},
		{"PUT", `name=top&tools[0].id=1&tools[0].title=axe`, `"tools":[{"id":1,"title":"axe","sharp":false},`},
	} {
		w := sendTo(h, tt.method, "/drawers/1/", "", tt.form, "Content-Type", "application/x-www-form-urlencoded", "Accept", "application/json")
		if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), tt.want) {
			t.Errorf("%s %s:\n got %d %s\nwant 200 with %s", tt.method, tt.form, w.Code, w.Body, tt.want)
		}
	}
}

type (
	// rack nests slots, whose names are the client's choice.
	rack struct {
		ID    int64                 `rest:"id,readonly"`
		Name  string                `rest:"name"`
		Slots rest.HasMany[slot]    `rest:"-"`
		Rows  rest.Nested[rackSlot] `rest:"slots,of=slots,nested=replace,by=code,optional"`
	}
	slot struct {
		ID    int64                `rest:"id,readonly"`
		Rack  rest.BelongsTo[rack] `rest:"rack,ondelete=cascade"`
		Code  string               `rest:"code,unique" validate:"max=20"`
		Width string               `rest:"width,createonly"`
		Wood  rest.BelongsTo[wood] `rest:"wood,createonly"`
	}
	rackSlot struct {
		Code  string               `rest:"code,unique" validate:"max=20"`
		Width string               `rest:"width,createonly"`
		Wood  rest.BelongsTo[wood] `rest:"wood,createonly"`
	}
	wood struct {
		ID   int64  `rest:"id,readonly"`
		Name string `rest:"name"`
	}
)

// A refused form keeps a new row whose name was typed, with inputs for createonly members and without the box that takes
// it out. A stored row has the box, and the values of members that it cannot change instead of inputs. Related rows have
// their names in the form and on the record's page.
func TestNewNamedRowsOfForms(t *testing.T) {
	racks := func() *rest.Set {
		return rest.NewSet("racks", rest.ViewSet[rack]{Path: "/racks/"}, rest.ViewSet[slot]{Path: "/slots/"}, rest.ViewSet[wood]{Path: "/woods/"}).Access(permission.Anyone)
	}
	h := server.New(t, server.Config{Set: racks, Pages: ownPages, Options: serve.Options{Now: time.Now}}, ":memory:")
	for _, made := range [][2]string{{"/woods/", `{"name":"red oak"}`}, {"/racks/", `{"name":"north","slots":[{"code":"a","width":"wide","wood":1}]}`}} {
		if w := sendTo(h, "POST", made[0], "admin", made[1], "Content-Type", "application/json"); w.Code != http.StatusCreated {
			t.Fatalf("got %d %s", w.Code, w.Body)
		}
	}
	send := func(path string, form url.Values) string {
		t.Helper()
		w := sendTo(h, "POST", path, "admin", form.Encode(), "Content-Type", "application/x-www-form-urlencoded", "Accept", "text/html")
		if w.Code != http.StatusBadRequest {
			t.Fatalf("got %d, want 400:\n%s", w.Code, w.Body)
		}
		return w.Body.String()
	}
	page := send("/racks/1/", url.Values{"_method": {"PUT"}, "name": {""}, "slots[0].code": {"a"}, "slots[1].code": {"b"}, "slots[1].width": {"typed"}})
	contains(t, page, `name="slots[0].code" value="a"`, `<td data-label="Width"><bdi dir="auto">wide</bdi></td>`, `<td data-label="Wood"><bdi dir="auto">red oak</bdi></td>`, `name="slots[0]._remove"`, `name="slots[1].code" value="b"`, `name="slots[1].width" value="typed"`)
	lacks(t, page, `name="slots[0].width"`)
	lacks(t, page, `name="slots[1]._remove"`)
	page = send("/racks/", url.Values{"name": {""}, "slots[0].code": {"c"}, "slots[0].width": {"typed"}})
	contains(t, page, `name="slots[0].code" value="c"`, `name="slots[0].width" value="typed"`)
	lacks(t, page, `name="slots[0]._remove"`)
	page = sendTo(h, "GET", "/racks/1/", "admin", "", "Accept", "text/html").Body.String()
	contains(t, page, `<td data-label="Wood" class="related"><a href="/woods/1/"><bdi dir="auto">red oak</bdi></a></td>`)

	// So have those of a conflict.
	version := between(page, `name="_version" value="`, `"`)
	sendTo(h, "PUT", "/racks/1/", "admin", `{"name":"north","slots":[{"code":"a","width":"wide","wood":1},{"code":"b","width":"slim","wood":1}]}`, "Content-Type", "application/json")
	form := url.Values{"_method": {"PUT"}, "name": {"north"}, "slots[0].code": {"a"}, "_version": {version}}
	w := sendTo(h, "POST", "/racks/1/", "admin", form.Encode(), "Content-Type", "application/x-www-form-urlencoded", "Accept", "text/html")
	if w.Code != http.StatusPreconditionFailed {
		t.Errorf("got %d, want 412", w.Code)
	}
	contains(t, w.Body.String(), "Code: b · Width: slim · Wood: red oak")
}
