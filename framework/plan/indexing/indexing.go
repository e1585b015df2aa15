// Package indexing finds the indexes that the lists of a set need.
package indexing

import (
	"cmp"
	"slices"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
)

// Find adds the indexes for lists to the tables: for their order, and for the comparisons of their
// rules and filters. The tables already have those of references and of unique fields.
func Find(p *plan.Plan) {
	w := indexes{tables: map[string]*schema.Table{}, types: p.Types}
	for i := range p.Tables {
		w.tables[p.Tables[i].Name] = &p.Tables[i]
	}
	for _, r := range p.Resources {
		if r.Has(plan.List) {
			w.orders(r)
			w.rules(r)
			w.filters(r)
			w.search(r)
		}
	}
	UseBeginnings(p, p.Tables)
}

// UseBeginnings makes conditions use the beginnings of texts if the tables have indexes on them. The plan
// of an audience uses the tables of the whole plan, from which the database is made: otherwise an audience
// that may not read a member without an index could search by indexes that do not exist.
func UseBeginnings(p *plan.Plan, tables []schema.Table) {
	indexed := map[[2]string]bool{} // tables and columns
	for i := range tables {
		if tables[i].Unmanaged { // an index on beginnings needs a function of the service's own
			continue
		}
		for _, index := range tables[i].Indexes {
			if c := index.Columns[0]; c.Beginning {
				indexed[[2]string{tables[i].Name, c.Name}] = true
			}
		}
	}
	types := slices.Clone(p.Types)
	for _, r := range p.Resources { // several may have one Go type, in separate tables
		types = append(types, r.Type)
	}
	for _, t := range types {
		for _, f := range t.Fields {
			f.Beginnings = f.Column != "" && indexed[[2]string{t.Table, f.Column}]
		}
	}
}

// indexes collects the indexes of the tables.
type indexes struct {
	tables map[string]*schema.Table
	types  []*schema.Type
}

// add adds an index to the table of a type.
func (w *indexes) add(t *schema.Type, columns []schema.IndexColumn, why string) {
	if table := w.tables[t.Table]; table != nil && len(columns) > 0 && fitIndex(t, columns) {
		table.Indexes = append(table.Indexes, schema.Index{Columns: columns, For: []string{why}})
	}
}

// MaxIndexed is the largest total number of characters in an index's texts: PostgreSQL refuses rows with
// more than 2,704 bytes in one, and a character may take four.
const MaxIndexed = 600

// fitIndex reports whether an index has room for every row: an unlimited text may have none.
func fitIndex(t *schema.Type, columns []schema.IndexColumn) bool {
	characters := 0
	for _, c := range columns {
		f := t.ByColumn(c.Name)
		switch {
		case c.Inside != nil && c.Inside.Field.Kind.FreeText:
			characters += min(cmp.Or(c.Inside.Field.MaxLength, field.MaxInside), field.MaxInside)
		case f == nil || !f.Kind.FreeText || f.Choices != nil:
		case f.MaxLength == 0:
			return false
		default:
			characters += f.MaxLength
		}
	}
	return characters <= MaxIndexed
}

// orders adds the orders of the list, its default and those for clients.
func (w *indexes) orders(r *plan.Resource) {
	w.order(r, r.Order, "the order of "+r.Path)
	if r.Ordering != nil {
		for _, order := range r.Ordering.Orders() {
			w.order(r, order, "the orders for clients of "+r.Path)
		}
	}
}

// order adds an order of the list; for a list below a record, after the reference to it.
func (w *indexes) order(r *plan.Resource, order []plan.Order, why string) {
	columns := sortColumns(order)
	if r.Parent != nil {
		columns = append(schema.OnColumns(r.Parent.Field.Column), columns...)
	}
	w.add(r.Type, columns, why)
}

// sortColumns returns the columns of an order; nil if one of its fields has none. A completely descending
// order is read from its end.
func sortColumns(order []plan.Order) []schema.IndexColumn {
	descends := !slices.ContainsFunc(order, func(o plan.Order) bool { return !o.Desc })
	var columns []schema.IndexColumn
	for _, o := range order {
		if o.Field.Column == "" {
			return nil
		}
		if descends {
			o = o.Reverse()
		}
		columns = append(columns, schema.IndexColumn{Name: o.Field.Column, Sorted: true, Folded: o.Field.SortsInAnyCase, Desc: o.Desc, NullsFirst: o.Nulls.First(o.Desc)})
	}
	return columns
}

// equal adds an index for rows with a value, in the order of the list: otherwise the database sorts all of
// them for each page. It does not know that the folded texts of one text are the same.
func (w *indexes) equal(r *plan.Resource, f *schema.Field, why string) {
	columns := slices.DeleteFunc(sortColumns(r.Order), func(c schema.IndexColumn) bool { return c.Name == f.Column && !c.Folded })
	if columns = append(schema.OnColumns(f.Column), columns...); fitIndex(r.Type, columns) {
		w.add(r.Type, columns, why)
		return
	}
	w.value(r.Type, f, why)
}

// value adds an index for rows with a value; for an unlimited text, by its hash.
func (w *indexes) value(t *schema.Type, f *schema.Field, why string) {
	columns := schema.OnColumns(f.Column)
	if table := w.tables[t.Table]; table != nil && f.Column != "" {
		table.Indexes = append(table.Indexes, schema.Index{Columns: columns, Hash: !fitIndex(t, columns), For: []string{why}})
	}
}

// rules adds indexes for the rules of visible rows.
func (w *indexes) rules(r *plan.Resource) {
	why := "the rule of " + r.Path
	for _, cond := range permission.Reading(r.RowAccess) {
		for _, f := range equalTo(r.Type, cond) {
			w.equal(r, f, why)
		}
		w.related(r.Type, cond, why)
	}
}

// equalTo returns the columns of the rows that a condition compares with values in every case.
func equalTo(t *schema.Type, cond predicate.Expr) (fields []*schema.Field) {
	switch cond.Op {
	case predicate.OpEq, predicate.OpIn, predicate.OpIsNull:
		return []*schema.Field{t.Fields[cond.Index]}
	case predicate.OpAnd:
		for i := range cond.Kids {
			fields = append(fields, equalTo(t, cond.Kids[i])...)
		}
	}
	return fields
}

// related adds indexes for related rows: on the reference that leads to the row, and on their required
// values. The target of a reference is found by its key, and pairs by either of their keys.
func (w *indexes) related(t *schema.Type, cond predicate.Expr, why string) {
	if cond.Op != predicate.OpExists {
		for i := range cond.Kids {
			w.related(t, cond.Kids[i], why)
		}
		return
	}
	f, kid := t.Fields[cond.Index], cond.Kids[0]
	if f.IsHasMany() && f.Relation.By != nil {
		columns := schema.OnColumns(f.Relation.By.Column)
		for _, to := range equalTo(f.Relation.Type, kid) {
			if to.Column != "" && to != f.Relation.By {
				columns = append(columns, schema.IndexColumn{Name: to.Column})
			}
		}
		w.add(f.Relation.Type, columns, why)
	}
	w.related(f.Relation.Type, kid, why)
}

// filters adds indexes for the declared filters. A list below a record is found by the record.
func (w *indexes) filters(r *plan.Resource) {
	if r.Parent != nil {
		return
	}
	for _, p := range r.Params {
		f := p.Field
		why := "filter " + p.Name + " of " + r.Path
		if p.Inside != nil {
			w.inside(r, p, why)
			continue
		}
		if p.Role != plan.FilterRole || f == nil || f.Column == "" {
			continue
		}
		t := w.typeOf(r, f)
		switch {
		case t == nil:
		case t == r.Type && finds[p.Lookup] == equalValues:
			w.equal(r, f, why)
		case finds[p.Lookup] == equalValues:
			w.value(t, f, why)
		case finds[p.Lookup] == beginnings:
			w.beginning(t, f, why)
		case finds[p.Lookup] != nothing:
			w.add(t, schema.OnColumns(f.Column), why)
		}
	}
}

// inside adds an index for rows whose objects have a value in a member, if the order of the list leaves
// room.
func (w *indexes) inside(r *plan.Resource, p *plan.Param, why string) {
	t := w.typeOf(r, p.Inside.Object)
	if t == nil || !servesInside(p) {
		return
	}
	columns := []schema.IndexColumn{{Name: p.Inside.Name(), Inside: p.Inside}}
	if ordered := append(slices.Clip(columns), sortColumns(r.Order)...); t == r.Type && finds[p.Lookup] == equalValues && fitIndex(t, ordered) {
		columns = ordered
	}
	w.add(t, columns, why)
}

// servesInside reports whether an index helps a filter on a member of objects.
func servesInside(p *plan.Param) bool { return finds[p.Lookup] != nothing && p.Lookup != field.IsNull }

// search adds indexes for searched columns, if indexes serve the whole search.
func (w *indexes) search(r *plan.Resource) {
	if r.Search == nil || r.Parent != nil || !served(r.Search) {
		return
	}
	why := "search " + r.Search.Name + " of " + r.Path
	for _, c := range r.Search.Columns {
		switch c.Op {
		case predicate.OpIStartsWith, predicate.OpIExact:
			w.beginning(r.Type, c.Path.End, why)
		case predicate.OpEq:
			w.value(r.Type, c.Path.End, why)
		}
	}
}

// served reports whether indexes find the rows of a search: full text, and the beginning or the whole of
// columns in the rows themselves. Otherwise the database reads each row anyway.
func served(s *plan.Search) bool {
	return !slices.ContainsFunc(s.Columns, func(c plan.SearchColumn) bool {
		switch c.Op {
		case predicate.OpMatch:
			return false
		case predicate.OpIStartsWith, predicate.OpIExact, predicate.OpEq:
			return c.Path.Steps != nil || c.Path.End.Column == ""
		}
		return true
	})
}

// beginning adds an index for texts by their beginning, or as a whole, ignoring case.
func (w *indexes) beginning(t *schema.Type, f *schema.Field, why string) {
	if table := w.tables[t.Table]; table != nil {
		table.Indexes = append(table.Indexes, schema.Index{Columns: []schema.IndexColumn{{Name: f.Column, Beginning: true}}, For: []string{why}})
	}
}

// Unserved reports whether no index can help a filter or the search of the list: it compares a part of a
// value, excludes a value, compares the order of an unlimited text, or uses a value without a column. A
// list below a record is found by the record.
func Unserved(r *plan.Resource, p *plan.Param) bool {
	f := p.Field
	if p.Role == plan.SearchRole && r.Parent == nil {
		return !served(r.Search)
	}
	if p.Role != plan.FilterRole || f == nil || r.Parent != nil || f.IsToMany() {
		return false
	}
	if p.Inside != nil {
		return !servesInside(p)
	}
	unbounded := f.Kind.FreeText && f.Choices == nil && (f.MaxLength == 0 || f.MaxLength > MaxIndexed)
	return f.Column == "" || finds[p.Lookup] == nothing || finds[p.Lookup] == rangeOfValues && unbounded
}

// typeOf returns the type of a field, nil for none.
func (w *indexes) typeOf(r *plan.Resource, f *schema.Field) *schema.Type {
	for _, t := range append([]*schema.Type{r.Type}, w.types...) {
		if f.Index < len(t.Fields) && t.Fields[f.Index] == f {
			return t
		}
	}
	return nil
}

// The uses of an index on a column for a lookup.
const (
	nothing = iota
	equalValues
	rangeOfValues
	beginnings
)

// finds are the uses of an index by lookup; lookups without any are missing.
var finds = map[field.Lookup]int{
	field.Equal: equalValues, field.In: equalValues, field.All: equalValues, field.IsNull: equalValues, field.IsEmpty: equalValues,
	field.Less: rangeOfValues, field.LessEqual: rangeOfValues, field.More: rangeOfValues, field.MoreEqual: rangeOfValues,
	field.OfDate: rangeOfValues, field.OfYear: rangeOfValues,
	field.StartsWith: beginnings, field.IStartsWith: beginnings, field.IExact: beginnings,
}
