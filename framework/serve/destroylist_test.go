package serve_test

import (
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// Coupon is a row in an envelope.
type coupon struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name,filter" validate:"max=100"`
}

func coupons() *rest.Set {
	return rest.NewSet("coupons", rest.ViewSet[coupon]{
		Path: "/coupons/", Bulk: rest.Bulk{Actions: rest.Create | rest.Destroy, Filtered: true},
		Envelope: rest.Envelope{Record: "coupon", List: "coupons", Input: "coupon"},
	}).Access(permission.Anyone)
}
