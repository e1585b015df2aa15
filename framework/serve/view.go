package serve

import (
	"net/http"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/problem"
)

// NotAllowed is the refusal of a method that a view does not offer. allow becomes the Allow header.
func NotAllowed(w http.ResponseWriter, r *http.Request, allow string) error {
	w.Header().Set("Allow", allow)
	return problem.New(problem.MethodNotAllowed, "Method \"%s\" not allowed.", r.Method)
}

// NotFound is the refusal of a path that a view does not have.
func NotFound() error { return notFound() }

// ReadForm reads the body of a form that was sent to a view, within the limits of the handler that
// calls the view with w. A body of another type has no fields, as in Django.
func ReadForm(w http.ResponseWriter, r *http.Request) (map[string][]string, error) {
	if !media.IsForm(r.Header.Get("Content-Type")) {
		return nil, nil
	}
	limits := Limits{}.WithDefaults()
	if v, ok := w.(viewWriter); ok {
		limits = v.x.options.Limits
	}
	limits.Body = limits.Login
	body, err := media.Decode(r, []media.Parser{media.FormParser(), media.MultipartParser()}, limits.Limits)
	return body.Form, err
}
