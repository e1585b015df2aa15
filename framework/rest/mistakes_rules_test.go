// Mistakes in the validation rules of a set.

package rest_test

import (
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/rest"
)

// Mistakes in validate tags, in the rules of a set, and in messages of fields.
var ruleMistakes = []mistake{
	{"rules of the tag", func() *rest.Set {
		type Validated struct {
			ID             int64                       `rest:"id,readonly"`
			Unknown        string                      `rest:"unknown" validate:"beautiful"`
			Layout         string                      `rest:"layout" validate:"datetime=YYYY-MM-DD"`
			Misspelt       string                      `rest:"misspelt" validate:"Max=100"`
			TextOfNumber   int                         `rest:"text_of_number" validate:"alpha"`
			SetOfNumber    int                         `rest:"set_of_number" validate:"email"`
			Boolean        bool                        `rest:"boolean" validate:"max=1"`
			Time           time.Time                   `rest:"time" validate:"gt=2020-01-01"`
			Reference      rest.BelongsTo[auth.User]   `rest:"reference" validate:"min=1"`
			Rows           rest.ManyToMany[auth.Group] `rest:"rows,optional" validate:"email"`
			ReadOnly       string                      `rest:"read_only,readonly" default:"" validate:"max=100"`
			Presence       string                      `rest:"presence" validate:"required"`
			Skip           string                      `rest:"skip" validate:"omitempty,max=3"`
			OtherField     string                      `rest:"other_field" validate:"eqcsfield=Skip"`
			OtherFields    string                      `rest:"other_fields" validate:"required_with_all=Skip"`
			Disk           string                      `rest:"disk" validate:"file"`
			Unique         string                      `rest:"unique" validate:"unique"`
			NoParameter    string                      `rest:"no_parameter" validate:"max"`
			WordForLength  string                      `rest:"word_for_length" validate:"max=many"`
			WordForNumber  int                         `rest:"word_for_number" validate:"max=many"`
			NegativeLength string                      `rest:"negative_length" validate:"max=-1"`
			ParameterOfSet string                      `rest:"parameter_of_set" validate:"email=strict"`
			Twice          string                      `rest:"twice" validate:"max=3,max=3"`
			Comma          string                      `rest:"comma" validate:"max=3,"`
			NoChoices      string                      `rest:"no_choices" validate:"oneof="`
			BesideChoices  string                      `rest:"beside_choices" validate:"max=5,oneof=red green"`
			ChoicesTwice   string                      `rest:"choices_twice" validate:"oneof=red green,oneof=red blue"`
			OptionalChoice string                      `rest:"optional_choice,optional" validate:"oneof=red green"`
			OptionalNumber int                         `rest:"optional_number,optional" validate:"min=1"`
		}
		return one[Validated]()
	}},
	{"rules of the set in the tag", func() *rest.Set {
		type Checked struct {
			ID              int64  `rest:"id,readonly"`
			Misspelt        string `rest:"misspelt" validate:"color"`
			OfferingNothing string `rest:"offering_nothing" validate:"nothing"`
			OfferingTwice   string `rest:"offering_twice" validate:"twice"`
			Offering        string `rest:"offering" validate:"panics"`
			Trying          string `rest:"trying" validate:"refuses"`
		}
		return one[Checked]().
			Rule("colour", rest.Check{Valid: valid, Message: "Enter a colour."}).
			Rule("nothing", rest.Check{Choices: func() []rest.Choice { return nil }}).
			Rule("twice", rest.Check{Choices: func() []rest.Choice { return []rest.Choice{{Value: "a"}, {Value: "a"}} }}).
			Rule("panics", rest.Check{Choices: func() []rest.Choice { panic("no file") }}).
			Rule("refuses", rest.Check{Valid: func(s string) bool { return s[0] == 'a' }, Message: "Enter an a."})
	}},
	{"rules of the set", func() *rest.Set {
		choices := func() []rest.Choice { return []rest.Choice{{Value: "red", Label: "Red"}} }
		return one[Plain]().
			Rule("Colour", rest.Check{Choices: choices}).
			Rule("required", rest.Check{Valid: valid, Message: "Enter it."}).
			Rule("max", rest.Check{Valid: valid, Message: "Enter it."}).
			Rule("empty", rest.Check{}).
			Rule("silent", rest.Check{Valid: valid}).
			Rule("colour", rest.Check{Choices: choices}).
			Rule("colour", rest.Check{Choices: choices}).
			Rule("both", rest.Check{Choices: choices, Valid: valid, Message: "Enter it."})
	}},
	{"messages", func() *rest.Set {
		return listing(rest.ViewSet[Plain]{Path: "/notes/", Serializer: rest.Serializer[Plain]{Messages: map[string]string{
			"titel.required": "Give it a title.", "title.requierd": "Give it a title.", "id.null": "Number it.",
		}}})
	}},
}

func valid(string) bool { return true }
