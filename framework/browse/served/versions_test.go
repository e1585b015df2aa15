package served_test

import (
	"strings"
	"testing"

	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
)

// An old version reads and writes through the code of today, by its own names wherever a client meets them.
func TestVersionNames(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: sets.Albums(rest.InHeader("api-version")), Pages: pages(t)}, address)
		must(t, s, "POST", "/bands/", "", `{"name":"b"}`)
		const one = `{"id":1,"group":"b","name":"a","year":null,"songs":[{"id":1,"called":"x"}]}`
		for _, tt := range []struct{ line, body, want string }{
			{"POST /albums/", `{"group":"b","name":"a","songs":[{"called":"x"}]}`, one},
			{"GET /albums/1/", "", one},
			{"GET /albums/?name=a&group=b", "", `{"count":1,"next":null,"previous":null,"results":[` + one + `]}`},
			{"GET /albums/?title=a", "", `{"title":["Unknown parameter."]}`},
			{"GET /albums/?name__icontains=A&ordering=-name,year&fields=name,songs.called", "", `{"count":1,"next":null,"previous":null,"results":[{"name":"a","songs":[{"called":"x"}]}]}`},
			{"GET /albums/?ordering=title", "", `{"ordering":["\"title\" is not a valid choice."]}`},
			{"GET /albums/?fields=title", "", `{"fields":["\"title\" is not a valid choice."]}`},
			{"GET /albums/?fields=name,group&expand=group", "", `{"count":1,"next":null,"previous":null,"results":[{"group":{"id":1,"name":"b"},"name":"a"}]}`},
			{"GET /tracks/?album__name=a", "", `[{"id":1,"album":1,"called":"x"}]`},
			{"GET /tracks/?album__name=z", "", `[]`},
			{"POST /albums/", `{"title":"a","songs":[{"called":"xxxxxx"}]}`, `{"group":["This field is required."],"name":["This field is required."],"songs":{"0":{"called":["Ensure this field has no more than 5 characters."]}},"title":["Unknown field."]}`},
			{"POST /albums/", `{"group":"c","name":"aaaaaaaaaaa"}`, `{"group":["Object with name=c does not exist."],"name":["Ensure this field has no more than 10 characters."]}`},
			{"POST /albums/", `{"group":"b","name":"forbidden"}`, `{"name":["No."]}`},
			{"POST /albums/", `[{"group":"b","name":"b"},{"group":"b","name":"forbidden"}]`, `[{},{"name":["No."]}]`},
			{"PATCH /albums/", `[{"id":1,"name":"c"}]`, `[{"id":1,"group":"b","name":"c","year":null,"songs":[{"id":1,"called":"x"}]}]`},
			{"PUT /albums/1/", `{"group":"b","name":"d","songs":[]}`, `{"id":1,"group":"b","name":"d","year":null,"songs":[]}`},
			{"POST /albums/1/rename/", `{"name":"e"}`, `{"id":1,"group":"b","name":"e","year":null,"songs":[]}`},
			{"POST /albums/1/rename/", `{"title":"e"}`, `{"name":["This field is required."],"title":["Unknown field."]}`},
			{"POST /albums/1/rename/", `{"name":"forbidden"}`, `{"name":["No."]}`},
		} {
			method, path, _ := strings.Cut(tt.line, " ")
			w := send(s, method, path, tt.body, "Content-Type", "application/json", "Api-Version", "v1")
			if got := w.Body.String(); got != tt.want {
				t.Errorf("%s %s: got %s, want %s", tt.line, tt.body, got, tt.want)
			}
			if got := w.Header().Get("Deprecation") + " " + w.Header().Get("Sunset"); got != "@1893456000 Wed, 01 Jan 2031 00:00:00 GMT" {
				t.Errorf("%s: Deprecation and Sunset are %q", tt.line, got)
			}
		}
		w := send(s, "PATCH", "/albums/1/", `{"name":"f","year":1999}`, "Content-Type", "application/merge-patch+json", "Api-Version", "v1")
		if want := `{"id":1,"group":"b","name":"f","year":1999,"songs":[]}`; w.Body.String() != want {
			t.Errorf("merge patch: got %s, want %s", w.Body, want)
		}
		if got, want := send(s, "GET", "/albums/", "", "Accept", "text/csv", "Api-Version", "v1").Body.String(), "id,group,name,year,songs\r\n"; !strings.HasPrefix(got, want) {
			t.Errorf("CSV: got %q, want %q first", got, want)
		}
		if got, want := send(s, "GET", "/albums/1/", "").Body.String(), `{"id":1,"band":"b","title":"f","year":1999,"tracks":[]}`; got != want {
			t.Errorf("today: got %s, want %s", got, want)
		}
		page := send(s, "GET", "/albums/1/", "", "Accept", "text/html", "Api-Version", "v1").Body.String()
		for _, want := range []string{`name="name"`, `name="group"`, `<code>songs</code>`} {
			if !strings.Contains(page, want) {
				t.Errorf("the page of the record lacks %s", want)
			}
		}
		for _, stale := range []string{`name="title"`, `name="band"`} {
			if strings.Contains(page, stale) {
				t.Errorf("the page of the record has %s", stale)
			}
		}
	})
}
