// The tables of types, merged from all types of each table.

package structs

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
)

// Tables returns the tables of all given types, sorted by name. Several types may describe one table, each
// with its own columns; it reports conflicts between them.
func Tables(types []*schema.Type, report func(t *schema.Type, field, msg string)) []schema.Table {
	byName, ownPackage := map[string]*schema.Table{}, reflect.TypeFor[schema.HistoryEntry]().PkgPath()
	table := func(name string) *schema.Table {
		if byName[name] == nil {
			byName[name] = &schema.Table{Name: name}
		}
		return byName[name]
	}
	for _, t := range types {
		if t.Key == nil {
			continue
		}
		for _, f := range t.Columns() {
			into, column := table(t.Table), columnOf(f)
			if parts := t.Key.KeyParts; parts != nil {
				column.Key = slices.Contains(parts, f)
				if f == t.Key {
					continue
				}
			}
			if column.Unique && t.Deleted != nil {
				column.Unique = false
				columns := []schema.IndexColumn{{Name: f.Column, Folded: f.IgnoresCase}}
				into.Indexes = append(into.Indexes, schema.Index{
					Columns: columns, Unique: true, Where: t.Living(), Rows: t, For: []string{"unique " + f.Column},
				})
			}
			if problem := addColumn(into, column); problem != "" {
				report(t, f.Go, problem)
			}
			if f.Indexed {
				into.Indexes = append(into.Indexes, schema.Index{Columns: schema.OnColumns(f.Column), For: []string{"index of " + t.Go.Name()}})
			}
			if f.IgnoresCase { // the index of unique=ci finds no exact text, of an address or a filter
				into.Indexes = append(into.Indexes, schema.Index{Columns: schema.OnColumns(f.Column), For: []string{"exact " + f.Column}})
			}
		}
		into := table(t.Table)
		into.Unmanaged = into.Unmanaged || t.Unmanaged
		into.Own = into.Own || t.Go.PkgPath() == ownPackage
		into.Indexes = append(into.Indexes, t.Indexes...)
		if f := t.Deleted; f != nil {
			into.Indexes = append(into.Indexes, schema.Index{Columns: schema.OnColumns(f.Column), Where: predicate.Not(t.Living()), Rows: t, For: []string{"deleted rows"}})
		}
		for _, c := range t.Constraints {
			if !slices.ContainsFunc(into.Constraints, func(have *schema.Constraint) bool { return schema.SameCondition(have.Holds, c.Holds) }) {
				into.Constraints = append(into.Constraints, c)
			}
		}
	}
	for _, t := range types {
		if t.Key != nil {
			setFullText(table(t.Table), t, byName, report)
		}
	}
	for _, t := range types {
		for _, f := range t.Fields {
			if !f.IsManyToMany() || f.Relation.Type == nil || f.Relation.Here == "" {
				continue
			}
			pairs := table(f.Relation.Through)
			here := schema.Column{Name: f.Relation.Here, Value: schema.ReferenceTo(t), References: t.Table, Delete: schema.Cascade}
			there := schema.Column{Name: f.Relation.There, Value: schema.ReferenceTo(f.Relation.Type), References: f.Relation.Type.Table, Delete: schema.Cascade}
			if problem := joinColumns(pairs, here, there); problem != "" {
				report(t, f.Go, problem)
			}
			pairs.Unmanaged = pairs.Unmanaged || t.Unmanaged
		}
	}
	tables := make([]schema.Table, 0, len(byName))
	for _, t := range byName {
		for i := range t.Columns {
			t.Columns[i].Omitted = slices.ContainsFunc(types, func(of *schema.Type) bool {
				return of.Table == t.Name && of.Key != nil && of.ByColumn(t.Columns[i].Name) == nil
			})
		}
		tables = append(tables, *t)
	}
	slices.SortFunc(tables, func(a, b schema.Table) int { return strings.Compare(a.Name, b.Name) })
	return tables
}

// joinColumns makes the table one of pairs; all relations through it must agree.
func joinColumns(t *schema.Table, here, there schema.Column) string {
	switch {
	case !t.Pairs && len(t.Columns) > 0:
		return fmt.Sprintf("table %s holds rows and cannot be a table of pairs too; name another with \"through=\"", t.Name)
	case !t.Pairs:
		t.Pairs, t.Columns = true, []schema.Column{here, there}
		return ""
	case samePair(t.Columns[0], here) && samePair(t.Columns[1], there), samePair(t.Columns[0], there) && samePair(t.Columns[1], here):
		return ""
	}
	return fmt.Sprintf("table %s joins %s to %s already, as %s and %s, and not as %s and %s; name another with \"through=\"",
		t.Name, t.Columns[0].References, t.Columns[1].References, t.Columns[0].Name, t.Columns[1].Name, here.Name, there.Name)
}

// addColumn merges a column into the table; two declarations of one column must agree.
func addColumn(t *schema.Table, c schema.Column) string {
	for i, have := range t.Columns {
		if have.Name != c.Name {
			continue
		}
		switch {
		case have.Value.String() != c.Value.String() && !accountHashes(t.Name, have, c):
			return fmt.Sprintf("column %s.%s is %s here and %s in another declaration of the table; make them agree, or write another column with db:\"…\"", t.Name, c.Name, kindOf(c), kindOf(have))
		case have.Null != c.Null:
			return fmt.Sprintf("column %s.%s is %s here and %s in another declaration of the table; make them agree", t.Name, c.Name, kindOf(c), kindOf(have))
		case have.Key != c.Key:
			return fmt.Sprintf("column %s.%s is the key in one declaration of the table only; make them agree", t.Name, c.Name)
		case have.References != c.References:
			return fmt.Sprintf("column %s.%s refers to table %s here and to %s in another declaration; make them agree", t.Name, c.Name, c.References, have.References)
		case have.Delete != c.Delete:
			return fmt.Sprintf("column %s.%s says another ondelete= than another declaration of the table; make them agree", t.Name, c.Name)
		case have.Filled != c.Filled:
			return fmt.Sprintf(`column %s.%s is filled by the database (default:"database") in one declaration of the table only; make them agree`, t.Name, c.Name)
		}
		t.Columns[i].Unique, t.Columns[i].IgnoresCase = have.Unique || c.Unique, have.IgnoresCase || c.IgnoresCase
		t.Columns[i].SortsInAnyCase = have.SortsInAnyCase || c.SortsInAnyCase
		t.Columns[i].Was = cmp.Or(have.Was, c.Was)
		if c.HasDefault && !have.HasDefault {
			t.Columns[i].HasDefault, t.Columns[i].Default = true, c.Default
		}
		return ""
	}
	t.Columns = append(t.Columns, c)
	return ""
}

// accountHashes reports whether two declarations of a column are both of the hashes of the accounts' passwords:
// one as the framework's text, the other as a password that clients send.
func accountHashes(table string, a, b schema.Column) bool {
	return table == schema.AccountsTable && a.Name == "password" && (a.Value.Kind.Seal != nil && b.Value.Kind.FreeText || a.Value.Kind.FreeText && b.Value.Kind.Seal != nil)
}

// kindOf returns the kind of the column's values in words.
func kindOf(c schema.Column) string {
	value := *c.Value
	value.Null = c.Null
	return value.WithArticle()
}

// samePair reports whether two columns of a table of pairs are the same.
func samePair(c schema.Column, with schema.Column) bool {
	return c.Name == with.Name && c.References == with.References
}

func columnOf(f *schema.Field) schema.Column {
	c := schema.Column{Name: f.Column, Was: f.Was, Value: &f.Spec, Key: f.Go == "ID", Null: f.Null, Unique: f.Unique && f.Go != "ID", IgnoresCase: f.IgnoresCase, SortsInAnyCase: f.SortsInAnyCase, HasDefault: f.HasDefault, Default: f.Default, Filled: f.Filled}
	c.Numbered = c.Key && f.AsKey != nil && f.AsKey.Numbered
	if f.IsToOne() && f.Relation.Type != nil {
		c.References, c.Delete = f.Relation.Type.Table, f.Relation.Delete
	}
	// A type without this column still inserts rows, so that an optional column needs a default.
	if f.Optional && !f.Null && !c.HasDefault {
		c.HasDefault, c.Default = true, f.Kind.Zero
	}
	return c
}

// setFullText sets the full text of a type's table; all types of the table with a full text have to agree.
func setFullText(t *schema.Table, of *schema.Type, tables map[string]*schema.Table, report func(t *schema.Type, field, msg string)) {
	text := of.FullText()
	if text == nil {
		return
	}
	first := of.FullTextFields()[0].Go
	taken := func(c schema.Column) bool { return c.Name == schema.FullTextColumn }
	switch have := t.FullText; {
	case have != nil && (have.Language != text.Language || !slices.Equal(have.Columns, text.Columns)):
		report(of, first, fmt.Sprintf("the full text of table %s is of %v (%s) here and of %v (%s) in another declaration of the table; make them agree", t.Name, text.Columns, text.Language, have.Columns, have.Language))
	case slices.ContainsFunc(t.Columns, taken):
		report(of, first, fmt.Sprintf(`column %s.%s is where PostgreSQL keeps the full text; call the other column something else with db:"…"`, t.Name, schema.FullTextColumn))
	case tables[schema.FullTextName(t.Name)] != nil:
		report(of, first, fmt.Sprintf("table %s is where SQLite keeps the full text; call the other table something else", schema.FullTextName(t.Name)))
	}
	t.FullText = text
}
