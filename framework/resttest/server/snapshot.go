// The rows of a server at one moment, to compare with and to go back to.

package server

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"testing"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
)

// Snapshot is a state of a server's database: after a request that has changed some rows, it can be
// restored, which takes far less time than Reset and fill.
type Snapshot struct {
	t       testing.TB
	server  *Server
	db      *sql.Conn // behind the service's back
	state   string    // of the database, when that was last known
	restore string    // the script that puts everything back
	numbers string    // the script that puts the numbers of rows back, "" for none
	asks    string    // the query for the state
}

// Snapshot keeps all rows of the server's database, which on SQLite must be a file.
func (s *Server) Snapshot(t testing.TB) *Snapshot {
	t.Helper()
	db, err := s.Open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	k := &Snapshot{t: t, server: s}
	if k.db, err = db.Conn(t.Context()); err != nil {
		t.Fatal(err)
	}
	if s.dialect() == field.SQLite {
		k.keepSQLite()
	} else {
		k.keepPostgres(db)
	}
	k.Changed()
	return k
}

// dialect returns that of the server's database.
func (s *Server) dialect() field.Dialect { return field.Dialect(s.DB.Dialect().Name) }

// keepSQLite copies all tables to a database in memory. What has changed something is known by the version of the file.
func (k *Snapshot) keepSQLite() {
	k.t.Helper()
	k.exec("PRAGMA synchronous = OFF; ATTACH ':memory:' AS kept")
	script := []string{"BEGIN IMMEDIATE"}
	for _, row := range k.query("SELECT name FROM main.sqlite_schema WHERE type = 'table' AND (name = 'sqlite_sequence' OR name NOT LIKE 'sqlite%')") {
		name := row[0].(string)
		k.exec(`CREATE TABLE kept."copy_` + name + `" AS SELECT * FROM main."` + name + `"`)
		script = append(script, `DELETE FROM main."`+name+`"`, `INSERT INTO main."`+name+`" SELECT * FROM kept."copy_`+name+`"`)
	}
	k.restore = strings.Join(append(script, "COMMIT"), "; ")
	k.asks = "PRAGMA main.data_version"
}

// keepPostgres copies all tables to temporary ones, and the numbers that sequences have come to. What has changed something is
// known by a sum over all rows: others use the server too, and a transaction that was taken back has changed nothing.
func (k *Snapshot) keepPostgres(db *sql.DB) {
	k.t.Helper()
	var err error
	if k.numbers, err = sequences(db); err != nil {
		k.t.Fatal(err)
	}
	script, sums := []string{"BEGIN", "SET LOCAL session_replication_role = replica"}, []string{}
	for i, row := range k.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1") {
		name := fmt.Sprint(Plain(row[0]))
		kept := fmt.Sprintf("pg_temp.kept_%d", i)
		var columns string
		err := k.db.QueryRowContext(context.Background(), `SELECT string_agg(quote_ident(column_name), ', ' ORDER BY ordinal_position)
			FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER'`, name).Scan(&columns)
		if err != nil {
			k.t.Fatal(err)
		}
		k.exec(fmt.Sprintf(`CREATE TEMPORARY TABLE kept_%d AS SELECT * FROM %s`, i, k.table(name)))
		script = append(script, "DELETE FROM "+k.table(name), fmt.Sprintf("INSERT INTO %s (%s) OVERRIDING SYSTEM VALUE SELECT %s FROM %s", k.table(name), columns, columns, kept))
		sums = append(sums, fmt.Sprintf("(SELECT coalesce(md5(string_agg(t::text, ' ' ORDER BY t::text)), '') FROM %s AS t)", k.table(name)))
	}
	k.restore = strings.Join(append(script, k.numbers, "COMMIT"), "; ")
	k.asks = "SELECT concat(" + strings.Join(sums, ", ") + ")"
}

// table returns the name of a table in statements.
func (k *Snapshot) table(name string) string {
	if k.server.dialect() == field.SQLite {
		return `main."` + name + `"`
	}
	return `public."` + name + `"`
}

// Restore puts everything back.
func (k *Snapshot) Restore() {
	k.t.Helper()
	k.exec(k.restore)
}

// Renumber lets the next row have the number that it had when the snapshot was taken, also where a row was taken back.
func (k *Snapshot) Renumber() {
	if k.numbers != "" {
		k.exec(k.numbers)
	}
}

// Changed reports whether the service has changed anything since it was last asked.
func (k *Snapshot) Changed() bool {
	k.t.Helper()
	var state string
	if err := k.db.QueryRowContext(context.Background(), k.asks).Scan(&state); err != nil {
		k.t.Fatal(err)
	}
	changed := state != k.state
	k.state = state
	return changed
}

// Rows returns the content of the declared tables, one row a line, except the audit's refused logins: those
// are kept for any request with the credentials.
func (k *Snapshot) Rows() string {
	k.t.Helper()
	var b strings.Builder
	for _, table := range k.server.Plan.Tables {
		query := `SELECT * FROM ` + k.table(table.Name)
		if table.Name == schema.AuditTable && k.server.Plan.Audit != nil {
			query += ` WHERE row_change <> '` + schema.Refused + `'`
		}
		for _, row := range k.query(query + ` ORDER BY 1, 2`) {
			for i := range row {
				row[i] = Plain(row[i])
			}
			fmt.Fprintln(&b, table.Name, row)
		}
	}
	return b.String()
}

// Column returns the values of a column in all rows, in their order.
func (k *Snapshot) Column(table, column string) (values []any) {
	k.t.Helper()
	for _, row := range k.query(fmt.Sprintf(`SELECT "%s" FROM %s ORDER BY 1`, column, k.table(table))) {
		values = append(values, Plain(row[0]))
	}
	return values
}

// Set sets a column of the row with a key. A row stays as it is where the database refuses the value.
func (k *Snapshot) Set(table, column string, value any, key string, is any) {
	k.t.Helper()
	query := fmt.Sprintf(`UPDATE %s SET "%s" = $1 WHERE "%s" = $2`, k.table(table), column, key)
	if _, err := k.db.ExecContext(context.Background(), query, value, is); err != nil {
		k.t.Logf("%s: %v", query, err)
	}
}

// Remove deletes the rows that have a value in a column.
func (k *Snapshot) Remove(table, column string, is any) {
	k.t.Helper()
	if _, err := k.db.ExecContext(context.Background(), fmt.Sprintf(`DELETE FROM %s WHERE "%s" = $1`, k.table(table), column), is); err != nil {
		k.t.Fatalf("delete from %s: %v", table, err)
	}
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
	_, all, err := ScanAll(rows)
	if err != nil {
		k.t.Fatalf("%s: %v", query, err)
	}
	return all
}

// ScanAll reads and closes rows of any columns.
func ScanAll(rows *sql.Rows) (columns []string, all [][]any, err error) {
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

// Plain converts a driver's value to SQLite's form: texts as texts, true as 1.
func Plain(v any) any {
	switch v := v.(type) {
	case []byte:
		return string(v)
	case bool:
		if v {
			return int64(1)
		}
		return int64(0)
	}
	return v
}
