package browse_test

import (
	"bytes"
	"html"
	"image"
	"image/png"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
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
	// binder nests sheets, and has a file and lists.
	binder struct {
		ID     int64                     `rest:"id,readonly"`
		Name   string                    `rest:"name"`
		Tags   []string                  `rest:"tags,optional"`
		Cover  rest.File                 `rest:"cover,optional"`
		Called string                    `rest:"cover_name,readonly,of=cover.name"`
		Plan   rest.Image                `rest:"plan,optional"`
		Sheets rest.HasMany[sheet]       `rest:"-"`
		Rows   rest.Nested[boundSheet]   `rest:"sheets,of=sheets,nested=replace,optional"`
		Pages  rest.ManyToMany[bindMark] `rest:"marks,optional,show=name"`
	}
	sheet struct {
		ID     int64                  `rest:"id,readonly"`
		Binder rest.BelongsTo[binder] `rest:"binder,ondelete=cascade"`
		Title  string                 `rest:"title"`
		Read   bool                   `rest:"read"`
		On     *time.Time             `rest:"on,optional"`
	}
	boundSheet struct {
		ID    int64      `rest:"id,readonly"`
		Title string     `rest:"title"`
		Read  bool       `rest:"read"`
		On    *time.Time `rest:"on,optional"`
	}
	bindMark struct {
		ID   int64  `rest:"id,readonly"`
		Name string `rest:"name,unique" validate:"max=20"`
	}
)

func binders() *rest.Set {
	return rest.NewSet("binders", rest.ViewSet[binder]{Path: "/binders/"}, rest.ViewSet[sheet]{Path: "/sheets/"}, rest.ViewSet[bindMark]{Path: "/marks/"}).Access(permission.Anyone)
}

// bound is a server with a binder of three sheets, and its form as a browser would send it.
type bound struct {
	t *testing.T
	http.Handler
	form url.Values
}

func newBound(t *testing.T) *bound {
	t.Helper()
	folder, err := files.Folder(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	b := &bound{t: t, Handler: server.New(t, server.Config{Set: binders, Pages: ownPages, Options: serve.Options{Now: time.Now, Files: serve.FileOptions{Store: folder}}}, ":memory:")}
	b.api("POST", "/marks/", `{"name":"red"}`)
	b.api("POST", "/marks/", `{"name":"blue"}`)
	b.api("POST", "/binders/", `{"name":"north","tags":["a"],"marks":["red"],"sheets":[{"title":"one","read":false,"on":"2026-01-02T03:04:05Z"},{"title":"two","read":true},{"title":"three","read":false}]}`)
	b.form = b.shown(sendTo(b, "GET", "/binders/1/", "admin", "", "Accept", "text/html").Body.String())
	return b
}

func (b *bound) api(method, path, body string) string {
	b.t.Helper()
	w := sendTo(b, method, path, "admin", body, "Content-Type", "application/json")
	if w.Code >= 300 {
		b.t.Fatalf("%s %s: got %d %s", method, path, w.Code, w.Body)
	}
	return w.Body.String()
}

// post sends the form, and wants a status.
func (b *bound) post(want int, more ...string) string {
	b.t.Helper()
	form := url.Values{}
	for name, values := range b.form {
		form[name] = values
	}
	for i := 0; i < len(more); i += 2 {
		form.Set(more[i], more[i+1])
	}
	w := sendTo(b, "POST", "/binders/1/", "admin", form.Encode(), "Content-Type", "application/x-www-form-urlencoded", "Accept", "text/html")
	return b.wants(w, want)
}

func (b *bound) wants(w *httptest.ResponseRecorder, want int) string {
	b.t.Helper()
	if w.Code != want {
		b.t.Fatalf("got %d, want %d:\n%s", w.Code, want, w.Body)
	}
	if want != http.StatusSeeOther {
		strict(b.t, w.Body.String())
	}
	return w.Body.String()
}

var (
	formOfEdit = regexp.MustCompile(`(?s)<form [^>]*id="edit-form".*?</form>`)
	inputs     = regexp.MustCompile(`<input type="([a-z-]+)"[^>]*? name="([^"]+)"[^>]*>|<input type="(hidden)" name="([^"]+)"[^>]*>`)
	valueOf    = regexp.MustCompile(` value="([^"]*)"`)
	choices    = regexp.MustCompile(`(?s)<select[^>]* name="([^"]+)".*?</select>`)
	chosen     = regexp.MustCompile(`<option value="([^"]*)" selected>`)
	areas      = regexp.MustCompile(`(?s)<textarea[^>]* name="([^"]+)"[^>]*>\n?(.*?)</textarea>`)
	notes      = regexp.MustCompile(`(?s)<section class="card conflict".*?</section>`)
)

// shown is the form of the record on a page, as a browser sends it when nothing was typed.
func (b *bound) shown(page string) url.Values {
	b.t.Helper()
	text, form := formOfEdit.FindString(page), url.Values{}
	if text == "" {
		b.t.Fatalf("there is no form:\n%s", page)
	}
	for _, in := range inputs.FindAllStringSubmatch(text, -1) {
		kind, name := in[1]+in[3], in[2]+in[4]
		if kind == "file" || kind == "checkbox" && !strings.Contains(in[0], " checked") {
			continue
		}
		value := ""
		if m := valueOf.FindStringSubmatch(in[0]); m != nil {
			value = m[1]
		}
		form.Add(name, html.UnescapeString(value))
	}
	for _, s := range choices.FindAllStringSubmatch(text, -1) {
		value := ""
		if m := chosen.FindStringSubmatch(s[0]); m != nil {
			value = m[1]
		}
		form.Add(s[1], value)
	}
	for _, s := range areas.FindAllStringSubmatch(text, -1) {
		form.Add(s[1], html.UnescapeString(s[2]))
	}
	return form
}

// differences are the rows of the comparison on a page, as texts.
func differences(page string) (rows []string) {
	tags := regexp.MustCompile(`<[^>]*>`)
	body := notes.FindString(page)
	for _, row := range regexp.MustCompile(`(?s)<tr><th scope="row">.*?</tr>`).FindAllString(body, -1) {
		var cells []string
		for _, cell := range regexp.MustCompile(`(?s)<t[hd][^>]*>(.*?)</t[hd]>`).FindAllStringSubmatch(row, -1) {
			cells = append(cells, strings.TrimSpace(strings.NewReplacer("&#34;", `"`, "\n", "; ").Replace(tags.ReplaceAllString(cell[1], ""))))
		}
		rows = append(rows, strings.Join(cells, " | "))
	}
	return rows
}

func wantDifferences(t *testing.T, page string, want ...string) {
	t.Helper()
	if got := differences(page); !slices.Equal(got, want) {
		t.Errorf("the page compares\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Nested rows that both have changed are shown beside the record's. The form has what was typed, and a button gives it the
// record's rows.
func TestConflictOfNestedRows(t *testing.T) {
	b := newBound(t)
	b.form.Set("sheets[0].title", "mine 1")
	b.form.Set("sheets[1]._remove", "true")
	b.form.Set("sheets[3].title", "new")
	b.api("PUT", "/binders/1/", `{"name":"north","tags":["a"],"marks":["red"],"sheets":[{"id":1,"title":"theirs 1","read":true},{"title":"theirs 4","read":false}]}`)
	page := b.post(http.StatusPreconditionFailed)
	wantDifferences(t, page, `Sheets | Title: mine 1 · Read: No · On: 2026-01-02T03:04:05; Title: three · Read: No; Title: new · Read: No | Title: theirs 1 · Read: Yes · On: 2026-01-02T03:04:05; Title: theirs 4 · Read: No | Others changed it too. Take theirs`)
	b.form = b.shown(page)
	for name, want := range map[string]string{"sheets[0].title": "mine 1", "sheets[1]._remove": "true", "sheets[2].title": "three", "sheets[2].id": "", "sheets[3].title": "new"} {
		if got := b.form.Get(name); got != want {
			t.Errorf("%s: the form has %q, want %q", name, got, want)
		}
	}

	// The rows are taken: nothing is written, and what else was typed stays.
	page = b.post(http.StatusOK, "_take", "sheets", "name", "typed since")
	b.form = b.shown(page)
	contains(t, page, "The form has theirs now.")
	if got := b.form.Get("sheets[0].title") + ", " + b.form.Get("sheets[0].read") + ", " + b.form.Get("sheets[1].title") + ", " + b.form.Get("sheets[2].title") + ", " + b.form.Get("name"); got != "theirs 1, true, theirs 4, , typed since" {
		t.Errorf("the form has %s", got)
	}
	if got := b.api("GET", "/binders/1/", ""); !strings.Contains(got, `"name":"north"`) {
		t.Errorf("a look at the form has written %s", got)
	}
	b.post(http.StatusSeeOther)
	if got, want := b.api("GET", "/binders/1/", ""), `"sheets":[{"id":1,"title":"theirs 1","read":true,"on":"2026-01-02T03:04:05Z"},{"id":4,"title":"theirs 4","read":false,"on":null}]`; !strings.Contains(got, want) || !strings.Contains(got, "typed since") {
		t.Errorf("got %s, want %s", got, want)
	}
}

// The form has the record's rows if only others have changed them, and creates rows again that they have deleted.
func TestConflictOfDeletedRows(t *testing.T) {
	b := newBound(t)
	shown := b.form
	b.form.Set("name", "mine")
	b.api("PUT", "/binders/1/", `{"name":"north","tags":["a"],"marks":["red"],"sheets":[{"id":3,"title":"three","read":false}]}`)
	page := b.post(http.StatusPreconditionFailed)
	wantDifferences(t, page, "Name | mine | north | Only you changed it. Take theirs",
		`Sheets | Title: one · Read: No · On: 2026-01-02T03:04:05; Title: two · Read: Yes; 1 the same on both sides | 1 the same on both sides | Only others changed it. The form has theirs now.`)
	if got := b.shown(page); got.Get("sheets[0].title") != "three" || got.Get("sheets[1].title") != "" {
		t.Errorf("the form has %v, want the row that is left", got)
	}
	b.form = shown
	b.form.Set("sheets[0].title", "mine 1")
	b.form = b.shown(b.post(http.StatusPreconditionFailed))
	b.post(http.StatusSeeOther)
	if got := b.api("GET", "/binders/1/", ""); strings.Count(got, `"title"`) != 3 || !strings.Contains(got, `"title":"mine 1"`) || !strings.Contains(got, `{"id":3,`) {
		t.Errorf("got %s, want three sheets", got)
	}
}

// Lists, relations to many and files are compared too. A file that was chosen is asked for again.
func TestConflictOfFilesAndLists(t *testing.T) {
	b := newBound(t)
	b.form.Set("tags", "mine")
	b.form.Set("marks", "blue")
	b.putFile("cover", "theirs.txt", []byte("cover of theirs"))
	b.api("PATCH", "/binders/1/", `{"tags":["theirs"],"marks":["red","blue"]}`)
	page := b.post(http.StatusPreconditionFailed)
	wantDifferences(t, page,
		`Tags | mine | theirs | Others changed it too. Take theirs`,
		`Cover | as it was | theirs.txt | Only others changed it. The form keeps theirs; if you chose a file, choose it again.`,
		`Marks | blue | blue, red | Others changed it too. Take theirs`,
	)
	b.form = b.shown(page)
	b.form = b.shown(b.post(http.StatusOK, "_take", "tags"))
	if got := b.form.Get("tags"); got != "theirs" {
		t.Errorf("the form has the tags %q, want theirs", got)
	}
	// A second file that takes the place of one that others have replaced meanwhile.
	b.putFile("cover", "others.txt", []byte("cover of others"))
	page = b.wants(sendFile(b, "POST", "/binders/1/", server.File{Field: "cover", Name: "mine.txt", Content: []byte("mine")}, b.form), http.StatusPreconditionFailed)
	if got := strings.Join(differences(page), "\n"); !strings.Contains(got, "Cover | as it was | others.txt | Only others changed it. The form keeps theirs; if you chose a file, choose it again.") {
		t.Errorf("the page compares\n%s", got)
	}
	if got := b.api("GET", "/binders/1/", ""); strings.Contains(got, "mine") {
		t.Errorf("a refused form has stored %s", got)
	}
}

// Who has ticked that a file goes, and others have put another in its place: it is kept by the button, before which nothing
// is written, and goes without it. A file that was chosen has no button, since no page keeps it.
func TestConflictTakesFiles(t *testing.T) {
	b := newBoundWithFiles(t, "cover", "plan")
	b.putFile("cover", "theirs.txt", []byte("theirs"))
	b.putFile("plan", "theirs.png", pixels(2))
	before := b.api("GET", "/binders/1/", "")
	page := b.post(http.StatusPreconditionFailed)
	wantDifferences(t, page,
		`Cover | empty | theirs.txt | Others changed it too. Take theirs`,
		`Plan | empty | a file | Others changed it too. Take theirs`,
	)
	b.form = b.shown(page)
	if got := b.form["_clear"]; !slices.Equal(got, []string{"cover", "plan"}) {
		t.Fatalf("the form takes away %q, want both files as it was sent", got)
	}

	page = b.post(http.StatusOK, "_take", "cover", "name", "typed since")
	b.form = b.shown(page)
	if got := b.form["_clear"]; !slices.Equal(got, []string{"plan"}) {
		t.Errorf("the form takes away %q, want only the plan", got)
	}
	if got := strings.Join(differences(page), "\n"); !strings.Contains(got, "Cover | as it was | theirs.txt | The form has theirs now.") {
		t.Errorf("the page compares\n%s", got)
	}
	if after := b.api("GET", "/binders/1/", ""); after != before {
		t.Errorf("a look at the form has written %s, before %s", after, before)
	}
	b.post(http.StatusSeeOther)
	got := b.api("GET", "/binders/1/", "")
	for _, want := range []string{`"name":"typed since"`, `"cover_name":"theirs.txt"`, `"plan":null`} {
		if !strings.Contains(got, want) {
			t.Errorf("got %s, want %s in it", got, want)
		}
	}
	if got := sendTo(b, "GET", "/binders/1/cover/", "admin", "").Body.String(); got != "theirs" {
		t.Errorf("the cover is %q, want theirs", got)
	}
}

// The button for an image brings back only theirs; of a file that only they have taken away, theirs is none.
func TestConflictTakesImages(t *testing.T) {
	b := newBoundWithFiles(t, "plan")
	b.putFile("plan", "theirs.png", pixels(2))
	b.api("PATCH", "/binders/1/", `{"cover":null}`)
	page := b.post(http.StatusPreconditionFailed)
	wantDifferences(t, page,
		`Cover | as it was | empty | Only others changed it. The form keeps theirs; if you chose a file, choose it again.`,
		`Plan | empty | a file | Others changed it too. Take theirs`,
	)
	b.form = b.shown(page)
	b.form = b.shown(b.post(http.StatusOK, "_take", "plan"))
	b.post(http.StatusSeeOther)
	if got := b.api("GET", "/binders/1/", ""); !strings.Contains(got, `"cover":null`) || strings.Contains(got, `"plan":null`) {
		t.Errorf("got %s, want no cover and a plan", got)
	}
	if got := sendTo(b, "GET", "/binders/1/plan/", "admin", "").Body.String(); got != string(pixels(2)) {
		t.Errorf("the plan has %d bytes, want the %d of theirs", len(got), len(pixels(2)))
	}
}

// newBoundWithFiles is newBound whose binder has both files, and whose form takes some of them away.
func newBoundWithFiles(t *testing.T, cleared ...string) *bound {
	t.Helper()
	b := newBound(t)
	b.putFile("cover", "first.txt", []byte("cover"))
	b.putFile("plan", "first.png", pixels(1))
	b.form = b.shown(sendTo(b, "GET", "/binders/1/", "admin", "", "Accept", "text/html").Body.String())
	b.form["_clear"] = cleared
	return b
}

// putFile sends a file as another client does.
func (b *bound) putFile(field, name string, content []byte) {
	b.t.Helper()
	w := sendFile(b, "PATCH", "/binders/1/", server.File{Field: field, Name: name, Content: content}, url.Values{})
	if w.Code != http.StatusOK {
		b.t.Fatalf("%s %s: got %d %s", field, name, w.Code, w.Body)
	}
}

// pixels is an image of so many pixels in a row.
func pixels(n int) []byte {
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, n, 1))); err != nil {
		panic(err) // nothing in it can fail
	}
	return b.Bytes()
}

// The question before a deletion tells of nested rows that others have changed since.
func TestConflictOfDeletion(t *testing.T) {
	b := newBound(t)
	b.api("PUT", "/binders/1/", `{"name":"north","tags":["a"],"marks":["red"],"sheets":[{"id":1,"title":"one","read":false,"on":"2026-01-02T03:04:05Z"},{"id":2,"title":"worth keeping","read":true},{"id":3,"title":"three","read":false}]}`)
	form := url.Values{"_method": {"DELETE"}, "_version": b.form["_version"]}
	w := sendTo(b, "POST", "/binders/1/", "admin", form.Encode(), "Content-Type", "application/x-www-form-urlencoded", "Accept", "text/html")
	page := b.wants(w, http.StatusPreconditionFailed)
	wantDifferences(t, page, `Sheets | Title: one · Read: No · On: 2026-01-02T03:04:05; Title: worth keeping · Read: Yes; Title: three · Read: No`)
}

// sendFile sends a form with a file.
func sendFile(h http.Handler, method, path string, file server.File, form url.Values) *httptest.ResponseRecorder {
	fields := map[string]string{}
	for name := range form {
		fields[name] = form.Get(name)
	}
	contentType, body := server.FormWithFiles(fields, file)
	accept := "application/json"
	if method == "POST" {
		accept = "text/html"
	}
	return sendTo(h, method, path, "admin", string(body), "Content-Type", contentType, "Accept", accept)
}
