package rest_test

import (
	"fmt"
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
