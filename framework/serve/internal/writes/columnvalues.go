// Columns, relations and version of a row, before and after a change.

package writes

import (
	"maps"
	"slices"

	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/store"
)

// ColumnValues are the values of the row's columns.
func ColumnValues(rec *schema.Record) []any {
	columns := rec.Type.Columns()
	values := make([]any, len(columns))
	for i, f := range columns {
		values[i] = rec.Column(f.Index)
	}
	return values
}

// RelatedKeys are the keys that some many-to-many relations of the row hold.
func RelatedKeys(rec *schema.Record, fields []*schema.Field) [][]schema.Key {
	var list [][]schema.Key
	for _, f := range fields {
		keys, _ := rec.Get(f).([]schema.Key)
		list = append(list, slices.Clone(keys))
	}
	return list
}

// setVersion gives a record whose fields were stored the new version of its row.
func setVersion(row, current *schema.Record, fields []*schema.Field) {
	if version := row.Type.Version; version != nil && fields != nil {
		row.Set(version, current.Version()+1)
	}
}

// joinsOthers reports whether many-to-many relations of two records hold other rows.
func joinsOthers(a, b *schema.Record) bool {
	joined := func(rec *schema.Record, f *schema.Field) map[schema.Key]bool {
		set := map[schema.Key]bool{}
		keys, _ := rec.Get(f).([]schema.Key)
		for _, key := range keys {
			set[key] = true
		}
		return set
	}
	return slices.ContainsFunc(a.Type.Fields, func(f *schema.Field) bool {
		return f.IsManyToMany() && !maps.Equal(joined(a, f), joined(b, f))
	})
}

// updateRow stores the fields of a row, and gives the record the new version of the row.
func updateRow(tx *store.Tx, key schema.Key, row, current *schema.Record, fields []*schema.Field) error {
	found, err := tx.Update(key, row, fields)
	if err == nil && !found {
		err = request.NotFound()
	}
	if err == nil {
		setVersion(row, current, fields)
	}
	return err
}
