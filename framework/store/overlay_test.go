// Tests of rows as JSON objects in SQL.

package store_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/doug-martin/goqu/v9"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store/internal/query"
)

// TestWideRowJSON makes an object of a row with more columns than a function of PostgreSQL takes arguments.
func TestWideRowJSON(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		const wide = 130
		var columns []schema.Column
		var names, values []string
		for i := range wide {
			name := fmt.Sprintf("c%d", i)
			columns = append(columns, schema.Column{Name: name, Value: field.Of(field.Text())})
			names, values = append(names, name+" text"), append(values, fmt.Sprintf("'%d'", i))
		}
		databasetest.Exec(t, db, "CREATE TABLE wide ("+strings.Join(names, ", ")+")", "INSERT INTO wide VALUES ("+strings.Join(values, ", ")+")")
		d := db.Dialect()
		sql, _, err := d.From(goqu.T("wide").As("t")).Select(query.RowJSON(d, columns)).ToSQL()
		if err != nil {
			t.Fatal(err)
		}
		var object map[string]string
		if err := json.Unmarshal([]byte(databasetest.Texts(t, db, sql)[0]), &object); err != nil || len(object) != wide || object["c129"] != "129" {
			t.Errorf("got %d members, %v, want %d", len(object), err, wide)
		}
	})
}

// TestNullBytesJSON tells bytes that are missing from none.
func TestNullBytesJSON(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		d := db.Dialect()
		columns := []schema.Column{{Name: "a", Value: field.Of(field.Bytes())}, {Name: "b", Value: field.Of(field.Bytes())}}
		kind := columns[0].Value.ColumnIn(field.Dialect(d.Name)).Types[0]
		databasetest.Exec(t, db, "CREATE TABLE packets (a "+kind+", b "+kind+")", "INSERT INTO packets VALUES (NULL, '')")
		sql, _, err := d.From(goqu.T("packets").As("t")).Select(query.RowJSON(d, columns)).ToSQL()
		if err != nil {
			t.Fatal(err)
		}
		var object map[string]*string
		if err := json.Unmarshal([]byte(databasetest.Texts(t, db, sql)[0]), &object); err != nil || object["a"] != nil || object["b"] == nil {
			t.Errorf("got %v, %v, want null and a text", object, err)
		}
	})
}
