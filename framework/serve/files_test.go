package serve_test

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"maps"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/files"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/worlds"
	"example.com/resourceful/framework/serve"
)

// upload sends a form with files as alice.
func upload(h http.Handler, method, path string, fields map[string]string, sent ...server.File) *httptest.ResponseRecorder {
	return uploadAs(h, "alice", method, path, fields, nil, sent...)
}

func uploadAs(h http.Handler, user, method, path string, fields map[string]string, header http.Header, sent ...server.File) *httptest.ResponseRecorder {
	contentType, body := server.FormWithFiles(fields, sent...)
	r := httptest.NewRequest(method, path, bytes.NewReader(body))
	maps.Copy(r.Header, header)
	r.Header.Set("Content-Type", contentType)
	if user != "" {
		r.SetBasicAuth(user, user+"-password")
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func text(name, content string) server.File {
	return server.File{Field: "scan", Name: name, Content: []byte(content)}
}

// download gets a file, with some headers.
func download(h http.Handler, method, path string, header ...string) *httptest.ResponseRecorder {
	w := server.SendAs(h, "", method, path, "", header...)
	return w
}

var inDrawer = map[string]string{"drawer": "1", "title": "t"}

type ruledScan struct {
	ID      int64     `rest:"id,readonly"`
	Scan    rest.File `rest:"scan,optional"`
	Picture string    `rest:"picture,computed"`
}

// Who may see a member with a file sends and reads its content, and for others there is none.
func TestFileWithRule(t *testing.T) {
	s := server.New(t, server.Config{Basic: true, Set: func() *rest.Set {
		return rest.NewSet("ruled", rest.ViewSet[ruledScan]{Path: "/scans/", Access: permission.Anyone, Fields: map[string]permission.Rule{"scan": permission.Admin}, Serializer: rest.Serializer[ruledScan]{
			Computed: []rest.Computed[ruledScan]{rest.Compute("picture", func(c *rest.Call, s *ruledScan) string {
				address, _ := c.SignedAddress(fmt.Sprintf("/scans/%d/scan/", s.ID), s.Scan, time.Hour)
				return address
			})},
		}})
	}, Options: serve.Options{Files: serve.FileOptions{Store: server.NewFileStore(t)}}}, ":memory:")
	made := uploadAs(s, "admin", "POST", "/scans/", nil, nil, text("a.txt", "a"))
	before, signed, _ := strings.Cut(made.Body.String(), `,"picture":"`)
	signed, _, _ = strings.Cut(signed, `"`)
	if before != `{"id":1,"scan":"http://example.com/scans/1/scan/"` || !strings.HasPrefix(signed, "http://example.com/scans/1/scan/?_signed=") {
		t.Fatalf("got %d %s", made.Code, made.Body)
	}
	if w := uploadAs(s, "alice", "POST", "/scans/", nil, nil, text("a.txt", "a")); w.Body.String() != `{"scan":["Unknown field."]}` {
		t.Errorf("an upload by alice: got %d %s", w.Code, w.Body)
	}
	if w := server.SendAs(s, "alice", "GET", "/scans/1/", ""); strings.Contains(w.Body.String(), `"scan":`) {
		t.Errorf("the record for alice: got %d %s", w.Code, w.Body)
	}
	for _, tt := range []struct {
		user, path string
		want       int
	}{
		{"admin", "/scans/1/scan/", 200},
		{"alice", "/scans/1/scan/", 404},
		{"", "/scans/1/scan/", 404},
		{"nobody", "/scans/1/scan/", 404},
		{"", signed, 200},
		{"alice", signed, 200},
		{"", signed + "A", 404},
	} {
		if w := server.SendAs(s, tt.user, "GET", tt.path, ""); w.Code != tt.want {
			t.Errorf("%s for %q: got %d %s, want %d", tt.path, tt.user, w.Code, w.Body, tt.want)
		}
	}
}

// A file lives as long as the row that names it, on both databases.
func TestFileOfRow(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s, store, _ := worlds.Archive(t, address, server.PlainPages)
		stored := func(after string, want int) {
			t.Helper()
			if keys := store.Keys(t); len(keys) != want {
				t.Errorf("after %s: %d files are stored, want %d: %q", after, len(keys), want, keys)
			}
		}
		has := func(path, want string) {
			t.Helper()
			if w := download(s, "GET", path); w.Code != http.StatusOK || w.Body.String() != want {
				t.Errorf("GET %s: got %d %q, want %q", path, w.Code, w.Body, want)
			}
		}
		if w := upload(s, "POST", "/sheets/", inDrawer, text("a.txt", "one")); w.Code != http.StatusCreated || !strings.Contains(w.Body.String(), `"name":"a.txt","content":"http://example.com/sheets/1/content/"`) {
			t.Fatalf("got %d %s", w.Code, w.Body)
		}
		stored("a create", 1)
		has("/sheets/1/content/", "one")
		if w := upload(s, "PUT", "/sheets/1/", inDrawer, text("b.txt", "two")); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `"b.txt"`) {
			t.Errorf("PUT: got %d %s", w.Code, w.Body)
		}
		stored("a replacement", 1)
		has("/sheets/1/content/", "two")
		server.Must(t, s, "PATCH", "/sheets/1/", "alice", `{"title":"u"}`)
		server.Must(t, s, "PUT", "/sheets/1/", "alice", `{"title":"v","drawer":1}`)
		has("/sheets/1/content/", "two")
		if w := upload(s, "PATCH", "/sheets/1/", nil, text("c.exe", "three")); w.Code != http.StatusBadRequest {
			t.Errorf("PATCH with a forbidden file: got %d", w.Code)
		}
		has("/sheets/1/content/", "two")
		server.Must(t, s, "DELETE", "/sheets/1/", "alice", "")
		stored("a deletion", 0)
		for range 3 {
			upload(s, "POST", "/sheets/", inDrawer, text("a.txt", "one"))
		}
		stored("three creates", 3)
		server.Must(t, s, "DELETE", "/cabinets/1/", "alice", "")
		stored("the deletion of what the rows went with", 0)
	})
}

// Nothing stays in the store of a request that is refused.
func TestFileOfRefusedRequest(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s, store, log := worlds.Archive(t, address, server.PlainPages)
		long := strings.Repeat("x", 1001)
		for _, tt := range []struct {
			name   string
			fields map[string]string
			files  []server.File
			status int
			body   string
		}{
			{"another field", map[string]string{"drawer": "1", "title": "much too long"}, []server.File{text("a.txt", "x")}, 400, `{"title":["Ensure this field has no more than 10 characters."]}`},
			{"a relation", map[string]string{"drawer": "9", "title": "t"}, []server.File{text("a.txt", "x")}, 400, `{"drawer":["Invalid pk \"9\" - object does not exist."]}`},
			{"code of a team within the transaction", map[string]string{"drawer": "1", "title": "refused"}, []server.File{text("a.txt", "x")}, 409, `{"detail":"No more sheets."}`},
			{"none", inDrawer, nil, 400, `{"scan":["No file was submitted."]}`},
			{"a text", map[string]string{"drawer": "1", "title": "t", "scan": "x"}, nil, 400, `{"scan":["The submitted data was not a file. Check the encoding type on the form."]}`},
			{"an empty text, as of an input that was left alone", map[string]string{"drawer": "1", "title": "t", "scan": ""}, nil, 400, `{"scan":["No file was submitted."]}`},
			{"empty", inDrawer, []server.File{text("a.txt", "")}, 400, `{"scan":["The submitted file is empty."]}`},
			{"long", inDrawer, []server.File{text("a.txt", long)}, 400, `{"scan":["Ensure this file has no more than 1000 bytes (it has 1001)."]}`},
			{"long, of a wrong name", inDrawer, []server.File{text("a", long)}, 400, `{"scan":["File extension “” is not allowed. Allowed extensions are: txt, pdf.","Ensure this file has no more than 1000 bytes (it has 1001)."]}`},
			{"the last of several counts", inDrawer, []server.File{text("a.txt", "x"), text("b.txt", long)}, 400, `{"scan":["Ensure this file has no more than 1000 bytes (it has 1001)."]}`},
			{"a file for a text", map[string]string{"drawer": "1"}, []server.File{text("a.txt", "x"), {Field: "title", Name: "a.txt", Content: []byte("t")}}, 400, `{"title":["Not a valid string."]}`},
		} {
			w := upload(s, "POST", "/sheets/", tt.fields, tt.files...)
			if w.Code != tt.status || w.Body.String() != tt.body {
				t.Errorf("%s: got %d %s, want %d %s", tt.name, w.Code, w.Body, tt.status, tt.body)
			}
			if keys := store.Keys(t); keys != nil {
				t.Errorf("%s: %q are stored", tt.name, keys)
			}
		}
		store.Puts = 0
		if w := uploadAs(s, "", "POST", "/sheets/", inDrawer, nil, text("a.txt", "x")); w.Code != http.StatusForbidden || store.Puts != 0 {
			t.Errorf("without credentials: got %d, and %d files were stored", w.Code, store.Puts)
		}
		if status, answer := server.Call(s, "POST", "/sheets/", "alice", `{"drawer":1,"title":"t","scan":null}`); status != 400 || answer != `{"scan":["This field may not be null."]}` {
			t.Errorf("null: got %d %s", status, answer)
		}
		log.Take()
		for _, tt := range []struct {
			err    error
			status int
		}{{fmt.Errorf("%w: the disk", files.ErrFull), http.StatusInsufficientStorage}, {errors.New("secret of the store"), http.StatusInternalServerError}} {
			store.Fail = tt.err
			w := upload(s, "POST", "/sheets/", inDrawer, text("a.txt", "x"))
			if lines := log.Take(); w.Code != tt.status || (w.Header().Get("Retry-After") != "") != (tt.status == http.StatusInsufficientStorage) || strings.Contains(w.Body.String(), "store") || len(lines) != 1 {
				t.Errorf("%v: got %d %s, logged %q", tt.err, w.Code, w.Body, lines)
			}
		}
		store.Fail = nil
		if keys := store.Keys(t); keys != nil {
			t.Errorf("%q are stored", keys)
		}
		if status, answer := server.Call(s, "GET", "/sheets/", "", ""); answer != "[]" {
			t.Errorf("got %d %s", status, answer)
		}
	})
}

// The content of a file has a length, a policy and a tag, by which it is revalidated, and several ranges are sent in parts.
func TestContentOfFile(t *testing.T) {
	s, _, _ := worlds.Archive(t, filepath.Join(t.TempDir(), "test.sqlite"), server.PlainPages)
	upload(s, "POST", "/sheets/", inDrawer, text("a.txt", "0123456789"))
	const at = "/sheets/1/content/"
	w := download(s, "GET", at)
	for name, want := range map[string]string{
		"Content-Length": "10", "X-Content-Type-Options": "nosniff", "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
	} {
		if got := w.Header().Get(name); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
	if w := download(s, "GET", at, "If-None-Match", w.Header().Get("ETag")); w.Code != 304 || w.Body.Len() > 0 {
		t.Errorf("under its tag: got %d %s, want 304", w.Code, w.Body)
	}
	if w := download(s, "GET", at, "Range", "bytes=0-1,5-6"); w.Code != 206 || !strings.HasPrefix(w.Header().Get("Content-Type"), "multipart/byteranges") {
		t.Errorf("two ranges: got %d %v", w.Code, w.Header())
	}
}

// An image is measured, and refused if it is none or too large; its content must be of the type that its name says.
// An optional file may be null, and a member that shows its address accepts that address.
func TestImage(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s, store, _ := worlds.Archive(t, address, server.PlainPages)
		file := func(field, name, content string) server.File {
			return server.File{Field: field, Name: name, Content: []byte(content)}
		}
		png := func(width, height int) string {
			return "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + string([]byte{0, 0, byte(width >> 8), byte(width), 0, 0, byte(height >> 8), byte(height), 8, 0, 0, 0, 0})
		}
		sum := func(chunk string) string { // the reader of PNG checks it
			return chunk + crc(chunk[12:])
		}
		for _, tt := range []struct {
			name string
			file server.File
			want string
		}{
			{"image", file("portrait", "a.PNG", sum(png(40, 30))), `{"id":1,"portrait":"http://example.com/faces/1/portrait/","width":40,"paper":null}`},
			{"WebP", file("portrait", "a.webp", "RIFF\x1a\x00\x00\x00WEBPVP8L\x0d\x00\x00\x00\x2f\x09\x40\x02\x00\x10\x07\x10\x11\x00\x00"), `{"id":2,"portrait":"http://example.com/faces/2/portrait/","width":10,"paper":null}`},
			{"bomb", file("portrait", "a.png", sum(png(60000, 30))), `{"portrait":["Ensure this image is no wider than 50 pixels (it has 60000)."]}`},
			{"high", file("portrait", "a.png", sum(png(50, 51))), `{"portrait":["Ensure this image is no higher than 50 pixels (it has 51)."]}`},
			{"no image", file("portrait", "a.png", "hello"), `{"portrait":["Upload a valid image. The file you uploaded was either not an image or a corrupted image."]}`},
			{"cut", file("portrait", "a.png", png(40, 30)[:20]), `{"portrait":["Upload a valid image. The file you uploaded was either not an image or a corrupted image."]}`},
			{"another type", file("portrait", "a.jpg", sum(png(40, 30))), `{"portrait":["Upload a valid image. The file you uploaded was either not an image or a corrupted image."]}`},
			{"checked", file("paper", "a.pdf", "hello"), `{"paper":["The content of the file is not application/pdf."]}`},
			{"genuine", file("paper", "a.pdf", "%PDF-1.4\n"), `{"id":3,"portrait":null,"width":0,"paper":"http://example.com/faces/3/paper/"}`},
		} {
			if w := upload(s, "POST", "/faces/", nil, tt.file); w.Body.String() != tt.want {
				t.Errorf("%s: got %d %s, want %s", tt.name, w.Code, w.Body, tt.want)
			}
		}
		if w := download(s, "GET", "/faces/1/paper/"); w.Code != http.StatusNotFound {
			t.Errorf("the content of no file: got %d", w.Code)
		}
		_, shown := server.Call(s, "GET", "/faces/1/", "", "")
		if status, answer := server.Call(s, "PUT", "/faces/1/", "alice", shown); status != 200 || answer != shown {
			t.Errorf("PUT of the shown record: got %d %s", status, answer)
		}
		if n := len(store.Keys(t)); n != 3 {
			t.Errorf("%d files are stored, want 3", n)
		}
		if status, answer := server.Call(s, "PATCH", "/faces/1/", "alice", `{"portrait":null}`); status != 200 || answer != `{"id":1,"portrait":null,"width":0,"paper":null}` {
			t.Errorf("PATCH null: got %d %s", status, answer)
		}
		if n := len(store.Keys(t)); n != 2 {
			t.Errorf("%d files are stored, want 2", n)
		}
	})
}

// A create with files that is sent again under its key is done once, and one with another file is refused.
func TestFileOnce(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s, store, _ := worlds.Archive(t, address, server.PlainPages)
		key := http.Header{"Idempotency-Key": {"k"}}
		send := func(content string) *httptest.ResponseRecorder {
			body := "--b\r\nContent-Disposition: form-data; name=drawer\r\n\r\n1\r\n--b\r\nContent-Disposition: form-data; name=title\r\n\r\nt\r\n" +
				"--b\r\nContent-Disposition: form-data; name=scan; filename=a.txt\r\n\r\n" + content + "\r\n--b--\r\n"
			r := httptest.NewRequest("POST", "/sheets/", strings.NewReader(body))
			r.Header = key.Clone()
			r.Header.Set("Content-Type", "multipart/form-data; boundary=b")
			r.SetBasicAuth("alice", "alice-password")
			w := httptest.NewRecorder()
			s.ServeHTTP(w, r)
			return w
		}
		first, again, other := send("one"), send("one"), send("two")
		if first.Code != 201 || again.Code != 201 || again.Body.String() != first.Body.String() || other.Code != 422 {
			t.Errorf("got %d, %d %s, %d", first.Code, again.Code, again.Body, other.Code)
		}
		if keys := store.Keys(t); len(keys) != 1 {
			t.Errorf("%q are stored", keys)
		}
	})
}

// The sweep removes what no row names, and nothing else.
func TestSweepFiles(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s, store, _ := worlds.Archive(t, address, server.PlainPages)
		upload(s, "POST", "/sheets/", inDrawer, text("a.txt", "one"))
		named := store.Keys(t)
		for _, key := range []string{files.NewKey(""), files.NewKey("")} {
			if _, err := store.Put(t.Context(), key, strings.NewReader("left behind")); err != nil {
				t.Fatal(err)
			}
		}
		sweep := s.Handler.(*serve.Handler).SweepFiles
		if n, err := sweep(t.Context(), time.Now().Add(-time.Hour)); n != 0 || err != nil {
			t.Errorf("young ones: %d were removed, %v", n, err)
		}
		if n, err := sweep(t.Context(), time.Now().Add(time.Hour)); n != 2 || err != nil || !slices.Equal(store.Keys(t), named) {
			t.Errorf("%d were removed, %v; left are %q, want %q", n, err, store.Keys(t), named)
		}
	})
}

// crc is the checksum of a chunk of a PNG file.
func crc(chunk string) string {
	sum := crc32.ChecksumIEEE([]byte(chunk))
	return string([]byte{byte(sum >> 24), byte(sum >> 16), byte(sum >> 8), byte(sum)})
}
