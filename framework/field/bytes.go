// Bytes of any meaning: []byte.

package field

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"reflect"
	"strings"

	"example.com/resourceful/framework/field/notation"
)

// Bytes is the kind of []byte, and of types made of it: base64 on the wire, with padding, bytea in
// PostgreSQL, a blob in SQLite. The rules max, min and len count bytes.
func Bytes() Kind {
	return Kind{
		Name:    "bytes",
		Match:   func(t reflect.Type) bool { return t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8 },
		Bind:    func(_ *Spec, p reflect.Value) Slot { return &bytesSlot{Pointer[[]byte](p)} },
		Parse:   parseBytes,
		Literal: "a []byte",
		Arg: func(_ *Spec, v any) any {
			if b, ok := v.([]byte); ok {
				return string(b)
			}
			return nil
		},
		Text:         func(_ *Spec, v any) string { return base64.StdEncoding.EncodeToString(v.([]byte)) },
		Column:       func(_ *Spec, d Dialect) Column { return bytesColumn(d) },
		Lookups:      []Lookup{IsNull},
		Zero:         []byte{},
		Rules:        []string{"min", "max", "len"},
		RuleMessages: byteMessages,
		Samples:      []any{[]byte{}, []byte("ab")},
		Counted:      true,
		Input:        Input{Control: "textarea"},
		Metadata:     "field",
		JSON: func(*Spec) map[string]any {
			return map[string]any{"type": "string", "contentEncoding": "base64"}
		},
	}
}

var byteMessages = map[string]string{
	"max": "Ensure this field has no more than %s bytes.",
	"min": "Ensure this field has at least %s bytes.",
	"len": "Ensure this field has exactly %s bytes.",
}

// bytesColumn stores bytes unchanged. In a row that is read as JSON they are in hexadecimal.
func bytesColumn(d Dialect) Column {
	c := Column{
		Types:   []string{"bytea"},
		Fits:    anyValue,
		Store:   func(arg any) any { return []byte(arg.(string)) },
		JSON:    "encode(%s, 'hex')",
		Literal: func(v any) string { return fmt.Sprintf(`'\x%x'`, v) },
	}
	if d == SQLite {
		c.Types, c.JSON, c.Fits = []string{"blob"}, "hex(%s)", "typeof(%s) = 'blob'"
		c.Literal = func(v any) string { return fmt.Sprintf("x'%x'", v) }
	}
	return c
}

// parseBytes accepts base64, also with line breaks; it refuses base64 without padding, which may be cut
// off.
func parseBytes(spec *Spec, v any) (any, []string) {
	if text, ok := v.(string); ok {
		text = strings.NewReplacer("\r", "", "\n", "").Replace(notation.TrimSpace(text))
		if b, err := base64.StdEncoding.Strict().DecodeString(text); err == nil {
			return b, nil
		}
	}
	return spec.Invalid("Enter valid base64.")
}

// bytesSlot is a slice of bytes.
type bytesSlot struct{ p *[]byte }

// Scan accepts bytes of the driver, or their hexadecimal text from a row that is JSON.
func (s *bytesSlot) Scan(src any) error {
	switch src := src.(type) {
	case []byte:
		*s.p = append([]byte{}, src...)
		return nil
	case string:
		b, err := hex.DecodeString(src)
		*s.p = b
		return err
	}
	return BadScan(src, "bytes")
}

func (s *bytesSlot) Arg() any { return string(*s.p) }

func (s *bytesSlot) Get() any {
	if *s.p == nil {
		return []byte{}
	}
	return *s.p
}

func (s *bytesSlot) Set(v any) {
	if *s.p, _ = v.([]byte); *s.p == nil {
		*s.p = []byte{}
	}
}

func (s *bytesSlot) Append(b []byte, _ string) []byte {
	return append(base64.StdEncoding.AppendEncode(append(b, '"'), *s.p), '"')
}

// Size implements Sized.
func (s *bytesSlot) Size() int { return len(*s.p) }
