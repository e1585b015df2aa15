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
func AddCollections(source *layout.Source, offers *forms.Offers) {
	for _, child := range source.Catalog.All {
		if child.Parent == nil || child.Parent.Resource != source.Resource.Resource || !child.Has(plan.List) || source.Req.Related(child.Resource).None() {
			continue
		}
		if path := child.Fill(child.Path, source.LookupPath(), ""); path != "" {
			offers.Reads = append(offers.Reads, catalog.Link{Name: catalog.CollectionName(child.Resource), Href: layout.Local(offers.Answer, path), Text: child.Description})
		}
	}
}

// AddReferring adds links to the lists of records that refer to this one and that the requester may read.
func AddReferring(source *layout.Source, offers *forms.Offers) {
	if source.Record == nil || source.Record.Type.Go != source.Resource.Type.Go {
		return
	}
	for _, list := range source.Resource.Referring {
		if source.Req.Related(list.Of.Resource).None() {
			continue
		}
		c := forms.Choices{In: &inputs.Input{}, Base: source.Base, Field: list.Param.Field, Target: source.Resource, ByKey: true, Keys: map[schema.Key]bool{}}
		name := catalog.CollectionName(list.Of.Resource)
		if !list.Alone {
			name += " (" + list.Param.Field.Label + ")"
		}
		query := "?" + url.QueryEscape(list.Param.Name) + "=" + url.QueryEscape(c.Option(source.Record).Value)
		offers.Reads = append(offers.Reads, catalog.Link{Name: name, Href: layout.Local(offers.Answer, list.Of.Fill(list.Of.Path, "", "")) + query})
	}
}
