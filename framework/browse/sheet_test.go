package browse_test

import (
	"bytes"
	"fmt"
	"html"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

// bundle is imported, with most kinds of values.
type (
	bundle struct {
		ID      int64                  `rest:"id,readonly"`
		Code    string                 `rest:"code,unique" validate:"max=10"`
		Parcel  rest.BelongsTo[parcel] `rest:"parcel,optional"`
		Weight  *int64                 `rest:"weight" validate:"min=1"`
		State   string                 `rest:"state" default:"raw" validate:"oneof=raw cured"`
		Takes   time.Duration          `rest:"takes" default:"0"`
		Fragile bool                   `rest:"fragile" default:"true"`
		Marks   []string               `rest:"marks,optional" validate:"max=3,dive,max=5"`
		Sizes   map[string]any         `rest:"sizes,optional"`
		Packed  *rest.Date             `rest:"packed"`
		Text    string                 `rest:"text,multiline,optional"`
	}
	// vault has a secret, so that none is made of CSV.
	vault struct {
		ID     int64  `rest:"id,readonly"`
		Name   string `rest:"name" validate:"max=10"`
		Secret string `rest:"secret,writeonly" validate:"max=10"`
	}
)

func bundles() *rest.Set {
	bulk := rest.Bulk{Actions: rest.Create, Max: 4}
	return rest.NewSet("bundles",
		rest.ViewSet[bundle]{Path: "/bundles/", Name: "Bundle", Bulk: bulk},
		rest.ViewSet[vault]{Path: "/vaults/", Bulk: bulk},
		rest.ViewSet[parcel]{Path: "/parcels/", Name: "Parcel"},
	).Access(permission.SignedInOrReadOnly)
}

// newBundles sends forms to the pages of bundles, as text or with a file.
func newBundles(t *testing.T, database string) (get func(user, path string) string, send func(user, path string, form url.Values, file string) (int, http.Header, string)) {
	t.Helper()
	h := server.New(t, server.Config{Set: bundles, Pages: ownPages, Options: serve.Options{Now: time.Now}}, database)
	if w := sendTo(h, "POST", "/parcels/", "admin", `{"label":"p"}`, "Content-Type", "application/json"); w.Code != 201 {
		t.Fatalf("got %d %s", w.Code, w.Body)
	}
	get = func(user, path string) string {
		t.Helper()
		return withoutMarks(sendTo(h, "GET", path, user, "", "Accept", "text/html").Body.String())
	}
	return get, func(user, path string, form url.Values, file string) (int, http.Header, string) {
		contentType, body := "application/x-www-form-urlencoded", form.Encode()
		if file != "" {
			var b bytes.Buffer
			m := multipart.NewWriter(&b)
			for name, values := range form {
				_ = m.WriteField(name, values[0])
			}
			part, _ := m.CreateFormFile("_file", "bundles.csv")
			_, _ = part.Write([]byte(file))
			_ = m.Close()
			contentType, body = m.FormDataContentType(), b.String()
		}
		w := sendTo(h, "POST", path, user, body, "Accept", "text/html", "Content-Type", contentType)
		return w.Code, w.Header(), withoutMarks(w.Body.String())
	}
}

const tryBundles = "/bundles/?_dry_run=true"

// CSV is tried first: every wrong cell has a message, with its row and column, and nothing is written until all is good.
func TestImport(t *testing.T) { onBoth(t, testImport) }

func testImport(t *testing.T, database string) {
	get, send := newBundles(t, database)
	contains(t, get("admin", "/bundles/"), `<a href="/bundles/?_show=import">Import CSV</a>`, "Nothing here yet.")
	contains(t, get("admin", "/bundles/?_show=import"), `<h1>Import bundles</h1>`, `<title>Import bundles · Resourceful</title>`, `name="_import" value="true"`, `<textarea id="import-text" name="_csv"`,
		`<button formaction="/bundles/?_dry_run=true">Check</button>`, `<th scope="row"><code>weight</code></th>`, `placeholder="code,parcel,weight,state,takes,fragile,marks,sizes,packed,text"`, "At most 4 rows.")
	lacks(t, get("", "/bundles/"), "_show=import")
	contains(t, get("", "/bundles/?_show=import"), "You do not have permission to create a record.")
	lacks(t, get("admin", "/vaults/"), "_show=import")
	lacks(t, get("admin", "/vaults/?_show=import"), "_csv")

	// Cells with problems of several rows, one of which is empty, and one in several lines.
	const bad = "code,Weight,packed,id,marks\r\nA,0,2026-02-30,7,x\r\n,,,,\r\nB,1,,,\"x;yyyyyy\"\r\n\"C\nC\",,,,\r\nA,x\r\n"
	for i, file := range []string{"", "\uFEFF" + bad} {
		status, _, body := send("admin", tryBundles, url.Values{"_import": {"true"}, "_csv": {bad}}, file)
		if status != 400 {
			t.Errorf("wrong cells, %d: got %d", i, status)
		}
		contains(t, body, `<title>Error: Import bundles · Resourceful</title>`, "Nothing was saved. Problems found: 5.",
			`<th scope="row" data-label="Row">2</th><td data-label="Column"><code>weight</code></td><td data-label="Value">0</td><td data-label="Message">Enter at least 1.</td>`,
			`<th scope="row" data-label="Row">2</th><td data-label="Column"><code>packed</code></td><td data-label="Value">2026-02-30</td>`,
			`<th scope="row" data-label="Row">4</th><td data-label="Column"><code>marks</code></td><td data-label="Value">x;yyyyyy</td>`,
			`<th scope="row" data-label="Row">6</th><td data-label="Column"><code>weight</code></td><td data-label="Value">x</td><td data-label="Message">Enter a whole number, such as 12.</td>`,
			"These columns cannot be written and are ignored: id.", "Check again", "2026-02-30,7,x")
		lacks(t, body, `<button>Create`)
	}

	// Good rows are not written by the check, and once by the form that follows it.
	const good = "Code;weight;Fragile;marks;sizes;packed;text;parcel;State;takes\nA;5;;\"red;x\";\"{\"\"h\"\": 2}\";2026-02-03;'=1+1;1;Cured;1h 30m\nB;;false;\"[\"\"a\"\"]\";;;\"two\nlines\";\n"
	status, _, body := send("admin", tryBundles, url.Values{"_import": {"true"}}, good)
	if status != 201 {
		t.Errorf("good rows: got %d", status)
	}
	contains(t, body, "This will work. Nothing is saved yet.", "<button>Create 2 bundles</button>", "<li>A</li>", "<li>B</li>", "Fragile;marks")
	contains(t, get("admin", "/bundles/"), "Nothing here yet.")
	done := url.Values{"_import": {"true"}, "_csv": {good}, "_key": {strings.Repeat("k", 24)}}
	for n := range 2 {
		if status, header, body := send("admin", "/bundles/", done, ""); status != 303 || header.Get("Location") != "/bundles/" {
			t.Fatalf("time %d: got %d to %q: %s", n, status, header.Get("Location"), body)
		}
	}
	contains(t, get("admin", "/bundles/"), "2 records")
	var got string
	for line := range strings.Lines(anyTag.ReplaceAllString(get("admin", "/bundles/"), "")) {
		got += strings.TrimSpace(line)
	}
	contains(t, html.UnescapeString(got), `"code": "A","parcel": 1,"weight": 5,"state": "cured","takes": "01:30:00","fragile": true,"marks": ["red","x"],"sizes": {"h": 2},"packed": "2026-02-03","text": "=1+1"`,
		`"code": "B","parcel": null,"weight": null,"state": "raw","takes": "00:00:00","fragile": false,"marks": ["a"],"sizes": {},"packed": null,"text": "two\nlines"`)

	// A value that others have taken meanwhile has a message at its cell, and nothing else is written.
	status, _, body = send("admin", "/bundles/", url.Values{"_import": {"true"}, "_csv": {"code,weight\nC,1\nA,1\n"}, "_key": {strings.Repeat("l", 24)}}, "")
	if status != 400 {
		t.Errorf("a code that is taken: got %d", status)
	}
	contains(t, body, `<th scope="row" data-label="Row">3</th><td data-label="Column"><code>code</code></td><td data-label="Value">A</td>`)
	contains(t, get("admin", "/bundles/"), "2 records")

	// Who is nobody gets what they pasted back after a login.
	status, _, body = send("", tryBundles, url.Values{"_import": {"true"}, "_csv": {"code\nD\n"}}, "")
	if status != 403 {
		t.Errorf("nobody imports: got %d", status)
	}
	contains(t, body, `name="_csv" value="code`, "Log in to go on")
	_, _, body = send("", "/bundles/", url.Values{"_import": {"true"}, "_csv": {"code\nD\n"}, "_username": {"admin"}, "_password": {"admin-password"}}, "")
	contains(t, body, "You are logged in.", `<h1>Import bundles</h1>`, "code\nD\n</textarea>")
}

// A file that is no table of the resource is refused before any row is read.
func TestImportIsRefused(t *testing.T) {
	_, send := newBundles(t, ":memory:")
	for _, tt := range []struct{ name, csv, want string }{
		{"nothing", "  \n", "Choose a file, or paste rows."},
		{"only names", "code,weight\n", "The only row is that of the names."},
		{"a column that there is not", "code,wieght\nA,1\n", "Unknown column. Did you mean \"weight\"?"},
		{"a column twice", "code,Code\nA,1\n", "This column is there twice."},
		{"a column that lacks", "weight\n1\n", "This column is required."},
		{"a mark that stays open", "code\n\"A\n", "A quotation mark is not closed"},
		{"a mark inside", "code\nA\"B\n", "A cell with a quotation mark has to begin and end with one"},
		{"too many cells", "code\nA,1\n", "There are more cells than columns."},
		{"too many rows", "code\nA\nB\nC\nD\nE\n", "No more than 4 records may be made at once."},
		{"too many columns", strings.Repeat("x,", 1000) + "code\nA\n", "There are more than 1000 columns."},
		{"more cells than a body may have values", "code\nA" + strings.Repeat(",", 300_000), "There are more than 300000 cells. Import the rows in parts."},
		{"no UTF-8", "code\n\xe4\n", "This is not text in UTF-8."},
	} {
		status, _, body := send("admin", tryBundles, url.Values{"_import": {"true"}}, tt.csv)
		if status != 400 || !strings.Contains(body, tt.want) || strings.Contains(body, "<button>Create") {
			t.Errorf("%s: got %d, want 400 and %q\n%s", tt.name, status, tt.want, body)
		}
	}
	if status, _, body := send("admin", "/vaults/", url.Values{"_import": {"true"}, "_csv": {"name\nA\n"}}, ""); status != 400 {
		t.Errorf("a resource with secrets: got %d %s", status, fmt.Sprint(body))
	}
}
