// The indexes that the lists of a set need.

package plan

import (
	"cmp"
	"slices"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
)

// FindIndexes adds to the tables the indexes that lists are read by: in their order, by what their rules
// and filters compare. Those of references and of unique fields the tables have already.
func (p *Plan) FindIndexes() {
	w := indexes{tables: map[string]*schema.Table{}, types: p.Types}
	for i := range p.Tables {
		w.tables[p.Tables[i].Name] = &p.Tables[i]
	}
	for _, r := range p.Resources {
		if r.Has(List) {
			w.orders(r)
			w.rules(r)
			w.filters(r)
			w.search(r)
		}
	}
	p.UseBeginnings(p.Tables)
}

// UseBeginnings has conditions ask for the beginnings of texts where the tables have indexes on them. The plan of an audience
// goes by the tables of the whole plan, from which the database is made: who may not read a member that no index serves could
// search by indexes that are not there.
func (p *Plan) UseBeginnings(tables []schema.Table) {
	indexed := map[[2]string]bool{} // tables and columns
	for i := range tables {
		for _, index := range tables[i].Indexes {
			if c := index.Columns[0]; c.Beginning {
				indexed[[2]string{tables[i].Name, c.Name}] = true
			}
		}
	}
	types := slices.Clone(p.Types)
	for _, r := range p.Resources { // of which several may have one Go type, in tables of their own
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

// MaxIndexed is how many characters the texts of an index may have together: PostgreSQL refuses rows that
// take more than 2,704 bytes of one, of which a character may take four.
const MaxIndexed = 600

// fitIndex reports whether an index has room for every row: a text without a bound may have none.
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

// orders adds what the list is sorted by, by itself and for clients.
func (w *indexes) orders(r *Resource) {
	w.order(r, r.Order, "the order of "+r.Path)
	if r.Ordering != nil {
		for _, order := range r.Ordering.Orders() {
			w.order(r, order, "the orders for clients of "+r.Path)
		}
	}
}

// order adds an order of the list, for one below a record after the reference to that.
func (w *indexes) order(r *Resource, order []Order, why string) {
	columns := sortColumns(order)
	if r.Parent != nil {
		columns = append(schema.OnColumns(r.Parent.Field.Column), columns...)
	}
	w.add(r.Type, columns, why)
}

// sortColumns are the columns of an order; nil where one of its fields has none. An order that descends
// as a whole is read from its end.
func sortColumns(order []Order) []schema.IndexColumn {
	descends := !slices.ContainsFunc(order, func(o Order) bool { return !o.Desc })
	var columns []schema.IndexColumn
	for _, o := range order {
		if o.Field.Column == "" {
			return nil
		}
		if descends {
			o = o.Reverse()
		}
		columns = append(columns, schema.IndexColumn{Name: o.Field.Column, Sorted: true, Desc: o.Desc, NullsFirst: o.Nulls.First(o.Desc)})
	}
	return columns
}

// equal adds an index by which rows with a value are found, already in the order of the list: else the
// database sorts all of them for each page.
func (w *indexes) equal(r *Resource, f *schema.Field, why string) {
	columns := slices.DeleteFunc(sortColumns(r.Order), func(c schema.IndexColumn) bool { return c.Name == f.Column })
	if columns = append(schema.OnColumns(f.Column), columns...); fitIndex(r.Type, columns) {
		w.add(r.Type, columns, why)
		return
	}
	w.value(r.Type, f, why)
}

// value adds an index by which rows with a value are found: of a text without a bound by its hash.
func (w *indexes) value(t *schema.Type, f *schema.Field, why string) {
	columns := schema.OnColumns(f.Column)
	if table := w.tables[t.Table]; table != nil && f.Column != "" {
		table.Indexes = append(table.Indexes, schema.Index{Columns: columns, Hash: !fitIndex(t, columns), For: []string{why}})
	}
}

// rules adds what decides which rows requesters may see.
func (w *indexes) rules(r *Resource) {
	why := "the rule of " + r.Path
	for _, cond := range permission.Reading(r.RowAccess) {
		for _, f := range equalTo(r.Type, cond) {
			w.equal(r, f, why)
		}
		w.related(r.Type, cond, why)
	}
}

// equalTo are the columns of the rows that a condition compares with values, wherever it holds.
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

// related adds what rows along relations are found by: the reference that leads to the row, and the values
// that they are to have. What a reference leads to is found by its key, and pairs are by both of theirs.
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

// filters adds what the declared filters compare. A list below a record is found by that.
func (w *indexes) filters(r *Resource) {
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
		if p.Role != FilterRole || f == nil || f.Column == "" {
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

// inside adds an index by which rows are found whose objects have a value in a member, where there is room in the
// order of the list.
func (w *indexes) inside(r *Resource, p *Param, why string) {
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

// servesInside reports whether an index helps a filter that asks of a member of objects.
func servesInside(p *Param) bool { return finds[p.Lookup] != nothing && p.Lookup != field.IsNull }

// search adds what words are looked for in, where indexes serve the whole of the search.
func (w *indexes) search(r *Resource) {
	if r.Search == nil || r.Parent != nil || !r.Search.served() {
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

// served reports whether indexes find the rows that the search asks for: full text, and the beginning or the whole of
// columns of the rows themselves. In one that is not, the database looks at each row anyway.
func (s *Search) served() bool {
	return !slices.ContainsFunc(s.Columns, func(c SearchColumn) bool {
		switch c.Op {
		case predicate.OpMatch:
			return false
		case predicate.OpIStartsWith, predicate.OpIExact, predicate.OpEq:
			return c.Path.Steps != nil || c.Path.End.Column == ""
		}
		return true
	})
}

// beginning adds an index by which texts are found by their beginning, or as a whole, whatever the case of letters.
func (w *indexes) beginning(t *schema.Type, f *schema.Field, why string) {
	if table := w.tables[t.Table]; table != nil {
		table.Indexes = append(table.Indexes, schema.Index{Columns: []schema.IndexColumn{{Name: f.Column, Beginning: true}}, For: []string{why}})
	}
}

// Unserved reports whether no index can help a filter or the search of the list: it asks for a part of a value, for
// another value, for greater ones than a text without a bound, or for what has no column. A list below a record is found
// by that.
func (r *Resource) Unserved(p *Param) bool {
	f := p.Field
	if p.Role == SearchRole && r.Parent == nil {
		return !r.Search.served()
	}
	if p.Role != FilterRole || f == nil || r.Parent != nil || f.IsToMany() {
		return false
	}
	if p.Inside != nil {
		return !servesInside(p)
	}
	unbounded := f.Kind.FreeText && f.Choices == nil && (f.MaxLength == 0 || f.MaxLength > MaxIndexed)
	return f.Column == "" || finds[p.Lookup] == nothing || finds[p.Lookup] == rangeOfValues && unbounded
}

// typeOf is the type whose field it is, nil for none.
func (w *indexes) typeOf(r *Resource, f *schema.Field) *schema.Type {
	for _, t := range append([]*schema.Type{r.Type}, w.types...) {
		if f.Index < len(t.Fields) && t.Fields[f.Index] == f {
			return t
		}
	}
	return nil
}

// What an index on a column finds for a lookup.
const (
	nothing = iota
	equalValues
	rangeOfValues
	beginnings
)

// finds says of lookups what an index does for them; those that it does nothing for are not there.
var finds = map[field.Lookup]int{
	field.Equal: equalValues, field.In: equalValues, field.IsNull: equalValues,
	field.Less: rangeOfValues, field.LessEqual: rangeOfValues, field.More: rangeOfValues, field.MoreEqual: rangeOfValues,
	field.OfDate: rangeOfValues, field.OfYear: rangeOfValues,
	field.StartsWith: beginnings, field.IStartsWith: beginnings, field.IExact: beginnings,
}
