// Problem details of RFC 9457.

package forms

import (
	"net/http"
	"strconv"
	"strings"

	"example.com/resourceful/framework/field/notation"
	"example.com/resourceful/framework/problem"
)

// Details writes refusals as problem details (RFC 9457), application/problem+json:
//
//	{"type":"about:blank","title":"Bad Request","status":400,"detail":"Invalid input.",
//	 "errors":[{"pointer":"#/title","code":"required","detail":"This field is required."}]}
//
// The title is the reason phrase of the status. The errors of an invalid input each have a code, and a JSON
// pointer to the value in the body, "#" for the body as a whole, or the name of a query parameter.
type Details struct {
	// Types is the path of the pages about codes, "/-/problems/" for those of the service. The type of a
	// problem is then the address of its page, and it has the request's path as its instance and the
	// parameters of codes. With "" the type is about:blank.
	Types string
}

// Pages is the path of the service's pages about codes.
const Pages = "/-/problems/"

// Status implements plan.ErrorForm: it is the status of the code.
func (Details) Status(p *problem.Error) int { return p.Code.Status() }

// AppendBody implements plan.ErrorForm.
func (d Details) AppendBody(dst []byte, p *problem.Error) []byte {
	status, kind := p.Code.Status(), "about:blank"
	if d.Types != "" {
		kind = p.Base + d.Types + p.Code.Name()
	}
	dst = notation.AppendText(append(dst, `{"type":`...), kind)
	dst = notation.AppendText(append(dst, `,"title":`...), p.Language.Say(http.StatusText(status)))
	dst = strconv.AppendInt(append(dst, `,"status":`...), int64(status), 10)
	detail := p.Said()
	if len(p.Fields) > 0 || len(p.Items) > 0 {
		detail = p.Language.Say("Invalid input.")
	}
	dst = notation.AppendText(append(dst, `,"detail":`...), detail)
	if d.Types != "" && p.Instance != "" {
		dst = notation.AppendText(append(dst, `,"instance":`...), p.Instance)
	}
	if len(p.Fields) == 0 && len(p.Items) == 0 {
		return append(dst, '}')
	}
	dst = append(dst, `,"errors":[`...)
	start := len(dst)
	dst = d.appendErrors(dst, start, p, p.Inside, p.Fields)
	for i, fields := range p.Items {
		dst = d.appendErrors(dst, start, p, append(p.Inside[:len(p.Inside):len(p.Inside)], strconv.Itoa(i)), fields)
	}
	return append(dst, `]}`...)
}

// appendErrors appends one error for each message about an input within members of the body. The list of
// errors begins at start.
func (d Details) appendErrors(dst []byte, start int, p *problem.Error, inside []string, fields problem.Fields) []byte {
	for i := range fields {
		f := &fields[i]
		name, at := "parameter", f.Path
		if !p.Query {
			name, at = "pointer", pointer(inside, *f)
		}
		for j, m := range f.Messages {
			code, param, value := f.Code(j)
			dst = notation.AppendText(append(comma(dst, len(dst)-start), `{"`+name+`":`...), at)
			dst = notation.AppendText(append(dst, `,"code":`...), code)
			if d.Types != "" && param != "" {
				dst = notation.AppendText(append(notation.AppendText(append(dst, `,"parameters":{`...), param), ':'), value)
				dst = append(dst, '}')
			}
			dst = append(notation.AppendText(append(dst, `,"detail":`...), m), '}')
		}
	}
	return dst
}

// pointer returns the path of a field, such as "items[0].city", as a JSON pointer in a fragment (RFC 6901).
// inside are the members of the body around the input.
func pointer(inside []string, f problem.Field) string {
	escapes := strings.NewReplacer("~", "~0", "/", "~1")
	b := []byte{'#'}
	for _, name := range inside {
		b = append(append(b, '/'), escapes.Replace(name)...)
	}
	switch {
	case f.Name:
		b = append(append(b, '/'), escapes.Replace(f.Path)...)
	case f.Path != problem.NonField && f.Path != "":
		steps := strings.NewReplacer("[", "/", "]", "", ".", "/")
		b = append(append(b, '/'), steps.Replace(escapes.Replace(f.Path))...)
	}
	return string(b)
}

// Schemas implements plan.DescribedForm.
func (d Details) Schemas() (refusal, input map[string]any) {
	word := map[string]any{"type": "string"}
	members := []any{"type", map[string]any{"type": "string", "format": "uri-reference"}, "title", word, "status", map[string]any{"type": "integer"}, "detail", word}
	refusal, input = object(members...), object(members...)
	one := object("code", word, "detail", word)
	about := one["properties"].(map[string]any)
	about["pointer"], about["parameter"] = word, word
	if d.Types != "" {
		about["parameters"] = map[string]any{"type": "object", "additionalProperties": word}
	}
	for _, s := range []map[string]any{refusal, input} {
		if d.Types != "" {
			s["properties"].(map[string]any)["instance"] = map[string]any{"type": "string", "format": "uri-reference"}
		}
	}
	input["properties"].(map[string]any)["errors"] = map[string]any{"type": "array", "items": one}
	return refusal, input
}

// ContentType implements plan.ErrorForm.
func (Details) ContentType(of string) string {
	if of == "application/json" {
		return "application/problem+json"
	}
	return of
}

// String implements plan.ErrorForm.
func (d Details) String() string {
	if d.Types != "" {
		return "problem details of RFC 9457, with types at " + d.Types
	}
	return "problem details of RFC 9457"
}
