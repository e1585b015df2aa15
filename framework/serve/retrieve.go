// The operation GET on a record.

package serve

import (
	"example.com/resourceful/framework/media"
)

// retrieve reads a record.
func retrieve(x *exchange, a *admission) (result, error) {
	rec, shape, err := loadRepresentation(x, a) // 404
	if err != nil {
		return result{}, err
	}
	x.timing.step("load")
	if !rec.readable && !a.cond.IsTrue() {
		if err := permitRepresentation(x, a, rec); err != nil { // 401, 403, 404
			return result{}, err
		}
	}
	x.timing.step("permit-row")
	return result{content: media.Record, record: rec, names: shape.names}, nil
}
