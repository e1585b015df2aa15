// What identifies the rows that a page shows.

package store

import (
	"crypto/sha256"
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
	as     *Representation
	digest [sha256.Size]byte
}

// Reading returns what the scope reads of the rows that meet a condition, with other texts on which it depends. It is not
// ok if Go code has a part in it, or if conditions are asked of each row.
func (v Scoped) Reading(where predicate.Expr, others ...string) (r Reading, ok bool) {
	if v.compute != nil || len(v.answers) > 0 || where.Has(predicate.OpFunc) {
		return Reading{}, false
	}
	b := make([]byte, 0, 1024)
	for _, text := range append(others, v.key.seen, v.key.by, strconv.FormatBool(v.key.ranked), where.Key()) {
		b, _ = appendArgument(b, text)
	}
	args := append(append(append([]any{}, v.args...), v.deep...), v.rank...)
	for _, arg := range query.AppendArguments(args, v.dialect, v.spec.Type, where) {
		if b, ok = appendArgument(b, arg); !ok {
			return Reading{}, false
		}
	}
	return Reading{v.as, sha256.Sum256(b)}, true
}

// appendArgument appends an argument of a statement, so that different ones differ; another type than a driver's has no form.
func appendArgument(b []byte, arg any) (as []byte, ok bool) {
	v, err := driver.DefaultParameterConverter.ConvertValue(arg)
	if err != nil {
		return b, false
	}
	switch v := v.(type) {
	case string:
		return append(append(strconv.AppendInt(append(b, 's'), int64(len(v)), 10), ':'), v...), true
	case []byte:
		return append(append(strconv.AppendInt(append(b, 'b'), int64(len(v)), 10), ':'), v...), true
	case time.Time:
		return append(v.AppendFormat(append(b, 't'), time.RFC3339Nano), '|'), true
	default: // nil, int64, float64, bool
		return fmt.Appendf(b, "%T%v|", v, v), true
	}
}
