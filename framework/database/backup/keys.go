// The keys of the files that the rows of a database name.

package backup

import (
	"context"
	"fmt"
	"strings"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/schema"
)

// eachKey calls fn with the key of each file that a row names, in the order of the keys. The columns are those that
// all versions of the program have registered.
func eachKey(ctx context.Context, db *database.DB, fn func(key string) error) error {
	selects, err := keySelects(ctx, db)
	if err != nil || len(selects) == 0 {
		return err
	}
	var key string
	all := strings.Join(selects, " UNION ") + " ORDER BY 1"
	return db.Session().Each(ctx, db.Raw(all), []any{&key}, func() error { return fn(key) })
}

// keySelects returns a query for each column with keys of files.
func keySelects(ctx context.Context, db *database.DB) (selects []string, err error) {
	var table, column string
	registered := 0
	const there = "SELECT count(*) FROM sqlite_schema WHERE name = '" + schema.FileColumnsTable + "'"
	if _, err := db.Session().Row(ctx, db.Raw(there), []any{&registered}); err != nil || registered == 0 {
		return nil, err
	}
	const columns = "SELECT f.table_name, f.column_name FROM " + schema.FileColumnsTable +
		" AS f JOIN pragma_table_info(f.table_name) AS c ON c.name = f.column_name"
	err = db.Session().Each(ctx, db.Raw(columns), []any{&table, &column}, func() error {
		selects = append(selects, fmt.Sprintf("SELECT %s COLLATE BINARY AS key FROM %s WHERE %[1]s <> ''", quote(column), quote(table)))
		return nil
	})
	return selects, err
}

var quote = database.Quote
