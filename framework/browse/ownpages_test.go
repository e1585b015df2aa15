package browse_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/browse"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
	"example.com/resourceful/framework/serve/pageapi"
)

// chore is a row with operations of a team.
type chore struct {
	ID    int64  `rest:"id,readonly"`
	Title string `rest:"title"`
	Done  bool   `rest:"done,readonly" default:"false"`
}

// choreStep is a part of a chore, below it.
type choreStep struct {
	ID    int64                 `rest:"id,readonly"`
	Chore rest.BelongsTo[chore] `rest:"chore,readonly,ondelete=cascade"`
	Text  string                `rest:"text"`
}

type finishing struct {
	Text  string `rest:"text" validate:"max=5"`
	Times int64  `rest:"times" default:"1"`
	Pin   string `rest:"pin,writeonly,optional"`
}

type echo struct {
	Said string `rest:"said"`
}

func chores() *rest.Set {
	finish := func(_ *rest.Call, c *chore, in finishing) (*chore, error) {
		if c.Done {
			return nil, problem.New(problem.Conflict, "The chore is done already.")
		}
		c.Done = true
		return c, nil
	}
	forget := func(_ *rest.Call, c *chore, _ rest.None) (rest.None, error) { return rest.None{}, nil }
	tell := func(_ *rest.Call, in finishing) (echo, error) {
		return echo{strings.Repeat(in.Text, int(in.Times))}, nil
	}
	count := func(*rest.Call, rest.None) (echo, error) { return echo{"some"}, nil }
	ping := func(*rest.Call, finishing) (rest.None, error) { return rest.None{}, nil }
	return rest.NewSet("home",
		rest.ViewSet[chore]{Path: "/chores/", Extra: []rest.Action{
			rest.OnRecord("finish", finish, rest.Describe("Ends a chore.")),
			rest.OnRecord("forget", forget, rest.Allow(permission.Admin)),
			rest.OnList("tell", tell),
			rest.OnList("count", count, rest.GET, rest.Describe("How many there are.")),
			rest.Sublist("open", permission.Is("done", false)),
		}},
		rest.ViewSet[choreStep]{Path: "/chores/{chore}/steps/", RecordPath: "/steps/", Table: "steps", Name: "step"},
		rest.Endpoint("/echo/", tell, rest.Describe("Says it again.")),
		rest.Endpoint("/ping/", ping, rest.Allow(permission.Admin)),
		rest.Endpoint("/repeat/", tell, rest.Status(http.StatusCreated)),
	).Access(permission.SignedInOrReadOnly)
}

// The pages of a record, of a list and of an endpoint have a form for each operation of the team
// that its reader may use, which comes back with what was typed when it is refused, and leads to
// the record when it was done.
func TestPagesOfOperations(t *testing.T) {
	h := server.New(t, server.Config{Set: chores, Pages: ownPages, Options: serve.Options{Now: time.Now, Keys: serve.KeyOptions{}}}, ":memory:")
	page := func(user, method, path string, form url.Values) (int, http.Header, string) {
		t.Helper()
		body := ""
		if form != nil {
			body = form.Encode()
		}
		w := sendTo(h, method, path, user, body, "Accept", "text/html", "Content-Type", "application/x-www-form-urlencoded")
		return w.Code, w.Header(), withoutMarks(w.Body.String())
	}
	has := func(of, body string, want ...string) {
		t.Helper()
		for _, text := range want {
			if negated, is := strings.CutPrefix(text, "! "); is == strings.Contains(body, strings.TrimPrefix(text, "! ")) {
				t.Errorf("%s: is %q there? got %v in\n%s", of, negated, is, body)
			}
		}
	}
	if w := sendTo(h, "POST", "/chores/", "admin", `{"title":"Wash"}`, "Content-Type", "application/json"); w.Code != http.StatusCreated {
		t.Fatal(w.Body)
	}

	_, _, body := page("alice", "GET", "/chores/1/", nil)
	has("a record", body,
		`<details class="action do-finish" id="do-finish"><summary>Finish</summary>`, "Ends a chore.", `<form method="post" action="/chores/1/finish/" novalidate>`,
		`id="do-finish-text"`, `name="times" value="1"`, `curl -u alice http`, `curl -u alice -X POST -H`,
		"! do-forget", "! do-tell")
	_, _, body = page("admin", "GET", "/chores/1/", nil)
	has("a record for an administrator", body, `action="/chores/1/forget/"`, "<button>Forget</button>")
	_, _, body = page("", "GET", "/chores/1/", nil)
	has("a record for nobody", body, "! do-finish")
	_, _, body = page("alice", "GET", "/chores/", nil)
	has("a list", body, `action="/chores/tell/"`, `<a href="/chores/count/" title="How many there are.">Count</a>`, `<a href="/chores/open/">Open</a>`, "! do-finish")

	// refused
	code, _, body := page("alice", "POST", "/chores/1/finish/", url.Values{"text": {"too long"}, "times": {"7"}, "pin": {"secret"}, "_key": {strings.Repeat("k", 24)}})
	if code != 400 {
		t.Fatalf("a form with a mistake: got %d", code)
	}
	has("a refused form", body, `id="do-finish" open`, `value="too long"`, `value="7"`, "Ensure this field has no more than 5 characters.", "Type it again", "! secret",
		`<a href="/chores/1/"`, `aria-current="page">Finish`)

	// done
	form := url.Values{"text": {"ok"}, "times": {"1"}, "_key": {strings.Repeat("d", 24)}}
	for range 2 { // the second is the same form again
		code, header, body := page("alice", "POST", "/chores/1/finish/", form)
		if code != 303 || header.Get("Location") != "/chores/1/" {
			t.Fatalf("a form that is done: got %d %s\n%s", code, header.Get("Location"), body)
		}
	}
	code, _, body = page("alice", "POST", "/chores/1/finish/", url.Values{"text": {"again"}, "_key": {strings.Repeat("e", 24)}})
	has("a conflict", body, "The chore is done already.", `value="again"`)
	if code != 409 {
		t.Errorf("a conflict: got %d", code)
	}
	if code, header, _ := page("admin", "POST", "/chores/1/forget/", url.Values{"_key": {strings.Repeat("f", 24)}}); code != 303 || header.Get("Location") != "/chores/1/" {
		t.Errorf("an operation without an answer: got %d %s", code, header.Get("Location"))
	}

	// answers of their own, and no rows
	code, _, body = page("alice", "POST", "/chores/tell/", url.Values{"text": {"ab"}, "times": {"2"}, "_key": {strings.Repeat("g", 24)}})
	if code != 200 {
		t.Errorf("an answer of its own: got %d", code)
	}
	has("an answer of its own", body, `"said": "abab"`)
	has("what an answer of its own says was done", body, ">Tell: done.<", "! Chore saved.")
	code, _, body = page("alice", "POST", "/repeat/", url.Values{"text": {"ab"}, "times": {"2"}, "_key": {strings.Repeat("r", 24)}})
	if code != 201 {
		t.Errorf("an endpoint that answers 201: got %d\n%s", code, body)
	}
	has("an endpoint that answers 201", body, ">Repeat: done.<", `"said": "abab"`)
	_, _, body = page("alice", "GET", "/chores/count/", nil)
	has("what only reads", body, `"said": "some"`, `aria-current="page">Count`)
	_, _, body = page("alice", "GET", "/echo/?_show=options", nil)
	has("an endpoint", body, "Says it again.", `action="/echo/"`, `id="do-echo-text"`)
	code, _, body = page("alice", "POST", "/echo/", url.Values{"text": {"too long"}, "_key": {strings.Repeat("h", 24)}})
	has("a refused form of an endpoint", body, `value="too long"`, "Ensure this field has no more than 5 characters.")
	if code != 400 {
		t.Errorf("a refused form of an endpoint: got %d", code)
	}
	if code, header, _ := page("admin", "POST", "/ping/", url.Values{"text": {"x"}, "_key": {strings.Repeat("i", 24)}}); code != 303 || header.Get("Location") != "/" {
		t.Errorf("an endpoint without an answer: got %d %s", code, header.Get("Location"))
	}

	// a search among related rows: only the form that was sent keeps its key
	sent := strings.Repeat("s", 24)
	_, _, body = page("admin", "POST", "/chores/", url.Values{"title": {"typed"}, "_find": {"title"}, "_key": {sent}})
	has("a page after a search", body, `name="title" value="typed"`, `id="do-tell"`)
	keys := formKeys.FindAllStringSubmatch(body, -1)
	seen := map[string]string{}
	for _, m := range keys {
		if at, again := seen[m[2]]; again && at != m[1] {
			t.Errorf("after a search the forms of %s and %s have one key, %s", at, m[1], m[2])
		}
		seen[m[2]] = m[1]
	}
	if seen[sent] != "/chores/" || len(keys) < 4 {
		t.Errorf("after a search: got the keys %v, want that of the form that was sent, %s, in it", seen, sent)
	}

	// rows below a record
	_, _, body = page("alice", "GET", "/chores/1/steps/", nil)
	has("rows below a record", body, `<form method="post" action="/chores/1/steps/" novalidate>`, "! {chore}")
	code, header, body := page("alice", "POST", "/chores/1/steps/", url.Values{"text": {"soap"}, "_key": {strings.Repeat("j", 24)}})
	if code != 303 || header.Get("Location") != "/chores/1/steps/" {
		t.Errorf("a row below a record: got %d %s\n%s", code, header.Get("Location"), body)
	}
	_, _, body = page("alice", "GET", "/chores/1/steps/", nil)
	has("rows below a record", body, `<a href="/steps/1/">soap</a>`)
	_, _, body = page("alice", "GET", "/steps/1/", nil)
	has("a row below a record", body, `href="/chores/1/steps/"`, "! {chore}", "! {key}")
}

// ownPages are the pages as the framework has them.
func ownPages(authenticator *auth.Authenticator) pageapi.Pages {
	p, err := browse.New(authenticator, rest.Theme{})
	if err != nil {
		panic(err) // the templates are our own
	}
	return p
}

// sendTo sends a request as somebody or nobody.
func sendTo(h http.Handler, method, path, user, body string, headers ...string) *httptest.ResponseRecorder {
	w := server.SendAs(h, user, method, path, body, headers...)
	return w
}

// formKeys finds the addresses of forms and their keys.
var formKeys = regexp.MustCompile(`(?s)<form method="post" action="([^"]*)"[^>]*>[^/]*name="_key" value="([^"]*)"`)

var anyTag = regexp.MustCompile(`<[^>]*>`)

// withoutMarks is the text of a page without what colours it.
func withoutMarks(page string) string {
	page = anyTag.ReplaceAllStringFunc(page, func(s string) string {
		if strings.HasPrefix(s, "<span") || strings.HasPrefix(s, "<bdi") || s == "</span>" || s == "</bdi>" {
			return ""
		}
		return s
	})
	return strings.NewReplacer("&#43;", "+", "&#34;", `"`, "&lt;", "<", "&gt;", ">", "&amp;", "&").Replace(page)
}
