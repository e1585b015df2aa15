// Examples of kinds of values.

package rest_test

import (
	"encoding/json"
	"fmt"
	"net/netip"
	"reflect"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/shopspring/decimal"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// Size is a size of clothes.
type Size string

// sizes is a kind of a program's own: a text of a few, which is compared and stored as one.
func sizes() rest.Kind {
	text := field.Text()
	return rest.Kind{
		Name:  "size",
		Match: func(t reflect.Type) bool { return t == reflect.TypeFor[Size]() },
		Bind:  text.Bind,
		Parse: func(s *field.Spec, v any) (any, []string) {
			if size, ok := v.(string); ok && strings.Trim(size, "SMLX") == "" && size != "" {
				return size, nil
			}
			return s.Invalid("Enter a size such as XL.")
		},
		Arg:      text.Arg,
		Column:   text.Column,
		NoZero:   "no size",
		Metadata: "string",
	}
}

// Shirt has a field of a kind of the program's own, and of the kinds that are exact.
type Shirt struct {
	ID      int64           `rest:"id,readonly"`
	Size    Size            `rest:"size"`
	Price   decimal.Decimal `rest:"price" digits:"8,2" validate:"min=0" default:"9.5"`
	Code    uuid.UUID       `rest:"code,unique" default:"random"`
	Drying  time.Duration   `rest:"drying" default:"90:00"`
	Ironing *time.Duration  `rest:"ironing"`
}

// Alarm is a time of day at which people are called, each by a mail.
type Alarm struct {
	ID    int64          `rest:"id,readonly"`
	At    rest.TimeOfDay `rest:"at"`
	Mails []string       `rest:"mails,optional" validate:"max=5,dive,email"`
	Notes map[string]any `rest:"notes,optional"`
}

// A time of day has neither a date nor a zone.
func ExampleTimeOfDay() {
	fmt.Println(Alarm{At: rest.NewTimeOfDay(8*time.Hour + 30*time.Minute)}.At)
	printPlan(rest.NewSet("clock", rest.ViewSet[Alarm]{Path: "/alarms/", Access: permission.Anyone}), "Mails", "Notes")
	// Output:
	// 08:30:00
	// Mails mails list of text optional, validate max=5, of items email
	// Notes notes object optional
}

// Mood is an enum: its constants are all its values.
type Mood string

// The moods.
const (
	Glad Mood = "glad"
	Sad  Mood = "sad"
)

// Choices are the moods and what people read.
func (Mood) Choices() []rest.Choice {
	return []rest.Choice{rest.ChoiceOf(Glad, ""), rest.ChoiceOf(Sad, "Not glad")}
}

// Position is a place on the earth.
type Position struct {
	Latitude  float64 `rest:"lat" validate:"min=-90,max=90"`
	Longitude float64 `rest:"lng" validate:"min=-180,max=180"`
}

// Postcard has a value of most kinds.
type Postcard struct {
	ID      int64                     `rest:"id,readonly"`
	Mood    Mood                      `rest:"mood" default:"glad"`
	Moods   rest.MultipleChoice[Mood] `rest:"moods" validate:"min=1"`
	Slug    string                    `rest:"slug" validate:"slug"`
	Country string                    `rest:"country" pattern:"^[A-Z]{2}$"`
	Stamps  uint8                     `rest:"stamps"`
	From    *netip.Addr               `rest:"from"`
	Sent    time.Time                 `rest:"sent" zone:"Europe/Berlin"`
	Place   Position                  `rest:"place"`
	Extra   *json.RawMessage          `rest:"extra"`
	Seal    []byte                    `rest:"seal,optional" validate:"max=64"`
}

// A type with the method Choices has only these values.
func ExampleChoiceOf() {
	printPlan(rest.NewSet("post", rest.ViewSet[Postcard]{Path: "/postcards/", Access: permission.Anyone}), "Mood", "Moods")
	// Output:
	// Mood mood text default "glad", one of "glad" "sad"
	// Moods moods set of choices required, validate min=1, of items one of "glad" "sad"
}

// An Enum is a type made of a text or a whole number.
func ExampleEnum() {
	var mood rest.Enum = Glad
	for _, c := range mood.Choices() {
		fmt.Println(c.Value, c.Label)
	}
	// Output:
	// glad Glad
	// sad Not glad
}

// A MultipleChoice has each value once.
func ExampleMultipleChoice() {
	fmt.Println(Postcard{Moods: rest.MultipleChoice[Mood]{Glad, Sad}}.Moods)
	printPlan(rest.NewSet("post", rest.ViewSet[Postcard]{Path: "/postcards/", Access: permission.Anyone}), "Country", "Stamps", "From", "Sent", "Place", "Extra", "Seal")
	// Output:
	// [glad sad]
	// Country country text required, validate pattern=^[A-Z]{2}$
	// Stamps stamps integer required
	// From from ip address may be null
	// Sent sent timestamp(Europe/Berlin) required
	// Place place object required
	// Extra extra json may be null
	// Seal seal bytes optional, validate max=64
}

// A set lists the kinds of values that its program brings along.
func ExampleSet_Kinds() {
	shirts := rest.ViewSet[Shirt]{Path: "/shirts/", Access: permission.Anyone}
	plan, err := rest.NewSet("shop", shirts).Kinds(sizes()).Compile()
	if err != nil {
		fmt.Println(err)
		return
	}
	_, fields, _ := strings.Cut(plan.String(), "  fields\n")
	fields, _, _ = strings.Cut(fields, "\n\n")
	fmt.Println(fields)
	// Output:
	// ID       id       integer       read-only
	//     Size     size     size          required
	//     Price    price    decimal(8,2)  default 9.50, validate min=0
	//     Code     code     uuid          unique, default random
	//     Drying   drying   duration      default 01:30:00
	//     Ironing  ironing  duration      may be null
}

// Keyring has a password, of which the row keeps only the hash.
type Keyring struct {
	ID       int64         `rest:"id,readonly"`
	Name     string        `rest:"name"`
	Password rest.Password `rest:"password,writeonly" validate:"min=12"`
}

// A program lists the kind with what hashes: &passwords.Hasher{}, whose hashes are those of accounts.
func ExamplePasswords() {
	var hasher field.Hasher // &passwords.Hasher{}
	keyrings := rest.ViewSet[Keyring]{Path: "/keyrings/", Access: permission.Anyone}
	plan, err := rest.NewSet("keys", keyrings).Kinds(rest.Passwords(hasher)).Compile()
	if err != nil {
		fmt.Println(err)
		return
	}
	_, fields, _ := strings.Cut(plan.String(), "  fields\n")
	fields, _, _ = strings.Cut(fields, "\n\n")
	fmt.Println(fields)
	// Output:
	// ID        id        integer   read-only
	//     Name      name      text      required
	//     Password  password  password  required, write-only, validate min=12
}
