package served_test

import (
	"net/url"
	"regexp"
	"strings"
	"testing"

	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
)

var (
	versionPart = regexp.MustCompile(`name="_version" value="([^"]*)"`)
	rowPart     = regexp.MustCompile(`<tr><th scope="row">([^<]*)</th><td data-label="[^"]*">(.*?)</td><td data-label="[^"]*">(.*?)</td><td>(.*?)(?: <button.*?</button>)?</td></tr>`)
	elements    = regexp.MustCompile(`<[^>]*>`)
)

// differences are the rows of the comparison in a page.
func differences(page string) string {
	var rows []string
	for _, m := range rowPart.FindAllStringSubmatch(page, -1) {
		rows = append(rows, elements.ReplaceAllString(strings.Join(m[1:], "|"), ""))
	}
	return strings.Join(rows, "\n")
}

// Of two people who change a record at the same time the second is asked, field by field, and then
// has the last word.
func TestTwoEditors(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, database string) {
		h := server.New(t, onTime(t, sets.Hotel(rest.Everything)), database)
		server.Must(t, h, "POST", "/rooms/", "admin", `{"name":"red"}`)
		server.Must(t, h, "POST", "/rooms/", "admin", `{"name":"blue"}`)
		server.Must(t, h, "POST", "/guests/", "", `{"name":"ann","meal":"fish","beds":1,"until":"2024-01-01T10:00:00Z","room":1,"pin":"hunter1"}`)
		p := newPerson(t, h, "alice")
		page := p.send(200, "/guests/1/", "").Body.String()
		server.Must(t, h, "PATCH", "/guests/1/", "", `{"name":"anna","meal":"soup","room":2,"others":["/rooms/1/"],"pin":"hunter2"}`)

		mine := filledWith(page, "name", "annie", "beds", "3", "until", "2024-01-01T10:00", "pin", "hunter3")
		refused := p.send(412, "/guests/1/", mine.Encode()).Body.String()
		p.json("/guests/1/", `"name":"anna"`)
		if got, want := differences(refused), strings.Join([]string{
			"Name|annie|anna|Others changed it too.",
			"Meal|Fish|Soup|Only others changed it. The form has theirs now.",
			"Beds|3|1|Only you changed it.",
			"Room|red|blue|Only others changed it. The form has theirs now.",
			"Others|empty|red|Only others changed it. The form has theirs now.",
		}, "\n"); got != want {
			t.Errorf("differences: got\n%s\nwant\n%s", got, want)
		}
		p.has(refused, "The record has changed since it was read.", `id="edit" open>`, `value="annie"`, `<option value="soup" selected>`)
		if strings.Contains(refused, "hunter") {
			t.Error("the page shows a secret")
		}
		again := filledWith(refused, "pin", "")
		if again.Get("_version") == mine.Get("_version") || again.Get("_key") == mine.Get("_key") {
			t.Error("the form that comes back has the version or the key of the one that was refused")
		}
		p.leads("/guests/1/", again.Encode(), "/guests/1/")
		p.json("/guests/1/", `"name":"annie","member":null,"paid":false,"meal":"soup","beds":3,"until":"2024-01-01T10:00:00Z","room":2,"others":["http://example.com/rooms/1/"]`)

		// A value that is sent as it was shown is no change, and no conflict.
		for range 2 {
			page = p.send(200, "/guests/1/", "").Body.String()
			p.leads("/guests/1/", fields(page).Encode(), "/guests/1/")
		}
	})
}

// A search in a form, or a refusal of what it holds, does not hide what has changed meanwhile.
func TestVersionStays(t *testing.T) {
	d := newDesk(t, rest.Everything)
	d.ask(201, "/guests/", filled)
	form := fields(d.ask(200, "/guests/1/", ""))
	version := form.Get("_version")
	form.Set("_find", "room")
	form = fields(d.ask(200, "/guests/1/", form.Encode()))
	form.Set("beds", "many")
	form = fields(d.ask(400, "/guests/1/", form.Encode()))
	if got := form.Get("_version"); got != version || version == "" {
		t.Errorf("got the version %q, want %q", got, version)
	}
	form.Set("beds", "2")
	server.Must(t, d, "PATCH", "/guests/1/", "", `{"name":"eve"}`)
	form.Set("_find", "room")
	form = fields(d.ask(200, "/guests/1/", form.Encode()))
	form.Del("_find")
	page := d.ask(412, "/guests/1/", form.Encode())
	if got := differences(page); !strings.Contains(got, "Name|ann|eve|Only others") {
		t.Errorf("got the differences\n%s", got)
	}
	// A record that is the same again is no other.
	server.Must(t, d, "PATCH", "/guests/1/", "", `{"name":"ann"}`)
	d.ask(303, "/guests/1/", form.Encode())
	for _, nonsense := range []string{"", "x", `W/"x" y`, strings.Repeat("v", 1000)} {
		form.Set("_version", nonsense)
		d.wants(d.ask(412, "/guests/1/", form.Encode()+"&_key=the-key-of-another-form"), `name="_version" value="W/`)
	}
}

// Bodies that are written by hand are compared too, and come back as they were written.
func TestVersionOfRaw(t *testing.T) {
	d := newDesk(t, rest.Everything)
	d.ask(201, "/guests/", filled)
	version := fields(d.ask(200, "/guests/1/", "")).Get("_version")
	server.Must(t, d, "PATCH", "/guests/1/", "", `{"name":"eve","meal":"soup"}`)
	form := url.Values{"_method": {"PATCH"}, "_version": {version}, "_content_type": {"application/json"}, "_content": {`{"name":"zoe"}`}}
	page := d.ask(412, "/guests/1/", form.Encode())
	if got, want := differences(page), "Name|zoe|eve|Others changed it too.\nMeal|empty|Soup|Only others changed it."; got != want {
		t.Errorf("got the differences\n%s\nwant\n%s", got, want)
	}
	d.wants(page, "{&#34;name&#34;:&#34;zoe&#34;}</textarea>")
	form.Set("_version", strings.ReplaceAll(versionPart.FindStringSubmatch(page)[1], "&#34;", `"`))
	d.ask(200, "/guests/1/", form.Encode())
	d.json("/guests/1/", `"name":"zoe","member":null,"paid":false,"meal":"soup"`)
}

// Whoever is about to delete a record that has changed since the question is asked again.
func TestDeleteAsksAgain(t *testing.T) {
	d := newDesk(t, rest.Everything)
	d.ask(201, "/guests/", filled)
	question := func(page string) string {
		return url.Values{
			"_method": {"DELETE"}, "_key": {keyPart.FindStringSubmatch(page)[1]},
			"_version": {strings.ReplaceAll(versionPart.FindStringSubmatch(page)[1], "&#34;", `"`)},
		}.Encode()
	}
	asked := question(d.ask(200, "/guests/1/?_show=delete", ""))
	server.Must(t, d, "PATCH", "/guests/1/", "", `{"name":"eve"}`)
	page := d.ask(412, "/guests/1/", asked)
	d.wants(page, `Delete guest 1 “<bdi dir="auto">eve</bdi>”?`, "The record has changed since it was read.", "What was changed",
		`<tr><th scope="row">Name</th><td data-label="Now"><bdi dir="auto">eve</bdi></td></tr>`)
	if strings.Contains(page, `id="edit"`) {
		t.Error("the page asks more than one question")
	}
	d.json("/guests/1/", `"name":"eve"`)
	d.ask(303, "/guests/1/", question(page))
	d.ask(404, "/guests/1/", "")
}

// After going back to a saved form and changing it, the page shows what the record holds.
func TestSavedFormChanged(t *testing.T) {
	h := server.New(t, onTime(t, sets.Hotel(rest.Everything)), ":memory:")
	server.Must(t, h, "POST", "/rooms/", "admin", `{"name":"red"}`)
	server.Must(t, h, "POST", "/guests/", "", `{"name":"ann","meal":"fish","beds":1,"until":"2024-01-01T10:00:00Z","room":1}`)
	p := newPerson(t, h, "alice")
	page := p.send(200, "/guests/1/", "").Body.String()
	p.leads("/guests/1/", filledWith(page, "name", "first").Encode(), "/guests/1/")
	back := p.send(422, "/guests/1/", filledWith(page, "name", "second").Encode()).Body.String()
	p.has(back, "This form was sent before", "Name", "second", "first")
	if got, want := differences(back), "Name|second|first|"; got != want {
		t.Errorf("got the differences\n%s\nwant\n%s", got, want)
	}
	p.leads("/guests/1/", fields(back).Encode(), "/guests/1/")
	p.json("/guests/1/", `"name":"second"`)
}

// What was typed stays in a form that was saved and is sent again with what it held at first.
func TestSavedFormChangedBack(t *testing.T) {
	h := server.New(t, onTime(t, sets.Hotel(rest.Everything)), ":memory:")
	server.Must(t, h, "POST", "/rooms/", "admin", `{"name":"red"}`)
	server.Must(t, h, "POST", "/guests/", "", `{"name":"ann","meal":"fish","beds":1,"until":"2024-01-01T10:00:00Z","room":1}`)
	p := newPerson(t, h, "alice")
	page := p.send(200, "/guests/1/", "").Body.String()
	p.leads("/guests/1/", filledWith(page, "name", "other").Encode(), "/guests/1/")
	back := p.send(422, "/guests/1/", fields(page).Encode()).Body.String()
	if got := fields(back).Get("name"); got != "ann" {
		t.Errorf("the form has %q, want what was typed", got)
	}
	if got, want := differences(back), "Name|ann|other|"; got != want {
		t.Errorf("got the differences\n%s\nwant\n%s", got, want)
	}
}
