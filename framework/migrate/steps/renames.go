// Renamed columns and tables.

package steps

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"example.com/resourceful/framework/migrate"
)

// renamesOf returns the former names of tables and columns by the new ones, as in Options.Renames: those that are asked for,
// and those in the tags of fields whose former column is there.
func renamesOf(from, to migrate.State, asked map[string]string) (map[string]string, error) {
	renames := maps.Clone(asked)
	if renames == nil {
		renames = map[string]string{}
	}
	var mistakes []error
	mistake := func(format string, args ...any) { mistakes = append(mistakes, fmt.Errorf(format, args...)) }
	for _, t := range to.Tables {
		former := from.Table(formerTable(t.Name, renames))
		if former == nil {
			continue
		}
		for name, was := range declaredRenames(*former, t) {
			if renames[t.Name+"."+name] == "" {
				renames[t.Name+"."+name] = was
			}
		}
	}
	for name, former := range renames {
		table, column, isColumn := strings.Cut(name, ".")
		t, was := to.Table(table), from.Table(formerTable(table, renames))
		switch {
		case t == nil:
			mistake("rename %s=%s: no declaration has table %s", name, former, table)
		case was == nil:
			mistake("rename %s=%s: the migrations so far have no table %s", name, former, formerTable(table, renames))
		case isColumn && t.Column(column) == nil:
			mistake("rename %s=%s: no declaration of table %s has column %s", name, former, table, column)
		case isColumn && was.Column(former) == nil:
			mistake("rename %s=%s: in the migrations so far table %s has no column %s", name, former, was.Name, former)
		case isColumn && t.Column(former) != nil && renames[table+"."+former] == "":
			mistake("rename %s=%s: column %s is still declared", name, former, former)
		case isColumn && was.Column(column) != nil && !isFormer(renames, table+".", column):
			mistake("rename %s=%s: in the migrations so far table %s has another column %s; say what became of it, or drop it before", name, former, was.Name, column)
		case !isColumn && from.Table(table) != nil && !isFormer(renames, "", table):
			mistake("rename %s=%s: the migrations so far have another table %s; say what became of it, or drop it before", name, former, table)
		case !isColumn && to.Table(former) != nil && renames[former] == "":
			mistake("rename %s=%s: table %s is still declared", name, former, former)
		}
		for other, again := range renames {
			of, _, otherIsColumn := strings.Cut(other, ".")
			if other > name && again == former && otherIsColumn == isColumn && (!isColumn || of == table) {
				mistake("rename %s=%s and %s=%s: one of them only can have been %s", name, former, other, again, former)
			}
		}
	}
	return renames, errors.Join(mistakes...)
}

// isFormer reports whether a name is the former one of another column, whose new names begin with the table, or of a table
// (with "").
func isFormer(renames map[string]string, table, name string) bool {
	for now, former := range renames {
		if former == name && strings.HasPrefix(now, table) && strings.Contains(now, ".") == (table != "") {
			return true
		}
	}
	return false
}

// declaredRenames returns the former names in tags. A tag counts while its former column is there and no field of today has
// it, or the one that has it is renamed in the same way: what was renamed once stays as it is.
func declaredRenames(former, now migrate.Table) map[string]string {
	renames := map[string]string{}
	for _, c := range now.Columns {
		for _, name := range []string{c.Was, c.Was + "_id"} {
			if c.Was != "" && former.Column(name) != nil && name != c.Name {
				renames[c.Name] = name
				break
			}
		}
	}
	for again := true; again; {
		again = false
		for name, was := range renames {
			_, moves := renames[was]
			if now.Column(was) != nil && !moves || isCircle(renames, name) {
				delete(renames, name)
				again = true
			}
		}
	}
	return renames
}

// isCircle reports whether a name leads to itself: such tags would count again in each migration.
func isCircle(renames map[string]string, name string) bool {
	at := name
	for range len(renames) {
		if at = renames[at]; at == name {
			return true
		}
	}
	return false
}

// change is one renaming.
type change struct{ former, now string }

// inOrder returns renamings in an order in which none takes a name that another one has; a circle takes a name in between.
func inOrder(changes []change) (ordered []change) {
	changes = slices.DeleteFunc(slices.Clone(changes), func(c change) bool { return c.former == c.now })
	for len(changes) > 0 {
		i := slices.IndexFunc(changes, func(c change) bool {
			return !slices.ContainsFunc(changes, func(other change) bool { return other.former == c.now })
		})
		if i < 0 {
			between := "between_" + changes[0].former
			ordered = append(ordered, change{changes[0].former, between})
			changes[0].former = between
			continue
		}
		ordered = append(ordered, changes[i])
		changes = slices.Delete(changes, i, i+1)
	}
	return ordered
}
