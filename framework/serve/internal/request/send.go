// Headers and bytes of a response, compressed if that pays off.

package request

import (
	"net/http"
	"strconv"
	"strings"

	"example.com/resourceful/framework/traffic"
)

// Header values that many responses share. Nothing changes these lists: Set replaces a list, Add makes a
// longer one, and net/http copies.
var (
	denyFrames = []string{"DENY"}
	noSniffing = []string{"nosniff"}
	sameOrigin = []string{"same-origin"}
	varyAccept = []string{"Accept"}

	// noContent is the policy of responses other than pages: a browser that shows one loads and runs
	// nothing.
	noContent = []string{"default-src 'none'; frame-ancestors 'none'"}
	// PrivateResponse is for responses to one requester: no shared cache keeps them, and browsers
	// revalidate them.
	PrivateResponse = []string{"private, no-cache"}
	// notStored is for the refusal of credentials.
	notStored = []string{"no-store"}
	// onlyHTTPS lasts two years.
	onlyHTTPS = []string{"max-age=63072000"}
)

// SecurityHeaders sets the headers for browsers that every response has.
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

// values is memory for single header values of a response.
type values struct {
	list [3]string
	n    int
}

// Of returns a list with one value.
func (v *values) Of(value string) []string {
	if v.n == len(v.list) {
		return []string{value}
	}
	v.list[v.n] = value
	v.n++
	return v.list[v.n-1 : v.n : v.n]
}

// counted is the size from which Send sets Content-Length. For a smaller body net/http sets it without an
// entry in the map of headers, which doubles its memory at the ninth.
const counted = 2048

// Send writes a response with a complete body, compressed if that pays off and the client accepts it. It
// ignores errors of the connection.
func Send(x *Exchange, resp *Response, body []byte, contentType string) error {
	if len(body) > Free && x.AfterCommit == nil { // the client may be slow, so the memory of the representation is released now
		x.Pooled.Records.reset()
	}
	if len(body) > Free || x.Share.response > 0 {
		if err := x.ReserveComplete(len(body)); err != nil {
			return NoRoom(x, resp, err)
		}
	}
	h, head := x.W.Header(), x.R.Method == http.MethodHead
	if contentType != "" {
		h["Content-Type"] = resp.Values.Of(contentType)
	}
	var c *traffic.Coding
	if len(body) >= traffic.MinCompressed && x.AfterCommit == nil { // the response has to end before the functions after the commit run
		c = x.ChooseCoding(contentType)
	}
	if c == nil && (len(body) == 0 || len(body) >= counted || head || x.AfterCommit != nil) {
		h["Content-Length"] = resp.Values.Of(strconv.Itoa(len(body)))
	}
	x.Started = true
	x.Timing.Set(h)
	if c == nil || head {
		if c != nil {
			h.Set("Content-Encoding", c.Name)
		}
		x.W.WriteHeader(resp.Status)
		if !head {
			_, _ = x.Write(body)
		}
		return nil
	}
	w := x.Compress(c)
	x.W.WriteHeader(resp.Status)
	_, _ = w.Write(body)
	_ = c.Finish(w)
	return nil
}

// Write writes a part of the response; encoders call it too. From its first byte the request does not count
// as concurrent work, because it waits for its client.
func (x *Exchange) Write(part []byte) (int, error) {
	x.Leave()
	return x.Writer.Write(part)
}

// NoRoom handles a response that exceeds the budget of responses. A successful write is not refused: its
// response only reports success.
func NoRoom(x *Exchange, resp *Response, refusal error) error {
	if resp.Safe || resp.Status >= http.StatusBadRequest {
		return refusal
	}
	if resp.Status == http.StatusOK {
		resp.Status = http.StatusNoContent
	}
	return Send(x, resp, nil, "")
}

// Compress begins a compressed response.
func (x *Exchange) Compress(c *traffic.Coding) traffic.Encoder {
	x.W.Header().Set("Content-Encoding", c.Name)
	return c.Encoder(x)
}

// ChooseCoding returns the content coding for a body worth compressing, nil for none. For a client without
// Accept-Encoding the response does not vary: every client can read it.
func (x *Exchange) ChooseCoding(contentType string) *traffic.Coding {
	if !x.VaryByCoding() {
		return nil
	}
	if strings.HasPrefix(contentType, "text/html") {
		return traffic.ChooseCoding(x.Service.Negotiation.PageCodings, x.R)
	}
	return traffic.ChooseCoding(x.Service.Negotiation.Codings, x.R)
}

// VaryByCoding adds Accept-Encoding to Vary if the response depends on it, and reports that. A response
// without a body includes it whatever the size of the body: a cache updates the headers of its stored
// response, and would otherwise send a compressed one to everybody.
func (x *Exchange) VaryByCoding() bool {
	if len(x.Service.Negotiation.Codings) == 0 || x.R.Header["Accept-Encoding"] == nil {
		return false
	}
	x.VaryBy("Accept-Encoding")
	return true
}

// VaryBy adds the name of a request header to Vary, once. It has no effect if the headers were sent.
func (x *Exchange) VaryBy(name string) {
	if x.W == nil {
		return
	}
	names := x.W.Header().Get("Vary")
	for known := range strings.SplitSeq(names, ", ") {
		if strings.EqualFold(known, name) {
			return
		}
	}
	x.W.Header().Set("Vary", strings.TrimPrefix(names+", "+name, ", "))
}

// TellLanguage sets the language of a response, if the set has several.
func (x *Exchange) TellLanguage() {
	if x.Locale.Language != nil {
		x.W.Header().Set("Content-Language", x.Locale.Language.Tag())
	}
}
