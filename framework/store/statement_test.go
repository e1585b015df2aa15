package store_test

import (
	"testing"

	"example.com/resourceful/framework/resttest"
	"example.com/resourceful/framework/store"
)

// A statement that fails after its first row has failed, though one row was all that was wanted: a
// transaction would go on in vain, and a serialization failure would be taken for another error.
func TestFailureAfterRow(t *testing.T) {
	for _, address := range []string{resttest.Postgres(t), resttest.Postgres(t) + " binary_parameters=yes"} {
		l := open(t, address)
		for _, inTx := range []bool{false, true} {
			err := l.db.Row(t.Context(), "SELECT 1 / i FROM generate_series(1, 0, -1) AS n(i)", inTx)
			if err == nil || store.ErrorKind(err) != "22012" {
				t.Errorf("in a transaction %v: got %v, want a division by zero", inTx, err)
			}
			equal(t, "afterwards", l.db.Row(t.Context(), "SELECT 1", inTx), nil)
		}
	}
}
