// The resources of the plan as the pages need them, and their addresses.

package catalog

import (
	"cmp"
	"fmt"
	"strings"

	"example.com/resourceful/framework/browse/internal/words"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// Resource is one of the plan with all that its pages need.
type Resource struct {
	*plan.Resource
	impacts []DeleteImpact
	// Targets are the resources that relation fields refer to, by Field.Index; nil for those
	// that the set does not serve.
	Targets []*Resource
	// relations are the fields of each representation that lead to records with pages of their own.
	relations map[*schema.Type][]Relation
	Form      *ListForm // above the list; nil for none
	Referring []referring
}

// Page is the path of the page of a record that has an address, "" where records cannot be read one
// by one.
func (res *Resource) Page(address schema.Key) string {
	if !res.Has(plan.Retrieve) {
		return ""
	}
	return res.recordPath(address)
}

// PageOf is the path of the page of a row whose representation t has the values, "" where it has
// none, or the representation does not tell.
func (res *Resource) PageOf(t *schema.Type, values map[string]any) string {
	if res == nil {
		return ""
	}
	f := res.Lookup.Field
	if t != res.Type {
		f = t.FieldOf(f)
	}
	if f == nil || f.ByLink() || values[f.Wire] == nil {
		return ""
	}
	address, ok := res.Lookup.Parse(fmt.Sprint(values[f.Wire]))
	if !ok {
		return ""
	}
	return res.Page(address)
}

// recordPath is the path of a record, "" where that needs another record too.
func (res *Resource) recordPath(address schema.Key) string {
	return res.Fill(res.RecordPattern, "", address.Path())
}

// Fill is a pattern of the resource with the record that its rows are below, and a record, each as
// it stands in a path; "" where one of them is not known.
func (res *Resource) Fill(pattern, parent, record string) string {
	values := []string{parent, record}
	if res.Parent == nil || !strings.HasPrefix(pattern, parentPart(res.Path)) {
		values = values[1:]
	}
	for strings.Contains(pattern, "{") {
		before, rest, _ := strings.Cut(pattern, "{")
		_, after, _ := strings.Cut(rest, "}")
		if len(values) == 0 || values[0] == "" {
			return ""
		}
		pattern, values = before+values[0]+after, values[1:]
	}
	return pattern
}

// parentPart is a pattern as far as its first parameter.
func parentPart(pattern string) string {
	i := strings.IndexByte(pattern, '}')
	return pattern[:i+1]
}

// TitleOf is the value by which a record's own page calls it; nil where what was read has none.
func (res *Resource) TitleOf(rec *schema.Record) any {
	if f := rec.Type.FieldOf(res.RecordTitle); f != nil {
		return rec.Get(f)
	}
	return nil
}

// Settable are the fields that one value may be set of for many records: neither files, secrets, nested rows nor lists.
func (res *Resource) Settable() (list []*schema.Field) {
	for _, f := range res.Shapes.Update.Type.Fields {
		if f.WritableIn(false) && !f.WriteOnly && !f.IsNested() && !f.IsFile() && !f.IsToMany() && !f.Kind.Input.Many && !RowField(f).Unique {
			list = append(list, f)
		}
	}
	return list
}

// Counted are some records in words: "3 tickets".
func (res *Resource) Counted(n int) string {
	if n == 1 {
		return "1 " + strings.ToLower(res.Name)
	}
	return words.Thousands(int64(n)) + " " + strings.ToLower(CollectionName(res.Resource))
}

// Shows reports whether the representation of a record, if an action has it, shows a field of its row.
func (res *Resource) Shows(f *schema.Field) bool {
	return res.Has(plan.Retrieve|plan.Create|plan.Replace|plan.Modify) && res.Shapes.Shows(f)
}

// CollectionName is what people call the rows of a resource: "Time entries".
func CollectionName(e *plan.Resource) string {
	path := strings.Trim(e.Path, "/")
	return plan.NameWords(path[strings.LastIndexByte(path, '/')+1:])
}

// RowField is the field of the row that one of a form stands for.
func RowField(sent *schema.Field) *schema.Field { return cmp.Or(sent.Of, sent) }
