package byhand

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/julienschmidt/httprouter"

	"example.com/resourceful/framework/rest"
	"example.com/resourceful/resources/snippets"
)

// getSnippet answers one snippet; a missing one is a 404 without a body.
func (s *Server) getSnippet(w http.ResponseWriter, r *http.Request, params httprouter.Params, _ *user) error {
	key := params.ByName("pk")
	if key == "" || strings.Trim(key, "0123456789") != "" { // then this is no endpoint
		w.Header().Del("Allow")
		w.Header().Set("Vary", "Accept")
		return refused(http.StatusNotFound, "Not found.")
	}
	id, err := strconv.ParseInt(key, 10, 64)
	if err != nil { // beyond 64 bits
		return &refusal{status: http.StatusNotFound}
	}
	var title, code, language, style, owner string
	var linenos bool
	err = s.db.getSnippet.QueryRowContext(r.Context(), id).Scan(&id, &title, &code, &linenos, &language, &style, &owner)
	if errors.Is(err, sql.ErrNoRows) {
		return &refusal{status: http.StatusNotFound}
	}
	if err != nil {
		return fmt.Errorf("read snippet %d: %w", id, err)
	}
	return withBuffer(func(b []byte) ([]byte, error) {
		b = appendSnippet(b, id, title, code, linenos, language, style, owner)
		send(w, http.StatusOK, b)
		return b, nil
	})
}

// chunk is how much of a list is kept before it is written. An error before that much is still a
// clean 500.
const chunk = 32 << 10

// listSnippets streams all snippets.
func (s *Server) listSnippets(w http.ResponseWriter, r *http.Request, _ httprouter.Params, _ *user) error {
	rows, err := s.db.listSnippets.QueryContext(r.Context())
	if err != nil {
		return fmt.Errorf("list snippets: %w", err)
	}
	defer rows.Close()
	started := false
	err = withBuffer(func(b []byte) ([]byte, error) {
		b, err := appendSnippets(append(b, '['), rows, func(b []byte) error {
			if !started {
				started = true
				w.Header().Set("Content-Type", "application/json")
			}
			_, err := w.Write(b)
			return err
		})
		if err != nil {
			return b, err
		}
		b = append(b, ']')
		if started {
			_, err = w.Write(b)
			return b, err
		}
		send(w, http.StatusOK, b)
		return b, nil
	})
	if err != nil && started { // too late for another answer
		panic(http.ErrAbortHandler)
	}
	return err
}

// appendSnippets appends the rows, and flushes the buffer whenever it has reached a chunk.
func appendSnippets(b []byte, rows *sql.Rows, flush func([]byte) error) ([]byte, error) {
	var id int64
	var linenos bool
	var title, code, language, style, owner sql.RawBytes // valid until the next row, which is enough
	for first := true; rows.Next(); first = false {
		if err := rows.Scan(&id, &title, &code, &linenos, &language, &style, &owner); err != nil {
			return b, fmt.Errorf("list snippets: %w", err)
		}
		if !first {
			b = append(b, ',')
		}
		b = appendSnippet(b, id, title, code, linenos, language, style, owner)
		if len(b) >= chunk {
			if err := flush(b); err != nil {
				return b, err
			}
			b = b[:0]
		}
	}
	if err := rows.Err(); err != nil {
		return b, fmt.Errorf("list snippets: %w", err)
	}
	return b, nil
}

// createSnippet stores a snippet of the user, with its highlighted page.
func (s *Server) createSnippet(w http.ResponseWriter, r *http.Request, _ httprouter.Params, u *user) error {
	if u == nil {
		return refused(http.StatusForbidden, "Authentication credentials were not provided.")
	}
	fields, err := decode(w, r, false)
	if err != nil {
		return err
	}
	sn, err := s.choices.validate(fields)
	if err != nil {
		return err
	}
	if err := s.highlight(rest.NewCall(r.Context()), sn); err != nil {
		return fmt.Errorf("highlight snippet: %w", err)
	}
	id, err := s.insertSnippet(r.Context(), sn, u.id)
	if err != nil {
		return fmt.Errorf("store snippet: %w", err)
	}
	return withBuffer(func(b []byte) ([]byte, error) {
		b = appendSnippet(b, id, sn.Title, sn.Code, sn.Linenos, sn.Language, sn.Style, u.name)
		send(w, http.StatusCreated, b)
		return b, nil
	})
}

// insertSnippet stores a snippet in a transaction: outside of one, database/sql would run the
// statement again when the reply to the first run is lost.
func (s *Server) insertSnippet(ctx context.Context, sn *snippets.Snippet, owner int64) (id int64, err error) {
	tx, err := s.db.write.BeginTx(ctx, nil)
	if err != nil {
		return 0, err
	}
	defer tx.Rollback()
	err = tx.StmtContext(ctx, s.db.saveSnippet).QueryRowContext(ctx,
		sn.Title, sn.Code, sn.Linenos, sn.Language, sn.Style, owner, sn.Highlighted).Scan(&id)
	if err != nil {
		return 0, err
	}
	return id, tx.Commit()
}
