// The address of a record, as a member of its representation.

package structs

import (
	"fmt"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
)

// linkSelf gives an Address the properties of the key.
func linkSelf(t *schema.Type, f *schema.Field, report func(msg string)) {
	if f.Derived.Name != "" && !linkContent(t, f, report) {
		return
	}
	switch {
	case t.Key == nil: // a mistake that is already reported
	case f.File != nil:
		f.AsKey = t.Key.AsKey
	case t.Key.Show == schema.ShowLink && t.Key.Wire != "":
		report(fmt.Sprintf(`%s.%s shows the address already; leave this field out`, t.Go.Name(), t.Key.Go))
	default:
		f.AsKey = t.Key.AsKey
	}
}

// linkContent finds the file of an Address with of=. It reports whether there is one.
func linkContent(t *schema.Type, f *schema.Field, report func(msg string)) bool {
	file := t.RowType().Find(f.Derived.Name)
	if file == nil || !file.IsFile() {
		var names []string
		for _, one := range t.RowType().Files() {
			names = append(names, one.Wire)
		}
		report(fmt.Sprintf("rest tag: of=%s names no file of %s%s", f.Derived.Name, t.RowType().Go.Name(), field.Hint(f.Derived.Name, names)))
		return false
	}
	f.File, f.Null = t.Hold(file), file.Null
	return true
}
