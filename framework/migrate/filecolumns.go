// The table of columns with files, in which versions of a program register their columns.

package migrate

import (
	"context"
	"fmt"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
)

// fileColumn is a column that names files.
type fileColumn struct{ table, column string }

// condition returns the condition of its row, and insert the statement that adds it. Names have no quotes, see schema.
func (c fileColumn) condition() string {
	return fmt.Sprintf("table_name = '%s' AND column_name = '%s'", c.table, c.column)
}

func (c fileColumn) insert() string {
	return fmt.Sprintf("INSERT INTO %s (table_name, column_name) VALUES ('%s', '%s')", schema.FileColumnsTable, c.table, c.column)
}

// fileColumns returns the declared columns with files.
func fileColumns(tables []schema.Table) (names []fileColumn) {
	for _, t := range tables {
		for _, c := range t.Columns {
			if c.Value.Kind.File != field.NoFile {
				names = append(names, fileColumn{t.Name, c.Name})
			}
		}
	}
	return names
}

// fileColumnsTable returns the table of columns with files, for declarations with some.
func (m *migration) fileColumnsTable() *table {
	key := []string{"table_name", "column_name"}
	t := &table{name: schema.FileColumnsTable, ours: true, rowless: true, key: key}
	for _, name := range key {
		t.columns = append(t.columns, schema.Column{Name: name, Value: field.Of(field.Text())})
	}
	return t
}

// addFileColumns adds the missing columns to the table.
func (m *migration) addFileColumns(ctx context.Context, names []fileColumn, there bool) error {
	for _, name := range names {
		has := false
		if there {
			query := "SELECT EXISTS (SELECT 1 FROM " + schema.FileColumnsTable + " WHERE " + name.condition() + ")"
			if err := m.tx.QueryRowContext(ctx, query).Scan(&has); err != nil {
				return err
			}
		}
		if !has {
			m.fileColumns = append(m.fileColumns, name.insert())
		}
	}
	return nil
}
