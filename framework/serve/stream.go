package serve

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"time"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/problem"
)

const (
	// streamKept is how much of a list is kept before any of it is written. A list that fits holds
	// its database connection no longer than the database takes, however slow the client reads;
	// it gets a Content-Length, and an error is still a clean 500.
	streamKept = 1 << 20
	// streamChunk is how much of a longer list is written at once.
	streamChunk = 32 << 10
	// streamPatience is how long a client may take to read one chunk.
	streamPatience = 15 * time.Second
)

// errGone says that the client does not read any more.
var errGone = errors.New("client is gone")

// collect puts a whole list into out.
func (x *exchange) collect() error {
	x.out = append(x.out[:0], '[')
	n := 0
	err := x.stream(func(row []byte) error {
		x.out = append(comma(x.out, n), row...)
		n++
		return nil
	})
	x.out = append(x.out, ']')
	return err
}

// sendStream writes a list as its rows come, each in the format that was negotiated. HEAD does not
// run it: the headers do not depend on the rows.
func (x *exchange) sendStream() error {
	if x.r.Method == http.MethodHead {
		x.header().Set("Content-Type", x.format.ContentType)
		x.started = true
		x.w.WriteHeader(x.status)
		return nil
	}
	out := streamWriter{exchange: x}
	defer out.release()
	x.out = x.out[:0]
	err := x.stream(func(row []byte) error {
		if err := out.append(row); err != nil {
			return err
		}
		if len(x.out) < streamKept && !x.started || len(x.out) < streamChunk {
			return nil
		}
		return out.write()
	})
	if err == nil {
		out.end()
		if !x.started {
			return x.send(x.out, x.format.ContentType)
		}
		err = out.finish()
	}
	if errors.Is(err, errGone) {
		panic(http.ErrAbortHandler)
	}
	x.out = x.out[:0]
	return err
}

// streamWriter writes the chunks of a list, compressed where the client takes it.
type streamWriter struct {
	*exchange
	rows    int
	held    bool // one of the places for long streams
	coding  *coding
	encoder encoder
	scratch []byte
}

// append puts a row behind those before it, as an item of the list.
func (s *streamWriter) append(row []byte) error {
	x := s.exchange
	switch {
	case x.format.kind == asYAML:
		s.scratch = append(append(append(s.scratch[:0], '['), row...), ']')
		text, err := media.AppendYAML(x.out, s.scratch)
		if err != nil {
			return fmt.Errorf("render YAML: %w", err)
		}
		x.out = text
	case x.indent > 0:
		// Line breaks of indented JSON stand between values: one level more is more space there.
		pad := bytes.Repeat([]byte{' '}, x.indent)
		s.scratch = media.Indent(s.scratch[:0], row, x.indent)
		x.out = append(x.out, separator(s.rows)...)
		x.out = append(append(x.out, '\n'), pad...)
		x.out = append(x.out, bytes.ReplaceAll(s.scratch, []byte{'\n'}, append([]byte{'\n'}, pad...))...)
	default:
		x.out = append(append(x.out, separator(s.rows)...), row...)
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

// write sends what there is. The first time it takes one of the places for lists that hold a
// database connection while their clients read: without a bound, a few slow clients would take
// all connections from everybody else.
func (s *streamWriter) write() error {
	x := s.exchange
	if !x.started {
		select {
		case x.streams <- struct{}{}:
			s.held = true
		default:
			return problem.New(problem.Unavailable, "Too many long lists are being read. Please try again.")
		}
		x.started = true
		x.header().Set("Content-Type", x.format.ContentType)
		if s.coding = x.worthCoding(len(x.out)); s.coding != nil {
			s.encoder = x.compressed(s.coding)
		}
		x.timing.set(x.header())
		x.w.WriteHeader(x.status)
	}
	for rest := x.out; len(rest) > 0; {
		chunk := rest[:min(len(rest), streamChunk)]
		rest = rest[len(chunk):]
		// Where the connection knows no deadline, as in tests, the server's own has to do.
		_ = http.NewResponseController(x.w).SetWriteDeadline(time.Now().Add(streamPatience))
		if s.writeChunk(chunk) != nil {
			return errGone
		}
	}
	x.out = x.out[:0]
	return nil
}

func (s *streamWriter) writeChunk(chunk []byte) error {
	if s.encoder == nil {
		_, err := s.w.Write(chunk)
		return err
	}
	if _, err := s.encoder.Write(chunk); err != nil {
		return err
	}
	return s.encoder.Flush() // a client reads while the rows come
}

// finish sends the rest.
func (s *streamWriter) finish() error {
	if err := s.write(); err != nil {
		return err
	}
	if s.encoder != nil && s.coding.finish(s.encoder) != nil {
		return errGone
	}
	return nil
}

// release gives the place back.
func (s *streamWriter) release() {
	if s.held {
		<-s.streams
	}
}
