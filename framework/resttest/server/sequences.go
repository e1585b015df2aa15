// Row numbers that PostgreSQL has used up without a row, which SQLite assigns again.

package server

import (
	"context"
	"database/sql"
	"net/http"
	"slices"
)

// ServeAlike serves a request so that a write which was refused leaves the keys that come next as they
// were. SQLite does so itself; PostgreSQL keeps the gap of a row that was made and taken back, and every
// row behind it would have another key.
func (s *Server) ServeAlike(w http.ResponseWriter, r *http.Request) error {
	if s.DB.Dialect().Name != "postgres" || s.db == nil || slices.Contains([]string{"GET", "HEAD", "OPTIONS"}, r.Method) {
		s.ServeHTTP(w, r)
		return nil
	}
	before, err := sequences(s.db)
	if err != nil {
		return err
	}
	answer := statusWriter{ResponseWriter: w}
	s.ServeHTTP(&answer, r)
	if answer.status < 400 {
		return nil
	}
	_, err = s.db.ExecContext(context.Background(), before)
	return err
}

// sequences returns the statement that sets all sequences of a database on PostgreSQL to their current
// values.
func sequences(db *sql.DB) (statement string, err error) {
	err = db.QueryRowContext(context.Background(), `SELECT 'SELECT ' || coalesce(string_agg(
		format('setval(%L, %s, %L)', sequencename, coalesce(last_value, 1), last_value IS NOT NULL), ', '), '1')
		FROM pg_sequences WHERE schemaname = 'public'`).Scan(&statement)
	return statement, err
}

// statusWriter keeps the status of an answer.
type statusWriter struct {
	http.ResponseWriter
	status int
}

// Unwrap is for http.ResponseController.
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// WriteHeader implements http.ResponseWriter.
func (w *statusWriter) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}
