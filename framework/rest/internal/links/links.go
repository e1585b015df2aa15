// Addresses of records, and the resources whose rules relations follow.

// Package links relates the resources of a set: the addresses of their records, and whose rules decide which
// related rows a requester may see.
package links

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

// KeyParam is the place of a record's key in a pattern.
const KeyParam = "{key}/"

// Linker links the resources of a set to each other.
type Linker struct {
	*sets.Reporter
	Compiled  []*plan.Resource        // those whose type could be compiled, in their order
	Misplaced map[*plan.Resource]bool // those with a mistake in their path
}

// Resources sets the path of every field shown as an address, and the function that parses addresses
// from clients.
func Resources(l *Linker) {
	for _, res := range l.Compiled {
		linkFields(l, res, res.Type)
	}
	for _, res := range l.Compiled {
		for _, shape := range res.Shapes.All() {
			if shape.Type.Row != nil {
				linkFields(l, res, shape.Type)
			}
			linkNested(l, shape.Type, map[*schema.Type]bool{})
		}
		if m := res.Members; m != nil {
			linkMembers(l, m.List)
			linkMembers(l, m.Retrieve)
		}
	}
	for _, res := range l.Compiled {
		findVisibilities(l, res)
		for _, shape := range res.Shapes.All() {
			relateShape(l, shape, res.Order)
		}
		relateOrders(l, res)
		if m := res.Members; m != nil {
			relateMembers(l, m.List)
			relateMembers(l, m.Retrieve)
		}
	}
}

// linkNested links the representations that are nested in another.
func linkNested(l *Linker, t *schema.Type, done map[*schema.Type]bool) {
	for _, f := range t.Fields {
		if !f.IsNested() || f.Derived.Shape == nil || done[f.Derived.Shape] {
			continue
		}
		done[f.Derived.Shape] = true
		linkNestedField(l, f)
		linkNested(l, f.Derived.Shape, done)
	}
}

// linkNestedField sets the data for links in the representation that a field nests.
func linkNestedField(l *Linker, f *schema.Field) {
	shape := f.Derived.Shape
	switch res := findTarget(l, f.Derived.Along); {
	case shape.Row != nil:
		linkFields(l, res, shape)
	case res == nil:
		reportUnserved(l, shape)
	}
}

// linkFields sets the data for links in the fields of a type: res is the resource of its rows, nil for none.
func linkFields(l *Linker, res *plan.Resource, t *schema.Type) {
	for _, f := range t.Fields {
		if f.IsAddress() || f.IsFile() && !f.Hidden() || f == t.Key && f.Show == schema.ShowLink && f.Wire != "" {
			linkSelf(l, res, t, f)
		}
	}
	for _, f := range t.Fields {
		if f.Relation == nil {
			continue
		}
		if f.Show != schema.ShowLink {
			if t.Row == nil {
				checkReachable(l, res, f)
			}
			f.LinkPath = findRecords(l, f)
			continue
		}
		linkRelation(l, t, f)
	}
}

// reportUnserved reports the addresses of rows that no resource serves.
func reportUnserved(l *Linker, t *schema.Type) {
	for _, f := range t.Fields {
		if f.IsAddress() {
			linkSelf(l, nil, t, f)
		}
	}
}

// linkSelf sets the path of a field that shows the address of the record.
func linkSelf(l *Linker, res *plan.Resource, t *schema.Type, f *schema.Field) {
	switch {
	case res == nil && f.IsAddress():
		l.ReportField(t.Go, f.Go, `rest.Address leads to records that no resource of the set serves; list one, or leave the field out`)
	case res == nil:
		l.ReportField(t.Go, f.Go, `rest tag: "link" leads to records that no resource of the set serves; list one, or leave "link" out to show the key`)
	default:
		f.LinkPath = recordsAt(res)
		if res.Lookup.Field != res.Type.Key {
			f.LinkBy = t.Hold(res.Lookup.Field)
		}
		checkRetrievable(l, t, f, res)
	}
}

// linkRelation sets the path of a relation that is shown as addresses.
func linkRelation(l *Linker, t *schema.Type, f *schema.Field) {
	target := findTarget(l, f)
	other := findSameTable(l, f)
	switch {
	case target == nil && other != nil:
		l.ReportField(t.Go, f.Go, fmt.Sprintf(`rest tag: "link" leads to %s, which no resource of the set serves; refer to %s instead, whose resource has the same table`, f.Relation.Target, other.Type.Go))
	case target == nil:
		l.ReportField(t.Go, f.Go, fmt.Sprintf(`rest tag: "link" leads to %s, which no resource of the set serves; list one with rest.Retrieve, or leave "link" out to show the key`, f.Relation.Target))
	default:
		f.LinkPath = recordsAt(target)
		if by := target.Lookup.Field; by != target.Type.Key {
			f.Relation.OnShow = f.Relation.Type.Fields[by.Index] // of the same struct
		}
		f.Relation.Resolve = func(address string) (schema.Key, string) { return ResolveAddress(l, target, address) }
		checkRetrievable(l, t, f, target)
	}
}

// findVisibilities finds the resources whose rules the relations of a resource follow.
func findVisibilities(l *Linker, res *plan.Resource) {
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
		res.Visibility[f.Index] = findShown(l, res.Type, f)
		for _, other := range res.Visibility[f.Index] {
			checkReadable(l, t, known, other)
		}
	}
}

// checkReachable finds a reference from clients to rows that no client can know of: most likely the
// resource was not listed. Accounts come from elsewhere too.
func checkReachable(l *Linker, res *plan.Resource, f *schema.Field) {
	if !f.Writable() || f.Relation.Type == nil || findTarget(l, f) != nil || findSameTable(l, f) != nil {
		return
	}
	if table := f.Relation.Type.Table; table == "users" || table == "groups" {
		return
	}
	if slices.ContainsFunc(l.Mistakes, func(m *sets.Mistake) bool { return m.Field == f.Go && m.Resource == res.Type.Go.Name() }) {
		return // another mistake of this field was reported already
	}
	l.ReportField(res.Type.Go, f.Go, fmt.Sprintf(`clients must send a %s, and no resource of the set serves any; list one in the set, or write "readonly"`, f.Relation.Target.Name()))
}

// recordsAt returns the path below which a record's address needs only its key, "" for none.
func recordsAt(res *plan.Resource) string {
	if path := strings.TrimSuffix(res.RecordPattern, KeyParam); !res.Singleton && !strings.Contains(path, "{") {
		return path
	}
	return ""
}

func checkRetrievable(l *Linker, t *schema.Type, f *schema.Field, target *plan.Resource) {
	switch {
	case !l.Misplaced[target] && recordsAt(target) == "":
		l.ReportField(t.Go, f.Go, fmt.Sprintf(`rest tag: "link" leads to %s, where no address has a key and nothing else; write RecordPath there, or leave "link" out to show the key`, target.RecordPattern))
	case !target.Has(plan.Retrieve):
		l.ReportField(t.Go, f.Go, fmt.Sprintf(`rest tag: "link" leads to records of %s, which cannot be retrieved; add rest.Retrieve to the actions there, or leave "link" out to show the key`, target.Path))
	}
}

// findRecords returns the path above the pages of a relation's records, "" for none. Many records that are
// shown by a text have none: their keys are not read.
func findRecords(l *Linker, f *schema.Field) string {
	if f.IsToMany() && f.Show == schema.ShowField {
		return ""
	}
	for _, res := range [...]*plan.Resource{findTarget(l, f), findSameTable(l, f)} {
		if res != nil && res.Has(plan.Retrieve) {
			return recordsAt(res)
		}
	}
	return ""
}

// ResolveAddress parses an address of a record of target. Only its path counts: a client may know the
// service by another name.
func ResolveAddress(l *Linker, target *plan.Resource, address string) (key schema.Key, problem string) {
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
	for _, res := range l.Compiled {
		switch {
		case res.Path == path:
			return schema.Key{}, incorrectMatch
		case recordsAt(res) != collection || text == "" || !res.Lookup.Fits(text):
		case res != target:
			return schema.Key{}, incorrectMatch
		default:
			key, ok := target.Lookup.ParseSegment(text)
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

// linkMembers sets the data for links in the representations that clients may expand.
func linkMembers(l *Linker, t *plan.MemberTree) {
	if t == nil {
		return
	}
	for _, m := range t.Members {
		if m.Expanded != nil {
			linkNestedField(l, m.Expanded)
			linkNested(l, m.Expanded.Derived.Shape, map[*schema.Type]bool{})
		}
		linkMembers(l, m.Nested)
	}
}
