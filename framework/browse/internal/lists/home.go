// The page of the root: the collections, with their numbers of rows.

package lists

import (
	"fmt"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/layout"
	"example.com/resourceful/framework/browse/internal/words"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/serve/pageapi"
)

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
