package serve

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
)

const (
	// streamPart is how much of a list is gathered before it is put aside or written, in bytes.
	streamPart = 64 << 10
	// streamKept is how much of a list is kept before any of it is written. A list that fits holds
	// its database connection no longer than the database takes, however slow the client reads;
	// it gets a Content-Length, and an error is still a clean 500.
	streamKept = 512 << 10
)

// errGone says that the client does not read any more.
var errGone = errors.New("client is gone")

// sendStream writes a list as its rows come, each in the format that was negotiated. HEAD does not
// run it: the headers do not depend on the rows.
func (x *exchange) sendStream() error {
	if x.r.Method == http.MethodHead {
		x.header()["Content-Type"] = x.values.of(x.format.ContentType)
		x.started = true
		x.w.WriteHeader(x.status)
		return nil
	}
	out := streamWriter{exchange: x}
	defer out.release()
	x.out = x.out[:0]
	err := x.stream(func(rec *schema.Record) error {
		if err := out.append(rec); err != nil {
			return err
		}
		if len(x.out) < streamPart {
			return nil
		}
		return out.part()
	})
	if err == nil {
		out.end()
		err = out.finish()
	}
	if errors.Is(err, errGone) {
		panic(http.ErrAbortHandler)
	}
	x.out = x.out[:0]
	return err
}

// streamWriter writes the parts of a list, compressed where the client takes it.
type streamWriter struct {
	*exchange
	rows     int
	kept     []*[]byte // the parts that come before exchange.out
	size     int       // of those, in bytes
	reserved int64     // of Limits.Lists
	held     bool      // one of the places for lists that hold a database connection
	coding   *coding
	encoder  encoder
	scratch  []byte
}

// append puts a row behind those before it, as an item of the list.
func (s *streamWriter) append(rec *schema.Record) error {
	x := s.exchange
	switch {
	case x.format.kind == asYAML:
		s.scratch = append(rec.Append(append(s.scratch[:0], '['), x.base), ']')
		text, err := media.AppendYAML(x.out, s.scratch)
		if err != nil {
			return fmt.Errorf("render YAML: %w", err)
		}
		x.out = text
	case x.indent > 0:
		// Line breaks of indented JSON stand between values: one level more is more space there.
		pad := bytes.Repeat([]byte{' '}, x.indent)
		s.scratch = rec.Append(s.scratch[:0], x.base)
		x.out = append(x.out, separator(s.rows)...)
		x.out = append(append(x.out, '\n'), pad...)
		x.out = append(x.out, bytes.ReplaceAll(media.Indent(nil, s.scratch, x.indent), []byte{'\n'}, append([]byte{'\n'}, pad...))...)
	default:
		x.out = rec.Append(append(x.out, separator(s.rows)...), x.base)
	}
	s.rows++
	return nil
}

func separator(rows int) string {
	if rows == 0 {
		return "["
	}
	return ","
}

// end closes the list.
func (s *streamWriter) end() {
	x := s.exchange
	switch {
	case s.rows == 0 && x.format.kind == asYAML:
		x.out = append(x.out, "[]\n"...)
	case s.rows == 0:
		x.out = append(x.out, "[]"...)
	case x.format.kind == asYAML:
	case x.indent > 0:
		x.out = append(x.out, "\n]"...)
	default:
		x.out = append(x.out, ']')
	}
}

// part ends a part: it is written when the answer has begun, and else put aside.
func (s *streamWriter) part() error {
	x := s.exchange
	if x.started {
		return s.write()
	}
	size := len(x.out)
	*x.buffer = x.out
	s.kept = append(s.kept, x.buffer)
	s.size += size
	x.buffer = buffers.Get().(*[]byte)
	x.out = (*x.buffer)[:0]
	if s.size <= streamKept {
		return nil
	}
	return s.more(int64(size))
}

// more is called for each part beyond what every list may keep. The list takes one of the places
// for those that hold a database connection while their clients read, and is written from now on:
// without a bound of these, a few slow clients would take all connections from everybody else.
// When all are taken, the list is kept as long as there is room, and refused then.
func (s *streamWriter) more(size int64) error {
	select {
	case s.streams <- struct{}{}:
		s.held = true
		s.begin()
		return s.write()
	default:
	}
	s.reserved += size
	if s.keeping.Add(size) > s.options.Limits.Lists {
		return problem.New(problem.Unavailable, "Too many long lists are being read. Please try again.")
	}
	return nil
}

// begin sends the headers.
func (s *streamWriter) begin() {
	x := s.exchange
	x.started = true
	x.header()["Content-Type"] = x.values.of(x.format.ContentType)
	if s.coding = x.worthCoding(s.size + len(x.out)); s.coding != nil {
		s.encoder = x.compressed(s.coding)
	}
	x.timing.set(x.header())
	if s.encoder == nil && !s.held { // all of it is here
		x.header()["Content-Length"] = x.values.of(strconv.Itoa(s.size + len(x.out)))
	}
	x.w.WriteHeader(x.status)
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
	if err := s.writePart(s.out); err != nil {
		return err
	}
	s.out = s.out[:0]
	return nil
}

// writePart sends one part. The client has to read while the rows come: a compressor must not
// keep them back.
func (s *streamWriter) writePart(part []byte) error {
	s.sentDue = s.sent // the database may have taken longer than the client is given
	var err error
	switch {
	case s.encoder == nil:
		_, err = pacedWriter{s.exchange}.Write(part)
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
	if !s.started {
		if len(s.kept) == 0 {
			return s.send(s.out, s.format.ContentType)
		}
		if err := s.keepAnswer(s.size + len(s.out) - int(s.reserved)); err != nil {
			return err
		}
		s.begin()
	}
	if err := s.write(); err != nil {
		return err
	}
	if s.encoder != nil && s.coding.finish(s.encoder) != nil {
		return errGone
	}
	return nil
}

// release gives the place and the room back.
func (s *streamWriter) release() {
	for _, p := range s.kept {
		keep(p)
	}
	s.keeping.Add(-s.reserved)
	if s.held {
		<-s.streams
	}
}
