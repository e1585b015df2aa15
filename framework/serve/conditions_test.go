package serve_test

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

func newLedgers(t *testing.T, address string, now func() time.Time) *server.Server {
	t.Helper()
	s := server.New(t, server.Config{Set: sets.Ledgers, Pages: server.PlainPages, Options: serve.Options{Now: now}}, address)
	must(t, s, "POST", "/marks/", "admin", `{"name":"a"}`)
	must(t, s, "POST", "/marks/", "admin", `{"name":"b"}`)
	must(t, s, "POST", "/ledgers/", "admin", `{"name":"one","version":7}`)
	return s
}

// Each change of a row raises its version by one, and the tag is made of that.
func TestVersion(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s := newLedgers(t, address, time.Now)
		const one = "/ledgers/1/"
		tag := func() string { return sendAs(s, "alice", "GET", one, "").Header().Get("ETag") }
		first := tag()
		for i, tt := range []struct {
			method, path, body string
			version            int64
		}{
			{"PATCH", one, `{}`, 1},
			{"PATCH", one, `{"name":"one"}`, 1},
			{"PATCH", one, `{"name":"two","version":100}`, 2},
			{"PUT", one, `{"name":"two","note":"n"}`, 3},
			{"PATCH", one, `{"marks":[2,1]}`, 4},
			{"PATCH", one, `{"marks":[1,2]}`, 4},
			{"PATCH", one, `{"marks":[1],"name":"three"}`, 5},
			{"POST", one + "sign/", ``, 6},
			{"POST", one + "sign/", ``, 6},
			{"PATCH", one, `{"marks":[]}`, 7},
		} {
			w := sendAs(s, "alice", tt.method, tt.path, tt.body, "Content-Type", typeJSON, "If-Match", tag())
			var got struct{ Version int64 }
			if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || w.Code != 200 || got.Version != tt.version {
				t.Errorf("%d: %s %s: got %d %s, want version %d", i, tt.method, tt.body, w.Code, w.Body, tt.version)
			}
			if want := fmt.Sprintf(`W/"%d.`, tt.version); !strings.HasPrefix(tag(), want) || tt.method != "POST" && w.Header().Get("ETag") != tag() {
				t.Errorf("%d: %s %s: got the tag %s, read is %s, want %s", i, tt.method, tt.body, w.Header().Get("ETag"), tag(), want)
			}
		}
		for _, method := range []string{"PUT", "PATCH", "DELETE"} {
			if w := sendAs(s, "alice", method, one, `{"name":"x"}`, "Content-Type", typeJSON, "If-Match", first); w.Code != 412 || w.Body.String() != changed {
				t.Errorf("%s with the first tag: got %d %s", method, w.Code, w.Body)
			}
		}
		if w := sendAs(s, "alice", "GET", one, "", "If-None-Match", tag()); w.Code != 200 {
			t.Errorf("a record that shows other rows: got %d, want it as it is", w.Code)
		}
		if w := sendAs(s, "alice", "DELETE", one, "", "If-Match", tag()); w.Code != 204 {
			t.Errorf("DELETE with the last tag: got %d %s", w.Code, w.Body)
		}
	})
}

// Changes of many rows raise the version of each that they change.
func TestVersionOfMany(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s := newLedgers(t, address, time.Now)
		must(t, s, "POST", "/brief/", "admin", `[{"name":"two"},{"name":"three"}]`)
		for _, body := range []string{`[{"id":1,"name":"x"},{"id":2,"name":"two"},{"id":3,"name":"y"}]`, `[{"id":1,"marks":[1]},{"id":2,"marks":[]},{"id":3,"name":"y"}]`} {
			must(t, s, "PATCH", "/brief/", "admin", body)
		}
		for id, want := range []string{"", `W/"3.`, `W/"1.`, `W/"2.`} {
			if got := sendAs(s, "alice", "GET", fmt.Sprintf("/ledgers/%d/", id), "").Header().Get("ETag"); id > 0 && !strings.HasPrefix(got, want) {
				t.Errorf("row %d: got %s, want %s", id, got, want)
			}
		}
	})
}

// A change under If-Unmodified-Since is done where the record was not changed after that.
func TestIfUnmodifiedSince(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		now := time.Date(2030, 1, 2, 3, 4, 5, 678_901_000, time.UTC)
		s := newLedgers(t, address, func() time.Time { return now })
		w := sendAs(s, "alice", "POST", "/minutes/", `{"name":"a"}`, "Content-Type", typeJSON)
		const made = "Wed, 02 Jan 2030 03:04:05 GMT"
		if got := w.Header().Get("Last-Modified"); got != made {
			t.Errorf("POST: got Last-Modified %q, want %q", got, made)
		}
		now = now.Add(time.Minute)
		patch := func(since string, more ...string) *httptest.ResponseRecorder {
			return sendAs(s, "alice", "PATCH", "/minutes/1/", `{"name":"b"}`, append([]string{"Content-Type", typeJSON, "If-Unmodified-Since", since}, more...)...)
		}
		for _, tt := range []struct {
			since string
			more  []string
			want  int
		}{
			{"Wed, 02 Jan 2030 03:04:04 GMT", nil, 412},
			{"yesterday", nil, 428},
			{"Wed, 02 Jan 2030 03:04:04 GMT", []string{"If-Match", "*"}, 200},
			{"Wed, 02 Jan 2030 03:05:05 GMT", nil, 200},
			{"Wed, 02 Jan 2030 03:05:05 GMT", nil, 200},
			{made, nil, 412},
			{"Wednesday, 02-Jan-30 03:05:06 GMT", nil, 200},
		} {
			if w := patch(tt.since, tt.more...); w.Code != tt.want {
				t.Errorf("%s %s: got %d %s, want %d", tt.since, tt.more, w.Code, w.Body, tt.want)
			}
		}
		w = sendAs(s, "alice", "GET", "/minutes/1/", "")
		if got := w.Header().Get("Last-Modified"); got != "Wed, 02 Jan 2030 03:05:05 GMT" {
			t.Errorf("GET: got Last-Modified %q", got)
		}
		if w := sendAs(s, "alice", "PATCH", "/brief/1/", `{"name":"b"}`, "Content-Type", typeJSON, "If-Unmodified-Since", made); w.Code != 200 || w.Header().Get("Last-Modified") != "" {
			t.Errorf("a record without a date: got %d with Last-Modified %q", w.Code, w.Header().Get("Last-Modified"))
		}
	})
}

// A change under If-None-Match is done where the record has none of its tags: never under "*", because it is there.
func TestIfNoneMatchOfChange(t *testing.T) {
	s := newLedgers(t, ":memory:", time.Now)
	must(t, s, "POST", "/marks/", "admin", `{"name":"c"}`)
	const refused = `{"detail":"The record is one that If-None-Match names."}`
	tag := sendAs(s, "alice", "GET", "/marks/3/", "").Header().Get("ETag")
	for _, tt := range []struct {
		header string
		want   int
	}{{"*", 412}, {tag, 412}, {`"x", ` + tag, 412}, {`"x"`, 200}} {
		w := sendAs(s, "alice", "PUT", "/marks/3/", `{"name":"c"}`, "Content-Type", typeJSON, "If-None-Match", tt.header)
		if w.Code != tt.want || tt.want == 412 && w.Body.String() != refused {
			t.Errorf("PUT under %s: got %d %s, want %d", tt.header, w.Code, w.Body, tt.want)
		}
	}
}

// The rows of a list have the tags of their records where the query asks for them, in every format.
func TestRowTags(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s := newLedgers(t, address, time.Now)
		must(t, s, "POST", "/ledgers/", "admin", `{"name":"two","marks":[1]}`)
		must(t, s, "PATCH", "/brief/2/", "admin", `{"note":"x"}`)
		for _, list := range []string{"/ledgers/", "/brief/", "/marks/"} {
			w := sendAs(s, "alice", "GET", list+"?_etags=true", "")
			body := w.Body.Bytes()
			if list == "/ledgers/" {
				var page struct{ Results json.RawMessage }
				if err := json.Unmarshal(body, &page); err != nil {
					t.Fatalf("%s: %v in %s", list, err, body)
				}
				body = page.Results
			}
			var rows []struct {
				ID   int64
				Etag string `json:"_etag"`
			}
			if err := json.Unmarshal(body, &rows); err != nil || len(rows) != 2 {
				t.Fatalf("%s: got %d %s (%v)", list, w.Code, body, err)
			}
			for _, row := range rows {
				if want := sendAs(s, "alice", "GET", fmt.Sprint(list, row.ID, "/"), "").Header().Get("ETag"); row.Etag != want {
					t.Errorf("%s%d: got %s, want %s", list, row.ID, row.Etag, want)
				}
			}
			yaml := sendAs(s, "alice", "GET", list+"?_etags=true", "", "Accept", typeYAML).Body.String()
			want := sendAs(s, "alice", "GET", list+"2/", "", "Accept", typeYAML).Header().Get("ETag")
			if !strings.Contains(yaml, "_etag: "+want) && !strings.Contains(yaml, "_etag: '"+want+"'") {
				t.Errorf("%s as YAML: got %s, want the tag %s", list, yaml, want)
			}
			for _, query := range []string{"", "?_etags=false", "?_etags="} {
				if got := sendAs(s, "alice", "GET", list+query, "").Body.String(); strings.Contains(got, "etag") {
					t.Errorf("%s%s: got %s", list, query, got)
				}
			}
			if w := sendAs(s, "alice", "GET", list+"?_etags=maybe", ""); w.Code != 400 || w.Body.String() != `{"_etags":["Must be a valid boolean."]}` {
				t.Errorf("%s: got %d %s", list, w.Code, w.Body)
			}
		}
	})
}

// A change that is answered again has its tag and its date again.
func TestReplayOfVersion(t *testing.T) {
	now := time.Now()
	s := newLedgers(t, ":memory:", func() time.Time { return now })
	must(t, s, "POST", "/minutes/", "admin", `{"name":"a"}`)
	for _, path := range []string{"/ledgers/1/", "/minutes/1/"} {
		tag := sendAs(s, "alice", "GET", path, "").Header().Get("ETag")
		var before string
		for i := range 2 {
			w := sendAs(s, "alice", "PATCH", path, `{"name":"b"}`, "Content-Type", typeJSON, "If-Match", tag, "Idempotency-Key", "k"+path)
			got := fmt.Sprint(w.Code, w.Header().Get("ETag"), w.Header().Get("Last-Modified"), w.Body)
			if w.Code != 200 || i > 0 && got != before {
				t.Errorf("PATCH %s, time %d: got %s, before %s", path, i+1, got, before)
			}
			before = got
			now = now.Add(time.Minute)
		}
	}
}
