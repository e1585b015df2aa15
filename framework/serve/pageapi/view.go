// Views: paths of the pages that answer by themselves, such as the login and the style sheet.

package pageapi

import (
	"net/http"
	"slices"
	"strings"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/problem"
)

// View answers a path of its own, such as the login page. The error that it returns instead of
// writing is answered in the negotiated format.
type View func(w http.ResponseWriter, r *http.Request) error

// NotAllowed is the refusal of a method that a view does not offer. allow becomes the Allow header.
func NotAllowed(w http.ResponseWriter, r *http.Request, allow string) error {
	w.Header().Set("Allow", allow)
	return problem.New(problem.MethodNotAllowed, "Method \"%s\" not allowed.", r.Method)
}

// SetVary replaces what a response depends on, "" for nothing, but for the origin of the page that asks: with CORS
// every response depends on that.
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

// ViewWriter is the http.ResponseWriter that a View is given by the service.
type ViewWriter interface {
	http.ResponseWriter
	// Base returns the address of the service, as "https://example.com/api".
	Base() string
	// Language returns the language of the request; nil for English.
	Language() *problem.Language
	// FormLimits returns the limits of the body of a form that is sent to a view.
	FormLimits() media.Limits
}

// BaseOf returns the address of the service, as "https://example.com/api", for the request that a view
// answers by w; "" where w is no [ViewWriter].
func BaseOf(w http.ResponseWriter) string {
	if v, ok := w.(ViewWriter); ok {
		return v.Base()
	}
	return ""
}

// LanguageOf returns the language of the page of a view that answers by w; nil for English.
func LanguageOf(w http.ResponseWriter) *problem.Language {
	if v, ok := w.(ViewWriter); ok {
		return v.Language()
	}
	return nil
}

// ReadForm reads the body of a form that was sent to a view, within the limits of the service that
// calls the view with w. A body of another type has no fields, as in Django.
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

// DefaultLogin is how many bytes the body of a login may have, and that of other forms of views, where no setting says it.
const DefaultLogin = 64 << 10
