// The built-in kinds.

package field

import (
	"encoding/json"
	"net/netip"
	"reflect"
	"time"

	"github.com/google/uuid"
	"github.com/shopspring/decimal"
)

// Builtin returns the kinds that every set knows. A kind of a single Go type comes before the kinds of all
// types made of another.
func Builtin() []Kind {
	return []Kind{
		StoredFile(), StoredImage(), Timestamp(), Day(), Time(), Duration(), UUID(), Decimal(), IP(), JSON(), MultipleChoices(), Object(), Bytes(),
		Text(), Boolean(), Integer(), Number(),
	}
}

var numBuiltin = len(Builtin())

// NumBuiltin returns the number of the built-in kinds.
func NumBuiltin() int { return numBuiltin }

// BuiltinTypes returns the Go types with a built-in kind, without the types made of them.
func BuiltinTypes() []reflect.Type {
	return []reflect.Type{
		reflect.TypeFor[string](), reflect.TypeFor[bool](),
		reflect.TypeFor[int](), reflect.TypeFor[int8](), reflect.TypeFor[int16](), reflect.TypeFor[int32](), reflect.TypeFor[int64](),
		reflect.TypeFor[uint](), reflect.TypeFor[uint8](), reflect.TypeFor[uint16](), reflect.TypeFor[uint32](), reflect.TypeFor[uint64](),
		reflect.TypeFor[float32](), reflect.TypeFor[float64](),
		reflect.TypeFor[time.Time](), reflect.TypeFor[Date](), reflect.TypeFor[TimeOfDay](), reflect.TypeFor[time.Duration](),
		reflect.TypeFor[uuid.UUID](), reflect.TypeFor[decimal.Decimal](), reflect.TypeFor[map[string]any](),
		reflect.TypeFor[netip.Addr](), reflect.TypeFor[json.RawMessage](), reflect.TypeFor[[]byte](),
		reflect.TypeFor[File](), reflect.TypeFor[Image](),
	}
}
