package serve_test

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// badValues are values in JSON that a member refuses in every format that can say them, whatever the request.
var badValues = []struct{ member, value, path string }{
	{"title", `"a\u0000b"`, ""},
	{"title", `"\ud800"`, ""},
	{"title", "\"\xff\xfe\"", ""},
	{"title", `["a"]`, ""},
	{"title", `{"a":1}`, ""},
	{"cost", `"NaN"`, ""},
	{"cost", `"Infinity"`, ""},
	{"cost", `1e400`, ""},
	{"cost", `1e-400`, ""},
	{"cost", `1e999999999999`, ""},
	{"cost", `[1]`, ""},
	{"rate", `"NaN"`, ""},
	{"rate", `"-Infinity"`, ""},
	{"rate", `1e400`, ""},
	{"rate", `{}`, ""},
	{"rate", `"0x1p-2"`, ""},
	{"count", `1e400`, ""},
	{"count", `99999999999999999999`, ""},
	{"count", `"NaN"`, ""},
	{"count", `[[]]`, ""},
	{"day", `"10000-01-01"`, ""},
	{"day", `"0000-01-01"`, ""},
	{"day", `"-0001-01-01"`, ""},
	{"day", `{"year":1}`, ""},
	{"at", `"10000-01-01T00:00:00Z"`, ""},
	{"at", `"0000-12-31T23:00:00Z"`, ""},
	{"at", `"0001-01-01T00:00:00+01:00"`, ""},
	{"at", `"9999-12-31T23:59:59-01:00"`, ""},
	{"at", `[]`, ""},
	{"spec", `[]`, ""},
	{"spec", `"x"`, ""},
	{"spec", `7`, ""},
	{"spec", `{"colour":["red"]}`, "spec.colour"},
	{"spec", `{"colour":"a","size":1e400}`, "spec.size"},
	{"spec", `{"colour":"a\u0000"}`, "spec.colour"},
	{"spec", `{"colour":"a","colr":1}`, "spec.colr"},
	{"details", `[]`, ""},
	{"details", `"x"`, ""},
	{"details", `{"a":"\u0000"}`, ""},
	{"details", `{"\u0000":1}`, ""},
	{"details", `{"a":["\udfff"]}`, ""},
	{"tags", `{}`, ""},
	{"tags", `["a\u0000"]`, ""},
	{"tags", `[["a"]]`, ""},
	{"tags", `[{"a":"b"}]`, ""},
	{"boxes", `{}`, ""},
	{"boxes", `"x"`, ""},
	{"boxes", `[1]`, ""},
	{"boxes", `[[]]`, ""},
	{"boxes", `[{"name":["x"]}]`, "boxes[0].name"},
	{"boxes", `[{"name":"x","weight":"NaN"}]`, "boxes[0].weight"},
	{"boxes", `[{"name":"x"},{"name":"\ud83d"}]`, ""},
	{"boxes", `[` + strings.Repeat(`{"name":"x"},`, 9_999) + `{"name":"x"}]`, ""},
	{"details", strings.Repeat(`{"a":`, 200) + "1" + strings.Repeat("}", 200), ""},
	{"boxes", strings.Repeat("[", 5_000) + strings.Repeat("]", 5_000), ""},
}

// badRequests are ways to send a member.
var badRequests = []struct {
	name, method, path, contentType string
	body                            func(member, value string) string
}{
	{"POST JSON", "POST", "/freights/", "application/json", func(m, v string) string { return `{"title":"t","` + m + `":` + v + `}` }},
	{"POST YAML", "POST", "/freights/", "application/yaml", func(m, v string) string { return "cost: 1\n" + m + ": " + v + "\n" }},
	{"PUT", "PUT", "/freights/1/", "application/json", func(m, v string) string { return `{"` + m + `":` + v + `}` }},
	{"PATCH", "PATCH", "/freights/1/", "application/json", func(m, v string) string { return `{"` + m + `":` + v + `}` }},
	{"merge patch", "PATCH", "/freights/1/", "application/merge-patch+json", func(m, v string) string { return `{"` + m + `":` + v + `}` }},
	{"JSON patch", "PATCH", "/freights/1/", "application/json-patch+json", func(m, v string) string {
		return `[{"op":"replace","path":"/` + m + `","value":` + v + `}]`
	}},
	{"POST of many", "POST", "/freights/", "application/json", func(m, v string) string { return `[{"title":"t"},{"title":"t","` + m + `":` + v + `}]` }},
	{"PATCH of many", "PATCH", "/freights/", "application/json", func(m, v string) string { return `[{"id":1,"` + m + `":` + v + `}]` }},
	{"form", "POST", "/freights/", "application/x-www-form-urlencoded", nil},
	{"multipart", "POST", "/freights/", "multipart/form-data; boundary=b", nil},
}

// maxBadInput is what any of these requests may allocate.
const maxBadInput = 64 << 20

// What no value of a member can be is a 400 with its place, in every format and by every request, and nothing of
// the request is stored.
func TestBadInput(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: sets.Freights, Pages: server.PlainPages}, address)
		server.Must(t, s, "POST", "/freights/", "", `{"title":"t","spec":{"colour":"red"},"boxes":[{"name":"b"}],"details":{},"tags":[]}`)
		_, before := server.Call(s, "GET", "/freights/", "", "")
		for _, req := range badRequests {
			for _, bad := range badValues {
				body, ok := badBody(req.contentType, req.body, bad.member, bad.value)
				if !ok {
					continue
				}
				r := httptest.NewRequest(req.method, req.path, strings.NewReader(body))
				r.Header.Set("Content-Type", req.contentType)
				var from, to runtime.MemStats
				runtime.ReadMemStats(&from)
				w := httptest.NewRecorder()
				s.ServeHTTP(w, r)
				runtime.ReadMemStats(&to)
				name := fmt.Sprintf("%s of %s: %.60q", req.name, bad.member, bad.value)
				if w.Code != http.StatusBadRequest || !tellsPlace(w.Body.Bytes(), bad.member, bad.path) {
					t.Errorf("%s: got %d %.300s", name, w.Code, w.Body)
				}
				if took := to.TotalAlloc - from.TotalAlloc; took > maxBadInput {
					t.Errorf("%s: took %d bytes", name, took)
				}
			}
			_, after := server.Call(s, "GET", "/freights/", "", "")
			if after != before {
				t.Errorf("%s stored something: %s", req.name, after)
			}
			before = after
		}
	})
}

// badBody is the body of a request, where its format can say the value so that it is as bad.
func badBody(contentType string, body func(member, value string) string, member, value string) (string, bool) {
	if body != nil {
		return body(member, value), true
	}
	text := value
	var plain string
	if json.Unmarshal([]byte(value), &plain) == nil {
		text = plain
	}
	list := strings.HasPrefix(value, "[")
	switch {
	case strings.Contains(value, `\ud`), strings.Contains(value, "\xff"), list && (member == "tags" || member == "title"), value == "{}" && member == "tags", value == `{"a":1}`, text == "[]" && member == "at":
		return "", false // a form has no such escapes, and repeats a field for a list; an empty one, or a text, says it
	case strings.HasPrefix(contentType, "multipart"):
		part := func(name, text string) string {
			return "--b\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + text + "\r\n"
		}
		return part("title", "t") + part(member, text) + "--b--\r\n", true
	}
	return "title=t&" + member + "=" + escapeAll(text), true
}

func escapeAll(text string) string {
	var b strings.Builder
	for i := range len(text) {
		fmt.Fprintf(&b, "%%%02X", text[i])
	}
	return b.String()
}

// tellsPlace reports whether a refusal is about a member, at a place in it where one is given, or about the body as
// a whole, which could not be read.
func tellsPlace(body []byte, member, path string) bool {
	text := string(body)
	var whole struct{ Detail string }
	if json.Unmarshal(body, &whole) == nil && strings.Contains(whole.Detail, "parse error") {
		return true
	}
	names := strings.FieldsFunc(path, func(r rune) bool { return strings.ContainsRune(".[]0", r) })
	for _, name := range append(names, member) {
		if !strings.Contains(text, name) {
			return false
		}
	}
	return true
}

// pngChunk is a chunk of a PNG image.
func pngChunk(kind string, data []byte) []byte {
	b := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
	b = append(append(b, kind...), data...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b[4:]))
}

// pngOf is the beginning of a PNG image with measures, and chunks behind it.
func pngOf(width, height uint32, chunks ...[]byte) []byte {
	head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, width), height)
	b := append([]byte("\x89PNG\r\n\x1a\n"), pngChunk("IHDR", append(head, 8, 2, 0, 0, 0))...)
	for _, chunk := range chunks {
		b = append(b, chunk...)
	}
	return append(b, pngChunk("IEND", nil)...)
}

// A small file that would be a huge image is refused or kept as it is, and never decoded; names lead nowhere.
func TestBadImages(t *testing.T) {
	kept := server.NewFileStore(t)
	s := server.New(t, server.Config{Set: sets.Galleries, Options: serve.Options{Files: serve.FileOptions{Store: kept}}}, ":memory:")
	var bomb bytes.Buffer
	z, _ := zlib.NewWriterLevel(&bomb, zlib.BestSpeed)
	_, _ = z.Write(make([]byte, 2*maxBadInput))
	z.Close()
	good := pngOf(10, 10)
	for _, c := range []struct {
		what, name string
		content    []byte
		status     int
		want       string // the name, or a part of the refusal
	}{
		{"huge measures", "a.png", pngOf(1<<31-1, 1<<31-1), 400, `"photo"`},
		{"measures that are none", "a.png", pngOf(0, 10), 400, `"photo"`},
		{"a text that is a bomb", "a.png", pngOf(10, 10, pngChunk("zTXt", append([]byte("a\x00\x00"), bomb.Bytes()...))), 201, "a.png"},
		{"a profile that is a bomb", "a.png", pngOf(10, 10, pngChunk("iCCP", append([]byte("a\x00\x00"), bomb.Bytes()...))), 201, "a.png"},
		{"pixels that are a bomb", "a.png", pngOf(10, 10, pngChunk("IDAT", bomb.Bytes())), 201, "a.png"},
		{"no image", "a.png", []byte("<svg/>"), 400, `"photo"`},
		{"a path", "../../etc/x.png", good, 201, "x.png"},
		{"a path of Windows", `C:\x\y.png`, good, 201, "y.png"},
		{"a name with NUL", "a\x00b.png", good, 400, "parse error"},
		{"a name that turns round", "a\u202egnp.png", good, 201, "agnp.png"},
		{"a long name", strings.Repeat("a", 5000) + ".png", good, 400, `"photo"`},
		{"dots", "..", good, 400, `"photo"`},
		{"broken UTF-8", "a\xff.png", good, 201, "a\ufffd.png"},
	} {
		var from, to runtime.MemStats
		runtime.ReadMemStats(&from)
		before := len(kept.Keys(t))
		w := upload(s, "POST", "/galleries/", nil, server.File{Field: "photo", Name: c.name, Content: c.content})
		runtime.ReadMemStats(&to)
		added := len(kept.Keys(t)) - before
		switch {
		case w.Code != c.status:
			t.Errorf("%s: got %d %s, want %d", c.what, w.Code, w.Body, c.status)
		case c.status == 201 && (!strings.Contains(w.Body.String(), `"name":"`+c.want+`"`) || added != 1):
			t.Errorf("%s: got %s and %d files, want the name %s", c.what, w.Body, added, c.want)
		case c.status == 400 && (!strings.Contains(w.Body.String(), c.want) || added != 0):
			t.Errorf("%s: got %s, and %d files are left", c.what, w.Body, added)
		}
		if took := to.TotalAlloc - from.TotalAlloc; took > maxBadInput {
			t.Errorf("%s: took %d bytes", c.what, took)
		}
	}
}
