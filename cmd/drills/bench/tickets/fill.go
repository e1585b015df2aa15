package tickets

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
)

// batch is how many rows a transaction stores, and chunk how many a statement of SQLite does.
const (
	batch = 100_000
	chunk = 500
)

var columns = []string{"title", "body", "status", "priority", "due", "created"}

// Fill stores n tickets in the table, which the migration has made. They are the same each time, and on both
// databases. The driver is "sqlite" or "postgres".
func Fill(ctx context.Context, db *sql.DB, driver string, n int, progress func(done int)) error {
	store := insert
	if driver == "postgres" {
		store = copyIn
	}
	s := newSource(n)
	for done := 0; done < n; {
		tx, err := db.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		rows := min(batch, n-done)
		if err = store(ctx, tx, s, rows); err == nil {
			err = tx.Commit()
		}
		if err != nil {
			_ = tx.Rollback()
			return fmt.Errorf("fill tickets: %w", err)
		}
		done += rows
		progress(done)
	}
	return nil
}

// insert stores the next n tickets by statements of SQLite with many rows each.
func insert(ctx context.Context, tx *sql.Tx, s *source, n int) error {
	var prepared *sql.Stmt
	values := make([]any, 0, chunk*len(columns))
	for size := 0; n > 0; n -= size {
		if rows := min(chunk, n); rows != size {
			size = rows
			marks := strings.Repeat(", (?, ?, ?, ?, ?, ?)", size)
			var err error
			prepared, err = tx.PrepareContext(ctx, "INSERT INTO "+table+" ("+strings.Join(columns, ", ")+") VALUES "+marks[2:])
			if err != nil {
				return err
			}
			defer prepared.Close()
		}
		values = values[:0]
		for range size {
			values = append(values, s.next()...)
		}
		if _, err := prepared.ExecContext(ctx, values...); err != nil {
			return err
		}
	}
	return nil
}

// copyIn stores the next n tickets by PostgreSQL's COPY.
func copyIn(ctx context.Context, tx *sql.Tx, s *source, n int) error {
	in, err := tx.PrepareContext(ctx, "COPY "+table+" ("+strings.Join(columns, ", ")+") FROM STDIN")
	if err != nil {
		return err
	}
	defer in.Close()
	for range n {
		if _, err := in.ExecContext(ctx, s.next()...); err != nil {
			return err
		}
	}
	_, err = in.ExecContext(ctx)
	return err
}
