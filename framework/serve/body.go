package serve

import (
	"errors"
	"net/http"
	"os"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/traffic"
)

// requestBody is the body of a request. It has to come at a pace, and counts among all bodies.
type requestBody struct {
	*traffic.DeadlineReader
	x *exchange
}

// watchBody begins to watch the body, if there is one.
func (x *exchange) watchBody() {
	if x.r.Body == nil || x.r.Body == http.NoBody || x.r.ContentLength == 0 {
		return
	}
	x.upload = &requestBody{traffic.NewDeadlineReader(x.r.Body, x.w, &x.options.Limits.Traffic), x}
	r := *x.r // the caller's request keeps its body
	r.Body = x.upload
	x.r = &r
}

// Read does not count the request among those that are worked on while it waits.
func (b *requestBody) Read(p []byte) (int, error) {
	b.x.leave()
	n, err := b.DeadlineReader.Read(p)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		b.x.header().Set("Connection", "close")
		b.x.plain = true // a page would ask the database, under a context that has ended with the connection
		return n, problem.New(problem.Timeout, "Request body came too slowly.")
	}
	read := b.BytesRead()
	if more := read - max(free, read-int64(n)); more > 0 {
		if err := b.x.reserveBody(more); err != nil {
			return n, err
		}
	}
	if full := b.x.enter(); full != nil && (b.x.endpoint() == nil || !b.x.keepForm(full)) { // a view would go on with its form
		return n, full
	}
	return n, err
}

// enter counts the request among those that are worked on. One that waits for its client, who
// sends a body or reads an answer, is not: slow clients would keep out all others.
func (x *exchange) enter() error {
	if x.working || x.full != nil {
		return nil
	}
	if !x.requests.Acquire(1) {
		x.excused = true // the refusal asks nothing of the database
		return problem.New(problem.Unavailable, "Too many requests are being worked on. Please try again.")
	}
	x.working = true
	return nil
}

// leave ends what enter began.
func (x *exchange) leave() {
	if x.working {
		x.working = false
		x.requests.Release(1)
	}
}

// keepForm reads a form that came when there were too many requests, so that its page gives it back:
// one that is no longer than what every body may have, and for whose page there is room.
func (x *exchange) keepForm(full error) bool {
	size := x.r.ContentLength
	if x.r.Method != http.MethodPost || size <= 0 || size > free || !media.IsForm(x.r.Header.Get("Content-Type")) ||
		x.reserveBody(size*formSize) != nil {
		return false
	}
	x.full = full
	return true
}
