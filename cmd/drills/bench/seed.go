package main

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"example.com/resourceful/framework/auth/passwords"
)

// seed fills the tables of the service, which have to be there and empty.
func seed(ctx context.Context, at address, c content) error {
	pool, err := sql.Open(at.driver(), at.String())
	if err != nil {
		return err
	}
	defer pool.Close()
	tx, err := pool.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	s := seeder{ctx: ctx, tx: tx, driver: at.driver()}
	for _, name := range c.Groups {
		s.insert("groups", "name", name)
	}
	for i, u := range c.Users {
		hash := ""
		if u.Password != "" {
			if hash, err = new(passwords.Hasher).Hash(ctx, u.Password); err != nil {
				return err
			}
		}
		s.insert("users", "username, email, password, admin", u.Name, u.Email, hash, u.Admin)
		for _, group := range u.Groups {
			s.insert("users_groups", "user_id, group_id", int64(i+1), group)
		}
	}
	for _, sn := range c.Snippets {
		s.insert("snippets", "title, code, owner_id, highlighted", sn.Title, sn.Code, int64(alice), sn.Highlighted)
	}
	s.tickets(c)
	if s.err != nil {
		return s.err
	}
	return tx.Commit()
}

// seeder inserts rows until the first error.
type seeder struct {
	ctx    context.Context
	tx     *sql.Tx
	driver string
	err    error
}

func (s *seeder) insert(table, columns string, values ...any) {
	if s.err != nil {
		return
	}
	marks := make([]string, len(values))
	for i := range marks {
		marks[i] = "?"
		if s.driver == "postgres" {
			marks[i] = fmt.Sprintf("$%d", i+1)
		}
	}
	text := "INSERT INTO " + table + " (" + columns + ") VALUES (" + strings.Join(marks, ", ") + ")"
	if _, err := s.tx.ExecContext(s.ctx, text, values...); err != nil {
		s.err = fmt.Errorf("insert into %s: %w", table, err)
	}
}

func (s *seeder) tickets(c content) {
	const begin = "2025-01-01T00:00:00.000000Z"
	for i, p := range c.Projects {
		s.insert("projects", "slug, name, description, visibility, archived, created, last_number", p.Slug, p.Slug, "", p.Visibility, false, begin, p.LastNumber)
		if p.Role != "" {
			s.insert("members", "user_id, role, project_id", int64(alice), p.Role, int64(i+1))
		}
	}
	comments := 0
	for i, t := range c.Tickets {
		var assignee any
		if t.Assignee != 0 {
			assignee = t.Assignee
		}
		s.insert("tickets", "project_id, number, title, body, status, priority, watchers, details, assignee_id, reporter_id, created, updated",
			t.Project, t.Number, t.Title, "", t.Status, t.Priority, "[]", "{}", assignee, int64(alice), t.Created, t.Created)
		for range t.Comments {
			comments++
			id := fmt.Sprintf("00000000-0000-4000-8000-%012d", comments)
			s.insert("comments", "id, ticket_id, author_id, body, edited, created", id, int64(i+1), int64(alice), "Done.", false, t.Created)
		}
	}
}
