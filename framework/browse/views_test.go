// Tests of views, choices and calls of pages.

package browse_test

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"html"
	"math"
	"net/http"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"example.com/resourceful/framework/browse"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

var ownCall = regexp.MustCompile(`(?s)<details class="calls"><summary>([^<]*)</summary>\n<p><b>curl</b></p>\n<pre[^>]*>([^<]*)</pre>`)

func TestCallsAreOfThePage(t *testing.T) {
	pages, e := newPages(t, rest.Theme{}), endpoint(t)
	const own, read = "Call it from a program", "Read this address from a program"
	for _, tt := range []struct {
		name, method, query string
		options, failed     bool
		wantTitle, wantCurl string
	}{
		{"list", "GET", "page=2", false, false, own, "curl 'http://api.example/notes/?page=2'"},
		{"brackets", "GET", "a[b]=1", false, false, own, "curl -g 'http://api.example/notes/?a[b]=1'"},
		{"braces", "GET", "a={1,2}", false, false, own, "curl -g 'http://api.example/notes/?a={1,2}'"},
		{"options", "OPTIONS", "", true, false, own, "curl -X OPTIONS http://api.example/notes/"},
		{"options of a form", "POST", "", true, false, own, "curl -X OPTIONS http://api.example/notes/"},
		{"options refused", "OPTIONS", "a=1", false, true, own, "curl -X OPTIONS 'http://api.example/notes/?a=1'"},
		{"created", "POST", "", false, false, read, "curl http://api.example/notes/"},
		{"refused", "POST", "", false, true, read, "curl http://api.example/notes/"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a := answer(e, `[]`)
			a.Method, a.Query, a.Options, a.Failed, a.IsList = tt.method, tt.query, tt.options, tt.failed, false
			got := ownCall.FindStringSubmatch(html.UnescapeString(render(t, pages, a)))
			if got == nil || got[1] != tt.wantTitle || got[2] != tt.wantCurl {
				t.Errorf("calls = %q, want %q, %q", got, tt.wantTitle, tt.wantCurl)
			}
		})
	}
}

func TestWriteCallOfAnAddressWithBrackets(t *testing.T) {
	a := answer(endpoint(t), `[]`)
	a.Create = &browse.Form{Method: "POST", Action: "/notes/[1]/"}
	contains(t, html.UnescapeString(render(t, newPages(t, rest.Theme{}), a)), "curl -g -X POST 'http://api.example/notes/[1]/'")
}

// The breadcrumbs lead to what is above a page, and name the page last. Where only the service is above, there are none.
func TestCrumbs(t *testing.T) {
	all, pages := states(endpoint(t)), newPages(t, rest.Theme{})
	for name, want := range map[string]string{
		"root": "", "not-found": "", "list-suffix": "", "list-owner": "",
		"record-missing": `<li><a href="/notes/">Note List</a></li>` + "\n" + `<li><a href="/notes/7/" aria-current="page">Note Detail</a></li>`,
	} {
		page := withoutMarks(render(t, pages, all[name]))
		contains(t, page, want)
		if got := strings.Contains(page, `class="crumbs"`); got != (want != "") {
			t.Errorf("%s: crumbs = %v", name, got)
		}
	}
}

// What programs send and get is folded, unless it was asked for.
func TestDeveloperSection(t *testing.T) {
	pages, all := newPages(t, rest.Theme{}), states(endpoint(t))
	for name, open := range map[string]bool{"root": false, "list-owner": false, "list-yaml": true, "options": true, "not-found": false} {
		page := render(t, pages, all[name])
		if got := strings.Contains(page, `<details class="developer" id="developer" open>`); got != open || !strings.Contains(page, `id="developer"`) {
			t.Errorf("%s: open = %v, want %v", name, got, open)
		}
	}
}

type shelf struct {
	ID   uuid.UUID `rest:"id,readonly"`
	Code string    `rest:"code,unique" validate:"max=20"`
}

type jar struct {
	ID    int64                 `rest:"id,readonly"`
	Shelf rest.BelongsTo[shelf] `rest:"shelf,link"`
}

// A form offers the addresses that the relation takes, also where the rows are listed by another
// resource than the one that its links lead to, and whatever names a row there.
func TestChoicesOfLinks(t *testing.T) {
	for lookup, want := range map[string]string{"": `<option value="http://example.com/shelves/`, "code": `<option value="http://example.com/shelves/top%20one/">`} {
		set := func() *rest.Set {
			return rest.NewSet("larder",
				rest.ViewSet[shelf]{Path: "/shelves/", Actions: rest.Retrieve, Lookup: lookup, LookupPattern: map[string]string{"code": "[a-z ]+"}[lookup]},
				rest.ViewSet[shelf]{Path: "/all/", Actions: rest.List | rest.Create},
				rest.ViewSet[jar]{Path: "/jars/"},
			).Access(permission.Anyone)
		}
		h := server.New(t, server.Config{Set: set, Pages: ownPages, Options: serve.Options{Now: time.Now}}, ":memory:")
		if w := sendTo(h, "POST", "/all/", "", `{"code":"top one"}`, "Content-Type", "application/json"); w.Code != http.StatusCreated {
			t.Fatal(w.Body)
		}
		page := sendTo(h, "GET", "/jars/", "", "", "Accept", "text/html").Body.String()
		if !strings.Contains(page, want) {
			t.Errorf("looked up by %q: the page lacks %s:\n%s", lookup, want, page)
			continue
		}
		_, address, _ := strings.Cut(page, `<option value="http://example.com/shelves/`)
		address, _, _ = strings.Cut(address, `"`)
		w := sendTo(h, "POST", "/jars/", "", `{"shelf":"/shelves/`+address+`"}`, "Content-Type", "application/json")
		if w.Code != http.StatusCreated {
			t.Errorf("what the form offers is refused: %d %s", w.Code, w.Body)
		}
	}
}

// Sample has a field of every kind.
type Sample struct {
	ID      int64      `rest:"url,readonly,link" db:"id"`
	Text    string     `rest:"text,optional"`
	None    *string    `rest:"none"`
	Integer int32      `rest:"integer,optional"`
	Number  float64    `rest:"number,optional"`
	Single  float32    `rest:"single,optional"`
	Boolean bool       `rest:"boolean,optional"`
	Time    time.Time  `rest:"time" default:"now"`
	Day     *rest.Date `rest:"day"`

	Team  rest.BelongsTo[Team]  `rest:"team,optional"`
	Link  rest.BelongsTo[Team]  `rest:"link,link,optional"`
	Teams rest.ManyToMany[Team] `rest:"teams,optional,through=a"`
	Links rest.ManyToMany[Team] `rest:"links,link,optional,through=b"`
}

// A table shows of a record what its representation has.
func TestShownValues(t *testing.T) {
	plan, err := rest.NewSet("samples",
		rest.ViewSet[Sample]{Path: "/samples/", Access: permission.Anyone},
		rest.ViewSet[Member]{Path: "/members/", Access: permission.Anyone},
		rest.ViewSet[Team]{Path: "/teams/", Access: permission.Anyone},
	).Compile()
	if err != nil {
		t.Fatal(err)
	}
	rec := plan.Resources[0].Type.New()
	check := func() {
		t.Helper()
		for _, f := range rec.Type.Shown {
			if shown, wire := browse.ShownValue(rec, f, "http://api.example"); fmt.Sprint(shown) != fmt.Sprint(wire) || reflect.TypeOf(shown) != reflect.TypeOf(wire) {
				t.Errorf("%s: shown %#v, represented as %#v", f.Go, shown, wire)
			}
		}
	}
	check()
	text := "a\xff\xfe\"\\\u2028<b>\x00"
	rec.Value().(*Sample).None = &text
	rec.Value().(*Sample).Text = text
	for wire, value := range map[string]any{
		"url": int64(7), "integer": int64(-3), "number": 1e300, "single": 0.1, "boolean": true, "time": time.Unix(1, 5000).UTC(),
		"day": rest.NewDate(2024, 2, 29), "team": int64(3), "link": int64(4), "teams": []int64{1, 2}, "links": []int64{1, 2, 3, 4, 5, 6, 7},
	} {
		rec.Set(rec.Type.ByWire(wire), value)
	}
	check()
	rec.Value().(*Sample).Number = math.NaN()
	check()
	if shown, _ := browse.ShownValue(rec, rec.Type.ByWire("integer"), ""); shown != json.Number("-3") {
		t.Errorf("integer: got %#v", shown)
	}
}

// Code keeps its columns, and what people write reads like the rest of the page. The history of a row from before there was
// one says that it is empty.
func TestCodeAndProse(t *testing.T) {
	type script struct {
		ID     int64  `rest:"id,readonly"`
		Source string `rest:"source,code"`
		Note   string `rest:"note,multiline"`
	}
	file := filepath.Join(t.TempDir(), "scripts.sqlite")
	set := func() *rest.Set {
		return rest.NewSet("scripts", rest.ViewSet[script]{Path: "/scripts/", History: &rest.History{}}).Access(permission.Anyone)
	}
	h := server.New(t, server.Config{Set: set, Pages: ownPages, Options: serve.Options{Now: time.Now}}, file)
	sendTo(h, "POST", "/scripts/", "", `{"source":"a\nb","note":"c\nd"}`, "Content-Type", "application/json")
	get := func(path string) string {
		return sendTo(h, "GET", path, "", "", "Accept", "text/html").Body.String()
	}
	contains(t, get("/scripts/1/"), "<td class=\"code\"><pre tabindex=\"0\" dir=\"auto\">\na\nb</pre></td>", "<td><bdi dir=\"auto\">c\nd</bdi></td>")
	contains(t, get("/scripts/1/?_show=edit"), `name="source" rows="12" class="code" spellcheck="false"`, `name="note" rows="12" dir="auto"`)
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec("DELETE FROM scripts_history"); err != nil {
		t.Fatal(err)
	}
	contains(t, get("/scripts/1/history/"), `<p class="empty">No changes are recorded yet.</p>`)
}

// The first page leads to the reference, for those who may read it.
func TestReferenceIsLinked(t *testing.T) {
	const link = `<a href="/-/api">API reference</a>`
	for _, access := range []permission.Rule{nil, permission.Admin} {
		set := func() *rest.Set {
			return rest.NewSet("shelves", rest.ViewSet[shelf]{Path: "/shelves/"}).Access(permission.Anyone)
		}
		h := server.New(t, server.Config{Set: set, Pages: ownPages, Options: serve.Options{Now: time.Now, DocumentAccess: access}}, ":memory:")
		get := func(user string) string { return sendTo(h, "GET", "/", user, "", "Accept", "text/html").Body.String() }
		contains(t, get("admin"), link)
		if got := strings.Contains(get(""), link); got != (access == nil) {
			t.Errorf("the rule %v: the link is there for nobody in particular: %v", access, got)
		}
	}
}
