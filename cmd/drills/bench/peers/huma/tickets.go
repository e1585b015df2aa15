package main

import (
	"context"
	"net/url"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
)

// Ticket is a ticket as lists show it.
type Ticket struct {
	ID           int64   `json:"id"`
	URL          string  `json:"url"`
	Project      string  `json:"project"`
	Number       int64   `json:"number"`
	Title        string  `json:"title"`
	Status       string  `json:"status"`
	Priority     int64   `json:"priority"`
	Assignee     *string `json:"assignee"`
	CommentCount int64   `json:"comment_count"`
}

type ticketQuery struct {
	Status   string `query:"status" enum:"open,doing,closed"`
	Priority int64  `query:"priority__gte"`
	Ordering string `query:"ordering" enum:"created,-created" default:"-created"`
	Limit    int64  `query:"limit" minimum:"1" maximum:"100" default:"20"`
	Offset   int64  `query:"offset" minimum:"0"`
}

func (s *service) addTickets(api huma.API) { huma.Get(api, "/tickets/{$}", s.readTickets) }

// where returns the condition of a list and its arguments: a requester sees the tickets of public projects and of theirs.
func (q *ticketQuery) where(r *requester) (text string, args []any) {
	text = " WHERE TRUE"
	add := func(condition string, arg any) { text, args = text+" AND "+condition, append(args, arg) }
	if !r.admin {
		add(`(p.visibility = 'public' OR EXISTS (SELECT 1 FROM members m WHERE m.project_id = p.id AND m.user_id = ?))`, r.id)
	}
	if q.Status != "" {
		add("t.status = ?", q.Status)
	}
	if q.Priority != 0 {
		add("t.priority >= ?", q.Priority)
	}
	return text, args
}

func (s *service) readTickets(ctx context.Context, q *ticketQuery) (*page[Ticket], error) {
	const from = ` FROM tickets t JOIN projects p ON p.id = t.project_id`
	r := requesterOf(ctx)
	where, args := q.where(r)
	order := " ORDER BY t.created DESC, t.id DESC"
	if q.Ordering == "created" {
		order = " ORDER BY t.created, t.id DESC"
	}
	count, err := s.db.once("SELECT count(*)" + from + where)
	if err != nil {
		return nil, err
	}
	list, err := s.db.once(`SELECT t.id, p.slug, t.number, t.title, t.status, t.priority, u.username,
		(SELECT count(*) FROM comments c WHERE c.ticket_id = t.id)` +
		from + ` LEFT JOIN users u ON u.id = t.assignee_id` + where + order + ` LIMIT 0 + ? OFFSET ?`)
	if err != nil {
		return nil, err
	}
	out := new(page[Ticket])
	if err := count.QueryRowContext(ctx, args...).Scan(&out.Body.Count); err != nil {
		return nil, err
	}
	base := "http://" + r.host + "/tickets/"
	if next := q.Offset + q.Limit; next < out.Body.Count {
		out.Body.Next = new(base + "?" + q.encode(next))
	}
	if q.Offset > 0 {
		out.Body.Previous = new(base + "?" + q.encode(q.Offset-q.Limit))
	}
	rows, err := list.QueryContext(ctx, append(args, q.Limit, q.Offset)...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out.Body.Results = make([]Ticket, 0, q.Limit)
	for rows.Next() {
		var t Ticket
		if err := rows.Scan(&t.ID, &t.Project, &t.Number, &t.Title, &t.Status, &t.Priority, &t.Assignee, &t.CommentCount); err != nil {
			return nil, err
		}
		t.URL = base + strconv.FormatInt(t.ID, 10) + "/"
		out.Body.Results = append(out.Body.Results, t)
	}
	return out, rows.Err()
}

// encode returns the query of another part of the list.
func (q *ticketQuery) encode(offset int64) string {
	values := url.Values{"limit": {strconv.FormatInt(q.Limit, 10)}, "ordering": {q.Ordering}}
	if offset > 0 {
		values.Set("offset", strconv.FormatInt(offset, 10))
	}
	if q.Status != "" {
		values.Set("status", q.Status)
	}
	if q.Priority != 0 {
		values.Set("priority__gte", strconv.FormatInt(q.Priority, 10))
	}
	return values.Encode()
}
