package field

import (
	"reflect"
	"strconv"
	"strings"

	"github.com/google/uuid"
)

// Key says how values of a kind tell rows apart: as keys, and as what an address names a record by.
type Key struct {
	// Numbered says that the database numbers new rows.
	Numbered bool
	// New makes the key of a new row, a bound value. Where it is nil, and rows are not numbered, a
	// client gives the key.
	New func() any
	// Path reads a value as it stands in a path: a number where Numbered, else a text as Slot.Arg gives
	// it. It is not ok for what can be no value of an address.
	Path func(text string) (number int64, value string, ok bool)
	// Refer reads a value that a client sends to refer to a row, in the form of Slot.Arg: nil for one
	// that no row has. It is not ok for what is no value at all, of which Invalid says that.
	Refer func(text string) (arg any, ok bool)
	// Invalid is a message in which %s is what the client sent; "" for that of Django REST framework
	// for keys in general.
	Invalid string
}

// numberedKey is the key that the database counts up, which has 64 bits.
func numberedKey(t reflect.Type) *Key {
	if t.Kind() != reflect.Int64 {
		return nil
	}
	return &Key{
		Numbered: true,
		Path: func(text string) (int64, string, bool) {
			if text == "" || strings.Trim(text, "0123456789") != "" {
				return 0, "", false
			}
			n, err := strconv.ParseInt(text, 10, 64)
			return n, "", err == nil && n > 0
		},
		Refer: func(text string) (any, bool) {
			n, err := strconv.ParseInt(TrimSpace(text), 10, 64)
			if IsRange(err) {
				return nil, true
			}
			return n, err == nil
		},
	}
}

// uuidKey is the key that the service makes: of version 7, so that new rows come after old ones.
func uuidKey(reflect.Type) *Key {
	return &Key{
		New: func() any { return uuid.Must(uuid.NewV7()) },
		// An address has the usual form, in either case, so that a record has few of them.
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

// textKey is the key that a client gives.
func textKey(reflect.Type) *Key {
	return &Key{
		Path: func(text string) (int64, string, bool) { return 0, text, text != "" && Storable(text) },
		Refer: func(text string) (any, bool) {
			if text == "" || !Storable(text) {
				return nil, true
			}
			return text, true
		},
	}
}
