// The statements of one request with their rows and times, and the database's plan of one, for explanations.

package database

import (
	"context"
	"database/sql"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

// Profile collects the statements of a context of WithProfile. It is safe for concurrent use.
type Profile struct {
	mu   sync.Mutex
	runs []*profiledRun
}

// Run is one execution of a statement.
type Run struct {
	Text string        // with placeholders in the place of values
	Rows int64         // number of rows that it returned or changed
	Time time.Duration // time in the database, without the caller's time for each row
}

// profiledRun is a Run in progress; a nil one measures nothing.
type profiledRun struct {
	Run
	in    *Profile
	begun time.Time
	plans bool  // the statement is the one of Plan
	args  []any // its arguments, if it is
}

// WithProfile returns a context whose statements are collected, without BEGIN, COMMIT and preparations.
func WithProfile(ctx context.Context) (context.Context, *Profile) {
	of := statementsOf(ctx)
	of.profile = new(Profile)
	return of.in(ctx), of.profile
}

// Planned returns a context under which the first statement is the one of Plan. A nil profile returns ctx.
func (p *Profile) Planned(ctx context.Context) context.Context {
	if p == nil {
		return ctx
	}
	of := statementsOf(ctx)
	of.plans = true
	return of.in(ctx)
}

// Runs returns the statements so far, in order.
func (p *Profile) Runs() []Run {
	p.mu.Lock()
	defer p.mu.Unlock()
	runs := make([]Run, len(p.runs))
	for i, r := range p.runs {
		runs[i] = r.Run
	}
	return runs
}

// begin begins the measurement of a statement.
func (s statements) begin(text string, args []any) *profiledRun {
	p := s.profile
	if p == nil {
		return nil
	}
	r := &profiledRun{Run: Run{Text: text}, in: p, begun: time.Now()}
	p.mu.Lock()
	defer p.mu.Unlock()
	if s.plans && p.planned() == nil {
		r.plans, r.args = true, slices.Clone(args) // no request without a profile pays for its arguments
	}
	p.runs = append(p.runs, r)
	return r
}

// planned returns the statement of Plan, or nil before it has run.
func (p *Profile) planned() *profiledRun {
	for _, r := range p.runs {
		if r.plans {
			return r
		}
	}
	return nil
}

// ran adds the time since the statement was sent.
func (r *profiledRun) ran() {
	if r != nil {
		r.add(time.Since(r.begun), 0)
	}
}

// changed adds the number of changed rows.
func (r *profiledRun) changed(result sql.Result, err error) {
	if r != nil && err == nil {
		n, _ := result.RowsAffected()
		r.add(0, n)
	}
}

// next is rows.Next.
func (r *profiledRun) next(rows *sql.Rows) bool {
	if r == nil {
		return rows.Next()
	}
	begun := time.Now()
	if !rows.Next() {
		r.add(time.Since(begun), 0)
		return false
	}
	r.add(time.Since(begun), 1)
	return true
}

func (r *profiledRun) add(took time.Duration, rows int64) {
	r.in.mu.Lock()
	defer r.in.mu.Unlock()
	r.Time, r.Rows = r.Time+took, r.Rows+rows
}

// Plan returns the lines of the database's plan for the first statement of Planned, nil if there was none. The
// database does not run the statement again. PostgreSQL plans for the statement's arguments; the plan has "?" in
// their place, as for all values.
func (db *DB) Plan(ctx context.Context, p *Profile) (lines []string, err error) {
	p.mu.Lock()
	r := p.planned()
	p.mu.Unlock()
	if r == nil {
		return nil, nil
	}
	of := statementsOf(ctx)
	of.profile, of.snapshot, of.plans = nil, nil, false
	ctx = of.in(ctx)
	err = db.ReadOnly(ctx, func(s Session) error {
		if db.dialect.Name == "postgres" {
			return s.Scan(ctx, &Statement{text: "EXPLAIN " + r.Text, SingleUse: true}, func(scan func(...any) error) error {
				var line string
				err := scan(&line)
				lines = append(lines, line)
				return err
			}, r.args...)
		}
		depths := map[int64]int{}
		return s.Scan(ctx, &Statement{text: "EXPLAIN QUERY PLAN " + r.Text, SingleUse: true}, func(scan func(...any) error) error {
			var id, parent, unused int64
			var line string
			err := scan(&id, &parent, &unused, &line)
			depths[id] = depths[parent] + 1
			lines = append(lines, strings.Repeat("  ", depths[parent])+line)
			return err
		}, r.args...)
	})
	if err != nil {
		return nil, fmt.Errorf("plan of a statement: %w", err)
	}
	if db.dialect.Name == "postgres" {
		lines = withoutValues(strings.Join(lines, "\n"))
	}
	return lines, nil
}

// planText finds the texts in quotes in a plan of PostgreSQL, which may have several lines, and quoted names. planNumber
// finds numbers outside of names, and names.
var (
	planText   = regexp.MustCompile(`"(?:[^"]|"")*"|'(?:[^']|'')*'`)
	planNumber = regexp.MustCompile(`"(?:[^"]|"")*"|(?:Init|Sub)Plan \d+|[\w$]+(?:\.\d+)?`)
)

// withoutValues returns the lines of a plan of PostgreSQL without the values in its conditions and keys.
func withoutValues(plan string) []string {
	hide := func(found string) string {
		if c := found[0]; c == '\'' || '0' <= c && c <= '9' {
			return "?"
		}
		return found
	}
	lines := strings.Split(planText.ReplaceAllStringFunc(plan, hide), "\n")
	for i, line := range lines {
		if name, condition, has := strings.Cut(line, ": "); has && !strings.HasSuffix(name, "Workers Planned") {
			lines[i] = name + ": " + planNumber.ReplaceAllStringFunc(condition, hide)
		}
	}
	return lines
}
