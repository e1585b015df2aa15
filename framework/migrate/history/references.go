// The references of SQLite, which its migrations may break because they run without foreign keys.

package history

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	versions "github.com/pressly/goose/v3/database"
)

// brokenReferences counts rows that refer to no row, by the two tables. nil checks nothing.
type brokenReferences struct {
	before map[[2]string]int64 // what was broken before the migrations of a run; nil if it is not known
}

// note counts the rows before the migrations of a run.
func (b *brokenReferences) note(ctx context.Context, pool *sql.DB) (err error) {
	if b != nil {
		b.before, err = countBroken(ctx, pool)
	}
	return err
}

// check fails, in the transaction of a migration, if it has broken references that were whole before.
func (b *brokenReferences) check(ctx context.Context, db versions.DBTxConn) error {
	if b == nil || b.before == nil {
		return nil
	}
	now, err := countBroken(ctx, db)
	if err != nil {
		return err
	}
	var broken []error
	for tables, number := range now {
		if more := number - b.before[tables]; more > 0 {
			broken = append(broken, fmt.Errorf("rows of %s would refer to missing rows of %s: %d", tables[0], tables[1], more))
		}
	}
	return errors.Join(broken...)
}

// queryer is a transaction or a pool.
type queryer interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

func countBroken(ctx context.Context, db queryer) (map[[2]string]int64, error) {
	rows, err := db.QueryContext(ctx, `SELECT "table", parent, count(*) FROM pragma_foreign_key_check GROUP BY 1, 2`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	found := map[[2]string]int64{}
	for rows.Next() {
		var tables [2]string
		var number int64
		if err := rows.Scan(&tables[0], &tables[1], &number); err != nil {
			return nil, err
		}
		found[tables] = number
	}
	return found, rows.Err()
}
