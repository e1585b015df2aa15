package serve

import (
	"compress/gzip"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"

	fastgzip "github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// compressMin is the size, in bytes, from which an answer is worth compressing: below it, headers
// and packets cost more than is saved.
const compressMin = 1400

// encoder is a compressor that is kept for reuse.
type encoder interface {
	io.WriteCloser
	Flush() error
	Reset(io.Writer)
}

// coding is a content coding (RFC 9110, section 8.4.1) with its encoders.
type coding struct {
	name string
	pool sync.Pool
}

// codings are those that the service offers, the preferred one first.
func codings() []*coding {
	zstandard := &coding{name: "zstd", pool: sync.Pool{New: func() any {
		// One goroutine and a window that every browser takes (RFC 8878, section 3.1.1.1.2).
		w, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(1<<20))
		if err != nil {
			panic("zstd options: " + err.Error()) // they are constants
		}
		return w
	}}}
	gzipped := &coding{name: "gzip", pool: sync.Pool{New: func() any {
		w, err := fastgzip.NewWriterLevel(io.Discard, gzip.BestSpeed)
		if err != nil {
			panic("gzip level: " + err.Error()) // it is a constant
		}
		return w
	}}}
	return []*coding{zstandard, gzipped}
}

// coding picks the content coding for an answer that is large enough, nil for none.
func (x *exchange) coding() *coding {
	accept := strings.Join(x.r.Header["Accept-Encoding"], ",")
	var best *coding
	bestQ := 0.0
	for _, c := range x.codings {
		if q := codingQuality(accept, c.name); q > bestQ {
			best, bestQ = c, q
		}
	}
	return best
}

// Accepts reports whether the client of a view takes an answer in a content coding, such as "gzip".
func Accepts(r *http.Request, coding string) bool {
	return codingQuality(strings.Join(r.Header["Accept-Encoding"], ","), coding) > 0
}

// codingQuality is the weight of a coding in Accept-Encoding (RFC 9110, section 12.5.3), 0 where
// it is not acceptable.
func codingQuality(accept, name string) float64 {
	star := 0.0
	for element := range strings.SplitSeq(accept, ",") {
		token, params, _ := strings.Cut(element, ";")
		q := 1.0
		if key, value, ok := strings.Cut(params, "="); ok && strings.EqualFold(strings.TrimSpace(key), "q") {
			parsed, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
			if err != nil || !(parsed >= 0 && parsed <= 1) { // NaN is neither
				continue
			}
			q = parsed
		}
		switch token = strings.TrimSpace(token); {
		case strings.EqualFold(token, name), name == "gzip" && strings.EqualFold(token, "x-gzip"):
			return q
		case token == "*":
			star = q
		}
	}
	return star
}

// compressed begins a compressed answer. The caller closes the writer with finish.
func (x *exchange) compressed(c *coding) encoder {
	x.header().Set("Content-Encoding", c.name)
	w := c.pool.Get().(encoder)
	w.Reset(pacedWriter{x})
	return w
}

// finish ends a compressed answer and keeps the encoder.
func (c *coding) finish(w encoder) error {
	err := w.Close()
	w.Reset(io.Discard)
	c.pool.Put(w)
	return err
}
