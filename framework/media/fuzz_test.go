// Fuzz tests of bodies, charsets, forms and negotiation.

package media

import (
	"bytes"
	"mime"
	"mime/multipart"
	"net/http/httptest"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/resttest/stopwatch"
)

// A body is read, or refused with one of four codes, whether its length is known beforehand or not. The values
// hold no invalid UTF-8 but surrogates.
func FuzzDecode(f *testing.F) {
	for _, seed := range [][2]string{
		{"application/json", `{"a":["\ud800",1]}`},
		{"application/json; charset=utf-16", "\xff\xfe{\x00}\x00"},
		{"application/json; charset", "1"},
		{"application/x-www-form-urlencoded; charset=iso-8859-1", "a=%e9&a=\xe9"},
		{"multipart/form-data; boundary=b", "--b\r\nContent-Disposition: form-data; name=a\r\n\r\nx\r\n--b--"},
		{"Application/YAML", "a: &x [1]\nb: *x\n"},
		{"text/plain", "x"},
		{"", "x"},
		{"application/json", ""},
		{"application/json; a=1; a=2", "1"},
		{"multipart/form-data x", "--"},
		{"/", "x"},
		{"application/json\x00", "x"},
	} {
		f.Add(seed[0], []byte(seed[1]))
	}
	limits := Limits{Body: 4096, Depth: 20, Fields: 50, Aliases: 10}
	f.Fuzz(func(t *testing.T, contentType string, body []byte) {
		defer stopwatch.Input(t)()
		send := func(length int64) (Body, error) {
			r := httptest.NewRequest("POST", "/", bytes.NewReader(body))
			r.ContentLength = length
			r.Header["Content-Type"] = []string{contentType}
			return Decode(r, Parsers(), limits)
		}
		got, err := send(int64(len(body)))
		code, detail := outcome(t, err)
		if err != nil && code != problem.Malformed && code != problem.TooLarge && code != problem.UnsupportedMedia || !utf8.ValidString(detail) {
			t.Errorf("%q, %q: got %v %q", contentType, body, code, detail)
		}
		again, errAgain := send(-1)
		codeAgain, detailAgain := outcome(t, errAgain)
		if !reflect.DeepEqual(got, again) || code != codeAgain || detail != detailAgain {
			t.Errorf("%q, %q: got %#v %q, chunked %#v %q", contentType, body, got, detail, again, detailAgain)
		}
		// Whoever asks for a form's fields must know that it is one.
		if got.Form != nil && !IsForm(contentType) {
			t.Errorf("%q: a form is read, but IsForm says no", contentType)
		}
		if base, _, ok := mime.ParseMediaType(contentType); ok == nil && len(body) > 0 {
			known := slices.ContainsFunc(Parsers(), func(p Parser) bool { return p.MediaType == base })
			if known == (code == problem.UnsupportedMedia) {
				t.Errorf("%q: got %v %q", contentType, code, detail)
			}
		}
	})
}

// Time grows with the length of a body, whatever is repeated in it.
func FuzzLongBody(f *testing.F) {
	for _, seed := range [][4]string{
		{"application/json", "", "[", ""},
		{"application/json", `{"a":1`, `,"a":1`, "}"},
		{"application/json", `"`, `\ud800`, `"`},
		{"application/json", "", "1", ""},
		{"application/json; charset=utf-16", "[", "\x001", ""},
		{"application/yaml", "a: &a [1]\nb: [", "*a,", "]"},
		{"application/yaml", "", "- ", "1"},
		{"application/yaml", "a: |\n", " \n", ""},
		{"application/yaml", "", "? ", ""},
		{"application/yaml", "[", "{a: [", ""},
		{"application/yaml", "", "a: 1\n", ""},
		{"application/yaml", "", "---\n", ""},
		{"application/x-www-form-urlencoded", "a=", "&", ""},
		{"application/x-www-form-urlencoded", "a=", "%e9", ""},
		{"multipart/form-data; boundary=b", "--b\r\n", "X: y\r\n", "\r\n\r\n--b--"},
		{"multipart/form-data; boundary=b", "", "--b\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n", "--b--"},
		{"multipart/form-data; boundary=b", "--b\r\nContent-Disposition: form-data", "; a=b", "\r\n\r\n--b--"},
	} {
		f.Add(seed[0], seed[1], seed[2], seed[3])
	}
	f.Fuzz(func(t *testing.T, contentType, begin, repeated, end string) {
		body := begin + strings.Repeat(repeated, 1<<20/(len(repeated)+1)) + end
		r := httptest.NewRequest("POST", "/", strings.NewReader(body))
		r.Header["Content-Type"] = []string{contentType}
		defer stopwatch.Input(t)()
		_, err := Decode(r, Parsers(), Limits{})
		outcome(t, err)
	})
}

// Each byte of Latin-1 is the character of its number; UTF-8 is passed on; any other charset gives
// valid text.
func FuzzCharset(f *testing.F) {
	for _, seed := range []string{"", "utf-8", "UTF-8", "iso-8859-1", "latin1", "utf-16", "utf-7", "shift_jis", "gb18030", "iso-2022-jp", "hz-gb-2312", "klingon", "windows-1252", "\xff"} {
		f.Add([]byte("a\x80\xe9\xff\x1b$B~{"), seed)
	}
	f.Fuzz(func(t *testing.T, body []byte, name string) {
		defer stopwatch.Input(t)()
		got := toUTF8(body, name)
		switch {
		case charset(name) == nil:
			if got != string(body) {
				t.Errorf("%q as %q: got %q", body, name, got)
			}
		case !utf8.ValidString(got):
			t.Errorf("%q as %q: got %q, which is not UTF-8", body, name, got)
		}
		if text, _ := formText(string(body), charset(name)); !utf8.ValidString(text) {
			t.Errorf("%q as %q in a form is not UTF-8", body, name)
		}
		want := make([]rune, len(body))
		for i, b := range body {
			want[i] = rune(b)
		}
		if got := toUTF8(body, "iso-8859-1"); got != string(want) {
			t.Errorf("%q as Latin-1: got %q, want %q", body, got, string(want))
		}
	})
}

// Where net/url reads a form without an error, it is read the same here; and what net/url writes
// is read back.
func FuzzFormAgreesWithURL(f *testing.F) {
	for _, seed := range []string{"", "a=1&a=2", "a", "=", "&&", "a=%C3%A9+x", "a=%", "a;b=1", "%61=%00"} {
		f.Add(seed, seed)
	}
	f.Fuzz(func(t *testing.T, body, value string) {
		defer stopwatch.Input(t)()
		for _, text := range []string{body, url.Values{value: {body, value}, "x": {""}}.Encode()} {
			want, err := url.ParseQuery(text)
			if err != nil || !validAll(want) {
				continue
			}
			got, err := parseForm([]byte(text), nil, Limits{Fields: len(text) + 1})
			if err != nil || !reflect.DeepEqual(got.Form, map[string][]string(want)) {
				t.Errorf("%q: got %q, %v, want %q", text, got.Form, err, want)
			}
		}
	})
}

func validAll(values url.Values) bool {
	for name, list := range values {
		if !utf8.ValidString(name) || slices.ContainsFunc(list, func(v string) bool { return !utf8.ValidString(v) }) {
			return false
		}
	}
	return true
}

// What mime/multipart writes is read back.
func FuzzWrittenMultipart(f *testing.F) {
	f.Add("name", "value", "file.txt")
	f.Add("a\"b\\", "--b--\r\n--b", "")
	f.Add("é\r\n", "", "x")
	f.Fuzz(func(t *testing.T, name, value, file string) {
		defer stopwatch.Input(t)()
		var b bytes.Buffer
		w := multipart.NewWriter(&b)
		write := func(err error) {
			if err != nil {
				t.Fatal(err)
			}
		}
		write(w.WriteField(name, value))
		part, err := w.CreateFormFile("file", file)
		write(err)
		_, err = part.Write([]byte(value))
		write(err)
		write(w.Close())
		got, err := readMultipart(bytes.NewReader(b.Bytes()), map[string]string{"boundary": w.Boundary()}, Limits{})
		if strings.ContainsFunc(name+file, unicode.IsControl) {
			return // a header cannot hold them
		}
		if err != nil {
			t.Fatalf("%q: %v", b.Bytes(), err)
		}
		// Line ends in names are escaped in a way that nobody undoes.
		if !utf8.ValidString(name) || !utf8.ValidString(value) || strings.ContainsAny(name, "\r\n%") || name == "" || name == "file" {
			return
		}
		if want := []string{value}; !reflect.DeepEqual(got.Form[name], want) {
			t.Errorf("%q: got %q, want %q", b.Bytes(), got.Form[name], want)
		}
	})
}

// A header of nothing but plain ranges is read as the rules have it, written down a second time.
func FuzzNegotiateAgrees(f *testing.F) {
	for _, tt := range negotiateTests {
		f.Add(tt.accept)
	}
	f.Fuzz(func(t *testing.T, accept string) {
		defer stopwatch.Input(t)()
		want, ok, plain := plainNegotiate(accept)
		if !plain {
			return
		}
		if index, _, gotOK := Negotiate(testFormats, accept); gotOK != ok || ok && index != want {
			t.Errorf("Negotiate(%q) = %d, %v, want %d, %v", accept, index, gotOK, want, ok)
		}
	})
}

// plainNegotiate picks a format for a header of lower-case ranges whose one parameter, if any, is a
// q with a single decimal. plain is false for any other header.
func plainNegotiate(accept string) (index int, ok, plain bool) {
	type weight struct{ kind, q int }
	best := make([]weight, len(testFormats))
	for element := range strings.SplitSeq(accept, ", ") {
		name, param, has := strings.Cut(element, ";")
		q := 10
		if has {
			n, err := strconv.Atoi(strings.TrimPrefix(param, "q=0."))
			if err != nil || len(param) != len("q=0.5") || !strings.HasPrefix(param, "q=0.") {
				return 0, false, false
			}
			q = n
		}
		typ, sub, has := strings.Cut(name, "/")
		if !has || strings.Trim(typ+sub, "abcdefghijklmnopqrstuvwxyz*") != "" {
			return 0, false, false
		}
		for i, format := range testFormats {
			w := weight{0, q}
			switch {
			case name == format.MediaType:
				w.kind = 3
			case sub == "*" && typ+"/" == format.MediaType[:strings.Index(format.MediaType, "/")+1]:
				w.kind = 2
			case name == "*/*":
				w.kind = 1
			}
			if w.kind > best[i].kind || w.kind > 0 && w.kind == best[i].kind && q > best[i].q {
				best[i] = w
			}
		}
	}
	index = -1
	for i, w := range best {
		if w.kind > 0 && w.q > 0 && (index < 0 || w.q > best[index].q || w.q == best[index].q && w.kind > best[index].kind) {
			index = i
		}
	}
	return index, index >= 0, true
}
