package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
)

// findings are what is not as it was acknowledged.
type findings struct {
	rows    int // that are there
	lost    int // acknowledged and not there
	twice   int // there more than once
	altered int // there with another id, owner or content
	undead  int // there although their deletion was acknowledged
	unknown int // there although nobody sent them
	back    int // counters with a value below the acknowledged one, or above all that were sent
}

func (f findings) String() string {
	return fmt.Sprintf("%d rows: %d lost, %d twice, %d altered, %d deleted ones back, %d unknown, %d counters wrong",
		f.rows, f.lost, f.twice, f.altered, f.undead, f.unknown, f.back)
}

// sound reports whether everything is as it was acknowledged.
func (f findings) sound() bool { return f == findings{rows: f.rows} }

// recount holds all rows that there are against what was acknowledged.
func (l *ledger) recount(rows []row) findings {
	l.mu.Lock()
	defer l.mu.Unlock()
	f := findings{rows: len(rows)}
	times := map[string]int{}
	owned := map[string]*counter{}
	for _, c := range l.counters {
		owned[c.Title] = c
	}
	for _, r := range rows {
		if times[r.Title]++; times[r.Title] > 1 {
			f.twice++
			continue
		}
		want, kept := l.kept[r.Title]
		c := owned[r.Title]
		switch {
		case c != nil:
			value, err := strconv.ParseInt(r.Code, 10, 64)
			if err != nil || r.ID != c.ID || r.Owner != c.Owner {
				f.altered++
			} else if value < c.least || value > c.most {
				f.back++
			}
		case kept && r != want:
			f.altered++
		case kept:
		case l.deleted[r.Title]:
			f.undead++
		case !l.sent[r.Title]:
			f.unknown++
		}
	}
	for title := range l.kept {
		if times[title] == 0 {
			f.lost++
		}
	}
	for title := range owned {
		if times[title] == 0 {
			f.lost++
		}
	}
	return f
}

// listed are all rows as the service gives them to a client.
func listed(ctx context.Context, c *client) ([]row, error) {
	answer, err := c.ask(ctx, request{method: http.MethodGet, path: "/snippets/"})
	if err != nil {
		return nil, err
	}
	if answer.status != http.StatusOK {
		return nil, fmt.Errorf("list snippets: %d %.200s", answer.status, answer.body)
	}
	var rows []row
	if err := json.Unmarshal(answer.body, &rows); err != nil {
		return nil, fmt.Errorf("list snippets: %w", err)
	}
	return rows, nil
}

// selected are all rows as the database has them.
func selected(ctx context.Context, driver, address string) (rows []row, err error) {
	db, err := sql.Open(driver, address)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	found, err := db.QueryContext(ctx, "SELECT s.id, s.title, s.code, u.username FROM snippets s JOIN users u ON u.id = s.owner_id")
	if err != nil {
		return nil, fmt.Errorf("select snippets: %w", err)
	}
	defer found.Close()
	for found.Next() {
		var r row
		if err := found.Scan(&r.ID, &r.Title, &r.Code, &r.Owner); err != nil {
			return nil, fmt.Errorf("select snippets: %w", err)
		}
		rows = append(rows, r)
	}
	return rows, found.Err()
}
