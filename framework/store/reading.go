// What identifies the rows that a page shows.

package store

import (
	"database/sql/driver"
	"fmt"
	"strconv"
	"time"

	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/store/internal/query"
)

// Reading identifies what is read of the rows that meet a condition: equal ones give equal rows while the database stays
// the same. It is comparable.
type Reading struct {
	as   *Representation
	text string
}

// Size returns its bytes.
func (r Reading) Size() int { return len(r.text) }

// Reading returns what the scope reads of the rows that meet a condition. It is not ok if Go code has a part in it, or if
// conditions are asked of each row.
func (v Scoped) Reading(where predicate.Expr) (r Reading, ok bool) {
	if v.compute != nil || len(v.answers) > 0 || where.Has(predicate.OpFunc) {
		return Reading{}, false
	}
	b := append(append(append([]byte(v.key.seen), '|'), v.key.by...), '|')
	b = where.AppendKey(append(strconv.AppendBool(b, v.key.ranked), '|'))
	args := append(append(append([]any{}, v.args...), v.deep...), v.rank...)
	for _, arg := range query.AppendArguments(args, v.dialect, v.spec.Type, where) {
		if b, ok = appendArgument(append(b, '|'), arg); !ok {
			return Reading{}, false
		}
	}
	return Reading{v.as, string(b)}, true
}

// appendArgument appends an argument of a statement, so that different ones differ; another type than a driver's has no form.
func appendArgument(b []byte, arg any) (as []byte, ok bool) {
	v, err := driver.DefaultParameterConverter.ConvertValue(arg)
	if err != nil {
		return b, false
	}
	switch v := v.(type) {
	case nil:
		return append(b, 'n'), true
	case string:
		return append(append(strconv.AppendInt(append(b, 's'), int64(len(v)), 10), ':'), v...), true
	case []byte:
		return append(append(strconv.AppendInt(append(b, 'b'), int64(len(v)), 10), ':'), v...), true
	case time.Time:
		return v.AppendFormat(append(b, 't'), time.RFC3339Nano), true
	default: // int64, float64, bool
		return fmt.Appendf(b, "%T%v", v, v), true
	}
}
