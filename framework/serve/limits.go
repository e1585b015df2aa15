package serve

import (
	"log/slog"
	"net/http"
	"time"

	"example.com/resourceful/framework/media"
)

// Limits bounds what requests may cost. A field that is zero or negative means its default. Of the
// bytes of Bodies, Answers and Lists no address of clients has more than half, nor of the
// connections for lists and of Connections: an IPv4 address or an IPv6 /64, as Authenticator.ClientAddr has it.
type Limits struct {
	media.Limits // of one body

	Login    int64 // bytes of the body of a login, and of other forms of views; default 64 KiB, above it 413
	Header   int   // bytes of the request line and headers; default 64 KiB, at least 8 KiB; above it 431
	Query    int   // bytes of the query; default 32 KiB, above it 414
	Params   int   // parameters of the query; default 1000, above it 400
	Page     int64 // number of a page; default 1,000,000, above it 404
	Keys     int   // related rows that one field may name; default 1000, above it 400
	Row      int64 // bytes of the texts of a row, with what BeforeSave makes; default 64 MiB, above it 413
	Requests int   // requests that are worked on at once; default 512, above it 503
	Bodies   int64 // bytes of all bodies and their values at once, without the first 64 KiB and 1000 values of each; default 320 MiB, above it 503

	Answers int64 // bytes of all answers that are being read or made at once, without the first 64 KiB of each; default 256 MiB, above it 503
	Lists   int64 // bytes of lists over 512 KiB that are kept when all connections for such are taken; default 64 MiB, above it a list waits for one for half of WriteTimeout, then 503
	// Pace is how many bytes per second the reader of a list over 512 KiB has to take while others wait
	// for its connection; default 256 KiB. Of those who have fallen behind it by 2 MiB, and by five
	// seconds, the slowest is closed first.
	Pace int64

	// Connections is how many may be open at once; default 10,000, and no more than the process may have
	// files. Limits.Listener keeps it.
	Connections int

	HeaderTimeout time.Duration // for the headers of a request; default 5s, then the connection is closed
	ChunkTimeout  time.Duration // for each 32 KiB of a body or of a long answer; default 15s, then 408 or the connection is closed
	ReadTimeout   time.Duration // for a whole body, or an answer that is complete; default 5m, then 408 or the connection is closed
	WriteTimeout  time.Duration // for the work and an answer of up to 32 KiB; default 1m, then the connection is closed
	IdleTimeout   time.Duration // for the next request of a connection; default 2m, then the connection is closed
}

// WithDefaults returns l with the default in place of each field that is not positive.
func (l Limits) WithDefaults() Limits {
	l.Limits = l.Limits.WithDefaults()
	l.Header = max(positive(l.Header, 64<<10), leastHeader)
	l.Login = positive(l.Login, 64<<10)
	l.Query = positive(l.Query, 32<<10)
	l.Params = positive(l.Params, 1000)
	l.Page = positive(l.Page, 1_000_000)
	l.Keys = positive(l.Keys, 1000)
	l.Row = positive(l.Row, 64<<20)
	l.Requests = positive(l.Requests, 512)
	l.Bodies = positive(l.Bodies, 320<<20) // half of it holds the largest body that the other limits let through
	l.Answers = positive(l.Answers, 256<<20)
	l.Lists = positive(l.Lists, 64<<20)
	l.Pace = positive(l.Pace, 256<<10)
	l.Connections = positive(l.Connections, 10_000)
	l.HeaderTimeout = positive(l.HeaderTimeout, 5*time.Second)
	l.ChunkTimeout = positive(l.ChunkTimeout, 15*time.Second)
	l.ReadTimeout = positive(l.ReadTimeout, 5*time.Minute)
	l.WriteTimeout = positive(l.WriteTimeout, time.Minute)
	l.IdleTimeout = positive(l.IdleTimeout, 2*time.Minute)
	return l
}

func positive[N int | int64 | time.Duration](n, otherwise N) N {
	if n > 0 {
		return n
	}
	return otherwise
}

const (
	// leastHeader leaves room for what every browser sends.
	leastHeader = 8 << 10
	// headerSlop is what net/http reads beyond its limit.
	headerSlop = 4 << 10
)

// closing gives the body of a request a deadline, which the handler moves on as it reads.
func (l Limits) closing(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ContentLength != 0 {
			_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(l.ChunkTimeout))
		}
		h.ServeHTTP(w, r)
	})
}

// Server returns the server for a handler of these limits. It has no deadline for whole requests:
// the handler sets one for the body alone, because one that passes while the handler works would
// end that work.
func (l Limits) Server(h http.Handler, log *slog.Logger) *http.Server {
	l = l.WithDefaults()
	return &http.Server{
		Handler:           l.closing(h),
		ReadHeaderTimeout: l.HeaderTimeout,
		WriteTimeout:      l.WriteTimeout,
		IdleTimeout:       l.IdleTimeout,
		MaxHeaderBytes:    l.Header - headerSlop,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
		// It would read the body of "OPTIONS *" on its own, however slowly that comes.
		DisableGeneralOptionsHandler: true,
	}
}
