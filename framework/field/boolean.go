// Booleans: bool.

package field

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"example.com/resourceful/framework/field/notation"
)

// Boolean is the kind of Go bools, and of types made of them.
func Boolean() Kind {
	c := &codec[bool]{scan: ScanBool, append: strconv.AppendBool}
	return Kind{
		Name:    "boolean",
		Match:   func(t reflect.Type) bool { return t.Kind() == reflect.Bool },
		Bind:    func(_ *Spec, p reflect.Value) Slot { return &slot[bool]{Pointer[bool](p), c} },
		Parse:   parseBoolean,
		Literal: "true or false",
		Arg: func(_ *Spec, v any) any {
			if b, ok := v.(bool); ok {
				return b
			}
			return nil
		},
		Column:   func(_ *Spec, d Dialect) Column { return booleanColumn(d) },
		Lookups:  []Lookup{Equal, NotEqual, In, IsNull},
		Inside:   insideBoolean,
		Unread:   unreadBoolean,
		Zero:     false,
		Rules:    []string{"eq", "ne"},
		Samples:  []any{false, true},
		Input:    Input{Control: "checkbox", Tick: true},
		Metadata: "boolean",
		JSON:     func(*Spec) map[string]any { return map[string]any{"type": "boolean"} },
	}
}

func booleanColumn(d Dialect) Column {
	if d == SQLite {
		return Column{
			Types: []string{"integer", "int", "bool"},
			Check: "%s IN (0, 1)",
			Fits:  "%s IN (0, 1)",
			Literal: func(v any) string {
				if v.(bool) {
					return "1"
				}
				return "0"
			},
		}
	}
	return Column{
		Types:   []string{"boolean"},
		Fits:    anyValue,
		Literal: func(v any) string { return strings.ToUpper(strconv.FormatBool(v.(bool))) },
	}
}

func parseBoolean(spec *Spec, v any) (any, []string) {
	switch v := v.(type) {
	case bool:
		return v, nil
	case json.Number:
		switch text, _ := notation.ParseExact(string(v)).Whole(); text {
		case "0":
			return false, nil
		case "1":
			return true, nil
		}
	case string:
		if truth, ok := Truth(v); ok {
			return truth, nil
		}
	}
	return spec.Invalid("Must be a valid boolean.")
}

// Truth parses a text for true or false, as Django REST framework does.
func Truth(text string) (truth, ok bool) {
	switch strings.ToLower(text) {
	case "true", "t", "yes", "y", "on", "1":
		return true, true
	case "false", "f", "no", "n", "off", "0":
		return false, true
	}
	return false, false
}

// insideBoolean compares booleans as the words true and false.
func insideBoolean(*Spec) *Inside {
	return &Inside{
		JSON: "boolean", Lookups: []Lookup{Equal, NotEqual, In, IsNull},
		Arg: func(_ Dialect, arg any) any { return fmt.Sprint(arg) },
	}
}
