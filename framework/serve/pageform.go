// The form of a page, which stands for another method, carries a body of another type, or is refused and kept.

package serve

import (
	"io"
	"net/http"
	"slices"
	"strings"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/serve/pageapi"
)

// override lets a form stand for PUT, PATCH and DELETE by its field _method, because HTML forms
// know only GET and POST. A body that cannot be read has no such field; what is wrong with it is
// said at its own step.
func override(x *exchange, a *admission) error {
	if err := a.sent.begin(x, a); err != nil {
		return err
	}
	if a.sent.err != nil {
		return x.share.full
	}
	form := &a.form
	form.Posted = a.sent.body.Form
	if method, ok := form.Get(pageapi.MethodField); ok {
		form.Overridden = true
		a.method = method
		switch method {
		case http.MethodPut, http.MethodPatch, http.MethodDelete:
		default:
			form.BadOverride = true
		}
	}
	_, form.Whole = form.Get(pageapi.WholeField)
	overload(a)
	return x.share.full
}

// readRefusedForm reads the form of a request that came when there were too many, for its page. What
// is wrong with its body is not to be said now.
func (x *exchange) readRefusedForm(a *admission, full error) {
	if !x.keepForm(full) {
		return
	}
	var err error
	if a.target, err = x.findRoute(); err == nil && a.resource() != nil {
		_ = override(x, a)
	}
}

// overload lets a form carry a body of another type in its ContentField, of the type in
// ContentTypeField, because HTML forms know no JSON. It stands for the body from here on, and is
// decoded at the step parse, as if it had been sent: not before it is known who asks.
func overload(a *admission) {
	contentType, typed := a.form.Get(pageapi.ContentTypeField)
	content, written := a.form.Get(pageapi.ContentField)
	if !typed || !written || media.IsForm(contentType) {
		return
	}
	a.form.Raw = &pageapi.Raw{ContentType: contentType, Content: content}
	a.sent.body, a.form.Unread = media.Body{}, true
}

// unpack decodes the body that a form carries, which is unread.
func (x *exchange) unpack(a *admission) {
	a.form.Unread = false
	a.sent.body, a.sent.err = media.Decode(&http.Request{
		Header:        http.Header{"Content-Type": {a.form.Raw.ContentType}},
		Body:          io.NopCloser(strings.NewReader(a.form.Raw.Content)),
		ContentLength: int64(len(a.form.Raw.Content)),
	}, x.h.plan.Parsers, x.bodyLimits(a))
}

// writeOnlyNames are the names of the write-only fields of all that may be sent to a path: which
// operation was meant is not known of a request that is refused before one is permitted.
func writeOnlyNames(r *plan.Route) (names []string) {
	var shapes []*plan.Shape
	if r.Resource != nil {
		shapes = r.Resource.Shapes.All()
	}
	for _, o := range r.Operations {
		if o.Input != nil {
			shapes = append(shapes, o.Input)
		}
	}
	for _, s := range shapes {
		for _, f := range s.Type.Fields {
			if f.WriteOnly && !slices.Contains(names, f.Wire) {
				names = append(names, f.Wire)
			}
		}
	}
	return names
}

// takesSheets reports whether the page of a path takes CSV.
func (rt *route) takesSheets() bool {
	return rt.resource != nil && !rt.Record && rt.offers(plan.Create) && pageapi.ImportColumns(rt.resource.Resource) != nil
}

// readsSheet reports whether the request is a form that brings CSV.
func (a *admission) readsSheet() bool {
	_, imports := a.form.Get(pageapi.ImportField)
	return imports && a.format.isPage() && a.method == http.MethodPost && a.route.sheets
}

// receiveSheet takes the file of a form that brings CSV.
func (a *admission) receiveSheet(x *exchange, content io.Reader) error {
	limit := x.h.options.Limits.Text
	text, err := io.ReadAll(io.LimitReader(content, limit+1))
	switch {
	case err != nil:
		return err
	case int64(len(text)) > limit:
		return problem.New(problem.TooLarge, "The file is larger than %d bytes. Import it in parts.", limit)
	}
	a.form.Sheet.Text = string(text)
	return nil
}
