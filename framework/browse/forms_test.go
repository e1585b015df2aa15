// Tests of forms: default buttons, split inputs and deep names.

package browse_test

import (
	"crypto/rand"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

// defaultButtons are the buttons of the forms of a page that Enter presses in an input: the first of each form in the page,
// as its name, value, address and text.
func defaultButtons(t *testing.T, page string) map[string]string {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	attr := func(n *html.Node, name string) string {
		for _, a := range n.Attr {
			if a.Key == name {
				return a.Val
			}
		}
		return ""
	}
	ids, first := map[string]*html.Node{}, map[*html.Node]string{}
	for n := range doc.Descendants() {
		if n.Data == "form" && attr(n, "id") != "" {
			ids[attr(n, "id")] = n
		}
	}
	for n := range doc.Descendants() {
		if n.Type != html.ElementNode || n.Data != "button" || attr(n, "type") == "button" {
			continue
		}
		of := ids[attr(n, "form")]
		for up := n.Parent; of == nil && up != nil; up = up.Parent {
			if up.Data == "form" {
				of = up
			}
		}
		if _, has := first[of]; !has {
			first[of] = strings.Join([]string{attr(n, "name"), attr(n, "value"), attr(n, "formaction"), n.FirstChild.Data}, "|")
		}
	}
	buttons := map[string]string{}
	for form, button := range first {
		if form != nil {
			buttons[attr(form, "action")+" "+button] = button
		}
	}
	return buttons
}

// Enter in an input saves, without script too, whatever may be added or taken in the form. Where one may search, it searches:
// see searchJourney.
func TestEnterSaves(t *testing.T) {
	saves := func(page, what string) {
		t.Helper()
		buttons := defaultButtons(t, page)
		found := false
		for _, got := range buttons {
			found = found || got == "|||"+what
			if strings.HasPrefix(got, "_find|") || strings.HasPrefix(got, "_take|") {
				t.Errorf("the first button of a form is %q, want one that saves", got)
			}
		}
		if !found {
			t.Errorf("got the first buttons %q, want %q among them", buttons, "|||"+what)
		}
	}
	p := newPostOffice(t)
	saves(p.send("alice", "/crates/?_show=create", "", http.StatusOK), "Create")
	p.send("alice", "/crates/", "code=a&wrap._part=", http.StatusSeeOther)
	page := p.send("alice", "/crates/1/", "", http.StatusOK)
	saves(page, "Save")
	version := between(page, `name="_version" value="`, `"`)
	p.send("alice", "/crates/1/", "_method=PUT&code=b&wrap._part=", http.StatusSeeOther)
	page = p.send("alice", "/crates/1/", "_method=PUT&code=c&wrap._part=&_version="+url.QueryEscape(version), http.StatusPreconditionFailed)
	contains(t, page, `name="_take"`)
	saves(page, "Save")
}

// crate has lists and objects of all sorts, and fields that no duplicate takes over.
type crate struct {
	ID    int64   `rest:"id,readonly"`
	Code  string  `rest:"code,unique" validate:"max=20"`
	Pin   string  `rest:"pin,writeonly,optional"`
	Note  string  `rest:"note,optional" validate:"max=20"`
	Sizes []int64 `rest:"sizes,optional" validate:"max=3,dive,min=1"`
	Stops []stop  `rest:"stops,optional" validate:"max=4"`
	Box   *box    `rest:"box"`
	Wrap  wrap    `rest:"wrap"`
}

type stop struct {
	Place string   `rest:"place" validate:"max=10"`
	Wet   bool     `rest:"wet" default:"false"`
	Tags  []string `rest:"tags,optional"`
}

type box struct {
	Wood  string `rest:"wood" validate:"max=10"`
	Lid   lid    `rest:"lid"`
	Heavy bool   `rest:"heavy" default:"false"`
}

type lid struct {
	Height int64 `rest:"height" default:"1" validate:"min=1"`
}

type wrap struct {
	Paper  bool `rest:"paper" default:"true"`
	Ribbon bool `rest:"ribbon" default:"false"`
}

// postOffice is a service that is used by forms.
type postOffice struct {
	*testing.T
	http.Handler
}

func newPostOffice(t *testing.T) postOffice {
	set := func() *rest.Set {
		return rest.NewSet("crates", rest.ViewSet[crate]{Path: "/crates/", Name: "Crate"}).Access(permission.SignedInOrReadOnly)
	}
	return postOffice{t, server.New(t, server.Config{Set: set, Pages: ownPages, Options: serve.Options{Now: time.Now}}, ":memory:")}
}

// send sends a form, or reads the page without one, as somebody.
func (p postOffice) send(user, path, form string, want int) string {
	p.Helper()
	method := "GET"
	if form != "" {
		method = "POST"
	}
	values, err := url.ParseQuery(strings.NewReplacer("[", "%5B", "]", "%5D").Replace(form))
	if err != nil {
		p.Fatal(err)
	}
	if want == http.StatusSeeOther && !values.Has("_key") { // without a key the answer is a page
		values.Set("_key", rand.Text())
	}
	w := sendTo(p, method, path, user, values.Encode(), "Content-Type", "application/x-www-form-urlencoded", "Accept", "text/html")
	if w.Code != want {
		p.Fatalf("%s %s %s: got %d, want %d:\n%s", method, path, form, w.Code, want, w.Body)
	}
	if want != http.StatusSeeOther {
		strict(p.T, w.Body.String())
	}
	return w.Body.String()
}

// stored wants the first record without its key.
func (p postOffice) stored(want string) {
	p.Helper()
	got := strings.TrimSpace(sendTo(p, "GET", "/crates/1/", "alice", "", "Accept", "application/json").Body.String())
	if got != `{"id":1,`+want+`}` {
		p.Errorf("got %s\nwant %s", got, `{"id":1,`+want+`}`)
	}
}

// A form says lists and objects by their parts: empty items are none, and messages stand at the part.
func TestPartsOfForms(t *testing.T) {
	p := newPostOffice(t)
	const whole = "_whole=true&code=a&pin=1234&sizes=&sizes=2&sizes=3&stops[0].place=Delft&stops[0].wet=true&stops[0].tags=x&stops[0].tags=&stops[2].place=Haarlem&stops[3].place=&box._part=&box.wood=&box.lid._part=&box.lid.height=&wrap._part=&_key=" + "abcdefghijklmnopqrstuvwxyz"
	page := p.send("alice", "/crates/?_show=create", "", http.StatusOK)
	contains(t, page, `<input type="number" id="create-sizes-0" name="sizes" value="" aria-label="Sizes 1"`, `id="create-stops-0-place" name="stops[0].place"`,
		`id="create-box-lid-height" name="box.lid.height"`, `<input type="hidden" name="wrap._part" value="">`, `name="wrap.paper" value="true" checked`)
	lacks(t, page, "sizes\"></textarea>", `name="stops[0]._remove"`)
	p.send("alice", "/crates/", whole, http.StatusSeeOther)
	p.send("alice", "/crates/", whole, http.StatusSeeOther) // once
	p.stored(`"code":"a","note":"","sizes":[2,3],"stops":[{"place":"Delft","wet":true,"tags":["x"]},{"place":"Haarlem","wet":false,"tags":[]}],"box":null,"wrap":{"paper":false,"ribbon":false}`)

	// The form of the record brings it back as it is, and changes a part, takes one out and adds one.
	page = p.send("alice", "/crates/1/?_show=edit", "", http.StatusOK)
	contains(t, page, `name="sizes" value="3"`, `<input type="hidden" name="stops[1]._part" value="true">`, `name="stops[2].place" value=""`, `name="stops[0].tags" value="x"`)
	const change = "_method=PUT&_whole=true&code=a&pin=&sizes=2&sizes=&stops[0]._part=true&stops[0].place=Delft&stops[0]._remove=true&stops[1]._part=true&stops[1].place=Breda&stops[1].wet=true&stops[2].place=Gouda&box._part=&box.wood=oak&box.lid.height=2&wrap._part=&wrap.ribbon=true"
	p.send("alice", "/crates/1/", change, http.StatusSeeOther)
	const changed = `"code":"a","note":"","sizes":[2],"stops":[{"place":"Breda","wet":true,"tags":[]},{"place":"Gouda","wet":false,"tags":[]}],"box":{"wood":"oak","lid":{"height":2},"heavy":false},"wrap":{"paper":false,"ribbon":true}`
	p.stored(changed)

	// Wrong parts, behind empty ones, with what was typed.
	page = p.send("alice", "/crates/1/", "_method=PUT&code=a&sizes=&sizes=4&sizes=0&stops[0].place=&stops[3].place=Breda&stops[5].place=much+too+long+a+name&box.wood=oak&box.lid.height=low&wrap._part=", http.StatusBadRequest)
	contains(t, page, `<ul class="errors" id="edit-sizes-1-errors"><li>Enter at least 1.`, `<ul class="errors" id="edit-stops-1-place-errors"><li>Shorten this to at most 10 characters.`,
		`<ul class="errors" id="edit-box-lid-height-errors"><li>Enter a whole number, such as 12.`, `value="low"`, `value="much too long a name"`,
		`<a href="#edit-box-lid-height">Box, Lid, Height: Enter a whole number, such as 12.</a>`, `<a href="#edit-stops-1-place">Stops 2, Place: `, "<title>Error: ")
	page = p.send("alice", "/crates/1/", "_method=PUT&code=a&stops[0].plaice=x&box.lid.hight=1&box.wood=x&wrap._part=&wrap.colour=x", http.StatusBadRequest)
	contains(t, page, "plaice", "hight", "colour")
	p.stored(changed)

	// One more item writes nothing; a list that may have no more has no empty one.
	page = p.send("alice", "/crates/1/", change+"&_find=sizes", http.StatusOK)
	contains(t, page, `id="edit-sizes-0" name="sizes" value="2"`, `id="edit-sizes-1" name="sizes" value=""`)
	page = p.send("alice", "/crates/1/", "_method=PUT&_find=sizes&code=a&sizes=1&sizes=2&sizes=3", http.StatusOK)
	lacks(t, page, `id="edit-sizes-3"`)
	p.stored(changed)
}

// A form whose session has ended brings the parts of lists and objects along, and back.
func TestPartsComeBack(t *testing.T) {
	p := newPostOffice(t)
	const form = "code=a&sizes=1&sizes=2&stops[0].place=Delft&box.wood=oak&wrap._part="
	page := p.send("", "/crates/", form, http.StatusForbidden)
	contains(t, page, "Log in to go on", `<input type="hidden" name="stops[0].place" value="Delft">`, `<input type="hidden" name="box.wood" value="oak">`, `<input type="hidden" name="sizes" value="2">`)
	page = p.send("", "/crates/", form+"&_username=alice&_password=alice-password", http.StatusOK)
	contains(t, page, "You are logged in.", `name="sizes" value="2"`, `name="stops[0].place" value="Delft"`, `name="box.wood" value="oak"`)
	lacks(t, page, `name="wrap.paper" value="true" checked`) // its tick was taken away
}

// A conflict about an object tells both values, and the form keeps what was typed.
func TestPartsInConflict(t *testing.T) {
	p := newPostOffice(t)
	p.send("alice", "/crates/", "code=a&sizes=1&box.wood=oak&box.lid.height=2&wrap._part=", http.StatusSeeOther)
	version := between(p.send("alice", "/crates/1/?_show=edit", "", http.StatusOK), `name="_version" value="`, `"`)
	p.send("alice", "/crates/1/", "_method=PUT&code=a&sizes=1&box.wood=elm&box.lid.height=2&wrap._part=", http.StatusSeeOther)
	page := p.send("alice", "/crates/1/", "_method=PUT&code=a&sizes=1&sizes=7&box.wood=ash&box.lid.height=2&wrap._part=&_version="+url.QueryEscape(version), http.StatusPreconditionFailed)
	contains(t, page, "Yours and theirs", "Others changed it too.", `value="ash"`, `name="sizes" value="7"`)
	conflict := between(page, `class="card conflict"`, "</section>")
	contains(t, conflict, "ash", "elm")
}

// A duplicate takes over what another record may have too: no key, nothing unique, no secret.
func TestDuplicateTakesOver(t *testing.T) {
	p := newPostOffice(t)
	p.send("alice", "/crates/", "code=first&pin=1234&note=kept&sizes=5&wrap._part=", http.StatusSeeOther)
	contains(t, p.send("alice", "/crates/1/", "", http.StatusOK), `<a class="duplicate" href="/crates/1/?_show=duplicate">Duplicate</a>`)
	page := p.send("alice", "/crates/1/?_show=duplicate", "", http.StatusOK)
	contains(t, page, "<h1>Duplicate crate</h1>", `action="/crates/"`, `id="create-note" name="note" value="kept"`, `name="sizes" value="5"`, `id="create-code" name="code" value=""`)
	lacks(t, page, "1234", `value="first"`, `name="_version"`, `name="_method"`)
	lacks(t, p.send("", "/crates/1/", "", http.StatusOK), "_show=duplicate")
	contains(t, p.send("", "/crates/1/?_show=duplicate", "", http.StatusOK), "You do not have permission to create a record.")
	p.send("alice", "/crates/9/?_show=duplicate", "", http.StatusNotFound)
}

// The second button of a form for a new record leads to an empty one, which says what was done.
func TestAnother(t *testing.T) {
	p := newPostOffice(t)
	form := url.Values{"code": {"a"}, "wrap._part": {""}, "_another": {"true"}, "_key": {rand.Text()}}.Encode()
	w := sendTo(p, "POST", "/crates/", "alice", form, "Content-Type", "application/x-www-form-urlencoded", "Accept", "text/html")
	if got, want := w.Header().Get("Location"), "/crates/?_show=create"; w.Code != http.StatusSeeOther || got != want {
		t.Errorf("got %d to %q, want 303 to %q", w.Code, got, want)
	}
}

// The second button of a record's form saves it, and leads to the form of the next record in the list that led there.
func TestSaveAndNext(t *testing.T) {
	p := newPostOffice(t)
	for _, code := range []string{"a", "b"} {
		p.send("alice", "/crates/", "code="+code+"&note=x&wrap._part=", http.StatusSeeOther)
	}
	button := `<button name="_another" value="2" class="quiet another">Save and open the next one</button>`
	contains(t, p.send("alice", "/crates/1/", "", http.StatusOK), button)
	contains(t, p.send("alice", "/crates/1/?_show=edit", "", http.StatusOK), button)
	lacks(t, p.send("alice", "/crates/2/", "", http.StatusOK), "Save and open")
	for next, want := range map[string]string{
		"2":               "/crates/2/?_show=edit",
		"../../elsewhere": "/crates/1/",
		"//elsewhere":     "/crates/1/",
		"%2f%2felsewhere": "/crates/1/",
		"true":            "/crates/1/",
	} {
		form := url.Values{"_method": {"PATCH"}, "note": {"seen"}, "_another": {next}, "_key": {rand.Text()}}.Encode()
		w := sendTo(p, "POST", "/crates/1/", "alice", form, "Content-Type", "application/x-www-form-urlencoded", "Accept", "text/html")
		if got := w.Header().Get("Location"); w.Code != http.StatusSeeOther || got != want {
			t.Errorf("%s: got %d to %q, want 303 to %q", next, w.Code, got, want)
		}
	}
	// A mistake keeps the button, and the form needs no list that can still be read.
	form := url.Values{"_method": {"PATCH"}, "code": {""}, "_another": {"2"}, "_key": {rand.Text()}}.Encode()
	contains(t, sendTo(p, "POST", "/crates/1/", "alice", form, "Content-Type", "application/x-www-form-urlencoded", "Accept", "text/html").Body.String(), button)
	contains(t, p.send("alice", "/crates/1/?_show=edit&_list=nonsense%3D1", "", http.StatusOK), `id="edit-code"`)
}

// between is what stands in a text behind one and before the other.
func between(text, before, after string) string {
	_, text, _ = strings.Cut(text, before)
	text, _, _ = strings.Cut(text, after)
	return strings.NewReplacer("&#34;", `"`, "&#43;", "+").Replace(text)
}

// A name that nobody declared stays one name in the answer where it has thousands of dots: as a path of as many steps it
// would be indented by the square of their number.
func TestDeepNamesAnswerShortly(t *testing.T) {
	p, b, deep := newPostOffice(t), newBound(t), strings.Repeat("x.", 1000)+"x"
	raw := func(body string) url.Values {
		return url.Values{"_content_type": {"application/json"}, "_content": {body}}
	}
	for _, test := range []struct {
		handler http.Handler
		path    string
		form    url.Values
	}{
		{p, "/crates/", url.Values{deep: {"1"}}},
		{p, "/crates/", url.Values{"box." + deep: {"1"}}},
		{p, "/crates/", url.Values{"box.lid." + deep: {"1"}}},
		{p, "/crates/", url.Values{"stops[0]." + deep: {"1"}}},
		{p, "/crates/", raw(`{"box":{"lid":{"` + deep + `":1}},"stops":[{"` + deep + `":1}]}`)},
		{b, "/binders/", url.Values{"name": {"a"}, "sheets[0].title": {"a"}, "sheets[0]." + deep: {"1"}}},
		{b, "/binders/", raw(`{"name":"a","sheets":[{"title":"x","` + deep + `":1}]}`)},
	} {
		w := sendTo(test.handler, "POST", test.path, "alice", test.form.Encode(), "Accept", "text/html", "Content-Type", "application/x-www-form-urlencoded")
		if w.Code != http.StatusBadRequest || w.Body.Len() > 100_000 || !strings.Contains(w.Body.String(), "Unknown field.") {
			t.Errorf("%.60v: got %d with %d bytes, want 400 with \"Unknown field.\" in at most 100,000", test.form, w.Code, w.Body.Len())
		}
	}
}
