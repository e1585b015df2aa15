package served_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"example.com/resourceful/framework/messages/german"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

// mailing has kinds whose messages have parameters.
type mailing struct {
	ID     int64      `rest:"id,readonly"`
	Label  string     `rest:"label,unique" validate:"max=5"`
	Weight *int64     `rest:"weight,filter=gte" validate:"min=1"`
	Sent   *rest.Date `rest:"sent"`
	Size   string     `rest:"size" default:"small" validate:"oneof=small large"`
	Tags   []string   `rest:"tags,optional" validate:"max=2,dive,email"`
}

// mailings has messages of the team's own beside those of the framework.
func mailings(catalogues ...rest.Catalogue) func() *rest.Set {
	return func() *rest.Set {
		open := func(_ *rest.Call, p *mailing, _ rest.None) (*mailing, error) {
			return nil, problem.New(problem.Conflict, "The mailing %s is sealed.", p.Label)
		}
		return rest.NewSet("mailings", rest.ViewSet[mailing]{
			Path: "/mailings/", Bulk: rest.Bulk{Actions: rest.Create}, Extra: []rest.Action{rest.OnRecord("open", open)},
		}).Access(permission.SignedInOrReadOnly).Catalogues(catalogues...)
	}
}

// Refusals are told in the language of Accept-Language, in each form and in pages; names, codes and paths stay. Responses
// of a set with catalogues vary by it, and those of others do not heed it.
func TestCatalogues(t *testing.T) {
	own := rest.Catalogue{Language: "de", Messages: map[string]string{"The mailing %s is sealed.": "Das Paket %s ist versiegelt.", "Not found.": "Gibt es nicht."}}
	databases(t, func(t *testing.T, address string) {
		h := server.New(t, server.Config{Set: mailings(german.Catalogue(), own), Pages: pages(t)}, address)
		plain := server.New(t, server.Config{Set: mailings(), Pages: pages(t)}, ":memory:")
		for _, h := range []http.Handler{h, plain} {
			if w := sendAs(h, "alice", "POST", "/mailings/", `{"label":"a"}`, "Content-Type", "application/json"); w.Code != 201 {
				t.Fatalf("the first mailing: got %d %s", w.Code, w.Body)
			}
		}
		const wrong = `{"label":"too long","weight":0,"sent":"soon","size":"huge","tags":["x"],"lable":1}`
		for _, tt := range []struct{ user, line, body, accept, language, want string }{
			{"", "GET /mailings/9/", "", "", "de-AT, en;q=0.5", `404 de {"detail":"Gibt es nicht."}`},
			{"", "GET /mailings/9/", "", "", "fr, en;q=0.1", `404 en {"detail":"Not found."}`},
			{"", "GET /mailings/9/", "", "", "", `404 en {"detail":"Not found."}`},
			{"", "GET /nowhere/", "", "", "de", `404 de {"detail":"Gibt es nicht."}`},
			{"", "POST /mailings/", `{}`, "", "de", `403 de {"detail":"Anmeldedaten fehlen."}`},
			{"alice", "PUT /mailings/", `{}`, "", "de", `405 de {"detail":"Methode „PUT“ nicht erlaubt."}`},
			{"alice", "POST /mailings/1/open/", ``, "", "de", `409 de {"detail":"Das Paket a ist versiegelt."}`},
			{
				"alice", "POST /mailings/", wrong, "", "de",
				`400 de {"label":["Dieses Feld darf nicht mehr als 5 Zeichen haben."],"weight":["Dieser Wert muss größer oder gleich 1 sein."],"sent":["Das Datum hat ein falsches Format. Schreiben Sie es so: YYYY-MM-DD."],` +
					`"size":["„huge“ ist keine gültige Auswahl."],"tags":{"0":["Geben Sie eine gültige E-Mail-Adresse ein."]},"lable":["Unbekanntes Feld. Meinten Sie „label“?"]}`,
			},
			{"alice", "POST /mailings/", `{"label":"a"}`, "", "de", `400 de {"label":["mailing mit diesem Wert für label gibt es schon."]}`},
			{
				"alice", "POST /mailings/", `{"label":"too long"}`, "application/problem+json", "de",
				`400 de {"type":"http://example.com/-/problems/invalid_input","title":"Ungültige Anfrage","status":400,"detail":"Ungültige Eingabe.","instance":"/mailings/","errors":[{"pointer":"#/label","code":"max_length","parameters":{"limit":"5"},"detail":"Dieses Feld darf nicht mehr als 5 Zeichen haben."}]}`,
			},
			{"", "GET /mailings/?weight__gte=x", "", "application/problem+json", "de", `400 de {"type":"http://example.com/-/problems/invalid_input","title":"Ungültige Anfrage","status":400,"detail":"Ungültige Eingabe.","instance":"/mailings/","errors":[{"parameter":"weight__gte","code":"invalid","detail":"Geben Sie eine Zahl ein."}]}`},
			{"alice", "POST /mailings/", `[{"label":"b"},{},3]`, "", "de", `400 de [{},{"label":["Dieses Feld ist erforderlich."]},{"non_field_errors":["Ungültige Daten. Ein Objekt wird erwartet, nicht int."]}]`},
			{"", "GET /mailings/1/", "", "", "de", `200  {"id":1,"label":"a","weight":null,"sent":null,"size":"small","tags":[]}`},
		} {
			method, path, _ := strings.Cut(tt.line, " ")
			headers := []string{"Content-Type", "application/json", "Accept-Language", tt.language}
			if tt.accept != "" {
				headers = append(headers, "Accept", tt.accept)
			}
			w := sendAs(h, tt.user, method, path, tt.body, headers...)
			if got := fmt.Sprintf("%d %s %s", w.Code, w.Header().Get("Content-Language"), w.Body); got != tt.want {
				t.Errorf("%s %s in %q:\n got %s\nwant %s", tt.line, tt.body, tt.language, got, tt.want)
			}
			if vary := w.Header().Get("Vary"); !strings.Contains(vary, "Accept-Language") {
				t.Errorf("%s varies by %s", tt.line, vary)
			}
			english, asked := sendAs(plain, tt.user, method, path, tt.body, "Content-Type", "application/json"), sendAs(plain, tt.user, method, path, tt.body, "Content-Type", "application/json", "Accept-Language", "de")
			if english.Body.String() != asked.Body.String() || asked.Header().Get("Content-Language") != "" || strings.Contains(asked.Header().Get("Vary"), "Language") {
				t.Errorf("%s without catalogues: got %v %s, want %s", tt.line, asked.Header(), asked.Body, english.Body)
			}
		}
		lenient := sendAs(h, "alice", "POST", "/mailings/", `[{"label":"too long"}]`, "Content-Type", "application/json", "Accept-Language", "de", "Prefer", "handling=lenient")
		if want := `[{"status":400,"errors":{"label":["Dieses Feld darf nicht mehr als 5 Zeichen haben."]}}]`; lenient.Body.String() != want || lenient.Header().Get("Content-Language") != "de" {
			t.Errorf("leniently: got %v %s, want %s", lenient.Header(), lenient.Body, want)
		}
		page := sendAs(h, "alice", "POST", "/mailings/", "label=too+long", "Content-Type", "application/x-www-form-urlencoded", "Accept", "text/html", "Accept-Language", "de")
		for _, want := range []string{"Dieses Feld darf nicht mehr als 5 Zeichen haben.", "Die Eingabe wurde nicht angenommen."} {
			if !strings.Contains(page.Body.String(), want) || page.Header().Get("Content-Language") != "de" {
				t.Errorf("the page of a refused form lacks %q: %v", want, page.Header())
			}
		}
	})
}
