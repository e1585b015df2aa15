// Package static serves files beside a service, such as a single-page app.
package static

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/traffic"
)

// Options say where and how files are served.
type Options struct {
	// At is the path of the files, such as "/app/"; "" is "/", for which base-url needs a path, below which the service is.
	At string
	// History is the file that answers browsers at paths without a file, such as "index.html" of an app that shows pages by
	// paths of its own. Names with a dot, such as app.js, are a 404 all the same; "" makes all of them a 404.
	History string
	// Immutable are folders of files whose names change with their content, such as "assets". Browsers keep them for a year.
	// They ask again for all others, and get them if they have changed.
	Immutable []string
	// Header are headers of each file, such as Content-Security-Policy. They replace the defaults: X-Frame-Options: DENY and
	// Referrer-Policy: same-origin.
	Header http.Header
}

// Files serves files beside the service of an app.Program: for its field Static. Paths below that of base-url are the service's,
// and so is /.well-known/. Files are read when they are asked for; their ETag is a hash of their content. The file app.js.br,
// app.js.zst or app.js.gz beside app.js answers clients that accept it. A path that ends in a slash is that of index.html there.
// Files and folders whose names begin with a dot are not served.
func Files(files fs.FS, o Options) func(*plan.Plan, string, http.Handler) (http.Handler, error) {
	return func(p *plan.Plan, base string, service http.Handler) (http.Handler, error) {
		s := &site{files: files, at: "/", options: o, service: service, limits: traffic.Limits{}.WithDefaults()}
		if o.At != "" {
			s.at = o.At
		}
		if u, err := url.Parse(base); err == nil {
			s.base, s.secure = u.Path, u.Scheme == "https"
		}
		if err := s.check(p); err != nil {
			return nil, err
		}
		return s, nil
	}
}

// site serves files at a path.
type site struct {
	files    fs.FS
	at, base string // the path of the files, with slashes around it; that of the service, "" for none
	secure   bool   // the service is for HTTPS only
	options  Options
	service  http.Handler
	limits   traffic.Limits
	tags     sync.Map // tag by name
}

// tag is the ETag of a file at a time.
type tag struct {
	size int64
	time time.Time
	text string
}

// check returns what is wrong with the options.
func (s *site) check(p *plan.Plan) error {
	mistake := func(format string, args ...any) error { return fmt.Errorf("app.Program: Static: "+format, args...) }
	if !strings.HasPrefix(s.at, "/") || !strings.HasSuffix(s.at, "/") || path.Clean(s.at)+"/" != s.at && s.at != "/" {
		return mistake("At: %q is no path of a folder; write one such as /app/", s.at)
	}
	switch {
	case s.at == "/" && s.base == "":
		return mistake("the files and the service are both at /; set base-url with a path for the service, such as https://example.com/api, or At to a path for the files, such as /app/")
	case s.base != "" && strings.HasPrefix(s.at, s.base+"/"):
		return mistake("At: %s is below %s, where the service is", s.at, s.base)
	case s.base == "":
		taken := []string{"/-/", "/api-auth/"}
		for _, r := range p.Routes {
			taken = append(taken, r.Pattern)
		}
		for _, t := range taken {
			if strings.HasPrefix(t+"/", s.at) {
				return mistake("At: the service has the path %s below %s; write another", t, s.at)
			}
		}
	}
	for _, name := range append(slices.Clone(s.options.Immutable), s.options.History) {
		if name == "" {
			continue
		}
		if _, err := fs.Stat(s.files, name); err != nil {
			return mistake("the files have no %s, which its options name: %w", name, err)
		}
	}
	return nil
}

// ServeHTTP answers with a file, or passes the request on to the service.
func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	at := r.URL.Path
	name, ours := strings.CutPrefix(at, s.at)
	if at+"/" != s.at && !ours || s.base != "" && strings.HasPrefix(at+"/", s.base+"/") || strings.HasPrefix(at, "/.well-known/") {
		s.service.ServeHTTP(w, r)
		return
	}
	s.header(w, r)
	switch {
	case at+"/" == s.at:
		s.redirect(w, r, s.at)
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		w.Header().Set("Allow", "GET, HEAD")
		s.refuse(w, http.StatusMethodNotAllowed)
	default:
		s.serve(w, r, name)
	}
}

// serve answers with the file at a path.
func (s *site) serve(w http.ResponseWriter, r *http.Request, name string) {
	if name == "" || strings.HasSuffix(name, "/") {
		name += "index.html"
	}
	if s.answer(w, r, name) {
		return
	}
	if s.has(name + "/index.html") {
		s.redirect(w, r, s.at+name+"/")
		return
	}
	if s.options.History != "" {
		w.Header().Add("Vary", "Accept")
		last := name[strings.LastIndexByte(name, '/')+1:]
		if (!strings.Contains(last, ".") || strings.HasSuffix(r.URL.Path, "/")) && strings.Contains(strings.Join(r.Header["Accept"], ","), "text/html") && s.answer(w, r, s.options.History) {
			return
		}
	}
	s.refuse(w, http.StatusNotFound)
}

// codings are the content codings of files, the smallest first, by the ends of their names.
var codings = []struct{ name, end string }{{"br", ".br"}, {"zstd", ".zst"}, {"gzip", ".gz"}}

// answer answers with a file, and reports whether it is there.
func (s *site) answer(w http.ResponseWriter, r *http.Request, name string) bool {
	file, info := s.open(name)
	if file == nil {
		return false
	}
	defer func() { file.Close() }()
	of, h, varies := name, w.Header(), false
	for _, c := range codings {
		packed, packedInfo := s.open(name + c.end)
		if packed == nil {
			continue
		}
		if varies = true; !traffic.Accepts(r, c.name) {
			packed.Close()
			continue
		}
		file.Close()
		file, info, of = packed, packedInfo, name+c.end
		h.Set("Content-Encoding", c.name)
		break
	}
	if varies {
		h.Add("Vary", "Accept-Encoding")
	}
	content, err := seekable(file)
	if err == nil {
		err = s.tag(h, of, info, content)
	}
	if err != nil {
		h.Del("Content-Encoding")
		s.refuse(w, http.StatusInternalServerError)
		return true
	}
	h.Set("Content-Type", typeOf(name))
	h.Set("Cache-Control", "no-cache")
	for _, folder := range s.options.Immutable {
		if strings.HasPrefix(name, folder+"/") {
			h.Set("Cache-Control", "public, max-age=31536000, immutable")
		}
	}
	paced := traffic.DeadlineWriter{W: w, Limits: &s.limits}
	http.ServeContent(pacedWriter{w, &paced}, r, "", time.Time{}, content)
	return true
}

// open opens a file that may be served; nil for none. Whatever is wrong with a name is the client's mistake.
func (s *site) open(name string) (fs.File, fs.FileInfo) {
	if !fs.ValidPath(name) || strings.HasPrefix(name, ".") || strings.Contains(name, "/.") {
		return nil, nil
	}
	info, err := fs.Stat(s.files, name)
	if err != nil || !info.Mode().IsRegular() { // to open a pipe would wait for its other end
		return nil, nil
	}
	file, err := s.files.Open(name)
	if err != nil {
		return nil, nil
	}
	return file, info
}

// has reports whether there is a file that may be served.
func (s *site) has(name string) bool {
	file, _ := s.open(name)
	if file == nil {
		return false
	}
	file.Close()
	return true
}

// tag sets the ETag of a file. It hashes the content again only if the file's size or time is another one.
func (s *site) tag(h http.Header, name string, info fs.FileInfo, content io.ReadSeeker) error {
	if known, ok := s.tags.Load(name); ok && known.(tag).size == info.Size() && known.(tag).time.Equal(info.ModTime()) {
		h.Set("Etag", known.(tag).text)
		return nil
	}
	sum := sha256.New()
	if _, err := io.Copy(sum, content); err != nil {
		return err
	}
	t := tag{info.Size(), info.ModTime(), `"` + hex.EncodeToString(sum.Sum(nil)[:16]) + `"`}
	s.tags.Store(name, t)
	h.Set("Etag", t.text)
	_, err := content.Seek(0, io.SeekStart)
	return err
}

// header sets the headers of all answers.
func (s *site) header(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "same-origin")
	if s.secure || r.TLS != nil {
		h.Set("Strict-Transport-Security", "max-age=63072000")
	}
	for name, values := range s.options.Header {
		h[http.CanonicalHeaderKey(name)] = values
	}
}

// seekable returns the content of a file, in memory if it cannot be read twice.
func seekable(file fs.File) (io.ReadSeeker, error) {
	if content, is := file.(io.ReadSeeker); is {
		return content, nil
	}
	all, err := io.ReadAll(file)
	return bytes.NewReader(all), err
}

// redirect leads to another path, with the query of the request.
func (s *site) redirect(w http.ResponseWriter, r *http.Request, to string) {
	w.Header().Set("Location", (&url.URL{Path: to, RawQuery: r.URL.RawQuery}).String())
	w.WriteHeader(http.StatusPermanentRedirect)
}

func (s *site) refuse(w http.ResponseWriter, status int) {
	http.Error(w, http.StatusText(status), status)
}

// pacedWriter writes with deadlines for slow clients.
type pacedWriter struct {
	http.ResponseWriter
	paced *traffic.DeadlineWriter
}

// Write implements io.Writer.
func (w pacedWriter) Write(p []byte) (int, error) { return w.paced.Write(p) }
