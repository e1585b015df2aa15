// The resources of the plan as the pages need them, and their addresses.

package catalog

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"example.com/resourceful/framework/browse/internal/typedtext"
	"example.com/resourceful/framework/browse/internal/words"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// Resource is a resource of the plan, compiled for its pages.
type Resource struct {
	*plan.Resource
	impacts []DeleteImpact
	// Targets are the resources that relation fields refer to, by Field.Index; nil for resources that the
	// set does not serve.
	Targets []*Resource
	// Within is the relation by which people tell records of the same name apart: that to the record above it, or one
	// that is unique together with the title; nil for none.
	Within    *schema.Field
	Form      *ListForm // the form above the list; nil for none
	Referring []referring
}

// within returns the relation of Resource.Within.
func within(res *plan.Resource) *schema.Field {
	if res.Parent != nil {
		return res.Parent.Field
	}
	for _, t := range res.Type.Together {
		if i := slices.IndexFunc(t.Fields, (*schema.Field).IsToOne); i >= 0 && len(t.Fields) == 2 && t.Fields[1-i] == res.Title {
			return t.Fields[i]
		}
	}
	return nil
}

// Page returns the path of a record's page, or "" where records cannot be read one by one, and
// where it needs a parent record too.
func (res *Resource) Page(address schema.Key) string {
	if !res.Has(plan.Retrieve) {
		return ""
	}
	return res.Fill(res.RecordPattern, "", address.Path())
}

// PageOf returns the path of the page of a row with the values of type t, or "" if it has none or the
// values lack its key.
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

// TitleOf returns the value that names a record on its page, or nil where the record was read without it.
func (res *Resource) TitleOf(rec *schema.Record) any {
	if f := rec.Type.FieldOf(res.RecordTitle); f != nil {
		return rec.Get(f)
	}
	return nil
}

// NameOf returns the name of a record for people: the first line of its title, or the name of the resource with the key of
// its address.
func (res *Resource) NameOf(title, address string) string {
	if name := typedtext.Name(title, MaxName); name != "" {
		return name
	}
	return res.Name + " " + address
}

// NameRecord returns the name of a record that was read, with its address.
func (res *Resource) NameRecord(rec *schema.Record, address schema.Key) string {
	title, _ := res.TitleOf(rec).(string)
	return res.NameOf(title, address.String())
}

// MaxName is the length of a record's name in characters.
const MaxName = 80

// Settable returns the fields that one form can set for many records: not files, secrets, nested rows and
// lists.
func (res *Resource) Settable() (list []*schema.Field) {
	for _, f := range res.Shapes.Update.Type.Fields {
		if f.WritableIn(false) && !f.WriteOnly && !f.IsNested() && !f.IsFile() && !f.IsToMany() && !f.Kind.Input.Many && !RowField(f).Unique {
			list = append(list, f)
		}
	}
	return list
}

// Counted returns a number of records in words: "3 tickets".
func (res *Resource) Counted(n int) string {
	if n == 1 {
		return "1 " + strings.ToLower(res.Name)
	}
	return words.Thousands(int64(n)) + " " + strings.ToLower(CollectionName(res.Resource))
}

// Shows reports whether the representation of a record shows a field of its row. It is false for resources
// whose actions answer no record.
func (res *Resource) Shows(f *schema.Field) bool {
	return res.Has(plan.Retrieve|plan.Create|plan.Replace|plan.Modify) && res.Shapes.Shows(f)
}

// CollectionName returns the name of a resource's rows: "Time entries".
func CollectionName(e *plan.Resource) string {
	return plan.NameWords(path.Base(e.Path))
}

// OperationName returns the name of an operation on pages.
func OperationName(o *plan.Operation) string {
	switch {
	case o.Deleted && o.Many:
		return "Trash"
	case o.History && o.Safe():
		return "History"
	}
	return o.Title
}

// RowField returns the field of the row behind a field of a form.
func RowField(sent *schema.Field) *schema.Field { return cmp.Or(sent.Of, sent) }
