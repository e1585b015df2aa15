package browse_test

import (
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/files"
	"example.com/resourceful/framework/permission"
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
		rest.ViewSet[canvas]{Path: "/canvases/", SoftDelete: soft, History: &rest.History{}},
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
	shows(page, `<b>title</b> <del>&#34;one&#34;</del> <ins>&#34;first&#34;</ins>`, true)
	page, _ = send("", "GET", "/canvases/1/history/", "", 200)
	shows(page, restoreEntry, false)
	shows(page, `<b>title</b>`, true)
	if _, location := send("admin", "POST", "/canvases/1/history/1/restore/", "_key=0123456789abcdef0123456789abcdef", 303); location != "/canvases/1/" {
		t.Errorf("a restored entry leads to %s", location)
	}
	page, _ = send("admin", "GET", "/canvases/1/", "", 200)
	shows(page, `one</td>`, true)
	shows(page, "/canvases/1/restore/", false) // it is there

	send("admin", "DELETE", "/ateliers/1/", "", 204)
	page, _ = send("admin", "GET", "/ateliers/deleted/", "", 200)
	shows(page, `<form method="post" action="/ateliers/1/restore/"`, true)
	shows(page, `<a href="/ateliers/1/"`, false)
	if _, location := send("admin", "POST", "/ateliers/1/restore/", "_key=1123456789abcdef0123456789abcdef", 303); location != "/ateliers/1/" {
		t.Errorf("a restored record leads to %s", location)
	}
	page, _ = send("admin", "GET", "/canvases/", "", 200)
	shows(page, "two", true)
}
