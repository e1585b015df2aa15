// The operation GET on the content of a file, below its record.

package serve

import (
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/files"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/serve/internal/access"
	"example.com/resourceful/framework/serve/internal/request"
)

// contentOf performs the operation that returns the content of a file, as it is stored, as a whole or in
// ranges. It negotiates nothing.
func contentOf(o *plan.Operation) func(x *request.Exchange, a *request.Admission) (request.Result, error) {
	return func(x *request.Exchange, a *request.Admission) (request.Result, error) {
		for range 2 { // a second try, if the file is replaced after the row was read
			rec, err := access.LoadPermitted(x, a) // 401, 403, 404
			if err != nil {
				return request.Result{}, err
			}
			file := rec.FileOf(o.File)
			if s := a.Requester.Signed; s != nil && !s.Of(file.Key) {
				return request.Result{}, request.RefuseSigned()
			}
			if file.Key == "" {
				return request.Result{}, request.NotFound()
			}
			content, err := x.Service.Routes.Files.Store.Open(x.Context, file.Key)
			switch {
			case errors.Is(err, files.ErrNotFound):
				x.Service.Options.Logger.WarnContext(x.Context, "the file of a row is not there", "path", x.R.URL.Path, "file", file.Key)
			case err != nil:
				return request.Result{}, x.ErrStore(err)
			default:
				defer content.Close()
				h := x.W.Header()
				caching := h["Cache-Control"]
				if s := a.Requester.Signed; s != nil {
					h["Cache-Control"] = s.Caching(a.Requester.At)
				}
				if err := sendFile(x, file, content, o.File.FileRules()); err != nil { // 416
					h["Cache-Control"] = caching
					return request.Result{}, err
				}
				return request.Result{Written: true}, nil
			}
		}
		return request.Result{}, problem.New(problem.Unavailable, "The file is not there for the moment. Please try again.")
	}
}

// maxRanges is the largest number of ranges in a response. Each may be a request to the store, so a request
// for more gets the whole file (RFC 9110, section 14.2).
const maxRanges = 16

// knownRanges returns a header Range that http.ServeContent reads as RFC 9110, section 14.2, says: "", which
// is the whole file, for another unit than bytes and for too many ranges. A position above int64 is the
// largest one.
func knownRanges(sent string) string {
	unit, ranges, _ := strings.Cut(sent, "=")
	if !strings.EqualFold(strings.TrimSpace(unit), "bytes") || strings.Count(ranges, ",") >= maxRanges {
		return ""
	}
	positions := strings.FieldsFunc(ranges, func(r rune) bool { return r < '0' || r > '9' })
	for _, digits := range positions {
		if number := strings.TrimLeft(digits, "0"); len(number) > 18 {
			ranges = strings.Replace(ranges, digits, strconv.FormatInt(math.MaxInt64, 10), 1)
		}
	}
	return "bytes=" + ranges
}

// sendFile writes the content of a file, or the requested ranges. If the file has none of these, it returns
// a refusal with the size of the file in Content-Range (RFC 9110, section 15.5.17).
func sendFile(x *request.Exchange, file field.File, content io.ReadSeeker, rules *field.FileRules) error {
	h, r := x.W.Header(), x.R
	if sent := r.Header.Get("Range"); sent != "" {
		r = r.Clone(x.Context)
		r.Header.Set("Range", knownRanges(sent))
	}
	contentType, shown := file.ContentType, "attachment"
	if rules.IsInline(contentType) {
		shown = "inline"
		if contentType == "text/plain" {
			contentType = "text/plain; charset=utf-8" // without it browsers read the encoding of their country
		}
	}
	h.Set("Content-Type", contentType)
	h.Set("Content-Disposition", disposition(shown, file.Name))
	h["Etag"] = []string{strconv.Quote(strings.ReplaceAll(file.Key, "/", ""))}
	w := &contentWriter{ResponseWriter: x.W, x: x}
	http.ServeContent(w, r, "", time.Time{}, content)
	if !w.noRange {
		return nil
	}
	h.Del("Content-Type")
	h.Del("Content-Disposition")
	return problem.New(problem.RangeNotSatisfiable, "The file has no such range of bytes.")
}

// contentWriter gives each chunk of a file its deadline. It releases the request's share of the budget of
// concurrent work while the client reads.
type contentWriter struct {
	http.ResponseWriter
	x       *request.Exchange
	noRange bool // the file has none of the requested ranges; nothing was written
}

func (w *contentWriter) WriteHeader(status int) {
	if w.noRange = status == http.StatusRequestedRangeNotSatisfiable; w.noRange {
		return
	}
	w.x.Started = true
	if status >= http.StatusBadRequest {
		w.Header().Del("Content-Disposition") // the header is about the file, and this response is not
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *contentWriter) Write(p []byte) (int, error) {
	if w.noRange {
		return len(p), nil
	}
	return w.x.Write(p)
}

// disposition returns the header Content-Disposition for a file name (RFC 6266): ASCII names as they are,
// others in the encoding of RFC 8187. shown is "attachment" or "inline".
func disposition(shown, name string) string {
	var b strings.Builder
	b.WriteString(shown)
	if isASCII(name) {
		b.WriteString(`; filename="`)
		for i := range len(name) {
			if name[i] == '"' || name[i] == '\\' {
				b.WriteByte('\\')
			}
			b.WriteByte(name[i])
		}
		return b.String() + `"`
	}
	b.WriteString("; filename*=utf-8''")
	for i := range len(name) {
		c := name[i]
		if c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || strings.IndexByte("!#$&+-.^_`|~", c) >= 0 {
			b.WriteByte(c)
			continue
		}
		fmt.Fprintf(&b, "%%%02X", c)
	}
	return b.String()
}

// isASCII reports whether a text is printable ASCII.
func isASCII(text string) bool {
	for i := range len(text) {
		if text[i] < ' ' || text[i] > '~' {
			return false
		}
	}
	return true
}
