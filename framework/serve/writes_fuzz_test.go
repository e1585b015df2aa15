package serve_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// Whatever a request nests, it is answered or refused, and a dry run of it stores nothing.
func FuzzNested(f *testing.F) {
	for _, boxes := range []string{
		`[]`, `[{"name":"x"}]`, `[{"id":1,"name":"y","weight":1.5}]`, `[{"id":1},{"id":1}]`, `[{"id":"1"},{"id":null,"name":""}]`, `[null,1,"x",[],{}]`, `null`, `{}`, `[[[]]]`,
		`[{"id":99999999999999999999}]`, `[{"name":"\u0000"}]`, `[{"id":{"id":1}}]`, `[{"id":1.0,"weight":1e400}]`, `[{"name":"a","nam":1}]`,
	} {
		f.Add(boxes, true)
		f.Add(boxes, false)
	}
	s := server.New(f, server.Config{Set: sets.Freights}, filepath.Join(f.TempDir(), "test.sqlite"))
	sendJSON(f, s, "POST", "/freights/", `{"title":"t","boxes":[{"name":"b"},{"name":"c"}]}`, 201)
	before := sendJSON(f, s, "GET", "/freights/", "", 200)
	f.Fuzz(func(t *testing.T, boxes string, change bool) {
		r := httptest.NewRequest("POST", "/freights/", strings.NewReader(`{"title":"t","boxes":`+boxes+`}`))
		if change {
			r = httptest.NewRequest("PATCH", "/freights/1/", strings.NewReader(`{"boxes":`+boxes+`}`))
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Prefer", "dry-run")
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if w.Code >= 500 {
			t.Errorf("%s: got %d %s", boxes, w.Code, w.Body)
		}
		if after := sendJSON(t, s, "GET", "/freights/", "", 200); after != before {
			t.Errorf("%s: stored\n %s, want\n %s", boxes, after, before)
		}
	})
}

// sendJSON sends JSON and returns the answer, which must have the wanted status.
func sendJSON(t testing.TB, h http.Handler, method, path, body string, status int) string {
	t.Helper()
	w := server.SendAs(h, "", method, path, body, "Content-Type", "application/json")
	if w.Code != status {
		t.Fatalf("%s %s: got %d %s, want %d", method, path, w.Code, w.Body, status)
	}
	return w.Body.String()
}

// Whatever a filter by a member of objects is asked for, it is answered or refused.
func FuzzFilterInside(f *testing.F) {
	names := []string{"spec__colour", "spec__size__width", "spec__lit", "spec__price__gte", "spec__since__date", "spec__at", "spec__lasts", "spec__code", "details__n__gte", "details__weight", "details__on", "raw", "width", "floor__isnull"}
	for i, value := range []string{"red", "5", "true", "12.5", "2030-01-01", "08:30", "PT90S", "x", "1e400", "NaN", "-0", "\x00", "\xff", `"`, "'", "{}", ",", "9223372036854775808", "1e-400", "0x1p3", ""} {
		f.Add(i, value)
	}
	s := server.New(f, server.Config{Set: sets.Lanterns}, filepath.Join(f.TempDir(), "test.sqlite"))
	sendJSON(f, s, "POST", "/lamps/", `{"spec":{"colour":"red","lit":true,"price":"1.00"},"details":{"n":1,"weight":1e400,"on":null}}`, 201)
	f.Fuzz(func(t *testing.T, n int, value string) {
		path := "/lamps/?" + names[uint(n)%uint(len(names))] + "=" + url.QueryEscape(value)
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		if w.Code != 200 && w.Code != 400 {
			t.Errorf("%s: got %d %s", path, w.Code, w.Body)
		}
	})
}

// Whatever a part with a file is called and has in it, a dry run leaves no file.
func FuzzUpload(f *testing.F) {
	for _, name := range []string{"a.png", "../../a.png", `C:\a.png`, "a\x00.png", "\u202egnp.a", "..", "", strings.Repeat("a", 300) + ".png", "a\xff.png", "a\r\nb.png", `a"b.png`} {
		f.Add(name, pngOf(10, 10))
	}
	f.Add("a.png", pngOf(1<<31-1, 1))
	f.Add("a.gif", []byte("GIF89a\x01\x00\x01\x00"))
	f.Add("a.jpg", []byte("\xff\xd8\xff\xe0\x00\x10JFIF\x00"))
	f.Add("a.webp", []byte("RIFF\x1a\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00"))
	kept := server.NewFileStore(f)
	s := server.New(f, server.Config{Set: sets.Galleries, Options: serve.Options{Files: serve.FileOptions{Store: kept}}}, filepath.Join(f.TempDir(), "test.sqlite"))
	f.Fuzz(func(t *testing.T, name string, content []byte) {
		w := uploadAs(s, "", "POST", "/galleries/", nil, http.Header{"Prefer": {"dry-run"}}, server.File{Field: "photo", Name: name, Content: content})
		if w.Code >= 500 {
			t.Errorf("%q: got %d %s", name, w.Code, w.Body)
		}
		if keys := kept.Keys(t); len(keys) > 0 {
			t.Fatalf("%q: got %d %s, and %d files are left", name, w.Code, w.Body, len(keys))
		}
	})
}
