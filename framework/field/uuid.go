package field

import (
	"bytes"
	"encoding/json"
	"math/big"
	"reflect"
	"strings"
	"time"

	"github.com/google/uuid"
)

// UUID is the kind of uuid.UUID of github.com/google/uuid: a uuid in PostgreSQL, a text in SQLite.
func UUID() Kind {
	return Kind{
		Name:    "uuid",
		Match:   func(t reflect.Type) bool { return t == reflect.TypeFor[uuid.UUID]() },
		Bind:    func(_ *Spec, p reflect.Value) Slot { return &uuidSlot{p.Interface().(*uuid.UUID)} },
		Parse:   parseUUID,
		Literal: "a uuid.UUID, or its text",
		Arg:     uuidArg,
		Column: func(_ *Spec, d Dialect) Column {
			c := TextColumn(d)
			if d == PostgreSQL {
				c.Types = []string{"uuid"}
			}
			return c
		},
		Lookups: Ordered(),
		Compare: func(a, b any) int {
			x, y := a.(uuid.UUID), b.(uuid.UUID)
			return bytes.Compare(x[:], y[:])
		},
		Key:    uuidKey,
		NoZero: uuid.Nil.String(),
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

// sqliteUUID is a random uuid of version 4, which SQLite has no function for.
const sqliteUUID = `(lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-' || ` +
	`substr('89AB', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))))`

// parseUUID takes what Django REST framework takes: the hexadecimal form with or without hyphens,
// braces and "urn:uuid:", and the number.
func parseUUID(spec *Spec, v any) (any, []string) {
	switch v := v.(type) {
	case string:
		if id, ok := uuidOf(v); ok {
			return id, nil
		}
	case json.Number:
		n, ok := new(big.Int), len(v) <= maxUUIDDigits && !isFloat(string(v))
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

type uuidSlot struct{ p *uuid.UUID }

func (s *uuidSlot) Scan(src any) (err error) {
	switch src := src.(type) {
	case string:
		*s.p, err = uuid.Parse(src)
	case []byte:
		*s.p, err = uuid.ParseBytes(src)
	default:
		return BadScan(src, "a uuid")
	}
	return err
}
func (s *uuidSlot) Arg() any  { return s.p.String() }
func (s *uuidSlot) Get() any  { return *s.p }
func (s *uuidSlot) Set(v any) { *s.p, _ = v.(uuid.UUID) }
func (s *uuidSlot) Append(b []byte, _ string) []byte {
	var text [36]byte
	encodeUUID(&text, *s.p)
	return append(append(append(b, '"'), text[:]...), '"')
}

// encodeUUID writes the hexadecimal form without an allocation.
func encodeUUID(to *[36]byte, id uuid.UUID) {
	at := 0
	for i, c := range id {
		if i == 4 || i == 6 || i == 8 || i == 10 {
			to[at] = '-'
			at++
		}
		to[at], to[at+1] = hexDigits[c>>4], hexDigits[c&0xF]
		at += 2
	}
}
