// Tables that fit the declarations: extended in development, or compared after versioned migrations.

package app

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/migrate"
	"example.com/resourceful/framework/migrate/history"
	"example.com/resourceful/framework/migrate/steps"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// prepareTables does what fitTables does, and logs what people should know.
func (p *program) prepareTables(db *database.DB, compiled *plan.Plan) error {
	remarks, err := p.fitTables(db, compiled)
	p.warn(remarks)
	return err
}

// fitTables extends the tables to a plan, or fails if the tables of a program with migrations do not fit. It returns what
// people should know about them.
func (p *program) fitTables(db *database.DB, compiled *plan.Plan) (remarks []string, err error) {
	if p.own.Migrations != nil {
		return p.compareTables(p.ctx, db, compiled)
	}
	made, err := p.extend(db, compiled)
	return made.Remarks, err
}

// extend adds what the tables lack. It fails if they lack something and the database has versioned migrations, which the
// program does not embed: these would then find their changes made.
func (p *program) extend(db *database.DB, compiled *plan.Plan) (migrate.Comparison, error) {
	if err := p.checkOwner(db, compiled); err != nil {
		return migrate.Comparison{}, err
	}
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

// fit is how the tables of a database compare with declarations, as serve, check and doctor report it.
type fit struct {
	remarks  []string            // what people should know
	problems migrate.Differences // for which serve does not start
	missing  []string            // statements that serve and migrate run; none in a program with migrations
	folder   string              // of the program's migrations, with their states
	later    *migrate.Difference // that a later release has migrated the database; nil if none has
	// sequences are the statements that advance sequences, which a start runs too.
	sequences []string
	made      migrate.Comparison
}

// behindItsRows is the problem of a sequence.
const behindItsRows = "a sequence is behind its rows or too short, so that new rows may get no key"

// compareTables fails if migrations are pending, or if the tables do not fit the declarations. It changes nothing but
// sequences behind their rows, and returns what people should know.
func (p *program) compareTables(ctx context.Context, db *database.DB, compiled *plan.Plan) (remarks []string, err error) {
	f, err := p.compare(ctx, db, compiled)
	switch {
	case err != nil:
	case len(f.problems) > 0:
		err = f.problems
	case len(f.sequences) > 0:
		_, err = migrate.Apply(ctx, db, compiled.Tables)
	default:
		err = f.made.Remember(ctx, db)
	}
	return f.remarks, err
}

// compare compares the migrations of a database with those of the program, and its tables with the declarations if none
// is pending. Tables of a later release may fit; where they do not, only that is said: their columns are not to be changed.
// Of the database of another program, only that is said.
func (p *program) compare(ctx context.Context, db *database.DB, compiled *plan.Plan) (f fit, err error) {
	if other, err := p.otherProgram(db, compiled); err != nil {
		return f, err
	} else if other != nil {
		return fit{problems: migrate.Differences{*other}}, nil
	}
	if f, err = p.compareMigrations(ctx, db, compiled); err != nil || len(f.problems) > 0 {
		return f, err
	}
	remarks := f.remarks
	if err = p.compareDeclarations(ctx, db, compiled, &f); err == nil && len(f.problems) > 0 && f.later != nil {
		f.problems, f.remarks = migrate.Differences{*f.later}, remarks
	}
	return f, err
}

// compareDeclarations compares the tables with the declarations.
func (p *program) compareDeclarations(ctx context.Context, db *database.DB, compiled *plan.Plan, f *fit) error {
	made, err := migrate.Compare(ctx, db, compiled.Tables)
	if differences, is := errors.AsType[migrate.Differences](err); is {
		f.problems = p.unmigrated(differences, compiled, db.Dialect().Name, f.folder)
		return nil
	}
	if err != nil {
		return err
	}
	f.remarks = append(f.remarks, p.remarksOf(made)...)
	f.made, f.missing, f.sequences = made, made.Lacking(), made.Statements[len(made.Lacking()):]
	if p.own.Migrations != nil {
		f.missing, f.problems = nil, p.lacking(made.Lacking(), compiled, db.Dialect().Name, f.folder)
	}
	return nil
}

// remarksOf returns the remarks of a comparison. In a program with migrations a statement by hand would be in the way of the
// next one: the tag of a field says what it was called before.
func (p *program) remarksOf(made migrate.Comparison) []string {
	if p.own.Migrations == nil {
		return made.Remarks
	}
	remarks := slices.Clone(made.Remarks)
	for _, r := range made.Renamings {
		remarks[slices.Index(remarks, r.Remark)] = fmt.Sprintf("column %s.%s is new, and no declaration has %s of that table; if one of them is the former name, such as %[4]s, write was=%[4]s into the tag of the field before you %s",
			r.Table, r.Column, strings.Join(r.Undeclared, ", "), r.Undeclared[0], p.diffRemedy())
	}
	return remarks
}

// unmigrated returns differences, or one for all if the declarations have changed since the last migration: statements by
// hand would be in the way of the next one.
func (p *program) unmigrated(differences migrate.Differences, compiled *plan.Plan, dialect, folder string) migrate.Differences {
	if p.own.Migrations == nil {
		return differences
	}
	if current, err := steps.Current(p.own.Migrations, folder, dialect, compiled.Tables); err != nil || current {
		return differences
	}
	return migrate.Differences{{
		Table: differences[0].Table, Column: differences[0].Column,
		Problem: "the declarations have changed since the last migration: " + differences[0].Problem, Remedy: p.diffRemedy(),
	}}
}

// diffRemedy says how a changed declaration reaches the database.
func (p *program) diffRemedy() string {
	return fmt.Sprintf("run \"%s migrate diff NAME\", and \"migrate up\" with its files", p.own.Name)
}

// lacking returns the problem that tables lack what the declarations ask for, although no migration is pending; none if
// they lack nothing.
func (p *program) lacking(statements []string, compiled *plan.Plan, dialect, folder string) migrate.Differences {
	if len(statements) == 0 {
		return nil
	}
	byHand := "the tables were changed by hand, and the migrations have made it; run: " + strings.TrimSuffix(statements[0], ";")
	d := migrate.Difference{Problem: lackOf(statements), Remedy: p.diffRemedy()}
	switch current, err := steps.Current(p.own.Migrations, folder, dialect, compiled.Tables); {
	case err != nil: // the states are not embedded
		d.Remedy = fmt.Sprintf("if the declarations have changed, %s; if not, %s", p.diffRemedy(), byHand)
	case current:
		d.Remedy = byHand
	}
	return migrate.Differences{d}
}

// lackOf returns in words what tables lack, by the statements that would add it.
func lackOf(statements []string) string {
	first, _, _ := strings.Cut(statements[0], "\n")
	return fmt.Sprintf("the tables lack what %s would add, such as %s", count(len(statements), "statement"), strings.TrimSuffix(strings.TrimSuffix(first, " ("), ";"))
}

// compareMigrations has a problem if migrations of the program are pending, and a remark for what is wrong with others.
func (p *program) compareMigrations(ctx context.Context, db *database.DB, compiled *plan.Plan) (f fit, err error) {
	if p.own.Migrations == nil {
		return f, nil
	}
	h, err := p.history(db, compiled, p.own.Migrations)
	if err != nil {
		return f, err
	}
	f.folder = path.Dir(h.Folder())
	all, err := h.Steps(ctx)
	if err != nil {
		return f, err
	}
	var pending, missing []history.Step
	shared := false // the database has a version of the program
	for _, step := range all {
		shared = shared || step.Applied && !step.Missing()
		switch {
		case step.Pending():
			pending = append(pending, step)
		case step.Missing():
			missing = append(missing, step)
		}
		if step.Problem != "" && !step.Pending() {
			f.remarks = append(f.remarks, fmt.Sprintf("migration %v: %s", step, step.Problem))
		}
	}
	switch {
	case len(pending) > 0 && len(missing) > 0:
		f.problems = migrate.Differences{foreign(missing, pending[0], h.Folder(), shared)}
	case len(pending) > 0:
		f.problems = migrate.Differences{p.pending(pending)}
	case len(missing) > 0 && missing[len(missing)-1].Version > h.Newest():
		f.later = &migrate.Difference{
			Problem: fmt.Sprintf("the database is at version %v of a later release, whose tables do not fit this one; the newest version here is %d", missing[len(missing)-1], h.Newest()),
			Remedy:  "start that release, or run \"migrate down\" with it",
		}
	}
	return f, nil
}

// pending returns the problem that migrations are pending.
func (p *program) pending(steps []history.Step) migrate.Difference {
	d := migrate.Difference{Remedy: fmt.Sprintf("run \"%[1]s migrate up\", or \"%[1]s serve --migrate\"", p.own.Name)}
	if d.Problem = fmt.Sprintf("migration %v is pending", steps[0]); len(steps) > 1 {
		d.Problem = fmt.Sprintf("%d migrations are pending, the first is %v", len(steps), steps[0])
	}
	return d
}

// foreign returns the problem that a database has versions of another program, or of another branch of this one, in whose
// presence migrate up refuses the pending ones.
func foreign(missing []history.Step, pending history.Step, folder string, shared bool) migrate.Difference {
	last := missing[len(missing)-1]
	if !shared {
		return migrate.Difference{
			Problem: fmt.Sprintf("the database has the migrations of another program: version %v has no file in %s, and no version of this program is applied", last, folder),
			Remedy:  "name another database with --database",
		}
	}
	return migrate.Difference{
		Problem: fmt.Sprintf("migration %v is pending, and the database has version %v of another release, which has no file in %s", pending, last, folder),
		Remedy:  "start a release that has both, or run \"migrate down\" with the release that has the other",
	}
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
		return p.prepareTables(db, compiled)
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
	if err := p.checkOwner(db, compiled); err != nil {
		return err
	}
	_, err = h.Up(p.ctx, history.Up{})
	return err
}

// checkOwner refuses the database of another program, before anything is written into it.
func (p *program) checkOwner(db *database.DB, compiled *plan.Plan) error {
	other, err := p.otherProgram(db, compiled)
	if err == nil && other != nil {
		err = fmt.Errorf("%s; nothing was changed; %s", other.Problem, other.Remedy)
	}
	return err
}

// otherProgram returns the problem that an SQLite file has the tables of another program, nil for none. Configurations of one
// program may share a file. In PostgreSQL several programs may share a database.
func (p *program) otherProgram(db *database.DB, compiled *plan.Plan) (*migrate.Difference, error) {
	if db.Path() == "" {
		return nil, nil
	}
	if begun, err := history.Begun(p.ctx, db); err != nil || begun {
		return nil, err
	}
	if has, err := hasTables(p.ctx, compiled, db); err != nil || has {
		return nil, err
	}
	var other string
	own := "'" + strings.Join(schema.ServiceTables(), "', '") + "'" // names without quotes
	query := "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB 'goose_*' AND name NOT IN (" + own + ") ORDER BY name LIMIT 1"
	if found, err := db.Session().Row(p.ctx, db.Raw(query), []any{&other}); err != nil || !found {
		return nil, err
	}
	for _, set := range p.sets {
		sharing, err := set.Compile()
		if err != nil {
			return nil, err
		}
		if has, err := hasTables(p.ctx, sharing, db); err != nil || has {
			return nil, err
		}
	}
	return &migrate.Difference{
		Problem: fmt.Sprintf("%s is the database of another program: it has the table %s, and none of the tables of %s", db.Path(), other, compiled.Name),
		Remedy:  "name another file with --database",
	}, nil
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
