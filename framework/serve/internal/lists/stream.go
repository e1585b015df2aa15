// Streams of a list row by row, for any length and any speed of the client.

package lists

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/request"
)

const (
	// streamPart is the size of a part of a list, in bytes.
	streamPart = 64 << 10
	// streamKept is how much of a list is kept before any of it is written. A list that fits holds its
	// database connection only as long as the database needs, however slow the client is. It gets a
	// Content-Length, and an error is still a clean 500.
	streamKept = 512 << 10
)

var (
	// errGone reports that the client has left.
	errGone = errors.New("client is gone")
	// errNoSlot reports that a list has to wait for a slot.
	errNoSlot = errors.New("no slot for a long list")
)

// SendStream writes the rows of a list as they come, in the negotiated format. HEAD does not run it: the
// headers do not depend on the rows.
func SendStream(x *request.Exchange, resp *request.Response, stream func(each func(rec *schema.Record) error) error) error {
	if x.R.Method == http.MethodHead {
		x.VaryByCoding()
		x.W.Header()["Content-Type"] = resp.Values.Of(resp.Format.ContentType)
		setFile(resp, x.W.Header())
		x.Started = true
		x.W.WriteHeader(resp.Status)
		return nil
	}
	out := streamWriter{x: x, p: resp, rows: stream}
	err := out.guarded()
	if errors.Is(err, errGone) {
		panic(http.ErrAbortHandler)
	}
	return err
}

// guarded writes the list so that it can be ended early: because others wait for its slot while its client
// hardly reads, or because it is the oldest reader of a database's log.
func (s *streamWriter) guarded() (err error) {
	x, outer := s.x, s.x.Context
	ctx, cancel := context.WithCancel(outer)
	defer cancel()
	receiver := x.Service.Budgets.Slots.NewReceiver(x.ClientAddress(), x.W, cancel)
	x.Writer.Receiver = receiver
	x.Context = database.WithEnd(ctx, func() { receiver.End("the log of the database has grown too long") }) // x may have ended by then
	defer func() {
		x.Context = outer
		if why := s.release(); why != "" {
			err = s.ended(why)
		}
		x.Writer.Receiver = nil
	}()
	err = s.run()
	if errors.Is(err, errNoSlot) {
		if err = s.wait(); err == nil {
			err = s.run()
		}
	}
	return err
}

// errStopped reports that a renderer needs no more rows.
var errStopped = errors.New("no more rows are wanted")

// run renders the rows as they come, and writes the result.
func (s *streamWriter) run() error {
	x, out := s.x, &s.p.Output
	out.Bytes = (*x.Pooled.Buffer)[:0]
	defer func() { *x.Pooled.Buffer = out.Bytes[:0] }()
	row, failed := streamRow{base: x.Base, zone: x.Locale.Zone, items: s.p.Items, mark: s.p.Mark}, error(nil)
	s.p.Doc.Stream = func(yield func(media.Row) bool) {
		failed = s.rows(func(rec *schema.Record) error {
			if row.rec = rec; !yield(&row) {
				return errStopped
			}
			if len(out.Bytes) < streamPart {
				return nil
			}
			return s.part()
		})
	}
	err := s.p.Format.Renderer.Render(out, &s.p.Doc)
	switch {
	case failed != nil && !errors.Is(failed, errStopped):
		return failed
	case err != nil:
		return fmt.Errorf("render %s: %w", s.p.Format.Name, err)
	}
	return s.finish()
}

// streamRow is a row for the renderer.
type streamRow struct {
	rec   *schema.Record
	base  string
	zone  *time.Location
	items plan.ItemEnvelope                           // nil for bare rows
	mark  func(row []byte, rec *schema.Record) []byte // see request.RowStream; nil for none
	bare  []byte
}

// AppendJSON implements media.Row.
func (r *streamRow) AppendJSON(dst []byte) []byte {
	if r.items == nil {
		return r.appendMarked(dst)
	}
	r.bare = r.appendMarked(r.bare[:0])
	return r.items.AppendItem(dst, r.bare)
}

func (r *streamRow) appendMarked(dst []byte) []byte {
	dst = r.rec.AppendIn(dst, r.base, r.zone)
	if r.mark == nil {
		return dst
	}
	return r.mark(dst, r.rec)
}

// wait puts a list without a slot and without room into the queue for a slot. Nothing of it has been sent,
// and it is read again afterwards. Meanwhile it holds no connection and no memory, and does not count as
// concurrent work.
func (s *streamWriter) wait() error {
	s.releaseParts()
	s.size = 0
	s.x.Leave()
	granted := s.x.Service.Budgets.Slots.Wait(s.x.Context, s.x.Writer.Receiver)
	renewWriteDeadline(s.x) // the wait does not count towards the time of the response
	if !granted {
		if err := s.x.Context.Err(); err != nil {
			return err
		}
		return problem.New(problem.Unavailable, "Too many long lists are being read. Please try again.")
	}
	s.held = true
	return s.x.Enter()
}

// ended returns the result of a list that was ended early. If nothing was sent, the client gets an error.
func (s *streamWriter) ended(why string) error {
	x := s.x
	x.Service.Options.Logger.InfoContext(x.Context, "list ended before its time", "path", x.R.URL.Path, "reason", why, "bytes", x.Writer.BytesWritten())
	if x.Started {
		return errGone
	}
	renewWriteDeadline(x)
	return problem.New(problem.Unavailable, "The list could not be read to its end. Please try again.")
}

// renewWriteDeadline gives the response its full time again.
func renewWriteDeadline(x *request.Exchange) {
	_ = http.NewResponseController(x.W).SetWriteDeadline(time.Now().Add(x.Service.Options.Limits.Traffic.WriteTimeout))
}
