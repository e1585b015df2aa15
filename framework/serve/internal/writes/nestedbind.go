// Reading the sent values of nested rows, and choosing how each row is written.

package writes

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"

	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/request"
)

// maxNestedRows is how many rows a request may nest in all.
const maxNestedRows = 10_000

// bindNested reads the rows that some rows nest; nil where there are none.
func bindNested(x *request.Exchange, a *request.Admission, res *request.Resource, writes []*request.NestedWrite, parents []*nestedParent) (*nestedTree, error) {
	if !slices.ContainsFunc(parents, func(p *nestedParent) bool { return p.sent != nil }) {
		return nil, nil
	}
	t := &nestedTree{}
	var err error
	t.levels, err = t.bindLevels(x, a, res, writes, parents)
	return t, err
}

func (t *nestedTree) bindLevels(x *request.Exchange, a *request.Admission, res *request.Resource, writes []*request.NestedWrite, parents []*nestedParent) (list []*nestedRows, err error) {
	for _, w := range writes {
		n := &nestedRows{w: w, x: x, a: a, of: res, known: map[nestedName]*schema.Record{}, named: map[nestedOf]bool{}, first: map[any]*nestedRow{}}
		n.loaded.pairs = map[schema.Key][]schema.Key{}
		for _, p := range parents {
			if !n.addSentRows(t, p) {
				return nil, nil
			}
		}
		if len(n.parents) == 0 {
			continue
		}
		if err := n.loadRows(t); err != nil {
			return nil, fmt.Errorf("nested rows of %s: %w", w.Member.Wire, err)
		}
		n.refuseNulls()
		var below []*nestedParent
		for _, row := range n.rows {
			if n.bindRow(row); row.nested != nil {
				row.self = &nestedParent{change: &row.item.Change, current: row.item.Current, sent: row.nested, path: row.path + ".", top: row.parent.top}
				below = append(below, row.self)
			}
		}
		n.findUnsent()
		if n.below, err = t.bindLevels(x, a, w.Res, w.Below, below); err != nil {
			return nil, err
		}
		list = append(list, n)
	}
	return list, nil
}

// addSentRows adds the rows that a parent nests, and reports whether the request may nest so many: they are counted first.
func (n *nestedRows) addSentRows(t *nestedTree, p *nestedParent) bool {
	i := slices.IndexFunc(p.sent, func(c schema.Change) bool { return c.Field == n.w.Member })
	if i < 0 {
		return true
	}
	n.parents = append(n.parents, p)
	path := p.path + n.w.Member.Wire
	if t.count += countSent(p.sent[i].Value); t.count > maxNestedRows {
		p.top.problems.Add(path, "Ensure this request has no more than %d nested rows.", maxNestedRows)
		return false
	}
	switch value := p.sent[i].Value.(type) {
	case []any:
		if n.w.Member.IsNested() && !n.w.Member.IsList() { // one row was asked for
			n.addSentRow(p, path, value)
			break
		}
		for i, row := range value {
			n.addSentRow(p, path+"["+strconv.Itoa(i)+"]", row)
		}
	case []schema.Key:
		n.addNamedRows(p, path, value)
	case nil:
	default:
		n.addSentRow(p, path, value)
	}
	return true
}

// addNamedRows adds the rows whose names were sent, each once: of names of one row, such as "a" and " a ", the first is
// taken. They are written in the order of the names, so that two requests with the same new rows do not block each other.
func (n *nestedRows) addNamedRows(p *nestedParent, path string, names []schema.Key) {
	type place struct {
		i  int
		of schema.Key // the name as the unique column compares it
	}
	places := make([]place, len(names))
	for i, name := range names {
		places[i] = place{i, name}
		if value, messages := n.w.Key.Parse(name.String()); len(messages) == 0 {
			if text, is := n.w.By.UniqueValue(value).(string); is {
				places[i].of = schema.TextKey(text)
			}
		}
	}
	slices.SortStableFunc(places, func(a, b place) int { return a.of.Compare(b.of) })
	for at, to := range places {
		if at == 0 || to.of != places[at-1].of {
			n.addSentRow(p, path+"["+strconv.Itoa(to.i)+"]", map[string]any{n.w.Key.Wire: names[to.i].String()})
		}
	}
}

func (n *nestedRows) addSentRow(p *nestedParent, path string, value any) {
	row := &nestedRow{item: &item{}, parent: p, path: path}
	row.item.input.value = value
	n.rows = append(n.rows, row)
	n.readName(row)
}

// countSent is how many rows were sent by a member.
func countSent(value any) int {
	switch value := value.(type) {
	case []any:
		return len(value)
	case []schema.Key:
		return len(value)
	case nil:
		return 0
	default:
		return 1
	}
}

// bindRow chooses the action of a row, and reads its values.
func (n *nestedRows) bindRow(row *nestedRow) {
	if len(row.item.problems) > 0 {
		return
	}
	name := nestedName{name: n.w.By.UniqueValue(row.name)}
	if row.parent.current != nil && n.byParent() && n.w.Strategy != schema.NestedLink {
		name.parent = row.parent.current.Key()
	}
	if n.w.Along.IsHasOne() && n.w.Strategy.Changes() && (row.name == nil || n.namesAreData() && n.w.By != n.w.Res.Type.Key) {
		name.name = n.onlyName(name.parent)
	}
	rec := n.known[name]
	if rec != nil && n.w.Strategy != schema.NestedLink && !n.mayName(row.parent, rec.Key()) {
		rec = nil
	}
	mode := schema.Modify
	switch {
	case rec != nil && n.namedBefore(row.parent, rec.Key()):
		row.item.problems.Add(n.w.Key.Wire, "This record is there twice.")
		return
	case rec != nil:
		row.action = actUpdate
		row.item.setCurrent(rec)
	case row.name != nil && n.w.Strategy == schema.NestedCreate && !n.namesAreData():
		row.item.problems.Add(n.w.Key.Wire, "Rows are only created here; leave it out.")
		return
	case row.name != nil && !n.namesAreData():
		row.item.problems.Tell(n.w.Key.Wire, "does_not_exist", n.missingMessage(row))
		return
	default:
		mode, row.action = schema.Create, actCreate
	}
	if n.w.Strategy == schema.NestedLink || rec != nil && !n.w.Member.IsNested() { // only a name was sent
		n.link(row)
		return
	}
	in := schema.Input{
		Value: row.item.input.value, Keys: n.x.Service.Options.Limits.Keys, Prefix: string(n.x.Service.Prefix) + n.a.VersionPath(), Names: n.w.Names, Coded: tellsCodes(n.x, n.a),
		Given: n.w.Along.Relation.By, Client: n.x.Locale.Zone, Orders: n.a.Sent.Orders,
	}
	if current := row.item.Current; mode != schema.Create && current != nil {
		in.Was = func(f *schema.Field) any { return current.Get(cmp.Or(f.Of, f)) }
	}
	changes, problems := n.w.Shape.Bind(in, mode)
	row.item.input.changes, row.nested = splitNested(n.w.Shape, n.w.Res.Type, changes)
	row.item.problems = append(row.item.problems, problems...)
	n.mergeSame(row)
}

// mergeSame lets a row share the item of another parent's row that was sent with the same name and, if it has other
// values, the same values.
func (n *nestedRows) mergeSame(row *nestedRow) {
	if n.byParent() || row.name == nil || row.nested != nil || len(row.item.problems) > 0 {
		return
	}
	name := n.w.By.UniqueValue(row.name)
	switch first := n.first[name]; {
	case first == nil:
		n.first[name] = row
	case first.parent != row.parent && (!n.w.Member.IsNested() || reflect.DeepEqual(first.item.input.value, row.item.input.value)):
		row.item, row.sameAs = first.item, first
	}
}

// mayName reports whether a client may name a row that is there as one of a parent: of those that refer to their parents,
// and where rows are only made, those that are related to it already.
func (n *nestedRows) mayName(p *nestedParent, key schema.Key) bool {
	switch {
	case n.byParent():
		return p.current != nil
	case n.w.Strategy != schema.NestedCreate:
		return true
	case p.current == nil:
		return false
	case n.w.Along.IsManyToMany():
		return slices.Contains(n.loaded.pairs[p.current.Key()], key)
	default:
		return p.current.Get(n.w.Along) == any(key)
	}
}

// namedBefore reports whether a row was named before below a parent, or below any parent if it can only have one.
func (n *nestedRows) namedBefore(p *nestedParent, key schema.Key) bool {
	if n.byParent() && n.w.Strategy == schema.NestedLink {
		p = nil
	}
	at := nestedOf{p, key}
	before := n.named[at]
	n.named[at] = true
	return before
}

// link makes a row that is there one of those of its parent. Of what was sent only its name counts.
func (n *nestedRows) link(row *nestedRow) {
	row.action = actKeep
	if by := n.w.Along.Relation.By; n.byParent() && (row.parent.current == nil || row.item.Current.Get(by) != any(row.parent.current.Key())) {
		row.action = actUpdate
	}
}

// missingMessage returns the message about a nested row that does not exist.
func (n *nestedRows) missingMessage(row *nestedRow) string {
	if n.w.Resolve != nil {
		return "Invalid hyperlink - Object does not exist."
	}
	object, _ := row.item.input.value.(map[string]any)
	if n.w.By != n.w.Res.Type.Key {
		return fmt.Sprintf("Object with %s=%v does not exist.", n.w.Key.Wire, object[n.w.Key.Wire])
	}
	return fmt.Sprintf("Invalid pk \"%v\" - object does not exist.", object[n.w.Key.Wire])
}

// findUnsent finds the rows of the parents that were not sent, if the member deletes or unlinks these. Where rows are only
// added, it refuses the request.
func (n *nestedRows) findUnsent() {
	if !n.w.Strategy.Limits() || !n.byParent() {
		return
	}
	sent := map[schema.Key]bool{}
	for _, row := range n.rows {
		sent[row.item.Key] = true
	}
	above := map[schema.Key]*nestedParent{}
	for _, p := range n.parents {
		if p.current != nil {
			above[p.current.Key()] = p
		}
	}
	known := slices.SortedFunc(maps.Values(n.known), func(a, b *schema.Record) int { return a.Key().Compare(b.Key()) })
	for _, rec := range known {
		key, _ := rec.Get(n.w.Along.Relation.By).(schema.Key)
		if above[key] == nil || sent[rec.Key()] {
			continue
		}
		if p := above[key]; n.w.OnlyAdds() {
			p.top.problems.Add(p.path+n.w.Member.Wire, "Record \"%v\" is missing: rows are only added here.", rec.Column(n.w.By.Index))
			continue
		}
		it := &item{}
		it.setCurrent(rec)
		if n.w.Strategy == schema.NestedReplace {
			n.deleted = append(n.deleted, it)
		} else {
			n.unlinked = append(n.unlinked, &nestedRow{item: it, parent: above[key], path: above[key].path + n.w.Member.Wire, action: actUpdate})
		}
	}
}

// splitNested separates the changes of a row from those of its nested rows.
func splitNested(t, row *schema.Type, changes []schema.Change) (own, nested []schema.Change) {
	for _, c := range changes {
		switch {
		case c.Field.WritesRows():
			nested = append(nested, c)
			continue
		case t != row:
			c.Field = c.Field.Of
		}
		own = append(own, c)
	}
	return own, nested
}

// setCurrent makes a row that nobody else uses the stored row of an item.
func (it *item) setCurrent(row *schema.Record) {
	it.Key, it.Current, it.columns.before = row.Key(), row, ColumnValues(row)
}
