package served_test

import (
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/htmlcheck"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
	"example.com/resourceful/framework/traffic"
)

func newSafes(t *testing.T, options auth.Options) *server.Server {
	t.Helper()
	s := server.New(t, server.Config{Set: sets.Safes, Pages: pages(t), Auth: options}, ":memory:")
	server.Must(t, s, "POST", "/shelves/", "", `{"label":"one"}`)
	server.Must(t, s, "POST", "/shelves/", "", `{"label":"two"}`)
	server.Must(t, s, "POST", "/safes/", "alice", `{"name":"stored","code":"1234"}`)
	return s
}

// browser sends forms and keeps cookies, as a browser does.
type browser struct {
	h       http.Handler
	cookies map[string]string
}

func (b *browser) post(path string, form url.Values, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("POST", path, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Accept", "text/html")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	for name, value := range b.cookies {
		r.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	w := httptest.NewRecorder()
	b.h.ServeHTTP(w, r)
	for _, c := range w.Result().Cookies() {
		if b.cookies == nil {
			b.cookies = map[string]string{}
		}
		b.cookies[c.Name] = c.Value
	}
	return w
}

// formOf is what the browser would send for the form of a page with this button, which has no other
// effect, and the address that it would send it to.
func formOf(t *testing.T, page, button string) (action string, sent url.Values) {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	attr := func(n *html.Node, name string) (string, bool) {
		i := slices.IndexFunc(n.Attr, func(a html.Attribute) bool { return a.Key == name })
		if i < 0 {
			return "", false
		}
		return n.Attr[i].Val, true
	}
	text := func(n *html.Node) (all string) {
		for c := range n.Descendants() {
			if c.Type == html.TextNode {
				all += c.Data
			}
		}
		return all
	}
	sends := func(form *html.Node) bool { // its first button
		for c := range form.ChildNodes() {
			if c.Data == "button" {
				return text(c) == button
			}
		}
		return false
	}
	for form := range doc.Descendants() {
		if form.Data != "form" || !sends(form) {
			continue
		}
		sent = url.Values{}
		for n := range form.Descendants() {
			name, _ := attr(n, "name")
			value, _ := attr(n, "value")
			kind, _ := attr(n, "type")
			_, checked := attr(n, "checked")
			_, selected := attr(n, "selected")
			switch {
			case n.Data == "input" && (kind != "checkbox" || checked):
				sent.Add(name, value)
			case n.Data == "textarea":
				sent.Add(name, text(n))
			case n.Data == "option" && selected:
				name, _ := attr(n.Parent, "name")
				sent.Add(name, value)
			}
		}
		action, _ = attr(form, "action")
		return action, sent
	}
	t.Fatalf("no form with the button %q in:\n%s", button, page)
	return "", nil
}

func wantForm(t *testing.T, what string, got, want url.Values) {
	t.Helper()
	if !maps.EqualFunc(got, want, slices.Equal[[]string]) {
		t.Errorf("%s: got %q, want %q", what, got, want)
	}
}

// A login within the page brings back the typed values except write-only ones, which are asked for
// again; nothing is written until the form is sent.
func TestLoginWithinAForm(t *testing.T) {
	for path, method := range map[string]string{"/safes/?x=1": "", "/safes/1/": "PUT"} {
		t.Run(path, func(t *testing.T) {
			s := newSafes(t, auth.Options{})
			b := &browser{h: s}
			typed := url.Values{"name": {"typed <b>"}, "code": {"s3cr3t"}, "notes": {"\nfor hours\n"}, "shelf": {"2"}, "beside": {"1", "2"}, "_key": {"key-of-the-form-12345"}}
			if method != "" {
				typed.Set("_method", method)
			}
			w := b.post(path, typed)
			page := w.Body.String()
			if w.Code != 403 || strings.Contains(page, "s3cr3t") {
				t.Fatalf("got %d, want 403 without the secret:\n%s", w.Code, page)
			}
			if err := htmlcheck.Page([]byte(page)); err != nil {
				t.Error(err)
			}
			action, login := formOf(t, page, "Log in")
			want := maps.Clone(typed)
			want.Del("code")
			maps.Copy(want, url.Values{"_retype": {"code"}, "_username": {""}, "_password": {""}})
			wantForm(t, "the login", login, want)
			if action != path {
				t.Errorf("the login goes to %q, want %q", action, path)
			}

			login.Set("_username", "alice")
			login.Set("_password", "wrong-password")
			w = b.post(action, login)
			if page = w.Body.String(); w.Code != 403 || w.Header().Get("Set-Cookie") != "" || w.Header().Get("Cache-Control") != "no-store" || strings.Contains(page, "wrong-password") {
				t.Fatalf("a wrong password: got %d %v\n%s", w.Code, w.Header(), page)
			}
			_, login = formOf(t, page, "Log in")
			want.Set("_username", "alice")
			wantForm(t, "the login after a wrong password", login, want)

			login.Set("_password", "alice-password")
			w = b.post(action, login)
			if page = w.Body.String(); w.Code != 200 || w.Header().Get("Cache-Control") != "private, no-cache" || strings.Contains(page, "alice-password") {
				t.Fatalf("the right password: got %d %v\n%s", w.Code, w.Header(), page)
			}
			if !strings.Contains(page, "Type it again") || !strings.Contains(page, "not saved yet") {
				t.Errorf("the page does not say what to do:\n%s", page)
			}
			button := "Create"
			if method != "" {
				button = "Save"
			}
			action, form := formOf(t, page, button)
			for name, values := range typed {
				if got := form[name]; name != "code" && name != "_key" && !slices.Equal(got, values) {
					t.Errorf("%s: the form has %q, want %q", name, got, values)
				}
			}
			if form["locked"] != nil || form.Get("code") != "" {
				t.Errorf("the form has %q", form)
			}
			if _, list := server.Call(s, "GET", "/safes/", "", ""); strings.Contains(list, "typed") {
				t.Errorf("the login has written: %s", list)
			}
			form.Set("code", "5678")
			if w = b.post(action, form); w.Code >= 400 {
				t.Errorf("the form is refused: %d %s", w.Code, w.Body)
			}
			if _, list := server.Call(s, "GET", "/safes/", "", ""); !strings.Contains(list, "typed") {
				t.Errorf("the form has not written: %s", list)
			}
		})
	}
}

// Another site's page can neither log anybody in by a form nor fill one in.
func TestLoginWithinAFormOfAnotherSite(t *testing.T) {
	s := newSafes(t, auth.Options{})
	for _, header := range [][]string{{"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Site", "same-site"}, {"Origin", "http://evil.example"}, {"Origin", "null"}} {
		for _, password := range []string{"alice-password", "wrong", ""} {
			w := (&browser{h: s}).post("/safes/", url.Values{"name": {"planted"}, "_username": {"alice"}, "_password": {password}}, header...)
			if w.Code != 403 || w.Header().Get("Set-Cookie") != "" || strings.Contains(w.Body.String(), "planted") || !strings.Contains(w.Body.String(), "CSRF Failed") {
				t.Errorf("%v, password %q: got %d %v\n%s", header, password, w.Code, w.Header(), w.Body)
			}
		}
	}
	// Nor does a link, or another format.
	for _, w := range []*httptest.ResponseRecorder{
		(&browser{h: s}).post("/safes/?_username=alice&_password=alice-password", url.Values{"name": {"x"}}),
		(&browser{h: s}).post("/safes/", url.Values{"name": {"x"}, "_username": {"alice"}, "_password": {"alice-password"}}, "Accept", "application/json"),
	} {
		if w.Code != 403 || w.Header().Get("Set-Cookie") != "" {
			t.Errorf("got %d %v", w.Code, w.Header())
		}
	}
}

// Whoever has to wait for a login loses nothing.
func TestThrottledLoginWithinAForm(t *testing.T) {
	s := newSafes(t, auth.Options{Throttle: auth.Throttle{Failures: 1, Window: time.Hour}})
	b := &browser{h: s}
	form := url.Values{"name": {"typed"}, "notes": {"for hours"}, "_username": {"alice"}, "_password": {"wrong"}}
	b.post("/safes/", form)
	w := b.post("/safes/", form)
	if w.Code != 429 || w.Header().Get("Retry-After") == "" || w.Header().Get("Cache-Control") != "no-store" {
		t.Fatalf("got %d %v, want 429", w.Code, w.Header())
	}
	_, login := formOf(t, w.Body.String(), "Log in")
	form.Set("_password", "")
	wantForm(t, "the login", login, form)
}

// A search among related rows needs the session too; without one, it gives what was typed to a login.
func TestSearchAfterSession(t *testing.T) {
	s := newSafes(t, auth.Options{})
	typed := url.Values{"name": {"typed"}, "_find": {"shelf"}, "_find_shelf": {"on"}}
	w := (&browser{h: s}).post("/safes/", typed)
	_, login := formOf(t, w.Body.String(), "Log in")
	typed.Del("_find")
	maps.Copy(typed, url.Values{"_username": {""}, "_password": {""}})
	wantForm(t, "the login", login, typed)
	if w.Code != 200 || !strings.Contains(w.Body.String(), "You are not logged in any more.") {
		t.Errorf("got %d\n%s", w.Code, w.Body)
	}
}

// A fault gives the form back to be sent again, with what was typed and without the database; where
// the requester may not even have been allowed to send it, with nothing but that.
func TestResend(t *testing.T) {
	typed := url.Values{"name": {"unavailable"}, "code": {"s3cr3t"}, "notes": {"\nfor hours\n"}, "locked": {"true"}, "shelf": {"2"}, "beside": {"1", "2"}, "_key": {"key-of-the-form-12345"}, "_method": {"PUT"}}
	want := maps.Clone(typed)
	want.Set("code", "")
	want.Set("_retype", "code")
	session := func(t *testing.T, s *server.Server) *browser {
		b := &browser{h: s}
		if w := b.post("/api-auth/login/", url.Values{"username": {"alice"}, "password": {"alice-password"}}); w.Code != 303 {
			t.Fatalf("login: %d", w.Code)
		}
		return b
	}
	check := func(t *testing.T, w *httptest.ResponseRecorder, labels bool) {
		t.Helper()
		page := w.Body.String()
		if w.Code < 500 || strings.Contains(page, "s3cr3t") || !strings.Contains(page, "If so, this does not save it twice.") {
			t.Fatalf("got %d:\n%s", w.Code, page)
		}
		action, form := formOf(t, page, "Send again")
		wantForm(t, "the form", form, want)
		if action != "/safes/1/?x=1" || strings.Contains(page, ">Name<") != labels {
			t.Errorf("action %q; labels %v in:\n%s", action, !labels, page)
		}
		if err := htmlcheck.Page([]byte(page)); err != nil {
			t.Error(err)
		}
	}
	t.Run("while it is saved", func(t *testing.T) {
		s := newSafes(t, auth.Options{})
		b := session(t, s)
		w := b.post("/safes/1/?x=1", typed)
		check(t, w, true)
		action, form := formOf(t, w.Body.String(), "Send again")
		form.Set("name", "mended")
		form.Set("code", "5678")
		if w := b.post(action, form); w.Code >= 400 {
			t.Errorf("sent again: got %d %s", w.Code, w.Body)
		}
		if _, got := server.Call(s, "GET", "/safes/1/", "alice", ""); !strings.Contains(got, `"name":"mended"`) || !strings.Contains(got, `"beside":[1,2]`) {
			t.Errorf("sent again: stored %s", got)
		}
	})
	t.Run("before it is known who asks", func(t *testing.T) {
		s := newSafes(t, auth.Options{})
		b := session(t, s)
		if err := s.DB.Close(); err != nil {
			t.Fatal(err)
		}
		check(t, b.post("/safes/1/?x=1", typed), false)
	})
	t.Run("to another site's page", func(t *testing.T) {
		s := newSafes(t, auth.Options{})
		b := &browser{h: s}
		if err := s.DB.Close(); err != nil {
			t.Fatal(err)
		}
		w := b.post("/safes/1/", url.Values{"name": {"planted"}, "_username": {"a"}, "_password": {"b"}}, "Sec-Fetch-Site", "cross-site")
		if strings.Contains(w.Body.String(), "planted") {
			t.Errorf("the page has the words of another site:\n%s", w.Body)
		}
	})
}

// The page of a fault names the request as the logs do, and those of other answers do not.
func TestRequestIDOnPages(t *testing.T) {
	s := newSafes(t, auth.Options{Throttle: auth.Throttle{Failures: 1, Window: time.Hour}})
	named := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set(auth.RequestHeader, "request-7")
		s.ServeHTTP(w, r)
	})
	const shown = "Request ID: <code>request-7</code>"
	b := &browser{h: named}
	wrong := url.Values{"username": {"bob"}, "password": {"wrong"}}
	b.post("/api-auth/login/", wrong)
	for _, tt := range []struct {
		path   string
		form   url.Values
		status int
	}{
		{"/safes/", url.Values{"name": {"x"}}, 403},
		{"/nowhere/", nil, 404},
		{"/api-auth/login/", wrong, 429},
		{"/safes/", url.Values{"name": {"x"}, "_username": {"bob"}, "_password": {"wrong"}}, 429},
	} {
		w := b.post(tt.path, tt.form)
		if w.Code != tt.status || strings.Contains(w.Body.String(), shown) != (tt.status == 429) {
			t.Errorf("%s: got %d, want %d\n%s", tt.path, w.Code, tt.status, w.Body)
		}
	}
	if err := s.DB.Close(); err != nil {
		t.Fatal(err)
	}
	if w := b.post("/safes/", url.Values{"_username": {"bob"}, "_password": {"x"}}); w.Code < 500 || !strings.Contains(w.Body.String(), shown) {
		t.Errorf("got %d\n%s", w.Code, w.Body)
	}
}

// A form that comes when there are too many requests is given back too, without a statement, and as
// long as it is no longer than what every body may have.
func TestFormOneTooMany(t *testing.T) {
	entered, leave := make(chan struct{}), make(chan struct{})
	set := func() *rest.Set {
		return rest.NewSet("slow", rest.ViewSet[tally]{
			Path: "/tallies/", Access: permission.Anyone,
			Serializer: rest.Serializer[tally]{BeforeSave: func(*rest.Call, *tally) error {
				close(entered)
				<-leave
				return nil
			}},
		})
	}
	s := server.New(t, server.Config{Set: set, Pages: pages(t), Options: serve.Options{Limits: serve.Limits{Traffic: traffic.Limits{Requests: 1}}}}, ":memory:")
	done := make(chan int)
	go func() {
		done <- server.SendAs(s, "alice", "POST", "/tallies/", `{"name":"a"}`, "Content-Type", "application/json").Code
	}()
	<-entered
	for name, keeps := range map[string]bool{"typed": true, strings.Repeat("long", 20_000): false} {
		ctx, counter := database.WithCounter(t.Context())
		r := httptest.NewRequestWithContext(ctx, "POST", "/tallies/", strings.NewReader(url.Values{"name": {name}, "_key": {"k"}}.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Accept", "text/html")
		r.Header.Set("Cookie", "sessionid="+strings.Repeat("a", 43))
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		page := w.Body.String()
		if w.Code != 503 || counter.N() > 0 || strings.Contains(page, "Send again") != keeps {
			t.Fatalf("form of %d letters: got %d after %q\n%s", len(name), w.Code, counter.SQL(), page)
		}
		if keeps {
			_, form := formOf(t, page, "Send again")
			wantForm(t, "the form", form, url.Values{"name": {name}, "_key": {"k"}})
		}
	}
	close(leave)
	if status := <-done; status != http.StatusCreated {
		t.Errorf("the one: got %d, want 201", status)
	}
}

// A body that was written by hand, and may hold secrets that cannot be told from the rest, is not
// given back: nor is a form without it, which would clear what it does not name.
func TestLostBody(t *testing.T) {
	s := newSafes(t, auth.Options{})
	b := &browser{h: s}
	form := url.Values{"_method": {"PUT"}, "_content_type": {"application/json"}, "_content": {`{"code":"s3cr3t`}, "_key": {"key-of-the-form-12345"}}
	check := func(w *httptest.ResponseRecorder, status int) {
		t.Helper()
		page := w.Body.String()
		if w.Code != status || strings.Contains(page, "s3cr3t") || !strings.Contains(page, "What you sent is not shown again") {
			t.Errorf("got %d, want %d:\n%s", w.Code, status, page)
		}
		for _, text := range []string{"Send again", `name="_password"`, `name="_key"`, "<code><bdi"} {
			if strings.Contains(page, text) {
				t.Errorf("the page has %q", text)
			}
		}
		if err := htmlcheck.Page([]byte(page)); err != nil {
			t.Error(err)
		}
	}
	w := b.post("/safes/1/", form)
	check(w, 403)
	if !strings.Contains(w.Body.String(), `href="/api-auth/login/?next=/safes/1/"`) {
		t.Errorf("no link to a login:\n%s", w.Body)
	}
	if err := s.DB.Close(); err != nil {
		t.Fatal(err)
	}
	b.cookies = map[string]string{"sessionid": strings.Repeat("a", 43)}
	check(b.post("/safes/1/", form), 500)
}
