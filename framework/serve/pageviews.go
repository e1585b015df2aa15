// Views: paths of the pages that answer by themselves, such as the login and the style sheet.

package serve

import (
	"net/http"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/serve/pageapi"
)

// viewOperation answers every method of a view's path, whoever asks.
func viewOperation(view pageapi.View) *operation {
	return &operation{perform: func(x *exchange, _ *admission) (result, error) {
		return result{written: true}, view(viewWriter{x.w, x}, x.r.WithContext(x.ctx))
	}}
}

// viewWriter is what a view writes to.
type viewWriter struct {
	http.ResponseWriter
	x *exchange
}

// Base implements pageapi.ViewWriter.
func (w viewWriter) Base() string { return w.x.base }

// Language implements pageapi.ViewWriter.
func (w viewWriter) Language() *problem.Language { return w.x.locale.language }

// FormLimits implements pageapi.ViewWriter.
func (w viewWriter) FormLimits() media.Limits {
	limits := w.x.h.options.Limits
	limits.Body = limits.Login
	return limits.Limits
}

// WriteHeader is called by the view. An answer that has begun is not followed by another.
func (w viewWriter) WriteHeader(status int) {
	w.x.started = true
	if h := w.Header(); h["Location"] != nil {
		h.Set("Location", w.x.h.prefix.Before(h.Get("Location")))
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write is called by the view.
func (w viewWriter) Write(p []byte) (int, error) {
	w.x.started = true
	return w.x.Write(p)
}

// Unwrap lets http.ResponseController reach the connection.
func (w viewWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
