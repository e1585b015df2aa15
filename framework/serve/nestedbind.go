// Reading nested rows: the names of those that are there, and the values of all.

package serve

import (
	"fmt"
	"slices"
	"strconv"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

// maxNestedRows is how many rows a request may nest in all.
const maxNestedRows = 10_000

// bindNested reads the rows that some rows nest; nil where there are none.
func bindNested(x *exchange, a *admission, res *resource, writes []*nestedWrite, parents []*nestedParent) (*nestedTree, error) {
	if !slices.ContainsFunc(parents, func(p *nestedParent) bool { return p.sent != nil }) {
		return nil, nil
	}
	t := &nestedTree{}
	var err error
	t.levels, err = t.bind(x, a, res, writes, parents)
	return t, err
}

func (t *nestedTree) bind(x *exchange, a *admission, res *resource, writes []*nestedWrite, parents []*nestedParent) (list []*nestedRows, err error) {
	for _, w := range writes {
		n := &nestedRows{nestedWrite: w, x: x, a: a, of: res, known: map[nestedName]*schema.Record{}, named: map[nestedOf]bool{}, pairs: map[schema.Key][]schema.Key{}}
		for _, p := range parents {
			n.take(p)
		}
		if len(n.parents) == 0 {
			continue
		}
		if t.count += len(n.rows); t.count > maxNestedRows {
			p := n.parents[0]
			p.top.problems.Add(p.path+w.Member.Wire, "Ensure this request has no more than %d nested rows.", maxNestedRows)
			return nil, nil
		}
		if err := n.find(); err != nil {
			return nil, fmt.Errorf("nested rows of %s: %w", w.Member.Wire, err)
		}
		var below []*nestedParent
		for _, row := range n.rows {
			if n.bindRow(row); row.nested != nil {
				row.self = &nestedParent{change: &row.change, current: row.current, sent: row.nested, path: row.path + ".", top: row.parent.top}
				below = append(below, row.self)
			}
		}
		n.leave()
		if n.below, err = t.bind(x, a, w.res, w.below, below); err != nil {
			return nil, err
		}
		list = append(list, n)
	}
	return list, nil
}

// take takes the rows that a parent nests.
func (n *nestedRows) take(p *nestedParent) {
	i := slices.IndexFunc(p.sent, func(c schema.Change) bool { return c.Field == n.Member })
	if i < 0 {
		return
	}
	n.parents = append(n.parents, p)
	path := p.path + n.Member.Wire
	list, isList := p.sent[i].Value.([]any)
	switch {
	case isList && n.Member.IsList():
	case p.sent[i].Value == nil:
	default:
		list = []any{p.sent[i].Value}
	}
	for i, value := range list {
		row := &nestedRow{item: &item{}, parent: p, path: path}
		if n.Member.IsList() {
			row.path += "[" + strconv.Itoa(i) + "]"
		}
		row.input.value = value
		n.rows = append(n.rows, row)
		n.readName(row)
	}
}

// readName reads by what a row is told apart.
func (n *nestedRows) readName(row *nestedRow) {
	object, isObject := row.input.value.(map[string]any)
	name := object[n.Key.Wire]
	_, isList := row.input.value.([]any)
	switch {
	case row.input.value == nil:
		row.problems.Add("", "This field may not be null.")
		return
	case !isObject && !isList && n.Strategy == schema.NestedLink:
		name = row.input.value
		row.input.value = map[string]any{n.Key.Wire: name}
	case !isObject:
		row.problems.Add("non_field_errors", "Invalid data. Expected a dictionary, but got %s.", field.TypeName(row.input.value))
		return
	}
	if name == nil || name == "" {
		if n.Strategy == schema.NestedLink {
			row.problems.Add(n.Key.Wire, "This field is required.")
		}
		return
	}
	if n.Resolve != nil {
		n.readAddress(row, name)
		return
	}
	value, messages := n.Key.Parse(name)
	for _, m := range messages {
		row.problems.Add(n.Key.Wire, "%s", m)
	}
	if row.name = n.By.Arg(value); n.By.ShownBy() != nil {
		row.name = value // a text to look up
	}
}

// readAddress reads which record an address names.
func (n *nestedRows) readAddress(row *nestedRow, name any) {
	text, isText := name.(string)
	if !isText {
		row.problems.Add(n.Key.Wire, "Incorrect type. Expected URL string, received %s.", field.TypeName(name))
		return
	}
	in := schema.Input{Prefix: string(n.x.h.prefix)}
	if in.Prefix != "" {
		text, _ = in.Inner(n.Key, name).(string)
	}
	key, refusal := n.Resolve(text)
	if refusal != "" {
		row.problems.Add(n.Key.Wire, "%s", refusal)
		return
	}
	row.name = key.Arg()
}

// find loads the rows that are related to the parents, and those that are named, as far as the requester may see them.
func (n *nestedRows) find() error {
	if err := n.lookUp(); err != nil {
		return err
	}
	where, err := n.wanted()
	if err != nil || where.IsFalse() {
		return err
	}
	var found []*schema.Record
	var keys []schema.Key
	err = n.res.selectRows(n.x, nil, store.Selection{Where: where}, func(row *schema.Record) error {
		rec := n.res.Type.New()
		row.CopyTo(rec)
		found, keys = append(found, rec), append(keys, rec.Key())
		return nil
	})
	if err != nil {
		return err
	}
	readable, err := n.res.holding(n.x, nil, keys, n.as(nil).allowed(true), false)
	if err != nil {
		return err
	}
	for _, rec := range found {
		if readable[rec.Key()] {
			n.known[n.nameOf(rec)] = rec
		}
	}
	for here, list := range n.pairs {
		n.pairs[here] = slices.DeleteFunc(list, func(there schema.Key) bool { return !readable[there] })
	}
	return nil
}

// lookUp finds the rows that names are texts of.
func (n *nestedRows) lookUp() error {
	if n.By.ShownBy() == nil {
		return nil
	}
	var values []any
	var rows []*nestedRow
	for _, row := range n.rows {
		if row.name != nil {
			values, rows = append(values, row.name), append(rows, row)
		}
	}
	keys, err := n.res.rows.LookupEach(n.x.ctx, n.By, values, n.as(nil).visible(n.By)...)
	for i, row := range rows {
		if row.name = nil; err == nil && !keys[i].IsZero() {
			row.name = keys[i].Arg()
		}
	}
	return err
}

// wanted is which rows are loaded.
func (n *nestedRows) wanted() (predicate.Expr, error) {
	var above []schema.Key
	var names, related []any
	for _, p := range n.parents {
		if p.current != nil {
			above = append(above, p.current.Key())
		}
	}
	if !n.byParent() || n.Strategy == schema.NestedLink {
		for _, row := range n.rows {
			if row.name != nil {
				names = append(names, row.name)
			}
		}
	}
	by := n.res.Type.Key
	switch {
	case n.byParent():
		by = n.Along.Relation.By
		for _, key := range above {
			related = append(related, key.Arg())
		}
	case n.Along.IsManyToMany():
		err := n.of.rows.Pairs(n.x.ctx, n.Along, above, func(p store.Pair) {
			n.pairs[p.Here] = append(n.pairs[p.Here], p.There)
			related = append(related, p.There.Arg())
		})
		if err != nil {
			return predicate.Expr{}, err
		}
	}
	return predicate.Or(among(by, related), among(n.By, names)), nil
}

// among is that a field has one of some values.
func among(f *schema.Field, values []any) predicate.Expr {
	if len(values) == 0 {
		return predicate.Constant(false)
	}
	return predicate.Expr{Op: predicate.OpIn, Name: f.Column, Index: f.Index, Value: values}
}

// nameOf is what tells a row apart.
func (n *nestedRows) nameOf(rec *schema.Record) nestedName {
	name := nestedName{name: rec.Column(n.By.Index)}
	if n.byParent() && n.Strategy != schema.NestedLink {
		name.parent, _ = rec.Get(n.Along.Relation.By).(schema.Key)
	}
	return name
}

// bindRow finds out what is to become of a row, and reads its values.
func (n *nestedRows) bindRow(row *nestedRow) {
	if len(row.problems) > 0 {
		return
	}
	name := nestedName{name: row.name}
	if row.parent.current != nil && n.byParent() && n.Strategy != schema.NestedLink {
		name.parent = row.parent.current.Key()
	}
	rec := n.known[name]
	if rec != nil && n.Strategy != schema.NestedLink && !n.mayName(row.parent, rec.Key()) {
		rec = nil
	}
	mode := schema.Modify
	switch {
	case rec != nil && n.taken(row.parent, rec.Key()):
		row.problems.Add(n.Key.Wire, "This record is there twice.")
		return
	case rec != nil:
		row.fate = changed
		row.load(n.res, rec)
	case row.name != nil && n.Strategy == schema.NestedCreate && !n.isData():
		row.problems.Add(n.Key.Wire, "Rows are only created here; leave it out.")
		return
	case row.name != nil && !n.isData():
		row.problems.Add(n.Key.Wire, "%s", n.missing(row))
		return
	default:
		mode, row.fate = schema.Create, made
	}
	if n.Strategy == schema.NestedLink {
		n.link(row)
		return
	}
	in := schema.Input{
		Value: row.input.value, Keys: n.x.h.options.Limits.Keys, Prefix: string(n.x.h.prefix), Names: n.names,
		Given: n.Along.Relation.By,
	}
	changes, problems := n.Shape.Bind(in, mode)
	row.input.changes, row.nested = splitNested(n.Shape, n.res.Type, changes)
	row.problems = append(row.problems, problems...)
}

// mayName reports whether a client may name a row that is there as one of a parent: of those that refer to their parents,
// and where rows are only made, those that are related to it already.
func (n *nestedRows) mayName(p *nestedParent, key schema.Key) bool {
	switch {
	case n.byParent():
		return p.current != nil
	case n.Strategy != schema.NestedCreate:
		return true
	case p.current == nil:
		return false
	case n.Along.IsManyToMany():
		return slices.Contains(n.pairs[p.current.Key()], key)
	default:
		return p.current.Get(n.Along) == any(key)
	}
}

// taken reports whether a row was named before as one of a parent.
func (n *nestedRows) taken(p *nestedParent, key schema.Key) bool {
	at := nestedOf{p, key}
	before := n.named[at]
	n.named[at] = true
	return before
}

// link makes a row that is there one of those of its parent. Of what was sent only its name counts.
func (n *nestedRows) link(row *nestedRow) {
	row.fate = kept
	if by := n.Along.Relation.By; n.byParent() && (row.parent.current == nil || row.current.Get(by) != any(row.parent.current.Key())) {
		row.fate = changed
	}
}

// missing is what is said of a row that is not there.
func (n *nestedRows) missing(row *nestedRow) string {
	if n.Resolve != nil {
		return "Invalid hyperlink - Object does not exist."
	}
	object, _ := row.input.value.(map[string]any)
	if n.By != n.res.Type.Key {
		return fmt.Sprintf("Object with %s=%v does not exist.", n.Key.Wire, object[n.Key.Wire])
	}
	return fmt.Sprintf("Invalid pk \"%v\" - object does not exist.", object[n.Key.Wire])
}

// leave finds the rows of the parents that were not sent, where these are to have no others.
func (n *nestedRows) leave() {
	if !n.Strategy.Limits() || !n.byParent() {
		return
	}
	sent := map[schema.Key]bool{}
	for _, row := range n.rows {
		sent[row.key] = true
	}
	above := map[schema.Key]*nestedParent{}
	for _, p := range n.parents {
		if p.current != nil {
			above[p.current.Key()] = p
		}
	}
	for _, rec := range n.known {
		key, _ := rec.Get(n.Along.Relation.By).(schema.Key)
		if above[key] == nil || sent[rec.Key()] {
			continue
		}
		it := &item{}
		it.load(n.res, rec)
		if n.Strategy == schema.NestedReplace {
			n.gone = append(n.gone, it)
		} else {
			n.loose = append(n.loose, &nestedRow{item: it, parent: above[key], path: above[key].path + n.Member.Wire, fate: changed})
		}
	}
	slices.SortFunc(n.gone, func(a, b *item) int { return a.key.Compare(b.key) })
	slices.SortFunc(n.loose, func(a, b *nestedRow) int { return a.key.Compare(b.key) })
}

// splitNested are the changes of a row, and those of the rows that are nested in it.
func splitNested(t, row *schema.Type, changes []schema.Change) (own, nested []schema.Change) {
	for _, c := range changes {
		switch {
		case c.Field.IsNested():
			nested = append(nested, c)
			continue
		case t != row:
			c.Field = c.Field.Of
		}
		own = append(own, c)
	}
	return own, nested
}

// readNested reads and checks the rows that are nested in the row of the operation.
func (in *input) readNested(x *exchange, a *admission, rec record, problems *problem.Fields) (err error) {
	p := &nestedParent{current: rec.Record, sent: in.nested, problems: problems}
	p.top = p
	if in.tree, err = bindNested(x, a, a.route.resource, a.operation.nested, []*nestedParent{p}); err == nil {
		err = in.tree.validate()
	}
	return err
}
