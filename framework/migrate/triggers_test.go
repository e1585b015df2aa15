// Tests of triggers that read columns which are not there.

package migrate_test

import (
	"errors"
	"testing"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/migrate"
	"example.com/resourceful/framework/schema"
)

// A trigger that reads a dropped column makes every write fail: it is reported before anything is served.
func TestTriggersOfMissingColumns(t *testing.T) {
	for name, tt := range map[string]struct {
		body string
		want string // the column; "" for none
	}{
		"quoted":           {`NEW."gone" := NEW.title;`, "gone"},
		"folded":           {`IF old . Gone IS NULL THEN NEW.title := ''; END IF;`, "gone"},
		"there":            {`NEW.title := coalesce(OLD."title", NEW.Kept);`, ""},
		"undeclared":       {`NEW.extra := 1;`, ""},
		"declared":         {`NEW.added := 'x';`, ""},
		"a comment":        {"-- NEW.gone\n/* OLD.gone\n*/ NEW.title := 'it''s NEW.gone';", ""},
		"a system column":  {`RAISE NOTICE '%', NEW.tableoid;`, ""},
		"a schema":         {`INSERT INTO old.kept_things VALUES (1);`, ""},
		"its function":     {`PERFORM old.gone(1);`, ""},
		"a dollar text":    {`NEW.title := $q$NEW.gone$q$;`, ""},
		"an escape":        {`NEW.title := E'it\'s NEW.gone';`, ""},
		"another variable": {`RAISE NOTICE '%', (SELECT renew.gone FROM (SELECT 1 AS gone) AS renew);`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			db, err := database.Open(t.Context(), databasetest.Addresses()["postgres"](t), database.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			text := func(name string) schema.Column {
				return schema.Column{Name: name, Value: field.Of(field.Text()), Null: true}
			}
			apply(t, db, things(text("title"), text("kept")))
			databasetest.Exec(t, db, "ALTER TABLE things ADD COLUMN extra int, ADD COLUMN gone text",
				"CREATE FUNCTION reads() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "+tt.body+" RETURN NEW; END $$",
				"CREATE TRIGGER reading BEFORE INSERT OR UPDATE ON things FOR EACH ROW EXECUTE FUNCTION reads()",
				"ALTER TABLE things DROP COLUMN gone")
			_, err = migrate.Compare(t.Context(), db, []schema.Table{things(text("title"), text("kept"), text("added"))})
			found, _ := errors.AsType[migrate.Differences](err)
			if tt.want == "" {
				if err != nil {
					t.Errorf("got %v, want none", err)
				}
				return
			}
			if len(found) != 1 {
				t.Fatalf("got %v, want one difference", err)
			}
			equal(t, "the problem", found[0].Problem, "trigger reading of the table things reads the column "+tt.want+", which is missing, so that writes fail")
			equal(t, "the remedy", found[0].Remedy, `change its function, or run: DROP TRIGGER "reading" ON "things"`)
			databasetest.Exec(t, db, "CREATE TABLE others (gone text)", "CREATE TRIGGER reading BEFORE INSERT ON others FOR EACH ROW EXECUTE FUNCTION reads()")
			if _, err := migrate.Compare(t.Context(), db, []schema.Table{things(text("title"), text("kept"))}); err != nil {
				t.Errorf("a function of two tables: got %v", err)
			}
		})
	}
}
