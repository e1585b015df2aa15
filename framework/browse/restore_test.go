// Tests of the pages of older states, and of secrets on pages.

package browse_test

import (
	"errors"
	"log/slog"
	"net/url"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/auth/basic"
	"example.com/resourceful/framework/auth/session"
	"example.com/resourceful/framework/files"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

type (
	// atelier and its canvases are marked as deleted; of a canvas a history is kept.
	atelier struct {
		ID       int64                `rest:"id,readonly"`
		Name     string               `rest:"name" validate:"max=20"`
		Opened   *time.Time           `rest:"opened,optional"`
		Canvases rest.HasMany[canvas] `rest:"-"`
		Works    rest.Nested[work]    `rest:"works,of=canvases,nested=replace,optional"`
		Deleted  *time.Time           `rest:"-"`
	}
	canvas struct {
		ID      int64                   `rest:"id,readonly"`
		Atelier rest.BelongsTo[atelier] `rest:"atelier,ondelete=cascade"`
		Title   string                  `rest:"title" validate:"max=20"`
		Notes   []string                `rest:"notes,optional"`
		Details map[string]any          `rest:"details,optional"`
		Scan    rest.File               `rest:"scan,optional"`
		Deleted *time.Time              `rest:"deleted,readonly"`
	}
	work struct {
		ID    int64  `rest:"id,readonly"`
		Title string `rest:"title"`
	}
)

func ateliers() *rest.Set {
	soft := rest.SoftDelete{Field: "deleted", Access: permission.Admin}
	return rest.NewSet("ateliers",
		rest.ViewSet[atelier]{Path: "/ateliers/", SoftDelete: soft},
		rest.ViewSet[canvas]{Path: "/canvases/", SoftDelete: soft, History: &rest.History{Deleted: permission.Admin}},
	).Access(permission.SignedInOrReadOnly)
}

// Pages of deleted records and of histories have a button that takes back what they tell of, for whoever may, and the
// page that confirms a deletion says how many records go with it.
func TestRestorePages(t *testing.T) {
	folder, err := files.Folder(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	h := server.New(t, server.Config{Set: ateliers, Pages: ownPages, Options: serve.Options{Now: time.Now, Files: serve.FileOptions{Store: folder}}}, ":memory:")
	send := func(user, method, path, body string, want int) (page, location string) {
		t.Helper()
		contentType := "application/x-www-form-urlencoded"
		if strings.HasPrefix(body, "{") {
			contentType = "application/json"
		}
		w := sendTo(h, method, path, user, body, "Content-Type", contentType, "Accept", "text/html")
		if w.Code != want {
			t.Fatalf("%s %s: got %d, want %d: %s", method, path, w.Code, want, w.Body)
		}
		return w.Body.String(), w.Header().Get("Location")
	}
	shows := func(page, what string, want bool) {
		t.Helper()
		if strings.Contains(page, what) != want {
			t.Errorf("a page that has %q: got %t, want %t", what, !want, want)
		}
	}
	send("admin", "POST", "/ateliers/", `{"name":"north","works":[{"title":"one"},{"title":"two"}]}`, 201)
	send("admin", "PATCH", "/canvases/1/", `{"title":"first"}`, 200)
	page, _ := send("admin", "GET", "/ateliers/1/?_show=delete", "", 200)
	shows(page, "All canvases that refer to it are deleted too: 2.", true)
	shows(page, "It can be restored.", true)
	shows(page, "This cannot be undone.", false)

	const restoreEntry = `<form method="post" action="/canvases/1/history/1/restore/"`
	page, _ = send("admin", "GET", "/canvases/1/history/", "", 200)
	shows(page, restoreEntry, true)
	shows(page, "<title>one · History · Resourceful</title>", false)
	shows(page, "<title>first · History · Resourceful</title>", true)
	shows(page, `<p>Title: <del><bdi dir="auto">one</bdi></del> → <ins><bdi dir="auto">first</bdi></ins></p>`, true)
	page, _ = send("", "GET", "/canvases/1/history/", "", 200)
	shows(page, restoreEntry, false)
	shows(page, `<p>Title: `, true)
	if _, location := send("admin", "POST", "/canvases/1/history/1/restore/", "_key=0123456789abcdef0123456789abcdef", 303); location != "/canvases/1/" {
		t.Errorf("a restored entry leads to %s", location)
	}
	page, _ = send("admin", "GET", "/canvases/1/", "", 200)
	shows(page, `<bdi dir="auto">one</bdi>`, true)
	shows(page, "/canvases/1/restore/", false) // it is there

	send("admin", "DELETE", "/ateliers/1/", "", 204)
	page, _ = send("admin", "GET", "/ateliers/deleted/", "", 200)
	shows(page, `<form method="post" action="/ateliers/1/restore/"`, true)
	shows(page, `Deleted by`, false) // it has no history
	shows(page, `<td data-label="Deleted" class="moment"><time datetime="20`, true)
	shows(page, `<a href="/ateliers/1/"`, false)
	page, _ = send("admin", "GET", "/canvases/deleted/", "", 200)
	shows(page, `<td data-label="Deleted by"><bdi dir="auto">admin</bdi></td>`, true)
	if _, location := send("admin", "POST", "/ateliers/1/restore/", "_key=1123456789abcdef0123456789abcdef", 303); location != "/ateliers/1/" {
		t.Errorf("a restored record leads to %s", location)
	}
	page, _ = send("admin", "GET", "/canvases/", "", 200)
	shows(page, "two", true)
}

// safeBox has a secret that only a create takes, and actions that take another.
type safeBox struct {
	ID    int64  `rest:"id,readonly"`
	Owner string `rest:"owner"`
	Code  string `rest:"-"`
}

type newSafeBox struct {
	Owner  string `rest:"owner"`
	Secret string `rest:"secret,writeonly" db:"code"`
}

type opening struct {
	Reason   string `rest:"reason" validate:"max=20"`
	Password string `rest:"password,writeonly"`
}

func safeBoxes() *rest.Set {
	open := func(_ *rest.Call, _ *safeBox, in opening) (*safeBox, error) {
		if in.Reason == "typed late" {
			return nil, problem.New(problem.Conflict, "The bank is closed.")
		}
		return nil, errors.New("of the team")
	}
	ask := func(*rest.Call, opening) (rest.None, error) {
		return rest.None{}, problem.New(problem.Conflict, "Nobody is there.")
	}
	return rest.NewSet("bank",
		rest.ViewSet[safeBox]{
			Path: "/boxes/", Shapes: rest.Shapes{Create: rest.As[newSafeBox]()},
			Extra: []rest.Action{rest.OnRecord("open", open, rest.Allow(permission.Admin)), rest.OnList("ask", ask)},
		},
		rest.Endpoint("/bell/", ask, rest.Allow(permission.Admin)),
	).Access(permission.SignedInOrReadOnly).Schemes(basic.Scheme{}, session.Scheme{})
}

// Whatever refuses a request, before it is known which operation is meant or after, no value of a
// write-only field of any operation of the address stands in its page. The rest is given back.
func TestNoSecretGivenBack(t *testing.T) {
	limits := serve.Limits{Limits: media.Limits{Body: 4000}}
	s := server.New(t, server.Config{Set: safeBoxes, Pages: ownPages, Options: serve.Options{Now: time.Now, Limits: limits, Logger: slog.New(slog.DiscardHandler)}}, ":memory:")
	if w := sendTo(s, "POST", "/boxes/", "admin", `{"owner":"o","secret":"s"}`, "Content-Type", "application/json"); w.Code != 201 {
		t.Fatal(w.Code, w.Body)
	}
	key := strings.Repeat("k", 24)
	for _, tt := range []struct {
		name, user, path, form string
		status                 int
		lost                   bool // nothing is given back
	}{
		{"anonymous", "", "/boxes/1/open/", "reason=typed", 401, false},
		{"anonymous by hand", "", "/boxes/1/open/", `{"reason":"typed","password":"hush"}`, 401, false},
		{"wrong credentials", "nobody", "/boxes/1/open/", "reason=typed", 401, false},
		{"permission", "alice", "/boxes/1/open/", "reason=typed", 403, false},
		{"permission, by hand", "alice", "/boxes/1/open/", `{"reason":"typed","password":"hush"}`, 403, false},
		{"permission, malformed", "alice", "/boxes/1/open/", `{"reason":"typed","password":"hush"`, 403, true},
		{"of the list", "", "/boxes/ask/", "reason=typed", 401, false},
		{"mistake", "admin", "/boxes/1/open/", "reason=typed+and+much+too+long", 400, false},
		{"mistake by hand", "admin", "/boxes/1/open/", `{"reason":"typed and much too long","password":"hush"}`, 400, false},
		{"too large", "admin", "/boxes/1/open/", "reason=" + strings.Repeat("typed", 1000), 413, true},
		{"no record", "admin", "/boxes/9/open/", "reason=typed", 404, false},
		{"no such method", "admin", "/boxes/1/open/", "_method=PUT&reason=typed", 405, false},
		{"no such method by hand", "admin", "/boxes/1/open/", `PUT {"reason":"typed","password":"hush"}`, 405, false},
		{"of the team", "admin", "/boxes/1/open/", "reason=typed+late", 409, false},
		{"fault", "admin", "/boxes/1/open/", "reason=typed", 500, false},
		{"create by nobody", "", "/boxes/", "owner=typed&secret=hush", 401, false},
		{"create without a field", "alice", "/boxes/", "x=typed&secret=hush", 400, true},
		{"change by nobody", "", "/boxes/1/", "_method=PUT&owner=typed&secret=hush", 401, false},
		{"endpoint by nobody", "", "/bell/", "reason=typed", 401, true},
		{"endpoint", "alice", "/bell/", "reason=typed", 403, true},
		{"endpoint by hand", "alice", "/bell/", `{"reason":"typed","password":"hush"}`, 403, true},
		{"endpoint of the team", "admin", "/bell/", "reason=typed", 409, false},
	} {
		form := tt.form + "&_key=" + key
		if !strings.Contains(form, "hush") {
			form += "&password=hush"
		}
		if method, body, byHand := strings.Cut(tt.form, "{"); byHand {
			values := url.Values{"_content_type": {"application/json"}, "_content": {"{" + body}}
			if method != "" {
				values.Set("_method", strings.TrimSpace(method))
			}
			form = values.Encode()
		}
		w := sendTo(s, "POST", tt.path, tt.user, form, "Content-Type", "application/x-www-form-urlencoded", "Accept", "text/html")
		page := w.Body.String()
		if w.Code != tt.status || strings.Contains(page, "hush") || strings.Contains(page, "typed") == tt.lost {
			t.Errorf("%s: got %d, want %d, what was typed and no secret; is the secret there? %t, the rest? %t",
				tt.name, w.Code, tt.status, strings.Contains(page, "hush"), strings.Contains(page, "typed"))
		}
	}
}
