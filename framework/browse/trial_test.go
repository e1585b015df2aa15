package browse_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/files"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

// "Preview changes" does what the form would, stores nothing, tells what would be, and gives the form back with what was typed,
// its key and its version.
func TestTryFirst(t *testing.T) {
	folder, err := files.Folder(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	h := server.New(t, server.Config{Set: ateliers, Pages: ownPages, Options: serve.Options{Now: time.Now, Files: serve.FileOptions{Store: folder}}}, ":memory:")
	for _, made := range [][2]string{{"/ateliers/", `{"name":"north","works":[{"title":"one"},{"title":"two"}]}`}, {"/ateliers/", `{"name":"south"}`}} {
		if w := sendTo(h, "POST", made[0], "admin", made[1], "Content-Type", "application/json"); w.Code != http.StatusCreated {
			t.Fatalf("POST %s: got %d %s", made[0], w.Code, w.Body)
		}
	}
	const key = "0123456789abcdef0123456789abcdef"
	for _, tt := range []struct {
		name, path, form string
		status           int
		has, lacks       []string
	}{
		{
			"create", "/ateliers/", "_key=" + key + "&name=east", 201,
			[]string{"This will work. Nothing is saved yet", ">What would be stored</h2>", `id="create-name" name="name" value="east"`, `name="_key" value="` + key + `"`, `<details class="action create" id="create" open>`},
			[]string{"Show it", "Atelier created."},
		},
		{"create, refused", "/ateliers/", "name=" + strings.Repeat("x", 21), 400, []string{"Shorten this to at most 20 characters."}, []string{"This was tried"}},
		{
			"change", "/canvases/1/", "_method=PATCH&_key=" + key + "&title=first&atelier=2", 200,
			[]string{"What would change</h2>", `<th scope="row">Title</th><td data-label="Now"><bdi dir="auto">one</bdi></td><td data-label="Then"><bdi dir="auto">first</bdi></td>`, `<th scope="row">Atelier</th><td data-label="Now" class="related"><a href="/ateliers/1/">`, `value="first"`, `name="_key" value="` + key + `"`},
			[]string{"Canvas saved.", `<th scope="row">Notes</th><td data-label="Now"`},
		},
		{"change of nothing", "/canvases/1/", "_method=PATCH&title=one", 200, []string{"Nothing: it is as the form has it."}, nil},
		{"change of an old version", "/canvases/1/", "_method=PATCH&title=two&_version=%22old%22", 412, []string{"Yours and theirs"}, []string{"This was tried"}},
		{"raw data", "/ateliers/", url.Values{"_content_type": {"application/json"}, "_content": {`{"name":"west","works":[{"title":"sea"}]}`}}.Encode(), 201, []string{">What would be stored</h2>", "sea"}, nil},
		{
			"deletion", "/ateliers/1/", "_method=DELETE&_key=" + key, 200,
			[]string{"This will work. Nothing is deleted yet.", "All canvases that refer to it are deleted too: 2.", `<button class="danger">Delete</button>`, `name="_key" value="` + key + `"`},
			[]string{"was deleted."},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			before := list(t, h)
			w := sendTo(h, "POST", tt.path+"?_dry_run=true", "admin", tt.form, "Content-Type", "application/x-www-form-urlencoded", "Accept", "text/html")
			if w.Code != tt.status {
				t.Errorf("got %d, want %d", w.Code, tt.status)
			}
			if location := w.Header().Get("Location"); location != "" {
				t.Errorf("it leads to %s", location)
			}
			strict(t, w.Body.String())
			contains(t, w.Body.String(), tt.has...)
			lacks(t, w.Body.String(), tt.lacks...)
			if got := list(t, h); got != before {
				t.Errorf("stored %s, want %s", got, before)
			}
		})
	}
}

// list is all that is stored, as JSON.
func list(t *testing.T, h http.Handler) string {
	t.Helper()
	var all strings.Builder
	for _, path := range []string{"/ateliers/", "/canvases/"} {
		w := sendTo(h, "GET", path, "admin", "", "Accept", "application/json")
		if w.Code != http.StatusOK {
			t.Fatalf("GET %s: got %d", path, w.Code)
		}
		all.WriteString(w.Body.String())
	}
	return all.String()
}

// Forms without a dry run do not offer it: of operations without a transaction, and of what only reads.
func TestTryFirstIsOffered(t *testing.T) {
	h := startService(t, func() *rest.Set {
		greet := func(_ *rest.Call, in greeting) (greeted, error) { return greeted{Text: in.Name}, nil }
		return tracker().Include(rest.Endpoint("/apart/", greet, rest.NonAtomic()))
	})
	for path, want := range map[string]int{"/projects/": 2, "/greetings/": 3, "/apart/": 0, "/health/": 0, "/api-auth/login/": 0} {
		w := sendTo(h, "GET", path, "admin", "", "Accept", "text/html")
		if got := strings.Count(w.Body.String(), ">Preview changes</button>"); got != want {
			t.Errorf("%s offers %d dry runs, want %d:\n%s", path, got, want, w.Body)
		}
	}
}
