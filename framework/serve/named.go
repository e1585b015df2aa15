package serve

import (
	"fmt"
	"slices"
	"strconv"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/schema"
)

// Bounds of how many related records a page names, of each relation of a record.
const (
	namedInList   = 5
	namedInRecord = 100
)

// Row is what a page says of one record beside its representation.
type Row struct {
	Href string // path of its own page; "" where it has none
	// Links are the records that relations lead to, by Field.Index: the first of them, where there
	// are many. It is nil for other fields.
	Links [][]Link
}

// Link is a record that another one refers to.
type Link struct {
	Text string // what people call it, as far as the requester may know
	Href string // path of its page; "" where it has none, or the requester may not read it
}

// relation is a field that leads to records with pages of their own.
type relation struct {
	field  *schema.Field
	target *resource
}

// relations finds the relations that pages follow.
func relations(res *resource, resources []*resource) []relation {
	var list []relation
	for _, f := range res.Type.Shown {
		if f.Relation == nil || f.LinkPath == "" {
			continue
		}
		i := slices.IndexFunc(resources, func(other *resource) bool { return other.Path == f.LinkPath })
		list = append(list, relation{f, resources[i]})
	}
	return list
}

// noted is what is kept of a record for its Row: the record itself is used for the next one.
type noted struct {
	id   int64
	refs []refs // beside the relations of the resource
}

// refs are the first keys of a relation, and the text that it is shown by.
type refs struct {
	keys  []int64
	shown string
}

// note keeps what a page says of a record beside its representation, and of each relation no more
// than some keys.
func (x *exchange) note(rec *schema.Record, some int) {
	if !x.format.page {
		return
	}
	n := noted{id: rec.ID()}
	for _, r := range x.route.resource.relations {
		var ref refs
		switch keys := rec.Get(r.field).(type) {
		case int64:
			if rec.Hidden(r.field) {
				break
			}
			ref = refs{[]int64{keys}, rec.Shown(r.field)}
		case []int64:
			ref.keys = slices.Clone(keys[:min(some, len(keys))])
		}
		n.refs = append(n.refs, ref)
	}
	x.notes = append(x.notes, n)
}

// rows are the records of a page, with links to what they refer to. It takes at most one statement
// for each resource that they refer to, however many they are.
func (x *exchange) rows() ([]Row, error) {
	res := x.route.resource
	if x.recalled && x.id > 0 {
		x.notes = []noted{{id: x.id}}
	}
	seen := map[*resource]sight{}
	for _, r := range res.relations {
		if _, done := seen[r.target]; done {
			continue
		}
		var err error
		if seen[r.target], err = x.see(r.target); err != nil {
			return nil, err
		}
	}
	rows := make([]Row, len(x.notes))
	for i, n := range x.notes {
		rows[i].Href = res.page(n.id)
		if n.refs == nil {
			continue
		}
		rows[i].Links = make([][]Link, len(res.Type.Fields))
		for j, r := range res.relations {
			rows[i].Links[r.field.Index] = seen[r.target].links(r, n.refs[j])
		}
	}
	return rows, nil
}

// page is the path of a record's page, "" where records cannot be read one by one.
func (res *resource) page(id int64) string {
	if !res.retrieves {
		return ""
	}
	return res.Path + strconv.FormatInt(id, 10) + "/"
}

// sight is what the requester may see of a resource.
type sight struct {
	all   bool             // every row
	names map[int64]string // titles of the rows that may be read, of those that were asked for
}

// see reads the titles of the rows of a resource that the notes refer to, as far as the requester
// may read these. A text that the relation itself shows need not be read.
func (x *exchange) see(target *resource) (sight, error) {
	cond := permission.Reduce(target.Access, x.asks(true))
	s := sight{all: cond.IsTrue(), names: map[int64]string{}}
	if cond.IsFalse() {
		return s, nil
	}
	var ids []int64
	for _, n := range x.notes {
		for j, ref := range n.refs {
			r := x.route.resource.relations[j]
			if r.target == target && !(s.all && r.field.Show == schema.ShowField) {
				ids = append(ids, ref.keys...)
			}
		}
	}
	slices.Sort(ids)
	err := target.rows.Titles(x.ctx, cond, slices.Compact(ids), target.Title, func(id int64, title string) {
		s.names[id] = title
	})
	if err != nil {
		return s, fmt.Errorf("titles of %s: %w", target.Name, err)
	}
	return s, nil
}

// links are the records that a relation leads to.
func (s sight) links(r relation, ref refs) []Link {
	links := make([]Link, len(ref.keys))
	for i, id := range ref.keys {
		name, visible := s.names[id]
		visible = visible || s.all && r.field.Show == schema.ShowField
		links[i].Text = r.text(id, name, ref.shown)
		if visible {
			links[i].Href = r.target.page(id)
		}
	}
	return links
}

// text is what people call a related record: the text that it is shown by, its title, with the key
// before it where two may have the same, or the key alone.
func (r relation) text(id int64, name, shown string) string {
	key := strconv.FormatInt(id, 10)
	switch {
	case r.field.Show == schema.ShowField:
		return shown
	case name == "" || r.target.Title == r.target.Type.Key:
		return key
	case r.target.Title.Unique:
		return name
	default:
		return key + " · " + name
	}
}
