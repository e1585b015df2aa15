// Package colour is a kind of values of the team's own.
package colour

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/field/notation"
)

// Colour is a red, green and blue part in the lowest bytes.
type Colour uint32

func (c Colour) String() string { return fmt.Sprintf("#%06x", uint32(c)) }

// Kind is "#rrggbb" on the wire and in columns.
func Kind() field.Kind {
	return field.Kind{
		Name:  "colour",
		Match: func(t reflect.Type) bool { return t == reflect.TypeFor[Colour]() },
		Bind:  func(_ *field.Spec, p reflect.Value) field.Slot { return &slot{p.Interface().(*Colour)} },
		Parse: func(s *field.Spec, v any) (any, []string) {
			text, _ := v.(string)
			if c, ok := parse(notation.TrimSpace(text)); ok {
				return c, nil
			}
			return s.Invalid(`Enter a colour such as "#ff8800".`)
		},
		Arg: func(_ *field.Spec, v any) any {
			if c, ok := v.(Colour); ok {
				return c.String()
			}
			return nil
		},
		Column:   func(_ *field.Spec, d field.Dialect) field.Column { return field.TextColumn(d) },
		Lookups:  field.Ordered(),
		Zero:     Colour(0),
		Input:    field.Input{Control: "color"},
		Metadata: "colour",
		JSON: func(*field.Spec) map[string]any {
			return map[string]any{"type": "string", "pattern": "^#[0-9a-f]{6}$"}
		},
	}
}

func parse(text string) (Colour, bool) {
	digits, found := strings.CutPrefix(text, "#")
	n, err := strconv.ParseUint(digits, 16, 24)
	return Colour(n), found && len(digits) == 6 && err == nil
}

type slot struct{ p *Colour }

func (s *slot) Scan(src any) error {
	var text string
	if err := field.ScanText(&text, src); err != nil {
		return err
	}
	c, ok := parse(text)
	if !ok {
		return field.BadScan(src, "a colour")
	}
	*s.p = c
	return nil
}
func (s *slot) Arg() any  { return s.p.String() }
func (s *slot) Get() any  { return *s.p }
func (s *slot) Set(v any) { *s.p, _ = v.(Colour) }
func (s *slot) Append(b []byte, _ string) []byte {
	return notation.AppendText(b, s.p.String())
}
