// The options of an input, and which of them are chosen.

package inputs

import (
	"slices"
	"strconv"
	"strings"

	"example.com/resourceful/framework/browse/internal/words"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/pageapi"
)

// Option is one choice of a select.
type Option struct {
	Value, Label string
	Selected     bool
}

// NoChoice is the label of the option that chooses none.
const NoChoice = "---------"

// FillThreeWay offers yes, no and neither for a boolean.
func (in *Input) FillThreeWay(f *schema.Field) {
	third := "Not known"
	if !f.Null {
		third = NoChoice
	}
	if truth, ok := field.Truth(in.Text); ok {
		in.Text = strconv.FormatBool(truth)
	}
	in.Options = []Option{{Label: in.Words.SayWord(third)}, {Value: "true", Label: in.Words.SayWord("Yes")}, {Value: "false", Label: in.Words.SayWord("No")}}
	in.KeepChosen(in.Text)
}

// FillChoices offers the choices of the plan. Where none is chosen the form says so: a browser
// would choose the first for somebody who has not.
func (in *Input) FillChoices(f *schema.Field) {
	for _, c := range f.Choices {
		in.Options = append(in.Options, Option{Value: c.Value, Label: c.Label})
	}
	in.OfferNothing(f.Null || f.Optional)
	in.KeepChosen(in.Text)
}

// ManyChoices is how many choices of the plan are looked through without a search.
const ManyChoices = 20

// Narrow gives a select a search, and leaves the options whose names have the text, and the chosen ones.
func (in *Input) Narrow(text string) {
	in.Search, in.SearchText, in.All = pageapi.FindPrefix+in.Name, text, text == ""
	wanted := strings.ToLower(strings.TrimSpace(text))
	in.Options = slices.DeleteFunc(in.Options, func(o Option) bool {
		return !o.Selected && o.Value != "" && !strings.Contains(strings.ToLower(o.Label), wanted) && !strings.Contains(strings.ToLower(o.Value), wanted)
	})
}

// OfferNothing puts an empty option first where the field may be empty, and where it is.
func (in *Input) OfferNothing(may bool) {
	has := slices.ContainsFunc(in.Options, func(o Option) bool { return o.Value == "" })
	if !has && (may || in.Text == "") {
		in.Options = append([]Option{{Label: NoChoice}}, in.Options...)
	}
}

// KeepChosen selects the options with the texts. A text that is not offered, such as an alias or
// a record that the requester may not see, stays selected: a form that is sent without a change
// changes nothing.
func (in *Input) KeepChosen(texts ...string) {
	var kept []Option
	for _, text := range texts {
		i := slices.IndexFunc(in.Options, func(o Option) bool { return o.Value == text })
		if i >= 0 {
			in.Options[i].Selected = true
		} else if !slices.ContainsFunc(kept, func(o Option) bool { return o.Value == text }) {
			kept = append(kept, Option{text, text, true})
		}
	}
	in.Options = append(kept, in.Options...)
}

// NameOf is what an option with a value is called, and else the value.
func (in *Input) NameOf(text string) string {
	truth, isTruth := field.Truth(text)
	for _, value := range [...]string{text, strconv.FormatBool(truth)} {
		i := slices.IndexFunc(in.Options, func(o Option) bool { return o.Value == value })
		if i >= 0 && (value == text || isTruth) {
			return optionLabel(in.Options[i])
		}
	}
	return text
}

// OfferAny puts an option first that asks for nothing, where one of the options is chosen.
func (in *Input) OfferAny() {
	if in.Input == "select" {
		in.Options = append([]Option{{Label: in.Words.SayWord("Any"), Selected: in.Text == ""}}, in.Options...)
	}
}

// TellCounts says beside the options how many rows they leave. Of those that lead to rows, keys are what they are counted by.
func (in *Input) TellCounts(counts map[string]int64) {
	if counts == nil {
		return
	}
	for i := range in.Options {
		o := &in.Options[i]
		if o.Value == "" {
			continue
		}
		value := o.Value
		if key, isRow := in.Keys[value]; isRow {
			value = key
		}
		o.Label = optionLabel(*o) + " (" + words.Thousands(counts[value]) + ")"
	}
}
