// The buffer of a streamed list: its parts wait until the length is known, then they are sent.

package lists

import (
	"strconv"

	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/traffic"
)

// streamWriter writes the parts of a list, compressed if the client accepts it.
type streamWriter struct {
	x        *request.Exchange
	p        *request.Response
	rows     func(each func(rec *schema.Record) error) error
	kept     []*[]byte // the parts before request.Response.Output
	size     int       // size of the kept parts, in bytes
	reserved int64     // bytes reserved from Limits.Lists
	held     bool      // the list has one of the slots for lists that hold a database connection
	coding   *traffic.Coding
	encoder  traffic.Encoder
}

// part ends a part: it is written if the response has begun, and kept otherwise.
func (s *streamWriter) part() error {
	x, out := s.x, &s.p.Output
	if x.Started {
		return s.write()
	}
	size := len(out.Bytes)
	*x.Pooled.Buffer = out.Bytes
	s.kept = append(s.kept, x.Pooled.Buffer)
	s.size += size
	x.Pooled.Buffer = request.Buffers.Get().(*[]byte)
	out.Bytes = (*x.Pooled.Buffer)[:0]
	if s.size <= streamKept {
		return nil
	}
	return s.more(int64(size))
}

// more is called for each part beyond the size that every list may keep. The list takes a slot for lists
// that hold a connection while their clients read, and is written from now on. Without a limit on slots, a
// few slow clients would take all connections. If all are taken, the list is kept while there is room, and
// then waits for a slot.
func (s *streamWriter) more(size int64) error {
	if s.held = s.held || s.x.Service.Budgets.Slots.Acquire(s.x.Writer.Receiver); s.held {
		s.begin()
		return s.write()
	}
	if !s.x.Service.Budgets.Lists.Acquire(s.x.ClientAddress(), size) {
		return errNoSlot
	}
	s.reserved += size
	return nil
}

// begin sends the headers.
func (s *streamWriter) begin() {
	x, resp := s.x, s.p
	x.Started = true
	x.W.Header()["Content-Type"] = resp.Values.Of(resp.Format.ContentType)
	setFile(resp, x.W.Header())
	size := s.size + len(resp.Output.Bytes)
	if size >= traffic.MinCompressed {
		s.coding = x.ChooseCoding(resp.Format.ContentType)
	}
	if s.coding != nil {
		s.encoder = x.Compress(s.coding)
	}
	x.Timing.Set(x.W.Header())
	if s.encoder == nil && !s.held { // the list is complete
		x.W.Header()["Content-Length"] = resp.Values.Of(strconv.Itoa(size))
	}
	x.W.WriteHeader(resp.Status)
}

// write sends all kept parts.
func (s *streamWriter) write() error {
	for i, p := range s.kept {
		if err := s.writePart(*p); err != nil {
			s.kept = s.kept[i:]
			return err
		}
		request.Keep(p)
	}
	s.kept = s.kept[:0]
	if err := s.writePart(s.p.Output.Bytes); err != nil {
		return err
	}
	s.p.Output.Bytes = s.p.Output.Bytes[:0]
	return nil
}

// writePart sends one part. It flushes the compressor, so that the client can read while the rows come.
func (s *streamWriter) writePart(part []byte) error {
	s.x.Writer.ExtendDeadline() // the database may have taken longer than the time of a write
	var err error
	switch {
	case s.encoder == nil:
		_, err = s.x.Write(part)
	default:
		if _, err = s.encoder.Write(part); err == nil {
			err = s.encoder.Flush()
		}
	}
	if err != nil {
		return errGone
	}
	return nil
}

// finish sends the rest of the list.
func (s *streamWriter) finish() error {
	if !s.x.Started {
		if len(s.kept) == 0 {
			setFile(s.p, s.x.W.Header())
			return request.Send(s.x, s.p, s.p.Output.Bytes, s.p.Format.ContentType)
		}
		if err := s.x.ReserveComplete(s.size + len(s.p.Output.Bytes) - int(s.reserved)); err != nil {
			return err
		}
		s.begin()
	}
	if err := s.write(); err != nil {
		return err
	}
	if s.encoder != nil && s.coding.Finish(s.encoder) != nil {
		return errGone
	}
	return nil
}

// release returns the slot and the memory. It returns the reason why the list was ended early, "" if it was
// not, and prevents a later end.
func (s *streamWriter) release() (why string) {
	s.releaseParts()
	if s.held {
		s.x.Service.Budgets.Slots.Release(s.x.Writer.Receiver)
	}
	return s.x.Writer.Receiver.Close()
}

// releaseParts returns the buffers and the memory.
func (s *streamWriter) releaseParts() {
	for _, p := range s.kept {
		request.Keep(p)
	}
	s.kept = s.kept[:0]
	s.x.Service.Budgets.Lists.Release(s.x.ClientAddress(), s.reserved)
	s.reserved = 0
}
