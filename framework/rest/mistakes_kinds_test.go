// Mistakes in kinds of values that a set adds.

package rest_test

import (
	"reflect"
	"time"

	"github.com/google/uuid"
	"github.com/shopspring/decimal"

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
			TooMany        decimal.Decimal       `rest:"too_many" digits:"19,2"`
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
	{"two kinds of one type", func() *rest.Set { return one[Marked]().Kinds(grade("grade", nil), grade("mark", nil)) }},
	{"rule on a kind of which nothing can be asked", func() *rest.Set {
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
