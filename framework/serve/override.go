package serve

import (
	"io"
	"net/http"
	"strings"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/problem"
)

// override lets a form stand for PUT, PATCH and DELETE by its field _method, because HTML forms
// know only GET and POST. A body that cannot be read has no such field; what is wrong with it is
// said at its own step.
func (x *exchange) override() error {
	if x.r.Method != http.MethodPost || !media.IsForm(x.r.Header.Get("Content-Type")) {
		return nil
	}
	if err := x.decode(); err != nil {
		return err
	}
	if x.bodyErr != nil {
		return x.full
	}
	x.posted = x.body.Form
	if method, ok := last(x.posted, "_method"); ok {
		x.overridden = true
		x.method = method
		switch method {
		case http.MethodPut, http.MethodPatch, http.MethodDelete:
		default:
			x.misused = true
		}
	}
	_, x.whole = last(x.posted, wholeField)
	x.overload()
	return x.full
}

// wholeField is the field by which a form sent as PATCH says that it has an input for every field:
// a checkbox or a choice that it does not send is empty, and not left as it is.
const wholeField = "_whole"

// Raw is a body that was written by hand in a page.
type Raw struct {
	ContentType, Content string
	Hidden               bool // the content is left out, because it may hold write-only values
}

// overload lets a form carry a body of another type in its field _content, of the type in
// _content_type, because HTML forms know no JSON. It stands for the body from here on, and is
// decoded at the step parse, as if it had been sent: not before it is known who asks.
func (x *exchange) overload() {
	contentType, typed := last(x.posted, "_content_type")
	content, written := last(x.posted, "_content")
	if !typed || !written || media.IsForm(contentType) {
		return
	}
	x.raw = &Raw{ContentType: contentType, Content: content}
	x.body, x.packed = media.Body{}, true
}

// unpack decodes the body that a form carries, once.
func (x *exchange) unpack() {
	if !x.packed {
		return
	}
	x.packed = false
	x.body, x.bodyErr = media.Decode(&http.Request{
		Header:        http.Header{"Content-Type": {x.raw.ContentType}},
		Body:          io.NopCloser(strings.NewReader(x.raw.Content)),
		ContentLength: int64(len(x.raw.Content)),
	}, x.plan.Parsers, x.bodyLimits())
}

// last is the value of a form field that counts.
func last(form map[string][]string, name string) (string, bool) {
	values := form[name]
	if len(values) == 0 {
		return "", false
	}
	return values[len(values)-1], true
}

// bodyLimits are the limits of one body, whose values count among all bodies.
func (x *exchange) bodyLimits() media.Limits {
	limits := x.options.Limits.Limits
	limits.Reserve = x.reserveBody
	return limits
}

// decode reads the body once. What is wrong with it is bodyErr, for the step that wants it; the
// error that decode returns ends the request, because the rest of the body did not come.
func (x *exchange) decode() error {
	if !x.decoded {
		x.decoded = true
		x.body, x.bodyErr = media.Decode(x.r, x.plan.Parsers, x.bodyLimits())
	}
	if p := problem.As(x.bodyErr); p != nil && (p.Code == problem.Timeout || p.Code == problem.Unavailable) {
		return x.bodyErr
	}
	return nil
}
