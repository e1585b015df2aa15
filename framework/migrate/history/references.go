// The references of SQLite, which its migrations may break because they run without foreign keys.

package history

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	versions "github.com/pressly/goose/v3/database"
)

// brokenReferences counts rows that refer to no row. nil checks nothing.
type brokenReferences struct {
	before *counted // what was broken before the migrations of a run; nil if it is not known
}

// counted is the number of rows that refer to no row, by the two tables, and the names of all tables.
type counted struct {
	rows   map[[2]string]int64
	tables map[string]bool
}

// note counts the rows before the migrations of a run.
func (b *brokenReferences) note(ctx context.Context, pool *sql.DB) (err error) {
	if b != nil {
		b.before, err = countBroken(ctx, pool)
	}
	return err
}

// check fails, in the transaction of a migration, if it has broken references that were whole before. A table that was
// renamed has what its former name had.
func (b *brokenReferences) check(ctx context.Context, db versions.DBTxConn) error {
	if b == nil || b.before == nil {
		return nil
	}
	now, err := countBroken(ctx, db)
	if err != nil {
		return err
	}
	kept := func(tables [2]string) bool {
		return !slices.ContainsFunc(tables[:], func(name string) bool { return !b.before.tables[name] || !now.tables[name] })
	}
	renamed := int64(0) // rows that were broken under names which are gone
	for tables, number := range b.before.rows {
		if !kept(tables) && now.rows[tables] == 0 {
			renamed += number
		}
	}
	var broken []error
	for tables, number := range now.rows {
		more := number - b.before.rows[tables]
		if !kept(tables) && more > 0 {
			taken := min(more, renamed)
			more, renamed = more-taken, renamed-taken
		}
		if more > 0 {
			broken = append(broken, fmt.Errorf("rows of %s would refer to missing rows of %s: %d; delete them in the migration, or let them refer to others (PRAGMA foreign_key_check lists them)", tables[0], tables[1], more))
		}
	}
	return errors.Join(broken...)
}

// queryer is a transaction or a pool.
type queryer interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

func countBroken(ctx context.Context, db queryer) (*counted, error) {
	found := &counted{map[[2]string]int64{}, map[string]bool{}}
	rows, err := db.QueryContext(ctx, `SELECT "table", parent, count(*) FROM pragma_foreign_key_check GROUP BY 1, 2 UNION ALL SELECT name, '', 0 FROM sqlite_schema WHERE type = 'table'`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var tables [2]string
		var number int64
		if err := rows.Scan(&tables[0], &tables[1], &number); err != nil {
			return nil, err
		}
		if number > 0 {
			found.rows[tables] = number
		} else {
			found.tables[tables[0]] = true
		}
	}
	return found, rows.Err()
}
