package serve

import (
	"net/http"

	"example.com/resourceful/framework/media"
)

// override lets a form stand for PUT, PATCH and DELETE by its field _method, because HTML forms
// know only GET and POST. A body that cannot be read has no such field; what is wrong with it is
// said at its own step.
func (x *exchange) override() error {
	if x.r.Method != http.MethodPost || !media.IsForm(x.r.Header.Get("Content-Type")) {
		return nil
	}
	x.decode()
	values := x.body.Form["_method"]
	if x.bodyErr != nil || len(values) == 0 {
		return nil
	}
	x.overridden = true
	x.method = values[len(values)-1]
	switch x.method {
	case http.MethodPut, http.MethodPatch, http.MethodDelete:
	default:
		x.misused = true
	}
	return nil
}

// decode reads the body once.
func (x *exchange) decode() {
	if !x.decoded {
		x.decoded = true
		x.body, x.bodyErr = media.Decode(x.r, x.options.Parsers, x.options.Limits)
	}
}
