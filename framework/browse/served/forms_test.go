package served_test

import (
	"fmt"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/browse"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve/pageapi"
)

// desk is a hotel that is used by forms.
type desk struct {
	*testing.T
	http.Handler
}

func newDesk(t *testing.T, actions rest.Actions) desk {
	pages := func(a *auth.Authenticator) pageapi.Pages {
		p, err := browse.New(a, rest.Theme{})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	d := desk{t, server.New(t, server.Config{Set: sets.Hotel(actions), Pages: pages}, ":memory:")}
	server.Must(t, d, "POST", "/rooms/", "admin", `{"name":"red"}`)
	server.Must(t, d, "POST", "/rooms/", "admin", `{"name":"blue"}`)
	server.Must(t, d, "POST", "/rooms/", "admin", `{"name":"secret room","hidden":true}`)
	return d
}

// ask sends a form to a page, or reads the page without one, and wants a status.
func (d desk) ask(status int, path, form string, headers ...string) string {
	d.Helper()
	method := "GET"
	if form != "" {
		method = "POST"
	}
	w := server.SendAs(d, "", method, path, form, append([]string{"Content-Type", "application/x-www-form-urlencoded", "Accept", "text/html"}, headers...)...)
	if w.Code != status {
		d.Fatalf("%s %s %.200s: got %d, want %d\n%s", method, path, form, w.Code, status, w.Body)
	}
	return w.Body.String()
}

func (d desk) wants(page string, texts ...string) {
	d.Helper()
	for _, text := range texts {
		if !strings.Contains(page, text) {
			d.Errorf("page lacks %q:\n%s", text, page)
		}
	}
}

// json wants a text in the representation of a record.
func (d desk) json(path, want string) {
	d.Helper()
	if _, got := server.Call(d, "GET", path, "", ""); !strings.Contains(got, want) {
		d.Errorf("GET %s: got %s, want %s in it", path, got, want)
	}
}

const filled = "name=ann&meal=fish&beds=1&until=2024-01-01T10:00&room=1"

// A form chooses nothing for people who have not chosen.
func TestFormBeginsEmpty(t *testing.T) {
	d := newDesk(t, rest.Everything)
	page := d.ask(200, "/guests/", "")
	d.wants(page,
		"<select id=\"create-member\" name=\"member\"><option value=\"\" selected>Not known</option>\n<option value=\"true\">Yes</option>\n<option value=\"false\">No</option>\n</select>",
		`<select id="create-meal" name="meal" required><option value="" selected>---------</option>`,
		`<select id="create-room" name="room" required><option value="" selected>---------</option>`,
		`<input type="number" id="create-beds" name="beds" value=""`,
		`<input type="datetime-local" id="create-until" name="until" value=""`,
		`<input type="checkbox" id="create-paid" name="paid" value="true">`,
	)
	d.wants(d.ask(400, "/guests/", "name=ann&member=&meal=&beds=&until=&room="),
		"<li>Choose one.</li>", "<li>Enter a whole number, such as 12.</li>", "<li>Fill in this field.</li>")
}

// A boolean that may be null keeps each of its three values through a form.
func TestThreeWayForm(t *testing.T) {
	d := newDesk(t, rest.Everything)
	d.ask(201, "/guests/", filled)
	for _, tt := range []struct{ sent, selected, stored, sample string }{
		{"true", `<option value="true" selected>Yes`, `"member":true`, `&#34;member&#34;: true`},
		{"false", `<option value="false" selected>No`, `"member":false`, `&#34;member&#34;: false`},
		{"", `<option value="" selected>Not known`, `"member":null`, `&#34;member&#34;: null`},
	} {
		d.wants(d.ask(200, "/guests/1/", filled+"&_method=PUT&member="+tt.sent), tt.selected, tt.sample)
		d.json("/guests/1/", tt.stored)
	}
	d.wants(d.ask(400, "/guests/1/", filled+"&_method=PUT&member=perhaps"),
		`<option value="perhaps" selected>perhaps</option>`, "Must be a valid boolean.")
}

// Where there is no PUT, the form is a PATCH that says what it leaves empty.
func TestWholeFormByPatch(t *testing.T) {
	d := newDesk(t, rest.List|rest.Create|rest.Retrieve|rest.Modify)
	d.ask(201, "/guests/", filled+"&paid=true&member=true&others=/rooms/1/")
	d.json("/guests/1/", `"paid":true`)
	page := d.ask(200, "/guests/1/", "")
	d.wants(page, `<input type="hidden" name="_method" value="PATCH">`, `<input type="hidden" name="_whole" value="true">`)
	d.ask(200, "/guests/1/", "_method=PATCH&name=eve")
	d.json("/guests/1/", `"paid":true`)
	d.json("/guests/1/", `"others":["http://example.com/rooms/1/"]`)
	d.ask(200, "/guests/1/", "_method=PATCH&_whole=true&name=eve&member=true")
	d.json("/guests/1/", `"member":true,"paid":false`)
	d.json("/guests/1/", `"others":[]`)
}

// What the requester may not see stays chosen: a form that is sent unchanged changes nothing.
func TestHiddenChoiceStays(t *testing.T) {
	d := newDesk(t, rest.Everything)
	server.Must(t, d, "POST", "/guests/", "admin", `{"name":"ann","meal":"soup","beds":2,"until":"2024-01-01T10:00:01.000001Z","room":3,"others":["/rooms/2/","/rooms/3/"]}`)
	page := d.ask(200, "/guests/1/", "")
	if strings.Contains(page, "secret room") || strings.Contains(page, "rooms/3/") || strings.Contains(page, `value="3"`) {
		t.Errorf("the page shows a row that the requester may not see:\n%s", page)
	}
	d.wants(page, tick(2, true, "blue"), `value="2024-01-01T10:00:01.000001"`)
	_, before := server.Call(d, "GET", "/guests/1/", "admin", "")
	d.ask(303, "/guests/1/", fields(page).Encode())
	_, mine := server.Call(d, "GET", "/guests/1/", "", "")
	server.Must(t, d, "PUT", "/guests/1/", "", mine)
	server.Must(t, d, "PATCH", "/guests/1/", "", mine)
	if _, after := server.Call(d, "GET", "/guests/1/", "admin", ""); after != before {
		t.Errorf("got %s, want %s", after, before)
	}
	server.Must(t, d, "PATCH", "/guests/1/", "", `{"room":1}`)
	d.json("/guests/1/", `"room":1`)
	for _, nothing := range []string{`{"room":null}`, `{"room":[]}`, `{"room":""}`} {
		if status, answer := server.Call(d, "PATCH", "/guests/1/", "", nothing); status != 400 {
			t.Errorf("%s for a room that is seen: got %d %s, want 400", nothing, status, answer)
		}
	}
}

var (
	formPart   = regexp.MustCompile(`(?s)<form method="post" action="[^"]*"(?: id="[^"]*")? novalidate>.*?</form>`)
	inputPart  = regexp.MustCompile(`<input type="([^"]*)"[^>]* name="([^"]*)" value="([^"]*)"( checked)?`)
	hiddenPart = regexp.MustCompile(`<input type="hidden" name="([^"]*)" value="([^"]*)"`)
	selectPart = regexp.MustCompile(`(?s)<select id="[^"]*" name="([^"]*)".*?</select>`)
	optionPart = regexp.MustCompile(`<option value="([^"]*)" selected>`)
)

// fields are what a browser sends of the page's first form.
func fields(page string) url.Values {
	form := formPart.FindString(page)
	sent := url.Values{}
	for _, m := range hiddenPart.FindAllStringSubmatch(form, -1) {
		sent.Set(m[1], html.UnescapeString(m[2]))
	}
	for _, m := range inputPart.FindAllStringSubmatch(form, -1) {
		if m[1] != "hidden" && (m[1] != "checkbox" || m[4] != "") {
			sent.Add(m[2], m[3])
		}
	}
	for _, m := range selectPart.FindAllStringSubmatch(form, -1) {
		for _, o := range optionPart.FindAllStringSubmatch(m[0], -1) {
			sent.Add(m[1], o[1])
		}
	}
	return sent
}

// tick is a tick box of the rooms of a guest.
func tick(room int, ticked bool, name string) string {
	checked := map[bool]string{true: " checked"}[ticked]
	return fmt.Sprintf(`<label><input type="checkbox" name="others" value="http://example.com/rooms/%d/"%s> <bdi dir="auto">%s</bdi></label>`, room, checked, name)
}

// Many may be chosen by tick boxes: those that have a tick come first, then the others by name. A
// form that is refused keeps the ticks, and one without any leaves none.
func TestTickBoxes(t *testing.T) {
	d := newDesk(t, rest.Everything)
	for _, name := range []string{"Zebra", "amber"} { // rooms 4 and 5
		server.Must(t, d, "POST", "/rooms/", "admin", `{"name":"`+name+`"}`)
	}
	const ticks = "&others=http://example.com/rooms/5/&others=http://example.com/rooms/1/"
	want := strings.Join([]string{tick(5, true, "amber"), tick(1, true, "red"), tick(2, false, "blue"), tick(4, false, "Zebra")}, "\n")
	d.wants(d.ask(400, "/guests/", "name="+ticks), want, "<span>2</span> of 4 chosen</p>")
	d.ask(201, "/guests/", filled+ticks)
	page := d.ask(200, "/guests/1/", "")
	d.wants(page, want, "<span>2</span> of 4 chosen</p>", `<legend>Others</legend>`)
	d.ask(303, "/guests/1/", fields(page).Encode())
	d.json("/guests/1/", `"others":["http://example.com/rooms/1/","http://example.com/rooms/5/"]`)

	d.wants(d.ask(400, "/guests/1/", "_method=PUT"), tick(5, false, "amber"), "<span>0</span> of 4 chosen</p>")
	d.json("/guests/1/", `"others":["http://example.com/rooms/1/","http://example.com/rooms/5/"]`)
	page = d.ask(200, "/guests/1/", "_method=PUT&"+filled)
	d.json("/guests/1/", `"others":[]`)
	d.wants(page, "<span>0</span> of 4 chosen</p>")

	// A sent value that is none of them comes back as it was sent, with a tick, and a message.
	d.wants(d.ask(400, "/guests/1/", "_method=PUT&"+filled+"&others=nonsense"),
		`name="others" value="nonsense" checked> <bdi dir="auto">nonsense</bdi></label>`, `aria-describedby="edit-others-chosen edit-others-errors"`,
		`<ul class="errors" id="edit-others-errors">`)
}

// Past what a form offers at once the service searches; ticks stay, of rows that do not match too.
func TestTickBoxesOfMany(t *testing.T) {
	d := newDesk(t, rest.Everything)
	for i := 4; i <= 150; i++ {
		server.Must(t, d, "POST", "/rooms/", "admin", fmt.Sprintf(`{"name":"room %03d"}`, i))
	}
	count := func(page string, want int) {
		t.Helper()
		if got := strings.Count(page, `<input type="checkbox" name="others"`); got != want {
			t.Errorf("got %d tick boxes, want %d", got, want)
		}
	}
	const ticks = filled + "&others=http://example.com/rooms/149/&others=http://example.com/rooms/2/"
	page := d.ask(200, "/guests/", ticks+"&_find=others&_find_others=m+00")
	count(page, 8)
	d.wants(page, tick(2, true, "blue")+"\n"+tick(149, true, "room 149")+"\n"+tick(4, false, "room 004"), "<span>2</span> chosen</p>")
	d.ask(303, "/guests/", fields(page).Encode())
	d.json("/guests/1/", `"others":["http://example.com/rooms/2/","http://example.com/rooms/149/"]`)
	page = d.ask(200, "/guests/1/", "")
	count(page, 101)
	d.wants(page, tick(2, true, "blue")+"\n"+tick(149, true, "room 149")+"\n"+tick(1, false, "red"), "There are more")
	d.wants(d.ask(400, "/guests/1/", "_method=PUT&"+strings.Replace(ticks, "beds=1", "beds=x", 1)), tick(149, true, "room 149"))
}

// book may have no title, or one that shows nothing.
type book struct {
	ID    int64  `rest:"id,readonly"`
	Title string `rest:"title,multiline" default:""`
}

type bookcase struct {
	ID    int64                 `rest:"id,readonly"`
	Books rest.ManyToMany[book] `rest:"books,optional"`
	Best  rest.BelongsTo[book]  `rest:"best,optional"`
}

// A choice whose name shows nothing is called by its key.
func TestChoicesHaveNames(t *testing.T) {
	pages := func(a *auth.Authenticator) pageapi.Pages {
		p, err := browse.New(a, rest.Theme{})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	set := func() *rest.Set {
		return rest.NewSet("library", rest.ViewSet[book]{Path: "/books/", Access: permission.Anyone}, rest.ViewSet[bookcase]{Path: "/shelves/", Access: permission.Anyone})
	}
	d := desk{t, server.New(t, server.Config{Set: set, Pages: pages}, ":memory:")}
	server.Must(t, d, "POST", "/books/", "", `{}`)
	server.Must(t, d, "POST", "/books/", "", `{"title":" \u2003\n"}`)
	d.wants(d.ask(200, "/shelves/", ""), `<option value="1">1</option>`, `<option value="2">2</option>`,
		`name="books" value="1"> <bdi dir="auto">1</bdi>`, `name="books" value="2"> <bdi dir="auto">2</bdi>`)
}

// A search among related rows keeps what was typed, however long, but no secrets, and writes
// nothing; a link cannot fill the form in, and another site's page cannot either.
func TestFindInForm(t *testing.T) {
	d := newDesk(t, rest.Everything)
	long := strings.Repeat("n", 100<<10)
	page := d.ask(200, "/guests/", "name="+long+"&pin=hunter2&room=2&_find=room&_find_room=re")
	d.wants(page, `value="`+long+`"`, `name="_find_room" value="re"`, `<option value="1">red</option>`, `<option value="2" selected>blue</option>`,
		"Type it again: it is never shown or kept.", `<details class="action create" id="create" open>`)
	if strings.Contains(page, "hunter2") {
		t.Error("the page shows a secret")
	}
	d.json("/guests/", "[]")
	for _, origin := range [][]string{{"Sec-Fetch-Site", "cross-site"}, {"Origin", "http://evil.example"}} {
		if page := d.ask(403, "/guests/", "name=planted&_find=room", origin...); strings.Contains(page, "planted") {
			t.Errorf("%s: the page shows what another site sent", origin)
		}
	}
	if page := d.ask(200, "/guests/?name=planted&_find=room&_find_room=re", ""); strings.Contains(page, `value="planted"`) {
		t.Error("a link fills the form in")
	}
	// Keys are for writes; the search takes none.
	for range 2 {
		d.ask(200, "/guests/", filled+"&_find=room", "Idempotency-Key", "k")
		d.ask(200, "/guests/", filled+"&_find=room&_key=form-of-one-page-1234")
	}
	d.ask(303, "/guests/", filled+"&_key=form-of-one-page-1234")
}

// Where nothing can be read, a search and a question still have a page.
func TestWriteOnlyEndpoint(t *testing.T) {
	d := newDesk(t, rest.Create|rest.Destroy)
	d.wants(d.ask(200, "/guests/", "name=kept&_find=room&_find_room=bl"), `value="kept"`, `<option value="2">blue</option>`)
	server.Must(t, d, "POST", "/guests/", "", `{"name":"ann","meal":"soup","beds":2,"until":"2024-01-01T10:00:01Z","room":1}`)
	d.wants(d.ask(200, "/guests/1/?_show=delete", ""), `<h2 id="question">Delete guest?</h2>`, `<input type="hidden" name="_method" value="DELETE">`)
	d.ask(303, "/guests/1/", "_method=DELETE")
}

// The question before a deletion says what the plan knows of its effects, however far they reach.
func TestEffectsOfDeletion(t *testing.T) {
	d := newDesk(t, rest.Everything)
	d.ask(201, "/guests/", filled)
	d.wants(d.ask(200, "/rooms/1/?_show=delete", ""), "<h2 id=\"question\">Delete room 1 “<bdi dir=\"auto\">red</bdi>”?</h2>\n<ul>\n"+
		"<li>All guests that refer to it are deleted too: 1.</li>\n"+
		"<li>Its guests are kept; only the connection ends.</li>\n"+
		"<li>All house visits that refer to these guests are deleted too.</li>\n"+
		"<li>House visits that refer to these guests are kept, without the reference.</li>\n</ul>")
	d.wants(d.ask(200, "/guests/1/?_show=delete", ""), "<li>Its rooms are kept; only the connection ends.</li>")
	if page := d.ask(200, "/house-visits/?_show=delete", ""); strings.Contains(page, `id="question"`) {
		t.Errorf("a list asks about its deletion:\n%s", page)
	}
}

// Raw data and forms that were refused come back without write-only members.
func TestRefusedSecretsStayHidden(t *testing.T) {
	d := newDesk(t, rest.Everything)
	raw := func(mediaType, content string) string {
		return url.Values{"_content_type": {mediaType}, "_content": {content}}.Encode()
	}
	for _, tt := range []struct{ mediaType, content, want string }{
		{"application/json", `{"name": "ann",  "pin": "hunter2"}`, `{&#34;name&#34;: &#34;ann&#34;,  &#34;pin&#34;: &#34;&#34;}</textarea>`},
		{"application/yaml", "name: ann\npin: hunter2 # mine\n", "name: ann\npin: &#34;&#34; # mine\n</textarea>"},
		{"application/json", `{"name": "ann", "pin": "hunter2"`, "What you sent is not shown again, because it may contain Pin."},
		{"application/json", `{"name": "ann",`, `{&#34;name&#34;: &#34;ann&#34;,</textarea>`},
		{"text/plain", "pin: hunter2", "What you sent is not shown again"},
	} {
		status := http.StatusBadRequest
		if tt.mediaType == "text/plain" {
			status = http.StatusUnsupportedMediaType
		}
		page := d.ask(status, "/guests/", raw(tt.mediaType, tt.content))
		d.wants(page, tt.want)
		if strings.Contains(page, "hunter2") {
			t.Errorf("%s %s: the page shows the secret", tt.mediaType, tt.content)
		}
	}
	for _, form := range []string{"name=typed&pin=hunter2&_method=PUT", "_method=PUT&" + raw("application/json", `{"name":"typed","pin":"hunter2"}`)} {
		page := d.ask(404, "/guests/9/", form)
		d.wants(page, "What you sent", "typed")
		if strings.Contains(page, "hunter2") {
			t.Errorf("%s: the page shows the secret", form)
		}
	}
}
