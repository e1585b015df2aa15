// Package traffic protects a service from overload, before requests are interpreted. It has budgets for
// requests, bodies and responses, slots for long responses, and deadlines for slow clients. It also
// compresses responses and limits connections. It knows neither resources nor the database.
package traffic

import (
	"context"
	stdlog "log"
	"log/slog"
	"net/http"
	"strings"
	"time"
)

// Limits bounds the connections of a server and their traffic. A field that is zero or negative has its
// default. No client address gets more than half of the bytes of Bodies, Answers and Lists, of the slots
// for lists, of Streams and of Connections.
type Limits struct {
	Header   int // bytes of the request line and headers; default 64 KiB, at least 8 KiB; above it 431
	Requests int // concurrent requests; default 512, above it 503
	// Bodies is the number of bytes of all bodies and their values in memory, without the first 64 KiB and
	// 1000 values of each; default 320 MiB, above it 503.
	Bodies int64
	// Answers is the number of bytes of all responses in memory, without the first 64 KiB of each; default
	// 256 MiB, above it 503.
	Answers int64
	// Lists is the number of bytes of lists over 512 KiB that are kept while all slots for them are taken;
	// default 64 MiB. Above it a list waits for a slot for half of WriteTimeout, then 503.
	Lists int64
	// Pace is the number of bytes per second that the reader of a list over 512 KiB has to read while
	// others wait for its slot; default 256 KiB. Among readers that are 2 MiB and five seconds behind, the
	// slowest is closed first.
	Pace int64

	// Streams is the number of concurrent event streams; default 1000, above it 503.
	Streams int

	// Connections is the number of open connections; default 10,000, and at most the process's limit of
	// open files. Listener enforces it.
	Connections int

	HeaderTimeout time.Duration // for the headers of a request; default 5s, then the connection is closed
	ChunkTimeout  time.Duration // for each 32 KiB of a body or of a long response; default 15s, then 408 or the connection is closed
	ReadTimeout   time.Duration // for a whole body, or a complete response; default 5m, then 408 or the connection is closed
	WriteTimeout  time.Duration // for the work and a response of up to 32 KiB; default 1m, then the connection is closed
	IdleTimeout   time.Duration // for the next request of a connection; default 2m, then the connection is closed
}

// WithDefaults returns l with the default for each field that is not positive.
func (l Limits) WithDefaults() Limits {
	l.Header = max(positive(l.Header, 64<<10), minHeader)
	l.Requests = positive(l.Requests, 512)
	l.Bodies = positive(l.Bodies, 320<<20) // half of it holds the largest body that the other limits allow
	l.Answers = positive(l.Answers, 256<<20)
	l.Lists = positive(l.Lists, 64<<20)
	l.Pace = positive(l.Pace, 256<<10)
	l.Streams = positive(l.Streams, 1000)
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
	// minHeader suffices for the headers of every browser.
	minHeader = 8 << 10
	// headerSlop is the number of bytes that net/http reads beyond its limit.
	headerSlop = 4 << 10
)

// Server returns the server for a handler with these limits. It has no deadline for whole requests:
// DeadlineReader sets one for the body only, because a deadline that expires while the handler works would
// end that work.
func (l Limits) Server(h http.Handler, log *slog.Logger) *http.Server {
	l = l.WithDefaults()
	return &http.Server{
		Handler:           l.BodyDeadline(h),
		ReadHeaderTimeout: l.HeaderTimeout,
		WriteTimeout:      l.WriteTimeout,
		IdleTimeout:       l.IdleTimeout,
		MaxHeaderBytes:    l.Header - headerSlop,
		ErrorLog:          stdlog.New(serverLog{log}, "", 0),
		// The default handler of "OPTIONS *" would read its body without a minimum pace.
		DisableGeneralOptionsHandler: true,
	}
}

// serverLog logs what a server says: failed handshakes, which every stranger can cause, for debugging only.
type serverLog struct{ to *slog.Logger }

// Write implements io.Writer.
func (l serverLog) Write(line []byte) (int, error) {
	text, level := strings.TrimSuffix(string(line), "\n"), slog.LevelWarn
	if strings.HasPrefix(text, "http: TLS handshake error ") {
		level = slog.LevelDebug
	}
	l.to.Log(context.Background(), level, text)
	return len(line), nil
}

// BodyDeadline gives each body a deadline, which DeadlineReader extends as it reads: for handlers behind another server than
// that of Server.
func (l Limits) BodyDeadline(h http.Handler) http.Handler {
	l = l.WithDefaults()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ContentLength != 0 {
			_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(l.ChunkTimeout))
		}
		h.ServeHTTP(w, r)
	})
}
