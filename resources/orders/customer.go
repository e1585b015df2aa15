// The customers of the wholesaler.

package orders

import (
	"time"

	"example.com/resourceful/framework/rest"
)

// Customer is a company or a person who orders.
type Customer struct {
	ID      int64                `rest:"id,readonly"`
	Name    string               `rest:"name,sort=ci,search" validate:"max=100"`
	Email   string               `rest:"email,search==" validate:"email,max=254"`
	Phone   string               `rest:"phone" default:"" validate:"max=30"`
	City    string               `rest:"city,filter" default:"" validate:"max=60"`
	Notes   string               `rest:"notes,multiline,optional"`
	Tags    rest.ManyToMany[Tag] `rest:"tags,optional,filter=in"`
	Orders  rest.Count[Order]    `rest:"order_count" label:"Orders"`
	Created time.Time            `rest:"created,readonly,sort" default:"now"`
}

// Customers with orders cannot be deleted.
func Customers() rest.Resource {
	return rest.ViewSet[Customer]{
		Path:        "/customers/",
		Description: "People and companies that place orders.",
		Order:       []string{"name"},
		Ordering:    []string{"order_count"},
		Unindexed:   map[string]string{"search": "there are a few thousand customers"},
		Pages:       rest.PageNumber{Size: 20, MaxSize: 100},
		Exports:     true,
		Bulk:        rest.Bulk{Actions: rest.Create | rest.Modify | rest.Destroy, Filtered: true},
	}
}
