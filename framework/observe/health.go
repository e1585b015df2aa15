// Health and readiness for load balancers and process managers.

package observe

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// The paths of Health.
const (
	AlivePath = "/healthz"
	ReadyPath = "/readyz"
)

// A readiness answer is valid for keepAnswer, so that many requests cost one check. A check that takes
// longer than checkTime fails.
const (
	keepAnswer = time.Second
	checkTime  = time.Second
)

// Health answers load balancers and process managers:
//
//   - /healthz answers 200 for as long as the process answers at all;
//   - /readyz answers 200 when the service can do its work, and 503 with the reason in one word when
//     its database cannot be reached, a required task has failed, or the service is about to stop.
//
// A database that is too busy for another connection does not make the service unready.
type Health struct {
	check    func(context.Context) error
	log      *slog.Logger
	stopping atomic.Bool

	mu   sync.Mutex
	last *answer
}

// answer is the result of one check of the database.
type answer struct {
	begun time.Time
	done  chan struct{} // closed when err and ended are set
	err   error
	ended time.Time
}

// NewHealth returns the health of a service that is ready if check returns nil: it asks the database, and then Tasks.Ready
// where there are tasks. check may exceed the deadline of its context. The log gets a record when the result changes; nil means slog.Default.
func NewHealth(check func(context.Context) error, log *slog.Logger) *Health {
	if log == nil {
		log = slog.Default()
	}
	return &Health{check: check, log: log}
}

// Stop makes the service unready for good, so that load balancers send it no more requests.
func (h *Health) Stop() { h.stopping.Store(true) }

// ServeHTTP answers the two paths, and 404 for all others.
func (h *Health) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.URL.Path != AlivePath && r.URL.Path != ReadyPath:
		say(w, http.StatusNotFound, "not found")
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		w.Header().Set("Allow", "GET, HEAD")
		say(w, http.StatusMethodNotAllowed, "method not allowed")
	case r.URL.Path == AlivePath:
		say(w, http.StatusOK, "alive")
	case h.stopping.Load():
		say(w, http.StatusServiceUnavailable, "stopping")
	default:
		h.sayReady(w)
	}
}

// sayReady answers whether the service can do its work.
func (h *Health) sayReady(w http.ResponseWriter) {
	err := h.ask()
	_, waits := errors.AsType[taskError](err)
	switch {
	case err == nil:
		say(w, http.StatusOK, "ready")
	case waits:
		say(w, http.StatusServiceUnavailable, "task")
	default:
		say(w, http.StatusServiceUnavailable, "database")
	}
}

func say(w http.ResponseWriter, status int, word string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, word+"\n")
}

// Before answers the two paths and passes all other requests to next.
func (h *Health) Before(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == AlivePath || r.URL.Path == ReadyPath {
			h.ServeHTTP(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// Closing returns next, which after Stop also asks clients to use a new connection for their next request.
// Idle connections stay open: closing one at the moment of its next request would lose that request.
func (h *Health) Closing(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if h.stopping.Load() {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
}

var errSlow = errors.New("no answer in time")

// ask returns the latest result, and starts another check if that is too old. There is only one check at a
// time, because a silent database may hold it for long.
func (h *Health) ask() error {
	h.mu.Lock()
	a := h.last
	if a == nil || a.old() {
		before := a
		a = &answer{begun: time.Now(), done: make(chan struct{})}
		h.last = a
		go h.run(a, before)
	}
	h.mu.Unlock()
	late := time.NewTimer(time.Until(a.begun.Add(checkTime)))
	defer late.Stop()
	select {
	case <-a.done:
		return a.err
	default:
	}
	select {
	case <-a.done:
		return a.err
	case <-late.C:
		return errSlow
	}
}

func (a *answer) old() bool {
	select {
	case <-a.done:
		return time.Since(a.ended) >= keepAnswer
	default:
		return false
	}
}

// run checks, and logs a change since the check before.
func (h *Health) run(a, before *answer) {
	ctx, cancel := context.WithTimeout(context.Background(), checkTime)
	defer cancel()
	a.err = h.check(ctx)
	if a.err == nil && time.Since(a.begun) >= checkTime {
		a.err = errSlow
	}
	failed := before != nil && before.err != nil
	switch {
	case a.err != nil && !failed:
		h.log.Warn("not ready", "error", a.err)
	case a.err == nil && failed:
		h.log.Info("ready again")
	}
	a.ended = time.Now()
	close(a.done)
}
