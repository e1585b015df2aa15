package browse

import (
	"encoding/json"
	"html/template"
	"strconv"
	"strings"

	"example.com/resourceful/framework/serve"
)

// form is one write, as a form and as what a program would send.
type form struct {
	*serve.Form
	ID     string // create or edit
	Title  string
	Button string
	Open   bool
	Fields []*input
	Calls  []call
	Secret string // labels of the fields that the examples leave out

	// The raw data: a body written by hand.
	RawText, RawType string
	RawOpen          bool // it was refused
	RawHidden        bool // and is left out, because it may hold secrets

	Asks  bool // a deletion: its button leads to a question
	Patch bool // it may be sent as PATCH too
}

// RawTypes are the media types that raw data can have.
func (*form) RawTypes() []string { return []string{"application/json", "application/yaml"} }

// input is one field of a form.
type input struct {
	*serve.FormField
	ID          string
	DescribedBy string
	Help        string
	Type, Value string // of an <input>
	Step        string
	Area        bool   // of several lines
	FindURL     string // where a search for choices leads
	Rows        int
	Chosen      int  // options that are selected
	Typed       bool // its value may be read from either side
}

// Choices writes the options of a select. They are no template because there may be hundreds.
func (in *input) Choices() template.HTML {
	var b strings.Builder
	for _, o := range in.Options {
		b.WriteString(`<option value="` + template.HTMLEscapeString(o.Value) + `"`)
		if o.Selected {
			b.WriteString(" selected")
		}
		b.WriteString(">" + template.HTMLEscapeString(plain(optionLabel(o))) + "</option>\n")
	}
	return template.HTML(b.String()) //nolint:gosec // escaped here
}

// Ticks writes the options of a relation to many as tick boxes, for the same reason.
func (in *input) Ticks() template.HTML {
	var b strings.Builder
	for _, o := range in.Options {
		b.WriteString(`<label><input type="checkbox" name="` + template.HTMLEscapeString(in.Name) + `" value="` + template.HTMLEscapeString(o.Value) + `"`)
		if o.Selected {
			b.WriteString(" checked")
		}
		b.WriteString("> ")
		writeTyped(&b, optionLabel(o), false)
		b.WriteString("</label>\n")
	}
	return template.HTML(b.String()) //nolint:gosec // escaped here
}

// optionLabel is what an option is called: where it has no label that can be seen, its value.
func optionLabel(o serve.Option) string {
	switch {
	case strings.TrimSpace(o.Label) != "":
		return o.Label
	case strings.TrimSpace(o.Value) != "":
		return o.Value
	case o.Value != "":
		return "“" + o.Value + "”"
	}
	return "(empty)"
}

// forms are the writes that the answer offers.
func forms(a *serve.Answer, allow string) []*form {
	name := "record"
	if a.Endpoint != nil {
		name = strings.ToLower(a.Endpoint.Name)
	}
	var list []*form
	if a.Create != nil {
		list = append(list, newForm(a, a.Create, "create", "New "+name, "Create", allow))
	}
	if a.Edit != nil {
		list = append(list, newForm(a, a.Edit, "edit", "Edit "+name, "Save", allow))
	}
	if a.Delete != nil {
		f := newForm(a, a.Delete, "delete", "Delete "+name, "Delete "+name, allow)
		f.Asks = true
		list = append(list, f)
	}
	return list
}

func newForm(a *serve.Answer, f *serve.Form, id, title, button, allow string) *form {
	out := &form{Form: f, ID: id, Title: title, Button: button, Open: f.Typed || len(f.Errors) > 0}
	for i := range f.Fields {
		in := newInput(&f.Fields[i], id)
		if known := planned(a, in.Name); in.Step == "any" && known != nil {
			in.Step = known.Kind.Input.Step
		}
		in.FindURL = f.Action + "#" + in.ID
		out.Open = out.Open || len(in.Errors) > 0 || in.Name == a.Finding || a.Resumed
		out.Fields = append(out.Fields, in)
	}
	out.Secret = secrets(f)
	body := sample(a, f)
	out.RawText, out.RawType = string(indent(body)), "application/json"
	if a.Raw != nil && len(f.Fields) > 0 {
		out.RawType, out.RawOpen, out.Open, out.RawHidden = a.Raw.ContentType, true, true, a.Raw.Hidden
		if !a.Raw.Hidden {
			out.RawText = a.Raw.Content
		}
	}
	out.Calls = writeCalls(a, f, f.Method, body)
	if out.Patch = f.Method == "PUT" && strings.Contains(allow, "PATCH"); out.Patch {
		out.Calls = append(out.Calls, writeCalls(a, f, "PATCH", body)...)
	}
	return out
}

func newInput(f *serve.FormField, form string) *input {
	in := &input{FormField: f, ID: form + "-" + f.Name, Type: f.Input, Value: f.Text, Rows: 12}
	if f.Secret && f.Input != "select" && f.Input != "multiselect" {
		in.Type, in.Value = "password", ""
	}
	help := []string{withLimits(f.Help, f.MaxLength, f.Min, f.Max)}
	switch f.Input {
	case "number":
		in.Step = "any"
	case "datetime-local":
		in.Step = "1"
		help = append(help, "In UTC.")
	}
	if f.Retype {
		help = append(help, "Type it again: it is not shown, and not kept.")
	}
	in.Help = strings.TrimSpace(strings.Join(help, " "))
	in.readable()
	in.Typed = in.Type == "text" || in.Type == "email" || in.Type == "url"
	var by []string
	if f.Input == "multiselect" {
		by = append(by, in.ID+"-chosen")
	}
	for _, o := range f.Options {
		if o.Selected {
			in.Chosen++
		}
	}
	if len(f.Errors) > 0 {
		by = append(by, in.ID+"-errors")
	}
	if in.Help != "" {
		by = append(by, in.ID+"-help")
	}
	in.DescribedBy = strings.Join(by, " ")
	return in
}

// withLimits adds to a help what the rules say of lengths and bounds, unless it says so itself.
func withLimits(help string, maxLength int, low, high string) string {
	if n := strconv.Itoa(maxLength); maxLength > 0 && !strings.Contains(help, n) {
		help += " At most " + n + " characters."
	}
	switch {
	case low != "" && high != "":
		help += " From " + low + " to " + high + "."
	case low != "":
		help += " At least " + low + "."
	case high != "":
		help += " At most " + high + "."
	}
	return strings.TrimSpace(help)
}

// maxSample is how long an example of a body may be before it goes into a file.
const maxSample = 4 << 10

// secrets are the fields that sample leaves out, for people.
func secrets(f *serve.Form) string {
	var labels []string
	for i := range f.Fields {
		if f.Fields[i].Secret {
			labels = append(labels, f.Fields[i].Label)
		}
	}
	return strings.Join(labels, ", ")
}

// sample is the JSON that a program would send instead of the form, nil for a form without fields.
// It has no secrets: what is typed in a shell is kept.
func sample(a *serve.Answer, f *serve.Form) []byte {
	if len(f.Fields) == 0 {
		return nil
	}
	b := []byte{'{'}
	for i := range f.Fields {
		field := &f.Fields[i]
		if field.Secret {
			continue
		}
		if len(b) > 1 {
			b = append(b, ", "...)
		}
		b = append(appendJSON(b, field.Name), ": "...)
		b = appendJSON(b, sampleValue(field, planned(a, field.Name)))
	}
	return append(b, '}')
}

// planned is the field of the plan that a form's field stands for, nil for none.
func planned(a *serve.Answer, name string) *serve.Field {
	if a.Endpoint == nil {
		return nil
	}
	return a.Endpoint.Type.ByWire(name)
}

// sampleValue is the value of a field as JSON has it. known is the field of the plan, nil for none.
func sampleValue(f *serve.FormField, known *serve.Field) any {
	numeric := f.Input == "number"
	if known != nil {
		numeric = known.ByKey() || known.Kind.Input.Numeric
	}
	switch f.Input {
	case "checkbox":
		return f.Checked
	case "multiselect":
		values := []any{}
		for _, o := range f.Options {
			if o.Selected {
				values = append(values, sampleText(o.Value, numeric))
			}
		}
		return values
	}
	switch {
	case f.Text == "" && f.Null:
		return nil
	case f.Text == "":
		return emptyValue(f, known)
	case known != nil && known.Kind.Input.Tick && (f.Text == "true" || f.Text == "false"):
		return f.Text == "true"
	}
	return sampleText(f.Text, numeric)
}

// emptyValue is what a field that is empty and not null would be sent as: nothing that the field
// could not read, so that the sample is refused for what nobody but the client knows alone. What may
// be left out is then the zero value; what is required, and is no text, is null, which the service
// says may not be.
func emptyValue(f *serve.FormField, known *serve.Field) any {
	switch {
	case f.Input == "number" && !f.Required:
		return 0
	case f.Input == "number", f.Input == "date", f.Input == "datetime-local", f.Input == "select" && f.Required, f.Reference:
		return nil
	case known == nil || known.Kind.FreeText:
		return ""
	case f.Required:
		return nil
	}
	return json.RawMessage(known.ZeroJSON())
}

// sampleText is a text, or the number that it is.
func sampleText(text string, numeric bool) any {
	var number json.Number
	if numeric && json.Unmarshal([]byte(text), &number) == nil && number.String() == text {
		return number
	}
	return text
}

// appendJSON writes a value without escapes for HTML, which are added where it is shown, and with
// those that make characters seen.
func appendJSON(b []byte, value any) []byte {
	var text strings.Builder
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		return append(b, "null"...)
	}
	return append(b, escapeHidden(strings.TrimSuffix(text.String(), "\n"))...)
}
