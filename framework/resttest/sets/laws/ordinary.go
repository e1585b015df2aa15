// Ordinary sets with several resources: tenants, required nested rows, work after the commit.

package laws

import (
	"context"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest"
)

type (
	// tenant has rows that only its people see.
	tenant struct {
		ID     int64                      `rest:"-" db:"id"`
		Slug   string                     `rest:"slug,unique,createonly" validate:"slug,max=40"`
		Owner  rest.BelongsTo[auth.User]  `rest:"owner,readonly,show=username"`
		People rest.ManyToMany[auth.User] `rest:"people,optional,show=username"`
	}
	// client is one of a tenant's clients. Its tenant is hidden.
	client struct {
		ID     int64                  `rest:"id,readonly"`
		Tenant rest.BelongsTo[tenant] `rest:"-,ondelete=cascade"`
		Name   string                 `rest:"name" validate:"max=40"`
	}
	// invoice goes with its tenant, and keeps its client.
	invoice struct {
		ID     int64                  `rest:"id,readonly"`
		Tenant rest.BelongsTo[tenant] `rest:"-,ondelete=cascade"`
		Number string                 `rest:"number" validate:"max=20"`
		Client rest.BelongsTo[client] `rest:"client"`
	}
)

// Tenants have clients and invoices below them, which refer to rows of the same tenant.
func Tenants() *rest.Set {
	inside := permission.Any(permission.Me("tenant.owner"), permission.Me("tenant.people"))
	return rest.NewSet("tenants",
		rest.ViewSet[tenant]{
			Path: "/tenants/", Lookup: "slug",
			Owner:  rest.Field(func(t *tenant) *rest.BelongsTo[auth.User] { return &t.Owner }),
			Access: permission.By{Read: permission.Any(permission.Owner, permission.Me("people")), Write: permission.Owner},
		},
		rest.ViewSet[client]{Path: "/tenants/{tenant}/clients/", Access: inside},
		rest.ViewSet[invoice]{
			Path: "/tenants/{tenant}/invoices/", Access: inside,
			Indexes:      []rest.Index{{Fields: []string{"tenant", "number"}, Unique: true}},
			LimitChoices: []rest.LimitChoices{{Field: "client", To: predicate.Eq("tenant", predicate.OuterRef("tenant"))}},
		},
	)
}

type (
	// basket has at least one item.
	basket struct {
		ID    int64                      `rest:"id,readonly"`
		Name  string                     `rest:"name" validate:"max=40"`
		Holds rest.HasMany[item]         `rest:"-"`
		Items rest.Nested[itemOfABasket] `rest:"items,of=holds,nested=replace,order=id" validate:"min=1,max=50"`
	}
	// item is in a basket.
	item struct {
		ID     int64                  `rest:"id,readonly"`
		Basket rest.BelongsTo[basket] `rest:"basket,createonly,ondelete=cascade"`
		Pieces int64                  `rest:"pieces" default:"1" validate:"min=1"`
		Of     string                 `rest:"of" validate:"max=40"`
	}
	// itemOfABasket represents an item within its basket.
	itemOfABasket struct {
		ID     int64  `rest:"id,readonly"`
		Of     string `rest:"of"`
		Pieces int64  `rest:"pieces" default:"1"`
	}
)

// Baskets are created with their items.
func Baskets() *rest.Set {
	return ordinarySet("baskets", rest.ViewSet[basket]{Path: "/baskets/"}, rest.ViewSet[item]{Path: "/items/"})
}

type (
	// archive has binders and customers, which go with it.
	archive struct {
		ID   int64  `rest:"id,readonly"`
		Name string `rest:"name" validate:"max=40"`
	}
	// customer goes with its archive.
	customer struct {
		ID      int64                   `rest:"id,readonly"`
		Archive rest.BelongsTo[archive] `rest:"archive,ondelete=cascade"`
	}
	// binder goes with its archive.
	binder struct {
		ID      int64                   `rest:"id,readonly"`
		Archive rest.BelongsTo[archive] `rest:"archive,ondelete=cascade"`
	}
	// letter goes with its binder. It keeps its customer, unless it goes itself.
	letter struct {
		ID       int64                    `rest:"id,readonly"`
		Binder   rest.BelongsTo[binder]   `rest:"binder,ondelete=cascade"`
		Customer rest.BelongsTo[customer] `rest:"customer"`
	}
)

// Archives have rows that refer to each other along two paths, one that restricts and one that cascades. The tables of the
// restricted rows come before those of the others.
func Archives() *rest.Set {
	return ordinarySet("archives", rest.ViewSet[archive]{Path: "/archives/"}, rest.ViewSet[customer]{Path: "/customers/"},
		rest.ViewSet[binder]{Path: "/binders/"}, rest.ViewSet[letter]{Path: "/letters/"})
}

// Announced has rows whose creation does something after the commit.
func Announced() *rest.Set {
	announce := func(call *rest.Call, _ *ordinary) error {
		return call.AfterCommit(func(context.Context) error { return nil })
	}
	return ordinarySet("announced", rest.ViewSet[ordinary]{Path: "/rows/", Serializer: rest.Serializer[ordinary]{AfterCreate: announce}})
}
