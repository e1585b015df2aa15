// Refusals within one member, as in the RealWorld API.

package forms

//lint:file-ignore ST1005 a mistake in a declaration begins with the name of its field

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"example.com/resourceful/framework/field/notation"
	"example.com/resourceful/framework/problem"
)

// Nested writes refusals into one member, as in the RealWorld API. An invalid input is a 422 with
// {"errors": {"title": ["This field is required."]}}. Any other refusal has its own status and {"errors":
// {"body": ["Not found."]}}.
type Nested struct {
	Name    string // name of the member; "" is "errors"
	Detail  string // name for a refusal without fields; "" is "body"
	Invalid int    // status of an invalid input; 0 is 422
}

// Check implements plan.Checker.
func (e Nested) Check() error {
	switch {
	case e.Invalid != 0 && (e.Invalid < 400 || e.Invalid > 499):
		return fmt.Errorf("Errors: Invalid is the status %d, which is not a client error; write 400 or 422", e.Invalid)
	case strings.TrimSpace(e.Name) != e.Name || strings.TrimSpace(e.Detail) != e.Detail:
		return errors.New("Errors: Name or Detail has spaces around it; write a plain name")
	}
	return nil
}

// Status implements plan.ErrorForm.
func (e Nested) Status(p *problem.Error) int {
	if p.Code == problem.Invalid {
		return cmp.Or(e.Invalid, http.StatusUnprocessableEntity)
	}
	return p.Code.Status()
}

// AppendBody implements plan.ErrorForm.
func (e Nested) AppendBody(dst []byte, p *problem.Error) []byte {
	dst = append(notation.AppendText(append(dst, '{'), cmp.Or(e.Name, "errors")), ':')
	fields := p.Fields
	if len(fields) == 0 && len(p.Items) == 0 {
		fields = problem.Fields{{Path: cmp.Or(e.Detail, "body"), Messages: []string{p.Said()}}}
	}
	return append(appendInput(dst, p, fields), '}')
}

// Schemas implements plan.DescribedForm.
func (e Nested) Schemas() (refusal, input map[string]any) {
	inside := func(s map[string]any) map[string]any { return object(cmp.Or(e.Name, "errors"), s) }
	messages := map[string]any{"anyOf": []any{messagesSchema(), itemsSchema()}}
	return inside(object(cmp.Or(e.Detail, "body"), map[string]any{"type": "array", "items": map[string]any{"type": "string"}})), inside(messages)
}

// ContentType implements plan.ErrorForm.
func (Nested) ContentType(of string) string { return of }

// String implements plan.ErrorForm.
func (e Nested) String() string {
	return fmt.Sprintf("in %q, invalid input is %d", cmp.Or(e.Name, "errors"), e.Status(&problem.Error{Code: problem.Invalid}))
}
