// Addresses of records, and the resources whose rules relations follow.

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

// The messages for addresses, as in Django REST framework's hyperlinked relations.
const (
	noMatch        = "Invalid hyperlink - No URL match."
	incorrectMatch = "Invalid hyperlink - Incorrect URL match."
	doesNotExist   = "Invalid hyperlink - Object does not exist."
)

// linkResources sets the path of every field shown as an address, and the function that parses addresses
// from clients.
func linkResources(c *compiler) {
	for _, res := range c.compiled {
		linkFields(c, res, res.Type)
	}
	for _, res := range c.compiled {
		for _, shape := range res.Shapes.All() {
			if shape.Type.Row != nil {
				linkFields(c, res, shape.Type)
			}
			linkNested(c, shape.Type, map[*schema.Type]bool{})
		}
		if m := res.Members; m != nil {
			linkMembers(c, m.List)
			linkMembers(c, m.Retrieve)
		}
	}
	for _, res := range c.compiled {
		findVisibilities(c, res)
		for _, shape := range res.Shapes.All() {
			relateShape(c, shape, res.Order)
		}
		relateOrders(c, res)
		if m := res.Members; m != nil {
			relateMembers(c, m.List)
			relateMembers(c, m.Retrieve)
		}
	}
}

// linkNested links the representations that are nested in another.
func linkNested(c *compiler, t *schema.Type, done map[*schema.Type]bool) {
	for _, f := range t.Fields {
		if !f.IsNested() || f.Derived.Shape == nil || done[f.Derived.Shape] {
			continue
		}
		done[f.Derived.Shape] = true
		linkNestedField(c, f)
		linkNested(c, f.Derived.Shape, done)
	}
}

// linkNestedField sets the data for links in the representation that a field nests.
func linkNestedField(c *compiler, f *schema.Field) {
	shape := f.Derived.Shape
	switch res := findTarget(c, f.Derived.Along); {
	case shape.Row != nil:
		linkFields(c, res, shape)
	case res == nil:
		reportUnserved(c, shape)
	}
}

// linkFields sets the data for links in the fields of a type: res is the resource of its rows, nil for none.
func linkFields(c *compiler, res *plan.Resource, t *schema.Type) {
	for _, f := range t.Fields {
		if f.IsAddress() || f.IsFile() && !f.Hidden() || f == t.Key && f.Show == schema.ShowLink && f.Wire != "" {
			linkSelf(c, res, t, f)
		}
	}
	for _, f := range t.Fields {
		if f.Relation == nil {
			continue
		}
		if f.Show != schema.ShowLink {
			if t.Row == nil {
				checkReachable(c, res, f)
			}
			f.LinkPath = findRecords(c, f)
			continue
		}
		linkRelation(c, t, f)
	}
}

// reportUnserved reports the addresses of rows that no resource serves.
func reportUnserved(c *compiler, t *schema.Type) {
	for _, f := range t.Fields {
		if f.IsAddress() {
			linkSelf(c, nil, t, f)
		}
	}
}

// linkSelf sets the path of a field that shows the address of the record.
func linkSelf(c *compiler, res *plan.Resource, t *schema.Type, f *schema.Field) {
	switch {
	case res == nil && f.IsAddress():
		c.ReportField(t.Go, f.Go, `rest.Address leads to records that no resource of the set serves; list one, or leave the field out`)
	case res == nil:
		c.ReportField(t.Go, f.Go, `rest tag: "link" leads to records that no resource of the set serves; list one, or leave "link" out to show the key`)
	default:
		f.LinkPath = recordsAt(res)
		if res.Lookup.Field != res.Type.Key {
			f.LinkBy = t.Hold(res.Lookup.Field)
		}
		checkRetrievable(c, t, f, res)
	}
}

// linkRelation sets the path of a relation that is shown as addresses.
func linkRelation(c *compiler, t *schema.Type, f *schema.Field) {
	target := findTarget(c, f)
	other := findSameTable(c, f)
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
		f.Relation.Resolve = func(address string) (schema.Key, string) { return resolveAddress(c, target, address) }
		checkRetrievable(c, t, f, target)
	}
}

// findVisibilities finds the resources whose rules the relations of a resource follow.
func findVisibilities(c *compiler, res *plan.Resource) {
	res.Visibility = make([][]*plan.Resource, len(res.Type.Fields))
	for _, f := range res.Type.Fields {
		if f.Relation == nil {
			continue
		}
		t, known := res.Type, f
		if f.Wire == "" {
			if t, known = sentAs(res, f); known == nil {
				continue
			}
		}
		res.Visibility[f.Index] = findShown(c, res.Type, f)
		for _, other := range res.Visibility[f.Index] {
			checkReadable(c, t, known, other)
		}
	}
}

// checkReachable finds a reference from clients to rows that no client can know of: most likely the
// resource was not listed. Accounts come from elsewhere too.
func checkReachable(c *compiler, res *plan.Resource, f *schema.Field) {
	if !f.Writable() || f.Relation.Type == nil || findTarget(c, f) != nil || findSameTable(c, f) != nil {
		return
	}
	if table := f.Relation.Type.Table; table == "users" || table == "groups" {
		return
	}
	if slices.ContainsFunc(c.Mistakes, func(m *sets.Mistake) bool { return m.Field == f.Go && m.Resource == res.Type.Go.Name() }) {
		return // another mistake of this field was reported already
	}
	c.ReportField(res.Type.Go, f.Go, fmt.Sprintf(`clients are to send a %s, and no resource of the set serves any; list one in the set, or write "readonly"`, f.Relation.Target.Name()))
}

// recordsAt returns the path below which a record's address needs only its key, "" for none.
func recordsAt(res *plan.Resource) string {
	if path := strings.TrimSuffix(res.RecordPattern, keyParam); !res.Singleton && !strings.Contains(path, "{") {
		return path
	}
	return ""
}

func checkRetrievable(c *compiler, t *schema.Type, f *schema.Field, target *plan.Resource) {
	switch {
	case !c.misplaced[target] && recordsAt(target) == "":
		c.ReportField(t.Go, f.Go, fmt.Sprintf(`rest tag: "link" leads to %s, where no address has a key and nothing else; write RecordPath there, or leave "link" out to show the key`, target.RecordPattern))
	case !target.Has(plan.Retrieve):
		c.ReportField(t.Go, f.Go, fmt.Sprintf(`rest tag: "link" leads to records of %s, which cannot be retrieved; add rest.Retrieve to the actions there, or leave "link" out to show the key`, target.Path))
	}
}

// findRecords returns the path above the pages of a relation's records, "" for none. Many records that are
// shown by a text have none: their keys are not read.
func findRecords(c *compiler, f *schema.Field) string {
	if f.IsToMany() && f.Show == schema.ShowField {
		return ""
	}
	for _, res := range [...]*plan.Resource{findTarget(c, f), findSameTable(c, f)} {
		if res != nil && res.Has(plan.Retrieve) {
			return recordsAt(res)
		}
	}
	return ""
}

// resolveAddress parses an address of a record of target. Only its path counts: a client may know the
// service by another name.
func resolveAddress(c *compiler, target *plan.Resource, address string) (key schema.Key, problem string) {
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
	for _, res := range c.compiled {
		switch {
		case res.Path == path:
			return schema.Key{}, incorrectMatch
		case recordsAt(res) != collection || text == "" || !res.Lookup.Fits(text):
		case res != target:
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
