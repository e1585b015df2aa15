// Mistakes in defaults.

package rest_test

import (
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/rest"
)

// Defaults that fields refuse, and fields that nothing fills.
var defaultMistakes = []mistake{
	{"defaults", func() *rest.Set {
		type Defaulted struct {
			ID        int64                     `rest:"id,readonly" default:"1"`
			Number    int                       `rest:"number" default:"many"`
			Boolean   bool                      `rest:"boolean" default:"maybe"`
			TooLarge  int8                      `rest:"too_large" default:"200"`
			TooLong   string                    `rest:"too_long" default:"untitled" validate:"max=3"`
			NoChoice  string                    `rest:"no_choice" default:"blue" validate:"oneof=red green"`
			Trimmed   string                    `rest:"trimmed" default:" untitled"`
			Blank     string                    `rest:"blank" default:" "`
			NoDay     rest.Date                 `rest:"no_day" default:"tomorrow"`
			Pointer   *string                   `rest:"pointer" default:"untitled"`
			Reference rest.BelongsTo[auth.User] `rest:"reference" default:"1"`
			NoUTF8    string                    `rest:"no_utf8" default:"\xff"`
		}
		return one[Defaulted]()
	}},
	{"fields that nothing fills", func() *rest.Set {
		type Unfilled struct {
			ID        int64                     `rest:"id,readonly"`
			ReadOnly  time.Time                 `rest:"read_only,readonly"`
			Hidden    string                    `rest:"-"`
			Reference rest.BelongsTo[auth.User] `rest:"reference,readonly"`
		}
		return one[Unfilled]()
	}},
}
