// Rules that apply to other rows in a representation.

package links

import (
	"fmt"
	"slices"
	"strings"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// relateShape collects the rules that apply to other rows in a representation.
func relateShape(l *Linker, s *plan.Shape, order []plan.Order) {
	found := related{Linker: l, shape: s}
	found.fields(s.Type, s.Reads)
	for _, o := range order {
		if o.Field.Derived != nil {
			found.field(s.Type, o.Field)
		}
	}
}

// related collects the relations of a representation with rules.
type related struct {
	*Linker
	shape *plan.Shape
}

func (r *related) fields(t *schema.Type, fields []*schema.Field) {
	for _, f := range fields {
		r.field(t, f)
	}
}

func (r *related) field(t *schema.Type, f *schema.Field) {
	row := t
	if t.Row != nil {
		row = t.Row
	}
	switch derived := f.Derived; {
	case derived == nil && f.Of != nil && f.Relation != nil:
		r.add(t, f, findShown(r.Linker, row, f.Of))
	case derived == nil && f.Relation != nil && f.Wire != "":
		r.add(t, f, findShown(r.Linker, row, f))
	case derived == nil:
	case derived.Form == schema.FormPath:
		for _, step := range derived.Steps {
			r.add(t, step, findVisibility(r.Linker, row, step))
			row = step.Relation.Type
		}
	case derived.Along == nil || derived.Form == schema.FormHas:
	default:
		r.add(t, f, findVisibility(r.Linker, row, derived.Along))
		if derived.Shape != nil {
			r.fields(derived.Shape, derived.Shape.NestedReads())
		}
		if by := derived.OrderBy; by != nil && by.IsToOne() {
			r.add(t, by, findVisibility(r.Linker, derived.Along.Relation.Type, by)) // the order reveals nothing of a hidden row
		}
	}
}

func (r *related) add(t *schema.Type, f *schema.Field, seen []*plan.Resource) {
	known := slices.ContainsFunc(r.shape.Related, func(have plan.Related) bool { return have.Field == f })
	if seen == nil || known {
		return
	}
	r.shape.Related = append(r.shape.Related, plan.Related{Field: f, Visibility: seen})
	for _, other := range seen {
		checkReadable(r.Linker, t, f, other)
	}
}

// FindPassing returns the resources whose rules determine which rows of a relation a requester may see on a
// requested path: for the owner of a row too, of whom the row shows only the declared fields.
func FindPassing(l *Linker, t *schema.Type, f *schema.Field) []*plan.Resource {
	if list := FindServing(l, f); list != nil {
		return list
	}
	return findVisibility(l, t, f)
}

// findVisibility returns the resources whose rules determine which rows of a relation a requester may see;
// nil for all. The owner is part of the row itself: whoever sees the one sees the other. So it is, without
// "link", for a read-only relation to a type that no resource of the set serves: its shown field is
// declared for this purpose.
func findVisibility(l *Linker, t *schema.Type, f *schema.Field) []*plan.Resource {
	if f == t.Owner {
		return nil
	}
	list := FindServing(l, f)
	if other := findSameTable(l, f); list == nil && other != nil && isSent(l, t, f) {
		list = []*plan.Resource{other}
	}
	return list
}

// FindServing returns the resources that serve the rows of a relation.
func FindServing(l *Linker, f *schema.Field) []*plan.Resource {
	var list []*plan.Resource
	for _, other := range l.Compiled {
		if other.Type.Go == f.Relation.Target {
			list = append(list, other)
		}
	}
	return list
}

// findShown is findVisibility for a relation of which only the shown value is read and sent. Resources that show
// each requester only their own account do not count: they say nothing about who may name others.
func findShown(l *Linker, t *schema.Type, f *schema.Field) []*plan.Resource {
	list := findVisibility(l, t, f)
	if !slices.ContainsFunc(list, func(res *plan.Resource) bool { return !res.Singleton || res.Type.Table != "users" }) {
		return nil
	}
	return list
}

// relateOrders collects the rules that apply to the sortable values of a list.
func relateOrders(l *Linker, res *plan.Resource) {
	if res.Ordering == nil {
		return
	}
	found := related{Linker: l, shape: &plan.Shape{}}
	for _, f := range res.Ordering.Fields() {
		if f.Derived != nil {
			found.field(res.Type, f)
		}
	}
	res.Ordering.Related = found.shape.Related
}

// relateMembers collects the rules that apply to the members that clients may choose.
func relateMembers(l *Linker, t *plan.MemberTree) {
	if t == nil {
		return
	}
	found := related{Linker: l, shape: &plan.Shape{}}
	found.fields(t.Type, t.Shape.Reads)
	found.expanded(t)
	t.Related = found.shape.Related
}

// expanded collects the rules of expandable relations. An expanded relation shows the rows that the
// resources which serve them show to the requester, even if the row itself contains its owner.
func (r *related) expanded(t *plan.MemberTree) {
	for _, m := range t.Members {
		if m.Expanded != nil {
			r.add(t.Type, m.Expanded, FindServing(r.Linker, m.Field))
			r.fields(m.Nested.Type, m.Nested.Type.NestedReads())
		}
		if m.Nested != nil {
			r.expanded(m.Nested)
		}
	}
}

// isSent reports whether clients send a relation of a row: as in the row, or in a representation of a
// resource that serves such rows.
func isSent(l *Linker, t *schema.Type, f *schema.Field) bool {
	return f.Writable() || slices.ContainsFunc(l.Compiled, func(res *plan.Resource) bool {
		if res.Type != t {
			return false
		}
		_, as := sentAs(res, f)
		return as != nil
	})
}

// sentAs returns the member of a representation, with its type, by which clients send a field that the rows
// do not show; nil for none.
func sentAs(res *plan.Resource, f *schema.Field) (*schema.Type, *schema.Field) {
	for _, s := range [...]*plan.Shape{res.Shapes.Create, res.Shapes.Update} {
		if sent := s.Type.FieldOf(f); sent != nil && sent.Writable() {
			return s.Type, sent
		}
	}
	return nil, nil
}

// checkReadable refuses rules that the database cannot apply to the rows that a field shows.
func checkReadable(l *Linker, t *schema.Type, f *schema.Field, other *plan.Resource) {
	if names := permission.WithoutSQL(other.RowAccess); len(names) > 0 {
		l.ReportField(t.Go, f.Go, fmt.Sprintf(`which rows of %s a requester may see depends on the rule %q, which has no SQL form; write it with permission.Is, permission.Me and permission.Owner, or refer to them by a field that clients do not see (rest:"-")`, other.Path, strings.Join(names, ", ")))
	}
}

// findSameTable returns a resource of the table that a relation leads to, nil for none.
func findSameTable(l *Linker, f *schema.Field) *plan.Resource {
	return findFirst(l, func(res *plan.Resource) bool {
		return f.Relation.Type != nil && res.Type.Table == f.Relation.Type.Table
	})
}

func findTarget(l *Linker, f *schema.Field) *plan.Resource {
	return findFirst(l, func(res *plan.Resource) bool { return res.Type.Go == f.Relation.Target })
}

// findFirst returns the first resource that a function accepts, nil for none. Records of a singleton have
// no addresses: it is used only without another one.
func findFirst(l *Linker, accepts func(*plan.Resource) bool) (singleton *plan.Resource) {
	for _, res := range l.Compiled {
		switch {
		case !accepts(res):
		case !res.Singleton:
			return res
		case singleton == nil:
			singleton = res
		}
	}
	return singleton
}
