// Views: paths of the pages that answer by themselves, such as the login and the style sheet.

package serve

import (
	"net/http"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/problem"
)

// View answers a path of its own, such as the login page. The error that it returns instead of
// writing is answered in the negotiated format.
type View func(w http.ResponseWriter, r *http.Request) error

// viewOperation answers every method of a view's path, whoever asks.
func viewOperation(view View) *operation {
	return &operation{perform: func(x *exchange, _ *admission) (result, error) {
		return result{written: true}, view(viewWriter{x.w, x}, x.r.WithContext(x.ctx))
	}}
}

// viewWriter is what a view writes to.
type viewWriter struct {
	http.ResponseWriter
	x *exchange
}

// BaseOf is the address of the service, as "https://example.com/api", for the request that a view answers by w.
func BaseOf(w http.ResponseWriter) string {
	if v, ok := w.(viewWriter); ok {
		return v.x.base
	}
	return ""
}

// LanguageOf is what the page of a view that answers by w tells people in; nil for English.
func LanguageOf(w http.ResponseWriter) *problem.Language {
	if v, ok := w.(viewWriter); ok {
		return v.x.locale.language
	}
	return nil
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

// NotAllowed is the refusal of a method that a view does not offer. allow becomes the Allow header.
func NotAllowed(w http.ResponseWriter, r *http.Request, allow string) error {
	w.Header().Set("Allow", allow)
	return problem.New(problem.MethodNotAllowed, "Method \"%s\" not allowed.", r.Method)
}

// ReadForm reads the body of a form that was sent to a view, within the limits of the handler that
// calls the view with w. A body of another type has no fields, as in Django.
func ReadForm(w http.ResponseWriter, r *http.Request) (map[string][]string, error) {
	if !media.IsForm(r.Header.Get("Content-Type")) {
		return nil, nil
	}
	limits := Limits{}.WithDefaults()
	if v, ok := w.(viewWriter); ok {
		limits = v.x.h.options.Limits
	}
	limits.Body = limits.Login
	body, err := media.Decode(r, []media.Parser{media.FormParser(), media.MultipartParser()}, limits.Limits)
	return body.Form, err
}
