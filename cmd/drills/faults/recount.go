package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
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
	there := map[string][]row{}
	for _, r := range rows {
		there[r.Title] = append(there[r.Title], r)
	}
	counted := map[string]bool{}
	for _, c := range l.counters {
		counted[c.Title] = true
		f.held(there[c.Title], func(r row) bool { return r.ID == c.ID && r.Owner == c.Owner })
		for _, r := range there[c.Title] {
			if value, err := strconv.ParseInt(r.Code, 10, 64); r.ID == c.ID && (err != nil || value < c.least || value > c.most) {
				f.back++
			}
		}
	}
	for title, want := range l.kept {
		f.held(there[title], func(r row) bool { return r == want })
	}
	for title, found := range there {
		_, kept := l.kept[title]
		f.twice += len(found) - 1
		switch {
		case kept || counted[title]:
		case l.deleted[title]:
			f.undead++
		case !l.sent[title]:
			f.unknown++
		}
	}
	return f
}

// held counts an acknowledged row that is not among those that are there under its title.
func (f *findings) held(found []row, right func(row) bool) {
	switch {
	case len(found) == 0:
		f.lost++
	case !slices.ContainsFunc(found, right):
		f.altered++
	}
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

// account recounts everything, through the API and in the databases, each under a name. It returns
// what was found in all of them.
func (p *program) account(ctx context.Context, l *load, driver string, databases map[string]string) (all findings, err error) {
	rows, err := listed(ctx, newClient("reader-0", 0, l.urls, p.report, &l.tally))
	if err != nil {
		return all, err
	}
	all = l.found("through the API", rows)
	for name, address := range databases {
		if rows, err = selected(ctx, driver, address); err != nil {
			return all, err
		}
		if f := l.found("by SQL in "+name, rows); f != all {
			l.report.violation("recount by SQL in %s: %v; through the API: %v", name, f, all)
		}
	}
	return all, nil
}

// found reports what a recount has shown.
func (l *load) found(where string, rows []row) findings {
	f := l.ledger.recount(rows)
	l.report.figure("recount "+where, f)
	if !f.sound() {
		l.report.violation("recount %s: %v", where, f)
	}
	return f
}
