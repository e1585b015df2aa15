// The options of an input, and the selected ones.

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

// NoChoice is the label of the option without a value.
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

// Offer adds choices to the options.
func (in *Input) Offer(choices []field.Choice) {
	for _, c := range choices {
		in.Options = append(in.Options, Option{Value: c.Value, Label: c.Label})
	}
}

// ManyChoices is the number of choices that need no search.
const ManyChoices = 20

// Narrow adds a search to a select, and keeps the options that match the text and the selected ones.
func (in *Input) Narrow(text string) {
	in.Search, in.SearchText, in.All = pageapi.FindPrefix+in.Name, text, text == ""
	wanted := strings.ToLower(strings.TrimSpace(text))
	in.Options = slices.DeleteFunc(in.Options, func(o Option) bool {
		return !o.Selected && o.Value != "" && !strings.Contains(strings.ToLower(o.Label), wanted) && !strings.Contains(strings.ToLower(o.Value), wanted)
	})
}

// OfferNothing puts an empty option first if the field may be empty or is empty.
func (in *Input) OfferNothing(may bool) {
	has := slices.ContainsFunc(in.Options, func(o Option) bool { return o.Value == "" })
	if !has && (may || in.Text == "") {
		in.Options = append([]Option{{Label: NoChoice}}, in.Options...)
	}
}

// KeepChosen selects the options with the texts. It adds a text without an option, such as an alias or a
// record that the requester may not see, so that saving an unchanged form changes nothing.
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

// NameOf returns the label of the option with a value, or else the value.
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

// OfferAny puts an option without a filter first, if one of the options is selected.
func (in *Input) OfferAny() {
	if in.Input == "select" {
		in.Options = append([]Option{{Label: in.Words.SayWord("Any"), Selected: in.Text == ""}}, in.Options...)
	}
}

// OfferMe adds the requester's account to the accounts of a filter, behind the option without a filter. An
// account whose name is the value of that option gets it in quotes.
func (in *Input) OfferMe(value string, chosen bool) {
	for i := range in.Options {
		if o := &in.Options[i]; o.Value == value {
			o.Value = strconv.Quote(value)
		}
	}
	at := 0
	if len(in.Options) > 0 && in.Options[0].Value == "" {
		in.Options[0].Selected = in.Options[0].Selected && !chosen
		at = 1
	}
	in.Options = slices.Insert(in.Options, at, Option{Value: value, Label: in.Words.SayWord("Me"), Selected: chosen})
}

// TellCounts adds to each option the number of rows that it selects. counts has the keys of related rows
// instead of their values.
func (in *Input) TellCounts(counts map[string]int64) {
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
