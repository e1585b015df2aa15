// Compression of responses.

package traffic

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

// MinCompressed is the size, in bytes, from which compressing a response pays off: below it, headers and
// packets cost more than it saves.
const MinCompressed = 1400

// Encoder is a compressor that Coding pools.
type Encoder interface {
	io.WriteCloser
	Flush() error
	Reset(io.Writer)
}

// Coding is a content coding (RFC 9110, section 8.4.1) with its encoders.
type Coding struct {
	Name string
	pool sync.Pool
}

// Codings returns the codings of a service, the preferred one first: zstd and gzip at their fastest, and for pages of HTML
// gzip at a level whose pages are smaller than those of the fastest zstd, for half a millisecond more.
func Codings() (all, pages []*Coding) {
	zstandard := &Coding{Name: "zstd", pool: sync.Pool{New: func() any {
		// One goroutine, and a window that every browser supports (RFC 8878, section 3.1.1.1.2).
		w, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(1<<20))
		if err != nil {
			panic("zstd options: " + err.Error()) // the options are constants
		}
		return w
	}}}
	return []*Coding{zstandard, gzipAt(gzip.BestSpeed)}, []*Coding{gzipAt(6), zstandard}
}

func gzipAt(level int) *Coding {
	return &Coding{Name: "gzip", pool: sync.Pool{New: func() any {
		w, err := fastgzip.NewWriterLevel(io.Discard, level)
		if err != nil {
			panic("gzip level: " + err.Error()) // the levels are constants
		}
		return w
	}}}
}

// ChooseCoding picks the content coding that the client of a request prefers, nil for none.
func ChooseCoding(codings []*Coding, r *http.Request) *Coding {
	accept := strings.Join(r.Header["Accept-Encoding"], ",")
	var best *Coding
	bestQ := 0.0
	for _, c := range codings {
		if q := codingQuality(accept, c.Name); q > bestQ {
			best, bestQ = c, q
		}
	}
	return best
}

// Accepts reports whether the client of a request accepts a content coding, such as "gzip".
func Accepts(r *http.Request, coding string) bool {
	return codingQuality(strings.Join(r.Header["Accept-Encoding"], ","), coding) > 0
}

// codingQuality returns the weight of a coding in Accept-Encoding (RFC 9110, section 12.5.3), 0 if it is
// not acceptable.
func codingQuality(accept, name string) float64 {
	star := 0.0
	for element := range strings.SplitSeq(accept, ",") {
		token, params, _ := strings.Cut(element, ";")
		q := 1.0
		if key, value, ok := strings.Cut(params, "="); ok && strings.EqualFold(strings.TrimSpace(key), "q") {
			parsed, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
			if err != nil || !(parsed >= 0 && parsed <= 1) { // also excludes NaN
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

// Encoder returns an encoder of the coding that writes to w. Finish ends it.
func (c *Coding) Encoder(w io.Writer) Encoder {
	e := c.pool.Get().(Encoder)
	e.Reset(w)
	return e
}

// Finish flushes an encoder and returns it to the pool.
func (c *Coding) Finish(e Encoder) error {
	err := e.Close()
	e.Reset(io.Discard)
	c.pool.Put(e)
	return err
}
