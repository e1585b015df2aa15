// The lists below a record, those of records that refer to it, and its neighbours in the list that led to it.

package records

import (
	"fmt"
	"slices"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/cells"
	"example.com/resourceful/framework/browse/internal/forms"
	"example.com/resourceful/framework/browse/internal/layout"
	"example.com/resourceful/framework/browse/internal/typedtext"
	"example.com/resourceful/framework/browse/internal/words"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/pageapi"
)

// Related is a list of rows that belong to the record of a page.
type Related struct {
	catalog.Link
	Add  string // address of the form for a new row, with the record filled in; "" where the requester may create none
	Rows []RelatedRow
	More bool // there are others

	of     *catalog.Resource
	parent string // part of the paths of its rows; "" for rows with addresses of their own
	under  predicate.Expr
}

// RelatedRow is a row with some of its values.
type RelatedRow struct {
	Href, Title string
	Facts       cells.List
}

// Limits of the related rows on a record's page.
const (
	relatedRows  = 5
	relatedFacts = 3 // values of each
)

// AddRelated adds the lists of rows that the requester may read. It runs a statement for each.
func AddRelated(source *layout.Source, record *Record) error {
	for _, list := range slices.Concat(collections(source, record.Answer), referring(source, record.Answer)) {
		if source.Req.MayCreate(list.of.Resource) {
			list.Add = layout.FormAddress(list.Href, pageapi.ShowCreate)
		}
		if err := list.read(source); err != nil {
			return fmt.Errorf("rows of %s: %w", list.of.Name, err)
		}
		record.Related = append(record.Related, list)
	}
	return nil
}

// collections returns the lists below the record.
func collections(source *layout.Source, answer *layout.Answer) (lists []*Related) {
	for _, child := range source.Catalog.All {
		if child.Parent == nil || child.Parent.Resource != source.Resource.Resource || !child.Has(plan.List) || source.Req.Listed(child.Resource).None() {
			continue
		}
		path, f := child.Fill(child.Path, source.LookupPath(), ""), child.Parent.Field
		if path == "" || source.Record == nil {
			continue
		}
		lists = append(lists, &Related{
			Link: catalog.Link{Name: catalog.CollectionName(child.Resource), Href: layout.Local(answer, path), Text: child.Description},
			of:   child, parent: source.LookupPath(), under: refers(f, source.Record),
		})
	}
	return lists
}

// referring returns the lists of records that refer to this one.
func referring(source *layout.Source, answer *layout.Answer) (lists []*Related) {
	if source.Record == nil || source.Record.Type.Go != source.Resource.Type.Go {
		return nil
	}
	for _, list := range source.Resource.Referring {
		if source.Req.Listed(list.Of.Resource).None() {
			continue
		}
		c := forms.Choices{Source: source, Field: list.Param.Field, Target: source.Resource, ByKey: true}
		name := catalog.CollectionName(list.Of.Resource)
		if !list.Alone {
			name += " (" + list.Param.Field.Label + ")"
		}
		path := layout.AddParam(list.Of.Fill(list.Of.Path, "", ""), list.Param.Name, c.Option(source.Record).Value)
		lists = append(lists, &Related{
			Link: catalog.Link{Name: name, Href: layout.Local(answer, path)},
			of:   list.Of, under: refers(list.Param.Field, source.Record),
		})
	}
	return lists
}

// refers returns the condition that a field refers to a record.
func refers(f *schema.Field, to *schema.Record) predicate.Expr {
	if f.IsToMany() {
		key := f.Relation.Type.Key
		return predicate.ExistsAt(f.Go, f.Index, predicate.CompareAt(predicate.OpEq, key.Column, key.Index, to.Key().Arg()))
	}
	return predicate.CompareAt(predicate.OpEq, f.Column, f.Index, to.Key().Arg())
}

// read reads the newest rows.
func (list *Related) read(source *layout.Source) error {
	res := list.of
	return source.Req.Listed(res.Resource).Among(list.under).Newest(relatedRows+1, func(rec *schema.Record) error {
		if len(list.Rows) == relatedRows {
			list.More = true
			return nil
		}
		address, title := res.Lookup.Of(rec), ""
		if value := res.TitleOf(rec); value != nil && res.RecordTitle != res.Type.Key {
			title = typedtext.ValidText(fmt.Sprint(value))
		}
		row := RelatedRow{Title: res.NameOf(title, address.String()), Facts: list.facts(source, rec)}
		if res.Has(plan.Retrieve) {
			row.Href = res.Fill(res.RecordPattern, list.parent, address.Path())
		}
		list.Rows = append(list.Rows, row)
		return nil
	})
}

// facts returns the first short values of the rows of a list, one for each column: choices, numbers, moments, texts of relations.
func (list *Related) facts(source *layout.Source, rec *schema.Record) (facts cells.List) {
	res := list.of
	for _, shown := range res.Shapes.List.Type.Shown {
		f := rec.Type.FieldOf(catalog.RowField(shown))
		if f == nil || f == res.RecordTitle || f == res.Type.Key || f.WriteOnly || f.IsNested() || f.IsToMany() || f.Relation != nil && f.ShownBy() == nil || f.IsAddress() || f.Multiline || f.Kind.Input.Many {
			continue
		}
		c := cells.Of(f, source.Base, cells.ShownValue(source.Catalog, rec, f, source.Base, source.Zone), true)
		if c.Say(source.Language); c.Inner == nil {
			facts = append(facts, c)
		}
		if len(facts) == relatedFacts {
			break
		}
	}
	return facts
}

// Beside is a link to the previous or the next record in a list.
type Beside struct{ Href, Rel, Text string }

// AddBeside adds links to the record's neighbours in the list that led to it, and to its form a button that goes on to the
// form of the next record.
func AddBeside(source *layout.Source, record *Record) error {
	list := source.FromList()
	alone := record.Opens == pageapi.ShowEdit
	if !record.IsRecord || source.Action != plan.Retrieve || record.Confirm || record.Opens != "" && !alone || !source.Route.Record {
		return nil
	}
	return source.Req.Neighbours(list, func(rec *schema.Record, behind bool) {
		address := source.Resource.Lookup.Of(rec)
		if behind && record.Edit != nil {
			record.Edit.Another = address.Path()
		}
		if alone && record.Edit != nil {
			return
		}
		name := source.Resource.NameRecord(rec, address)
		b := Beside{Rel: "prev", Text: words.Phrase(source.Language, "Previous: %s", name)}
		if behind {
			b.Rel, b.Text = "next", words.Phrase(source.Language, "Next: %s", name)
		}
		b.Href = layout.OfList(layout.Local(record.Answer, source.Resource.Fill(source.Resource.RecordPattern, source.ParentPath(), address.Path())), list)
		record.Beside = append(record.Beside, b)
	})
}
