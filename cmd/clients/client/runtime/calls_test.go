package runtime

import (
	"errors"
	"io"
	"net/url"
	"testing"
	"time"
)

// record is what one record of a generated client is.
type record struct {
	ETag string `json:"-"`
	Name string `json:"name"`
}

func (r *record) setETag(etag string) { r.ETag = etag }

var _ tagged = (*record)(nil)

// A record is read within its envelope, with its entity tag; there may be none.
func TestOne(t *testing.T) {
	c, _, _ := connected(t, Config{}, answer(200, `{"in":{"name":"a"}}`, "ETag", `W/"x"`), answer(204, ``), answer(200, `{"in":1}`))
	got, err := one[record](t.Context(), c, newRequest("GET", "/x/", nil), "in")
	if want := (record{`W/"x"`, "a"}); err != nil || *got != want {
		t.Errorf("got %+v, error %v, want %+v", got, err, want)
	}
	if got, err := one[record](t.Context(), c, newRequest("GET", "/x/", nil), "in"); got != nil || err != nil {
		t.Errorf("of no answer: got %+v, error %v", got, err)
	}
	if _, err := one[record](t.Context(), c, newRequest("GET", "/x/", nil), "in"); err == nil {
		t.Error("a number is read as a record")
	}
}

func TestRows(t *testing.T) {
	c, _, _ := connected(t, Config{}, answer(200, `{"list":[{"in":{"name":"a"}},{"in":{"name":"b"}}]}`))
	got, err := rows[record](t.Context(), c, newRequest("GET", "/x/", nil), []string{"list"}, []string{"in"})
	if err != nil || len(got) != 2 || got[1].Name != "b" {
		t.Errorf("got %+v, error %v", got, err)
	}
}

func TestNone(t *testing.T) {
	c, s, _ := connected(t, Config{}, answer(204, ``))
	err := none(t.Context(), c, newRequest("DELETE", "/x/"+pathKey("a/b")+"/"+pathKey(int64(7))+"/", nil))
	if sent, _ := s.noted(); err != nil || sent[0] != "DELETE /below/x/a~2Fb/7/ " {
		t.Errorf("sent %q, error %v", sent, err)
	}
	err = none(t.Context(), c, newRequest("DELETE", "/x/", []Option{IfMatch("")}))
	if sent, _ := s.noted(); err == nil || len(sent) != 1 {
		t.Errorf("with an empty tag: sent %q, error %v", sent, err)
	}
}

func TestDownload(t *testing.T) {
	c, _, _ := connected(t, Config{}, answer(200, `content`, "Content-Disposition", `attachment; filename="a.txt"`, "Content-Type", "text/plain"), answer(404, `{"detail":"No."}`))
	d, err := c.download(t.Context(), newRequest("GET", "/x/", nil))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Body.Close()
	if text, err := io.ReadAll(d.Body); string(text) != "content" || err != nil || d.Name != "a.txt" || d.Type != "text/plain" || d.Size != 7 {
		t.Errorf("got %q, %+v, error %v", text, d, err)
	}
	if _, err := c.download(t.Context(), newRequest("GET", "/x/", nil)); !errors.Is(err, ErrNotFound) {
		t.Errorf("got %v, want %v", err, ErrNotFound)
	}
}

// What is absent is no part of a query.
func TestParams(t *testing.T) {
	v := url.Values{}
	addTo(v, "absent", Opt[int64]{})
	addTo(v, "flag", Set(false))
	addTo(v, "at", Set(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)))
	addAll(v, "each", []int64{1, 2})
	addJoined(v, "joined", []Date{"2026-01-02", "2026-01-03"})
	addJoined(v, "nothing", []int64{})
	if got, want := v.Encode(), "at=2026-01-02T03%3A04%3A05Z&each=1&each=2&flag=false&joined=2026-01-02%2C2026-01-03"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
