package serve

import (
	"fmt"
	"net/http"
	"strconv"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/traffic"
)

// render writes the response: the representation, or an error that the client may read, in the
// format that was negotiated, or where that cannot hold it in one that can.
func (x *exchange) render(refusal *problem.Error) error {
	x.settleFormat(x.content(refusal))
	if x.route != nil && x.route.allow != nil {
		x.header()["Allow"] = x.route.allow
	}
	if x.location != "" && refusal == nil {
		x.header().Set("Location", x.location)
	}
	switch {
	case refusal == nil:
	case refusal.Challenge != "":
		x.header().Set("WWW-Authenticate", refusal.Challenge)
	case refusal.Wait > 0:
		x.header().Set("Retry-After", strconv.FormatInt(refusal.RetryAfter(), 10))
	case refusal.Code == problem.Unavailable:
		x.header().Set("Retry-After", "1")
	}
	if refusal != nil {
		x.status, x.stream = x.plan.Errors.Status(refusal), nil
		x.out = x.plan.Errors.AppendBody(x.out[:0], refusal)
		x.links = nil
		x.problems = refusal.Fields
	}
	noBody := x.status == http.StatusNoContent
	if e := x.endpoint(); refusal != nil && refusal.Code == problem.NotFound && e != nil && e.BareNotFound && !x.plain {
		x.out = nil
		noBody = !x.format.page
	}
	if noBody {
		return x.send(nil, "")
	}
	x.describeDocument(refusal)
	if refusal == nil && x.revalidate() {
		return x.sendUnchanged()
	}
	switch {
	case x.stream != nil:
		return x.sendStream()
	case x.format.page:
		return x.sendPage(refusal)
	default:
		return x.sendDocument()
	}
}

// content is what the answer is.
func (x *exchange) content(refusal *problem.Error) media.Content {
	switch {
	case refusal != nil:
		return media.Problem
	case x.method == http.MethodOptions:
		return media.Metadata
	case x.results != nil:
		return media.Page
	case x.action == plan.List:
		return media.List
	case x.endpoint() == nil:
		return media.Links
	default:
		return media.Record
	}
}

// describeDocument makes the document for the renderer.
func (x *exchange) describeDocument(refusal *problem.Error) {
	d := &x.doc
	*d = media.Document{Content: x.content(refusal), JSON: x.out, Indent: x.indent}
	if d.Content&(media.Record|media.List|media.Page) != 0 {
		d.Fields = x.route.resource.fields
	}
	switch d.Content {
	case media.List:
		d.Results = x.out
	case media.Page:
		d.Results, d.Next, d.Previous = x.results, x.links.Next, x.links.Previous
		if x.format.RowsOnly {
			addLinks(x.header(), d)
		}
	}
}

// addLinks tells of the pages beside this one in the header Link (RFC 8288).
func addLinks(h http.Header, d *media.Document) {
	if d.Next != "" {
		h.Add("Link", "<"+d.Next+`>; rel="next"`)
	}
	if d.Previous != "" {
		h.Add("Link", "<"+d.Previous+`>; rel="prev"`)
	}
}

// sendDocument renders a document that is complete, and sends it.
func (x *exchange) sendDocument() error {
	if size := x.format.size(&x.doc); size > 0 {
		if err := x.reserveRendering(size); err != nil {
			return x.noRoom(err)
		}
	}
	x.output.Bytes = nil
	if err := x.format.renderer.Render(&x.output, &x.doc); err != nil {
		return fmt.Errorf("render %s: %w", x.format.Name, err)
	}
	return x.send(x.output.Bytes, x.format.ContentType)
}

// sendPage renders the page for people, and sends it.
func (x *exchange) sendPage(refusal *problem.Error) error {
	if err := x.reserveRendering(x.pageBytes()); err != nil {
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
	if err := x.reserveComplete(len(body)); err != nil {
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
			h.Set("Content-Encoding", c.Name)
		}
		x.w.WriteHeader(x.status)
		if x.r.Method != http.MethodHead {
			_, _ = responseWriter{x}.Write(body)
		}
		return nil
	}
	w := x.compress(c)
	x.w.WriteHeader(x.status)
	_, _ = w.Write(body)
	_ = c.Finish(w)
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
func (x *exchange) worthCoding(size int) *traffic.Coding {
	if size < traffic.MinCompressed || !x.varyByCoding() {
		return nil
	}
	return traffic.ChooseCoding(x.codings, x.r)
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
