// A kind of values that a team writes: colours.

package resttest_test

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"example.com/resourceful/framework/field"
)

// colour is a red, green and blue part in the lowest bytes: a kind of a program's own.
type colour uint32

func (c colour) String() string { return fmt.Sprintf("#%06x", uint32(c)) }

// colourKind is "#rrggbb" on the wire and in columns.
func colourKind() field.Kind {
	return field.Kind{
		Name:  "colour",
		Match: func(t reflect.Type) bool { return t == reflect.TypeFor[colour]() },
		Bind:  func(_ *field.Spec, p reflect.Value) field.Slot { return &colourSlot{p.Interface().(*colour)} },
		Parse: func(s *field.Spec, v any) (any, []string) {
			text, _ := v.(string)
			if c, ok := parseColour(field.TrimSpace(text)); ok {
				return c, nil
			}
			return s.Invalid(`Enter a colour such as "#ff8800".`)
		},
		Arg: func(_ *field.Spec, v any) any {
			if c, ok := v.(colour); ok {
				return c.String()
			}
			return nil
		},
		Column:   func(_ *field.Spec, d field.Dialect) field.Column { return field.TextColumn(d) },
		Lookups:  field.Ordered(),
		Zero:     colour(0),
		Input:    field.Input{Control: "color"},
		Metadata: "colour",
		JSON: func(*field.Spec) map[string]any {
			return map[string]any{"type": "string", "pattern": "^#[0-9a-f]{6}$"}
		},
	}
}

func parseColour(text string) (colour, bool) {
	digits, found := strings.CutPrefix(text, "#")
	n, err := strconv.ParseUint(digits, 16, 24)
	return colour(n), found && len(digits) == 6 && err == nil
}

type colourSlot struct{ p *colour }

func (s *colourSlot) Scan(src any) error {
	var text string
	if err := field.ScanText(&text, src); err != nil {
		return err
	}
	c, ok := parseColour(text)
	if !ok {
		return field.BadScan(src, "a colour")
	}
	*s.p = c
	return nil
}
func (s *colourSlot) Arg() any  { return s.p.String() }
func (s *colourSlot) Get() any  { return *s.p }
func (s *colourSlot) Set(v any) { *s.p, _ = v.(colour) }
func (s *colourSlot) Append(b []byte, _ string) []byte {
	return field.AppendText(b, s.p.String())
}
