// Tests of the tags of records with files.

package serve_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// A file that a representation does not show counts as any: the tag of the record follows it, in lists too.
func TestTagOfHiddenFiles(t *testing.T) {
	shapes := rest.Shapes{List: rest.As[sets.ScanTitle](), Retrieve: rest.As[sets.ScanTitle]()}
	for name, resource := range map[string]rest.Resource{
		"write-only":                  rest.ViewSet[sets.SealedScan]{Path: "/scans/"},
		"by address":                  rest.ViewSet[sets.LinkedScan]{Path: "/scans/"},
		"in no shape":                 rest.ViewSet[sets.TaggedScan]{Path: "/scans/", Shapes: shapes},
		"write-only, in no shape":     rest.ViewSet[sets.SealedScan]{Path: "/scans/", Shapes: shapes},
		"in no shape, chosen members": rest.ViewSet[sets.TaggedScan]{Path: "/scans/", Shapes: shapes, Members: rest.Members{Fields: true}},
		"write-only, chosen members":  rest.ViewSet[sets.SealedScan]{Path: "/scans/", Members: rest.Members{Fields: true}},
	} {
		t.Run(name, func(t *testing.T) {
			server.OnBoth(t, func(t *testing.T, address string) {
				set := func() *rest.Set { return rest.NewSet("sealed", resource).Access(permission.Anyone) }
				s := server.New(t, server.Config{Set: set}, address)
				file := func(content string) server.File {
					return server.File{Field: "scan", Name: "a.txt", Content: []byte(content)}
				}
				same := map[string]string{"title": "same"}
				upload(s, "POST", "/scans/", same, file("one"))
				read := func() string { return server.SendAs(s, "", "GET", "/scans/1/", "").Header().Get("ETag") }
				first := read()
				w := uploadAs(s, "alice", "PATCH", "/scans/1/", same, nil, file("two"))
				tag := w.Header().Get("ETag")
				if w.Code != 200 || tag == first || tag != read() {
					t.Errorf("got %d with the tag %s, after %s; reading has %s", w.Code, tag, first, read())
				}
				list := server.SendAs(s, "", "GET", "/scans/?_etags=true", "").Body.String()
				if want := strings.ReplaceAll(tag, `"`, `\"`); !strings.Contains(list, want) {
					t.Errorf("the list has %s, want the tag %s", list, want)
				}
				w = uploadAs(s, "alice", "PATCH", "/scans/1/", same, http.Header{"If-Match": {first}}, file("three"))
				if w.Code != http.StatusPreconditionFailed {
					t.Errorf("with the tag of the file before: got %d, want 412", w.Code)
				}
				if w := server.SendAs(s, "alice", "DELETE", "/scans/1/", "", "If-Match", first); w.Code != http.StatusPreconditionFailed {
					t.Errorf("DELETE with the tag of the file before: got %d, want 412", w.Code)
				}
			})
		})
	}
}

// A file that takes the place of another changes the tag of its record, though the address of it stays: who has read the
// record before does not overwrite it unawares. The tag is that of reading the record, after a change, and of a
// row of a list.
func TestTagOfFiles(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: sets.CaseFiles}, address)
		put := func(content string, headers http.Header) (code int, tag string) {
			t.Helper()
			w := uploadAs(s, "alice", "PATCH", "/scans/1/", map[string]string{"title": "same"}, headers, server.File{Field: "scan", Name: "a.txt", Content: []byte(content)})
			return w.Code, w.Header().Get("ETag")
		}
		upload(s, "POST", "/scans/", map[string]string{"title": "same"}, server.File{Field: "scan", Name: "a.txt", Content: []byte("one")})
		read := func() string { return server.SendAs(s, "", "GET", "/scans/1/", "").Header().Get("ETag") }
		first := read()
		code, tag := put("two", nil)
		if code != 200 || tag == first || tag != read() {
			t.Errorf("got %d with the tag %s, after %s; reading has %s", code, tag, first, read())
		}
		list := server.SendAs(s, "", "GET", "/scans/?_etags=true", "").Body.String()
		if want := strings.ReplaceAll(tag, `"`, `\"`); !strings.Contains(list, want) {
			t.Errorf("the list has %s, want the tag %s", list, want)
		}
		if code, _ := put("three", http.Header{"If-Match": {first}}); code != http.StatusPreconditionFailed {
			t.Errorf("with the tag of the file before: got %d, want 412", code)
		}
		if code, _ := put("four", http.Header{"If-Match": {tag}}); code != 200 {
			t.Errorf("with the tag of the file: got %d, want 200", code)
		}
	})
}

// A write of a file that is repeated under its Idempotency-Key is answered with the tag that it had: that of reading the
// record.
func TestTagOfFilesRepeated(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: sets.CaseFiles, Options: serve.Options{Now: time.Now}}, address)
		const body = "--x\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nsame\r\n" +
			"--x\r\nContent-Disposition: form-data; name=\"scan\"; filename=\"a.txt\"\r\n\r\none\r\n--x--\r\n"
		for i, line := range []string{"POST /scans/", "PATCH /scans/1/", "PUT /scans/1/"} {
			method, path, _ := strings.Cut(line, " ")
			var first string
			for _, replayed := range []string{"", "true"} {
				w := server.SendAs(s, "alice", method, path, body, "Content-Type", "multipart/form-data; boundary=x", "Idempotency-Key", "key"+string(rune('0'+i)))
				tag, read := w.Header().Get("ETag"), server.SendAs(s, "alice", "GET", "/scans/1/", "").Header().Get("ETag")
				if first == "" {
					first = tag
				}
				if w.Code/100 != 2 || tag == "" || tag != first || tag != read || w.Header().Get("Idempotency-Replayed") != replayed {
					t.Errorf("%s: got %d %s %v, want the tag %s, of reading %s", line, w.Code, w.Body, w.Header(), first, read)
				}
			}
		}
	})
}

// The tag of a record follows the files of the rows that it nests, be they shown or not: who writes over these rows, or
// deletes them with the record, has seen their files.
func TestTagOfNestedFiles(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: sets.CaseFiles}, address)
		server.Must(t, s, "POST", "/rooms/", "admin", `{"cases":[{"title":"d","sheets":[{"title":"a"},{"title":"b"}]}]}`)
		server.Must(t, s, "POST", "/cases/", "admin", `{"title":"e","cover":1}`)
		replace := func(content string) {
			t.Helper()
			w := uploadAs(s, "alice", "PATCH", "/sheets/1/", map[string]string{"title": "a"}, nil, server.File{Field: "scan", Name: "a.txt", Content: []byte(content)})
			if w.Code != 200 {
				t.Fatalf("replace the scan: got %d %s", w.Code, w.Body)
			}
		}
		paths := map[string]string{ // with what changes nothing
			"/rooms/1/": `{"cases":[{"id":1,"title":"d","sheets":[{"id":1,"title":"a"},{"id":2,"title":"b"}]}]}`,
			"/cases/1/": `{"sheets":[{"id":1,"title":"a"},{"id":2,"title":"b"}]}`, "/cases/2/": `{"title":"e"}`,
			"/shown/1/": `{"title":"d"}`, "/whole/1/": `{"title":"d"}`,
		}
		read := func(path string) (tag, body string) {
			w := server.SendAs(s, "alice", "GET", path, "")
			return w.Header().Get("ETag"), w.Body.String()
		}
		replace("one")
		for path, body := range paths {
			first, shown := read(path)
			replace("of " + path)
			tag, same := read(path)
			if tag == first || same != shown {
				t.Errorf("%s: got the tag %s after another file, and %s before; it shows %s, before %s", path, tag, first, same, shown)
			}
			list := server.SendAs(s, "alice", "GET", strings.TrimRight(path, "12/")+"/?_etags=true", "").Body.String()
			if want := strings.ReplaceAll(tag, `"`, `\"`); !strings.Contains(list, want) {
				t.Errorf("the list has %s, want the tag %s of %s", list, want, path)
			}
			for _, method := range []string{"PATCH", "DELETE"} {
				if w := server.SendAs(s, "alice", method, path, body, "Content-Type", "application/json", "If-Match", first); w.Code != http.StatusPreconditionFailed {
					t.Errorf("%s %s with the tag of the file before: got %d, want 412", method, path, w.Code)
				}
			}
			w := server.SendAs(s, "alice", "PATCH", path, body, "Content-Type", "application/json", "If-Match", tag)
			if got := w.Header().Get("ETag"); w.Code != 200 || got != tag {
				t.Errorf("PATCH %s with the tag: got %d %s with the tag %s, want %s", path, w.Code, w.Body, got, tag)
			}
		}
	})
}
