// Who is answered at all, and how many at once.

package agents

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"
)

const (
	// maxMessages is how many messages of agents are worked on at once.
	maxMessages = 32
	// messageTime is how long a message may take to come.
	messageTime = 30 * time.Second
	// described is where the service says what it takes and gives: who may read that is answered here.
	described = "/-/schemas/"
)

// admit lets agents in who may read the OpenAPI document: tools say the same. Others get the refusal of the document, and
// nothing of their message is read.
func (s *server) admit(w http.ResponseWriter, r *http.Request, next http.Handler) {
	if a := s.mayRead(r); a.status >= http.StatusBadRequest {
		for name, values := range a.header {
			w.Header()[name] = values
		}
		w.WriteHeader(a.status)
		_, _ = w.Write(a.body.Bytes())
		return
	}
	if !s.reading.Acquire(1) {
		refuse(w, http.StatusServiceUnavailable, "Too many requests are being worked on. Please try again.")
		return
	}
	defer s.reading.Release(1)
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Now().Add(messageTime)) // a test has none
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	switch large := (*http.MaxBytesError)(nil); {
	case errors.As(err, &large):
		refuse(w, http.StatusRequestEntityTooLarge, "The message is too large.")
		return
	case err != nil:
		w.Header().Set("Connection", "close")
		refuse(w, http.StatusRequestTimeout, "The message did not come.")
		return
	}
	_ = control.SetReadDeadline(time.Time{})
	r.Body = io.NopCloser(bytes.NewReader(body))
	answer := &rpcWriter{ResponseWriter: w}
	next.ServeHTTP(answer, r)
	answer.finish(body)
}

// mayRead returns how the service answers whoever sends a message when asked for its schemas.
func (s *server) mayRead(sender *http.Request) *answer {
	prefix := strings.TrimSuffix(sender.URL.Path, Path)
	r, err := http.NewRequestWithContext(context.WithoutCancel(sender.Context()), http.MethodGet, "/", nil)
	if err != nil {
		return &answer{header: http.Header{}, status: http.StatusInternalServerError}
	}
	r.URL.Path = prefix + described
	return s.ask(sender, r)
}

// refuse answers a message that is not read.
func refuse(w http.ResponseWriter, status int, detail string) {
	w.Header().Set("Content-Type", jsonType)
	w.WriteHeader(status)
	_, _ = io.WriteString(w, `{"detail":"`+detail+`"}`)
}
