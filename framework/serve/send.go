// Headers and bytes of a response, compressed where that is worth it.

package serve

import (
	"net/http"
	"strconv"
	"strings"

	"example.com/resourceful/framework/traffic"
)

// Values that many answers have are shared by all of them. No list of values is changed in place:
// Set replaces it, Add makes a longer one, and net/http writes a copy.
var (
	denyFrames = []string{"DENY"}
	noSniffing = []string{"nosniff"}
	sameOrigin = []string{"same-origin"}
	varyAccept = []string{"Accept"}

	// noContent is the policy of what is not a page: a browser that shows it all the same loads
	// and runs nothing.
	noContent = []string{"default-src 'none'; frame-ancestors 'none'"}
	// privateResponse is for what one requester is told. It is kept by nobody else, and asked for anew.
	privateResponse = []string{"private, no-cache"}
	// notStored is for the refusal of credentials.
	notStored = []string{"no-store"}
	// onlyHTTPS is for two years.
	onlyHTTPS = []string{"max-age=63072000"}
)

func (x *exchange) securityHeaders() {
	h := x.w.Header()
	h["X-Frame-Options"] = denyFrames
	h["X-Content-Type-Options"] = noSniffing
	h["Referrer-Policy"] = sameOrigin
	h["Content-Security-Policy"] = noContent // a page replaces it with its own
	if x.h.site.https || x.r.TLS != nil {
		h["Strict-Transport-Security"] = onlyHTTPS
	}
}

// values is room for the values of headers that a response has of its own.
type values struct {
	list [3]string
	n    int
}

// of is a list of the one value.
func (v *values) of(value string) []string {
	if v.n == len(v.list) {
		return []string{value}
	}
	v.list[v.n] = value
	v.n++
	return v.list[v.n-1 : v.n : v.n]
}

// counted is the size from which on the length of a body has to be said. Of a smaller one net/http says
// it by itself, without an entry in the map of headers, which takes twice the room from the ninth on.
const counted = 2048

// send writes a response whose body is complete, compressed where that is worth it and the client
// takes it. An error of the connection is the client's.
func send(x *exchange, p *response, body []byte, contentType string) error {
	if len(body) > free && x.afterCommit == nil { // the client may take its time, and what the response was made of goes now
		x.pooled.records.reset()
	}
	if len(body) > free || x.share.response > 0 {
		if err := x.reserveComplete(len(body)); err != nil {
			return noRoom(x, p, err)
		}
	}
	h, head := x.w.Header(), x.r.Method == http.MethodHead
	if contentType != "" {
		h["Content-Type"] = p.values.of(contentType)
	}
	var c *traffic.Coding
	if len(body) >= traffic.MinCompressed && x.afterCommit == nil { // the response has to end before what is left for then: see finish
		c = x.chooseCoding()
	}
	if c == nil && (len(body) == 0 || len(body) >= counted || head || x.afterCommit != nil) {
		h["Content-Length"] = p.values.of(strconv.Itoa(len(body)))
	}
	x.started = true
	if x.timing != nil {
		x.timing.set(h)
	}
	if c == nil || head {
		if c != nil {
			h.Set("Content-Encoding", c.Name)
		}
		x.w.WriteHeader(p.status)
		if !head {
			_, _ = x.Write(body)
		}
		return nil
	}
	w := x.compress(c)
	x.w.WriteHeader(p.status)
	_, _ = w.Write(body)
	_ = c.Finish(w)
	return nil
}

// Write writes a part of the response, or is called by its encoder. From its first byte on the request
// does not count among those that are worked on: it waits for its client.
func (x *exchange) Write(part []byte) (int, error) {
	x.leave()
	return x.writer.Write(part)
}

// noRoom is for a response that does not fit among those that are being read. A write that was done
// is not refused: its response says no more than that.
func noRoom(x *exchange, p *response, refusal error) error {
	if p.safe || p.status >= http.StatusBadRequest {
		return refusal
	}
	if p.status == http.StatusOK {
		p.status = http.StatusNoContent
	}
	return send(x, p, nil, "")
}

// compress begins a compressed response.
func (x *exchange) compress(c *traffic.Coding) traffic.Encoder {
	x.w.Header().Set("Content-Encoding", c.Name)
	return c.Encoder(x)
}

// chooseCoding is the content coding for a body that is worth one, nil for none. To a client that
// says nothing of codings the response does not depend on them: what it gets suits every client.
func (x *exchange) chooseCoding() *traffic.Coding {
	if !x.varyByCoding() {
		return nil
	}
	return traffic.ChooseCoding(x.h.negotiation.codings, x.r)
}

// varyByCoding says that the response depends on the codings that the client takes, if it does. A
// response without a body says so whatever the size of that: a cache puts its headers in place of those
// of the response that it has, and would else give what is compressed to everybody.
func (x *exchange) varyByCoding() bool {
	if len(x.h.negotiation.codings) == 0 || x.r.Header["Accept-Encoding"] == nil {
		return false
	}
	x.w.Header().Set("Vary", strings.TrimPrefix(x.w.Header().Get("Vary")+", Accept-Encoding", ", "))
	return true
}
