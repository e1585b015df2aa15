package resttest

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"testing"
)

// Snapshot is what the SQLite database of a server held when it was taken: after a request that has
// changed some rows, they can be put back, which takes far less time than Reset and fill.
type Snapshot struct {
	t       testing.TB
	server  *Server
	db      *sql.Conn // behind the service's back
	version int       // of the database, when that was last known
	restore string    // the script that puts everything back
}

// Snapshot keeps all rows of the server's database, which must be a file of SQLite.
func (s *Server) Snapshot(t testing.TB) *Snapshot {
	t.Helper()
	db, err := sql.Open("sqlite", s.address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	k := &Snapshot{t: t, server: s}
	if k.db, err = db.Conn(t.Context()); err != nil {
		t.Fatal(err)
	}
	k.exec("PRAGMA synchronous = OFF; ATTACH ':memory:' AS kept")
	script := []string{"BEGIN IMMEDIATE"}
	for _, row := range k.query("SELECT name FROM main.sqlite_schema WHERE type = 'table' AND (name = 'sqlite_sequence' OR name NOT LIKE 'sqlite%')") {
		name := row[0].(string)
		k.exec(`CREATE TABLE kept."copy_` + name + `" AS SELECT * FROM main."` + name + `"`)
		script = append(script, `DELETE FROM main."`+name+`"`, `INSERT INTO main."`+name+`" SELECT * FROM kept."copy_`+name+`"`)
	}
	k.restore = strings.Join(append(script, "COMMIT"), "; ")
	k.Changed()
	return k
}

// Restore puts everything back.
func (k *Snapshot) Restore() {
	k.t.Helper()
	k.exec(k.restore)
}

// Changed reports whether the service has changed anything since it was last asked.
func (k *Snapshot) Changed() bool {
	k.t.Helper()
	var version int
	if err := k.db.QueryRowContext(context.Background(), "PRAGMA main.data_version").Scan(&version); err != nil {
		k.t.Fatal(err)
	}
	changed := version != k.version
	k.version = version
	return changed
}

// Rows is everything that the declared tables hold, a line a row.
func (k *Snapshot) Rows() string {
	k.t.Helper()
	var b strings.Builder
	for _, table := range k.server.Plan.Tables {
		for _, row := range k.query(`SELECT * FROM main."` + table.Name + `" ORDER BY 1, 2`) {
			fmt.Fprintln(&b, table.Name, row)
		}
	}
	return b.String()
}

func (k *Snapshot) exec(script string) {
	k.t.Helper()
	if _, err := k.db.ExecContext(context.Background(), script); err != nil {
		k.t.Fatalf("%s: %v", script, err)
	}
}

func (k *Snapshot) query(query string) [][]any {
	k.t.Helper()
	rows, err := k.db.QueryContext(context.Background(), query)
	if err != nil {
		k.t.Fatalf("%s: %v", query, err)
	}
	_, all, err := scanAll(rows)
	if err != nil {
		k.t.Fatalf("%s: %v", query, err)
	}
	return all
}

// scanAll reads and closes rows of any columns.
func scanAll(rows *sql.Rows) (columns []string, all [][]any, err error) {
	defer rows.Close()
	if columns, err = rows.Columns(); err != nil {
		return nil, nil, err
	}
	for rows.Next() {
		values, dests := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			dests[i] = &values[i]
		}
		if err := rows.Scan(dests...); err != nil {
			return nil, nil, err
		}
		all = append(all, values)
	}
	return columns, all, rows.Err()
}
