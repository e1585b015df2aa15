// Headers and bytes of a response, compressed where that is worth it.

package request

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
	// PrivateResponse is for what one requester is told. It is kept by nobody else, and asked for anew.
	PrivateResponse = []string{"private, no-cache"}
	// notStored is for the refusal of credentials.
	notStored = []string{"no-store"}
	// onlyHTTPS is for two years.
	onlyHTTPS = []string{"max-age=63072000"}
)

// SecurityHeaders sets the headers that every response has for browsers.
func (x *Exchange) SecurityHeaders() {
	h := x.W.Header()
	h["X-Frame-Options"] = denyFrames
	h["X-Content-Type-Options"] = noSniffing
	h["Referrer-Policy"] = sameOrigin
	h["Content-Security-Policy"] = noContent // a page replaces it with its own
	if x.Service.Site.HTTPS || x.R.TLS != nil {
		h["Strict-Transport-Security"] = onlyHTTPS
	}
}

// values is room for the values of headers that a response has of its own.
type values struct {
	list [3]string
	n    int
}

// Of is a list of the one value.
func (v *values) Of(value string) []string {
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

// Send writes a response whose body is complete, compressed where that is worth it and the client
// takes it. An error of the connection is the client's.
func Send(x *Exchange, p *Response, body []byte, contentType string) error {
	if len(body) > Free && x.AfterCommit == nil { // the client may take its time, and what the response was made of goes now
		x.Pooled.Records.reset()
	}
	if len(body) > Free || x.Share.response > 0 {
		if err := x.ReserveComplete(len(body)); err != nil {
			return NoRoom(x, p, err)
		}
	}
	h, head := x.W.Header(), x.R.Method == http.MethodHead
	if contentType != "" {
		h["Content-Type"] = p.Values.Of(contentType)
	}
	var c *traffic.Coding
	if len(body) >= traffic.MinCompressed && x.AfterCommit == nil { // the response has to end before what is left for then
		c = x.ChooseCoding()
	}
	if c == nil && (len(body) == 0 || len(body) >= counted || head || x.AfterCommit != nil) {
		h["Content-Length"] = p.Values.Of(strconv.Itoa(len(body)))
	}
	x.Started = true
	if x.Timing != nil {
		x.Timing.Set(h)
	}
	if c == nil || head {
		if c != nil {
			h.Set("Content-Encoding", c.Name)
		}
		x.W.WriteHeader(p.Status)
		if !head {
			_, _ = x.Write(body)
		}
		return nil
	}
	w := x.Compress(c)
	x.W.WriteHeader(p.Status)
	_, _ = w.Write(body)
	_ = c.Finish(w)
	return nil
}

// Write writes a part of the response, or is called by its encoder. From its first byte on the request
// does not count among those that are worked on: it waits for its client.
func (x *Exchange) Write(part []byte) (int, error) {
	x.Leave()
	return x.Writer.Write(part)
}

// NoRoom is for a response that does not fit among those that are being read. A write that was done
// is not refused: its response says no more than that.
func NoRoom(x *Exchange, p *Response, refusal error) error {
	if p.Safe || p.Status >= http.StatusBadRequest {
		return refusal
	}
	if p.Status == http.StatusOK {
		p.Status = http.StatusNoContent
	}
	return Send(x, p, nil, "")
}

// Compress begins a compressed response.
func (x *Exchange) Compress(c *traffic.Coding) traffic.Encoder {
	x.W.Header().Set("Content-Encoding", c.Name)
	return c.Encoder(x)
}

// ChooseCoding is the content coding for a body that is worth one, nil for none. To a client that
// says nothing of codings the response does not depend on them: what it gets suits every client.
func (x *Exchange) ChooseCoding() *traffic.Coding {
	if !x.VaryByCoding() {
		return nil
	}
	return traffic.ChooseCoding(x.Service.Negotiation.Codings, x.R)
}

// VaryByCoding says that the response depends on the codings that the client takes, if it does. A
// response without a body says so whatever the size of that: a cache puts its headers in place of those
// of the response that it has, and would else give what is compressed to everybody.
func (x *Exchange) VaryByCoding() bool {
	if len(x.Service.Negotiation.Codings) == 0 || x.R.Header["Accept-Encoding"] == nil {
		return false
	}
	x.W.Header().Set("Vary", strings.TrimPrefix(x.W.Header().Get("Vary")+", Accept-Encoding", ", "))
	return true
}

// TellLanguage says in which language a response tells something, where the set has several.
func (x *Exchange) TellLanguage() {
	if x.Locale.Language != nil {
		x.W.Header().Set("Content-Language", x.Locale.Language.Tag())
	}
}
