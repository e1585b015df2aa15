// Constraints on several columns: CHECK in PostgreSQL; triggers in SQLite, which cannot add a CHECK to a table.

package migrate

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
)

// constraintOps are the conditions that mean the same in both databases without arguments.
var constraintOps = []predicate.Op{
	predicate.OpAnd, predicate.OpOr, predicate.OpNot, predicate.OpEq, predicate.OpLt, predicate.OpLte,
	predicate.OpGt, predicate.OpGte, predicate.OpIn, predicate.OpIsNull,
}

// constraintObject is a CHECK or a trigger.
type constraintObject struct{ name, sql string }

// addConstraints adds the missing constraints that the databases can enforce. An existing one that is no
// longer declared is a problem: it would refuse rows that the declarations allow.
func (m *migration) addConstraints(ctx context.Context, tables []schema.Table, there map[string]*existing) error {
	query := `SELECT conname FROM pg_constraint WHERE contype = 'c' AND conrelid = to_regclass(quote_ident(current_schema()) || '.' || quote_ident($1))`
	if !m.postgres() {
		query = "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ?"
	}
	for _, t := range tables {
		var have []string
		err := m.each(ctx, query, []any{t.Name}, func(scan scanner) error {
			var name string
			err := scan(&name)
			have = append(have, name)
			return err
		})
		if err != nil {
			return fmt.Errorf("constraints of %s: %w", t.Name, err)
		}
		want := m.constraintsOf(t)
		for _, o := range want {
			if !slices.Contains(have, o.name) {
				m.constraints = append(m.constraints, o.sql)
			}
		}
		if err := m.countBroken(ctx, t, there[t.Name], have); err != nil {
			return fmt.Errorf("constraints of %s: %w", t.Name, err)
		}
		for _, name := range have {
			declared := slices.ContainsFunc(want, func(o constraintObject) bool { return o.name == name })
			if schema.IsConstraintName(name) && !declared {
				m.differs(t.Name, "", fmt.Sprintf("table %s has the constraint %s, which is no longer declared and would refuse rows", t.Name, name), "run: "+m.dropConstraint(t.Name, name))
			}
		}
	}
	return nil
}

// countBroken counts the rows that break a missing constraint. It reports them as a problem: they could be
// read, but no longer written.
func (m *migration) countBroken(ctx context.Context, t schema.Table, there *existing, have []string) error {
	for _, c := range t.Constraints {
		objects := m.keeping(t, c)
		if there == nil || len(objects) == 0 || slices.Contains(have, objects[0].name) {
			continue
		}
		var rows int64
		query := "SELECT count(*) FROM " + m.rowsOf(t.Name, t.Columns, there) + " WHERE (" + m.conditionOf(c.Of, c.Holds, "") + ") IS NOT TRUE"
		if err := m.tx.QueryRowContext(ctx, query).Scan(&rows); err != nil {
			return err
		}
		if rows > 0 {
			m.differs(t.Name, "", fmt.Sprintf("table %s has %d rows that break a constraint of %s (%s)", t.Name, rows, c.For, c.Message), "change them first: "+query)
		}
	}
	return nil
}

// rowsOf returns the existing rows of a table with its new columns, which have their defaults.
func (m *migration) rowsOf(table string, columns []schema.Column, there *existing) string {
	added := ""
	for _, c := range columns {
		if _, is := there.columns[c.Name]; is {
			continue
		}
		value := "NULL"
		if c.HasDefault {
			value = c.Value.DefaultIn(field.Dialect(m.dialect.Name), c.Default)
		}
		if m.postgres() {
			value = "CAST(" + value + " AS " + m.in(c).Types[0] + ")"
		}
		added += ", " + value + " AS " + quote(c.Name)
	}
	if added == "" {
		return quote(table)
	}
	return "(SELECT *" + added + " FROM " + quote(table) + ") AS rows"
}

func (m *migration) dropConstraint(table, name string) string {
	if m.postgres() {
		return "ALTER TABLE " + quote(table) + " DROP CONSTRAINT " + quote(name)
	}
	return "DROP TRIGGER " + quote(name)
}

// constraintsOf returns the objects that enforce the constraints of a table.
func (m *migration) constraintsOf(t schema.Table) (objects []constraintObject) {
	for _, c := range t.Constraints {
		objects = append(objects, m.keeping(t, c)...)
	}
	return objects
}

// keeping returns the objects that enforce a constraint, or nil if it differs between the databases.
func (m *migration) keeping(t schema.Table, c *schema.Constraint) []constraintObject {
	name, kept := c.Name(t.Name), true
	c.Holds.Walk(func(e predicate.Expr) bool {
		kept = kept && slices.Contains(constraintOps, e.Op)
		return kept
	})
	switch {
	case !kept:
		return nil
	case m.postgres():
		return []constraintObject{{name, "ALTER TABLE " + quote(t.Name) + " ADD CONSTRAINT " + quote(name) +
			" CHECK ((" + m.conditionOf(c.Of, c.Holds, "") + ") IS TRUE)"}}
	default:
		return m.constraintTriggers(t, c, name)
	}
}

// constraintTriggers returns triggers that act like a CHECK of SQLite, for new rows and for writes of the
// columns.
func (m *migration) constraintTriggers(t schema.Table, c *schema.Constraint, name string) (triggers []constraintObject) {
	var columns []string
	for _, f := range c.Of.Columns() {
		if c.Holds.Reads(f.Index) {
			columns = append(columns, f.Column)
		}
	}
	for _, on := range []string{"INSERT", "UPDATE OF " + quote(columns...)} {
		word, _, _ := strings.Cut(on, " ")
		trigger := name + "_" + strings.ToLower(word)
		triggers = append(triggers, constraintObject{name: trigger, sql: "CREATE TRIGGER " + quote(trigger) + " BEFORE " + on + " ON " + quote(t.Name) +
			" WHEN (" + m.conditionOf(c.Of, c.Holds, "new.") + ") IS NOT TRUE BEGIN SELECT RAISE(ABORT, '" + database.CheckFailed + name + "'); END"})
	}
	return triggers
}
