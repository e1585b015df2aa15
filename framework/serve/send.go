package serve

import (
	"net/http"
	"strconv"

	"example.com/resourceful/framework/traffic"
)

// counted is the size from which on the length of a body has to be said. Of a smaller one net/http says
// it by itself, without an entry in the map of headers, which takes twice the room from the ninth on.
const counted = 2048

// send writes a response whose body is complete, compressed where that is worth it and the client
// takes it. An error of the connection is the client's.
func send(x *exchange, p *response, body []byte, contentType string) error {
	if len(body) > free { // the client may take its time, and what the response was made of goes now
		x.records.reset()
	}
	if err := x.reserveComplete(len(body)); err != nil {
		return noRoom(x, p, err)
	}
	h, head := x.header(), x.r.Method == http.MethodHead
	if contentType != "" {
		h["Content-Type"] = p.values.of(contentType)
	}
	c := x.worthCoding(len(body))
	if c == nil && (len(body) == 0 || len(body) >= counted || head) {
		h["Content-Length"] = p.values.of(strconv.Itoa(len(body)))
	}
	x.started = true
	x.timing.set(h)
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
	x.header().Set("Content-Encoding", c.Name)
	return c.Encoder(x)
}

// worthCoding is the content coding for a body of so many bytes, nil for none. To a client that
// says nothing of codings the response does not depend on them: what it gets suits every client.
func (x *exchange) worthCoding(size int) *traffic.Coding {
	if size < traffic.MinCompressed || !x.varyByCoding() {
		return nil
	}
	return traffic.ChooseCoding(x.h.codings, x.r)
}

// varyByCoding says that the response depends on the codings that the client takes, if it does. A
// response without a body says so whatever the size of that: a cache puts its headers in place of those
// of the response that it has, and would else give what is compressed to everybody.
func (x *exchange) varyByCoding() bool {
	if len(x.h.codings) == 0 || x.r.Header["Accept-Encoding"] == nil {
		return false
	}
	x.header().Set("Vary", x.header().Get("Vary")+", Accept-Encoding")
	return true
}
