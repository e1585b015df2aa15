// Links from a record to its lists, and to the records that refer to it.

package records

import (
	"net/url"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/forms"
	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/browse/internal/layout"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// AddCollections adds a link to each collection below the record whose rows the requester may read.
func AddCollections(r *layout.Source, a *forms.Offers) {
	for _, child := range r.Catalog.All {
		if child.Parent == nil || child.Parent.Resource != r.Resource.Resource || !child.Has(plan.List) || r.Req.Related(child.Resource).None() {
			continue
		}
		if path := child.Fill(child.Path, r.LookupPath(), ""); path != "" {
			a.Reads = append(a.Reads, catalog.Link{Name: child.ListName, Href: layout.Local(a.Answer, path), Text: child.Description})
		}
	}
}

// AddReferring adds links to the lists of records that refer to this one and that the requester may read.
func AddReferring(r *layout.Source, a *forms.Offers) {
	if r.Record == nil || r.Record.Type.Go != r.Resource.Type.Go {
		return
	}
	for _, list := range r.Resource.Referring {
		if r.Req.Related(list.Of.Resource).None() {
			continue
		}
		c := forms.Choices{In: &inputs.Input{}, Base: r.Base, Field: list.Param.Field, Target: r.Resource, ByKey: true, Keys: map[schema.Key]bool{}}
		name := catalog.CollectionName(list.Of.Resource)
		if !list.Alone {
			name += " (" + list.Param.Field.Label + ")"
		}
		query := "?" + url.QueryEscape(list.Param.Name) + "=" + url.QueryEscape(c.Option(r.Record).Value)
		a.Reads = append(a.Reads, catalog.Link{Name: name, Href: layout.Local(a.Answer, list.Of.Fill(list.Of.Path, "", "")) + query})
	}
}
