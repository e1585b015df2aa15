// Links to what can be read beside a record.

package browse

import (
	"net/url"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// addCollections adds a link to each collection below the record of which the requester may read
// rows.
func addCollections(r *source, a *offers) {
	for _, child := range r.catalog.All {
		if child.Parent == nil || child.Parent.Resource != r.resource.Resource || !child.Has(plan.List) || r.req.Related(child.Resource).None() {
			continue
		}
		if path := child.Fill(child.Path, r.lookupPath(), ""); path != "" {
			a.Reads = append(a.Reads, catalog.Link{Name: child.ListName, Href: local(a.answer, path), Text: child.Description})
		}
	}
}

// addReferring leads to the lists of the records that refer to this one, of those that the requester may read.
func addReferring(r *source, a *offers) {
	if r.Record == nil || r.Record.Type.Go != r.resource.Type.Go {
		return
	}
	for _, list := range r.resource.Referring {
		if r.req.Related(list.Of.Resource).None() {
			continue
		}
		c := choices{in: &inputs.Input{}, base: r.Base, field: list.Param.Field, target: r.resource, byKey: true, keys: map[schema.Key]bool{}}
		name := catalog.CollectionName(list.Of.Resource)
		if !list.Alone {
			name += " (" + list.Param.Field.Label + ")"
		}
		query := "?" + url.QueryEscape(list.Param.Name) + "=" + url.QueryEscape(c.option(r.Record).Value)
		a.Reads = append(a.Reads, catalog.Link{Name: name, Href: local(a.answer, list.Of.Fill(list.Of.Path, "", "")) + query})
	}
}
