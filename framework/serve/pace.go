package serve

import (
	"errors"
	"io"
	"net/http"
	"os"
	"time"

	"example.com/resourceful/framework/problem"
)

const (
	// chunk is what has to pass within the chunk timeout: of a body that is read, and of an answer
	// that is written.
	chunk = 32 << 10
	// free is how much of a body does not count among all bodies, and of an answer not among all
	// answers.
	free = 64 << 10
)

// pacedBody is the body of a request. It has to come at a pace, and counts among all bodies.
type pacedBody struct {
	io.ReadCloser
	x     *exchange
	start time.Time
	read  int64
	due   int64 // bytes at which the deadline moves on
	ended bool
}

// pace begins to watch the body, if there is one. From now on the connection has a deadline for
// reading, which also holds when the body is not wanted and the server reads what is left of it.
func (x *exchange) pace() {
	if x.r.Body == nil || x.r.Body == http.NoBody || x.r.ContentLength == 0 {
		return
	}
	x.upload = &pacedBody{ReadCloser: x.r.Body, x: x, start: time.Now()}
	x.upload.moveOn()
	r := *x.r // the caller's request keeps its body
	r.Body = x.upload
	x.r = &r
}

// moveOn gives the client time for one more chunk.
func (b *pacedBody) moveOn() {
	limits := &b.x.options.Limits
	b.due = b.read + chunk
	until := time.Now().Add(limits.ChunkTimeout)
	if end := b.start.Add(limits.ReadTimeout); end.Before(until) {
		until = end
	}
	// A connection that knows no deadline is one in a test.
	_ = http.NewResponseController(b.x.w).SetReadDeadline(until)
}

// Read gives up the request's place among those that are worked on while it waits.
func (b *pacedBody) Read(p []byte) (int, error) {
	b.x.leave()
	n, err := b.ReadCloser.Read(p)
	b.read += int64(n)
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		b.x.header().Set("Connection", "close")
		b.x.plain = true // a page would ask the database, under a context that has ended with the connection
		return n, problem.New(problem.Timeout, "Request body came too slowly.")
	case err != nil:
		b.end()
	case b.read >= b.due:
		b.moveOn()
	}
	if more := b.read - max(free, b.read-int64(n)); more > 0 {
		if err := b.x.reserve(more); err != nil {
			return n, err
		}
	}
	if full := b.x.enter(); full != nil && (b.x.endpoint() == nil || !b.x.keepForm(full)) { // a view would go on with its form
		return n, full
	}
	return n, err
}

// end takes the deadline away: the server goes on reading to learn whether the client is still
// there, and would take a deadline that passes for its end. The time of a slow body does not
// count as that of the answer.
func (b *pacedBody) end() {
	if b.ended {
		return
	}
	b.ended = true
	control := http.NewResponseController(b.x.w)
	_ = control.SetReadDeadline(time.Time{})
	if now := time.Now(); now.Sub(b.start) > time.Second {
		_ = control.SetWriteDeadline(now.Add(b.x.options.Limits.WriteTimeout))
	}
}

// reserve takes room of all bodies: for what is read of one, and for the values in it.
func (x *exchange) reserve(bytes int64) error {
	if !x.bodies.take(x.from(), bytes) {
		return problem.New(problem.Unavailable, "Too many large bodies are being read. Please try again.")
	}
	x.held += bytes
	return nil
}

// keepAnswer counts an answer that is complete among those that are on their way, for as long as
// its client takes to read it. One that is larger than all of them may be together is refused; any
// other finds room when its client reads no other large one and half of all is free.
func (x *exchange) keepAnswer(size int) error {
	more, all := int64(size-free), x.options.Limits.Answers
	if more > 0 {
		x.sendBy = time.Now().Add(x.options.Limits.ReadTimeout)
	}
	if more > all {
		return errAnswers()
	}
	return x.hold(min(more, all/2))
}

func errAnswers() error {
	return problem.New(problem.Unavailable, "Too many large answers are being read. Please try again.")
}

// hold makes what the answer has of all answers as much as this, no less than nothing.
func (x *exchange) hold(bytes int64) error {
	more := max(bytes, 0) - x.answer
	switch {
	case more > 0 && !x.answers.take(x.from(), more):
		return errAnswers()
	case more < 0:
		x.answers.giveBack(x.from(), -more)
	}
	x.answer += more
	return nil
}

// What the making of an answer takes, as a multiple of the compact JSON that it is made of.
const (
	indentSize = 2
	yamlSize   = 5
	pageSize   = 10
	// formSize is the same for a page that gives back what was typed, of the body that it was in: as a
	// text, and in a form that brings it along.
	formSize = 6
)

// loadSize is what a record and its representation take, as a multiple of its texts.
const loadSize = 2

// expect counts an answer that is to be made among all answers, as what its making takes, but no more
// of it than one address may have.
func (x *exchange) expect(bytes int64) error {
	return x.hold(min(bytes, x.options.Limits.Answers/2) - free)
}

// pageBytes is what the page of the representation takes, and of a form that was sent, without a
// preview.
func (x *exchange) pageBytes() int64 {
	size := int64(len(x.out)) * pageSize
	if x.form.Posted != nil && x.upload != nil {
		size += x.upload.read * formSize
	}
	return size
}

// keepRecord counts a record that was loaded: to be read, as the answer that is made of it; to be
// changed, among the bodies, as it is there while the client sends its own. Until then as many
// records are loaded uncounted as there are connections to the database.
func (x *exchange) keepRecord() error {
	bytes := x.record.Size()
	switch {
	case bytes <= free/loadSize:
		return nil
	case x.safe():
		return x.expect(loadSize * bytes)
	default:
		return x.reserve(max(min(bytes, x.options.Limits.Bodies/2)-free, 0))
	}
}

// pacedWriter writes an answer that is complete. What is more than one chunk has to be read at a
// pace, and the request gives up its place among those that are worked on.
type pacedWriter struct{ *exchange }

// Write is called with the answer, or by its encoder.
func (w pacedWriter) Write(p []byte) (written int, err error) {
	w.leave()
	for len(p) > 0 && err == nil {
		piece := p[:min(chunk, len(p))]
		if w.sent+len(piece) > w.sentDue {
			until := time.Now().Add(w.options.Limits.ChunkTimeout)
			if !w.sendBy.IsZero() && w.sendBy.Before(until) {
				until = w.sendBy
			}
			_ = http.NewResponseController(w.w).SetWriteDeadline(until)
			w.sentDue = w.sent + chunk
		}
		if !w.reader.begin() {
			return written, errGone
		}
		n, failed := w.w.Write(piece)
		w.reader.wrote(n)
		w.sent += n
		written, p, err = written+n, p[n:], failed
	}
	return written, err
}

// viewWriter is what a view writes to.
type viewWriter struct {
	http.ResponseWriter
	x *exchange
}

// WriteHeader is called by the view. An answer that has begun is not followed by another.
func (w viewWriter) WriteHeader(status int) {
	w.x.started = true
	w.ResponseWriter.WriteHeader(status)
}

// Write is called by the view.
func (w viewWriter) Write(p []byte) (int, error) {
	w.x.started = true
	return pacedWriter{w.x}.Write(p)
}

// Unwrap lets http.ResponseController reach the connection.
func (w viewWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
