// The answers of a running program against its OpenAPI document.

package server

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/serve"
)

// maxChecked is the largest number of bytes in a checked response.
const maxChecked = 16 << 20

// CheckAnswers returns a handler that responds as the service of a plan does and calls tell with each
// response that does not agree with the plan's OpenAPI document, as Server.CheckContract does in a test.
// tell is called by several goroutines at once. Responses of more than 16 MiB and streams of events are not
// checked. It fits app.Program.Agents; the limits must be the usual ones, and the service has no base
// address.
func CheckAnswers(p *plan.Plan, service http.Handler, tell func(error)) (http.Handler, error) {
	c, err := newContract(p, serve.Options{}, true)
	if err != nil {
		return nil, err
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked, sent := *r, &bytes.Buffer{}
		if r.Method == http.MethodPost && media.IsForm(r.Header.Get("Content-Type")) {
			r.Body = &copiedBody{r.Body, sent}
		}
		answer := &copiedAnswer{ResponseWriter: w, copied: httptest.NewRecorder()}
		service.ServeHTTP(answer, r)
		copied := answer.finish()
		if !answer.complete || r.Context().Err() != nil { // a disconnected client gets no response
			return
		}
		if err := c.broken(effective(&asked, sent.Bytes()), copied); err != nil {
			tell(fmt.Errorf("%s %s is not answered as /-/openapi.json says: %w", r.Method, r.URL, err))
		}
	}), nil
}

// copiedBody copies the beginning of a form while it is read.
type copiedBody struct {
	io.ReadCloser
	copied *bytes.Buffer
}

func (b *copiedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.copied.Write(p[:min(n, maxForm-b.copied.Len())])
	return n, err
}

// copiedAnswer copies an answer while it is written.
type copiedAnswer struct {
	http.ResponseWriter
	copied   *httptest.ResponseRecorder
	complete bool // everything was copied
	begun    bool
}

// Unwrap is for http.ResponseController.
func (a *copiedAnswer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

func (a *copiedAnswer) WriteHeader(status int) {
	if status >= http.StatusOK && !a.begun {
		a.begin(status)
	}
	a.ResponseWriter.WriteHeader(status)
}

// begin records the status and the headers, none of which the service may change any more.
func (a *copiedAnswer) begin(status int) {
	a.begun, a.complete = true, a.Header().Get("Content-Type") != "text/event-stream"
	for name, values := range a.Header() {
		a.copied.Header()[name] = values
	}
	a.copied.WriteHeader(status)
}

func (a *copiedAnswer) Write(b []byte) (int, error) {
	if !a.begun {
		a.begin(http.StatusOK)
	}
	if a.complete = a.complete && a.copied.Body.Len()+len(b) <= maxChecked; a.complete {
		a.copied.Write(b)
	}
	return a.ResponseWriter.Write(b)
}

// finish returns the whole response, of which nothing may have been written.
func (a *copiedAnswer) finish() *httptest.ResponseRecorder {
	if !a.begun {
		a.begin(http.StatusOK)
	}
	return a.copied
}
