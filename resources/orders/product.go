// The catalogue, and the tags of everything.

package orders

import (
	"github.com/shopspring/decimal"

	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest"
)

// Product is an article of the catalogue.
type Product struct {
	ID          int64                `rest:"id,readonly"`
	Name        string               `rest:"name,unique=ci,sort=ci,search" validate:"max=100"`
	Code        string               `rest:"code,unique,createonly,search==" validate:"max=20" pattern:"^[A-Z0-9-]+$" help:"Capital letters, digits and hyphens, such as LAMP-20."`
	Description string               `rest:"description,multiline,optional"`
	Price       decimal.Decimal      `rest:"price,sort,filter=gte lte" digits:"8,2" validate:"min=0"`
	Available   bool                 `rest:"available,filter" default:"true"`
	Tags        rest.ManyToMany[Tag] `rest:"tags,optional,filter=in"`
	Orders      rest.Count[Line]     `rest:"order_count" label:"Orders"`
}

// Products are imported from and exported to spreadsheets. Their history shows who changed a price.
func Products() rest.Resource {
	return rest.ViewSet[Product]{
		Path:        "/products/",
		Description: "What the company sells, with prices.",
		Order:       []string{"name"},
		Unindexed:   map[string]string{"search": "the catalogue has a few hundred products"},
		Constraints: []rest.Constraint{{
			Holds:   predicate.Or(predicate.Eq("available", false), predicate.Gt("price", 0)),
			Field:   "price",
			Message: "An available product has a price.",
		}},
		Pages:      rest.PageNumber{Size: 20, MaxSize: 100},
		Facets:     []string{"available"},
		SavedViews: []rest.SavedView{{Name: "Not available", Query: "available=false"}},
		Exports:    true,
		Bulk:       rest.Bulk{Actions: rest.Create | rest.Modify | rest.Destroy, Filtered: true},
		History:    &rest.History{},
	}
}

// Tag marks customers, products and orders.
type Tag struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name,unique=ci" validate:"max=30"`
}

// Tags are few.
func Tags() rest.Resource {
	return rest.ViewSet[Tag]{
		Path:        "/tags/",
		Description: "Labels for customers, products and orders.",
		Order:       []string{"name"},
		Bulk:        rest.Bulk{Actions: rest.Create},
	}
}
