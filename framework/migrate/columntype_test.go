// Tests of the types of columns.

package migrate_test

import (
	"strings"
	"testing"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/migrate"
	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/schema"
)

// kept is a field of a kind whose columns are of these types.
func kept(types ...string) *field.Spec {
	return field.Of(field.Kind{Name: "kept", Column: func(*field.Spec, field.Dialect) field.Column {
		return field.Column{Types: types}
	}})
}

// A column that was made for a kind is what a second start finds, by whatever of its names the kind calls
// its type.
func TestMigrateTypeNames(t *testing.T) {
	names := map[string]string{
		"sqlite": "integer Int REAL text BLOB any",
		"postgres": "float float(24) float(53) FLOAT4 char CHAR(3) character varchar Varchar(20) varchar[] char(2)[] bit bit(4) varbit(9) " +
			"NUMERIC(8,2) numeric(8) dec decimal(9,0) int4[] int8 smallint bool timestamptz TIMESTAMPTZ(3) timestamp timestamp(0) time(2) timetz interval jsonb inet",
	}
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		dialect := db.Dialect().Name
		written := strings.Fields(names[dialect])
		if dialect == "postgres" {
			written = append(written, "NUMERIC(8, 2)", "timestamp (3) with time zone", "double  precision", "time without time zone")
		}
		var columns []schema.Column
		for i, name := range written {
			columns = append(columns, schema.Column{Name: "c" + string(rune('a'+i/26)) + string(rune('a'+i%26)), Value: kept(name), Null: true})
		}
		apply(t, db, things(columns...))
		equal(t, "a second run", apply(t, db, things(columns...)), []string(nil))
	})
}

// A column that was made by hand with a modifier is of the type that a kind names without one; another
// modifier, or none where the kind names one, makes another type.
func TestMigrateTypesByHand(t *testing.T) {
	db, err := database.Open(t.Context(), pg.Postgres(t), database.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, tt := range []struct {
		have, want string
		same       bool
	}{
		{"timestamptz(3)", "timestamptz", true},
		{"varchar(40)", "character varying", true},
		{"varchar(40)[]", "varchar[]", true},
		{"numeric(8,2)", "decimal", true},
		{"numeric(8,2)", "numeric(8,3)", false},
		{"numeric", "numeric(8,2)", false},
		{"timestamp(3)", "timestamptz", false},
		{"text[]", "text", false},
		{"char(2)", "char", false},
		{"float4", "float", false},
	} {
		databasetest.Exec(t, db, "DROP TABLE IF EXISTS things", "CREATE TABLE things (id bigserial PRIMARY KEY, held "+tt.have+")")
		_, err := migrate.Apply(t.Context(), db, []schema.Table{things(schema.Column{Name: "held", Value: kept(tt.want), Null: true})}, true)
		if (err == nil) != tt.same {
			t.Errorf("%s for %s: got error %v, want the same type: %v", tt.have, tt.want, err, tt.same)
		}
	}
}
