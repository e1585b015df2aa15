// Package lists lays out the page of a list: its filters, columns, paging and bulk forms; and that of the root, the list of lists.
package lists

import (
	"fmt"
	"maps"
	"net/url"
	"slices"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/forms"
	"example.com/resourceful/framework/browse/internal/layout"
	"example.com/resourceful/framework/browse/internal/rows"
	"example.com/resourceful/framework/browse/internal/words"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/serve/pageapi"
)

// List is the part of a list's page around its records.
type List struct {
	*layout.Answer
	*rows.Records
	*forms.Offers
	Views       []catalog.Link  // lists with the named queries of the team
	Columns     []string        // the columns in the query; nil for the default ones
	Filter      *FilterForm     // above the list, or above the mistakes in its query; nil for none
	Ticks       *BulkForm       // operations on ticked rows; nil for none
	Question    *BulkQuestion   // before many records are written; nil for none
	Import      *SheetForm      // the form that imports CSV; nil for none
	ImportAt    string          // its address, on a list; "" for none
	Collections []catalog.Entry // the entries of the root
}

// AddViews adds the named queries of the list, after a link to the list without a query.
func (list *List) AddViews(res *catalog.Resource) {
	if len(res.SavedViews) == 0 {
		return
	}
	// The rows are the same whatever the page, its columns and its size.
	look := slices.Concat(rows.PagingParams(list.Endpoint), layout.NotShown, []string{layout.PartParam, pageapi.ColumnsParam})
	path, shown := layout.Local(list.Answer, list.Path), pageapi.Without(list.Query, look...)
	list.Views = []catalog.Link{{Name: list.Language.SayWord("All"), Href: path, Current: shown == ""}}
	for _, v := range res.SavedViews {
		list.Views = append(list.Views, catalog.Link{Name: v.Name, Href: path + "?" + v.Query, Current: sameQuery(pageapi.Without(v.Query, look...), shown)})
	}
}

// sameQuery reports whether two queries have the same parameters.
func sameQuery(one, other string) bool {
	a, errA := url.ParseQuery(one)
	b, errB := url.ParseQuery(other)
	return errA == nil && errB == nil && maps.EqualFunc(a, b, slices.Equal[[]string])
}

// Limits of the numbers on the page of the root: each is a statement, which reads as many rows at most.
const (
	countedEntries = 24
	countedRows    = 10_000
)

// Home returns the collections, with the numbers of rows that the requester may read, and a link to a new one.
func Home(source *layout.Source) ([]catalog.Entry, error) {
	entries := source.Catalog.Collections(source.Base, source.Route.Suffix)
	for i := range entries {
		e := &entries[i]
		if e.Of == nil || !e.Of.Has(plan.List) {
			continue
		}
		if source.Req.MayCreate(e.Of.Resource) {
			e.New = layout.FormAddress(e.Of.Path, pageapi.ShowCreate)
		}
		rows := source.Req.Listed(e.Of.Resource)
		if rows.None() || len(entries) > countedEntries {
			continue
		}
		n, err := rows.Count(countedRows + 1)
		if err != nil {
			return nil, fmt.Errorf("number of %s: %w", e.Of.Name, err)
		}
		if e.Count = words.Thousands(min(n, countedRows)); n > countedRows {
			e.Count += "+"
		}
	}
	return entries, nil
}
