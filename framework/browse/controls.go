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

// fill puts values, as texts, into the input for a field. search is what was searched for among
// the rows that a relation may refer to.
func (r *renderer) fill(in *input, f *schema.Field, texts []string, search string) error {
	if len(texts) > 0 {
		in.Text = texts[len(texts)-1]
	}
	if f.Item != nil && len(texts) > 1 {
		in.Text = strings.Join(slices.DeleteFunc(slices.Clone(texts), func(text string) bool { return text == "" }), "\n")
	}
	switch {
	case threeWay(f, in.Hidden || in.Secret):
		in.fillThreeWay(f)
	case f.Kind.Input.Tick:
		in.Checked, _ = field.Truth(in.Text)
	case f.Kind.Input.Many:
		for _, c := range f.Item.Choices {
			in.Options = append(in.Options, option{Value: c.Value, Label: c.Label})
		}
		in.keepChosen(texts...)
	case f.Choices != nil:
		in.fillChoices(f)
	case f.Relation != nil:
		return r.relationOptions(in, f, texts, search)
	}
	return nil
}

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
