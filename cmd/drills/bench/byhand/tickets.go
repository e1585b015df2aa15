package byhand

import (
	"context"
	"database/sql"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/julienschmidt/httprouter"
)

const defaultTickets, maxTickets = 20, 100

// ticketQuery is what a request for the list asks. What its statements depend on is its shape.
type ticketQuery struct {
	shape
	status        string
	priority      int64
	limit, offset int64
}

// shape is what the text of the statements for a list of tickets depends on.
type shape struct{ admin, byStatus, byPriority, oldest bool }

// ticketStatements are the prepared statements of each shape, made when first asked for.
type ticketStatements struct {
	mu     sync.Mutex
	shapes map[shape]*listStatements
}

type listStatements struct{ count, page *sql.Stmt }

// get returns the statements of a shape.
func (t *ticketStatements) get(ctx context.Context, db *database, of shape) (*listStatements, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if s := t.shapes[of]; s != nil {
		return s, nil
	}
	where := " WHERE TRUE"
	if !of.admin {
		where = ` WHERE (p.visibility = 'public' OR EXISTS (SELECT 1 FROM members m WHERE m.project_id = p.id AND m.user_id = ?))`
	}
	if of.byStatus {
		where += " AND t.status = ?"
	}
	if of.byPriority {
		where += " AND t.priority >= ?"
	}
	order := " ORDER BY t.created DESC, t.id DESC"
	if of.oldest {
		order = " ORDER BY t.created, t.id DESC"
	}
	const from = ` FROM tickets t JOIN projects p ON p.id = t.project_id`
	count, err := db.prepare(ctx, db.read, "SELECT count(*)"+from+where)
	if err != nil {
		return nil, err
	}
	page, err := db.prepare(ctx, db.read, `SELECT t.id, p.slug, t.number, t.title, t.status, t.priority, u.username,
		(SELECT count(*) FROM comments c WHERE c.ticket_id = t.id)`+
		from+` LEFT JOIN users u ON u.id = t.assignee_id`+where+order+` LIMIT 0 + ? OFFSET ?`)
	if err != nil {
		return nil, err
	}
	if t.shapes == nil {
		t.shapes = map[shape]*listStatements{}
	}
	t.shapes[of] = &listStatements{count, page}
	return t.shapes[of], nil
}

// listTickets answers one page of the tickets that the requester may see and the query leaves.
func (s *Server) listTickets(w http.ResponseWriter, r *http.Request, _ httprouter.Params, u *user) error {
	if !plainHost(r.Host) {
		return refused(http.StatusBadRequest, "Invalid Host header.")
	}
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return refused(http.StatusBadRequest, "Malformed query.")
	}
	q, err := readTicketQuery(query, u)
	if err != nil {
		return err
	}
	statements, err := s.tickets.get(r.Context(), s.db, q.shape)
	if err != nil {
		return fmt.Errorf("prepare list of tickets: %w", err)
	}
	args := q.args(u)
	var count int64
	if err := statements.count.QueryRowContext(r.Context(), args...).Scan(&count); err != nil {
		return fmt.Errorf("count tickets: %w", err)
	}
	base := "http://" + r.Host
	return withBuffer(func(b []byte) ([]byte, error) {
		b = strconv.AppendInt(append(b, `{"count":`...), count, 10)
		b = appendSliceLink(append(b, `,"next":`...), base, query, q.limit, q.offset+q.limit, q.offset+q.limit < count)
		b = appendSliceLink(append(b, `,"previous":`...), base, query, q.limit, q.offset-q.limit, q.offset > 0)
		b, err := appendTickets(r.Context(), append(b, `,"results":[`...), statements.page, base, append(args, q.limit, q.offset))
		if err != nil {
			return b, fmt.Errorf("list tickets: %w", err)
		}
		b = append(b, `]}`...)
		send(w, http.StatusOK, b)
		return b, nil
	})
}

// args are the values of the conditions.
func (q *ticketQuery) args(u *user) (args []any) {
	if !q.admin {
		var id int64
		if u != nil {
			id = u.id
		}
		args = append(args, id)
	}
	if q.byStatus {
		args = append(args, q.status)
	}
	if q.byPriority {
		args = append(args, q.priority)
	}
	return args
}

var ticketParams = []string{"ordering", "status", "priority__gte", "limit", "offset"}

// readTicketQuery reads the parameters, or says all that is wrong with them.
func readTicketQuery(query url.Values, u *user) (*ticketQuery, error) {
	q := &ticketQuery{limit: defaultTickets}
	q.admin = u != nil && u.admin
	var wrong messages
	read := func(name string, set func(value string) (message string)) {
		if values := query[name]; len(values) > 0 {
			if message := set(strings.TrimSpace(values[len(values)-1])); message != "" {
				wrong.add(name, message)
			}
		}
	}
	read("ordering", func(value string) string {
		if q.oldest = value == "created"; !q.oldest && value != "-created" && value != "" {
			return `"` + value + `" is not a valid choice.`
		}
		return ""
	})
	read("status", func(value string) string {
		if q.byStatus = value != ""; q.byStatus && !slices.Contains(statuses, value) {
			return "Select a valid choice. " + value + " is not one of the available choices."
		}
		q.status = value
		return ""
	})
	read("priority__gte", func(value string) string {
		var err error
		if q.byPriority = value != ""; q.byPriority {
			q.priority, err = strconv.ParseInt(value, 10, 64)
		}
		if err != nil {
			return "Enter a number."
		}
		return ""
	})
	read("limit", func(value string) string {
		if n, err := strconv.ParseInt(value, 10, 64); err == nil && n > 0 {
			q.limit = min(n, maxTickets)
		}
		return ""
	})
	read("offset", func(value string) string {
		if n, err := strconv.ParseInt(value, 10, 64); err == nil && n > 0 {
			q.offset = n
		}
		return ""
	})
	for name := range query {
		if !slices.Contains(ticketParams, name) {
			wrong.add(name, "Unknown parameter.")
		}
	}
	return q, wrong.err()
}

// appendSliceLink appends the address of a slice of the list, null for one that there is not.
func appendSliceLink(b []byte, base string, query url.Values, limit, offset int64, exists bool) []byte {
	if !exists {
		return append(b, "null"...)
	}
	query.Set("limit", strconv.FormatInt(limit, 10))
	query.Del("offset")
	if offset > 0 {
		query.Set("offset", strconv.FormatInt(offset, 10))
	}
	b = append(append(append(b, '"'), base...), "/tickets/?"...)
	return append(append(b, query.Encode()...), '"')
}

// appendTickets appends the records of a page.
func appendTickets(ctx context.Context, b []byte, page *sql.Stmt, base string, args []any) ([]byte, error) {
	rows, err := page.QueryContext(ctx, args...)
	if err != nil {
		return b, err
	}
	defer rows.Close()
	var id, project, number, title, status, priority, assignee, comments sql.RawBytes // valid until the next row
	for first := true; rows.Next(); first = false {
		if err := rows.Scan(&id, &project, &number, &title, &status, &priority, &assignee, &comments); err != nil {
			return b, err
		}
		if !first {
			b = append(b, ',')
		}
		b = append(append(b, `{"id":`...), id...)
		b = appendLink(append(b, `,"url":`...), base, "/tickets/", string(id))
		b = appendText(append(b, `,"project":`...), project)
		b = append(append(b, `,"number":`...), number...)
		b = appendText(append(b, `,"title":`...), title)
		b = appendText(append(b, `,"status":`...), status)
		b = append(append(b, `,"priority":`...), priority...)
		b = append(b, `,"assignee":`...)
		if assignee == nil {
			b = append(b, "null"...)
		} else {
			b = appendText(b, assignee)
		}
		b = append(append(append(b, `,"comment_count":`...), comments...), '}')
	}
	return b, rows.Err()
}
