// The parts of a list that is written row by row: kept until it is known how long it is, then sent.

package serve

import (
	"strconv"

	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/traffic"
)

// streamWriter writes the parts of a list, compressed where the client takes it.
type streamWriter struct {
	x        *exchange
	p        *response
	rows     func(each func(rec *schema.Record) error) error
	kept     []*[]byte // the parts that come before response.output
	size     int       // of those, in bytes
	reserved int64     // of Limits.Lists
	held     bool      // one of the slots for lists that hold a database connection
	coding   *traffic.Coding
	encoder  traffic.Encoder
}

// part ends a part: it is written when the answer has begun, and else put aside.
func (s *streamWriter) part() error {
	x, out := s.x, &s.p.output
	if x.started {
		return s.write()
	}
	size := len(out.Bytes)
	*x.pooled.buffer = out.Bytes
	s.kept = append(s.kept, x.pooled.buffer)
	s.size += size
	x.pooled.buffer = buffers.Get().(*[]byte)
	out.Bytes = (*x.pooled.buffer)[:0]
	if s.size <= streamKept {
		return nil
	}
	return s.more(int64(size))
}

// more is called for each part beyond what every list may keep. The list takes one of the slots
// for those that hold a database connection while their clients read, and is written from now on:
// without a bound of these, a few slow clients would take all connections from everybody else.
// When all are taken, the list is kept as long as there is room, and waits for a slot then.
func (s *streamWriter) more(size int64) error {
	if s.held = s.held || s.x.h.budgets.slots.Acquire(s.x.writer.Receiver); s.held {
		s.begin()
		return s.write()
	}
	if !s.x.h.budgets.lists.Acquire(s.x.clientAddress(), size) {
		return errNoSlot
	}
	s.reserved += size
	return nil
}

// begin sends the headers.
func (s *streamWriter) begin() {
	x, p := s.x, s.p
	x.started = true
	x.w.Header()["Content-Type"] = p.values.of(p.format.ContentType)
	setFile(p, x.w.Header())
	size := s.size + len(p.output.Bytes)
	if size >= traffic.MinCompressed {
		s.coding = x.chooseCoding()
	}
	if s.coding != nil {
		s.encoder = x.compress(s.coding)
	}
	if x.timing != nil {
		x.timing.set(x.w.Header())
	}
	if s.encoder == nil && !s.held { // all of it is here
		x.w.Header()["Content-Length"] = p.values.of(strconv.Itoa(size))
	}
	x.w.WriteHeader(p.status)
}

// write sends all parts that there are.
func (s *streamWriter) write() error {
	for i, p := range s.kept {
		if err := s.writePart(*p); err != nil {
			s.kept = s.kept[i:]
			return err
		}
		keep(p)
	}
	s.kept = s.kept[:0]
	if err := s.writePart(s.p.output.Bytes); err != nil {
		return err
	}
	s.p.output.Bytes = s.p.output.Bytes[:0]
	return nil
}

// writePart sends one part. The client has to read while the rows come: a compressor must not
// keep them back.
func (s *streamWriter) writePart(part []byte) error {
	s.x.writer.ExtendDeadline() // the database may have taken longer than the client is given
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

// finish sends the rest of the list, or all of it.
func (s *streamWriter) finish() error {
	if !s.x.started {
		if len(s.kept) == 0 {
			setFile(s.p, s.x.w.Header())
			return send(s.x, s.p, s.p.output.Bytes, s.p.format.ContentType)
		}
		if err := s.x.reserveComplete(s.size + len(s.p.output.Bytes) - int(s.reserved)); err != nil {
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

// release gives the slot and the room back. It returns why the list was ended before its time, ""
// for one that was not; from now on it will not be.
func (s *streamWriter) release() (why string) {
	s.releaseParts()
	if s.held {
		s.x.h.budgets.slots.Release(s.x.writer.Receiver)
	}
	return s.x.writer.Receiver.Close()
}

// releaseParts gives the buffers and the room back.
func (s *streamWriter) releaseParts() {
	for _, p := range s.kept {
		keep(p)
	}
	s.kept = s.kept[:0]
	s.x.h.budgets.lists.Release(s.x.clientAddress(), s.reserved)
	s.reserved = 0
}
