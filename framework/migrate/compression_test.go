// The compression of long values on PostgreSQL.

package migrate_test

import (
	"testing"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/resttest/pg"
)

type essay struct {
	ID    int64          `rest:"id,readonly"`
	Slug  string         `rest:"slug,unique"`
	Title string         `rest:"title" validate:"max=200"`
	Mood  string         `rest:"mood" validate:"oneof=light dark"`
	Body  string         `rest:"body,multiline"`
	Notes map[string]any `rest:"notes,optional"`
	Scan  []byte         `rest:"scan,optional"`
}

// Columns that may hold long values are compressed by lz4, which is quicker than PostgreSQL's own method.
// Short columns stay as they are.
func TestMigrateCompression(t *testing.T) {
	db, err := database.Open(t.Context(), pg.Postgres(t), database.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if databasetest.Number(t, db, "SELECT count(*) FROM pg_settings WHERE name = 'default_toast_compression' AND 'lz4' = ANY (enumvals)") == 0 {
		t.Skip("this server has no lz4")
	}
	const compressed = "SELECT attname FROM pg_attribute WHERE attrelid = 'things'::regclass AND attcompression = 'l' AND NOT attisdropped ORDER BY attname"
	apply(t, db, tablesOf[essay](t)...)
	equal(t, "compressed columns", databasetest.Texts(t, db, compressed), []string{"body", "notes", "scan"})
	equal(t, "a second run", apply(t, db, tablesOf[essay](t)...), []string(nil))
	databasetest.Exec(t, db, "ALTER TABLE things DROP COLUMN body")
	apply(t, db, tablesOf[essay](t)...)
	equal(t, "compressed columns, of which one was added", databasetest.Texts(t, db, compressed), []string{"body", "notes", "scan"})
}
