// Package inputs models the inputs of forms: their values, options, limits and messages.
package inputs

import (
	"html/template"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.com/resourceful/framework/browse/internal/typedtext"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
)

// Input is the control for one field of a form.
type Input struct {
	ID       string
	Name     string
	Label    string
	Hint     string
	Input    string // text, textarea, checkbox, select, multiselect, email, url, password, number, date, datetime-local
	Text     string // the value, except for checkbox and multiselect
	Checked  bool
	Options  []Option // of select and multiselect; of text, names that occur elsewhere
	Required bool
	Null     bool // an empty text means null
	// Reference reports that the text names another record; an empty text names none.
	Reference bool
	Hidden    bool   // the representation does not show the value; an empty input keeps it
	Secret    bool   // write-only: never shown again, not even as a typed value
	Retype    bool   // a typed secret, which has to be typed again
	Min, Max  string // bounds of a number; "" for none
	// Search is the name of the input that searches the options, if there are more than the form offers.
	// The name of the button beside it is "_find", and its value is Name. SearchText is the searched text,
	// More reports that some matches are not offered, and FindURL is the address of the search.
	Search, SearchText string
	More               bool
	All                bool // all options are present, so that the page itself can search them
	FindURL            string
	MaxLength          int
	Accept             string // accepted file extensions; "" for all
	Errors             []string

	Focus bool // it has the focus when the page opens

	File   *CurrentFile // the record's current file; nil for none
	Nested *RowInputs   // of nested rows, and of a list of objects, instead of a value; nil for all others

	Members []*Input // of an object whose members have their own inputs
	Items   []*Input // of a list whose items have their own inputs

	Within string // title of the row in a table that the input is in; "" for none

	Query bool // an input of a query: it shows the value in the address

	Keys  map[string]string // keys of the rows behind the options, by the options' values
	Field *schema.Field     // nil if the plan has no such field
	Zone  *time.Location    // time zone of the client; nil for UTC
	Words *problem.Language // language of the added texts; nil for English
	// Row is the record to change or, if Made is true, to create; nil for a form that writes no row.
	Row  *schema.Record
	Made bool
}

// Autocomplete returns the autocomplete attribute. It lets browsers restore typed values in a form that was
// left.
func (in *Input) Autocomplete() string {
	switch {
	case in.Secret:
		return "new-password"
	case in.Query:
		return "off"
	}
	return "on"
}

// Help returns the text below the input.
func (in *Input) Help() string {
	help, again := WithLimits(in.Hint, in.MaxLength, CountedIn(in.Field), in.Min, in.Max), "Type it again: it is never shown or kept."
	if in.Input == "file" {
		help, again = in.Hint+" "+fileLimits(in.Field), "Choose it again: a page cannot keep it."
	}
	if in.Retype {
		help += " " + again
	}
	return strings.TrimSpace(help)
}

// ClockZone returns the name of the time zone in which people type a moment; "" for other inputs. A script turns UTC into the
// zone of the browser, in what is shown and in what is sent.
func (in *Input) ClockZone() string {
	if in.Input != "datetime-local" {
		return ""
	}
	return in.clock().String()
}

// InUTC reports whether a script may turn the input into another time zone: its type is that of a moment, in UTC.
func (in *Input) InUTC() bool { return in.Type() == "datetime-local" && in.ClockZone() == "UTC" }

// clock returns the time zone of the input.
func (in *Input) clock() *time.Location {
	switch {
	case in.Field != nil:
		return in.Field.In(in.Zone).Zone()
	case in.Zone != nil:
		return in.Zone
	}
	return time.UTC
}

// DescribedBy returns the ids of the elements that describe the input.
func (in *Input) DescribedBy() string {
	var by []string
	if in.Input == "multiselect" {
		by = append(by, in.ID+"-chosen")
	}
	if len(in.Errors) > 0 {
		by = append(by, in.ID+"-errors")
	}
	if in.Help() != "" || in.ClockZone() != "" {
		by = append(by, in.ID+"-help")
	}
	return strings.Join(by, " ")
}

// Chosen returns the number of selected options.
func (in *Input) Chosen() (n int) {
	for _, o := range in.Options {
		if o.Selected {
			n++
		}
	}
	return n
}

// Choices writes the options of a select. It uses no template because there may be hundreds.
func (in *Input) Choices() template.HTML {
	var b strings.Builder
	for _, o := range in.Options {
		b.WriteString(`<option value="` + template.HTMLEscapeString(o.Value) + `"`)
		if o.Selected {
			b.WriteString(" selected")
		}
		b.WriteString(">" + template.HTMLEscapeString(typedtext.Plain(optionLabel(o))) + "</option>\n")
	}
	return template.HTML(b.String()) //nolint:gosec // escaped here
}

// Ticks writes the options of a relation to many as tick boxes, for the same reason.
func (in *Input) Ticks() template.HTML {
	var b strings.Builder
	for _, o := range in.Options {
		b.WriteString(`<label><input type="checkbox" name="` + template.HTMLEscapeString(in.Name) + `" value="` + template.HTMLEscapeString(o.Value) + `"`)
		if o.Selected {
			b.WriteString(" checked")
		}
		b.WriteString("> ")
		typedtext.WriteTyped(&b, optionLabel(o), false)
		b.WriteString("</label>\n")
	}
	return template.HTML(b.String()) //nolint:gosec // escaped here
}

// optionLabel returns the label of an option, or its value where the label is invisible.
func optionLabel(o Option) string {
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

// Limit returns the largest number of characters of a text, 0 for no limit.
func (in *Input) Limit() int {
	if CountedIn(in.Field) != "characters" || in.Type() == "password" {
		return 0
	}
	return in.MaxLength
}

// CountedIn returns the unit of a field's length, and of that of an input without a field.
func CountedIn(f *schema.Field) string {
	if f != nil && f.Kind.Several {
		return "entries"
	}
	return "characters"
}

// fileLimits describes the largest size of a file.
func fileLimits(f *schema.Field) string {
	if f == nil || f.FileRules() == nil || f.FileRules().Max == 0 {
		return ""
	}
	n, unit := float64(f.FileRules().Max), "bytes"
	for _, larger := range []string{"KiB", "MiB", "GiB"} {
		if n >= 1024 {
			n, unit = n/1024, larger
		}
	}
	return "At most " + strconv.FormatFloat(n, 'f', -1, 64) + " " + unit + "."
}

// WithLimits adds the limits of lengths and values to a help text that does not mention them.
func WithLimits(help string, maxLength int, counts, low, high string) string {
	if n := strconv.Itoa(maxLength); maxLength > 0 && !strings.Contains(help, n) {
		help += " At most " + n + " " + counts + "."
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

// Adds reports whether the input has a button that adds a row.
func (in *Input) Adds() bool {
	return in.Items != nil || in.Nested != nil || slices.ContainsFunc(in.Members, (*Input).Adds)
}

// Searches reports whether the input, or one nested in it, has a button that searches related rows.
func (in *Input) Searches() bool {
	inRow := func(row *RowInput) bool { return slices.ContainsFunc(row.Fields, (*Input).Searches) }
	return in.Search != "" || slices.ContainsFunc(in.Members, (*Input).Searches) || in.Nested != nil && slices.ContainsFunc(in.Nested.List, inRow)
}

// New returns the input for a field, without a value.
func New(f *schema.Field) *Input {
	return &Input{
		Name: f.Wire, Label: f.Label, Hint: f.Help, Input: ControlOf(f), Required: f.Required(), Null: f.Null,
		Reference: f.Relation != nil, Secret: f.WriteOnly && !f.IsFile(), Accept: accept(f), MaxLength: f.MaxLength, Min: f.Min, Max: f.Max, Field: f,
	}
}

// accept returns the file extensions that a browser offers, "" for all.
func accept(f *schema.Field) string {
	if !f.IsFile() || f.FileRules().Extensions == nil {
		return ""
	}
	return "." + strings.Join(f.FileRules().Extensions, ",.")
}

// CurrentFile is the current file of a record.
type CurrentFile struct {
	Name, Href string
	Image      bool // the page can show it
	Clears     bool // the form can remove it
	Cleared    bool // the box that removes it is ticked
}

// SentField is a field of a form as it was sent.
type SentField struct{ Name, Text string }
