// Problem details of RFC 9457.

package forms

import (
	"net/http"
	"strconv"
	"strings"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/problem"
)

// Details tells of refusals as RFC 9457 has it, in JSON as application/problem+json:
//
//	{"type":"about:blank","title":"Bad Request","status":400,"detail":"Invalid input.",
//	 "errors":[{"pointer":"#/title","code":"required","detail":"This field is required."}]}
//
// The title is the reason of the status. The errors are those of an input that breaks rules, each
// with a JSON pointer to the value in the body that it is about, "#" for the body as a whole, or with the name of a
// parameter of the query, and with a code.
type Details struct {
	// Types is the path below which each code has a page, "/-/problems/" for those of the service. The type of a problem is
	// then the address of its page, and there are the path of the request as its instance and the parameters of codes.
	// "" is the type about:blank.
	Types string
}

// Pages is where the service has a page for each code.
const Pages = "/-/problems/"

// Status implements plan.ErrorForm: that of the code.
func (Details) Status(p *problem.Error) int { return p.Code.Status() }

// AppendBody implements plan.ErrorForm.
func (d Details) AppendBody(dst []byte, p *problem.Error) []byte {
	status, kind := p.Code.Status(), "about:blank"
	if d.Types != "" {
		kind = p.Base + d.Types + p.Code.Name()
	}
	dst = field.AppendText(append(dst, `{"type":`...), kind)
	dst = field.AppendText(append(dst, `,"title":`...), p.Language.Say(http.StatusText(status)))
	dst = strconv.AppendInt(append(dst, `,"status":`...), int64(status), 10)
	detail := p.Detail
	if len(p.Fields) > 0 || len(p.Items) > 0 {
		detail = p.Language.Say("Invalid input.")
	}
	dst = field.AppendText(append(dst, `,"detail":`...), detail)
	if d.Types != "" && p.Instance != "" {
		dst = field.AppendText(append(dst, `,"instance":`...), p.Instance)
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

// appendErrors appends one error for each message of an input that stands inside of members of the body. The list of
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
			dst = field.AppendText(append(comma(dst, len(dst)-start), `{"`+name+`":`...), at)
			dst = field.AppendText(append(dst, `,"code":`...), code)
			if d.Types != "" && param != "" {
				dst = field.AppendText(append(field.AppendText(append(dst, `,"parameters":{`...), param), ':'), value)
				dst = append(dst, '}')
			}
			dst = append(field.AppendText(append(dst, `,"detail":`...), m), '}')
		}
	}
	return dst
}

// pointer is the path of a field, such as "items[0].city", of an input that stands inside of members of the
// body, as a JSON pointer in a fragment (RFC 6901).
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
