// The indexes of a table: those of keys and constraints, and those that view sets declare.

package schema

import "slices"

// AllIndexes returns the indexes of the table: those of unique values, those of references, and Indexes,
// without any that another one suits for. The key's index is not included.
func (t *Table) AllIndexes() []Index {
	var all []Index
	for _, c := range t.Columns {
		switch {
		case c.Key:
		case c.Unique:
			all = append(all, Index{Columns: []IndexColumn{{Name: c.Name, Folded: c.IgnoresCase}}, Unique: true, For: []string{"unique " + c.Name}})
		case c.References != "":
			all = append(all, Index{Columns: OnColumns(c.Name), For: []string{"reference " + c.Name}})
		}
	}
	return t.reduced(append(all, t.Indexes...))
}

// reduced returns the indexes without those that another one, or the key, suits for; the other one takes
// over their purposes.
func (t *Table) reduced(all []Index) []Index {
	key := Index{Unique: true, Columns: OnColumns(t.keyColumns()...)}
	dropped := make([]bool, len(all))
	for n, want := range all {
		if len(key.Columns) > 0 && key.Suits(want, t.MayBeNull) {
			dropped[n] = true
			continue
		}
		for m := range all {
			// Of two that suit for each other the first one stays.
			if m == n || dropped[m] || !all[m].Suits(want, t.MayBeNull) || m > n && want.Suits(all[m], t.MayBeNull) {
				continue
			}
			dropped[n] = true
			all[m].For = merged(all[m].For, want.For)
			break
		}
	}
	var left []Index
	for n := range all {
		if !dropped[n] {
			left = append(left, all[n])
		}
	}
	return left
}

// merged returns the words of two lists, each once.
func merged(a, b []string) []string {
	a = slices.Clone(a)
	for _, word := range b {
		if !slices.Contains(a, word) {
			a = append(a, word)
		}
	}
	return a
}

// keyColumns returns the columns of the table's key.
func (t *Table) keyColumns() (names []string) {
	for _, c := range t.Columns {
		if c.Key || t.Pairs {
			names = append(names, c.Name)
		}
	}
	return names
}

// MayBeNull reports whether a column may be null.
func (t *Table) MayBeNull(column string) bool {
	return slices.ContainsFunc(t.Columns, func(c Column) bool { return c.Name == column && c.Null })
}
