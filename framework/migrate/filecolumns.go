// The table of the columns that name files, which tells each version of a program of the columns of the others.

package migrate

import (
	"context"
	"fmt"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
)

// fileColumn is a column of a table that names files.
type fileColumn struct{ table, column string }

// fileColumns are those of the declarations.
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

// fileColumnsTable is the table of the columns that name files, for declarations that have such.
func (m *migration) fileColumnsTable() *table {
	key := []string{"table_name", "column_name"}
	t := &table{name: schema.FileColumnsTable, ours: true, rowless: true, key: key}
	for _, name := range key {
		t.columns = append(t.columns, schema.Column{Name: name, Value: field.Of(field.Text())})
	}
	return t
}

// addFileColumns adds those columns that the table does not have.
func (m *migration) addFileColumns(ctx context.Context, names []fileColumn, there bool) error {
	for _, name := range names {
		has := false
		row := fmt.Sprintf("table_name = '%s' AND column_name = '%s'", name.table, name.column) // names without quotes, see schema
		if there {
			query := "SELECT EXISTS (SELECT 1 FROM " + schema.FileColumnsTable + " WHERE " + row + ")"
			if err := m.tx.QueryRowContext(ctx, query).Scan(&has); err != nil {
				return err
			}
		}
		if !has {
			m.fileColumns = append(m.fileColumns, fmt.Sprintf("INSERT INTO %s (table_name, column_name) VALUES ('%s', '%s')", schema.FileColumnsTable, name.table, name.column))
		}
	}
	return nil
}
