// Package prints is what the atelier serves: its prints, and the people who make them.
package prints

import (
	_ "embed" // of the golden of a version
	"time"

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
	Cost   int64                  `rest:"cost,optional" validate:"min=0" help:"What it took to make, in cents."`
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

// Prints are read by everyone, but for what they cost, and written by their artists. Each change is told.
func Prints() rest.Resource {
	return rest.ViewSet[Print]{
		Path: "/prints/", Pages: Batches{Size: 2}, Owner: rest.Field(func(p *Print) *rest.BelongsTo[Artist] { return &p.Artist }),
		Access: permission.All(permission.SignedInOrReadOnly, permission.OwnerOrReadOnly),
		Fields: rest.FieldRules{"cost": permission.Admin}, Events: true,
		Extra: []rest.Action{rest.OnRecord("sell", sell, rest.Describe("Sells a print."))},
	}
}

// Artists are read by everyone; administrators say where they work.
func Artists() rest.Resource {
	return rest.ViewSet[Artist]{
		Path: "/artists/", Table: "users", Access: permission.By{Read: permission.Anyone, Write: permission.Admin},
		Actions: rest.List | rest.Retrieve | rest.Replace | rest.Modify,
	}
}

//go:embed version1.txt
var version1 string

//go:embed version2.txt
var version2 string

// versions are what clients may ask for. Those of the first know painters, and ask whether a print can be bought.
func versions() []rest.Version {
	return []rest.Version{
		{Name: "2", Golden: version2},
		{Name: "1", Golden: version1, Deprecated: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), Changes: []rest.VersionChange{
			rest.Rename[Print]("artist", "painter"),
			rest.Default[Print]("shade", "#000000"),
			rest.Add("available", func(p *Print) bool { return !p.Sold }),
		}},
	}
}

// Set is everything that the program serves.
func Set() *rest.Set {
	return rest.NewSet("atelier", Prints(), Artists(), rest.Webhooks{Path: "/webhooks/"}).
		Versions(rest.InHeader("Studio-Version"), versions()...).
		Kinds(colour.Kind()).
		Renderers(append(media.Renderers(), Labels{})...).
		Schemes(append(standard.Schemes(), access.Machines{"press": "alice"})...)
}
