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

var kindMistakes = []mistake{
	{"decimal without digits", func() *rest.Set {
		type Note struct {
			ID   int64           `rest:"id,readonly"`
			Cost decimal.Decimal `rest:"cost" validate:"min=0" default:"1"`
		}
		return one[Note]()
	}},
	{"digits that are no numbers", func() *rest.Set {
		type Note struct {
			ID   int64           `rest:"id,readonly"`
			Cost decimal.Decimal `rest:"cost" digits:"8.2"`
		}
		return one[Note]()
	}},
	{"digits with a sign", func() *rest.Set {
		type Note struct {
			ID   int64           `rest:"id,readonly"`
			Cost decimal.Decimal `rest:"cost" digits:"8,-2"`
		}
		return one[Note]()
	}},
	{"more digits than both databases keep", func() *rest.Set {
		type Note struct {
			ID   int64           `rest:"id,readonly"`
			Cost decimal.Decimal `rest:"cost" digits:"19,2"`
		}
		return one[Note]()
	}},
	{"no digits at all", func() *rest.Set {
		type Note struct {
			ID   int64           `rest:"id,readonly"`
			Cost decimal.Decimal `rest:"cost" digits:"0,0"`
		}
		return one[Note]()
	}},
	{"more digits behind the point than in all", func() *rest.Set {
		type Note struct {
			ID   int64           `rest:"id,readonly"`
			Cost decimal.Decimal `rest:"cost" digits:"2,8"`
		}
		return one[Note]()
	}},
	{"digits of another kind", func() *rest.Set {
		type Note struct {
			ID   int64   `rest:"id,readonly"`
			Cost float64 `rest:"cost" digits:"8,2"`
		}
		return one[Note]()
	}},
	{"digits of a relation", func() *rest.Set {
		type Note struct {
			ID    int64                 `rest:"id,readonly"`
			Other rest.BelongsTo[Other] `rest:"other,optional,readonly" digits:"8,2"`
		}
		return one[Note]()
	}},
	{"digits under another name", func() *rest.Set {
		type Note struct {
			ID   int64           `rest:"id,readonly"`
			Cost decimal.Decimal `rest:"cost" digit:"8,2" digits:"8,2"`
		}
		return one[Note]()
	}},
	{"default with too many places", func() *rest.Set {
		type Note struct {
			ID   int64           `rest:"id,readonly"`
			Cost decimal.Decimal `rest:"cost" digits:"8,2" default:"0.125"`
		}
		return one[Note]()
	}},
	{"default that breaks a rule of a decimal", func() *rest.Set {
		type Note struct {
			ID   int64           `rest:"id,readonly"`
			Cost decimal.Decimal `rest:"cost" digits:"8,2" validate:"min=1" default:"0.5"`
		}
		return one[Note]()
	}},
	{"bound of a decimal with too many places", func() *rest.Set {
		type Note struct {
			ID   int64           `rest:"id,readonly"`
			Cost decimal.Decimal `rest:"cost" digits:"8,2" validate:"min=0.001"`
		}
		return one[Note]()
	}},
	{"bound of a decimal without a number", func() *rest.Set {
		type Note struct {
			ID   int64           `rest:"id,readonly"`
			Cost decimal.Decimal `rest:"cost" digits:"8,2" validate:"min"`
		}
		return one[Note]()
	}},
	{"rule for texts on a decimal", func() *rest.Set {
		type Note struct {
			ID   int64           `rest:"id,readonly"`
			Cost decimal.Decimal `rest:"cost" digits:"8,2" validate:"email"`
		}
		return one[Note]()
	}},
	{"optional decimal whose zero breaks its rules", func() *rest.Set {
		type Note struct {
			ID   int64           `rest:"id,readonly"`
			Cost decimal.Decimal `rest:"cost,optional" digits:"8,2" validate:"min=1"`
		}
		return one[Note]()
	}},
	{"default of a duration in Go's notation", func() *rest.Set {
		type Note struct {
			ID   int64         `rest:"id,readonly"`
			Wait time.Duration `rest:"wait" default:"1h30m"`
		}
		return one[Note]()
	}},
	{"bound of a duration in Go's notation", func() *rest.Set {
		type Note struct {
			ID   int64         `rest:"id,readonly"`
			Wait time.Duration `rest:"wait" validate:"max=24h"`
		}
		return one[Note]()
	}},
	{"multiline duration", func() *rest.Set {
		type Note struct {
			ID   int64         `rest:"id,readonly"`
			Wait time.Duration `rest:"wait,multiline"`
		}
		return one[Note]()
	}},
	{"duration that nothing gives a value", func() *rest.Set {
		type Note struct {
			ID   int64         `rest:"id,readonly"`
			Wait time.Duration `rest:"-"`
		}
		return one[Note]()
	}},
	{"optional uuid", func() *rest.Set {
		type Note struct {
			ID   int64     `rest:"id,readonly"`
			Code uuid.UUID `rest:"code,optional"`
		}
		return one[Note]()
	}},
	{"default of a uuid that is none", func() *rest.Set {
		type Note struct {
			ID   int64     `rest:"id,readonly"`
			Code uuid.UUID `rest:"code" default:"new"`
		}
		return one[Note]()
	}},
	{"length of a uuid", func() *rest.Set {
		type Note struct {
			ID   int64     `rest:"id,readonly"`
			Code uuid.UUID `rest:"code" validate:"len=36"`
		}
		return one[Note]()
	}},
	{"relation shown by a uuid", func() *rest.Set {
		type Coded struct {
			ID   int64     `rest:"id,readonly"`
			Code uuid.UUID `rest:"code,unique"`
		}
		type Note struct {
			ID    int64                 `rest:"id,readonly"`
			Coded rest.BelongsTo[Coded] `rest:"coded,readonly,optional,show=code"`
		}
		return one[Note]()
	}},
	{"message of a decimal that is never said", func() *rest.Set {
		type Note struct {
			ID   int64           `rest:"id,readonly"`
			Cost decimal.Decimal `rest:"cost" digits:"8,2"`
		}
		return rest.NewSet("cases", rest.ViewSet[Note]{Path: "/notes/", Serializer: rest.Serializer[Note]{Messages: map[string]string{"cost.max_places": "Too many."}}}).Access(permission.Anyone)
	}},
	{"several rules with | of a kind that compares", func() *rest.Set {
		type Note struct {
			ID   int64           `rest:"id,readonly"`
			Cost decimal.Decimal `rest:"cost" digits:"8,2" validate:"max=1|min=5"`
			Code uuid.UUID       `rest:"code" validate:"eq=6ba7b810-9dad-11d1-80b4-00c04fd430c8|eq=6ba7b811-9dad-11d1-80b4-00c04fd430c8"`
		}
		return one[Note]()
	}},
	{"rule on a kind of which nothing can be asked", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Grade letter `rest:"grade"`
		}
		k := grade()
		k.Lookups = nil
		return rest.NewSet("cases", rest.ViewSet[Note]{Path: "/notes/"}).Kinds(k).Access(permission.Not(permission.Is("grade", "a")))
	}},
	{"table of tokens", func() *rest.Set {
		type Token struct {
			ID int64 `rest:"id,readonly"`
		}
		return one[Token]()
	}},
	{"password that no set hashes", func() *rest.Set {
		type Note struct {
			ID     int64         `rest:"id,readonly"`
			Secret rest.Password `rest:"secret,writeonly"`
		}
		return one[Note]()
	}},
	{"passwords that are shown, in lists and in objects", func() *rest.Set {
		type Gate struct {
			Code rest.Password `rest:"code"`
		}
		type Note struct {
			ID     int64           `rest:"id,readonly"`
			Secret rest.Password   `rest:"secret" default:"a"`
			Unique rest.Password   `rest:"unique,writeonly,unique,sort,filter"`
			Open   rest.Password   `rest:"open,writeonly,optional"`
			Many   []rest.Password `rest:"many,writeonly"`
			Gate   Gate            `rest:"gate,writeonly"`
		}
		return one[Note]().Kinds(rest.Passwords(nil))
	}},
	{"list of times with a rule of its items", func() *rest.Set {
		type Note struct {
			ID    int64            `rest:"id,readonly"`
			Times []rest.TimeOfDay `rest:"times" validate:"max=3,dive,min=25:00"`
			Days  []*rest.Date     `rest:"days"`
		}
		return one[Note]()
	}},
	{"kind that is listed twice", func() *rest.Set { return one[Plain]().Kinds(grade(), grade()) }},
	{"kind under the name of a built-in one", func() *rest.Set {
		k := grade()
		k.Name = "decimal"
		return one[Plain]().Kinds(k)
	}},
	{"kind without a name", func() *rest.Set {
		k := grade()
		k.Name = ""
		return one[Plain]().Kinds(k)
	}},
	{"kind with a name that is none", func() *rest.Set {
		k := grade()
		k.Name = "Grade!"
		return one[Plain]().Kinds(k)
	}},
	{"kind that cannot parse", func() *rest.Set {
		k := grade()
		k.Parse = nil
		return one[Plain]().Kinds(k)
	}},
	{"kind of a built-in type", func() *rest.Set {
		k := grade()
		k.Match = func(t reflect.Type) bool { return t.Kind() == reflect.String }
		return one[Plain]().Kinds(k)
	}},
	{"kind whose Match panics", func() *rest.Set {
		k := grade()
		k.Match = func(t reflect.Type) bool { return t.Elem() == nil }
		return one[Plain]().Kinds(k)
	}},
	{"kind with rules that are never tried", func() *rest.Set {
		k := grade()
		k.Rules = []string{"alpha"}
		return one[Plain]().Kinds(k)
	}},
	{"kind with a tag key that is taken", func() *rest.Set {
		k := grade()
		k.Tags = []string{"validate"}
		return one[Plain]().Kinds(k)
	}},
	{"two kinds of one type", func() *rest.Set {
		other := grade()
		other.Name = "mark"
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Grade letter `rest:"grade"`
		}
		return one[Note]().Kinds(grade(), other)
	}},
	{"rule on a kind that has none", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Grade letter `rest:"grade" validate:"max=1"`
		}
		return one[Note]().Kinds(grade())
	}},
	{"default that a kind refuses", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Grade letter `rest:"grade" default:"7"`
		}
		return one[Note]().Kinds(grade())
	}},
	{"optional field of a kind without a zero", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Grade letter `rest:"grade,optional"`
		}
		return one[Note]().Kinds(grade())
	}},
}

// letter is a type of a kind of its own.
type letter string

// grade is a kind of one letter.
func grade() rest.Kind {
	text := field.Text()
	return rest.Kind{
		Name:  "grade",
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
}
