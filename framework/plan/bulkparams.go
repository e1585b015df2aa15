// The parameters of writes that select their rows by filters.

package plan

import (
	"fmt"
	"math"
)

// The parameters of a request that selects the rows to write by filters: the largest number of rows, and
// the consent to write all rows without a filter.
const (
	MaxAffectedParam = "max_affected"
	AllParam         = "all"
)

// BulkParams returns the parameters of a request that selects the rows to write by filters.
func (r *Resource) BulkParams() []*Param {
	return append(Narrowing(r.Params), maxAffected(r.Bulk), all())
}

// maxAffected returns the parameter that limits the number of written rows.
func maxAffected(b Bulk) *Param {
	schema, most := map[string]any{"type": "integer", "minimum": 1, "maximum": b.Max}, b.Max
	if b.Unbounded {
		delete(schema, "maximum")
		most = math.MaxInt32
	}
	return &Param{
		Name: MaxAffectedParam, About: "how many rows the request may write", Label: "Max affected", Role: PagingRole,
		Schema: schema,
		Read: func(l *Listing, values []string) (messages []string, err error) {
			n, messages := ReadWhole(values[len(values)-1], 1)
			if n > int64(most) {
				messages = []string{fmt.Sprintf("Ensure this value is less than or equal to %d.", most)}
			}
			l.MaxAffected = int(min(n, int64(most)))
			return messages, nil
		},
	}
}

// all returns the parameter that consents to write all rows.
func all() *Param {
	return &Param{
		Name: AllParam, About: "true to write all rows, without a filter", Label: "All", Role: PagingRole,
		Schema: map[string]any{"const": true},
		Read: func(l *Listing, values []string) (messages []string, err error) {
			if l.All = values[len(values)-1] == "true"; !l.All {
				return []string{"Must be true, or left out."}, nil
			}
			return nil, nil
		},
	}
}
