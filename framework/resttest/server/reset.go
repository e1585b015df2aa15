// Emptying the database of a server between two tests.

package server

import (
	"database/sql"
	"errors"
	"strings"
	"testing"
)

// emptying describes how a kind of database is emptied: a query for the statements that empty one table
// each or restart its keys at 1, and the statements around them. Nothing waits for the disk. Rows are
// deleted in any order, since all of them are; TRUNCATE would take twenty times as long for so few.
type emptying struct{ statements, before, after string }

var emptyings = map[string]emptying{
	"sqlite": {
		// The numbers that keys have come to are a table of SQLite's own. The tables behind a full text are SQLite's too.
		statements: `SELECT 'DELETE FROM "' || name || '"' FROM pragma_table_list
			WHERE schema = 'main' AND type IN ('table', 'virtual') AND (name = 'sqlite_sequence' OR name NOT LIKE 'sqlite%')`,
		before: "PRAGMA synchronous = OFF; BEGIN IMMEDIATE",
		after:  "COMMIT",
	},
	"postgres": {
		statements: `SELECT format('DELETE FROM %I', tablename) FROM pg_tables WHERE schemaname = 'public'
			UNION ALL SELECT format('SELECT setval(%L, 1, false)', sequencename) FROM pg_sequences WHERE schemaname = 'public'`,
		before: "BEGIN; SET LOCAL session_replication_role = replica", // without foreign keys
		after:  "COMMIT",
	},
}

// empty removes all rows, in one round trip.
func (s *Server) empty(t testing.TB) error {
	if s.script == "" {
		if err := s.prepareEmpty(t); err != nil {
			return err
		}
	}
	db, err := s.Behind()
	if err != nil {
		return err
	}
	_, err = db.ExecContext(t.Context(), s.script)
	return err
}

// prepareEmpty writes the script that empties all tables there are.
func (s *Server) prepareEmpty(t testing.TB) error {
	if s.address == ":memory:" {
		return errors.New("a database in memory cannot be reset")
	}
	db, err := s.Behind()
	if err != nil {
		return err
	}
	e := emptyings[s.DB.Dialect().Name]
	rows, err := db.QueryContext(t.Context(), e.statements)
	if err != nil {
		return err
	}
	defer rows.Close()
	script := []string{e.before}
	for rows.Next() {
		var statement string
		if err := rows.Scan(&statement); err != nil {
			return err
		}
		script = append(script, statement)
	}
	s.script = strings.Join(append(script, e.after), "; ")
	return rows.Err()
}

// Behind returns the database as it is opened once behind the service's back: a new connection takes
// PostgreSQL a process, which reads the whole catalogue anew.
func (s *Server) Behind() (*sql.DB, error) {
	s.opened.Do(func() { s.db, s.failed = s.Open() })
	return s.db, s.failed
}

// Open opens the database behind the service's back.
func (s *Server) Open() (*sql.DB, error) { return sql.Open(s.DB.Dialect().Name, s.address) }
