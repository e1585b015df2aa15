package served_test

import (
	"crypto/rand"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// person uses the pages of a service as somebody with a browser does.
type person struct {
	*testing.T
	http.Handler
	name    string // of Basic credentials, "" for nobody's
	cookies map[string]*http.Cookie
}

func newPerson(t *testing.T, h http.Handler, name string) *person {
	return &person{T: t, Handler: h, name: name, cookies: map[string]*http.Cookie{}}
}

// send sends a form to an address, or reads that without one, and wants a status.
func (p *person) send(status int, path, form string, headers ...string) *httptest.ResponseRecorder {
	p.Helper()
	method := "GET"
	if form != "" {
		method = "POST"
	}
	r := httptest.NewRequest(method, path, strings.NewReader(form))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Accept", "text/html")
	if p.name != "" {
		r.SetBasicAuth(p.name, p.name+"-password")
	}
	for _, c := range p.cookies {
		if strings.HasPrefix(r.URL.Path, c.Path) {
			r.AddCookie(c)
		}
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	p.ServeHTTP(w, r)
	if w.Code != status {
		p.Fatalf("%s %s %.200s: got %d, want %d\n%s", method, path, form, w.Code, status, w.Body)
	}
	for _, c := range w.Result().Cookies() {
		if p.cookies[c.Name+c.Path] = c; c.MaxAge < 0 {
			delete(p.cookies, c.Name+c.Path)
		}
	}
	return w
}

// leads sends a form that has to lead to an address, and gives the page that is there.
func (p *person) leads(path, form, want string) string {
	p.Helper()
	w := p.send(303, path, form)
	if got := w.Header().Get("Location"); got != want {
		p.Errorf("POST %s: leads to %s, want %s", path, got, want)
	}
	return p.send(200, want, "").Body.String()
}

func (p *person) has(page string, texts ...string) {
	p.Helper()
	for _, text := range texts {
		if !strings.Contains(page, text) {
			p.Errorf("page lacks %q:\n%s", text, page)
		}
	}
}

// count wants so many records in a list.
func (p *person) count(path string, want int) {
	p.Helper()
	if got := strings.Count(server.SendAs(p, "alice", "GET", path, "").Body.String(), `"id":`); got != want {
		p.Errorf("%s: got %d records, want %d", path, got, want)
	}
}

var keyPart = regexp.MustCompile(`name="_key" value="([^"]*)"`)

// filledWith is the page's first form with other values in it.
func filledWith(page string, values ...string) url.Values {
	form := fields(page)
	for i := 0; i < len(values); i += 2 {
		form.Set(values[i], values[i+1])
	}
	return form
}

// onTime serves a set with pages by the clock that keys expire by, with keys that differ.
func onTime(t *testing.T, set func() *rest.Set) server.Config {
	return server.Config{Set: set, Pages: pages(t), Options: serve.Options{Now: time.Now, Keys: serve.KeyOptions{Form: rand.Text}}}
}

// A form of a page is done once, however often it is sent, and leads to a page that can be loaded
// again. Later changes that are sent again are not lost.
func TestFormOnce(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, database string) {
		h := server.New(t, onTime(t, sets.Hotel(rest.Everything)), database)
		server.Must(t, h, "POST", "/rooms/", "admin", `{"name":"red"}`)
		p := newPerson(t, h, "alice")
		page := p.send(200, "/guests/", "").Body.String()
		form := filledWith(page, "name", "ann", "meal", "fish", "beds", "1", "until", "2024-01-01T10:00", "room", "1")
		// A refused request may be corrected and sent again under its key.
		wrong := filledWith(page, "name", "ann")
		p.has(p.send(400, "/guests/", wrong.Encode()).Body.String(), `value="ann"`)
		for range 2 {
			p.has(p.leads("/guests/", form.Encode(), "/guests/1/"), "guest created.")
		}
		if page := p.send(200, "/guests/1/", "").Body.String(); strings.Contains(page, "guest created.") {
			t.Error("a page that is loaded again says again what was done")
		}
		p.count("/guests/", 1)

		form.Set("name", "eve co")
		page = p.send(422, "/guests/", form.Encode()).Body.String()
		p.has(page, "What it holds now was not saved. Sending it again makes another guest.", `value="eve co"`,
			`<a href="/guests/1/">Show what was saved</a>`)
		p.count("/guests/", 1)
		p.leads("/guests/", fields(page).Encode(), "/guests/2/")
		p.json("/guests/2/", `"name":"eve co"`)

		// The same for changes, of a record or by a body that was written by hand, and for deletions.
		page = p.send(200, "/guests/2/", "").Body.String()
		for range 2 {
			p.has(p.leads("/guests/2/", filledWith(page, "name", "zoe").Encode(), "/guests/2/"), "guest saved.")
		}
		page = p.send(200, "/guests/", "").Body.String()
		raw := url.Values{"_key": {keyPart.FindStringSubmatch(page)[1]}, "_content_type": {"application/json"}}
		raw.Set("_content", `{"name":"raw","meal":"soup","beds":2,"until":"2024-01-01T10:00:00Z","room":1}`)
		for range 2 {
			p.leads("/guests/", raw.Encode(), "/guests/3/")
		}
		raw.Set("_content", `{"name":"other"}`)
		p.has(p.send(422, "/guests/", raw.Encode()).Body.String(), "{&#34;name&#34;:&#34;other&#34;}</textarea>")
		page = p.send(200, "/guests/3/?_show=delete", "").Body.String()
		deletion := url.Values{"_method": {"DELETE"}, "_key": {keyPart.FindStringSubmatch(page)[1]}}.Encode()
		for range 2 {
			p.has(p.leads("/guests/3/", deletion, "/guests/"), `guest 3 “<bdi dir="auto">raw</bdi>” was deleted.`)
		}
		p.send(404, "/guests/3/", "_method=DELETE&_key=the-key-of-another-form")
		p.count("/guests/", 2)
	})
}

// json wants a text in the representation of a record.
func (p *person) json(path, want string) { desk{p.T, p.Handler}.json(path, want) }

// Every form of every page has a key of its own, that nobody can guess.
func TestFormKeysDiffer(t *testing.T) {
	d := desk{t, server.New(t, onTime(t, sets.Hotel(rest.Everything)), ":memory:")}
	server.Must(t, d, "POST", "/rooms/", "admin", `{"name":"red"}`)
	d.ask(201, "/guests/", filled)
	keys := map[string]int{}
	forms := 0
	for _, path := range []string{"/guests/", "/guests/", "/guests/1/", "/guests/1/", "/guests/1/?_show=delete", "/nowhere/"} {
		page := d.ask(map[bool]int{true: 404, false: 200}[path == "/nowhere/"], path, "")
		here := map[string]bool{}
		for _, m := range keyPart.FindAllStringSubmatch(page, -1) {
			here[m[1]] = true
		}
		for key := range here {
			if keys[key]++; len(key) < 20 {
				t.Errorf("%s: the key %q is short", path, key)
			}
			forms++
		}
		if want := strings.Count(page, `<form method="post"`); len(keyPart.FindAllString(page, -1)) != want {
			t.Errorf("%s: got %d keys in %d forms", path, len(keyPart.FindAllString(page, -1)), want)
		}
	}
	if len(keys) != forms || forms != 7 {
		t.Errorf("got %d keys for %d forms, want 7 each", len(keys), forms)
	}
}

// A form without a key, such as a script's or another page's, is answered as ever, and so is one
// for a program; a key that others might guess is none.
func TestFormWithoutKey(t *testing.T) {
	d := newDesk(t, rest.Everything)
	d.ask(201, "/guests/", filled)
	d.ask(200, "/guests/1/", filled+"&_method=PUT")
	d.ask(201, "/guests/", filled+"&_key=the-key-of-a-form-1234", "Accept", "application/json")
	for _, key := range []string{"", "1", strings.Repeat("k", 19), strings.Repeat("k", 256), strings.Repeat("%C3%A9", 20)} {
		d.wants(d.ask(400, "/guests/", filled+"&_key="+key), "_key must be one text of 20 to 255 printable ASCII characters.", `value="ann"`)
	}
	if _, list := server.Call(d, "GET", "/guests/", "", ""); strings.Count(list, `"id":`) != 2 {
		t.Errorf("got %s, want two guests", list)
	}
}

// A form leads to the record where there is such a page, else to the list; where there is neither, its
// answer is a page.
func TestFormLeadsTo(t *testing.T) {
	h := server.New(t, onTime(t, sets.Lockers), ":memory:")
	p := newPerson(t, h, "alice")
	for i, tt := range []struct{ path, form, want string }{
		{"/lockers/", "name=a", "/lockers/1/"},
		{"/entries/", "name=a", "/entries/"},
		{"/entries/1/", "name=b&_method=PUT", "/entries/"},
	} {
		what := " created."
		if strings.Contains(tt.form, "PUT") {
			what = " saved."
		}
		p.has(p.leads(tt.path, fmt.Sprintf("%s&_key=the-key-of-the-form-%d", tt.form, i), tt.want), what)
	}
	p.send(403, "/lockers/", "name=a&hidden=true&_key=the-key-of-the-form-h") // nobody writes what he may not read
	for range 2 {
		p.has(p.send(201, "/drops/", "name=a&_key=the-key-of-the-form-5").Body.String(), "drop created.", `"id":`)
	}
	// A form is for one person, whoever that is.
	if got := newPerson(t, h, "").send(200, "/lockers/", "").Header().Get("Cache-Control"); got != "private" {
		t.Errorf("a form for anybody: got Cache-Control %q, want private", got)
	}
	// Without credentials there is no notice: nothing would tell for whom it is.
	nobody := newPerson(t, h, "")
	nobody.leads("/lockers/", "name=a&_key=the-key-of-the-form-6", "/lockers/2/")
	if len(nobody.cookies) != 0 {
		t.Errorf("got the cookies %v", nobody.cookies)
	}
}

// Without credentials nothing tells whose an Idempotency-Key is: none is taken, and nothing is done.
// The key of a form is random, so that a form needs no credentials.
func TestAnonymousKeys(t *testing.T) {
	d := desk{t, server.New(t, onTime(t, sets.Hotel(rest.Everything)), ":memory:")}
	server.Must(t, d, "POST", "/rooms/", "admin", `{"name":"red"}`)
	for range 2 {
		got := d.ask(400, "/guests/", filled, "Idempotency-Key", "1", "Accept", "application/json")
		if want := `{"detail":"Idempotency-Key needs credentials: without them a key may be somebody else's."}`; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	d.json("/guests/", "[]")
	d.ask(400, "/guests/", filled, "Idempotency-Key", "1")
	d.json("/guests/", "[]")
	// Two forms with the same in them are two, and each is done once.
	for range 2 {
		form := filledWith(d.ask(200, "/guests/", ""), "name", "ann", "meal", "fish", "beds", "1", "until", "2024-01-01T10:00", "room", "1").Encode()
		for range 2 {
			d.ask(303, "/guests/", form)
		}
	}
	if _, list := server.Call(d, "GET", "/guests/", "", ""); strings.Count(list, `"id":`) != 2 {
		t.Errorf("got %s, want two guests", list)
	}
	// The key of somebody's form is not another's, even with the same in it.
	for _, user := range []string{"alice", "bob", ""} {
		p := newPerson(t, d.Handler, user)
		p.send(303, "/guests/", filled+"&_key=the-key-of-one-form-1")
	}
	if _, list := server.Call(d, "GET", "/guests/", "", ""); strings.Count(list, `"id":`) != 5 {
		t.Errorf("got %s, want five guests", list)
	}
}

// A form that was done, and comes back after a search or a login because its answer was lost, is not
// done twice.
func TestFormComesBackUnderItsKey(t *testing.T) {
	t.Run("search", func(t *testing.T) {
		h := server.New(t, onTime(t, sets.Hotel(rest.Everything)), ":memory:")
		server.Must(t, h, "POST", "/rooms/", "admin", `{"name":"red"}`)
		p := newPerson(t, h, "alice")
		form := filledWith(p.send(200, "/guests/", "").Body.String(), "name", "ann", "meal", "fish", "beds", "1", "until", "2024-01-01T10:00", "room", "1")
		p.send(303, "/guests/", form.Encode())
		form.Set("_find", "room")
		again := fields(p.send(200, "/guests/", form.Encode()).Body.String())
		if again.Get("_key") != form.Get("_key") {
			t.Errorf("got the key %q, want %q", again.Get("_key"), form.Get("_key"))
		}
		again.Del("_find")
		again.Set("name", "eve")
		p.has(p.send(422, "/guests/", again.Encode()).Body.String(), "This form was sent before")
		p.count("/guests/", 1)
		for _, key := range []string{"short", strings.Repeat("k", 256), "not-ASCII-but-long-enough-é"} {
			form.Set("_key", key)
			if got := fields(p.send(200, "/guests/", form.Encode()).Body.String()).Get("_key"); got == key || got == "" {
				t.Errorf("got the key %q, want one of ours", got)
			}
		}
	})
	t.Run("login", func(t *testing.T) {
		s := server.New(t, onTime(t, sets.Safes), ":memory:")
		b := &browser{h: s}
		b.post("/api-auth/login/", url.Values{"username": {"alice"}, "password": {"alice-password"}})
		form := url.Values{"name": {"once"}, "code": {"1"}, "locked": {"true"}, "notes": {""}, "shelf": {""}, "_whole": {"true"}, "_key": {"key-of-the-form-12345"}}
		if w := b.post("/safes/", form); w.Code != 303 {
			t.Fatalf("got %d %s", w.Code, w.Body)
		}
		b.cookies = nil
		action, login := formOf(t, b.post("/safes/", form).Body.String(), "Log in")
		login.Set("_username", "alice")
		login.Set("_password", "alice-password")
		action, again := formOf(t, b.post(action, login).Body.String(), "Create")
		again.Set("code", "1")
		if w := b.post(action, again); w.Code != 303 || w.Header().Get("Idempotency-Replayed") != "true" {
			t.Errorf("got %d %v for %v", w.Code, w.Header(), again)
		}
		if _, list := server.Call(s, "GET", "/safes/", "", ""); strings.Count(list, "once") != 1 {
			t.Errorf("it was done twice: %s", list)
		}
	})
	t.Run("deletion", func(t *testing.T) {
		s := newSafes(t, auth.Options{})
		b := &browser{h: s}
		login := url.Values{"_method": {"DELETE"}, "_key": {"key-of-the-form-12345"}, "_version": {`W/"old" x`}, "_username": {"alice"}, "_password": {"alice-password"}}
		page := b.post("/safes/1/", login).Body.String()
		if keyPart.FindStringSubmatch(page)[1] != "key-of-the-form-12345" || versionPart.FindStringSubmatch(page)[1] != "W/&#34;old&#34; x" {
			t.Errorf("the question has another key or version:\n%s", page)
		}
	})
}
