// The numbers of rows that were not stored, which PostgreSQL does not give again, and SQLite does.

package resttest

import (
	"fmt"
	"maps"
	"net/http"
	"strings"

	"example.com/resourceful/framework/resttest/stopwatch"
)

// numbers puts the sequences of a database on PostgreSQL back after requests that are refused: a row that
// is taken back within its transaction has used a number up, and answers are compared with those of SQLite.
type numbers struct {
	server *Server          // nil for a database that gives the number again
	last   map[string]int64 // of each sequence that was asked
}

// numbersOf is called before the first request, on a server that was Reset.
func numbersOf(t stopwatch.T, server *Server) *numbers {
	if server.DB.Dialect().Name != "postgres" {
		return &numbers{}
	}
	n := &numbers{server: server}
	var err error
	if n.last, err = n.read(); err != nil {
		t.Errorf("sequences of PostgreSQL: %v", err)
	}
	return n
}

// after is called with each answer.
func (n *numbers) after(t stopwatch.T, step Step) {
	if n.server == nil || safe(step.Request.Method) {
		return
	}
	now, err := n.read()
	if err == nil && step.Answer.Code >= http.StatusBadRequest && !maps.Equal(now, n.last) {
		err = n.putBack(now)
	} else {
		n.last = now
	}
	if err != nil {
		t.Errorf("sequences of PostgreSQL: %v", err)
	}
}

func (n *numbers) read() (map[string]int64, error) {
	rows, err := n.server.db.Query("SELECT sequencename, last_value FROM pg_sequences WHERE schemaname = 'public' AND last_value IS NOT NULL")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	last := map[string]int64{}
	for rows.Next() {
		var name string
		var value int64
		if err := rows.Scan(&name, &value); err != nil {
			return nil, err
		}
		last[name] = value
	}
	return last, rows.Err()
}

// putBack lets the sequences that have gone on give their numbers again.
func (n *numbers) putBack(now map[string]int64) error {
	var calls []string
	for name, value := range now {
		switch last, asked := n.last[name]; {
		case !asked:
			calls = append(calls, fmt.Sprintf(`setval('"%s"', 1, false)`, name))
		case last != value:
			calls = append(calls, fmt.Sprintf(`setval('"%s"', %d)`, name, last))
		}
	}
	_, err := n.server.db.Exec("SELECT " + strings.Join(calls, ", "))
	return err
}
