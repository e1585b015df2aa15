// Tests of envelopes and forms of errors.

package resttest_test

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/media/csv"
	"example.com/resourceful/framework/media/ndjson"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest"
	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/serve"
)

// article is an article of the RealWorld API.
type article struct {
	ID    int64  `rest:"id,readonly"`
	Title string `rest:"title" validate:"max=20"`
	Rank  *int64 `rest:"rank"`
}

// ofConduit is how the RealWorld API has its articles.
var ofConduit = rest.Envelope{Record: "article", List: "articles", Count: "articlesCount", Input: "article"}

// conduit has the same articles as the RealWorld API has them, in pages, and as JSON:API has them.
func conduit() *rest.Set {
	view := rest.ViewSet[article]{Table: "articles", Access: permission.Anyone, Order: []string{"-rank"}}
	whole, paged, api, seeking := view, view, view, view
	whole.Path, whole.Envelope = "/articles/", ofConduit
	paged.Path, paged.Envelope, paged.Pages = "/paged/", ofConduit, rest.LimitOffset{Default: 2, Max: 4}
	api.Path, api.Envelope, api.Pages = "/api/", jsonAPI{Type: "articles"}, rest.PageNumber{Size: 2}
	seeking.Path, seeking.Pages = "/seeking/", cursor{Size: 2}
	stream := view
	stream.Path, stream.Envelope = "/stream/", jsonAPI{Type: "articles"}
	return rest.NewSet("conduit", whole, paged, api, seeking, stream).
		Renderers(append(media.Renderers(), csv.Renderer{}, ndjson.Renderer{})...)
}

// onEach runs a test on a server of a set on either database.
func onEach(t *testing.T, config resttest.Config, test func(t *testing.T, h http.Handler)) {
	t.Run("sqlite", func(t *testing.T) { test(t, resttest.NewServer(t, config, ":memory:")) })
	t.Run("postgres", func(t *testing.T) { test(t, resttest.NewServer(t, config, pg.Postgres(t))) })
}

// done sends a request that has to succeed, and returns its answer.
func done(t *testing.T, h http.Handler, method, path, body string) string {
	t.Helper()
	w := send(h, method, path, "admin", body)
	if w.Code >= 300 {
		t.Fatalf("%s %s: got %d %s", method, path, w.Code, w.Body)
	}
	return w.Body.String()
}

func decodeInto(t *testing.T, body string, to any) {
	t.Helper()
	if err := json.Unmarshal([]byte(body), to); err != nil {
		t.Fatalf("%s: %v", body, err)
	}
}

type exchanged struct {
	method, path, body string
	status             int
	want               string
}

func exchange(t *testing.T, h http.Handler, steps []exchanged, headers ...string) {
	t.Helper()
	for _, step := range steps {
		if step.body != "" && !strings.Contains(strings.Join(headers, " "), "Content-Type") {
			headers = append(headers, "Content-Type", "application/json")
		}
		w := send(h, step.method, step.path, "admin", step.body, headers...)
		if got := w.Body.String(); w.Code != step.status || got != step.want {
			t.Errorf("%s %s %s: got %d\n%s\nwant %d\n%s", step.method, step.path, step.body, w.Code, got, step.status, step.want)
		}
	}
}

// An envelope stands around records and lists in every format except those that hold only rows, and around the
// bodies of clients.
func TestEnvelopes(t *testing.T) {
	const one = `{"id":1,"title":"One","rank":null}`
	onEach(t, resttest.Config{Set: conduit, Pages: pages}, func(t *testing.T, h http.Handler) {
		exchange(t, h, []exchanged{
			{"GET", "/articles/", "", 200, `{"articles":[],"articlesCount":0}`},
			{"GET", "/articles.yaml", "", 200, "articles: []\narticlesCount: 0\n"},
			{"GET", "/paged/", "", 200, `{"articles":[],"articlesCount":0}`},
			{"POST", "/articles/", `{"article":{"title":"One"}}`, 201, `{"article":` + one + `}`},
			{"POST", "/articles/", `{"title":"One"}`, 400, `{"article":["This field is required."]}`},
			{"POST", "/articles/", ``, 400, `{"article":["This field is required."]}`},
			{"POST", "/articles/", `{"article":{}}`, 400, `{"title":["This field is required."]}`},
			{"POST", "/articles/", `{"article":[1]}`, 400, `{"non_field_errors":["Invalid data. Expected a dictionary, but got list."]}`},
			{"POST", "/articles/", `["article"]`, 400, `{"non_field_errors":["Invalid data. Expected a dictionary, but got list."]}`},
			{"PUT", "/articles/1/", `{"title":"One"}`, 400, `{"article":["This field is required."]}`},
			{"PATCH", "/articles/1/", `{"Article":{"title":"2"}}`, 400, `{"article":["This field is required."]}`},
			{"PATCH", "/articles/1/", `{"article":{"rank":5},"other":1}`, 200, `{"article":{"id":1,"title":"One","rank":5}}`},
			{"PUT", "/articles/1/", `{"article":{"title":"One","rank":null}}`, 200, `{"article":` + one + `}`},
			{"GET", "/articles/1/", "", 200, `{"article":` + one + `}`},
			{"GET", "/articles/1.yaml", "", 200, "article:\n  id: 1\n  title: One\n  rank: null\n"},
			{"GET", "/articles/1.csv", "", 200, "id,title,rank\r\n1,One,\r\n"},
			{"GET", "/articles/1.ndjson", "", 200, one + "\n"},
			{"GET", "/articles.csv", "", 200, "id,title,rank\r\n1,One,\r\n"},
			{"GET", "/articles.ndjson", "", 200, one + "\n"},
			{"GET", "/articles/", "", 200, `{"articles":[` + one + `],"articlesCount":1}`},
			{"GET", "/articles.yaml", "", 200, "articles:\n  - id: 1\n    title: One\n    rank: null\narticlesCount: 1\n"},
			{"GET", "/articles/9/", "", 404, `{"detail":"Not found."}`},
			{"GET", "/paged/", "", 200, `{"articles":[` + one + `],"articlesCount":1}`},
			{"GET", "/paged.csv", "", 200, "id,title,rank\r\n1,One,\r\n"},
			{"GET", "/seeking/1/", "", 200, one},

			{"GET", "/api/1/", "", 200, `{"data":{"type":"articles","attributes":` + one + `}}`},
			{"GET", "/api/1.csv", "", 200, "id,title,rank\r\n1,One,\r\n"},
			{"GET", "/api/", "", 200, `{"data":[{"type":"articles","attributes":` + one + `}],"meta":{"count":1},"links":{"next":""}}`},
			{"GET", "/api.csv", "", 200, "id,title,rank\r\n1,One,\r\n"},
			{"GET", "/api.yaml", "", 200, "data:\n  - type: articles\n    attributes:\n      id: 1\n      title: One\n      rank: null\nmeta:\n  count: 1\nlinks:\n  next: \"\"\n"},
			{"GET", "/stream/", "", 200, `{"data":[{"type":"articles","attributes":` + one + `}],"meta":{"count":1}}`},
			{"GET", "/stream.ndjson", "", 200, one + "\n"},
			{"GET", "/stream.csv", "", 200, "id,title,rank\r\n1,One,\r\n"},
			{"POST", "/api/", `{"data":{"type":"articles"}}`, 400, `{"data":{"attributes":["This field is required."]}}`},
			{"POST", "/api/", `{"data":{"type":"articles","attributes":{"title":"Two"}}}`, 201, `{"data":{"type":"articles","attributes":{"id":2,"title":"Two","rank":null}}}`},
			{"DELETE", "/api/2/", ``, 204, ``},
		})
		exchange(t, h, []exchanged{
			{"POST", "/articles/", "title=Two&rank=2", 201, `{"article":{"id":3,"title":"Two","rank":2}}`},
		}, "Content-Type", "application/x-www-form-urlencoded")
		exchange(t, h, []exchanged{
			{"POST", "/articles/", "article:\n  title: Three\n", 201, `{"article":{"id":4,"title":"Three","rank":null}}`},
		}, "Content-Type", "application/yaml")
		exchange(t, h, []exchanged{
			{"GET", "/articles/1/", "", 200, "{\n  \"article\": {\n    \"id\": 1,\n    \"title\": \"One\",\n    \"rank\": null\n  }\n}"},
			{"GET", "/articles/", "", 200, "{\n  \"articles\": [\n    {\n      \"id\": 3,\n      \"title\": \"Two\",\n      \"rank\": 2\n    },\n    {\n      \"id\": 1,\n      \"title\": \"One\",\n      \"rank\": null\n    },\n    {\n      \"id\": 4,\n      \"title\": \"Three\",\n      \"rank\": null\n    }\n  ],\n  \"articlesCount\": 3\n}"},
		}, "Accept", "application/json; indent=2")
	})
}

// OPTIONS describes the body with what stands around it.
func TestEnvelopeOptions(t *testing.T) {
	h := resttest.NewServer(t, resttest.Config{Set: conduit}, ":memory:")
	const fields = `{"id":{"type":"integer",`
	for path, want := range map[string]string{
		"/articles/": `"actions":{"POST":{"article":{"type":"nested object","required":true,"read_only":false,"label":"article","children":` + fields,
		"/api/":      `"actions":{"POST":{"data":{"type":"nested object","required":true,"read_only":false,"label":"article","children":{"attributes":{"type":"nested object",`,
		"/seeking/":  `"actions":{"POST":` + fields,
	} {
		if got := send(h, "OPTIONS", path, "admin", "").Body.String(); !strings.Contains(got, want) {
			t.Errorf("OPTIONS %s: got %s, want %s…", path, got, want)
		}
	}
}

// The entity tag of a record is one, whoever makes it: a read, a write, the repeat of a write.
func TestEnvelopeTags(t *testing.T) {
	onEach(t, resttest.Config{Set: conduit, Options: serve.Options{Now: time.Now}}, func(t *testing.T, h http.Handler) {
		const body, jsonType = `{"article":{"title":"One"}}`, "application/json"
		made := send(h, "POST", "/articles/", "admin", body, "Content-Type", jsonType, "Idempotency-Key", "a")
		again := send(h, "POST", "/articles/", "admin", body, "Content-Type", jsonType, "Idempotency-Key", "a")
		read := send(h, "GET", "/articles/1/", "", "")
		tag := read.Header().Get("Etag")
		if made.Header().Get("Etag") != tag || again.Header().Get("Etag") != tag || again.Header().Get("Idempotency-Replayed") != "true" {
			t.Errorf("got the tags %v, %v and %s, want one", made.Header(), again.Header(), tag)
		}
		if again.Body.String() != made.Body.String() || made.Body.String() != read.Body.String() {
			t.Errorf("got %s, again %s, read %s, want one answer", made.Body, again.Body, read.Body)
		}
		if w := send(h, "GET", "/articles/1/", "", "", "If-None-Match", tag); w.Code != 304 {
			t.Errorf("If-None-Match: got %d, want 304", w.Code)
		}
		for match, want := range map[string]int{tag: 200, `"x"`: 412} {
			if w := send(h, "PATCH", "/articles/1/", "admin", `{"article":{}}`, "Content-Type", jsonType, "If-Match", match); w.Code != want {
				t.Errorf("If-Match %s: got %d, want %d", match, w.Code, want)
			}
		}
		bare := send(h, "GET", "/seeking/1/", "", "").Header().Get("Etag")
		if bare == tag {
			t.Error("a bare record has the tag of one in an envelope")
		}
	})
}

// A page for people shows the answer as programs get it, and its forms are not enclosed; a body
// written by hand is.
func TestEnvelopePages(t *testing.T) {
	h := resttest.NewServer(t, resttest.Config{Set: conduit, Pages: pages}, ":memory:")
	html := func(method, path, body string) (int, string) {
		w := send(h, method, path, "admin", body, "Accept", "text/html", "Content-Type", "application/x-www-form-urlencoded")
		return w.Code, unmarked(w.Body.String())
	}
	if code, body := html("POST", "/articles/", "title=%3Cb%3E&rank="); code != 303 && code != 201 {
		t.Fatalf("a form: got %d %s", code, body)
	}
	_, list := html("GET", "/articles/", "")
	for _, want := range []string{`"articles": [`, `"articlesCount": 1`, `{"article": {"title": "", "rank": null}}`, `<th scope="row"`} {
		if !strings.Contains(list, want) {
			t.Errorf("the list lacks %s in\n%s", want, list)
		}
	}
	_, shown := html("GET", "/articles/?_body=csv", "")
	if !strings.Contains(shown, "1,<b>,") {
		t.Errorf("the list as CSV lacks its row in\n%s", shown)
	}
	_, record := html("GET", "/api/1/?_body=csv", "")
	if !strings.Contains(record, "1,<b>,") {
		t.Errorf("the record as CSV lacks its row in\n%s", record)
	}
	raw := url.Values{"_content_type": {"application/json"}, "_content": {`{"title":"bare"}`}}
	if code, body := html("POST", "/articles/", raw.Encode()); code != 400 || !strings.Contains(body, "article") {
		t.Errorf("a bare body written by hand: got %d", code)
	}
	raw.Set("_content", `{"article":{"title":"`+strings.Repeat("x", 21)+`"}}`)
	if code, body := html("POST", "/articles/", raw.Encode()); code != 400 || !strings.Contains(body, `value="`+strings.Repeat("x", 21)) {
		t.Errorf("a body written by hand that is refused: got %d, and its title is not in the form of\n%s", code, body)
	}
	raw.Set("_content", `{"article":{"title":"in hand"}}`)
	if code, body := html("POST", "/articles/", raw.Encode()); code != 201 && code != 303 {
		t.Errorf("a body written by hand: got %d %s", code, body)
	}
}

var anyTag = regexp.MustCompile(`<[^>]*>`)

// unmarked is the text of a page without what colours it.
func unmarked(page string) string {
	page = anyTag.ReplaceAllStringFunc(page, func(s string) string {
		if strings.HasPrefix(s, "<span") || strings.HasPrefix(s, "<bdi") || s == "</span>" || s == "</bdi>" {
			return ""
		}
		return s
	})
	return strings.NewReplacer("&#43;", "+", "&#34;", `"`, "&lt;", "<", "&gt;", ">", "&amp;", "&").Replace(page)
}

// A page begins after the last row of the one before, however many rows have no value, and rows that
// come in between change nothing.
func TestCursor(t *testing.T) {
	onEach(t, resttest.Config{Set: conduit}, func(t *testing.T, h http.Handler) {
		for i, rank := range []string{"null", "7", "5", "7", "null", "5", "9"} {
			done(t, h, "POST", "/seeking/", fmt.Sprintf(`{"title":"%d","rank":%s}`, i+1, rank))
		}
		want := []string{"7", "4", "2", "6", "3", "5", "1"} // -rank, -id: nothing comes last
		var got []string
		next := "/seeking/"
		for pages := 0; next != "" && pages < 10; pages++ {
			var page struct {
				Next string
				Rows []struct{ Title string }
			}
			body := done(t, h, "GET", next, "")
			decodeInto(t, body, &page)
			for _, row := range page.Rows {
				got = append(got, row.Title)
			}
			next = strings.TrimPrefix(page.Next, "http://example.com")
			done(t, h, "POST", "/seeking/", `{"title":"new","rank":10}`)
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("got %v, want %v", got, want)
		}
		for _, wrong := range []string{"x", "e30", "W10"} {
			if w := send(h, "GET", "/seeking/?after="+wrong, "", ""); w.Code != 404 || w.Body.String() != `{"detail":"Invalid cursor"}` {
				t.Errorf("?after=%s: got %d %s", wrong, w.Code, w.Body)
			}
		}
	})
}

// A panic of a team's paginator is a 500 that tells nothing, logged once.
func TestCursorPanics(t *testing.T) {
	var log strings.Builder
	config := resttest.Config{Set: conduit, Options: serve.Options{Logger: slog.New(slog.NewTextHandler(&log, nil))}}
	h := resttest.NewServer(t, config, ":memory:")
	w := send(h, "GET", "/seeking/?after=panic", "", "")
	if w.Code != 500 || w.Body.String() != `{"detail":"A server error occurred."}` || strings.Count(log.String(), "a mistake in a team's paginator") != 1 {
		t.Errorf("got %d %s, logged %s", w.Code, w.Body, log.String())
	}
}

// Pages by limit and offset are those of Django REST framework, links and all, within an envelope or not.
func TestLimitOffset(t *testing.T) {
	set := func() *rest.Set {
		return rest.NewSet("slices", rest.ViewSet[article]{Path: "/articles/", Access: permission.Anyone, Pages: rest.LimitOffset{Default: 2, Max: 3}}).Requests(rest.Lenient())
	}
	onEach(t, resttest.Config{Set: set, Pages: pages}, func(t *testing.T, h http.Handler) {
		for i := range 5 {
			done(t, h, "POST", "/articles/", fmt.Sprintf(`{"title":"%d"}`, i+1))
		}
		for query, want := range map[string]string{
			"":                     `{"count":5,"next":"http://example.com/articles/?limit=2&offset=2","previous":null,"results":[1 2]}`,
			"?offset=2":            `{"count":5,"next":"http://example.com/articles/?limit=2&offset=4","previous":"http://example.com/articles/?limit=2","results":[3 4]}`,
			"?limit=9&offset=1&b=": `{"count":5,"next":"http://example.com/articles/?b=&limit=3&offset=4","previous":"http://example.com/articles/?b=&limit=3","results":[2 3 4]}`,
			"?offset=4":            `{"count":5,"next":null,"previous":"http://example.com/articles/?limit=2&offset=2","results":[5]}`,
			"?offset=5":            `{"count":5,"next":null,"previous":"http://example.com/articles/?limit=2&offset=3","results":[]}`,
			"?offset=-1&limit=x":   `{"count":5,"next":"http://example.com/articles/?limit=2&offset=2","previous":null,"results":[1 2]}`,
		} {
			var page struct{ Results []struct{ ID int64 } }
			body := send(h, "GET", "/articles/"+query, "", "").Body.String()
			decodeInto(t, body, &page)
			ids := make([]int64, len(page.Results))
			for i, row := range page.Results {
				ids[i] = row.ID
			}
			head, _, _ := strings.Cut(body, `"results":`)
			if got := head + `"results":` + fmt.Sprint(ids) + "}"; got != want {
				t.Errorf("%s: got %s, want %s", query, got, want)
			}
		}
		for _, far := range []string{"3000000", "99999999999999999999"} {
			w := send(h, "GET", "/articles/?offset="+far, "", "")
			if body := w.Body.String(); w.Code != 200 || !strings.HasPrefix(body, `{"count":5,"next":null,"previous":"http://example.com/articles/?limit=2&offset=`) || !strings.HasSuffix(body, `"results":[]}`) {
				t.Errorf("offset %s: got %d %s", far, w.Code, body)
			}
		}
		page := send(h, "GET", "/articles/?offset=2", "", "", "Accept", "text/html").Body.String()
		for _, want := range []string{"5 records, page 2 of 3", `<a href="http://example.com/articles/?limit=2&amp;offset=4">3</a>`, `rel="next">Next`} {
			if !strings.Contains(page, want) {
				t.Errorf("the page lacks %s", want)
			}
		}
	})
}

// A form of errors tells of every refusal, in every format that can hold it.
func TestErrorForms(t *testing.T) {
	set := func() *rest.Set { return conduit().Errors(rest.ProblemDetails{}) }
	h := resttest.NewServer(t, resttest.Config{Set: set, Pages: pages, Options: serve.Options{Limits: serve.Limits{Limits: media.Limits{Body: 100}}}}, ":memory:")
	long := `{"article":"` + strings.Repeat("x", 100) + `"}`
	for _, tt := range []struct {
		method, path, body, accept string
		status                     int
		contentType, want          string
	}{
		{"GET", "/none/", "", "", 404, "application/problem+json", `{"type":"about:blank","title":"Not Found","status":404,"detail":"Not found."}`},
		{"GET", "/articles/1.yaml", "", "", 404, "application/yaml; charset=utf-8", "type: about:blank\ntitle: Not Found\nstatus: 404\ndetail: Not found.\n"},
		{"GET", "/articles/1.csv", "", "", 404, "application/problem+json", `{"type":"about:blank","title":"Not Found","status":404,"detail":"Not found."}`},
		{"TRACE", "/articles/", "", "", 405, "application/problem+json", `{"type":"about:blank","title":"Method Not Allowed","status":405,"detail":"Method \"TRACE\" not allowed."}`},
		{"GET", "/articles/", "", "image/png", 406, "application/problem+json", `{"type":"about:blank","title":"Not Acceptable","status":406,"detail":"Could not satisfy the request Accept header."}`},
		{"POST", "/articles/", `{"article":{"title":""}}`, "", 400, "application/problem+json", `{"type":"about:blank","title":"Bad Request","status":400,"detail":"Invalid input.","errors":[{"pointer":"#/article/title","code":"blank","detail":"This field may not be blank."}]}`},
		{"POST", "/articles/", `{"article":[1]}`, "", 400, "application/problem+json", `{"type":"about:blank","title":"Bad Request","status":400,"detail":"Invalid input.","errors":[{"pointer":"#/article","code":"invalid","detail":"Invalid data. Expected a dictionary, but got list."}]}`},
		{"POST", "/articles/", `["article"]`, "", 400, "application/problem+json", `{"type":"about:blank","title":"Bad Request","status":400,"detail":"Invalid input.","errors":[{"pointer":"#","code":"invalid","detail":"Invalid data. Expected a dictionary, but got list."}]}`},
		{"POST", "/api/", `{"data":{"type":"articles","attributes":{"title":""}}}`, "", 400, "application/problem+json", `{"type":"about:blank","title":"Bad Request","status":400,"detail":"Invalid input.","errors":[{"pointer":"#/data/attributes/title","code":"blank","detail":"This field may not be blank."}]}`},
		{"POST", "/api/", `{"data":{"type":"articles"}}`, "", 400, "application/problem+json", `{"type":"about:blank","title":"Bad Request","status":400,"detail":"Invalid input.","errors":[{"pointer":"#/data/attributes","code":"required","detail":"This field is required."}]}`},
		{"POST", "/seeking/", `{"title":""}`, "", 400, "application/problem+json", `{"type":"about:blank","title":"Bad Request","status":400,"detail":"Invalid input.","errors":[{"pointer":"#/title","code":"blank","detail":"This field may not be blank."}]}`},
		{"POST", "/articles/", `{"title":"x"}`, "", 400, "application/problem+json", `{"type":"about:blank","title":"Bad Request","status":400,"detail":"Invalid input.","errors":[{"pointer":"#/article","code":"required","detail":"This field is required."}]}`},
		{"POST", "/articles/", long, "", 413, "application/problem+json", `{"type":"about:blank","title":"Request Entity Too Large","status":413,"detail":"Request body is larger than the limit of 100 bytes."}`},
	} {
		w := send(h, tt.method, tt.path, "admin", tt.body, "Accept", tt.accept, "Content-Type", "application/json")
		if got := w.Header().Get("Content-Type"); w.Code != tt.status || got != tt.contentType || w.Body.String() != tt.want {
			t.Errorf("%s %s: got %d %s\n%s\nwant %d %s\n%s", tt.method, tt.path, w.Code, got, w.Body, tt.status, tt.contentType, tt.want)
		}
	}
	page := send(h, "GET", "/articles/9/", "admin", "", "Accept", "text/html")
	if body := unmarked(page.Body.String()); page.Code != 404 || page.Header().Get("Content-Type") != "text/html; charset=utf-8" || !strings.Contains(body, `"title": "Not Found"`) || !strings.Contains(body, "application/problem+json") {
		t.Errorf("the page of a refusal: got %d %v\n%s", page.Code, page.Header(), body)
	}
}

// Refusals that say when or how to ask again keep their headers in a form of errors.
func TestErrorFormKeepsHeaders(t *testing.T) {
	busy := func(*rest.Call, rest.None) (article, error) { return article{}, driver.ErrBadConn }
	set := func() *rest.Set {
		view := rest.ViewSet[article]{Path: "/articles/", Access: permission.Anyone}
		return rest.NewSet("busy", view, rest.Endpoint("/busy/", busy, rest.GET, rest.Allow(permission.Anyone))).Errors(rest.ProblemDetails{})
	}
	h := resttest.NewServer(t, resttest.Config{Set: set, Pages: pages, Auth: auth.Options{Throttle: auth.Throttle{Failures: 1, Window: time.Hour}}}, ":memory:")
	check := func(w *httptest.ResponseRecorder, status int, header, value, want string) {
		t.Helper()
		if got := w.Header().Get("Content-Type"); w.Code != status || got != "application/problem+json" || !strings.HasPrefix(w.Body.String(), want) {
			t.Errorf("got %d %s %s, want %d %s…", w.Code, got, w.Body, status, want)
		}
		if got := w.Header().Get(header); !strings.HasPrefix(got, value) {
			t.Errorf("%d: got the header %s: %q, want %q", status, header, got, value)
		}
	}
	w := send(h, "POST", "/articles/", "admin", "title=x", "Content-Type", "text/plain")
	check(w, 415, "Vary", "Accept", `{"type":"about:blank","title":"Unsupported Media Type","status":415,"detail":"Unsupported media type \"text/plain\" in request."`)
	w = send(h, "TRACE", "/articles/", "admin", "")
	check(w, 405, "Allow", "GET, POST, HEAD, OPTIONS", `{"type":"about:blank","title":"Method Not Allowed","status":405,`)
	wrong := func() *httptest.ResponseRecorder {
		r := httptest.NewRequest("GET", "/articles/", nil)
		r.SetBasicAuth("alice", "wrong")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w
	}
	wrong()
	check(wrong(), 429, "Retry-After", "", `{"type":"about:blank","title":"Too Many Requests","status":429,"detail":"Request was throttled. Expected available in `)
	if wrong().Header().Get("Retry-After") == "" {
		t.Error("429 does not say when to ask again")
	}
	check(send(h, "GET", "/busy/", "", ""), 503, "Retry-After", "1", `{"type":"about:blank","title":"Service Unavailable","status":503,"detail":"The service is unavailable for the moment.`)
	page := send(h, "GET", "/busy/", "", "", "Accept", "text/html")
	if body := unmarked(page.Body.String()); page.Code != 503 || !strings.Contains(body, `"title": "Service Unavailable"`) {
		t.Errorf("the page of a 503: got %d\n%s", page.Code, body)
	}
}

// A form of errors gives invalid input another status; a page shows its messages beside the fields.
func TestNestedErrors(t *testing.T) {
	set := func() *rest.Set { return conduit().Errors(rest.NestedErrors{}) }
	onEach(t, resttest.Config{Set: set, Pages: pages}, func(t *testing.T, h http.Handler) {
		exchange(t, h, []exchanged{
			{"POST", "/articles/", `{"article":{"title":""}}`, 422, `{"errors":{"title":["This field may not be blank."]}}`},
			{"POST", "/articles/", `{`, 400, `{"errors":{"body":["JSON parse error - Expecting property name enclosed in double quotes, but the text ends: line 1 column 2"]}}`},
			{"GET", "/articles/9/", "", 404, `{"errors":{"body":["Not found."]}}`},
			{"GET", "/articles/", "", 200, `{"articles":[],"articlesCount":0}`},
		})
		page := send(h, "POST", "/articles/", "admin", "title=&rank=7", "Accept", "text/html", "Content-Type", "application/x-www-form-urlencoded")
		if body := page.Body.String(); page.Code != 422 || !strings.Contains(body, "This field may not be blank.") || !strings.Contains(body, `value="7"`) {
			t.Errorf("the page of a refused form: got %d\n%s", page.Code, body)
		}
	})
}

// A form of errors that a team writes tells of refusals as any other; where its own code fails, the
// client still learns that something has.
func TestOwnErrorForm(t *testing.T) {
	var log strings.Builder
	set := func() *rest.Set { return conduit().Errors(errorCodes{}) }
	h := resttest.NewServer(t, resttest.Config{Set: set, Options: serve.Options{Logger: slog.New(slog.NewTextHandler(&log, nil))}}, ":memory:")
	exchange(t, h, []exchanged{
		{"GET", "/none/", "", 418, `{"code":"gone","message":"Not found."}`},
		{"POST", "/articles/", `{"article":{"title":""}}`, 400, `{"code":"invalid","messages":{"title":"This field may not be blank."}}`},
	})
	if w := send(h, "panic", "/articles/", "admin", ""); w.Code != 500 || w.Body.String() != `{"code":"other","message":"A server error occurred."}` {
		t.Errorf("a form that panics: got %d %s", w.Code, w.Body)
	}
	if n := strings.Count(log.String(), "a mistake in a team's form"); n != 1 {
		t.Errorf("logged %d times:\n%s", n, log.String())
	}
}
