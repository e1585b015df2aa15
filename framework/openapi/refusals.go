// Refusals: which of them an operation may answer with, and their bodies.

package openapi

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
)

type code = problem.Code

// errorForm are the schemas of one form of refusals.
type errorForm struct {
	form           plan.ErrorForm
	refusal, input map[string]any
}

// errorSchemas adds the schemas of refusals: of the form of the plan, and of problem details where they may be asked for.
func (b *builder) errorSchemas() {
	b.errors[0] = b.errorForm(b.p.Errors, "Error", "InputError")
	if slices.ContainsFunc(b.formats(nil), func(f media.Format) bool { return f.Alias != "" }) {
		b.errors[1] = b.errorForm(b.p.Problems, "Problem", "InputProblem")
	}
}

func (b *builder) errorForm(form plan.ErrorForm, refusal, input string) errorForm {
	f := errorForm{form: form, refusal: map[string]any{}, input: map[string]any{}}
	d, described := form.(plan.DescribedForm)
	if !described {
		return f
	}
	of, ofInput := d.Schemas()
	b.schemas[refusal], b.schemas[input] = b.described(of), b.described(ofInput)
	f.refusal, f.input = schemaRef(refusal), schemaRef(input)
	return f
}

// described returns the schema that a form gives, its members in the order of those that are made here.
func (b *builder) described(s map[string]any) *Schema {
	of := b.schema(s)
	of.order = nil
	return of
}

// usualCodes returns the codes that any operation may be refused with.
func (b *builder) usualCodes() []code {
	codes := []code{
		problem.Malformed, problem.Forbidden, problem.NotFound, problem.NotAcceptable, problem.TooLong, problem.Throttled, problem.Internal, problem.Unavailable,
	}
	if len(b.schemes) > 0 {
		codes = append(codes, problem.Unauthorized)
	}
	return codes
}

// codesOf returns the codes that an operation may be refused with.
func (b *builder) codesOf(route *plan.Route, o *plan.Operation) []code {
	codes := b.usualCodes()
	if len(queryParams(o)) > 0 || !o.Safe() {
		codes = append(codes, problem.Invalid, problem.TooLarge)
	} else if !o.Rules(b.p.Requests).IgnoreUnknown {
		codes = append(codes, problem.Invalid) // of parameters that nothing knows
	}
	if o.File != nil {
		codes = append(codes, problem.RangeNotSatisfiable)
	}
	if o.Run != nil {
		codes = append(codes, problem.Conflict, problem.Invalid)
	}
	if o.Safe() {
		return codes
	}
	codes = append(codes, problem.Timeout, problem.TooLarge, problem.UnsupportedMedia, problem.Conflict, problem.Reused)
	if o.Method == http.MethodPost && b.pages() {
		codes = append(codes, problem.MethodNotAllowed)
	}
	if o.Record || route.Record {
		codes = append(codes, problem.PreconditionFailed)
	}
	if o.Resource != nil && o.Resource.RequireVersion {
		codes = append(codes, problem.PreconditionRequired)
	}
	if o.Input != nil && o.Input.Type.TakesFiles() || b.keepsRecords() {
		codes = append(codes, problem.Full)
	}
	return codes
}

// keepsRecords reports whether changes leave a history, events or an audit, which a quota limits.
func (b *builder) keepsRecords() bool {
	return b.p.Events != nil || b.p.Audit != nil || slices.ContainsFunc(b.p.Resources, func(r *plan.Resource) bool { return r.History != nil })
}

// statusesOf returns the statuses of a code, in the forms that there are.
func (b *builder) statusesOf(c code) (list []int) {
	for _, f := range b.errors {
		if f.form == nil {
			continue
		}
		if status := f.form.Status(&problem.Error{Code: c}); !slices.Contains(list, status) {
			list = append(list, status)
		}
	}
	return list
}

// refusal returns the answer of a status, among the components.
func (b *builder) refusal(status int) *Response {
	name := camel(http.StatusText(status))
	if name == "" {
		name = "Status" + strconv.Itoa(status)
	}
	to := &Response{Ref: refTo("responses", name)}
	if b.responses[name] != nil {
		return to
	}
	var schemas [2]map[string]any
	about := ""
	for i, f := range b.errors {
		if f.form == nil {
			continue
		}
		for _, c := range allCodes() {
			if f.form.Status(&problem.Error{Code: c}) != status {
				continue
			}
			if about == "" {
				about = aboutCode(c)
			}
			switch {
			case c == problem.Invalid:
				schemas[i] = f.input
			case schemas[i] == nil:
				schemas[i] = f.refusal
			}
		}
	}
	for i := range schemas {
		if schemas[i] == nil {
			schemas[i] = b.errors[i].refusal
		}
	}
	b.responses[name] = &Response{Description: about, Headers: b.refusalHeaders(status), Content: b.content(nil, media.Problem, schemas[0], schemas[1])}
	return to
}

// refusalHeaders returns the headers that refusals of a status have.
func (b *builder) refusalHeaders(status int) (to Map[*Header]) {
	switch status {
	case http.StatusUnauthorized:
		to = b.headersOf("WWW-Authenticate")
	case http.StatusMethodNotAllowed:
		to = b.headersOf("Allow")
	case http.StatusUnsupportedMediaType:
		if slices.ContainsFunc(b.p.Parsers, func(p media.Parser) bool { return p.Patch }) {
			to = b.headersOf("Accept-Patch")
		}
	case http.StatusRequestedRangeNotSatisfiable:
		to = b.headersOf("Content-Range")
	case http.StatusTooManyRequests, http.StatusServiceUnavailable, http.StatusInsufficientStorage:
		to = b.headersOf("Retry-After")
	}
	b.addHeaders(&to, b.usualHeaders(b.throttles())...)
	return to
}

// throttles reports whether some operation has a rate.
func (b *builder) throttles() bool {
	return slices.ContainsFunc(b.routes, func(r *plan.Route) bool {
		return slices.ContainsFunc(r.Operations, func(o *plan.Operation) bool { return len(o.Throttles) > 0 })
	})
}

// allCodes returns the codes of refusals.
func allCodes() (list []code) {
	for c := problem.Internal; c <= problem.Unavailable; c++ {
		list = append(list, c)
	}
	return list
}

// aboutCode returns what a refusal means.
func aboutCode(c code) string {
	for _, k := range problem.Kinds() {
		if k.Code == c.Name() {
			return fmt.Sprintf("%s. %s", k.Title, k.About)
		}
	}
	return c.Name()
}
