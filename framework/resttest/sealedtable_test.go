// The table of values of sealed kinds: passwords and files.

package resttest_test

import (
	"bytes"
	"flag"
	"fmt"
	"image"
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/files"
	"example.com/resourceful/framework/resttest"
	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/resttest/sets/laws"
	"example.com/resourceful/framework/serve"
)

// recordNumber is that of a record in the address of its file.
var recordNumber = regexp.MustCompile(`/papers/\d+/`)

// The table of TestValuesOfKinds for passwords, versions, files and images, whose content only multipart has.
func TestValuesOfSealedKinds(t *testing.T) {
	const file = "testdata/sealed.txt"
	for _, kind := range []string{"sqlite", "postgres"} {
		t.Run(kind, func(t *testing.T) {
			address := ":memory:"
			if kind == "postgres" {
				address = pg.Postgres(t)
			}
			folder, err := files.Folder(filepath.Join(t.TempDir(), "files"))
			if err != nil {
				t.Fatal(err)
			}
			h := resttest.NewServer(t, resttest.Config{Set: laws.SealedSet, Pages: pages, Options: serve.Options{Files: serve.FileOptions{Store: folder}}}, address)
			got := sealedTable(h)
			if flag.Lookup("update").Value.String() == "true" && kind == "sqlite" {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("%s: got\n%s\nwant\n%s", file, got, want)
			}
		})
	}
}

func sealedTable(h http.Handler) string {
	var b strings.Builder
	texts := []string{"absent", "null", `""`, "[]", "{}", "0", "true", `"ab"`, `"abc"`, `"éééée"`, `"éééééé"`, `"a\u0000b"`, `" abc "`}
	for _, f := range []struct{ path, name string }{
		{"/secrets/", "secret"},
		{"/secrets/", "secret_null"},
		{"/secrets/", "secret_open"},
		{"/secrets/", "version"},
		{"/papers/", "paper"},
		{"/papers/", "paper_open"},
		{"/papers/", "picture_open"},
	} {
		fmt.Fprintf(&b, "\n%s\n", f.name)
		for _, text := range texts {
			var lines, answers []string
			for _, format := range valueFormats {
				fields := map[string]string{}
				if f.path == "/secrets/" {
					fields["secret"] = `"abc"`
				}
				if fields[f.name] = text; text == "absent" {
					delete(fields, f.name)
				}
				contentType, body := format.write(fields)
				answer := sealedAnswer(h, f.path, contentType, []byte(body))
				if i := slices.Index(answers, answer); i >= 0 {
					lines[i] += " " + format.name
				} else {
					lines, answers = append(lines, format.name), append(answers, answer)
				}
			}
			for i, answer := range answers {
				fmt.Fprintf(&b, "  %s in %s -> %s\n", text, lines[i], answer)
			}
		}
		if f.path == "/papers/" {
			for _, u := range uploadsTried() {
				sent := []resttest.File{{Field: f.name, Name: u.Name, Content: u.Content}}
				if f.name != "paper" {
					sent = append(sent, resttest.File{Field: "paper", Name: "a.txt", Content: []byte("a")})
				}
				contentType, body := resttest.FormWithFiles(nil, sent...)
				fmt.Fprintf(&b, "  %s of %d bytes -> %s\n", u.Name, len(u.Content), sealedAnswer(h, f.path, contentType, body))
			}
		}
	}
	return b.String()
}

// uploadsTried are files at the bounds of what the fields take, and beyond.
func uploadsTried() []resttest.File {
	picture := func(width, height int) []byte {
		var b bytes.Buffer
		if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, width, height))); err != nil {
			panic(err) // a buffer takes everything
		}
		return b.Bytes()
	}
	small := picture(2, 2)
	return []resttest.File{
		{Name: "a.txt"},
		{Name: "a.txt", Content: []byte("a")},
		{Name: "A.TXT", Content: []byte("abcd")},
		{Name: "a.txt", Content: []byte("abcde")},
		{Name: "abcd.txt", Content: []byte("a")},
		{Name: "abcde.txt", Content: []byte("a")},
		{Name: "../b.txt", Content: []byte("a")},
		{Name: "a", Content: []byte("a")},
		{Name: "a.exe", Content: []byte("a")},
		{Name: "a.pdf", Content: []byte("a")},
		{Name: "a.png", Content: small},
		{Name: "b.png", Content: picture(3, 2)},
		{Name: "c.png", Content: picture(2, 3)},
		{Name: "d.png", Content: small[:20]},
		{Name: "e.png", Content: []byte("a")},
		{Name: "f.gif", Content: small},
	}
}

// sealedAnswer is the answer to a create, without the number of the record.
func sealedAnswer(h http.Handler, path, contentType string, body []byte) string {
	r := httptest.NewRequest("POST", path, bytes.NewReader(body))
	r.Header.Set("Content-Type", contentType)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	text := recordNumber.ReplaceAllString(w.Body.String(), "/papers/N/")
	if id, rest, ok := strings.Cut(text, ","); ok && strings.HasPrefix(id, `{"id":`) {
		text = "{" + rest
	}
	return fmt.Sprint(w.Code, " ", text)
}
