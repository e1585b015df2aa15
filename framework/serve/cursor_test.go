package serve_test

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/resttest/stopwatch"
	"example.com/resourceful/framework/serve"
)

func newDiaries(t *testing.T, address string, options serve.Options) *server.Server {
	t.Helper()
	s := server.New(t, server.Config{Set: sets.Diaries, Options: options, Pages: server.PlainPages}, address)
	server.Must(t, s, "POST", "/diaries/", "", `{"name":"mine"}`)
	server.Must(t, s, "POST", "/diaries/", "", `{"name":"yours"}`)
	for i, mood := range []string{"null", "1", "2", "null", "1", "2", "1"} {
		server.Must(t, s, "POST", "/diaries/1/entries/", "", fmt.Sprintf(`{"text":"%c","mood":%s}`, 'a'+i, mood))
	}
	return s
}

// entryPage is a page of entries.
type entryPage struct {
	Count          *int64
	Next, Previous string
	Results        []sets.EntryBrief
}

func (p entryPage) texts() (text string) {
	for _, r := range p.Results {
		text += r.Text
	}
	return text
}

// entriesAt is the page at an address.
func entriesAt(t *testing.T, s *server.Server, address string) (p entryPage) {
	t.Helper()
	w := server.SendAs(s, "alice", "GET", address, "")
	if err := json.Unmarshal(w.Body.Bytes(), &p); w.Code != 200 || err != nil {
		t.Fatalf("GET %s: got %d %s", address, w.Code, w.Body)
	}
	return p
}

// Writes and deletions between two pages move no other row.
func TestCursorStays(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := newDiaries(t, address, serve.Options{})
		first := entriesAt(t, s, "/diaries/1/entries/")
		server.Must(t, s, "POST", "/diaries/1/entries/", "", `{"text":"new","mood":1}`)
		for _, id := range []int{6, 5} { // f is the row that the cursor was made of, e the one behind it
			server.Must(t, s, "DELETE", fmt.Sprintf("/entries/%d/", id), "", "")
		}
		second := entriesAt(t, s, first.Next)
		if got := second.texts(); got != "dc" {
			t.Errorf("the second page: got %s, want dc", got)
		}
		if p := entriesAt(t, s, second.Previous); p.texts() != "newg" || p.Previous != "" || entriesAt(t, s, p.Next).texts() != "dc" {
			t.Errorf("back from it: got %s, previous %q", p.texts(), p.Previous)
		}
		last := entriesAt(t, s, second.Next)
		for id := 1; id <= 2; id++ {
			server.Must(t, s, "DELETE", fmt.Sprintf("/entries/%d/", id), "", "")
		}
		if p := entriesAt(t, s, second.Next); p.texts() != "" || p.Next != "" || entriesAt(t, s, p.Previous).texts() != "dc" {
			t.Errorf("a page whose rows are gone: got %q, next %q, previous %s", p.texts(), p.Next, p.Previous)
		}
		if p := entriesAt(t, s, last.Previous); p.texts() != "dc" {
			t.Errorf("before it: got %s", p.texts())
		}
	})
}

// A cursor is one of its list with its filters and order; any other, and one of another service, is none.
func TestWrongCursor(t *testing.T) {
	s := newDiaries(t, ":memory:", serve.Options{Keys: serve.KeyOptions{Cursor: func() []byte { return []byte("ours") }}})
	theirs := newDiaries(t, ":memory:", serve.Options{Keys: serve.KeyOptions{Cursor: func() []byte { return []byte("theirs") }}})
	cursorOf := func(s *server.Server, path string) string {
		link, err := url.Parse(entriesAt(t, s, path).Next)
		if err != nil {
			t.Fatal(err)
		}
		return link.Query().Get("cursor") + link.Query().Get("at")
	}
	good := cursorOf(s, "/entries/")
	for path, want := range map[string]int{
		"/entries/?cursor=" + good:                                     200,
		"/entries.json?page_size=3&cursor=" + good:                     200,
		"/entries/?search=&cursor=" + good:                             200,
		"/entries/?cursor=" + cursorOf(theirs, "/entries/"):            404,
		"/entries/?cursor=" + cursorOf(s, "/entries/good/"):            404,
		"/entries/?cursor=" + cursorOf(s, "/diaries/1/entries/"):       404,
		"/diaries/2/entries/?at=" + cursorOf(s, "/diaries/1/entries/"): 404,
		"/entries/good/?cursor=" + good:                                404,
		"/entries/?search=a&cursor=" + good:                            404,
		"/entries/?ordering=mood&cursor=" + good:                       200, // the declared one
		"/entries/?ordering=-mood&cursor=" + good:                      404,
		"/entries/?ordering=text&cursor=" + good:                       404,
		"/entries/?cursor=nonsense":                                    404,
		"/entries/?cursor=%00":                                         404,
		"/entries/?cursor=" + good + "%0A":                             404,
		"/entries/?cursor=" + good + "A":                               404,
		"/entries/?cursor=" + good[:20]:                                404,
		"/entries/?cursor=" + strings.Repeat("A", 5000):                404,
	} {
		w := server.SendAs(s, "alice", "GET", path, "")
		if w.Code != want || want == 404 && w.Body.String() != `{"detail":"Invalid cursor"}` {
			t.Errorf("GET %s: got %d %s, want %d", path, w.Code, w.Body, want)
		}
	}
	for i := range good {
		for _, c := range "Az" {
			if torn := good[:i] + string(c) + good[i+1:]; torn != good && server.SendAs(s, "alice", "GET", "/entries/?cursor="+torn, "").Code != 404 {
				t.Errorf("the cursor %s is taken for %s", torn, good)
			}
		}
	}
	if again := cursorOf(s, "/entries/"); again != good {
		t.Errorf("the same page has the cursors %s and %s", good, again)
	}
	hidden := cursorOf(s, "/diaries/1/entries/")
	for text := range slices.Values([]string{"hidden", "aGlkZGVu"}) {
		if strings.Contains(hidden, text) {
			t.Errorf("the cursor %s tells of a field that nobody is shown", hidden)
		}
	}
}

// A page by cursor is one statement wherever it lies, and one more where it is counted; another asks for
// the record that a list is below.
func TestCursorStatements(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := newDiaries(t, address, serve.Options{})
		for path, want := range map[string]int{"/entries/": 1, "/diaries/1/entries/": 3} {
			for n := 0; path != ""; n++ {
				got := server.Statements(t, s, httptest.NewRequest("GET", path, nil))
				if len(got) != want {
					t.Errorf("page %d: got the statements %q, want %d", n, got, want)
				}
				path = entriesAt(t, s, path).Next
			}
		}
	})
}

// FuzzCursor sends cursors that nobody has given out: each is refused, and none is a fault.
func FuzzCursor(f *testing.F) {
	for _, seed := range []string{"", "nonsense", strings.Repeat("A", 22), strings.Repeat("A", 40), "AAAA\n", "====", "-_-_"} {
		f.Add(seed)
	}
	s := server.New(f, server.Config{Set: sets.Diaries}, ":memory:")
	f.Fuzz(func(t *testing.T, text string) {
		defer stopwatch.Input(t)()
		want := 404
		if text == "" {
			want = 200
		}
		if w := server.SendAs(s, "alice", "GET", "/entries/?"+url.Values{"cursor": {text}}.Encode(), ""); w.Code != want && w.Code != 400 && w.Code != 414 {
			t.Errorf("cursor %q: got %d %s", text, w.Code, w.Body)
		}
	})
}
