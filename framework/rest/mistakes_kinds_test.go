// Mistakes in kinds of values, in their bounds, and in the validation rules of a set.

package rest_test

import (
	"fmt"
	"reflect"
	"time"

	"github.com/google/uuid"
	"github.com/shopspring/decimal"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// Mistakes in fields of certain kinds, and in kinds that a set lists.
var kindMistakes = []mistake{
	{"decimals", func() *rest.Set {
		type Priced struct {
			ID             int64                 `rest:"id,readonly"`
			NoDigits       decimal.Decimal       `rest:"no_digits" validate:"min=0" default:"1"`
			NoNumbers      decimal.Decimal       `rest:"no_numbers" digits:"8.2"`
			Signed         decimal.Decimal       `rest:"signed" digits:"8,-2"`
			TooMany        decimal.Decimal       `rest:"too_many" digits:"201,2"`
			None           decimal.Decimal       `rest:"none" digits:"0,0"`
			TooManyPlaces  decimal.Decimal       `rest:"too_many_places" digits:"2,8"`
			OfFloat        float64               `rest:"of_float" digits:"8,2"`
			OfRelation     rest.BelongsTo[Other] `rest:"of_relation,optional,readonly" digits:"8,2"`
			Misspelt       decimal.Decimal       `rest:"misspelt" digit:"8,2" digits:"8,2"`
			LongDefault    decimal.Decimal       `rest:"long_default" digits:"8,2" default:"0.125"`
			SmallDefault   decimal.Decimal       `rest:"small_default" digits:"8,2" validate:"min=1" default:"0.5"`
			LongBound      decimal.Decimal       `rest:"long_bound" digits:"8,2" validate:"min=0.001"`
			NoBound        decimal.Decimal       `rest:"no_bound" digits:"8,2" validate:"min"`
			TextRule       decimal.Decimal       `rest:"text_rule" digits:"8,2" validate:"email"`
			OptionalBelow  decimal.Decimal       `rest:"optional_below,optional" digits:"8,2" validate:"min=1"`
			EitherBound    decimal.Decimal       `rest:"either_bound" digits:"8,2" validate:"max=1|min=5"`
			NeverTooPlaced decimal.Decimal       `rest:"never_too_placed" digits:"8,2"`
		}
		return listing(rest.ViewSet[Priced]{Path: "/priced/", Serializer: rest.Serializer[Priced]{
			Messages: map[string]string{"never_too_placed.max_places": "Too many."},
		}})
	}},
	{"durations, uuids, lists of times, and tables of the framework", func() *rest.Set {
		type (
			Timed struct {
				ID          int64            `rest:"id,readonly"`
				GoDefault   time.Duration    `rest:"go_default" default:"1h30m"`
				GoBound     time.Duration    `rest:"go_bound" validate:"max=24h"`
				Multiline   time.Duration    `rest:"multiline,multiline"`
				Unfilled    time.Duration    `rest:"-"`
				ItemsBound  []rest.TimeOfDay `rest:"items_bound" validate:"max=3,dive,min=25:00"`
				NullItems   []*rest.Date     `rest:"null_items"`
				NoPassword  rest.Password    `rest:"no_password,writeonly"`
				NoZero      uuid.UUID        `rest:"no_zero,optional"`
				UUIDDefault uuid.UUID        `rest:"uuiddefault" default:"new"`
				UUIDLength  uuid.UUID        `rest:"uuidlength" validate:"len=36"`
				EitherUUID  uuid.UUID        `rest:"either_uuid" validate:"eq=6ba7b810-9dad-11d1-80b4-00c04fd430c8|eq=6ba7b811-9dad-11d1-80b4-00c04fd430c8"`
			}
			Coded struct {
				ID   int64     `rest:"id,readonly"`
				Code uuid.UUID `rest:"code,unique"`
			}
			Coding struct {
				ID    int64                 `rest:"id,readonly"`
				Coded rest.BelongsTo[Coded] `rest:"coded,readonly,optional,show=code"`
			}
			Token struct {
				ID int64 `rest:"id,readonly"`
			}
		)
		return listing(of[Timed](), of[Coding](), of[Token]())
	}},
	{"passwords that are shown, in lists and in objects", func() *rest.Set {
		type Gate struct {
			Code rest.Password `rest:"code"`
		}
		type Opened struct {
			ID     int64           `rest:"id,readonly"`
			Secret rest.Password   `rest:"secret" default:"a"`
			Unique rest.Password   `rest:"unique,writeonly,unique,sort,filter"`
			Open   rest.Password   `rest:"open,writeonly,optional"`
			Many   []rest.Password `rest:"many,writeonly"`
			Gate   Gate            `rest:"gate,writeonly"`
		}
		return one[Opened]().Kinds(rest.Passwords(nil))
	}},
	{"kinds", func() *rest.Set {
		return one[Plain]().Kinds(
			grade("twice", nil), grade("twice", nil), grade("decimal", nil), grade("", nil), grade("Grade!", nil),
			grade("parseless", func(k *rest.Kind) { k.Parse = nil }),
			grade("built-in", func(k *rest.Kind) { k.Match = func(t reflect.Type) bool { return t.Kind() == reflect.String } }),
			grade("panicking", func(k *rest.Kind) { k.Match = func(t reflect.Type) bool { return t.Elem() == nil } }),
			grade("untried", func(k *rest.Kind) { k.Rules = []string{"alpha"} }),
			grade("tagged", func(k *rest.Kind) { k.Tags = []string{"validate"} }),
		)
	}},
	{"fields of a kind of the set", func() *rest.Set {
		type Graded struct {
			ID       int64  `rest:"id,readonly"`
			Rule     letter `rest:"rule" validate:"max=1"`
			Default  letter `rest:"default" default:"7"`
			Optional letter `rest:"optional,optional"`
		}
		return one[Graded]().Kinds(grade("grade", nil))
	}},
	{"a kind whose values are lost, also in lists", func() *rest.Set {
		type Graded struct {
			ID     int64    `rest:"id,readonly"`
			Grade  letter   `rest:"grade"`
			Grades []letter `rest:"grades,optional"`
		}
		typed := grade("typed", func(k *rest.Kind) {
			k.Parse = func(_ *field.Spec, v any) (any, []string) { return letter(fmt.Sprint(v)), nil }
		})
		return one[Graded]().Kinds(typed)
	}},
	{"a kind that panics at values of other forms", func() *rest.Set {
		return one[Marked]().Kinds(grade("careless", func(k *rest.Kind) {
			k.Parse = func(_ *field.Spec, v any) (any, []string) { return v.(string), nil }
		}))
	}},
	{"two kinds of one type", func() *rest.Set { return one[Marked]().Kinds(grade("grade", nil), grade("mark", nil)) }},
	{"rule on a kind which has no lookups", func() *rest.Set {
		k := grade("grade", func(k *rest.Kind) { k.Lookups = nil })
		return rest.NewSet("cases", of[Marked]()).Kinds(k).Access(permission.Not(permission.Is("grade", "a")))
	}},
}

// letter is a type of a team's kind, and Marked has such a field.
type (
	letter string
	Marked struct {
		ID    int64  `rest:"id,readonly"`
		Grade letter `rest:"grade"`
	}
)

// grade is a kind of one letter under some name, changed by a function.
func grade(name string, change func(*rest.Kind)) rest.Kind {
	text := field.Text()
	k := rest.Kind{
		Name:  name,
		Match: func(t reflect.Type) bool { return t == reflect.TypeFor[letter]() },
		Bind:  text.Bind,
		Parse: func(s *field.Spec, v any) (any, []string) {
			if text, ok := v.(string); ok && text >= "A" && text <= "F" {
				return text, nil
			}
			return s.Invalid("Enter a grade from A to F.")
		},
		Arg:    text.Arg,
		Column: text.Column,
		NoZero: "no grade",
	}
	if change != nil {
		change(&k)
	}
	return k
}

type (
	noMood    string
	twiceMood string
	wordMood  int
	bareMood  string
	panicMood string

	// parcelSize has mistakes in its members.
	parcelSize struct {
		Width  int64       `rest:"width,readonly"`
		Height int64       `rest:"height" validate:"beautiful"`
		Depth  func()      `rest:"depth"`
		Inside *parcelSize `rest:"inside"`
	}
)

func (noMood) Choices() []rest.Choice { return nil }
func (twiceMood) Choices() []rest.Choice {
	return []rest.Choice{rest.ChoiceOf(twiceMood("glad"), ""), rest.ChoiceOf(twiceMood("glad"), "")}
}
func (wordMood) Choices() []rest.Choice  { return []rest.Choice{{Value: "glad", Label: "Glad"}} }
func (bareMood) Choices() []rest.Choice  { return []rest.Choice{{Value: "glad"}} }
func (panicMood) Choices() []rest.Choice { panic("no mood") }

var valueMistakes = []mistake{
	{"enums whose choices are none", func() *rest.Set {
		type Note struct {
			ID    int64                       `rest:"id,readonly"`
			None  noMood                      `rest:"none"`
			Twice twiceMood                   `rest:"twice"`
			Word  wordMood                    `rest:"word"`
			Bare  *bareMood                   `rest:"bare"`
			Panic rest.MultipleChoice[noMood] `rest:"panic"`
			List  []panicMood                 `rest:"list"`
		}
		return one[Note]()
	}},
	{"an enum with rules", func() *rest.Set {
		type Note struct {
			ID      int64 `rest:"id,readonly"`
			Mood    Mood  `rest:"mood" validate:"oneof=glad sad"`
			Short   Mood  `rest:"short" validate:"max=5"`
			Pattern Mood  `rest:"pattern" pattern:"^g"`
			Left    Mood  `rest:"left,optional"`
			Default Mood  `rest:"default" default:"bad"`
		}
		return one[Note]()
	}},
	{"patterns", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Empty string `rest:"empty" pattern:""`
			Open  string `rest:"open" pattern:"("`
			Count int64  `rest:"count" pattern:"^1"`
			Code  string `rest:"code" pattern:"^[A-Z]+$" default:"x"`
		}
		return one[Note]()
	}},
	{"zones", func() *rest.Set {
		type Note struct {
			ID    int64     `rest:"id,readonly"`
			UTC   time.Time `rest:"utc" zone:"UTC"`
			Local time.Time `rest:"local" zone:"Local"`
			None  time.Time `rest:"none" zone:"Europe/Nowhere"`
			Day   rest.Date `rest:"day" zone:"Europe/Berlin"`
		}
		return one[Note]()
	}},
	{"members of an object", func() *rest.Set {
		type Note struct {
			ID   int64      `rest:"id,readonly"`
			Size parcelSize `rest:"size"`
		}
		return one[Note]()
	}},
	{"an object that may be left out", func() *rest.Set {
		type Size struct {
			Width int64 `rest:"width"`
		}
		type Note struct {
			ID   int64  `rest:"id,readonly"`
			Size Size   `rest:"size,optional"`
			Open *Size  `rest:"open" validate:"max=1"`
			Blob []byte `rest:"blob,filter" validate:"max=-1"`
		}
		return one[Note]()
	}},
}

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
			ReadOnlyOneOf  string                      `rest:"read_only_one_of,readonly" default:"a" validate:"oneof=a b"`
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
