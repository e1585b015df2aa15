package browse_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"example.com/resourceful/framework/messages/german"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

type brochure struct {
	ID    int64  `rest:"id,readonly"`
	Title string `rest:"title,search,sort,filter=contains" validate:"max=40"`
	Done  bool   `rest:"done,filter" default:"false"`
}

func brochures(catalogues ...rest.Catalogue) func() *rest.Set {
	return func() *rest.Set {
		return rest.NewSet("brochures", rest.ViewSet[brochure]{Path: "/brochures/", Pages: rest.PageNumber{Size: 2}}).
			Access(permission.SignedInOrReadOnly).Catalogues(catalogues...)
	}
}

// Pages have the words of the catalogue in their templates and from their code, say their language, and what people typed
// stays. In English they are as those of a set without catalogues.
func TestGermanPages(t *testing.T) {
	own := rest.Catalogue{Language: "de", Words: map[string]string{"Title": "Überschrift", "%s is long.": "%s ist lang."}}
	persian := rest.Catalogue{Language: "fa", RightToLeft: true, Words: map[string]string{"Search": "جستجو"}}
	h := server.New(t, server.Config{Set: brochures(german.Catalogue(), own, persian), Pages: ownPages}, ":memory:")
	plain := server.New(t, server.Config{Set: brochures(), Pages: ownPages}, ":memory:")
	for _, h := range []http.Handler{h, plain} {
		for _, title := range []string{"Search", "Cancel", "New York"} {
			askPage(t, h, "alice", "POST", "/brochures/", "", `{"title":"`+title+`"}`)
		}
	}
	for _, tt := range []struct{ path, language, want string }{
		{"/brochures/", "de", `<html lang="de">`},
		{"/brochures/", "de", `<a class="skip" href="#main">Zum Inhalt</a>`},
		{"/brochures/", "de", `3 Datensätze, Seite 1 von 2`},
		{"/brochures/", "de", `aria-label="Datensätze"`},
		{"/brochures/", "de", `<button class="unseen" tabindex="-1">Suchen</button>`},
		{"/brochures/", "de", `<summary>Neu: brochure</summary>`},
		{"/brochures/", "de", `<th scope="row"><a href="/brochures/1/"><bdi dir="auto">Search</bdi></a></th>`},
		{"/brochures/", "de", `<td data-label="Done"><span class="badge no">nein</span></td>`},
		{"/brochures/", "de", `<p class="summary">3 Datensätze</p>`},
		{"/brochures/", "de", `<a href="/">Start</a>`},
		{"/brochures/?done=false&search=e", "de", `<li><a href="/brochures/?done=false">Suchen: <bdi dir="auto">e</bdi>`},
		{"/brochures/?done=false&search=e", "de", `<li><a href="/brochures/?search=e">Done: <bdi dir="auto">Nein</bdi>`},
		{"/brochures/?done=false", "de", `<option value="">Alle</option>`},
		{"/brochures/3/", "de", `<title>New York · Brochures · Resourceful</title>`},
		{"/brochures/3/", "de", `<th scope="row">Überschrift</th><td><bdi dir="auto">New York</bdi></td>`},
		{"/brochures/1/?_show=duplicate", "de", `<h1>brochure duplizieren</h1>`},
		{"/brochures/1/?_show=edit", "de", `<bdi dir="auto">brochure bearbeiten</bdi></a></li>`},
		{"/brochures/?page=9", "de", `<title>Nicht gefunden · Brochures · Resourceful</title>`},
		{"/brochures/?page=x&done=x", "de", `<title>Fehler: Brochures · Resourceful</title>`},
		{"/brochures/1/", "de", `<td><span class="badge no">nein</span></td>`},
		{"/brochures/", "de", `Überschrift, enthält`},
		{"/brochures/", "de", `>Ja</option>`},
		{"/brochures/1/", "de", `name="_show" value="delete">brochure löschen</button>`},
		{"/brochures/1/", "de", `Höchstens 40 Zeichen.`},
		{"/brochures/1/?_show=delete", "de", `Das lässt sich nicht rückgängig machen.`},
		{"/brochures/1/?_show=delete", "de", `<h2 id="question">brochure 1 “<bdi dir="auto">Search</bdi>” löschen?</h2>`},
		{"/brochures/9/", "de", `<p>Nicht gefunden.`},
		{"/api-auth/login/", "de", `<li data-text="%s selected">%s ausgewählt</li>`},
		{"/api-auth/login/", "de", `<html lang="de">`},
		{"/api-auth/login/", "de", `<button>Anmelden</button>`},
		{"/-/problems/not_found", "de-AT", `<html lang="de">`},
		{"/-/problems/not_found", "de", `<h1>Nicht gefunden</h1>`},
		{"/-/problems/", "de", `<h1>Probleme</h1>`},
		{"/-/find", "de", `<html lang="de">`},
		{"/-/api", "de", `<html lang="en">`},
		{"/brochures/", "fa", `<html lang="fa" dir="rtl">`},
		{"/brochures/", "fa, de;q=0.5", `<button class="unseen" tabindex="-1">جستجو</button>`},
		{"/brochures/", "fr", `<html lang="en">`},
	} {
		page, header := askPage(t, h, "alice", "GET", tt.path, tt.language, "")
		if !strings.Contains(page, tt.want) {
			t.Errorf("%s in %s lacks %s:\n%s", tt.path, tt.language, tt.want, page)
		}
		if !strings.Contains(header.Get("Vary"), "Accept-Language") || !strings.HasPrefix(tt.language, header.Get("Content-Language")) && header.Get("Content-Language") != "en" {
			t.Errorf("%s in %s: got %v", tt.path, tt.language, header)
		}
		if german := strings.Contains(page, `<html lang="de">`); german != (header.Get("Content-Language") == "de") {
			t.Errorf("%s in %s: is German %v, got %v", tt.path, tt.language, german, header)
		}
	}
	if page, _ := askPage(t, h, "", "GET", "/brochures/", "de", ""); !strings.Contains(page, "Dafür müssen Sie angemeldet sein: Anlegen.") {
		t.Errorf("the reason of a missing button is not German: %s", page)
	}
	for _, path := range []string{"/", "/brochures/", "/brochures/1/", "/brochures/1/?_show=delete", "/brochures/9/", "/api-auth/login/", "/-/problems/not_found", "/-/api"} {
		english, _ := askPage(t, h, "alice", "GET", path, "en", "")
		want, _ := askPage(t, plain, "alice", "GET", path, "", "")
		if strip := regexp.MustCompile(`Accept-Language|, `); strip.ReplaceAllString(english, "") != strip.ReplaceAllString(want, "") {
			t.Errorf("%s in English is another page with catalogues", path)
		}
	}
}

// pamphlet has a member that only administrators read.
type pamphlet struct {
	ID    int64  `rest:"id,readonly"`
	Title string `rest:"title" validate:"max=40"`
	Price int    `rest:"price" default:"0"`
}

// Requesters whom rules of members keep something from have the pages of the language as well.
func TestGermanPagesOfAudiences(t *testing.T) {
	set := func() *rest.Set {
		return rest.NewSet("pamphlets", rest.ViewSet[pamphlet]{Path: "/pamphlets/", Fields: rest.FieldRules{"price": permission.Admin}}).
			Access(permission.Anyone).Catalogues(german.Catalogue())
	}
	h := server.New(t, server.Config{Set: set, Pages: ownPages}, ":memory:")
	for _, user := range []string{"", "alice", "admin"} {
		for path, want := range map[string]string{"/pamphlets/": "Neu: pamphlet", "/-/problems/not_found": "<h1>Nicht gefunden</h1>", "/-/problems/": "<h1>Probleme</h1>"} {
			if page, header := askPage(t, h, user, "GET", path, "de", ""); header.Get("Content-Language") != "de" || !strings.Contains(page, `<html lang="de">`) || !strings.Contains(page, want) {
				t.Errorf("%s as %q: got %s %s, want %s", path, user, header, page, want)
			}
		}
		if page, _ := askPage(t, h, user, "GET", "/-/problems/not_found", "en", ""); !strings.Contains(page, "<h1>Not found</h1>") {
			t.Errorf("the problem in English as %q: got %q", user, page)
		}
	}
}

// The pages of many records at once have whole German sentences.
func TestGermanBulkPages(t *testing.T) {
	set := func() *rest.Set {
		own := rest.Catalogue{Language: "de", Words: map[string]string{"Status": "Stand von heute"}}
		return parcels().Catalogues(german.Catalogue(), own)
	}
	h := server.New(t, server.Config{Set: set, Pages: ownPages}, ":memory:")
	for _, made := range [][2]string{{"/parcels/", `{"label":"New York","urgent":true}`}, {"/parcels/", `{"label":"b"}`}, {"/stamps/", `{"parcel":1,"price":2}`}} {
		askPage(t, h, "admin", "POST", made[0], "", made[1])
	}
	send := func(form url.Values) (string, http.Header) {
		w := sendTo(h, "POST", "/parcels/", "admin", form.Encode(), "Accept", "text/html", "Accept-Language", "de", "Content-Type", "application/x-www-form-urlencoded")
		return withoutMarks(w.Body.String()), w.Header()
	}
	page, _ := askPage(t, h, "admin", "GET", "/parcels/", "de", "")
	contains(t, page, `aria-label="New York wählen">`, `aria-label="Ansichten"`, `aria-current="true">Alle</a>`, `<p class="summary">2 Datensätze</p>`,
		`<button name="_ask" value="delete" class="quiet">Löschen …</button>`, `data-label="Stand von heute"`, `<summary>Exportieren</summary>`, `<span class="badge yes">ja</span></td>`)
	rows := []string{"1", "2"}
	page, _ = send(url.Values{"_ask": {"delete"}, "_rows": rows})
	contains(t, page, `<h2 id="question">2 parcels löschen?</h2>`, `<li>New York</li>`, `Alle stamps, die sich auf sie beziehen, werden auch gelöscht: 1.`,
		`Sie können wiederhergestellt werden.`, `<button class="danger">2 parcels löschen</button>`)
	page, _ = send(url.Values{"_ask": {"set"}, "_set": {"status"}, "_rows": rows})
	contains(t, page, `<h2 id="question">Stand von heute setzen: 2 parcels</h2>`, `<button>Setzen: 2 parcels</button>`)
	page, _ = send(url.Values{"_ask": {"delete"}})
	contains(t, page, `<h2 id="question">Wählen Sie erst Datensätze: von den gewählten ist keiner da.</h2>`)
	page, _ = send(url.Values{"_ask": {"set"}, "_set": {"none"}, "_rows": rows})
	contains(t, page, `<h2 id="question">Wählen Sie, welches Feld gesetzt wird.</h2>`)
}

// askPage asks for a page, or sends JSON.
func askPage(t *testing.T, h http.Handler, user, method, path, language, body string) (string, http.Header) {
	t.Helper()
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Header.Set("Accept", "text/html")
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if language != "" {
		r.Header.Set("Accept-Language", language)
	}
	if user != "" {
		r.SetBasicAuth(user, user+"-password")
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Body.String(), w.Header()
}
