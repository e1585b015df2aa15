// Tests of constraints.

package migrate_test

import (
	"fmt"
	"strings"
	"testing"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/migrate"
)

// span has a rule of two columns.
type span struct {
	ID    int64  `rest:"id,readonly"`
	First int64  `rest:"first"`
	Last  *int64 `rest:"last" validate:"gtefield=First"`
}

// plainSpan is a span without the rule.
type plainSpan struct {
	ID    int64  `rest:"id,readonly"`
	First int64  `rest:"first"`
	Last  *int64 `rest:"last"`
}

// Constraints come with a table, and to one that is there; the database then refuses what breaks them, and
// nothing else.
func TestMigrateConstraints(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		apply(t, db, tablesOf[plainSpan](t)...)
		databasetest.Exec(t, db, "INSERT INTO things (id, first, last) VALUES (1, 1, 2), (2, 5, NULL)")
		if made := apply(t, db, tablesOf[span](t)...); len(made) == 0 {
			t.Fatal("nothing was made")
		}
		equal(t, "a second run", apply(t, db, tablesOf[span](t)...), []string(nil))
		for _, tt := range []struct {
			text string
			good bool
		}{
			{"INSERT INTO things (id, first, last) VALUES (11, 3, 3)", true},
			{"INSERT INTO things (id, first, last) VALUES (12, 3, NULL)", true},
			{"INSERT INTO things (id, first, last) VALUES (13, 3, 2)", false},
			{"UPDATE things SET first = 3 WHERE id = 1", false},
			{"UPDATE things SET first = 2 WHERE id = 1", true},
			{"UPDATE things SET last = 4 WHERE id = 2", false},
		} {
			err := databasetest.TryExec(t, db, tt.text)
			if (err == nil) != tt.good {
				t.Errorf("%s: got %v", tt.text, err)
			}
			if v, ok := database.ViolationOf(err); err != nil && (!ok || !strings.HasPrefix(v.Check, "things_") || !strings.HasSuffix(v.Check, "_check")) {
				t.Errorf("%s: %v is about %+v", tt.text, err, v)
			}
		}
	})
}

// firstOnly is a span without its end.
type firstOnly struct {
	ID    int64 `rest:"id,readonly"`
	First int64 `rest:"first"`
}

// needing has a new column that some rows need.
type needing struct {
	ID    int64  `rest:"id,readonly"`
	First int64  `rest:"first"`
	Last  *int64 `rest:"last" validate:"required_if=First 3"`
}

// Of a column that is new, the rows have its default.
func TestMigrateConstraintsOfNewColumns(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		apply(t, db, tablesOf[firstOnly](t)...)
		databasetest.Exec(t, db, "INSERT INTO things (id, first) VALUES (1, 3), (2, 4)")
		_, err := migrate.Apply(t.Context(), db, tablesOf[needing](t), false)
		wants(t, err, "table things has 1 rows that break a constraint of the validate tag of Last (This field is required.)")
		databasetest.Exec(t, db, "UPDATE things SET first = 4")
		apply(t, db, tablesOf[needing](t)...)
	})
}

// Rows that break a new constraint, and a constraint that is no longer declared, are reported and stay as they
// are.
func TestMigrateConstraintsByHand(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		apply(t, db, tablesOf[plainSpan](t)...)
		databasetest.Exec(t, db, "INSERT INTO things (id, first, last) VALUES (1, 3, 2)")
		_, err := migrate.Apply(t.Context(), db, tablesOf[span](t), false)
		wants(t, err, "table things has 1 rows that break a constraint of the validate tag of Last", "Ensure this value is greater than or equal to first.")
		databasetest.Exec(t, db, "UPDATE things SET first = 1")
		apply(t, db, tablesOf[span](t)...)
		_, err = migrate.Apply(t.Context(), db, tablesOf[plainSpan](t), false)
		wants(t, err, "which is no longer declared and would refuse rows; drop it by hand: ")
		for line := range strings.Lines(fmt.Sprint(err)) {
			if _, drop, ok := strings.Cut(line, "drop it by hand: "); ok {
				databasetest.Exec(t, db, strings.TrimSpace(drop))
			}
		}
		equal(t, "without the constraint", apply(t, db, tablesOf[plainSpan](t)...), []string(nil))
	})
}
