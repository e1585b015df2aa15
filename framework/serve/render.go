package serve

import (
	"fmt"
	"net/http"
	"strconv"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
)

// render writes the response: the representation, or an error that the client may read, in the
// format that was negotiated.
func (x *exchange) render(refusal *problem.Error) error {
	x.negotiateError()
	if x.route != nil && x.route.allow != nil {
		x.header()["Allow"] = x.route.allow
	}
	if x.location != "" && refusal == nil {
		x.header().Set("Location", x.location)
	}
	switch {
	case refusal == nil:
	case refusal.Wait > 0:
		x.header().Set("Retry-After", strconv.FormatInt(refusal.RetryAfter(), 10))
	case refusal.Code == problem.Unavailable:
		x.header().Set("Retry-After", "1")
	}
	if refusal != nil {
		x.status, x.stream = refusal.Code.Status(), nil
		x.out = appendProblem(x.out[:0], refusal)
		x.metadata, x.page, x.notes, x.part, x.rest = false, nil, nil, false, nil
		x.problems = refusal.Fields
	}
	bare := x.status == http.StatusNoContent
	if e := x.endpoint(); refusal != nil && refusal.Code == problem.NotFound && e != nil && e.BareNotFound && !x.plain {
		x.out = nil
		bare = x.format.kind != asPage
	}
	if bare {
		return x.send(nil, "")
	}
	if refusal == nil && x.revalidate() {
		return x.sendUnchanged()
	}
	return x.renderAs(refusal)
}

func (x *exchange) renderAs(refusal *problem.Error) error {
	if x.stream != nil {
		return x.sendStream()
	}
	switch {
	case x.plain:
		return x.send(x.out, x.formats[0].ContentType)
	case x.format.kind == asPage:
		if err := x.expect(x.pageBytes()); err != nil {
			return x.noRoom(err)
		}
		page, err := x.renderPage(refusal)
		if full := problem.As(err); full != nil && full.Code == problem.Unavailable {
			return x.noRoom(err)
		}
		if err != nil {
			return fmt.Errorf("render page: %w", err)
		}
		return x.send(page, x.format.ContentType)
	case x.format.kind == asYAML:
		if err := x.expect(yamlSize * int64(len(x.out))); err != nil {
			return x.noRoom(err)
		}
		text, err := media.AppendYAML(nil, x.out)
		if err != nil {
			return fmt.Errorf("render YAML: %w", err)
		}
		return x.send(text, x.format.ContentType)
	case x.indent > 0:
		if err := x.expect(indentSize * int64(len(x.out))); err != nil {
			return x.noRoom(err)
		}
		return x.send(media.Indent(nil, x.out, x.indent), x.format.ContentType)
	default:
		return x.send(x.out, x.format.ContentType)
	}
}

func (x *exchange) renderRedirect(to *redirect) error {
	h := x.header()
	h.Set("Location", to.location)
	if x.route != nil && x.route.allow != nil {
		h["Allow"] = x.route.allow
	}
	x.status = to.status
	return x.send(nil, "")
}

// counted is the size from which on the length of a body has to be said. Of a smaller one net/http says
// it by itself, without an entry in the map of headers, which takes twice the room from the ninth on.
const counted = 2048

// send writes a response whose body is complete, compressed where that is worth it and the client
// takes it. An error of the connection is the client's.
func (x *exchange) send(body []byte, contentType string) error {
	if len(body) > free { // the client may take its time, and what the answer was made of goes now
		for _, rec := range [...]*schema.Record{x.record, x.saved} {
			if rec != nil {
				rec.Reset()
			}
		}
	}
	if err := x.keepAnswer(len(body)); err != nil {
		return x.noRoom(err)
	}
	h := x.header()
	if contentType != "" {
		h["Content-Type"] = x.values.of(contentType)
	}
	c := x.worthCoding(len(body))
	if c == nil && (len(body) == 0 || len(body) >= counted || x.r.Method == http.MethodHead) {
		h["Content-Length"] = x.values.of(strconv.Itoa(len(body)))
	}
	x.started = true
	x.timing.set(h)
	if c == nil || x.r.Method == http.MethodHead {
		if c != nil {
			h.Set("Content-Encoding", c.name)
		}
		x.w.WriteHeader(x.status)
		if x.r.Method != http.MethodHead {
			_, _ = pacedWriter{x}.Write(body)
		}
		return nil
	}
	w := x.compressed(c)
	x.w.WriteHeader(x.status)
	_, _ = w.Write(body)
	_ = c.finish(w)
	return nil
}

// noRoom is for an answer that does not fit among those that are being read. A write that was done
// is not refused: its answer says no more than that.
func (x *exchange) noRoom(refusal error) error {
	if x.safe() || x.status >= http.StatusBadRequest {
		return refusal
	}
	if x.status == http.StatusOK {
		x.status = http.StatusNoContent
	}
	return x.send(nil, "")
}

// worthCoding is the content coding for a body of so many bytes, nil for none. To a client that
// says nothing of codings the answer does not depend on them: what it gets suits every client.
func (x *exchange) worthCoding(size int) *coding {
	if size < compressMin || !x.varyByCoding() {
		return nil
	}
	return x.coding()
}

// varyByCoding says that the answer depends on the codings that the client takes, if it does. An
// answer without a body says so whatever the size of that: a cache puts its headers in place of those
// of the answer that it has, and would else give what is compressed to everybody.
func (x *exchange) varyByCoding() bool {
	if len(x.codings) == 0 || x.r.Header["Accept-Encoding"] == nil {
		return false
	}
	x.header().Set("Vary", x.header().Get("Vary")+", Accept-Encoding")
	return true
}

// appendProblem writes the body of a refusal: the messages by path, or the detail.
func appendProblem(b []byte, e *problem.Error) []byte {
	if len(e.Fields) == 0 {
		b = field.AppendText(append(b, `{"detail":`...), e.Detail)
		return append(b, '}')
	}
	b = append(b, '{')
	for i, f := range e.Fields {
		b = append(field.AppendText(comma(b, i), f.Path), ':', '[')
		for j, m := range f.Messages {
			b = field.AppendText(comma(b, j), m)
		}
		b = append(b, ']')
	}
	return append(b, '}')
}
