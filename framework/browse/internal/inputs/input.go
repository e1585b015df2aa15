// Package inputs has the inputs of forms: their values, options, limits and messages.
package inputs

import (
	"html/template"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.com/resourceful/framework/browse/internal/marks"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
)

// Input is one field of a form.
type Input struct {
	ID       string
	Name     string
	Label    string
	Hint     string
	Input    string // text, textarea, checkbox, select, multiselect, email, url, password, number, date, datetime-local
	Text     string // the value, of all but checkbox and multiselect
	Checked  bool
	Options  []Option // of select and multiselect
	Required bool
	Null     bool // an empty text means null
	// Reference says that the text names another record, which no empty text does.
	Reference bool
	Hidden    bool   // reading the record does not show it: left empty, it stays as it is
	Secret    bool   // write-only: never shown again, not even as what was typed
	Retype    bool   // a secret was typed, which has to be typed again
	Min, Max  string // bounds of a number; "" for none
	// Search is the name of the input that searches the options, where there are more than are
	// offered; the button beside it is named "_find" and its value is Name. SearchText is what was
	// searched for, More says that not all that match are offered, and FindURL is where a search
	// leads.
	Search, SearchText string
	More               bool
	All                bool // all options are there, for the page to search them
	FindURL            string
	MaxLength          int
	Accept             string // extensions of a file; "" for all
	Errors             []string

	Focus bool // it has the focus when the page comes

	File   *CurrentFile // that the record has; nil for none
	Nested *RowInputs   // of nested rows, and of the objects of a list, in place of a value; nil for all others

	Members []*Input // of an object whose members have inputs of their own
	Items   []*Input // of a list whose items have

	Query bool // it asks for rows, and always has what the address has

	Keys  map[string]string // of the rows that the options lead to, by their values
	Field *schema.Field     // nil for one that the plan does not know
	Zone  *time.Location    // of the client; nil for UTC
	Words *problem.Language // of what the page adds; nil for English
	// Row is what is changed or, where Made is true, made; nil of a form that writes no row.
	Row  *schema.Record
	Made bool
}

// Autocomplete says what a browser may fill in: to a form that was left it brings back what was typed.
func (in *Input) Autocomplete() string {
	switch {
	case in.Secret:
		return "new-password"
	case in.Query:
		return "off"
	}
	return "on"
}

// Help is what stands below the input.
func (in *Input) Help() string {
	if in.Input == "file" {
		help := []string{in.Hint, fileLimits(in.Field)}
		if in.Retype {
			help = append(help, "Choose it again: a page cannot keep it.")
		}
		return strings.TrimSpace(strings.Join(help, " "))
	}
	help := []string{WithLimits(in.Hint, in.MaxLength, in.counts(), in.Min, in.Max)}
	switch {
	case in.Input != "datetime-local":
	case in.clock() == time.UTC:
		help = append(help, "In UTC.")
	default:
		help = append(help, "In the zone "+in.clock().String()+".")
	}
	if in.Retype {
		help = append(help, "Type it again: it is not shown, and not kept.")
	}
	return strings.TrimSpace(strings.Join(help, " "))
}

// clock is the zone in which the input takes a moment.
func (in *Input) clock() *time.Location {
	switch {
	case in.Field != nil:
		return in.Field.In(in.Zone).Zone()
	case in.Zone != nil:
		return in.Zone
	}
	return time.UTC
}

// DescribedBy are the ids of what tells about the input.
func (in *Input) DescribedBy() string {
	var by []string
	if in.Input == "multiselect" {
		by = append(by, in.ID+"-chosen")
	}
	if len(in.Errors) > 0 {
		by = append(by, in.ID+"-errors")
	}
	if in.Help() != "" {
		by = append(by, in.ID+"-help")
	}
	return strings.Join(by, " ")
}

// Chosen is how many options are selected.
func (in *Input) Chosen() (n int) {
	for _, o := range in.Options {
		if o.Selected {
			n++
		}
	}
	return n
}

// Choices writes the options of a select. They are no template because there may be hundreds.
func (in *Input) Choices() template.HTML {
	var b strings.Builder
	for _, o := range in.Options {
		b.WriteString(`<option value="` + template.HTMLEscapeString(o.Value) + `"`)
		if o.Selected {
			b.WriteString(" selected")
		}
		b.WriteString(">" + template.HTMLEscapeString(marks.Plain(optionLabel(o))) + "</option>\n")
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
		marks.WriteTyped(&b, optionLabel(o), false)
		b.WriteString("</label>\n")
	}
	return template.HTML(b.String()) //nolint:gosec // escaped here
}

// optionLabel is what an option is called: where it has no label that can be seen, its value.
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

// Limit is how many characters a text of the input may have, 0 for any number.
func (in *Input) Limit() int {
	if in.counts() != "characters" || in.Type() == "password" {
		return 0
	}
	return in.MaxLength
}

// counts is what the length of the input counts.
func (in *Input) counts() string {
	if in.Field == nil {
		return "characters"
	}
	return CountedIn(in.Field)
}

// CountedIn is what the length of a field counts.
func CountedIn(f *schema.Field) string {
	if f.Kind.Several {
		return "entries"
	}
	return "characters"
}

// fileLimits says how large a file may be.
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

// WithLimits adds to a help what the rules say of lengths and bounds, unless it says so itself.
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

// Adds reports whether the input has a button that asks for one more row.
func (in *Input) Adds() bool {
	return in.Items != nil || in.Nested != nil || slices.ContainsFunc(in.Members, (*Input).Adds)
}

// Searches reports whether the input, or one in it, has a button that searches among related rows.
func (in *Input) Searches() bool {
	inRow := func(row *RowInput) bool { return slices.ContainsFunc(row.Fields, (*Input).Searches) }
	return in.Search != "" || slices.ContainsFunc(in.Members, (*Input).Searches) || in.Nested != nil && slices.ContainsFunc(in.Nested.List, inRow)
}

// New is the input for a field, without a value.
func New(f *schema.Field) *Input {
	return &Input{
		Name: f.Wire, Label: f.Label, Hint: f.Help, Input: ControlOf(f), Required: f.Required(), Null: f.Null,
		Reference: f.Relation != nil, Secret: f.WriteOnly && !f.IsFile(), Accept: accept(f), MaxLength: f.MaxLength, Min: f.Min, Max: f.Max, Field: f,
	}
}

// CompareFiles puts inputs that take files behind all others.
func CompareFiles(a, b *Input) int {
	isFile := func(in *Input) int {
		if in.Input == "file" {
			return 1
		}
		return 0
	}
	return isFile(a) - isFile(b)
}

// accept are the extensions of the files that a browser offers, "" for all.
func accept(f *schema.Field) string {
	if !f.IsFile() || f.FileRules().Extensions == nil {
		return ""
	}
	return "." + strings.Join(f.FileRules().Extensions, ",.")
}

// CurrentFile is the file of a record.
type CurrentFile struct {
	Name, Href string
	Image      bool // it can be shown
	Clears     bool // it can be taken away
	Cleared    bool // and the box for that has a tick
}

// SentField is a field of a form as it was sent.
type SentField struct{ Name, Text string }
