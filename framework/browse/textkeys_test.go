// Pages of records whose key is any text, in tables that others create and change.

package browse_test

import (
	"html"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

type (
	codedLand struct {
		ID   string `rest:"code" validate:"max=20" db:"code"`
		Name string `rest:"name"`
	}
	landedTown struct {
		ID   int64                     `rest:"id,readonly"`
		Name string                    `rest:"name"`
		Land rest.BelongsTo[codedLand] `rest:"land" db:"land"`
	}
)

func codedLands() *rest.Set {
	return rest.NewSet("lands",
		rest.ViewSet[codedLand]{Path: "/lands/", Table: "land", Unmanaged: true, Access: permission.Anyone},
		rest.ViewSet[landedTown]{Path: "/towns/", Table: "town", Unmanaged: true, Access: permission.Anyone},
	)
}

// The list of a page leads to each record, and its forms change and delete it.
func TestPagesOfTextKeys(t *testing.T) {
	at := filepath.Join(t.TempDir(), "lands.db")
	db, err := database.Open(t.Context(), at, database.Options{})
	if err != nil {
		t.Fatal(err)
	}
	databasetest.Exec(t, db, `CREATE TABLE land (code varchar(20) PRIMARY KEY, name text NOT NULL)`,
		`CREATE TABLE town (id INTEGER PRIMARY KEY, name text NOT NULL, land varchar(20) NOT NULL REFERENCES land ON DELETE CASCADE)`)
	segments := map[string]string{"": "~", ".": "~2E", "..": "~2E~2E", "a/b": "a~2Fb", "~": "~7E", "x, y": "x%2C%20y"}
	for code := range segments {
		databasetest.Exec(t, db, "INSERT INTO land VALUES ('"+code+"', 'of "+code+"')", "INSERT INTO town (name, land) VALUES ('in "+code+"', '"+code+"')")
	}
	db.Close()
	h := server.New(t, server.Config{Set: codedLands, Pages: ownPages, Options: serve.Options{Now: time.Now}}, at)
	page := func(method, path string, form url.Values) (int, http.Header, string) {
		w := sendTo(h, method, path, "admin", form.Encode(), "Accept", "text/html", "Content-Type", "application/x-www-form-urlencoded")
		return w.Code, w.Header(), withoutMarks(w.Body.String())
	}
	_, _, lands := page("GET", "/lands/", nil)
	_, _, towns := page("GET", "/towns/", nil)
	posts := 0
	for _, segment := range segments {
		path := "/lands/" + segment + "/"
		link := `href="` + html.EscapeString(path) + `"`
		contains(t, lands, link)
		contains(t, towns, link)
		status, _, body := page("GET", path+"?_show=edit", nil)
		if status != 200 {
			t.Errorf("GET %s: got %d", path, status)
			continue
		}
		contains(t, body, `action="`+html.EscapeString(path)+`"`)
		for _, step := range []struct {
			form url.Values
			want string
		}{
			{url.Values{"_method": {"PATCH"}, "name": {"changed"}}, path},
			{url.Values{"_method": {"DELETE"}}, "/lands/"},
		} {
			posts++
			step.form.Set("_key", strings.Repeat("a", 24+posts))
			if status, header, body := page("POST", path, step.form); status != 303 || header.Get("Location") != step.want {
				t.Errorf("POST %s %v: got %d to %q, want 303 to %q\n%.300s", path, step.form, status, header.Get("Location"), step.want, body)
			}
		}
	}
	_, _, lands = page("GET", "/lands/", nil)
	lacks(t, lands, `<th scope="row"><a`)
}
