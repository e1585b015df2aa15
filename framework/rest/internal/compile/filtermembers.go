// Filters by members of the objects in fields.

package compile

import (
	"fmt"
	"reflect"
	"strings"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest/internal/declaration"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/schema/structs"
)

// addMemberFilters lists the parameters that the tags of the members of an object declare.
func addMemberFilters(r *resource, f *schema.Field) {
	report := func(format string, args ...any) {
		r.ReportField(r.declaration.GoType, f.Go, fmt.Sprintf("filter: "+format, args...))
	}
	for _, keys := range f.FilteredMembers() {
		if f.Hidden() {
			report("member %s would reveal a field that is never shown; leave the word out there", strings.Join(keys, "."))
			continue
		}
		path := &plan.FieldPath{Text: f.Wire}
		if leadInside(r, path, f, keys, nil, report) {
			position := func() string { return r.Finder.Field(r.declaration.GoType, f.Go, r.Set.At) }
			addFilter(r, path, r.Type, "", strings.ReplaceAll(path.Text, ".", "__"), "", path.End.Filters, report, position)
		}
	}
}

// findFilterPath finds the target of a filter's path. It reports a mistake and then returns nil.
func findFilterPath(r *resource, declared declaration.Filter, report func(format string, args ...any)) *plan.FieldPath {
	t, names := r.Type, strings.Split(declared.Path, ".")
	for i, name := range names[:len(names)-1] {
		f := t.Find(name)
		switch {
		case f == nil:
		case f.Relation != nil && f.Relation.Type != nil:
			t = f.Relation.Type
			continue
		case f.HoldsObjects():
			path := findFieldPath(r.compiler, r.Resource, strings.Join(names[:i+1], "."), report)
			if path == nil || !leadInside(r, path, path.End, names[i+1:], declared.As, report) {
				return nil
			}
			return path
		}
		break
	}
	if f := r.Type.ByWire(declared.Path); f != nil && f.IsCount() && declared.As == nil && !f.Concealed {
		path := &plan.FieldPath{Text: declared.Path, End: f}
		if !countRows(r, path, report) {
			return nil
		}
		return path
	}
	if declared.As != nil {
		report("path %q: As is for members of a map[string]any or a json.RawMessage; leave it out", declared.Path)
		return nil
	}
	return findFieldPath(r.compiler, r.Resource, declared.Path, report)
}

// leadInside extends a path into the objects of the field at its end. It reports success.
func leadInside(r *resource, path *plan.FieldPath, f *schema.Field, keys []string, as any, report func(format string, args ...any)) bool {
	var member *schema.Field
	var wrong string
	path.Text += "." + strings.Join(keys, ".")
	last := keys[len(keys)-1]
	for _, key := range keys {
		if !schema.IsMemberName(key) {
			report("path %q: %q names no member of an object; write letters, digits, _, -, :, $ and @, a letter first", path.Text, key)
			return false
		}
	}
	switch {
	case f.Object != nil && as != nil:
		wrong = fmt.Sprintf("%s declares the kinds of its members; leave As out", f.Object.Go)
	case f.Object != nil:
		member, wrong = f.Within(keys)
	case as == nil:
		wrong = fmt.Sprintf("%s is %s, which does not say what its members are; write As: \"\" for a text, or a value of another Go type", f.Go, f.WithArticle())
	default:
		member, wrong = structs.OfType(reflect.TypeOf(as), last, r.kinds)
	}
	if wrong != "" {
		report("path %q: %s", path.Text, wrong)
		return false
	}
	if member.Inside() == nil {
		report("path %q ends at %s, which has no filters within an object; end it at another member", path.Text, member.WithArticle())
		return false
	}
	path.Inside = f.Member(keys, member)
	path.End = path.Inside.Field
	return true
}
