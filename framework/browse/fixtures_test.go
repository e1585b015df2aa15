// The pages of a set of notes, with accounts and answers, for the tests of this package.

package browse_test

import (
	"context"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/passwords"
	"example.com/resourceful/framework/auth/standard"
	"example.com/resourceful/framework/browse"
	"example.com/resourceful/framework/browse/codestyle"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest"
)

// Note is a row with an input of most kinds.
type Note struct {
	ID       int64                `rest:"id,readonly"`
	Title    string               `rest:"title" default:"" validate:"max=100"`
	Text     string               `rest:"text,multiline"`
	Pinned   bool                 `rest:"pinned" default:"false"`
	Colour   string               `rest:"colour" default:"blue" validate:"colour"`
	Priority int64                `rest:"priority" default:"1"`
	Owner    rest.BelongsTo[User] `rest:"owner,readonly,show=username"`
}

// User is the account that owns notes.
type User struct {
	ID       int64  `rest:"id,readonly"`
	Username string `rest:"username,unique" validate:"max=150"`
}

// endpoint is the compiled resource of notes.
func endpoint(t testing.TB) *plan.Resource {
	t.Helper()
	colours := rest.Check{Choices: func() []rest.Choice {
		return []rest.Choice{{Value: "blue", Label: "Blue"}, {Value: "red", Label: "Red"}}
	}}
	set := rest.NewSet("notes",
		rest.ViewSet[Note]{
			Path: "/notes/", RecordName: "Note Detail", Description: "What people keep in mind.", Access: permission.Anyone,
			Serializer: rest.Serializer[Note]{BeforeSave: func(*rest.Call, *Note) error { return nil }},
		},
		rest.ViewSet[User]{Path: "/users/", Access: permission.Anyone, Actions: rest.ReadOnly},
	).Rule("colour", colours)
	plan, err := set.Compile()
	if err != nil {
		t.Fatal(err)
	}
	return plan.Resources[0]
}

func newPages(t testing.TB, theme rest.Theme) *browse.Pages {
	t.Helper()
	theme.CodeStyles = codestyle.Sheet
	pages, err := browse.New(newAuth(t), theme)
	if err != nil {
		t.Fatal(err)
	}
	return pages
}

var alice = &auth.User{ID: 1, Username: "alice"}

var offered = []media.Format{
	{Name: "json", MediaType: "application/json", ContentType: "application/json"},
	{Name: "api", MediaType: "text/html", ContentType: "text/html; charset=utf-8"},
	{Name: "yaml", MediaType: "application/yaml", ContentType: "application/yaml; charset=utf-8"},
}

const (
	listAllow   = "GET, POST, HEAD, OPTIONS"
	recordAllow = "GET, PUT, PATCH, DELETE, HEAD, OPTIONS"
)

// answer is a GET of the list by nobody; the tests change what they are about.
func answer(e *plan.Resource, body string) *browse.Answer {
	a := &browse.Answer{}
	a.Method, a.Path, a.Base = "GET", "/notes/", "http://api.example"
	a.Name, a.Crumbs = "Note List", []browse.Crumb{{Name: "Api Root", Path: "/"}, {Name: "Note List", Path: "/notes/"}}
	a.Description, a.Status, a.Headers = e.Description, http.StatusOK, headers(listAllow)
	a.Body, a.Formats, a.Shown = media.Indent(nil, []byte(body), 4), offered, offered[0]
	a.Tag, a.Measures = `W/"TAG"`, []string{"1.234 ms", "1,234 bytes"}
	a.Endpoint, a.IsList, a.Rows = e, true, rows(e, body)
	return a
}

// rows are what the service says beside the records of a body: pages of their own, and the owners'.
func rows(e *plan.Resource, body string) []browse.Row {
	var list []browse.Row
	for _, m := range regexp.MustCompile(`"id":(\d+)(?:[^{}]*"owner":"(\w+)")?`).FindAllStringSubmatch(body, -1) {
		row := browse.Row{Href: e.Path + m[1] + "/"}
		if m[2] != "" {
			row.Cells = browse.Linked(e, map[string][][2]string{"owner": {{m[2], "/users/1/"}}})
		}
		list = append(list, row)
	}
	return list
}

func headers(allow string) []browse.Header {
	return []browse.Header{{Name: "Allow", Value: allow}, {Name: "Content-Type", Value: "application/json"}, {Name: "Vary", Value: "Accept, Cookie"}}
}

// record is a GET of one note.
func record(e *plan.Resource, body string) *browse.Answer {
	a := answer(e, body)
	a.Path, a.Name, a.IsList, a.IsRecord, a.Headers = "/notes/7/", "Note Detail", false, true, headers(recordAllow)
	a.Crumbs = append(a.Crumbs, browse.Crumb{Name: "Note Detail", Path: "/notes/7/"})
	return a
}

func createForm() *browse.Form {
	return &browse.Form{Method: "POST", Action: "/notes/", Fields: []*browse.FormField{
		{Name: "title", Label: "Title", Input: "text", MaxLength: 100},
		{Name: "text", Label: "Text", Input: "textarea", Required: true},
		{Name: "pinned", Label: "Pinned", Input: "checkbox"},
		{Name: "colour", Label: "Colour", Input: "select", Text: "blue", Hint: "Of the paper.", Options: []browse.Option{{Value: "blue", Label: "Blue", Selected: true}, {Value: "red", Label: "Red"}}},
		{Name: "priority", Label: "Priority", Input: "number", Text: "1"},
		{Name: "readers", Label: "Readers", Input: "multiselect", Options: []browse.Option{{Value: "http://api.example/users/1/", Label: "alice", Selected: true}, {Value: "http://api.example/users/2/", Label: "bob"}}},
	}}
}

func editForm() *browse.Form {
	f := createForm()
	f.Method, f.Action = "PUT", "/notes/7/"
	f.Fields[0].Text, f.Fields[1].Text, f.Fields[2].Checked = "Seven", "\n\n  indented\n", true
	return f
}

const noteBody = `{"id":7,"title":"Seven","text":"see https://go.dev/ref/spec.\nline two","pinned":true,"colour":"blue","priority":1,"owner":"alice"}`

// accounts and sessions in memory

type accounts map[string]auth.User

func (a accounts) UserByName(_ context.Context, name string) (auth.User, bool, error) {
	u, ok := a[name]
	return u, ok, nil
}

func (a accounts) UserByID(_ context.Context, id int64) (auth.User, bool, error) {
	for _, u := range a {
		if u.ID == id {
			return u, true, nil
		}
	}
	return auth.User{}, false, nil
}

func (a accounts) RenewPassword(context.Context, int64, string, string) (bool, error) {
	return true, nil
}

type sessions struct {
	mu   sync.Mutex
	rows map[string][]byte
}

func (s *sessions) Find(_ context.Context, token string) ([]byte, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	data, ok := s.rows[token]
	return data, ok, nil
}

func (s *sessions) Save(_ context.Context, token string, row auth.Session) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rows[token] = row.Data
	return nil
}

func (s *sessions) Delete(_ context.Context, token string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.rows, token)
	return nil
}

const password = "s3cr3t-right"

// hash is made once for all tests: it takes long by design.
var hash = sync.OnceValues(func() (string, error) {
	return new(passwords.Hasher).Hash(context.Background(), password)
})

func newAuth(t testing.TB) *auth.Authenticator {
	t.Helper()
	h, err := hash()
	if err != nil {
		t.Fatal(err)
	}
	users := accounts{
		"alice": {ID: 1, Username: "alice", Password: h, Active: true},
		"ivan":  {ID: 2, Username: "ivan", Password: h},
	}
	who, err := standard.New(nil, standard.Stores{Accounts: users, Sessions: &sessions{rows: map[string][]byte{}}}, auth.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return who.Authenticator
}

func render(t testing.TB, pages *browse.Pages, a *browse.Answer) string {
	t.Helper()
	page, err := pages.Render(a)
	if err != nil {
		t.Fatal(err)
	}
	return string(page)
}

func contains(t *testing.T, page string, wants ...string) {
	t.Helper()
	for _, want := range wants {
		if !strings.Contains(page, want) {
			t.Errorf("page lacks %q:\n%s", want, page)
		}
	}
}

func lacks(t *testing.T, page string, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if strings.Contains(page, text) {
			t.Errorf("page has %q:\n%s", text, page)
		}
	}
}
