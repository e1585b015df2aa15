// Tests of keys.

package migrate_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/google/uuid"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/migrate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/schema/structs"
)

type (
	country struct {
		ID   string `rest:"code" db:"id" validate:"max=2"`
		Name string `rest:"name"`
	}
	letter struct {
		ID      uuid.UUID                  `rest:"id,readonly"`
		From    schema.BelongsTo[country]  `rest:"from"`
		Reply   schema.BelongsTo[letter]   `rest:"reply,optional"`
		Through schema.ManyToMany[country] `rest:"through,optional"`
	}
)

func keyedTables(t *testing.T) []schema.Table {
	t.Helper()
	types := map[reflect.Type]*schema.Type{}
	var all []*schema.Type
	for _, of := range []reflect.Type{reflect.TypeFor[country](), reflect.TypeFor[letter]()} {
		types[of] = structs.Compile(of, "", field.Builtin(), field.NewRules(nil), nil, func(name, msg string) { t.Errorf("%s: %s", name, msg) })
		all = append(all, types[of])
	}
	for _, f := range types[reflect.TypeFor[letter]()].Fields {
		if f.Relation != nil {
			structs.Link(types[reflect.TypeFor[letter]()], f, types[f.Relation.Target], func(msg string) { t.Errorf("%s: %s", f.Go, msg) })
		}
	}
	return structs.Tables(all, func(_ *schema.Type, name, msg string) { t.Errorf("%s: %s", name, msg) })
}

// Keys that are texts and uuids are columns of their own kind, and so are the references to them.
func TestMigrateKeysOfKinds(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		made := strings.Join(apply(t, db, keyedTables(t)...), "\n")
		for _, want := range map[string][]string{
			"sqlite":   {`"id" TEXT NOT NULL`, `"from_id" TEXT NOT NULL`, `"reply_id" TEXT REFERENCES`, `"letter_id" TEXT NOT NULL`},
			"postgres": {`"id" uuid NOT NULL`, `"id" text COLLATE "C" NOT NULL`, `"from_id" text COLLATE "C" NOT NULL`, `"reply_id" uuid,`, `"letter_id" uuid NOT NULL`},
		}[db.Dialect().Name] {
			if !strings.Contains(made, want) {
				t.Errorf("no %s in\n%s", want, made)
			}
		}
		equal(t, "a second run", apply(t, db, keyedTables(t)...), []string(nil))
		const id = "'01a202b2-2f88-744d-b4a2-40b10ab967d5'"
		databasetest.Exec(t, db, "INSERT INTO countries VALUES ('is', 'Iceland')", "INSERT INTO letters (id, from_id) VALUES ("+id+", 'is')",
			"INSERT INTO letters_through VALUES ("+id+", 'is')")
		for _, wrong := range []string{
			"INSERT INTO countries VALUES ('is', 'Italy')", "INSERT INTO countries VALUES (NULL, 'Italy')",
			"INSERT INTO letters_through VALUES (" + id + ", 'it')", "DELETE FROM countries",
		} {
			if databasetest.TryExec(t, db, wrong) == nil {
				t.Errorf("%s: no error", wrong)
			}
		}
	})
}

// A table whose key is of another kind, or is none, is not taken for the declared one.
func TestMigrateRefusesKeys(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		type thing struct {
			ID string `rest:"id" validate:"max=9"`
		}
		apply(t, db, things())
		_, err := migrate.Compare(t.Context(), db, tablesOf[thing](t))
		wants(t, err, "column things.id is of type", "asks for text")
		databasetest.Exec(t, db, "DROP TABLE things", "CREATE TABLE things (id text NOT NULL)")
		_, err = migrate.Compare(t.Context(), db, tablesOf[thing](t))
		wants(t, err, "column things.id is the key and may hold a value twice; ", "PRIMARY KEY")
		databasetest.Exec(t, db, "CREATE UNIQUE INDEX one ON things (id)")
		equal(t, "with an index", apply(t, db, tablesOf[thing](t)...), []string(nil))
	})
}
