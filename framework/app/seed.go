// The command seed.

package app

import (
	"errors"
	"fmt"
	"time"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/fixtures"
)

type seedCmd struct {
	Config        string `enum:"${configurations}" default:"${configuration}" help:"One of ${configurations}. Default: ${configuration}."`
	databaseFlags `embed:""`
	Rows          int            `default:"100" placeholder:"N" help:"Rows of each table (100); a tenth of them for tables that only others refer to."`
	Table         map[string]int `placeholder:"TABLE=N" help:"Other numbers for some tables, such as tickets=10000."`
	Seed          uint64         `default:"1" placeholder:"N" help:"The same number makes the same rows, on the same day in the same database (1)."`
	Today         time.Time      `format:"2006-01-02" placeholder:"DAY" help:"The day on which made-up times are based, such as 2026-01-31. Default: today."`
	Accounts      bool           `help:"Accounts too, at most 20, with which nobody can log in."`
}

// Run adds made-up rows.
func (c *seedCmd) Run(p *program) error {
	if c.Rows < 0 {
		return errors.New("rows: has to be 0 or more")
	}
	for name, rows := range c.Table {
		if rows < 0 {
			return fmt.Errorf("table: %s=%d is not a number of rows; write 0 or more", name, rows)
		}
	}
	plan, err := p.plan(c.Config)
	if err != nil {
		return err
	}
	tables, err := fixtures.Of(plan, fixtures.Choice{Accounts: c.Accounts})
	if err != nil {
		return err
	}
	address, err := c.address(plan.Name)
	if err != nil {
		return err
	}
	db, err := p.open(plan, c.databaseFlags, database.Options{})
	if err != nil {
		return err
	}
	defer db.Close()
	if c.Today.IsZero() {
		c.Today = time.Now()
	}
	opts := fixtures.SeedOptions{Rows: c.Rows, Tables: c.Table, Seed: c.Seed, Today: c.Today.UTC().Truncate(24 * time.Hour)}
	var rows *fixtures.Seeder
	bar := newProgress(p.stderr)
	open := func() (fixtures.Reader, error) {
		bar.rows = 0
		rows, err = tables.Seed(p.ctx, db, plan, opts)
		return rows, err
	}
	var refused []fixtures.Refused
	leaveOut := func(r fixtures.Refused) { refused = append(refused, r) }
	const batch = 10_000 // rows, so that others write meanwhile
	done, err := tables.Load(p.ctx, db, open, fixtures.Options{Keep: true, LeaveOut: leaveOut, Batch: batch, Progress: bar.row})
	bar.end()
	if err != nil && p.ctx.Err() != nil {
		err = fmt.Errorf("interrupted: %s added, and no others", count(int(done.Created), "row"))
	}
	_, unfit := p.uninterrupted().fitTables(db, plan) // the keys of new rows follow those of the made ones
	if err = errors.Join(err, unfit); err != nil {
		return err
	}
	p.noteForeign(tables)
	for _, r := range refused {
		fmt.Fprintf(p.stderr, "note: %v\n", r)
	}
	for _, text := range rows.Skipped {
		fmt.Fprintf(p.stderr, "note: %s\n", text)
	}
	_, err = fmt.Fprintf(p.stdout, "%s: %s added\n", describe(db.Dialect().Name, address), count(int(done.Created), "row"))
	return err
}
