package browse_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"html"
	"io"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"example.com/resourceful/framework/browse"
	"example.com/resourceful/framework/rest"
)

// What a page refers to is kept for ever under that address, and under no other.
func TestAssets(t *testing.T) {
	s, pages := site(t)
	a := states(endpoint(t))["record-preview"]
	n := 0
	for _, m := range target.FindAllStringSubmatch(render(t, pages, a), -1) {
		path := html.UnescapeString(m[1])
		if !strings.HasPrefix(path, "/-/static/") {
			continue
		}
		n++
		plain := send(t, "GET", s.URL+path, "")
		if plain.StatusCode != 200 || plain.Header.Get("Content-Encoding") != "" || plain.body == "" ||
			plain.Header.Get("Cache-Control") != "public, max-age=31536000, immutable" || plain.Header.Get("Vary") != "Accept-Encoding" {
			t.Errorf("%s: %s, %v", path, plain.Status, plain.Header)
		}
		stale := send(t, "GET", s.URL+path[:strings.Index(path, "v=")]+"v=0123456789ab", "")
		if stale.StatusCode != 200 || stale.body != plain.body || stale.Header.Get("Cache-Control") != "no-cache" {
			t.Errorf("%s of another version: %s, %v", path, stale.Status, stale.Header)
		}
		for _, accept := range []string{"gzip", "br;q=1.0, GZIP;q=0.5", "*"} {
			small := send(t, "GET", s.URL+path, "", "Accept-Encoding", accept)
			r, err := gzip.NewReader(strings.NewReader(small.body))
			if err != nil {
				t.Fatalf("%s with Accept-Encoding %q: %v", path, accept, err)
			}
			text, err := io.ReadAll(r)
			if err != nil || string(text) != plain.body || small.Header.Get("Content-Encoding") != "gzip" {
				t.Errorf("%s with Accept-Encoding %q is another text: %v", path, accept, err)
			}
		}
		for _, accept := range []string{"br", "gzip;q=0", "gzip; q=0.0, *", "identity"} {
			if r := send(t, "GET", s.URL+path, "", "Accept-Encoding", accept); r.Header.Get("Content-Encoding") != "" {
				t.Errorf("%s with Accept-Encoding %q is compressed", path, accept)
			}
		}
		if r := send(t, "HEAD", s.URL+path, ""); r.body != "" || r.ContentLength != int64(len(plain.body)) {
			t.Errorf("HEAD %s: length %d, want %d", path, r.ContentLength, len(plain.body))
		}
		if r := send(t, "POST", s.URL+path, "a=b"); r.StatusCode != 405 || r.Header.Get("Allow") != "GET, HEAD" {
			t.Errorf("POST %s: %s", path, r.Status)
		}
	}
	if n != 3 {
		t.Errorf("%d assets, want style, script and code style", n)
	}
}

func TestStyleOfATeam(t *testing.T) {
	const rule = "h1 { color: plum }"
	const path = "/-/static/style.css"
	view := newPages(t, rest.Theme{Files: fstest.MapFS{"own.css": {Data: []byte(rule)}}}).Views()[path]
	w := httptest.NewRecorder()
	if err := view(w, httptest.NewRequest("GET", path, nil)); err != nil {
		t.Fatal(err)
	}
	if sheet := w.Body.String(); !strings.HasSuffix(sheet, rule+"\n") || !strings.Contains(sheet, "Pico CSS") {
		t.Errorf("the style sheet does not end with the team's rules: %s", sheet[max(0, len(sheet)-100):])
	}
}

// hundred is a list of a hundred records with the form of somebody who may create.
func hundred(t testing.TB) *browse.Answer {
	e := endpoint(t)
	var b strings.Builder
	for i := range 100 {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"id":%d,"title":"Number %d","text":"def f%d(a, b):\n    return a * %d + b\n\nprint(f%d(1, 2))  # https://example.com/%d","pinned":false,"colour":"blue","priority":1,"owner":"alice"}`, i, i, i, i, i, i)
	}
	a := answer(e, "["+b.String()+"]")
	a.User, a.Create = alice, createForm()
	language := a.Create.Fields[3]
	for i := range 370 { // as many as there are languages and styles
		language.Options = append(language.Options, browse.Option{Value: fmt.Sprint("language", i), Label: fmt.Sprint("Language ", i)})
	}
	return a
}

func TestPageOfHundredIsSmall(t *testing.T) {
	s, pages := site(t)
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.DefaultCompression)
	page := render(t, pages, hundred(t))
	if _, err := io.WriteString(w, page); err != nil {
		t.Fatal(err)
	}
	w.Close()
	total := b.Len()
	for _, m := range target.FindAllStringSubmatch(page, -1) {
		if strings.HasPrefix(m[1], "/-/static/") {
			total += len(send(t, "GET", s.URL+html.UnescapeString(m[1]), "", "Accept-Encoding", "gzip").body)
		}
	}
	t.Logf("page %d bytes, compressed %d, with style sheet and script %d", len(page), b.Len(), total)
	if total >= 60<<10 {
		t.Errorf("a page of 100 records is %d bytes compressed, want less than 60 KiB", total)
	}
}

func BenchmarkPageOfHundred(b *testing.B) {
	pages, a := newPages(b, rest.Theme{}), hundred(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := pages.Render(a); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		newPages(b, rest.Theme{})
	}
}

// The style sheet of a code style is made when it is asked for; a name that is none is no path.
func TestCodeSheets(t *testing.T) {
	s, _ := site(t)
	got := send(t, "GET", s.URL+"/-/static/code.css?style=monokai", "")
	if got.StatusCode != 200 || !strings.Contains(got.body, ".chroma") {
		t.Errorf("monokai: got %s with %d bytes", got.Status, len(got.body))
	}
	for _, query := range []string{"", "?style=", "?style=nothing", "?style=../x", "?style=Monokai"} {
		if got := send(t, "GET", s.URL+"/-/static/code.css"+query, ""); got.StatusCode != 404 {
			t.Errorf("query %q: got %s, want 404", query, got.Status)
		}
	}
}

// The built-in templates are escaped when the first page is made, not at the start, which would take longer.
func TestStartWithoutTemplates(t *testing.T) {
	built := testing.AllocsPerRun(3, func() { newPages(t, rest.Theme{}) })
	own := testing.AllocsPerRun(3, func() {
		newPages(t, rest.Theme{Files: fstest.MapFS{"own.html": {Data: []byte(`{{define "footer"}}own{{end}}`)}}})
	})
	if built > own*0.6 {
		t.Errorf("built-in templates: got %v allocations, want at most 60%% of the %v of a theme's", built, own)
	}
}
