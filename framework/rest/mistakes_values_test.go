// Mistakes in enums, digits and other bounds of values.

package rest_test

import (
	"time"

	"example.com/resourceful/framework/rest"
)

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
