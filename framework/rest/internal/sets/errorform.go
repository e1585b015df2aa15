// The form of a set's refusals.

package sets

import (
	"encoding/json"
	"fmt"
	"mime"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/problem/forms"
)

// errorFormMistake returns the mistake in a form's refusals, "" for none.
func errorFormMistake(form plan.ErrorForm) string {
	for code := problem.Internal; code <= problem.Unavailable; code++ {
		p := problem.New(code, "Wrong.")
		if code == problem.Invalid {
			p = &problem.Error{Code: code, Fields: problem.Fields{{Path: "items[0].city", Messages: []string{"Wrong."}}}}
		}
		if status := form.Status(p); status < 400 || status > 599 {
			return fmt.Sprintf("Errors: a refusal that is usually a %d has the status %d; let Status return one from 400 to 599", code.Status(), status)
		}
		body := form.AppendBody(nil, p)
		if !json.Valid(body) || body[0] != '{' {
			return fmt.Sprintf("Errors: the body of a %d is %q, which is not a JSON object; let AppendBody append one", code.Status(), body)
		}
	}
	items := problem.As(problem.ItemsErr([]problem.Fields{nil, {{Path: "city", Messages: []string{"Wrong."}}}}))
	if body := form.AppendBody(nil, items); !json.Valid(body) {
		return fmt.Sprintf("Errors: the body of a list that is refused is %q, which is not JSON; let AppendBody append an object or a list", body)
	}
	for _, of := range []string{"application/json", "application/yaml; charset=utf-8"} {
		if _, _, err := mime.ParseMediaType(form.ContentType(of)); err != nil {
			return fmt.Sprintf("Errors: %s becomes the content type %q, which is not a media type; let ContentType return what it is given, or another media type", of, form.ContentType(of))
		}
	}
	return ""
}

// CompileProblems checks the form of refusals for clients that accept problem details.
func CompileProblems(reporter *Reporter, p *plan.Plan) {
	if reporter.Set.Problems == nil {
		p.Problems = forms.Details{Types: forms.Pages}
		return
	}
	p.Problems = *reporter.Set.Problems
}

// CompileErrors checks the form of refusals. It tries a refusal of each kind.
func CompileErrors(reporter *Reporter, p *plan.Plan) {
	l := reporter.Set.Errors
	if l == nil {
		p.Errors = forms.Plain{}
		return
	}
	if l.Again != nil {
		reporter.Report("", "", *l.Again, fmt.Sprintf("Errors was called before, at %s; call it once", reporter.Finder.At(l.At)))
	}
	form := l.Values[0]
	mistake, ok := Try(func() string { // panics if form is nil, or a nil pointer
		_ = form.String()
		if msg := CheckItself(form); msg != "" {
			return msg
		}
		return errorFormMistake(form)
	})
	switch {
	case !ok:
		reporter.Report("", "", l.At, "Errors is given nil, or a form that panics; write a value such as rest.ProblemDetails{}")
	case mistake != "":
		reporter.Report("", "", l.At, mistake)
	}
	p.Errors = form
}

// CheckItself returns the mistake that a value with a check finds in itself, "" for none.
func CheckItself(v any) string {
	if c, ok := v.(plan.Checker); ok {
		if err := c.Check(); err != nil {
			return err.Error()
		}
	}
	return ""
}
