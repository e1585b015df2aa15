// A team's middleware around the service.

package app

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"runtime/debug"
)

// wrap puts a team's middleware around the service, with the first outermost.
func (own Program) wrap(service http.Handler, log *slog.Logger) (http.Handler, error) {
	if len(own.Middleware) == 0 {
		return service, nil
	}
	for i := len(own.Middleware) - 1; i >= 0; i-- {
		if service = own.Middleware[i](service); service == nil {
			return nil, fmt.Errorf("app.Program: Middleware: the one at place %d returns nil; return a handler", i+1)
		}
	}
	return guarded(service, log), nil
}

// guarded answers 500 if a team's middleware panics, and logs the panic once. The framework's handlers
// recover their own panics.
func guarded(next http.Handler, log *slog.Logger) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begun := &begunWriter{ResponseWriter: w}
		defer func() {
			p := recover()
			if p == nil {
				return
			}
			if err, ok := p.(error); ok && errors.Is(err, http.ErrAbortHandler) {
				panic(p)
			}
			log.ErrorContext(r.Context(), "panic", "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			if begun.yes {
				panic(http.ErrAbortHandler) // the client must not take an incomplete response for a complete one
			}
			for _, name := range []string{"Cache-Control", "Content-Encoding", "Content-Length", "Etag", "Last-Modified"} {
				w.Header().Del(name)
			}
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusInternalServerError)
			_, _ = io.WriteString(w, `{"detail":"A server error occurred."}`)
		}()
		next.ServeHTTP(begun, r)
	})
}

// begunWriter records whether the response has begun.
type begunWriter struct {
	http.ResponseWriter
	yes bool
}

// WriteHeader begins the response, except for informational statuses.
func (w *begunWriter) WriteHeader(status int) {
	w.yes = w.yes || status >= http.StatusOK
	w.ResponseWriter.WriteHeader(status)
}

// Write begins the response.
func (w *begunWriter) Write(b []byte) (int, error) {
	w.yes = true
	return w.ResponseWriter.Write(b)
}

// Unwrap is for http.ResponseController.
func (w *begunWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
