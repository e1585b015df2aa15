// UUIDs: uuid.UUID.

package field

import (
	"bytes"
	"encoding/json"
	"math/big"
	"reflect"
	"strings"
	"time"

	"github.com/google/uuid"

	"example.com/resourceful/framework/field/notation"
)

// UUID is the kind of uuid.UUID of github.com/google/uuid: a uuid in PostgreSQL, a text in SQLite.
func UUID() Kind {
	c := &codec[uuid.UUID]{
		scan: scanUUID,
		append: func(b []byte, id uuid.UUID) []byte {
			var text [36]byte
			encodeUUID(&text, id)
			return append(append(append(b, '"'), text[:]...), '"')
		},
		arg: func(id uuid.UUID) any { return id.String() },
	}
	return Kind{
		Name:    "uuid",
		Match:   func(t reflect.Type) bool { return t == reflect.TypeFor[uuid.UUID]() },
		Bind:    func(_ *Spec, p reflect.Value) Slot { return &slot[uuid.UUID]{p.Interface().(*uuid.UUID), c} },
		Parse:   parseUUID,
		Literal: "a uuid.UUID, or its text",
		Arg:     uuidArg,
		Column: func(_ *Spec, d Dialect) Column {
			c := TextColumn(d)
			if d == PostgreSQL {
				c.Types, c.Fits = []string{"uuid"}, anyValue
			}
			return c
		},
		Lookups: Ordered(),
		Inside:  insideText,
		Unread:  "Enter a valid UUID.",
		Compare: func(a, b any) int {
			x, y := a.(uuid.UUID), b.(uuid.UUID)
			return bytes.Compare(x[:], y[:])
		},
		Key:    uuidKey,
		NoZero: uuid.Nil.String(),

		Placeholders: func(*Spec, int) []any { return []any{uuid.New()} },

		Moving: []Moving{{
			Word: "random", About: "a random uuid",
			Value: func(time.Time) any { return uuid.New() },
			SQL: func(d Dialect) string {
				if d == PostgreSQL {
					return "gen_random_uuid()"
				}
				return sqliteUUID
			},
		}},
		Metadata: "string",
		JSON:     func(*Spec) map[string]any { return map[string]any{"type": "string", "format": "uuid"} },
	}
}

// sqliteUUID is an SQL expression for a random uuid of version 4, which SQLite has no function for.
const sqliteUUID = `(lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-' || ` +
	`substr('89AB', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))))`

// parseUUID accepts the notations of Django REST framework: hexadecimal with or without hyphens, braces and
// "urn:uuid:", and a number.
func parseUUID(spec *Spec, v any) (any, []string) {
	switch v := v.(type) {
	case string:
		if id, ok := uuidOf(v); ok {
			return id, nil
		}
	case json.Number:
		n, ok := new(big.Int), len(v) <= maxUUIDDigits && !notation.IsFloat(string(v))
		if ok {
			n, ok = n.SetString(string(v), 10)
		}
		if ok && n.Sign() >= 0 && n.BitLen() <= 128 {
			var id uuid.UUID
			n.FillBytes(id[:])
			return id, nil
		}
	}
	return spec.Invalid("Must be a valid UUID.")
}

// maxUUIDDigits is the length of the largest number of 128 bits.
const maxUUIDDigits = 39

var uuidPunctuation = strings.NewReplacer("urn:", "", "uuid:", "", "-", "")

func uuidOf(text string) (uuid.UUID, bool) {
	hex := strings.ReplaceAll(strings.Trim(uuidPunctuation.Replace(text), "{}"), "-", "")
	if len(hex) != 32 {
		return uuid.Nil, false
	}
	id, err := uuid.Parse(hex)
	return id, err == nil
}

func uuidArg(_ *Spec, v any) any {
	switch v := v.(type) {
	case uuid.UUID:
		return v.String()
	case string:
		if id, ok := uuidOf(v); ok {
			return id.String()
		}
	}
	return nil
}

func scanUUID(to *uuid.UUID, src any) (err error) {
	switch src := src.(type) {
	case string:
		*to, err = uuid.Parse(src)
	case []byte:
		*to, err = uuid.ParseBytes(src)
	default:
		return BadScan(src, "a uuid")
	}
	return err
}

// encodeUUID writes the hexadecimal form without an allocation.
func encodeUUID(to *[36]byte, id uuid.UUID) {
	at := 0
	for i, c := range id {
		if i == 4 || i == 6 || i == 8 || i == 10 {
			to[at] = '-'
			at++
		}
		to[at], to[at+1] = notation.HexDigits[c>>4], notation.HexDigits[c&0xF]
		at += 2
	}
}

// uuidKey returns the key that the service creates: of version 7, so that new rows come after old ones.
func uuidKey(reflect.Type) *Key {
	return &Key{
		New: func() any { return uuid.Must(uuid.NewV7()) },
		// An address has the usual notation, in either case, so that a record has few addresses.
		Path: func(text string) (int64, string, bool) {
			id, err := uuid.Parse(text)
			return 0, id.String(), err == nil && len(text) == len(uuid.Nil.String())
		},
		Refer: func(text string) (any, bool) {
			id, ok := uuidOf(text)
			return id.String(), ok
		},
		Invalid: "“%s” is not a valid UUID.",
	}
}
