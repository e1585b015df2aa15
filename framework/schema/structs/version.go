// The version column, which counts the changes of a row.

package structs

import (
	"reflect"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
)

// readVersionOption makes the field the version of its row, which only the store sets, from 1 on.
func readVersionOption(f *schema.Field, t tag, report field.Reporter) {
	switch {
	case f.Type != reflect.TypeFor[int64]() || f.Null || f.Relation != nil:
		report(`rest tag: "version" counts the changes of a row in an int64, and %s is %s; write %s int64`, f.Go, f.WithArticle(), f.Go)
		return
	case f.Go == "ID":
		report(`rest tag: the key never changes, and "version" changes with each write; write a separate field`)
		return
	case f.WriteOnly || f.CreateOnly || f.Optional || f.Unique || t.hasDef || t.validate != "":
		report(`rest tag: a "version" begins with 1 and is raised by each change, and nobody sends it; leave the other options, the default and the rules out`)
	}
	f.IsVersion, f.ReadOnly = true, true
	f.HasDefault, f.Default = true, int64(1)
}

// checkVersion finds the version field of a row.
func (c *compiler) checkVersion(t *schema.Type) {
	for _, f := range t.Fields {
		switch {
		case !f.IsVersion:
		case c.row != nil && f.Column != "" && c.row.ByColumn(f.Column) != nil && c.row.ByColumn(f.Column).IsVersion:
			f.IsVersion = false // the row is an embedded struct
		case t.Version != nil:
			c.clash(f, t.Version, `field %s counts the changes of the row already; leave "version" out of one of them`)
		default:
			t.Version = f
		}
	}
}
