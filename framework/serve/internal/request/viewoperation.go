// Views as operations, which write their responses themselves.

package request

import (
	"net/http"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/serve/pageapi"
)

// ViewOperation returns the operation for every method of a view, open to every requester.
func ViewOperation(view pageapi.View) *Operation {
	return &Operation{Perform: func(x *Exchange, _ *Admission) (Result, error) {
		return Result{Written: true}, view(viewWriter{x.W, x}, x.R.WithContext(x.Context))
	}}
}

// viewWriter is the response writer of a view.
type viewWriter struct {
	http.ResponseWriter
	x *Exchange
}

// Base implements pageapi.ViewWriter.
func (w viewWriter) Base() string { return w.x.Base }

// Language implements pageapi.ViewWriter.
func (w viewWriter) Language() *problem.Language { return w.x.Locale.Language }

// FormLimits implements pageapi.ViewWriter.
func (w viewWriter) FormLimits() media.Limits {
	limits := w.x.Service.Options.Limits
	limits.Body = limits.Login
	return limits.Limits
}

// WriteHeader marks the response as begun, so that no other follows.
func (w viewWriter) WriteHeader(status int) {
	w.x.Started = true
	if h := w.Header(); h["Location"] != nil {
		h.Set("Location", w.x.Service.Prefix.Before(h.Get("Location")))
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write writes a part of the view's response.
func (w viewWriter) Write(p []byte) (int, error) {
	w.x.Started = true
	return w.x.Write(p)
}

// Unwrap lets http.ResponseController reach the connection.
func (w viewWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
