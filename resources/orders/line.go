// The lines of orders, which clients send with their order or by themselves.

package orders

import (
	"time"

	"github.com/shopspring/decimal"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
)

// Line is a product in an order, at the price of the day on which it was ordered.
type Line struct {
	ID       int64                   `rest:"id,readonly"`
	Order    rest.BelongsTo[Order]   `rest:"order,readonly,ondelete=cascade"`
	Product  rest.BelongsTo[Product] `rest:"product,createonly"`
	Quantity int64                   `rest:"quantity" default:"1" validate:"min=1,max=10000"`
	Price    decimal.Decimal         `rest:"price,readonly" digits:"8,2"`
	Amount   decimal.Decimal         `rest:"amount,readonly" digits:"12,2"`
	Deleted  *time.Time              `rest:"-"`
}

// LineOfOrder is a line within its order.
type LineOfOrder struct {
	ID       int64                   `rest:"id,readonly"`
	Product  rest.BelongsTo[Product] `rest:"product,createonly"`
	Quantity int64                   `rest:"quantity" default:"1"`
	Price    decimal.Decimal         `rest:"price,readonly" digits:"8,2"`
	Amount   decimal.Decimal         `rest:"amount,readonly" digits:"12,2"`
}

// Lines are below their order. Everyone who works on it may remove them.
func Lines() rest.Resource {
	return rest.ViewSet[Line]{
		Path:        "/orders/{order}/lines/",
		Name:        "Order Line",
		Description: "The products of an order. Each product is in one line.",
		Access:      permission.SignedIn,
		Order:       []string{"id"},
		SoftDelete:  rest.SoftDelete{Field: "deleted", Access: permission.Nobody, Keep: trash.Keep}, // lines return with their order
		Indexes:     []rest.Index{{Fields: []string{"order", "product"}, Unique: true}},
		LimitChoices: []rest.LimitChoices{{
			Field: "product", To: predicate.Eq("available", true), Message: "This product is not available.",
		}},
		Serializer: rest.Serializer[Line]{
			BeforeSave:   setPrice,
			BeforeCreate: lockOrder,
			BeforeUpdate: lockOrder,
			BeforeDelete: lockOrder,
			AfterCreate:  addUp,
			AfterUpdate:  addUp,
			AfterDelete:  addUp,
		},
	}
}

// setPrice gives a new line the price of its product, and computes the amount.
func setPrice(call *rest.Call, l *Line) error {
	if l.ID == 0 {
		p, err := rest.Rows[Product](call).Get(l.Product.ID)
		if err != nil {
			return err
		}
		l.Price = p.Price
	}
	l.Amount = l.Price.Mul(decimal.NewFromInt(l.Quantity))
	return nil
}

// lockOrder refuses changes of an order that is shipped or cancelled. Until the end of the transaction no
// one else changes the order.
func lockOrder(call *rest.Call, l *Line) error {
	o, err := rest.Rows[Order](call).Lock(l.Order.ID)
	if err == nil && !o.open() {
		return problem.New(problem.Conflict, "The order is shipped or cancelled.")
	}
	return err
}

// addUp sets the total of a line's order.
func addUp(call *rest.Call, l *Line) error {
	sums, err := rest.Rows[Line](call).Groups("order", []string{"amount"}, predicate.Eq("order", l.Order.ID))
	if err != nil {
		return err
	}
	o := &Order{ID: l.Order.ID}
	for _, sum := range sums {
		o.Total = sum.Row.Amount
	}
	return rest.Rows[Order](call).Update(o, &o.Total)
}
