// Package chinook declares resources over the tables of a schema for tests.
//
// The service never changes these tables, only their rows. The file was written once, by the command inspect: edit it.
package chinook

import (
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"github.com/shopspring/decimal"
)

// Set is all resources. Only administrators may read and write them: give each view set the rule in Access that is right for it.
func Set() *rest.Set {
	return rest.NewSet("chinook",
		Albums(),
		Artists(),
		Customers(),
		Employees(),
		Genres(),
		Invoices(),
		InvoiceLines(),
		MediaTypes(),
		Playlists(),
		Tracks(),
	)
}

// Album is a row of the table album.
type Album struct {
	ID     int32                  `rest:"album_id,readonly"`
	Title  string                 `rest:"title" validate:"max=160"`
	Artist rest.BelongsTo[Artist] `rest:"artist,filter"`
}

// Albums is the view set of the table album.
func Albums() rest.Resource {
	return rest.ViewSet[Album]{
		Path:      "/albums/",
		Table:     "album",
		Unmanaged: true,
		Access:    permission.Admin,
		Order:     []string{"album_id"},
		Pages:     rest.PageNumber{Size: 20},
	}
}

// Artist is a row of the table artist.
// Who plays the music.
type Artist struct {
	ID   int32   `rest:"artist_id,readonly"`
	Name *string `rest:"name,optional" validate:"max=120"`
}

// Artists is the view set of the table artist.
// Without Create, because the database does not number the key artist_id.
func Artists() rest.Resource {
	return rest.ViewSet[Artist]{
		Path:        "/artists/",
		Table:       "artist",
		Unmanaged:   true,
		Actions:     rest.ReadOnly | rest.Replace | rest.Modify | rest.Destroy,
		Access:      permission.Admin,
		Order:       []string{"artist_id"},
		Pages:       rest.PageNumber{Size: 20},
		Description: "Who plays the music.",
	}
}

// Customer is a row of the table customer.
type Customer struct {
	ID         int32                    `rest:"customer_id,readonly"`
	FirstName  string                   `rest:"first_name" validate:"max=40"`
	LastName   string                   `rest:"last_name" validate:"max=20"`
	Company    *string                  `rest:"company,optional" validate:"max=80"`
	Email      string                   `rest:"email" validate:"max=60"`
	Status     string                   `rest:"status" default:"active" validate:"oneof=active blocked gone"`
	SupportRep rest.BelongsTo[Employee] `rest:"support_rep,optional,filter"`
}

// Customers is the view set of the table customer.
func Customers() rest.Resource {
	return rest.ViewSet[Customer]{
		Path:      "/customers/",
		Table:     "customer",
		Unmanaged: true,
		Access:    permission.Admin,
		Order:     []string{"customer_id"},
		Pages:     rest.PageNumber{Size: 20},
	}
}

// Employee is a row of the table employee.
type Employee struct {
	ID          int32                    `rest:"employee_id,readonly"`
	LastName    string                   `rest:"last_name" validate:"max=20"`
	FirstName   string                   `rest:"first_name" validate:"max=20"`
	Title       *string                  `rest:"title,optional" validate:"max=30"`
	ReportsTo   rest.BelongsTo[Employee] `rest:"reports_to,optional,filter" db:"reports_to"`
	BirthDate   *rest.Date               `rest:"birth_date,optional"`
	HireDate    rest.Date                `rest:"hire_date" default:"now"`
	CountryCode string                   `rest:"country_code" default:"CA" validate:"max=2"`
	Email       *string                  `rest:"email,optional,unique,filter" validate:"max=60"`
	// The database computes it.
	FullName *string `rest:"full_name,readonly" default:"database"`
}

// Employees is the view set of the table employee.
func Employees() rest.Resource {
	return rest.ViewSet[Employee]{
		Path:      "/employees/",
		Table:     "employee",
		Unmanaged: true,
		Access:    permission.Admin,
		Order:     []string{"employee_id"},
		Pages:     rest.PageNumber{Size: 20},
	}
}

// Genre is a row of the table genre.
type Genre struct {
	ID   int16  `rest:"genre_id,readonly"`
	Name string `rest:"name,unique,filter" validate:"max=120"`
}

// Genres is the view set of the table genre.
func Genres() rest.Resource {
	return rest.ViewSet[Genre]{
		Path:      "/genres/",
		Table:     "genre",
		Unmanaged: true,
		Access:    permission.Admin,
		Order:     []string{"genre_id"},
		Pages:     rest.PageNumber{Size: 20},
	}
}

// Invoice is a row of the table invoice.
type Invoice struct {
	ID             int32                    `rest:"invoice_id,readonly"`
	Customer       rest.BelongsTo[Customer] `rest:"customer,ondelete=cascade,filter"`
	InvoiceDate    time.Time                `rest:"invoice_date,readonly,sort,filter=gte lte" default:"database"`
	BillingAddress *string                  `rest:"billing_address,optional" validate:"max=70"`
	Total          decimal.Decimal          `rest:"total" digits:"10,2" validate:"min=0,lt=100000"`
}

// Invoices is the view set of the table invoice.
func Invoices() rest.Resource {
	return rest.ViewSet[Invoice]{
		Path:      "/invoices/",
		Table:     "invoice",
		Unmanaged: true,
		Access:    permission.Admin,
		Order:     []string{"invoice_id"},
		Pages:     rest.PageNumber{Size: 20},
	}
}

// InvoiceLine is a row of the table invoice_line.
type InvoiceLine struct {
	ID        int32                   `rest:"invoice_line_id,readonly"`
	Invoice   rest.BelongsTo[Invoice] `rest:"invoice,ondelete=cascade,filter"`
	Track     rest.BelongsTo[Track]   `rest:"track,filter"`
	UnitPrice decimal.Decimal         `rest:"unit_price" digits:"10,2"`
	Quantity  int32                   `rest:"quantity" default:"1"`
}

// InvoiceLines is the view set of the table invoice_line.
func InvoiceLines() rest.Resource {
	return rest.ViewSet[InvoiceLine]{
		Path:      "/invoice-lines/",
		Table:     "invoice_line",
		Unmanaged: true,
		Access:    permission.Admin,
		Order:     []string{"invoice_line_id"},
		Pages:     rest.PageNumber{Size: 20},
		Indexes: []rest.Index{
			{Fields: []string{"invoice", "track"}, Unique: true},
		},
	}
}

// MediaType is a row of the table media_type.
// The database checks ((name)::text <> ”::text).
type MediaType struct {
	ID   int32  `rest:"media_type_id,readonly"`
	Name string `rest:"name" validate:"max=120"`
}

// MediaTypes is the view set of the table media_type.
func MediaTypes() rest.Resource {
	return rest.ViewSet[MediaType]{
		Path:      "/media-types/",
		Table:     "media_type",
		Unmanaged: true,
		Access:    permission.Admin,
		Order:     []string{"media_type_id"},
		Pages:     rest.PageNumber{Size: 20},
	}
}

// Playlist is a row of the table playlist.
type Playlist struct {
	ID   int32   `rest:"playlist_id,readonly"`
	Name *string `rest:"name,optional" validate:"max=120"`
	// The pairs of the table playlist_track.
	Tracks rest.ManyToMany[Track] `rest:"tracks,optional,through=playlist_track"`
}

// Playlists is the view set of the table playlist.
func Playlists() rest.Resource {
	return rest.ViewSet[Playlist]{
		Path:      "/playlists/",
		Table:     "playlist",
		Unmanaged: true,
		Access:    permission.Admin,
		Order:     []string{"playlist_id"},
		Pages:     rest.PageNumber{Size: 20},
	}
}

// Track is a row of the table track.
type Track struct {
	ID        int64                     `rest:"track_id,readonly"`
	Name      string                    `rest:"name" validate:"max=200"`
	Album     rest.BelongsTo[Album]     `rest:"album,optional,ondelete=null,filter"`
	MediaType rest.BelongsTo[MediaType] `rest:"media_type,filter"`
	Genre     rest.BelongsTo[Genre]     `rest:"genre,optional,filter"`
	Composer  *string                   `rest:"composer,optional" validate:"max=220"`
	// How long it plays.
	Milliseconds int32           `rest:"milliseconds" validate:"min=1"`
	Bytes        *int32          `rest:"bytes,optional" validate:"min=0,max=2000000000"`
	UnitPrice    decimal.Decimal `rest:"unit_price" digits:"10,2" default:"0.99" validate:"min=0"`
}

// Tracks is the view set of the table track.
func Tracks() rest.Resource {
	return rest.ViewSet[Track]{
		Path:      "/tracks/",
		Table:     "track",
		Unmanaged: true,
		Access:    permission.Admin,
		Order:     []string{"track_id"},
		Pages:     rest.PageNumber{Size: 20},
	}
}
