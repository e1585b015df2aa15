package browse_test

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"example.com/resourceful/framework/messages/german"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest"
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
	h := resttest.NewServer(t, resttest.Config{Set: brochures(german.Catalogue(), own, persian), Pages: ownPages}, ":memory:")
	plain := resttest.NewServer(t, resttest.Config{Set: brochures(), Pages: ownPages}, ":memory:")
	for _, h := range []http.Handler{h, plain} {
		for _, title := range []string{"Search", "Cancel", "Next"} {
			askPage(t, h, "alice", "POST", "/brochures/", "", `{"title":"`+title+`"}`)
		}
	}
	for _, tt := range []struct{ path, language, want string }{
		{"/brochures/", "de", `<html lang="de">`},
		{"/brochures/", "de", `<a class="skip" href="#main">Zum Inhalt</a>`},
		{"/brochures/", "de", `3 Datensätze, Seite 1 von 2`},
		{"/brochures/", "de", `aria-label="Datensätze"`},
		{"/brochures/", "de", `<button>Suchen</button>`},
		{"/brochures/", "de", `<summary>Neu: brochure</summary>`},
		{"/brochures/", "de", `Search`},
		{"/brochures/", "de", `Überschrift, enthält`},
		{"/brochures/", "de", `>Ja</option>`},
		{"/brochures/1/", "de", `name="_show" value="delete">brochure löschen</button>`},
		{"/brochures/1/", "de", `Höchstens 40 Zeichen.`},
		{"/brochures/1/?_show=delete", "de", `Das lässt sich nicht rückgängig machen.`},
		{"/brochures/1/?_show=delete", "de", `<h2 id="question">brochure 1 “<bdi dir="auto">Search</bdi>” löschen?</h2>`},
		{"/brochures/9/", "de", `<p>Nicht gefunden.`},
		{"/api-auth/login/", "de", `<html lang="de">`},
		{"/api-auth/login/", "de", `<button>Anmelden</button>`},
		{"/-/problems/not_found", "de-AT", `<html lang="de">`},
		{"/-/problems/not_found", "de", `<h1>Nicht gefunden</h1>`},
		{"/-/problems/", "de", `<h1>Probleme</h1>`},
		{"/-/api", "de", `<html lang="en">`},
		{"/brochures/", "fa", `<html lang="fa" dir="rtl">`},
		{"/brochures/", "fa, de;q=0.5", `<button>جستجو</button>`},
		{"/brochures/", "fr", `<html lang="en">`},
	} {
		page, header := askPage(t, h, "alice", "GET", tt.path, tt.language, "")
		if !strings.Contains(page, tt.want) {
			t.Errorf("%s in %s lacks %s:\n%s", tt.path, tt.language, tt.want, page)
		}
		if !strings.Contains(header.Get("Vary"), "Accept-Language") || !strings.HasPrefix(tt.language, header.Get("Content-Language")) && header.Get("Content-Language") != "en" {
			t.Errorf("%s in %s: got %v", tt.path, tt.language, header)
		}
	}
	if page, _ := askPage(t, h, "", "GET", "/brochures/", "de", ""); !strings.Contains(page, "Dafür müssen Sie angemeldet sein: Anlegen.") {
		t.Errorf("the reason of what is not offered is not German: %s", page)
	}
	for _, path := range []string{"/", "/brochures/", "/brochures/1/", "/brochures/1/?_show=delete", "/brochures/9/", "/api-auth/login/", "/-/problems/not_found", "/-/api"} {
		english, _ := askPage(t, h, "alice", "GET", path, "en", "")
		want, _ := askPage(t, plain, "alice", "GET", path, "", "")
		if strip := regexp.MustCompile(`Accept-Language|, `); strip.ReplaceAllString(english, "") != strip.ReplaceAllString(want, "") {
			t.Errorf("%s in English is another page with catalogues", path)
		}
	}
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
