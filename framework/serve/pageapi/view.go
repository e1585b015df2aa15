// Views: addresses that another package serves by itself, such as the login and the style sheet.

package pageapi

import (
	"net/http"
	"slices"
	"strings"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/problem"
)

// View handles a path outside of the resources, such as the login page. If it returns an error, it has
// written nothing, and the service answers the error in the negotiated format.
type View func(w http.ResponseWriter, r *http.Request) error

// NotAllowed returns the refusal of a method that a view does not have. allow becomes the Allow header.
func NotAllowed(w http.ResponseWriter, r *http.Request, allow string) error {
	w.Header().Set("Allow", allow)
	return problem.New(problem.MethodNotAllowed, "Method \"%s\" not allowed.", r.Method)
}

// SetVary replaces the header Vary, "" for none. It keeps Origin, which every response depends on with
// CORS.
func SetVary(h http.Header, vary string) {
	if slices.Contains(strings.Split(h.Get("Vary"), ", "), "Origin") {
		vary = strings.TrimPrefix(vary+", Origin", ", ")
	}
	if vary == "" {
		h.Del("Vary")
		return
	}
	h.Set("Vary", vary)
}

// ViewWriter is the http.ResponseWriter that the service passes to a View.
type ViewWriter interface {
	http.ResponseWriter
	// Base returns the address of the service, as "https://example.com/api".
	Base() string
	// Language returns the language of the request; nil for English.
	Language() *problem.Language
	// FormLimits returns the limits of a form's body for views.
	FormLimits() media.Limits
}

// BaseOf returns the address of the service, such as "https://example.com/api", for the request behind w;
// "" if w is no [ViewWriter].
func BaseOf(w http.ResponseWriter) string {
	if v, ok := w.(ViewWriter); ok {
		return v.Base()
	}
	return ""
}

// LanguageOf returns the language of the request behind w; nil for English.
func LanguageOf(w http.ResponseWriter) *problem.Language {
	if v, ok := w.(ViewWriter); ok {
		return v.Language()
	}
	return nil
}

// ReadForm reads the body of a form for a view, within the limits of the service behind w. A body of
// another type has no fields, as in Django.
func ReadForm(w http.ResponseWriter, r *http.Request) (map[string][]string, error) {
	if !media.IsForm(r.Header.Get("Content-Type")) {
		return nil, nil
	}
	limits := media.Limits{Body: DefaultLogin}.WithDefaults()
	if v, ok := w.(ViewWriter); ok {
		limits = v.FormLimits()
	}
	body, err := media.Decode(r, []media.Parser{media.FormParser(), media.MultipartParser()}, limits)
	return body.Form, err
}

// DefaultLogin is the default limit for the body of a login and of other forms of views, in bytes.
const DefaultLogin = 64 << 10
