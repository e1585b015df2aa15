package static_test

import (
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"
	"testing/iotest"

	"example.com/resourceful/framework/app/static"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest"
)

type Book struct {
	ID int64 `rest:"id,readonly"`
}

func books(t *testing.T) *plan.Plan {
	t.Helper()
	p, err := rest.NewSet("books", rest.ViewSet[Book]{Path: "/books/", Access: permission.Anyone}).Compile()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func file(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }

func app() fstest.MapFS {
	return fstest.MapFS{
		"index.html": file("<p>app"), "assets/app-1a2b.js": file("app()"), "assets/app-1a2b.js.br": file("br"), "assets/app-1a2b.js.gz": file("gz"),
		"help/index.html": file("<p>help"), "data": file("data"), "api/x": file("never"), ".env": file("secret"), "a/.git/config": file("secret"),
		".well-known/security.txt": file("never"),
	}
}

// site serves the app beside a service that answers "service" and the path.
func site(t *testing.T, files fs.FS, base string, o static.Options) http.Handler {
	t.Helper()
	h, err := static.Files(files, o)(books(t), base, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, "service ", r.Method, " ", r.URL.Path)
	}))
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// ask sends a request with headers, each "Name: value".
func ask(h http.Handler, request string, headers ...string) *httptest.ResponseRecorder {
	method, path, _ := strings.Cut(request, " ")
	r := httptest.NewRequest(method, "/", nil)
	r.URL.Path = path
	for _, header := range headers {
		name, value, _ := strings.Cut(header, ": ")
		r.Header.Add(name, value)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

const html = "Accept: text/html,*/*;q=0.8"

// A path below that of the service is the service's; others are files, folders with an index, pages of the app, or a 404.
func TestPaths(t *testing.T) {
	root := site(t, app(), "https://example.com/api", static.Options{History: "index.html"})
	below := site(t, app(), "", static.Options{At: "/app/"})
	for _, tt := range []struct {
		at            http.Handler
		request, want string
		headers       []string
	}{
		{root, "GET /", "200 <p>app", nil},
		{root, "GET /index.html", "200 <p>app", nil},
		{root, "GET /data", "200 data", nil},
		{root, "HEAD /data", "200 ", nil},
		{root, "POST /data", "405 Method Not Allowed", nil},
		{root, "OPTIONS /", "405 Method Not Allowed", nil},
		{root, "GET /assets/app-1a2b.js", "200 app()", nil},
		{root, "GET /help/", "200 <p>help", nil},
		{root, "GET /help", "308 /help/", nil},
		{root, "GET /assets", "404 Not Found", nil},
		{root, "GET /assets/", "404 Not Found", nil},
		{root, "GET /api", "200 service GET /api", nil},
		{root, "GET /api/x", "200 service GET /api/x", nil},
		{root, "DELETE /api/books/1/", "200 service DELETE /api/books/1/", nil},
		{root, "GET /apis", "404 Not Found", nil},
		{root, "GET /.well-known/security.txt", "200 service GET /.well-known/security.txt", nil},

		{root, "GET /orders/7", "200 <p>app", []string{html}},
		{root, "HEAD /orders/7", "200 ", []string{html}},
		{root, "GET /orders/", "200 <p>app", []string{html}},
		{root, "GET /assets/", "200 <p>app", []string{html}},
		{root, "GET /orders/7", "404 Not Found", []string{"Accept: */*"}},
		{root, "GET /old-1a2b.js", "404 Not Found", []string{html}},

		{root, "GET /.env", "404 Not Found", nil},
		{root, "GET /a/.git/config", "404 Not Found", nil},
		{root, "GET /a/.git/config", "200 <p>app", []string{html}},
		{root, "GET /help/../.env", "404 Not Found", nil},
		{root, "GET /../static.go", "404 Not Found", nil},
		{root, "GET //evil.example/help", "404 Not Found", nil},
		{root, "GET /help//", "404 Not Found", nil},
		{root, "GET /data/", "404 Not Found", nil},
		{root, "GET /\x00\xff", "404 Not Found", nil},
		{root, "GET /" + strings.Repeat("a", 5000), "404 Not Found", nil},

		{below, "GET /", "200 service GET /", nil},
		{below, "GET /app", "308 /app/", nil},
		{below, "GET /app/", "200 <p>app", nil},
		{below, "GET /app/help", "308 /app/help/", nil},
		{below, "GET /app/orders/7", "404 Not Found", []string{html}},
		{below, "GET /application", "200 service GET /application", nil},
	} {
		w := ask(tt.at, tt.request, tt.headers...)
		got := fmt.Sprint(w.Code, " ", strings.TrimSpace(w.Body.String()))
		if to := w.Header().Get("Location"); to != "" {
			got += to
		}
		if got != tt.want {
			t.Errorf("%.60s with %q: got %s, want %s", tt.request, tt.headers, got, tt.want)
		}
	}
}

// Files have a type, headers for browsers, and a strong ETag of their content; of codings beside them the client gets one that it
// accepts, with an ETag of its own.
func TestHeaders(t *testing.T) {
	files := app()
	root := site(t, files, "https://example.com/api", static.Options{History: "index.html", Immutable: []string{"assets"}, Header: http.Header{"Content-Security-Policy": {"default-src 'self'"}}})
	const script = "GET /assets/app-1a2b.js"
	plain, packed := ask(root, script), ask(root, script, "Accept-Encoding: gzip, br")
	for name, want := range map[string]string{
		"Content-Type": "text/javascript; charset=utf-8", "Cache-Control": "public, max-age=31536000, immutable", "Vary": "Accept-Encoding", "X-Content-Type-Options": "nosniff",
		"X-Frame-Options": "DENY", "Strict-Transport-Security": "max-age=63072000", "Content-Security-Policy": "default-src 'self'", "Content-Encoding": "",
	} {
		if got := strings.Join(plain.Header().Values(name), ", "); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
	if packed.Body.String() != "br" || packed.Header().Get("Content-Encoding") != "br" || packed.Header().Get("Etag") == plain.Header().Get("Etag") || !strings.HasPrefix(packed.Header().Get("Content-Type"), "text/javascript") {
		t.Errorf("got %q with %v", packed.Body, packed.Header())
	}
	if w := ask(root, script, "Accept-Encoding: gzip;q=1, br;q=0"); w.Body.String() != "gz" || w.Header().Get("Content-Encoding") != "gzip" {
		t.Errorf("got %q with %v", w.Body, w.Header())
	}
	for _, tt := range []struct {
		headers []string
		want    string
	}{
		{[]string{"If-None-Match: " + plain.Header().Get("Etag")}, "304 "},
		{[]string{"If-None-Match: " + plain.Header().Get("Etag"), "Accept-Encoding: br"}, "200 br"},
		{[]string{"If-None-Match: " + packed.Header().Get("Etag"), "Accept-Encoding: br"}, "304 "},
		{[]string{"Range: bytes=1-2"}, "206 pp"},
		{[]string{"Range: bytes=9-"}, "416 invalid range: failed to overlap"},
	} {
		if w := ask(root, script, tt.headers...); fmt.Sprint(w.Code, " ", strings.TrimSpace(w.Body.String())) != tt.want {
			t.Errorf("%q: got %d %q, want %s", tt.headers, w.Code, w.Body, tt.want)
		}
	}
	page := ask(root, "GET /orders/7", html)
	if got := page.Header(); got.Get("Cache-Control") != "no-cache" || got.Get("Vary") != "Accept" || got.Get("Content-Type") != "text/html; charset=utf-8" {
		t.Errorf("a page of the app has the headers %v", got)
	}
	files["index.html"] = file("<p>new app")
	if w := ask(root, "GET /", "If-None-Match: "+page.Header().Get("Etag")); w.Code != 200 || w.Body.String() != "<p>new app" {
		t.Errorf("a changed file: got %d %q", w.Code, w.Body)
	}
}

// streamed are files that can be read once, such as those of an archive, and then fail.
type streamed struct {
	fstest.MapFS
	fail bool
}

type once struct {
	fs.File
	io.Reader
}

func (o once) Read(p []byte) (int, error) { return o.Reader.Read(p) }

func (s *streamed) Open(name string) (fs.File, error) {
	f, err := s.MapFS.Open(name)
	if err != nil {
		return nil, err
	}
	if s.fail {
		return once{f, iotest.ErrReader(io.ErrUnexpectedEOF)}, nil
	}
	return once{f, struct{ io.Reader }{f}}, nil
}

func TestStreams(t *testing.T) {
	files := &streamed{MapFS: app()}
	root := site(t, files, "https://example.com/api", static.Options{})
	if w := ask(root, "GET /data", "Range: bytes=1-"); w.Body.String() != "ata" {
		t.Errorf("got %d %q", w.Code, w.Body)
	}
	files.fail = true
	if w := ask(root, "GET /assets/app-1a2b.js", "Accept-Encoding: br"); w.Code != 500 || w.Header().Get("Etag")+w.Header().Get("Content-Encoding") != "" {
		t.Errorf("a file that cannot be read: got %d with %v", w.Code, w.Header())
	}
}

// Of a folder on the disk only files are served: a pipe would hold up the request.
func TestPipes(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mkfifo(dir+"/pipe", 0o600); err != nil {
		t.Skip(err)
	}
	if w := ask(site(t, os.DirFS(dir), "", static.Options{At: "/app/"}), "GET /app/pipe"); w.Code != 404 {
		t.Errorf("got %d", w.Code)
	}
}

// Options that cannot work are mistakes before the service starts.
func TestMistakes(t *testing.T) {
	for _, tt := range []struct {
		base string
		o    static.Options
		want string
	}{
		{"", static.Options{}, "the files and the service are both at /; set base-url with a path for the service"},
		{"https://example.com", static.Options{}, "the files and the service are both at /"},
		{"", static.Options{At: "app/"}, `At: "app/" is no path of a folder; write one such as /app/`},
		{"", static.Options{At: "/app"}, `At: "/app" is no path of a folder`},
		{"", static.Options{At: "/a//b/"}, `At: "/a//b/" is no path of a folder`},
		{"", static.Options{At: "/books/"}, "At: the service has the path /books/ below /books/; write another"},
		{"", static.Options{At: "/-/"}, "At: the service has the path /-/ below /-/; write another"},
		{"https://example.com/api", static.Options{At: "/api/app/"}, "At: /api/app/ is below /api, where the service is"},
		{"https://example.com/api", static.Options{History: "start.html"}, "the files have no start.html, which its options name: "},
		{"https://example.com/api", static.Options{Immutable: []string{"asset"}}, "the files have no asset, which its options name: "},
	} {
		if _, err := static.Files(app(), tt.o)(books(t), tt.base, nil); err == nil || !strings.HasPrefix(err.Error(), "app.Program: Static: "+tt.want) {
			t.Errorf("%+v with %q: got %v, want %s", tt.o, tt.base, err, tt.want)
		}
	}
}

// A redirect keeps the query, which a login at another service needs that returns there.
func TestRedirectKeepsQuery(t *testing.T) {
	files := fstest.MapFS{"help/index.html": {Data: []byte("help")}}
	w := httptest.NewRecorder()
	site(t, files, "", static.Options{At: "/app/"}).ServeHTTP(w, httptest.NewRequest("GET", "/app/help?code=1&state=a%2Fb", nil))
	if to := w.Header().Get("Location"); w.Code != 308 || to != "/app/help/?code=1&state=a%2Fb" {
		t.Errorf("got %d %s", w.Code, to)
	}
}
