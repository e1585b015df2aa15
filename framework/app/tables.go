// Tables that fit the declarations: extended in development, or compared after versioned migrations.

package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/migrate"
	"example.com/resourceful/framework/migrate/history"
	"example.com/resourceful/framework/plan"
)

// prepareTables extends the tables to a plan, or fails if the tables of a program with migrations do not fit.
func (p *program) prepareTables(db *database.DB, compiled *plan.Plan) error {
	if p.own.Migrations == nil {
		return p.migrate(db, compiled)
	}
	remarks, err := p.compareTables(p.ctx, db, compiled)
	p.warn(remarks)
	return err
}

// migrate migrates the tables to a plan, and logs what people should know about them.
func (p *program) migrate(db *database.DB, plan *plan.Plan) error {
	made, err := p.extend(db, plan)
	p.warn(made.Remarks)
	return err
}

// extend adds what the tables lack. It fails if they lack something and the database has versioned migrations, which the
// program does not embed: these would then find their changes made.
func (p *program) extend(db *database.DB, compiled *plan.Plan) (migrate.Comparison, error) {
	begun, err := history.Begun(p.ctx, db)
	if err != nil {
		return migrate.Comparison{}, err
	}
	if begun {
		made, err := migrate.Compare(p.ctx, db, compiled.Tables)
		if err == nil && len(made.Lacking()) > 0 {
			err = fmt.Errorf("the database has versioned migrations, and this program embeds none: run \"%s migrate up --folder DIR\", or embed the folder as Migrations in its app.Program", p.own.Name)
		}
		if err != nil {
			return made, err
		}
	}
	return migrate.Apply(p.ctx, db, compiled.Tables)
}

// compareTables fails if migrations are pending, or if the tables do not fit the declarations. It changes nothing but
// sequences behind their rows, and returns what people should know.
func (p *program) compareTables(ctx context.Context, db *database.DB, compiled *plan.Plan) (remarks []string, err error) {
	if remarks, err = p.checkMigrations(ctx, db, compiled); err != nil {
		return remarks, err
	}
	more, err := p.lacks(ctx, db, compiled)
	return append(remarks, more...), err
}

// checkMigrations fails if migrations of the program are pending, and returns what is wrong with others.
func (p *program) checkMigrations(ctx context.Context, db *database.DB, compiled *plan.Plan) (remarks []string, err error) {
	if p.own.Migrations == nil {
		return nil, nil
	}
	h, err := p.history(db, compiled, p.own.Migrations)
	if err != nil {
		return nil, err
	}
	steps, err := h.Steps(ctx)
	if err != nil {
		return nil, err
	}
	var pending []history.Step
	for _, step := range steps {
		if step.Pending() {
			pending = append(pending, step)
		} else if step.Problem != "" {
			remarks = append(remarks, fmt.Sprintf("migration %v: %s", step, step.Problem))
		}
	}
	switch n := len(pending); n {
	case 0:
	case 1:
		return remarks, fmt.Errorf("migration %v is pending: run \"%[2]s migrate up\", or \"%[2]s serve --migrate\"", pending[0], p.own.Name)
	default:
		return remarks, fmt.Errorf("%d migrations are pending: run \"%[2]s migrate up\", or \"%[2]s serve --migrate\"", n, p.own.Name)
	}
	return remarks, nil
}

// lacks fails if the tables do not fit a plan. It advances sequences behind their rows, which no migration is about.
func (p *program) lacks(ctx context.Context, db *database.DB, compiled *plan.Plan) (remarks []string, err error) {
	made, err := migrate.Compare(ctx, db, compiled.Tables)
	if err != nil {
		return nil, err
	}
	switch statements := made.Lacking(); {
	case len(statements) > 0:
		return made.Remarks, fmt.Errorf("the tables lack what no migration adds, such as\n%s;\nrun \"%s migrate diff NAME\", and \"migrate up\" with its files", strings.TrimSuffix(statements[0], ";"), p.own.Name)
	case len(made.Statements) > 0:
		_, err = migrate.Apply(ctx, db, compiled.Tables)
	}
	return made.Remarks, err
}

// migrating is how a service gets its tables.
type migrating struct {
	Migrate       bool          `setting:"" help:"Apply the pending migrations at the start; of several processes one applies them, and the others wait."`
	WaitForSchema time.Duration `setting:"" default:"0s" placeholder:"TIME" help:"How long to wait at the start until another process has migrated the tables; 0 for not at all."`
}

// prepare brings the tables to a plan before the service listens, or waits until another process has done that.
func (c *migrating) prepare(p *program, db *database.DB, compiled *plan.Plan) error {
	if p.own.Migrations == nil {
		if c.Migrate || c.WaitForSchema > 0 {
			return errors.New("migrate and wait-for-schema: this program has no migrations; embed their folder and list it as Migrations in its app.Program")
		}
		return p.migrate(db, compiled)
	}
	if c.Migrate {
		if err := p.applyPending(db, compiled); err != nil {
			return err
		}
	}
	return c.wait(p, db, compiled)
}

// applyPending applies the pending migrations. Files that were edited matter only if there are some.
func (p *program) applyPending(db *database.DB, compiled *plan.Plan) error {
	h, err := p.history(db, compiled, p.own.Migrations)
	if err != nil {
		return err
	}
	steps, err := h.Steps(p.ctx)
	if err != nil || !slices.ContainsFunc(steps, history.Step.Pending) {
		return err
	}
	_, err = h.Up(p.ctx, history.Up{})
	return err
}

// wait returns once the tables fit, or fails at the end of the time to wait. It logs each new reason for waiting.
func (c *migrating) wait(p *program, db *database.DB, compiled *plan.Plan) error {
	reason := ""
	for end := time.Now().Add(c.WaitForSchema); ; {
		remarks, err := p.compareTables(p.ctx, db, compiled)
		if err == nil || !time.Now().Before(end) {
			p.warn(remarks)
			return err
		}
		if err.Error() != reason {
			reason = err.Error()
			p.log().Info("waiting for tables that fit", "until", moment(end), "reason", reason)
		}
		select {
		case <-p.ctx.Done():
			return fmt.Errorf("stopped while waiting for tables that fit: %w", err)
		case <-time.After(min(time.Second, time.Until(end))):
		}
	}
}

// warn logs what people should know about the tables.
func (p *program) warn(remarks []string) {
	for _, remark := range remarks {
		p.log().Warn(remark)
	}
}
