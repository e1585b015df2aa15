// The options of an input, and which of them are chosen.

package browse

import (
	"slices"
	"strconv"
	"strings"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/pageapi"
)

// option is one choice of a select.
type option struct {
	Value, Label string
	Selected     bool
}

// noChoice is the label of the option that chooses none.
const noChoice = "---------"

func (in *input) fillThreeWay(f *schema.Field) {
	third := "Not known"
	if !f.Null {
		third = noChoice
	}
	if truth, ok := field.Truth(in.Text); ok {
		in.Text = strconv.FormatBool(truth)
	}
	in.Options = []option{{Label: in.words.SayWord(third)}, {Value: "true", Label: in.words.SayWord("Yes")}, {Value: "false", Label: in.words.SayWord("No")}}
	in.keepChosen(in.Text)
}

// fillChoices offers the choices of the plan. Where none is chosen the form says so: a browser
// would choose the first for somebody who has not.
func (in *input) fillChoices(f *schema.Field) {
	for _, c := range f.Choices {
		in.Options = append(in.Options, option{Value: c.Value, Label: c.Label})
	}
	in.offerNothing(f.Null || f.Optional)
	in.keepChosen(in.Text)
}

// manyChoices is how many choices of the plan are looked through without a search.
const manyChoices = 20

// narrow gives a select a search, and leaves the options whose names have the text, and what is chosen.
func (in *input) narrow(text string) {
	in.Search, in.SearchText, in.All = pageapi.FindPrefix+in.Name, text, text == ""
	wanted := strings.ToLower(strings.TrimSpace(text))
	in.Options = slices.DeleteFunc(in.Options, func(o option) bool {
		return !o.Selected && o.Value != "" && !strings.Contains(strings.ToLower(o.Label), wanted) && !strings.Contains(strings.ToLower(o.Value), wanted)
	})
}

// offerNothing puts an empty option first where the field may be empty, and where it is.
func (in *input) offerNothing(may bool) {
	has := slices.ContainsFunc(in.Options, func(o option) bool { return o.Value == "" })
	if !has && (may || in.Text == "") {
		in.Options = append([]option{{Label: noChoice}}, in.Options...)
	}
}

// keepChosen selects the options with the texts. A text that is not offered, such as an alias or
// a record that the requester may not see, stays selected: a form that is sent without a change
// changes nothing.
func (in *input) keepChosen(texts ...string) {
	var kept []option
	for _, text := range texts {
		i := slices.IndexFunc(in.Options, func(o option) bool { return o.Value == text })
		if i >= 0 {
			in.Options[i].Selected = true
		} else if !slices.ContainsFunc(kept, func(o option) bool { return o.Value == text }) {
			kept = append(kept, option{text, text, true})
		}
	}
	in.Options = append(kept, in.Options...)
}

// nameOf is what an option with a value is called, and else the value.
func (in *input) nameOf(text string) string {
	truth, isTruth := field.Truth(text)
	for _, value := range [...]string{text, strconv.FormatBool(truth)} {
		i := slices.IndexFunc(in.Options, func(o option) bool { return o.Value == value })
		if i >= 0 && (value == text || isTruth) {
			return optionLabel(in.Options[i])
		}
	}
	return text
}

// offerAny puts an option first that asks for nothing, where one of the options is chosen.
func (in *input) offerAny() {
	if in.Input == "select" {
		in.Options = append([]option{{Label: in.words.SayWord("Any"), Selected: in.Text == ""}}, in.Options...)
	}
}

// tellCounts says beside the options how many rows they leave. Of those that lead to rows, keys are what they are counted by.
func (in *input) tellCounts(counts map[string]int64) {
	if counts == nil {
		return
	}
	for i := range in.Options {
		o := &in.Options[i]
		if o.Value == "" {
			continue
		}
		value := o.Value
		if key, isRow := in.keys[value]; isRow {
			value = key
		}
		o.Label = optionLabel(*o) + " (" + thousands(counts[value]) + ")"
	}
}
