// Package chinook declares resources over the tables of a schema for tests.
//
// The service never changes these tables, only their rows. The file was written once, by the command inspect: edit it.
//
// Tables without a resource:
//
//   - log: it has no key; add a primary key, or a unique index on columns that are NOT NULL
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
		PlaylistTracks(),
		Settings(),
		Tracks(),
		TrackLists(),
	)
}

// Album is a row of the table album.
type Album struct {
	ID     int64                  `rest:"album_id,readonly" db:"albumid"`
	Title  string                 `rest:"title" validate:"max=160"`
	Artist rest.BelongsTo[Artist] `rest:"artist,filter" db:"artistid"`
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
type Artist struct {
	ID   int64   `rest:"artist_id,readonly" db:"artistid"`
	Name *string `rest:"name,optional" validate:"max=120"`
}

// Artists is the view set of the table artist.
func Artists() rest.Resource {
	return rest.ViewSet[Artist]{
		Path:      "/artists/",
		Table:     "artist",
		Unmanaged: true,
		Access:    permission.Admin,
		Order:     []string{"artist_id"},
		Pages:     rest.PageNumber{Size: 20},
	}
}

// Customer is a row of the table customer.
type Customer struct {
	ID         int64                    `rest:"customer_id,readonly" db:"customerid"`
	FirstName  string                   `rest:"first_name" db:"firstname" validate:"max=40"`
	LastName   string                   `rest:"last_name" db:"lastname" validate:"max=20"`
	Email      string                   `rest:"email" validate:"max=60"`
	Status     string                   `rest:"status" default:"active" validate:"oneof=active blocked gone"`
	Active     bool                     `rest:"active" default:"true"`
	SupportRep rest.BelongsTo[Employee] `rest:"support_rep,optional" db:"supportrepid"`
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
	ID        int64                    `rest:"employee_id,readonly" db:"employeeid"`
	LastName  string                   `rest:"last_name" db:"lastname" validate:"max=20"`
	FirstName string                   `rest:"first_name" db:"firstname" validate:"max=20"`
	Title     *string                  `rest:"title,optional" validate:"max=30"`
	ReportsTo rest.BelongsTo[Employee] `rest:"reports_to,optional,filter" db:"reportsto"`
	BirthDate *time.Time               `rest:"birth_date,optional" db:"birthdate"`
	HireDate  *time.Time               `rest:"hire_date,optional" db:"hiredate"`
	Photo     *[]byte                  `rest:"photo,optional"`
	Salary    *float64                 `rest:"salary,optional"`
	// anything without a type: left out, because no field has this type.
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
	ID   int64  `rest:"genre_id,readonly" db:"genreid"`
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
	ID          int64                    `rest:"invoice_id,readonly" db:"invoiceid"`
	Customer    rest.BelongsTo[Customer] `rest:"customer,ondelete=cascade" db:"customerid"`
	InvoiceDate time.Time                `rest:"invoice_date,readonly" db:"invoicedate" default:"database"`
	Total       decimal.Decimal          `rest:"total" digits:"10,2"`
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

// InvoiceLine is a row of the table invoiceline.
type InvoiceLine struct {
	ID        int64                   `rest:"invoice_line_id,readonly" db:"invoicelineid"`
	Invoice   rest.BelongsTo[Invoice] `rest:"invoice,ondelete=cascade,filter" db:"invoiceid"`
	Track     rest.BelongsTo[Track]   `rest:"track" db:"trackid"`
	UnitPrice decimal.Decimal         `rest:"unit_price" db:"unitprice" digits:"10,2"`
	Quantity  int64                   `rest:"quantity" default:"1"`
	// amount without a type: left out, because no field has this type.
}

// InvoiceLines is the view set of the table invoiceline.
func InvoiceLines() rest.Resource {
	return rest.ViewSet[InvoiceLine]{
		Path:      "/invoice-lines/",
		Table:     "invoiceline",
		Unmanaged: true,
		Access:    permission.Admin,
		Order:     []string{"invoice_line_id"},
		Pages:     rest.PageNumber{Size: 20},
		Indexes: []rest.Index{
			{Fields: []string{"invoice", "track"}, Unique: true},
		},
	}
}

// MediaType is a row of the table mediatype.
type MediaType struct {
	ID   int64   `rest:"media_type_id,readonly" db:"mediatypeid"`
	Name *string `rest:"name,optional" validate:"max=120"`
}

// MediaTypes is the view set of the table mediatype.
func MediaTypes() rest.Resource {
	return rest.ViewSet[MediaType]{
		Path:      "/media-types/",
		Table:     "mediatype",
		Unmanaged: true,
		Access:    permission.Admin,
		Order:     []string{"media_type_id"},
		Pages:     rest.PageNumber{Size: 20},
	}
}

// Playlist is a row of the table playlist.
type Playlist struct {
	ID   int64   `rest:"playlist_id,readonly" db:"playlistid"`
	Name *string `rest:"name,optional" validate:"max=120"`
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

// PlaylistTrack is a row of the table playlisttrack.
type PlaylistTrack struct {
	ID       string                   `rest:"id,readonly" db:"playlistid,trackid"`
	Playlist rest.BelongsTo[Playlist] `rest:"playlist,readonly,filter" db:"playlistid"`
	Track    rest.BelongsTo[Track]    `rest:"track,readonly" db:"trackid"`
}

// PlaylistTracks is the view set of the table playlisttrack.
// Read-only, because its key has several columns.
func PlaylistTracks() rest.Resource {
	return rest.ViewSet[PlaylistTrack]{
		Path:      "/playlist-tracks/",
		Table:     "playlisttrack",
		Unmanaged: true,
		Actions:   rest.ReadOnly,
		Access:    permission.Admin,
		Pages:     rest.PageNumber{Size: 20},
	}
}

// Setting is a row of the table setting.
type Setting struct {
	ID    string  `rest:"code" validate:"max=20"`
	Value *string `rest:"value,optional"`
}

// Settings is the view set of the table setting.
func Settings() rest.Resource {
	return rest.ViewSet[Setting]{
		Path:      "/settings/",
		Table:     "setting",
		Unmanaged: true,
		Access:    permission.Admin,
		Order:     []string{"code"},
		Pages:     rest.PageNumber{Size: 20},
	}
}

// Track is a row of the table track.
type Track struct {
	ID           int64                     `rest:"track_id,readonly" db:"trackid"`
	Name         string                    `rest:"name" validate:"max=200"`
	Album        rest.BelongsTo[Album]     `rest:"album,optional,ondelete=null,filter" db:"albumid"`
	MediaType    rest.BelongsTo[MediaType] `rest:"media_type,filter" db:"mediatypeid"`
	Genre        rest.BelongsTo[Genre]     `rest:"genre,optional,filter" db:"genreid"`
	Composer     *string                   `rest:"composer,optional" validate:"max=220"`
	Milliseconds int64                     `rest:"milliseconds" validate:"min=1"`
	Bytes        *int64                    `rest:"bytes,optional" validate:"min=0,max=2000000000"`
	UnitPrice    decimal.Decimal           `rest:"unit_price" db:"unitprice" digits:"10,2"`
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

// TrackList is a row of the view tracklist.
type TrackList struct {
	ID   int64   `rest:"track_id,readonly" db:"trackid"`
	Name *string `rest:"name,readonly"`
	// doubleprice without a type: left out, because no field has this type.
	Milliseconds *int64 `rest:"milliseconds,readonly"`
}

// TrackLists is the view set of the view tracklist.
// Read-only, because it is a view.
// Check that no two rows have the same trackid: the database does not say so.
func TrackLists() rest.Resource {
	return rest.ViewSet[TrackList]{
		Path:      "/track-lists/",
		Table:     "tracklist",
		Unmanaged: true,
		Actions:   rest.ReadOnly,
		Access:    permission.Admin,
		Order:     []string{"track_id"},
		Pages:     rest.PageNumber{Size: 20},
	}
}
