// Package orders declares the orders of a small wholesaler: configuration D. Customers order products;
// everyone with an account works on all orders, and administrators delete.
package orders

import (
	"time"

	"github.com/shopspring/decimal"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest"
)

// Order is a list of products that a customer wants by a day. Its total is the sum of its lines.
type Order struct {
	ID        int64                     `rest:"id,readonly"`
	Reference string                    `rest:"reference,search" validate:"max=40" help:"The customer's own number for the order, such as PO-1234."`
	Customer  rest.BelongsTo[Customer]  `rest:"customer,filter"`
	Status    Status                    `rest:"status,readonly,filter=in" default:"new"`
	DeliverBy *rest.Date                `rest:"deliver_by,sort,filter=gte lte isnull" label:"Deliver by"`
	Notes     string                    `rest:"notes,multiline,optional"`
	Tags      rest.ManyToMany[Tag]      `rest:"tags,optional,filter=in"`
	Lines     rest.Nested[LineOfOrder]  `rest:"lines,of=items,nested=replace,optional,order=id" validate:"max=100"`
	Total     decimal.Decimal           `rest:"total,readonly,sort" digits:"12,2" default:"0"`
	TakenBy   rest.BelongsTo[auth.User] `rest:"taken_by,readonly,show=username,filter" label:"Taken by"`
	Ordered   time.Time                 `rest:"ordered,readonly,sort,filter=gte lte" default:"now"`
	Shipped   *time.Time                `rest:"shipped,readonly"`

	Items   rest.HasMany[Line] `rest:"-"`
	Deleted *time.Time         `rest:"-"`
}

// OrderBrief is an order in the list.
type OrderBrief struct {
	ID        int64                    `rest:"id,readonly"`
	Reference string                   `rest:"reference"`
	Customer  rest.BelongsTo[Customer] `rest:"customer"`
	Status    Status                   `rest:"status"`
	DeliverBy *rest.Date               `rest:"deliver_by" label:"Deliver by"`
	Total     decimal.Decimal          `rest:"total" digits:"12,2"`
	Ordered   time.Time                `rest:"ordered"`
}

// trash keeps what was deleted for 30 days, in which administrators can restore it.
var trash = rest.SoftDelete{Field: "deleted", Access: permission.Admin, Keep: 30 * 24 * time.Hour}

// Orders keep their history, and go to the trash for 30 days when an administrator deletes them.
func Orders() rest.Resource {
	return rest.ViewSet[Order]{
		Path:        "/orders/",
		Description: "What customers ordered, and when to deliver it.",
		Owner:       rest.Field(func(o *Order) *rest.BelongsTo[auth.User] { return &o.TakenBy }),
		Order:       []string{"-ordered"},
		Search:      []string{"^customer.name"},
		Unindexed:   map[string]string{"search": "people narrow it by the status or the customer first"},
		Indexes: []rest.Index{
			{Fields: []string{"status", "-ordered"}},
			{Fields: []string{"deliver_by"}, Where: predicate.In("status", New, Packed)},
		},
		ReadOnlyWhile: []rest.ReadOnlyWhile{{
			Fields:  []string{"customer", "deliver_by"},
			Holds:   predicate.In("status", Shipped, Cancelled),
			Message: "The order is shipped or cancelled.",
		}},
		Pages:  rest.PageNumber{Size: 20, MaxSize: 100},
		Shapes: rest.Shapes{List: rest.As[OrderBrief]()},
		Facets: []string{"status", "taken_by"},
		SavedViews: []rest.SavedView{
			{Name: "To pack", Query: "status=new&ordering=deliver_by"},
			{Name: "To ship", Query: "status=packed&ordering=deliver_by"},
			{Name: "Late", Query: "deliver_by__lte=today-1d&status=new&status=packed&ordering=deliver_by"},
			{Name: "Largest", Query: "ordering=-total"},
		},
		Exports:    true,
		Bulk:       rest.Bulk{Actions: rest.Modify | rest.Destroy, Filtered: true},
		History:    &rest.History{Deleted: permission.Admin},
		SoftDelete: trash,
		Events:     true,
		Extra: []rest.Action{
			rest.OnRecord("pack", pack, rest.Describe("Marks a new order as packed."),
				rest.When(predicate.Eq("status", New), "Only a new order can be packed.")),
			rest.OnRecord("ship", ship, rest.Describe("Marks a packed order as shipped."),
				rest.When(predicate.Eq("status", Packed), "Only a packed order can be shipped.")),
			rest.OnRecord("cancel", cancel, rest.Allow(permission.Any(permission.Owner, permission.Admin)),
				rest.Describe("Cancels an order. The reason is added to its notes."),
				rest.When(predicate.In("status", New, Packed), "The order is shipped or cancelled.")),
			rest.Sublist("mine", permission.Me("taken_by"), rest.Describe("The orders that you took.")),
		},
	}
}
