// Package prints is what the atelier serves: its prints, and the people who make them.
package prints

import (
	"example.com/resourceful/framework/auth/standard"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"

	"example.org/atelier/access"
	"example.org/atelier/colour"
)

// Print is a picture that is for sale.
type Print struct {
	ID     int64                  `rest:"id,readonly"`
	Title  string                 `rest:"title" validate:"max=80"`
	Shade  colour.Colour          `rest:"shade" default:"#ffffff"`
	Sold   bool                   `rest:"sold,readonly" default:"false"`
	Artist rest.BelongsTo[Artist] `rest:"artist,readonly,show=username"`
}

// Artist is an account with columns of the team's own.
type Artist struct {
	ID       int64  `rest:"id,readonly"`
	Username string `rest:"username,readonly"`
	Studio   string `rest:"studio,optional" validate:"max=40"`
	Shade    string `rest:"shade" default:"#000000" db:"favourite_shade" validate:"max=7"`
}

// Sale is what a client says of a sale.
type Sale struct {
	Remark string `rest:"remark,optional" validate:"max=500"`
}

func sell(_ *rest.Call, p *Print, _ Sale) (*Print, error) {
	if p.Sold {
		return nil, problem.New(problem.Conflict, "The print is sold already.")
	}
	p.Sold = true
	return p, nil
}

// Prints are read by everyone, and written by their artists.
func Prints() rest.Resource {
	return rest.ViewSet[Print]{
		Path: "/prints/", Pages: Batches{Size: 2}, Owner: rest.Field(func(p *Print) *rest.BelongsTo[Artist] { return &p.Artist }),
		Access: permission.All(permission.SignedInOrReadOnly, permission.OwnerOrReadOnly),
		Extra:  []rest.Action{rest.OnRecord("sell", sell, rest.Describe("Sells a print."))},
	}
}

// Artists are read by everyone; administrators say where they work.
func Artists() rest.Resource {
	return rest.ViewSet[Artist]{
		Path: "/artists/", Table: "users", Access: permission.By{Read: permission.Anyone, Write: permission.Admin},
		Actions: rest.List | rest.Retrieve | rest.Replace | rest.Modify,
	}
}

// Set is everything that the program serves.
func Set() *rest.Set {
	return rest.NewSet("atelier", Prints(), Artists()).
		Kinds(colour.Kind()).
		Renderers(append(media.Renderers(), Labels{})...).
		Schemes(append(standard.Schemes(), access.Machines{"press": "alice"})...)
}
