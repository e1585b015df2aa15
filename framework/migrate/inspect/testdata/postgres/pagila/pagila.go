// Package pagila declares resources over the tables of a schema for tests.
//
// The service never changes these tables, only their rows. The file was written once, by the command inspect: edit it.
//
// Tables without a resource:
//
//   - Old Films: its name needs quotes; make a view of it with a name of lower-case letters, digits and underscores
//   - payment: its key payment_date is of the type timestamp without time zone; keys are whole numbers, texts and uuids, so make a view of it with CAST(payment_date AS text) AS id as its first column
//   - rental_by_day: no column of it is evidently a key; if the values of some column differ, declare that one as the field ID
//   - sales_by_store: no column of it is evidently a key; if the values of some column differ, declare that one as the field ID
//   - users: the service has its own table of this name, and needs a separate schema before this one in search_path; make a view of it with another name
//   - visit: it has no key; add a primary key, or a unique index on columns that are NOT NULL
package pagila

import (
	"encoding/json"
	"net/netip"
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"github.com/google/uuid"
	"github.com/shopspring/decimal"
)

// Set is all resources. Only administrators may read and write them: give each view set the rule in Access that is right for it.
func Set() *rest.Set {
	return rest.NewSet("pagila",
		Actors(),
		AllActorInfo(),
		Addresses(),
		Categories(),
		Cities(),
		Countries(),
		Coupons(),
		Customers(),
		Films(),
		FilmActors(),
		FilmCategories(),
		FilmLists(),
		AllInventory(),
		Languages(),
		Orders(),
		Rentals(),
		RentalByCustomers(),
		Shelves(),
		ShelfNotes(),
		AllStaff(),
		Stores(),
	)
}

// Actor is a row of the table actor.
// Who plays in films.
// Those of the theatre are elsewhere.
type Actor struct {
	ID         int32     `rest:"actor_id,readonly"`
	FirstName  string    `rest:"first_name"`
	LastName   string    `rest:"last_name,filter"`
	LastUpdate time.Time `rest:"last_update,readonly" default:"database"`
}

// Actors is the view set of the table actor.
func Actors() rest.Resource {
	return rest.ViewSet[Actor]{
		Path:        "/actors/",
		Table:       "actor",
		Unmanaged:   true,
		Access:      permission.Admin,
		Order:       []string{"actor_id"},
		Pages:       rest.PageNumber{Size: 20},
		Description: "Who plays in films. Those of the theatre are elsewhere.",
	}
}

// ActorInfo is a row of the view actor_info.
type ActorInfo struct {
	ID        int32            `rest:"actor_id,readonly"`
	FirstName *string          `rest:"first_name,readonly"`
	LastName  *string          `rest:"last_name,readonly"`
	Films     *int64           `rest:"films,readonly"`
	Rate      *decimal.Decimal `rest:"rate,readonly"`
	Titles    *string          `rest:"titles,readonly"`
}

// AllActorInfo is the view set of the view actor_info.
// Read-only, because it is a view.
// Check that no two rows have the same actor_id: the database does not say so.
func AllActorInfo() rest.Resource {
	return rest.ViewSet[ActorInfo]{
		Path:      "/actor-info/",
		Table:     "actor_info",
		Unmanaged: true,
		Actions:   rest.ReadOnly,
		Access:    permission.Admin,
		Order:     []string{"actor_id"},
		Pages:     rest.PageNumber{Size: 20},
	}
}

// Address is a row of the table address.
type Address struct {
	ID         int32                `rest:"address_id,readonly"`
	Address    string               `rest:"address"`
	Address2   *string              `rest:"address2,optional"`
	District   string               `rest:"district" default:""`
	City       rest.BelongsTo[City] `rest:"city,filter"`
	PostalCode string               `rest:"postal_code" default:"00000" validate:"max=8"`
	Phone      string               `rest:"phone" validate:"max=20"`
	Host       *netip.Addr          `rest:"host,optional"`
	LastUpdate time.Time            `rest:"last_update,readonly" default:"database"`
}

// Addresses is the view set of the table address.
func Addresses() rest.Resource {
	return rest.ViewSet[Address]{
		Path:      "/addresses/",
		Table:     "address",
		Unmanaged: true,
		Access:    permission.Admin,
		Order:     []string{"address_id"},
		Pages:     rest.PageNumber{Size: 20},
	}
}

// Category is a row of the table category.
type Category struct {
	ID         int16                    `rest:"category_id,readonly"`
	Name       string                   `rest:"name"`
	Parent     rest.BelongsTo[Category] `rest:"parent,optional"`
	LastUpdate time.Time                `rest:"last_update,readonly" default:"database"`
}

// Categories is the view set of the table category.
// Without Create, because the database does not number the key category_id.
func Categories() rest.Resource {
	return rest.ViewSet[Category]{
		Path:      "/categories/",
		Table:     "category",
		Unmanaged: true,
		Actions:   rest.ReadOnly | rest.Replace | rest.Modify | rest.Destroy,
		Access:    permission.Admin,
		Order:     []string{"category_id"},
		Pages:     rest.PageNumber{Size: 20},
	}
}

// City is a row of the table city.
type City struct {
	ID          int32                   `rest:"city_id,readonly"`
	City        string                  `rest:"city"`
	CountryCode rest.BelongsTo[Country] `rest:"country_code,filter" db:"country_code"`
	Population  *float32                `rest:"population,optional"`
	Area        *float64                `rest:"area,optional"`
	LastUpdate  time.Time               `rest:"last_update,readonly" default:"database"`
}

// Cities is the view set of the table city.
func Cities() rest.Resource {
	return rest.ViewSet[City]{
		Path:      "/cities/",
		Table:     "city",
		Unmanaged: true,
		Access:    permission.Admin,
		Order:     []string{"city_id"},
		Pages:     rest.PageNumber{Size: 20},
	}
}

// Country is a row of the table country.
type Country struct {
	ID         string    `rest:"country_code" validate:"max=2"`
	Country    string    `rest:"country,unique,filter" validate:"max=60"`
	LastUpdate time.Time `rest:"last_update,readonly" default:"database"`
}

// Countries is the view set of the table country.
func Countries() rest.Resource {
	return rest.ViewSet[Country]{
		Path:      "/countries/",
		Table:     "country",
		Unmanaged: true,
		Access:    permission.Admin,
		Order:     []string{"country_code"},
		Pages:     rest.PageNumber{Size: 20},
	}
}

// Coupon is a row of the table coupon.
type Coupon struct {
	ID   string               `rest:"code" validate:"max=255"`
	Film rest.BelongsTo[Film] `rest:"film,optional"`
	// The database fills it: (now() + '1 day'::interval).
	Made  time.Time  `rest:"made,readonly" default:"database"`
	State OrderState `rest:"state"`
}

// Coupons is the view set of the table coupon.
func Coupons() rest.Resource {
	return rest.ViewSet[Coupon]{
		Path:      "/coupons/",
		Table:     "coupon",
		Unmanaged: true,
		Access:    permission.Admin,
		Order:     []string{"code"},
		Pages:     rest.PageNumber{Size: 20},
	}
}

// Customer is a row of the table customer.
type Customer struct {
	ID         int32                   `rest:"customer_id,readonly"`
	Store      rest.BelongsTo[Store]   `rest:"store"`
	FirstName  string                  `rest:"first_name"`
	LastName   string                  `rest:"last_name,filter"`
	Email      *string                 `rest:"email,optional"`
	Address    rest.BelongsTo[Address] `rest:"address"`
	Activebool bool                    `rest:"activebool" default:"true"`
	CreateDate rest.Date               `rest:"create_date,sort,filter=gte lte" default:"now"`
	LastUpdate *time.Time              `rest:"last_update,readonly" default:"database"`
	Active     *int32                  `rest:"active,optional"`
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

// Film is a row of the table film.
// The unique index film_title_idx is on some rows or on expressions.
// The database checks (rental_rate < replacement_cost).
type Film struct {
	ID               int64                    `rest:"film_id,readonly"`
	Title            string                   `rest:"title"`
	Description      *string                  `rest:"description,optional"`
	ReleaseYear      *int32                   `rest:"release_year,optional" validate:"min=1901,max=2155"`
	Language         rest.BelongsTo[Language] `rest:"language,filter"`
	OriginalLanguage rest.BelongsTo[Language] `rest:"original_language,optional,ondelete=null,filter"`
	RentalDuration   int16                    `rest:"rental_duration" default:"3"`
	RentalRate       decimal.Decimal          `rest:"rental_rate" digits:"4,2" default:"4.99" validate:"gt=0"`
	// In minutes, such as `90`, and "never" 0.
	Length          *int16          `rest:"length,optional" validate:"min=1,max=999"`
	ReplacementCost decimal.Decimal `rest:"replacement_cost" default:"19.99"`
	Rating          *MpaaRating     `rest:"rating,optional,filter"`
	Suitable        MpaaRating      `rest:"suitable" default:"PG-13"`
	SpecialFeatures *[]string       `rest:"special_features,optional"`
	Scores          []int32         `rest:"scores,optional"`
	// fulltext tsvector: left out, because no field has this type.
	// price_range numrange: left out, because no field has this type.
	Details    *json.RawMessage `rest:"details,optional"`
	Raw        *json.RawMessage `rest:"raw,optional"`
	ExternalID uuid.UUID        `rest:"external_id,readonly,unique,filter" default:"database"`
	Cover      *[]byte          `rest:"cover,optional"`
	LastUpdate time.Time        `rest:"last_update,readonly" default:"database"`
}

// Films is the view set of the table film.
func Films() rest.Resource {
	return rest.ViewSet[Film]{
		Path:      "/films/",
		Table:     "film",
		Unmanaged: true,
		Access:    permission.Admin,
		Order:     []string{"film_id"},
		Pages:     rest.PageNumber{Size: 20},
	}
}

// FilmActor is a row of the table film_actor.
type FilmActor struct {
	ID         string                `rest:"id,readonly" db:"actor_id,film_id"`
	Actor      rest.BelongsTo[Actor] `rest:"actor,readonly,filter"`
	Film       rest.BelongsTo[Film]  `rest:"film,readonly"`
	LastUpdate time.Time             `rest:"last_update,readonly"`
}

// FilmActors is the view set of the table film_actor.
// Read-only, because its key has several columns.
func FilmActors() rest.Resource {
	return rest.ViewSet[FilmActor]{
		Path:      "/film-actors/",
		Table:     "film_actor",
		Unmanaged: true,
		Actions:   rest.ReadOnly,
		Access:    permission.Admin,
		Pages:     rest.PageNumber{Size: 20},
	}
}

// FilmCategory is a row of the table film_category.
type FilmCategory struct {
	ID         string                   `rest:"id,readonly" db:"film_id,category_id"`
	Film       rest.BelongsTo[Film]     `rest:"film,readonly,filter"`
	Category   rest.BelongsTo[Category] `rest:"category,readonly"`
	LastUpdate time.Time                `rest:"last_update,readonly"`
}

// FilmCategories is the view set of the table film_category.
// Read-only, because its key has several columns.
func FilmCategories() rest.Resource {
	return rest.ViewSet[FilmCategory]{
		Path:      "/film-categories/",
		Table:     "film_category",
		Unmanaged: true,
		Actions:   rest.ReadOnly,
		Access:    permission.Admin,
		Pages:     rest.PageNumber{Size: 20},
	}
}

// FilmList is a row of the view film_list.
type FilmList struct {
	ID              int64       `rest:"fid,readonly"`
	Title           *string     `rest:"title,readonly"`
	Rating          *MpaaRating `rest:"rating,readonly"`
	SpecialFeatures *[]string   `rest:"special_features,readonly"`
}

// FilmLists is the view set of the view film_list.
// Read-only, because it is a view.
// Check that no two rows have the same fid: the database does not say so.
func FilmLists() rest.Resource {
	return rest.ViewSet[FilmList]{
		Path:      "/film-lists/",
		Table:     "film_list",
		Unmanaged: true,
		Actions:   rest.ReadOnly,
		Access:    permission.Admin,
		Order:     []string{"fid"},
		Pages:     rest.PageNumber{Size: 20},
	}
}

// Inventory is a row of the table inventory.
type Inventory struct {
	ID         int32                 `rest:"inventory_id,readonly"`
	Film       rest.BelongsTo[Film]  `rest:"film"`
	Store      rest.BelongsTo[Store] `rest:"store,filter"`
	LastUpdate time.Time             `rest:"last_update,readonly" default:"database"`
}

// AllInventory is the view set of the table inventory.
func AllInventory() rest.Resource {
	return rest.ViewSet[Inventory]{
		Path:      "/inventory/",
		Table:     "inventory",
		Unmanaged: true,
		Access:    permission.Admin,
		Order:     []string{"inventory_id"},
		Pages:     rest.PageNumber{Size: 20},
	}
}

// Language is a row of the table language.
type Language struct {
	ID         int16     `rest:"language_id,readonly"`
	Name       string    `rest:"name" validate:"max=20"`
	LastUpdate time.Time `rest:"last_update,readonly" default:"database"`
}

// Languages is the view set of the table language.
func Languages() rest.Resource {
	return rest.ViewSet[Language]{
		Path:      "/languages/",
		Table:     "language",
		Unmanaged: true,
		Access:    permission.Admin,
		Order:     []string{"language_id"},
		Pages:     rest.PageNumber{Size: 20},
	}
}

// Order is a row of the table order.
type Order struct {
	ID   int32  `rest:"select,readonly"`
	Type string `rest:"type" validate:"max=12"`
	// Group integer: left out, because its name needs quotes.
	Format string          `rest:"format"`
	Note   *string         `rest:"note,optional" db:"_note"`
	Amount decimal.Decimal `rest:"amount" digits:"12,0" default:"0"`
}

// Orders is the view set of the table order.
func Orders() rest.Resource {
	return rest.ViewSet[Order]{
		Path:      "/orders/",
		Table:     "order",
		Unmanaged: true,
		Access:    permission.Admin,
		Order:     []string{"select"},
		Pages:     rest.PageNumber{Size: 20},
	}
}

// Rental is a row of the table rental.
type Rental struct {
	ID         int32                     `rest:"rental_id,readonly"`
	RentalDate time.Time                 `rest:"rental_date,sort,filter=gte lte"`
	Inventory  rest.BelongsTo[Inventory] `rest:"inventory,filter"`
	Customer   rest.BelongsTo[Customer]  `rest:"customer"`
	ReturnDate *time.Time                `rest:"return_date,optional"`
	Staff      rest.BelongsTo[Staff]     `rest:"staff"`
	State      OrderState                `rest:"state" default:"in progress"`
	// late interval: left out, because no field has this type.
	LastUpdate time.Time `rest:"last_update,readonly" default:"database"`
}

// Rentals is the view set of the table rental.
func Rentals() rest.Resource {
	return rest.ViewSet[Rental]{
		Path:      "/rentals/",
		Table:     "rental",
		Unmanaged: true,
		Access:    permission.Admin,
		Order:     []string{"rental_id"},
		Pages:     rest.PageNumber{Size: 20},
		Indexes: []rest.Index{
			{Fields: []string{"rental_date", "inventory", "customer"}, Unique: true},
		},
	}
}

// RentalByCustomer is a row of the materialized view rental_by_customer.
type RentalByCustomer struct {
	ID      int32      `rest:"customer_id,readonly"`
	Rentals *int64     `rest:"rentals,readonly"`
	Latest  *time.Time `rest:"latest,readonly"`
}

// RentalByCustomers is the view set of the materialized view rental_by_customer.
// Read-only, because it is a materialized view.
func RentalByCustomers() rest.Resource {
	return rest.ViewSet[RentalByCustomer]{
		Path:      "/rental-by-customers/",
		Table:     "rental_by_customer",
		Unmanaged: true,
		Actions:   rest.ReadOnly,
		Access:    permission.Admin,
		Order:     []string{"customer_id"},
		Pages:     rest.PageNumber{Size: 20},
	}
}

// Shelf is a row of the table shelf.
type Shelf struct {
	ID    string                `rest:"id,readonly" db:"store_id,place"`
	Store rest.BelongsTo[Store] `rest:"store,readonly,filter"`
	Place int32                 `rest:"place,readonly"`
}

// Shelves is the view set of the table shelf.
// Read-only, because its key has several columns.
func Shelves() rest.Resource {
	return rest.ViewSet[Shelf]{
		Path:      "/shelves/",
		Table:     "shelf",
		Unmanaged: true,
		Actions:   rest.ReadOnly,
		Access:    permission.Admin,
		Pages:     rest.PageNumber{Size: 20},
	}
}

// ShelfNote is a row of the table shelf_note.
// The foreign key of store_id, place leads to shelf(store_id, place).
type ShelfNote struct {
	ID      int32  `rest:"shelf_note_id,readonly"`
	StoreID int32  `rest:"store_id"`
	Place   int32  `rest:"place"`
	Text    string `rest:"text"`
}

// ShelfNotes is the view set of the table shelf_note.
func ShelfNotes() rest.Resource {
	return rest.ViewSet[ShelfNote]{
		Path:      "/shelf-notes/",
		Table:     "shelf_note",
		Unmanaged: true,
		Access:    permission.Admin,
		Order:     []string{"shelf_note_id"},
		Pages:     rest.PageNumber{Size: 20},
	}
}

// Staff is a row of the table staff.
type Staff struct {
	ID        int32                   `rest:"staff_id,readonly"`
	FirstName string                  `rest:"first_name"`
	LastName  string                  `rest:"last_name"`
	Address   rest.BelongsTo[Address] `rest:"address"`
	Email     *string                 `rest:"email,optional"`
	Store     rest.BelongsTo[Store]   `rest:"store,filter"`
	Active    bool                    `rest:"active" default:"true"`
	Username  string                  `rest:"username" validate:"max=16"`
	// password text: left out, because it seems to be a secret.
	Picture *[]byte               `rest:"picture,optional"`
	Boss    rest.BelongsTo[Staff] `rest:"boss,optional,ondelete=null"`
	// salary money: left out, because no field has this type.
	LastUpdate time.Time `rest:"last_update,readonly" default:"database"`
}

// AllStaff is the view set of the table staff.
func AllStaff() rest.Resource {
	return rest.ViewSet[Staff]{
		Path:      "/staff/",
		Table:     "staff",
		Unmanaged: true,
		Access:    permission.Admin,
		Order:     []string{"staff_id"},
		Pages:     rest.PageNumber{Size: 20},
	}
}

// Store is a row of the table store.
type Store struct {
	ID           int32                   `rest:"store_id,readonly"`
	ManagerStaff rest.BelongsTo[Staff]   `rest:"manager_staff,optional,unique,filter"`
	Address      rest.BelongsTo[Address] `rest:"address"`
	Opens        rest.TimeOfDay          `rest:"opens" default:"08:30:00"`
	LastUpdate   time.Time               `rest:"last_update,readonly" default:"database"`
}

// Stores is the view set of the table store.
func Stores() rest.Resource {
	return rest.ViewSet[Store]{
		Path:      "/stores/",
		Table:     "store",
		Unmanaged: true,
		Access:    permission.Admin,
		Order:     []string{"store_id"},
		Pages:     rest.PageNumber{Size: 20},
	}
}

// MpaaRating is a value of the type mpaa_rating.
type MpaaRating string

// Choices returns the values of the type in its order, with their texts for people.
func (MpaaRating) Choices() []rest.Choice {
	return []rest.Choice{
		rest.ChoiceOf(MpaaRating("G"), "G"),
		rest.ChoiceOf(MpaaRating("PG"), "PG"),
		rest.ChoiceOf(MpaaRating("PG-13"), "PG-13"),
		rest.ChoiceOf(MpaaRating("R"), "R"),
		rest.ChoiceOf(MpaaRating("NC-17"), "NC-17"),
	}
}

// OrderState is a value of the type order_state.
type OrderState string

// Choices returns the values of the type in its order, with their texts for people.
func (OrderState) Choices() []rest.Choice {
	return []rest.Choice{
		rest.ChoiceOf(OrderState("in progress"), "in progress"),
		rest.ChoiceOf(OrderState("done"), "Done"),
		rest.ChoiceOf(OrderState("given up"), "given up"),
	}
}
