// Addresses of records, and whose rules relations obey.

package compile

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest/internal/sets"
	"example.com/resourceful/framework/schema"
)

// The messages for addresses, as Django REST framework's hyperlinked relations give them.
const (
	noMatch        = "Invalid hyperlink - No URL match."
	incorrectMatch = "Invalid hyperlink - Incorrect URL match."
	doesNotExist   = "Invalid hyperlink - Object does not exist."
)

// links gives every field shown as an address the path that its addresses lead into, and the
// reading of addresses that clients send.
func (c *compiler) links() {
	for _, e := range c.compiled {
		c.linkFields(e, e.Type)
	}
	for _, e := range c.compiled {
		for _, shape := range e.Shapes.All() {
			if shape.Type.Row != nil {
				c.linkFields(e, shape.Type)
			}
			c.linkNested(shape.Type, map[*schema.Type]bool{})
		}
		if m := e.Members; m != nil {
			c.linkMembers(m.List)
			c.linkMembers(m.Retrieve)
		}
	}
	for _, e := range c.compiled {
		c.visibility(e)
		for _, shape := range e.Shapes.All() {
			c.related(shape, e.Order)
		}
		c.relatedOrders(e)
		if m := e.Members; m != nil {
			c.relatedMembers(m.List)
			c.relatedMembers(m.Retrieve)
		}
	}
}

// linkNested is links for the representations that are nested in another.
func (c *compiler) linkNested(t *schema.Type, done map[*schema.Type]bool) {
	for _, f := range t.Fields {
		if !f.IsNested() || f.Derived.Shape == nil || done[f.Derived.Shape] {
			continue
		}
		done[f.Derived.Shape] = true
		c.linkNestedField(f)
		c.linkNested(f.Derived.Shape, done)
	}
}

// linkNestedField gives the representation that a field nests what links needs.
func (c *compiler) linkNestedField(f *schema.Field) {
	shape := f.Derived.Shape
	switch e := c.resourceOf(f.Derived.Along); {
	case shape.Row != nil:
		c.linkFields(e, shape)
	case e == nil:
		c.unserved(shape)
	}
}

// linkFields gives the fields of a type what links needs: e is the resource of its rows, nil for none.
func (c *compiler) linkFields(e *plan.Resource, t *schema.Type) {
	for _, f := range t.Fields {
		if f.IsAddress() || f.IsFile() && !f.Hidden() || f == t.Key && f.Show == schema.ShowLink && f.Wire != "" {
			c.linkSelf(e, t, f)
		}
	}
	for _, f := range t.Fields {
		if f.Relation == nil {
			continue
		}
		if f.Show != schema.ShowLink {
			if t.Row == nil {
				c.reachable(e, f)
			}
			f.LinkPath = c.pages(f)
			continue
		}
		c.linkRelation(t, f)
	}
}

// unserved reports the addresses of rows that no resource serves.
func (c *compiler) unserved(t *schema.Type) {
	for _, f := range t.Fields {
		if f.IsAddress() {
			c.linkSelf(nil, t, f)
		}
	}
}

// linkSelf gives a field that shows the address of the record the path that it leads into.
func (c *compiler) linkSelf(e *plan.Resource, t *schema.Type, f *schema.Field) {
	switch {
	case e == nil && f.IsAddress():
		c.ReportField(t.Go, f.Go, `rest.Address leads to records that no resource of the set serves; list one, or leave the field out`)
	case e == nil:
		c.ReportField(t.Go, f.Go, `rest tag: "link" leads to records that no resource of the set serves; list one, or leave "link" out to show the key`)
	default:
		f.LinkPath = recordsAt(e)
		if e.Lookup.Field != e.Type.Key {
			f.LinkBy = t.Hold(e.Lookup.Field)
		}
		c.retrievable(t, f, e)
	}
}

// linkRelation gives a relation that is shown as addresses the path that these lead into.
func (c *compiler) linkRelation(t *schema.Type, f *schema.Field) {
	target := c.resourceOf(f)
	other := c.sameTable(f)
	switch {
	case target == nil && other != nil:
		c.ReportField(t.Go, f.Go, fmt.Sprintf(`rest tag: "link" leads to %s, which no resource of the set serves; refer to %s instead, whose resource has the same table`, f.Relation.Target, other.Type.Go))
	case target == nil:
		c.ReportField(t.Go, f.Go, fmt.Sprintf(`rest tag: "link" leads to %s, which no resource of the set serves; list one with rest.Retrieve, or leave "link" out to show the key`, f.Relation.Target))
	default:
		f.LinkPath = recordsAt(target)
		if by := target.Lookup.Field; by != target.Type.Key {
			f.Relation.OnShow = f.Relation.Type.Fields[by.Index] // of the same struct
		}
		f.Relation.Resolve = func(address string) (schema.Key, string) { return c.resolve(target, address) }
		c.retrievable(t, f, target)
	}
}

// visibility finds whose rules the relations of a resource obey.
func (c *compiler) visibility(e *plan.Resource) {
	e.Visibility = make([][]*plan.Resource, len(e.Type.Fields))
	for _, f := range e.Type.Fields {
		if f.Relation == nil {
			continue
		}
		t, known := e.Type, f
		if f.Wire == "" {
			if t, known = sentAs(e, f); known == nil {
				continue
			}
		}
		e.Visibility[f.Index] = c.whose(e.Type, f)
		for _, other := range e.Visibility[f.Index] {
			c.readable(t, known, other)
		}
	}
}

// reachable finds a reference that clients are to send to rows that no client can know of: most
// likely the resource was not listed. Accounts come from elsewhere too.
func (c *compiler) reachable(e *plan.Resource, f *schema.Field) {
	if !f.Writable() || f.Relation.Type == nil || c.resourceOf(f) != nil || c.sameTable(f) != nil {
		return
	}
	if table := f.Relation.Type.Table; table == "users" || table == "groups" {
		return
	}
	if slices.ContainsFunc(c.Mistakes, func(m *sets.Mistake) bool { return m.Field == f.Go && m.Resource == e.Type.Go.Name() }) {
		return // another mistake of this field was reported already
	}
	c.ReportField(e.Type.Go, f.Go, fmt.Sprintf(`clients are to send a %s, and no resource of the set serves any; list one in the set, or write "readonly"`, f.Relation.Target.Name()))
}

// recordsAt is the path below which the records of a resource have addresses that their keys alone
// make, "" for none.
func recordsAt(e *plan.Resource) string {
	if path := strings.TrimSuffix(e.RecordPattern, keyParam); !e.Singleton && !strings.Contains(path, "{") {
		return path
	}
	return ""
}

func (c *compiler) retrievable(t *schema.Type, f *schema.Field, target *plan.Resource) {
	switch {
	case !c.misplaced[target] && recordsAt(target) == "":
		c.ReportField(t.Go, f.Go, fmt.Sprintf(`rest tag: "link" leads to %s, where no address has a key and nothing else; write RecordPath there, or leave "link" out to show the key`, target.RecordPattern))
	case !target.Has(plan.Retrieve):
		c.ReportField(t.Go, f.Go, fmt.Sprintf(`rest tag: "link" leads to records of %s, which cannot be retrieved; add rest.Retrieve to the actions there, or leave "link" out to show the key`, target.Path))
	}
}

// pages is the path below which the records that a relation leads to have pages, "" for none. Many
// records that are shown by a text have none: their keys are not read.
func (c *compiler) pages(f *schema.Field) string {
	if f.IsToMany() && f.Show == schema.ShowField {
		return ""
	}
	for _, e := range [...]*plan.Resource{c.resourceOf(f), c.sameTable(f)} {
		if e != nil && e.Has(plan.Retrieve) {
			return recordsAt(e)
		}
	}
	return ""
}

// resolve reads an address that should be a record of target. Only its path counts: a client may
// know the service by another name than this one.
func (c *compiler) resolve(target *plan.Resource, address string) (key schema.Key, problem string) {
	path := address
	if scheme, _, found := strings.Cut(address, "://"); found && !strings.ContainsAny(scheme, "/?#") {
		u, err := url.Parse(address)
		if err != nil {
			return schema.Key{}, noMatch
		}
		path = u.Path
	} else if unescaped, err := url.PathUnescape(address); err == nil {
		path = unescaped
	}
	collection, text := splitRecord(path)
	for _, e := range c.compiled {
		switch {
		case e.Path == path:
			return schema.Key{}, incorrectMatch
		case recordsAt(e) != collection || text == "" || !e.Lookup.Fits(text):
		case e != target:
			return schema.Key{}, incorrectMatch
		default:
			key, ok := target.Lookup.Parse(text)
			if !ok {
				return schema.Key{}, doesNotExist
			}
			return key, ""
		}
	}
	if path == "/" || path == "/api-auth/login/" || path == "/api-auth/logout/" {
		return schema.Key{}, incorrectMatch
	}
	return schema.Key{}, noMatch
}

// splitRecord splits "/groups/7/" into "/groups/" and "7".
func splitRecord(path string) (collection, key string) {
	rest, ok := strings.CutSuffix(path, "/")
	if !ok {
		return "", ""
	}
	i := strings.LastIndexByte(rest, '/')
	if i < 0 {
		return "", ""
	}
	return rest[:i+1], rest[i+1:]
}
