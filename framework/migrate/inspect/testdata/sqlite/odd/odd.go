// Package odd declares resources over the tables of a schema for tests.
//
// The service never changes these tables, only their rows. The file was written once, by the command inspect: edit it.
//
// Tables without a resource:
//
//   - film club: its name needs quotes; make a view of it with a name of lower-case letters, digits and underscores
//   - found: it is a virtual table
//   - without_key: it has no key; add a primary key, or a unique index on columns that are NOT NULL
package odd

import (
	"encoding/json"
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"github.com/shopspring/decimal"
)

// Set is all resources. Only administrators may read and write them: give each view set the rule in Access that is right for it.
func Set() *rest.Set {
	return rest.NewSet("odd",
		Filleds(),
		IntKeys(),
		NullKeys(),
		Nulls(),
		Selfs(),
		Sets(),
		TextKeys(),
		Threes(),
		Totals(),
		Twos(),
		Typeds(),
	)
}

// Filled is a row of the table filled.
// The database checks that no two rows have the same name, code.
type Filled struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name,filter"`
	// The database computes it.
	Code string `rest:"code,readonly" default:"database"`
	// The database fills it: abs(random()).
	Nr int64 `rest:"nr,readonly,unique,filter,sort" default:"database"`
	// The database fills it: 2 - 1.
	Self rest.BelongsTo[Self] `rest:"self,readonly" default:"database"`
	Day  *rest.Date           `rest:"day,readonly" default:"database"`
	// A create has to send it: the database would take "old".
	Old string `rest:"old"`
	X   *int64 `rest:"x,optional"`
}

// Filleds is the view set of the table filled.
func Filleds() rest.Resource {
	return rest.ViewSet[Filled]{
		Path:      "/filleds/",
		Table:     "filled",
		Unmanaged: true,
		Access:    permission.Admin,
		Order:     []string{"id"},
		Pages:     rest.PageNumber{Size: 20},
	}
}

// IntKey is a row of the table int_key.
// SQLite allows null in the key nr, and a row with null has no address: find them with SELECT * FROM int_key WHERE nr IS NULL.
type IntKey struct {
	ID int64   `rest:"nr,readonly"`
	X  *string `rest:"x,optional"`
}

// IntKeys is the view set of the table int_key.
// Without Create, because the database does not number the key nr.
func IntKeys() rest.Resource {
	return rest.ViewSet[IntKey]{
		Path:      "/int-keys/",
		Table:     "int_key",
		Unmanaged: true,
		Actions:   rest.ReadOnly | rest.Replace | rest.Modify | rest.Destroy,
		Access:    permission.Admin,
		Order:     []string{"nr"},
		Pages:     rest.PageNumber{Size: 20},
	}
}

// NullKey is a row of the table null_key.
// SQLite allows null in the key code, and a row with null has no address: find them with SELECT * FROM null_key WHERE code IS NULL.
type NullKey struct {
	ID string  `rest:"code" validate:"max=255"`
	X  *string `rest:"x,optional"`
}

// NullKeys is the view set of the table null_key.
func NullKeys() rest.Resource {
	return rest.ViewSet[NullKey]{
		Path:      "/null-keys/",
		Table:     "null_key",
		Unmanaged: true,
		Access:    permission.Admin,
		Order:     []string{"code"},
		Pages:     rest.PageNumber{Size: 20},
	}
}

// Null is a row of the table nulls.
type Null struct {
	ID    string  `rest:"id,readonly" db:"place,nr"`
	Place string  `rest:"place,readonly,filter"`
	Nr    int64   `rest:"nr,readonly"`
	X     *string `rest:"x,readonly"`
}

// Nulls is the view set of the table nulls.
// Read-only, because its key has several columns.
func Nulls() rest.Resource {
	return rest.ViewSet[Null]{
		Path:      "/nulls/",
		Unmanaged: true,
		Actions:   rest.ReadOnly,
		Access:    permission.Admin,
		Pages:     rest.PageNumber{Size: 20},
	}
}

// Self is a row of the table self.
type Self struct {
	ID     int64                `rest:"self_id,readonly"`
	Parent rest.BelongsTo[Self] `rest:"parent,optional,ondelete=cascade" db:"parent"`
}

// Selfs is the view set of the table self.
func Selfs() rest.Resource {
	return rest.ViewSet[Self]{
		Path:      "/selfs/",
		Table:     "self",
		Unmanaged: true,
		Access:    permission.Admin,
		Order:     []string{"self_id"},
		Pages:     rest.PageNumber{Size: 20},
	}
}

// Set2 is a row of the table set.
type Set2 struct {
	ID  int64  `rest:"id,readonly"`
	Set string `rest:"set"`
}

// Sets is the view set of the table set.
func Sets() rest.Resource {
	return rest.ViewSet[Set2]{
		Path:      "/sets/",
		Table:     "set",
		Unmanaged: true,
		Access:    permission.Admin,
		Order:     []string{"id"},
		Pages:     rest.PageNumber{Size: 20},
	}
}

// TextKey is a row of the table text_key.
type TextKey struct {
	ID string                `rest:"code,readonly"`
	X  *int64                `rest:"x,optional"`
	Y  rest.BelongsTo[Typed] `rest:"y,optional" db:"y"`
}

// TextKeys is the view set of the table text_key.
// Without Create and Replace and Modify and Destroy, because the foreign key of x leads to a table that is not there.
func TextKeys() rest.Resource {
	return rest.ViewSet[TextKey]{
		Path:      "/text-keys/",
		Table:     "text_key",
		Unmanaged: true,
		Actions:   rest.ReadOnly,
		Access:    permission.Admin,
		Order:     []string{"code"},
		Pages:     rest.PageNumber{Size: 20},
	}
}

// Three is a row of the table three.
// The foreign key of b, a leads to two(b, a).
type Three struct {
	ID int64  `rest:"id,readonly"`
	A  *int64 `rest:"a,optional"`
	B  *int64 `rest:"b,optional"`
}

// Threes is the view set of the table three.
func Threes() rest.Resource {
	return rest.ViewSet[Three]{
		Path:      "/threes/",
		Table:     "three",
		Unmanaged: true,
		Access:    permission.Admin,
		Order:     []string{"id"},
		Pages:     rest.PageNumber{Size: 20},
	}
}

// Total is a row of the view totals.
type Total struct {
	ID int64 `rest:"id,readonly"`
	// n without a type: left out, because no field has this type.
}

// Totals is the view set of the view totals.
// Read-only, because it is a view.
// Check that no two rows have the same id: the database does not say so.
func Totals() rest.Resource {
	return rest.ViewSet[Total]{
		Path:      "/totals/",
		Unmanaged: true,
		Actions:   rest.ReadOnly,
		Access:    permission.Admin,
		Order:     []string{"id"},
		Pages:     rest.PageNumber{Size: 20},
	}
}

// Two is a row of the table two.
type Two struct {
	ID string  `rest:"id,readonly" db:"b,a"`
	A  int64   `rest:"a,readonly"`
	B  int64   `rest:"b,readonly,filter,sort"`
	C  *string `rest:"c,readonly"`
}

// Twos is the view set of the table two.
// Read-only, because its key has several columns.
func Twos() rest.Resource {
	return rest.ViewSet[Two]{
		Path:      "/twos/",
		Table:     "two",
		Unmanaged: true,
		Actions:   rest.ReadOnly,
		Access:    permission.Admin,
		Pages:     rest.PageNumber{Size: 20},
	}
}

// Typed is a row of the table typed.
type Typed struct {
	ID   int64  `rest:"id,readonly"`
	Func string "rest:\"func\" default:\"it's `x` \\\"y\\\"\""
	// The database fills it: 1 + 1.
	A int64            `rest:"a,readonly" default:"database"`
	B bool             `rest:"b" default:"true"`
	C bool             `rest:"c" default:"false"`
	D decimal.Decimal  `rest:"d" digits:"8,2" default:"1.5"`
	E *decimal.Decimal `rest:"e,optional"`
	F rest.Date        `rest:"f" default:"now"`
	G time.Time        `rest:"g,readonly" default:"database"`
	H *rest.TimeOfDay  `rest:"h,optional"`
	I *json.RawMessage `rest:"i,optional"`
	// j UUID: left out, because no field has this type.
	K *[]byte  `rest:"k,optional"`
	L *float64 `rest:"l,optional"`
	M *int64   `rest:"m,optional"`
	N *string  `rest:"n,optional" validate:"max=10"`
	O *string  `rest:"o,optional" validate:"max=5"`
	// p STRING: left out, because no field has this type.
	// q ANY: left out, because no field has this type.
	// r odd type "x": left out, because no field has this type.
	S *string `rest:"s,optional" validate:"oneof=a b"`
	T *string `rest:"t,optional,unique,filter" validate:"max=600"`
	// a b TEXT: left out, because its name needs quotes.
	Page *string `rest:"page,optional"`
	// größe TEXT: left out, because its name needs quotes.
}

// Typeds is the view set of the table typed.
func Typeds() rest.Resource {
	return rest.ViewSet[Typed]{
		Path:      "/typeds/",
		Table:     "typed",
		Unmanaged: true,
		Access:    permission.Admin,
		Order:     []string{"id"},
		Pages:     rest.PageNumber{Size: 20},
	}
}
