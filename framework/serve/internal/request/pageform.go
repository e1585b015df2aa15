// The form of a page: with another method, with a raw body, or refused and kept.

package request

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

// Override lets a form be a PUT, PATCH or DELETE by its field _method, because HTML forms have only GET and
// POST. It ignores a body that cannot be parsed; a later step reports the mistake.
func Override(x *Exchange, a *Admission) error {
	if err := a.Sent.Begin(x, a); err != nil {
		return err
	}
	if a.Sent.Err != nil {
		return x.Share.full
	}
	form := &a.Form
	form.Posted = a.Sent.Body.Form
	if method, ok := form.Get(pageapi.MethodField); ok {
		form.Overridden = true
		a.Method = method
		switch method {
		case http.MethodPut, http.MethodPatch, http.MethodDelete:
		default:
			form.BadOverride = true
		}
	}
	_, form.Whole = form.Get(pageapi.WholeField)
	overload(a)
	return x.Share.full
}

// ReadRefusedForm reads the form of a request that came when there were too many, for its page. It ignores
// mistakes in the body.
func (x *Exchange) ReadRefusedForm(a *Admission, full error) {
	if !x.keepForm(full) {
		return
	}
	var err error
	if a.Target, err = x.FindRoute(); err == nil && a.Resource() != nil {
		_ = Override(x, a)
	}
}

// overload takes a raw body from the form's ContentField, with the media type in ContentTypeField, because
// HTML forms cannot send JSON. It replaces the body, but is decoded later, in the step parse, when the
// requester is known.
func overload(a *Admission) {
	contentType, typed := a.Form.Get(pageapi.ContentTypeField)
	content, written := a.Form.Get(pageapi.ContentField)
	if !typed || !written || media.IsForm(contentType) {
		return
	}
	a.Form.Raw = &pageapi.Raw{ContentType: contentType, Content: content}
	a.Sent.Body, a.Form.Unread = media.Body{}, true
}

// Unpack decodes the raw body of a form.
func (x *Exchange) Unpack(a *Admission) {
	a.Form.Unread = false
	a.Sent.Body, a.Sent.Err = media.Decode(&http.Request{
		Header:        http.Header{"Content-Type": {a.Form.Raw.ContentType}},
		Body:          io.NopCloser(strings.NewReader(a.Form.Raw.Content)),
		ContentLength: int64(len(a.Form.Raw.Content)),
	}, x.Service.Plan.Parsers, x.bodyLimits(a))
}

// WriteOnlyNames returns the names of the write-only fields in all input of a path: the operation of a
// request is unknown if it is refused early.
func WriteOnlyNames(r *plan.Route) (names []string) {
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

// TakesSheets reports whether the page of a path imports CSV.
func (rt *Route) TakesSheets() bool {
	return rt.Res != nil && !rt.Record && rt.offers(plan.Create) && pageapi.ImportColumns(rt.Res.Resource) != nil
}

// readsSheet reports whether the request is a form with CSV.
func (a *Admission) readsSheet() bool {
	_, imports := a.Form.Get(pageapi.ImportField)
	return imports && a.Format.IsPage() && a.Method == http.MethodPost && a.Route.Sheets
}

// receiveSheet reads the file of a form with CSV.
func (a *Admission) receiveSheet(x *Exchange, content io.Reader) error {
	limit := x.Service.Options.Limits.Text
	text, err := io.ReadAll(io.LimitReader(content, limit+1))
	switch {
	case err != nil:
		return err
	case int64(len(text)) > limit:
		return problem.New(problem.TooLarge, "The file is larger than %d bytes. Import it in parts.", limit)
	}
	a.Form.Sheet.Text = string(text)
	return nil
}
