package auth

import (
	"math"
	"reflect"
	"time"
)

// plain brings a value into the form in which a column and a constant can be compared: pointers
// followed, nil ones nil, and numbers, texts and booleans of any named type as int64, uint64
// (when too large for int64), float64, string and bool. Other values stay as they are.
func plain(v any) any {
	switch v.(type) {
	case nil, bool, int64, float64, string, time.Time:
		return v
	}
	x := reflect.ValueOf(v)
	for x.Kind() == reflect.Pointer {
		if x.IsNil() {
			return nil
		}
		x = x.Elem()
	}
	switch {
	case x.Kind() == reflect.Bool:
		return x.Bool()
	case x.Kind() == reflect.String:
		return x.String()
	case x.CanInt():
		return x.Int()
	case x.CanUint():
		if n := x.Uint(); n > math.MaxInt64 {
			return n
		}
		return int64(x.Uint())
	case x.CanFloat():
		return x.Float()
	default:
		return x.Interface()
	}
}

// same compares two plain values as a database does: numbers by size, times by instant.
func same(a, b any) bool {
	switch a := a.(type) {
	case int64:
		if b, ok := b.(float64); ok {
			return float64(a) == b
		}
	case float64:
		if b, ok := b.(int64); ok {
			return a == float64(b)
		}
	case time.Time:
		if b, ok := b.(time.Time); ok {
			return a.Equal(b)
		}
	}
	return reflect.DeepEqual(a, b)
}
