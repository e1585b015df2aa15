// Package steps writes versioned migrations: the SQL that leads from one state of the declarations to the next, and back,
// on SQLite and on PostgreSQL. It needs no database.
//
// What no declaration has any longer is left in place, without what would refuse new rows, until a drop is asked for. Files
// are meant to be read and edited: what only people can know, such as the value of a new required reference, is a comment.
package steps

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"example.com/resourceful/framework/migrate"
)

// Options are what a comparison of states cannot find out.
type Options struct {
	// Renames are the former names of tables, and of columns as "table.column" with the new name of the table, by the
	// new ones. The former name of a column may also be in its declaration.
	Renames map[string]string
	// Drop drops what no declaration has any longer, with its values.
	Drop bool
}

// Steps are the statements of one migration, on one database.
type Steps struct {
	// Up and Down are the statements in a transaction.
	Up, Down []string
	// After follow Up without a transaction, on PostgreSQL: they let others write meanwhile, and can be repeated. Undo
	// precede Down.
	After, Undo []string
	// State is the state after the migration: the new one, with what it leaves in place.
	State migrate.State
}

// Empty reports whether there is nothing to do.
func (s Steps) Empty() bool { return len(s.Up) == 0 && len(s.After) == 0 }

// Between returns the steps from one state to another, on the database "sqlite" or "postgres". Its error is a mistake in
// the renames, or a change of a key that no statement makes.
func Between(dialect string, from, to migrate.State, opts Options) (Steps, error) {
	renames, err := renamesOf(from, to, opts.Renames)
	if err != nil {
		return Steps{}, err
	}
	after := leave(dialect, from, to, renames, opts.Drop)
	up := &writer{dialect: dialect, from: from, to: after, renames: renames, filled: map[string]bool{}}
	up.write()
	down := &writer{dialect: dialect, from: after, to: from, renames: reversed(renames), back: true, filled: map[string]bool{}}
	down.write()
	return Steps{Up: holding(up.inside), After: up.outside, Undo: up.undo, Down: holding(down.inside), State: after}, errors.Join(up.mistakes...)
}

// formerTable returns the former name of a table.
func formerTable(name string, renames map[string]string) string {
	if former := renames[name]; former != "" {
		return former
	}
	return name
}

// reversed returns renames of the way back: the names of tables in those of columns are those before.
func reversed(renames map[string]string) map[string]string {
	back := map[string]string{}
	for name, former := range renames {
		table, column, isColumn := strings.Cut(name, ".")
		if isColumn {
			back[formerTable(table, renames)+"."+former] = column
		} else {
			back[former] = table
		}
	}
	return back
}

// leave returns the new state with what it leaves in place of the former one: functions, tables and columns that no
// declaration has any longer. A column stays without what would refuse a row that does not know it.
func leave(dialect string, from, to migrate.State, renames map[string]string, drop bool) migrate.State {
	to.Tables, to.Functions = slices.Clone(to.Tables), slices.Clone(to.Functions)
	for _, f := range from.Functions { // only the way back drops one: other declarations may call it
		if !slices.ContainsFunc(to.Functions, func(p migrate.Part) bool { return p.Name == f.Name }) {
			to.Functions = append(to.Functions, f)
		}
	}
	if drop {
		return to
	}
	back := reversed(renames)
	for _, former := range from.Tables {
		name := formerTable(former.Name, back)
		i := slices.IndexFunc(to.Tables, func(t migrate.Table) bool { return t.Name == name })
		if i < 0 {
			former.Left = true
			to.Tables = append(to.Tables, former)
			continue
		}
		t := &to.Tables[i]
		t.Columns = slices.Clone(t.Columns)
		for _, c := range former.Columns {
			if t.Column(formerColumn(former.Name, c.Name, back)) != nil {
				continue
			}
			if dialect == "sqlite" {
				c.References = "" // it would keep rows from being deleted
			}
			if c.Left = true; c.Default == "" && !slices.Contains(former.Key, c.Name) {
				c.NotNull = false
			}
			t.Columns = append(t.Columns, c)
		}
	}
	keepRows(from, to, renames)
	slices.SortStableFunc(to.Tables, func(a, b migrate.Table) int { return strings.Compare(a.Name, b.Name) })
	return to
}

// keepRows keeps the rows of the framework's table of columns with files that are about columns which are left: their files
// are still in use.
func keepRows(from, to migrate.State, renames map[string]string) {
	for i := range to.Tables {
		t := &to.Tables[i]
		former := from.Table(formerTable(t.Name, renames))
		if former == nil || t.Left {
			continue
		}
		for _, p := range former.Parts {
			table, column, _ := strings.Cut(p.Name, ".")
			of := to.Table(table)
			if p.Kind == "row" && t.Part(p.Name) == nil && of != nil && of.Column(column) != nil && (of.Left || of.Column(column).Left) {
				t.Parts = append(slices.Clone(t.Parts), p)
			}
		}
	}
}

// formerColumn returns the former name of a column.
func formerColumn(table, column string, renames map[string]string) string {
	if former := renames[table+"."+column]; former != "" {
		return former
	}
	return column
}

// Guess is a column or a table that may be a renamed one.
type Guess struct{ New, Former string } // names as in Options.Renames

// Guesses returns the new columns and tables that may be renamed ones: a column of the same type has gone, or a table with
// mostly the same columns.
func Guesses(from, to migrate.State, opts Options) (guesses []Guess) {
	goneTables := slices.DeleteFunc(slices.Clone(from.Tables), func(t migrate.Table) bool {
		return to.Table(t.Name) != nil || t.Left || slices.Contains(slices.Collect(maps.Values(opts.Renames)), t.Name)
	})
	for _, t := range to.Tables {
		former := from.Table(formerTable(t.Name, opts.Renames))
		if former == nil {
			for _, gone := range goneTables {
				if alike(gone, t) {
					guesses = append(guesses, Guess{t.Name, gone.Name})
				}
			}
			continue
		}
		known := declaredRenames(*former, t)
		for name, was := range opts.Renames {
			if column, of := strings.CutPrefix(name, t.Name+"."); of {
				known[column] = was
			}
		}
		taken := slices.Collect(maps.Values(known))
		for _, c := range t.Columns {
			if former.Column(c.Name) != nil || known[c.Name] != "" {
				continue
			}
			for _, gone := range former.Columns {
				if gone.Form == c.Form && gone.Type == c.Type && !gone.Left && t.Column(gone.Name) == nil && gone.References == c.References && !slices.Contains(taken, gone.Name) {
					guesses = append(guesses, Guess{t.Name + "." + c.Name, gone.Name})
				}
			}
		}
	}
	return guesses
}

// alike reports whether most columns of a table are in another one.
func alike(a, b migrate.Table) bool {
	same := 0
	for _, c := range a.Columns {
		if other := b.Column(c.Name); other != nil && other.Type == c.Type {
			same++
		}
	}
	return 2*same > len(a.Columns)
}
