package runtime

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"net/url"
	"strconv"
	"time"
)

// Opt is a value that may be absent. The zero Opt is absent: it is not sent, and a change leaves the value as it is. One of
// a pointer may be null.
type Opt[T any] struct {
	value T
	set   bool
}

// Set is a value that is there.
func Set[T any](value T) Opt[T] { return Opt[T]{value: value, set: true} }

// SetTo is a value that is there, of those that may be null.
func SetTo[T any](value T) Opt[*T] { return Opt[*T]{value: &value, set: true} }

// Null is null, which is sent: it takes the value away.
func Null[T any]() Opt[*T] { return Opt[*T]{set: true} }

// Get returns the value, and whether there is one.
func (o Opt[T]) Get() (value T, ok bool) { return o.value, o.set }

// IsZero reports whether the value is absent: it leaves a member out that has the option omitzero.
func (o Opt[T]) IsZero() bool { return !o.set }

// MarshalJSON implements json.Marshaler.
func (o Opt[T]) MarshalJSON() ([]byte, error) { return json.Marshal(o.value) }

// UnmarshalJSON implements json.Unmarshaler.
func (o *Opt[T]) UnmarshalJSON(text []byte) error {
	o.set = true
	return json.Unmarshal(text, &o.value)
}

// Date is a day: "2026-01-31".
type Date string

// DateOf is the day of a moment, where it is.
func DateOf(t time.Time) Date { return Date(t.Format(time.DateOnly)) }

// In is the beginning of the day somewhere.
func (d Date) In(where *time.Location) (time.Time, error) {
	return time.ParseInLocation(time.DateOnly, string(d), where)
}

// Decimal is a number as it is written: "12.50".
type Decimal string

// Rat is the number itself; ok is false where it is none.
func (d Decimal) Rat() (r *big.Rat, ok bool) { return new(big.Rat).SetString(string(d)) }

// Either is a record, or the key that stands for it.
type Either[K, R any] struct {
	Key    K
	Record *R // nil where there is the key
}

// MarshalJSON implements json.Marshaler.
func (e Either[K, R]) MarshalJSON() ([]byte, error) {
	if e.Record != nil {
		return json.Marshal(e.Record)
	}
	return json.Marshal(e.Key)
}

// UnmarshalJSON implements json.Unmarshaler.
func (e *Either[K, R]) UnmarshalJSON(text []byte) error {
	if bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) {
		e.Record = new(R)
		return json.Unmarshal(text, e.Record)
	}
	return json.Unmarshal(text, &e.Key)
}

// Outcome is what has become of a row of a list of which some may be refused.
type Outcome[T any] struct {
	Status int `json:"status"`
	Record *T  `json:"body"` // nil where it was refused, or deleted
	Fields []FieldError
}

// UnmarshalJSON implements json.Unmarshaler.
func (o *Outcome[T]) UnmarshalJSON(text []byte) error {
	var plain struct {
		Status int             `json:"status"`
		Body   *T              `json:"body"`
		Errors json.RawMessage `json:"errors"`
	}
	if err := json.Unmarshal(text, &plain); err != nil {
		return err
	}
	*o = Outcome[T]{Status: plain.Status, Record: plain.Body}
	if plain.Errors != nil {
		detail, fields := readRefusal(plain.Errors)
		if o.Fields = fields; detail != "" {
			o.Fields = []FieldError{{Message: detail}}
		}
	}
	return nil
}

// addTo adds a parameter of a query that is there.
func addTo[T any](to url.Values, name string, value Opt[T]) {
	if v, ok := value.Get(); ok {
		to.Add(name, paramText(v))
	}
}

// addAll adds a parameter for each value.
func addAll[T any](to url.Values, name string, values []T) {
	for _, v := range values {
		to.Add(name, paramText(v))
	}
}

// addJoined adds a parameter with all values, joined by commas.
func addJoined[T any](to url.Values, name string, values []T) {
	text := ""
	for i, v := range values {
		if i > 0 {
			text += ","
		}
		text += paramText(v)
	}
	if len(values) > 0 {
		to.Add(name, text)
	}
}

// paramText is a value as the query has it.
func paramText(v any) string {
	switch v := v.(type) {
	case time.Time:
		return v.Format(time.RFC3339Nano)
	case bool:
		return strconv.FormatBool(v)
	}
	return fmt.Sprint(v)
}
