// Package odd declares resources over the tables of a schema for tests.
//
// The service never changes these tables, only their rows. The file was written once, by the command inspect: edit it.
//
// Tables without a resource:
//
//   - answers: its key answer is of the type boolean; keys are whole numbers, texts and uuids, so make a view of it with CAST(answer AS text) AS id as its first column
//   - empty: it has no key; add a primary key, or a unique index on columns that are NOT NULL
//   - holidays: its key holiday is of the type date; keys are whole numbers, texts and uuids, so make a view of it with CAST(holiday AS text) AS id as its first column
//   - inheriting: it has no key; add a primary key, or a unique index on columns that are NOT NULL
//   - maybe: it has no key; add a primary key, or a unique index on columns that are NOT NULL
//   - moments: its key moment is of the type timestamp with time zone; keys are whole numbers, texts and uuids, so make a view of it with CAST(moment AS text) AS id as its first column
//   - nothing: no column of it is evidently a key; if the values of some column differ, declare that one as the field ID
//   - prices: its key price is of the type numeric(8,2); keys are whole numbers, texts and uuids, so make a view of it with CAST(price AS text) AS id as its first column
package odd

import (
	"encoding/json"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"github.com/google/uuid"
	"github.com/shopspring/decimal"
)

// Set is all resources. Only administrators may read and write them: give each view set the rule in Access that is right for it.
func Set() *rest.Set {
	return rest.NewSet("odd",
		AVeryLongNameOfATableThatIsAsLongAsNamesMayBeYes(),
		Abroads(),
		ByCodes(),
		Codeds(),
		Days(),
		Filleds(),
		Moodeds(),
		Moods(),
		Nodes(),
		Numbereds(),
		Numbers(),
		Pairs(),
		Profiles(),
		Rests(),
		Sets(),
		Sets2(),
		Texts(),
		Togethers(),
		Types(),
		UnloggedParents(),
		Voids(),
	)
}

// AVeryLongNameOfATableThatIsAsLongAsNamesMayBeYe is a row of the table a_very_long_name_of_a_table_that_is_as_long_as_names_may_be_yes.
type AVeryLongNameOfATableThatIsAsLongAsNamesMayBeYe struct {
	ID                                               int32                `rest:"id,readonly"`
	AVeryLongNameOfAColumnThatIsAsLongAsNamesMayBeYe rest.BelongsTo[Node] `rest:"a_very_long_name_of_a_column_that_is_as_long_as_names_may_be_ye,optional" db:"a_very_long_name_of_a_column_that_is_as_long_as_names_may_be_ye"`
}

// AVeryLongNameOfATableThatIsAsLongAsNamesMayBeYes is the view set of the table a_very_long_name_of_a_table_that_is_as_long_as_names_may_be_yes.
func AVeryLongNameOfATableThatIsAsLongAsNamesMayBeYes() rest.Resource {
	return rest.ViewSet[AVeryLongNameOfATableThatIsAsLongAsNamesMayBeYe]{
		Path:      "/a-very-long-name-of-a-table-that-is-as-long-as-names-may-be-yes/",
		Unmanaged: true,
		Access:    permission.Admin,
		Order:     []string{"id"},
		Pages:     rest.PageNumber{Size: 20},
	}
}

// Abroad is a row of the table abroad.
// The foreign key abroad_other_id_fkey leads to another schema.
type Abroad struct {
	ID      int32  `rest:"id,readonly"`
	OtherID *int32 `rest:"other_id,optional"`
}

// Abroads is the view set of the table abroad.
func Abroads() rest.Resource {
	return rest.ViewSet[Abroad]{
		Path:      "/abroads/",
		Table:     "abroad",
		Unmanaged: true,
		Access:    permission.Admin,
		Order:     []string{"id"},
		Pages:     rest.PageNumber{Size: 20},
	}
}

// ByCode is a row of the table by_code.
type ByCode struct {
	ID   int32                 `rest:"id,readonly"`
	Code rest.BelongsTo[Coded] `rest:"code,ondelete=cascade" db:"code"`
	// It refers to coded(short).
	Short      *string               `rest:"short,optional" validate:"max=5"`
	NoteByCode rest.BelongsTo[Coded] `rest:"note_by_code,optional" db:"note_by_code"`
}

// ByCodes is the view set of the table by_code.
func ByCodes() rest.Resource {
	return rest.ViewSet[ByCode]{
		Path:      "/by-codes/",
		Table:     "by_code",
		Unmanaged: true,
		Access:    permission.Admin,
		Order:     []string{"id"},
		Pages:     rest.PageNumber{Size: 20},
	}
}

// Coded is a row of the table coded.
type Coded struct {
	ID    string `rest:"code" validate:"max=255"`
	Short string `rest:"short,unique,filter" validate:"max=5"`
}

// Codeds is the view set of the table coded.
func Codeds() rest.Resource {
	return rest.ViewSet[Coded]{
		Path:      "/codeds/",
		Table:     "coded",
		Unmanaged: true,
		Access:    permission.Admin,
		Order:     []string{"code"},
		Pages:     rest.PageNumber{Size: 20},
	}
}

// Day is a row of the table days.
type Day struct {
	ID  int32     `rest:"nr,readonly"`
	Day rest.Date `rest:"day,unique,sort,filter=gte lte"`
	X   *int32    `rest:"x,optional"`
}

// Days is the view set of the table days.
// Without Create, because the database does not number the key nr.
func Days() rest.Resource {
	return rest.ViewSet[Day]{
		Path:      "/days/",
		Unmanaged: true,
		Actions:   rest.ReadOnly | rest.Replace | rest.Modify | rest.Destroy,
		Access:    permission.Admin,
		Order:     []string{"nr"},
		Pages:     rest.PageNumber{Size: 20},
	}
}

// Filled is a row of the table filled.
// The database checks that no two rows have the same name, code.
type Filled struct {
	ID   int32  `rest:"id,readonly"`
	Name string `rest:"name,filter"`
	// The database computes it.
	Code *string `rest:"code,readonly" default:"database"`
	// The database numbers it.
	Nr int64 `rest:"nr,readonly,unique,filter,sort" default:"database"`
	// The database fills it: (2 - 1).
	Node rest.BelongsTo[Node] `rest:"node,readonly" default:"database"`
	// The database computes it.
	Root rest.BelongsTo[Node] `rest:"root,readonly,optional" default:"database"`
	// The database fills it: (3 - 2).
	Left rest.BelongsTo[Node] `rest:"left,readonly,optional" default:"database"`
	Day  *rest.Date           `rest:"day,readonly" default:"database"`
	Mark *uuid.UUID           `rest:"mark,readonly" default:"database"`
	// The database fills it: string_to_array('a b'::text, ' '::text).
	Tags []string `rest:"tags,readonly" default:"database"`
	X    *int32   `rest:"x,optional"`
	// secret_hash text: left out, because it seems to be a secret.
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

// Mooded is a row of the table mooded.
type Mooded struct {
	ID   string  `rest:"id,readonly" db:"mood,nr"`
	Mood Mood2   `rest:"mood,readonly,filter"`
	Nr   int32   `rest:"nr,readonly"`
	X    *string `rest:"x,readonly"`
}

// Moodeds is the view set of the table mooded.
// Read-only, because its key has several columns.
func Moodeds() rest.Resource {
	return rest.ViewSet[Mooded]{
		Path:      "/moodeds/",
		Table:     "mooded",
		Unmanaged: true,
		Actions:   rest.ReadOnly,
		Access:    permission.Admin,
		Pages:     rest.PageNumber{Size: 20},
	}
}

// Mood is a row of the table moods.
type Mood struct {
	ID Mood2  `rest:"mood"`
	X  *int32 `rest:"x,optional"`
}

// Moods is the view set of the table moods.
func Moods() rest.Resource {
	return rest.ViewSet[Mood]{
		Path:      "/moods/",
		Unmanaged: true,
		Access:    permission.Admin,
		Order:     []string{"mood"},
		Pages:     rest.PageNumber{Size: 20},
	}
}

// Node is a row of the table node.
type Node struct {
	ID int32 `rest:"id,readonly"`
	// It refers to node(id).
	RootID int32                `rest:"root_id"`
	LeftID rest.BelongsTo[Node] `rest:"left_id,optional" db:"left_id"`
	Left   *int32               `rest:"left_,optional"`
	Left2  *string              `rest:"left,optional"`
	Right  rest.BelongsTo[Node] `rest:"right,optional,unique,ondelete=null,filter"`
}

// Nodes is the view set of the table node.
func Nodes() rest.Resource {
	return rest.ViewSet[Node]{
		Path:      "/nodes/",
		Table:     "node",
		Unmanaged: true,
		Access:    permission.Admin,
		Order:     []string{"id"},
		Pages:     rest.PageNumber{Size: 20},
	}
}

// Numbered is a row of the table numbered.
type Numbered struct {
	ID string `rest:"name" validate:"max=20"`
	// The database numbers it.
	Nr int32 `rest:"nr,readonly" default:"database"`
}

// Numbereds is the view set of the table numbered.
func Numbereds() rest.Resource {
	return rest.ViewSet[Numbered]{
		Path:      "/numbereds/",
		Table:     "numbered",
		Unmanaged: true,
		Access:    permission.Admin,
		Order:     []string{"name"},
		Pages:     rest.PageNumber{Size: 20},
	}
}

// Number is a row of the table numbers.
type Number struct {
	ID int64            `rest:"id,readonly"`
	A  decimal.Decimal  `rest:"a" default:"1"`
	B  *decimal.Decimal `rest:"b,optional"`
	C  *decimal.Decimal `rest:"c,optional"`
	D  decimal.Decimal  `rest:"d" digits:"5,2" default:"50" validate:"gt=10,min=0,max=100"`
	E  int32            `rest:"e" default:"-1" validate:"min=-4,max=4"`
	F  *float32         `rest:"f,optional"`
	G  float64          `rest:"g" default:"10000000000"`
	// h bit(3): left out, because no field has this type.
	I []int32 `rest:"i,optional"`
	// j int4range: left out, because no field has this type.
	// k "char": left out, because no field has this type.
	// l oid: left out, because no field has this type.
	// m money: left out, because no field has this type.
	N int16 `rest:"n"`
	// The database computes it.
	O *int64 `rest:"o,readonly" default:"database"`
	// p point: left out, because no field has this type.
}

// Numbers is the view set of the table numbers.
func Numbers() rest.Resource {
	return rest.ViewSet[Number]{
		Path:      "/numbers/",
		Unmanaged: true,
		Access:    permission.Admin,
		Order:     []string{"id"},
		Pages:     rest.PageNumber{Size: 20},
	}
}

// Pair is a row of the view pairs.
type Pair struct {
	ID  int32   `rest:"id,readonly"`
	Id2 *int32  `rest:"id2,readonly"`
	Bio *string `rest:"bio,readonly"`
}

// Pairs is the view set of the view pairs.
// Read-only, because it is a view.
// Check that no two rows have the same id: the database does not say so.
func Pairs() rest.Resource {
	return rest.ViewSet[Pair]{
		Path:      "/pairs/",
		Unmanaged: true,
		Actions:   rest.ReadOnly,
		Access:    permission.Admin,
		Order:     []string{"id"},
		Pages:     rest.PageNumber{Size: 20},
	}
}

// Profile is a row of the table profile.
type Profile struct {
	// The key of the row of node that it belongs to.
	ID  int32  `rest:"node_id,readonly"`
	Bio string `rest:"bio"`
}

// Profiles is the view set of the table profile.
// Without Create, because the database does not number the key node_id.
func Profiles() rest.Resource {
	return rest.ViewSet[Profile]{
		Path:      "/profiles/",
		Table:     "profile",
		Unmanaged: true,
		Actions:   rest.ReadOnly | rest.Replace | rest.Modify | rest.Destroy,
		Access:    permission.Admin,
		Order:     []string{"node_id"},
		Pages:     rest.PageNumber{Size: 20},
	}
}

// Rest is a row of the table rest.
type Rest struct {
	ID         int32          `rest:"id,readonly"`
	Permission string         `rest:"permission"`
	Time       rest.TimeOfDay `rest:"time" default:"10:00:00"`
	// A create has to send it: the database would take '{}'::json.
	JSON json.RawMessage `rest:"json"`
	UUID uuid.UUID       `rest:"uuid"`
}

// Rests is the view set of the table rest.
func Rests() rest.Resource {
	return rest.ViewSet[Rest]{
		Path:      "/rests/",
		Table:     "rest",
		Unmanaged: true,
		Access:    permission.Admin,
		Order:     []string{"id"},
		Pages:     rest.PageNumber{Size: 20},
	}
}

// Set2 is a row of the table set.
type Set2 struct {
	ID  int32  `rest:"id,readonly"`
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

// Set3 is a row of the table sets.
type Set3 struct {
	ID    int32                `rest:"id,readonly"`
	IDSet rest.BelongsTo[Set2] `rest:"id_set,optional" db:"id_set"`
}

// Sets2 is the view set of the table sets.
func Sets2() rest.Resource {
	return rest.ViewSet[Set3]{
		Path:      "/sets2/",
		Table:     "sets",
		Unmanaged: true,
		Access:    permission.Admin,
		Order:     []string{"id"},
		Pages:     rest.PageNumber{Size: 20},
	}
}

// Text is a row of the table texts.
// The database checks (h ~ '^[a-z]+$'::text).
// The database checks (j = ANY ('{"",x}'::text[])).
// The database checks (length(i) >= 3).
type Text struct {
	ID int32  `rest:"id,readonly"`
	A  string `rest:"a" default:"it's"`
	B  string "rest:\"b\" default:\"a `b` \\\"c\\\" \\\\d\""
	// A create has to send it: the database would take 'two lines'::text.
	C string `rest:"c"`
	// A create has to send it: the database would take ' space '::text.
	D string `rest:"d"`
	// The database fills it: CURRENT_USER.
	E string  `rest:"e,readonly" default:"database"`
	F string  `rest:"f" validate:"oneof=a b"`
	G *string `rest:"g,optional"`
	H *string `rest:"h,optional"`
	I *string `rest:"i,optional"`
	J string  `rest:"j" default:""`
	K Mood2   `rest:"k" default:"über"`
	// One of "", "full": a text, because no choice is empty. The database refuses others.
	L string    `rest:"l" default:""`
	M *[]string `rest:"m,optional"`
	N *string   `rest:"n,optional,unique,filter" validate:"max=600"`
}

// Texts is the view set of the table texts.
func Texts() rest.Resource {
	return rest.ViewSet[Text]{
		Path:      "/texts/",
		Unmanaged: true,
		Access:    permission.Admin,
		Order:     []string{"id"},
		Pages:     rest.PageNumber{Size: 20},
	}
}

// Together is a row of the table together.
// The database checks that no two rows have the same a, b.
// The database checks that no two rows have the same c, d.
type Together struct {
	ID int32  `rest:"id,readonly"`
	A  string `rest:"a,filter"`
	B  int32  `rest:"b,filter,sort"`
	C  string `rest:"c,filter" validate:"max=10"`
	D  string `rest:"d" validate:"max=595"`
}

// Togethers is the view set of the table together.
func Togethers() rest.Resource {
	return rest.ViewSet[Together]{
		Path:      "/togethers/",
		Table:     "together",
		Unmanaged: true,
		Access:    permission.Admin,
		Order:     []string{"id"},
		Pages:     rest.PageNumber{Size: 20},
		Indexes: []rest.Index{
			{Fields: []string{"b", "c"}, Unique: true},
		},
	}
}

// Type is a row of the table type.
// Line one.
// */ // `end` "quoted" \ // +build never
// //go:build never
// # Heading
// - item
// code
// '+build never'
type Type struct {
	ID int32 `rest:"id,readonly"`
	// */
	// } // `
	Func      string  `rest:"func"`
	Range     int32   `rest:"range"`
	Interface bool    `rest:"interface"`
	String    *string `rest:"string,optional"`
	// ID2 integer: left out, because its name needs quotes.
	AB                   *string `rest:"a_b,optional"`
	AB2                  *string `rest:"a__b,optional"`
	C                    *string `rest:"c,optional" db:"_c"`
	C2                   *string `rest:"c2,optional" db:"c"`
	Method               *string `rest:"method,optional" db:"_method"`
	ColumnNonFieldErrors *string `rest:"column_non_field_errors,optional" db:"non_field_errors"`
	// größe integer: left out, because its name needs quotes.
	Format  *string `rest:"format,optional"`
	Page    *string `rest:"page,optional"`
	URL     *string `rest:"url,optional"`
	HTMLURL *string `rest:"html_url,optional"`
	UTF8    *string `rest:"utf8,optional"`
	X2fa    *string `rest:"x2fa,optional"`
}

// Types is the view set of the table type.
func Types() rest.Resource {
	return rest.ViewSet[Type]{
		Path:        "/types/",
		Table:       "type",
		Unmanaged:   true,
		Access:      permission.Admin,
		Order:       []string{"id"},
		Pages:       rest.PageNumber{Size: 20},
		Description: "Line one. */ // `end` \"quoted\" \\ // +build never //go:build never # Heading - item code +build never",
	}
}

// UnloggedParent is a row of the table unlogged_parent.
type UnloggedParent struct {
	ID int32  `rest:"id,readonly"`
	X  *int32 `rest:"x,optional"`
}

// UnloggedParents is the view set of the table unlogged_parent.
func UnloggedParents() rest.Resource {
	return rest.ViewSet[UnloggedParent]{
		Path:      "/unlogged-parents/",
		Table:     "unlogged_parent",
		Unmanaged: true,
		Access:    permission.Admin,
		Order:     []string{"id"},
		Pages:     rest.PageNumber{Size: 20},
	}
}

// Void is a row of the table voids.
type Void struct {
	// One of "", "full": a text, because no choice is empty. The database refuses others.
	ID string `rest:"void" validate:"max=255"`
	X  *int32 `rest:"x,optional"`
	// One of "", "full": a text, because no choice is empty. The database refuses others.
	More *string `rest:"more,optional"`
}

// Voids is the view set of the table voids.
func Voids() rest.Resource {
	return rest.ViewSet[Void]{
		Path:      "/voids/",
		Unmanaged: true,
		Access:    permission.Admin,
		Order:     []string{"void"},
		Pages:     rest.PageNumber{Size: 20},
	}
}

// Mood2 is a value of the type mood.
type Mood2 string

// Choices returns the values of the type in its order, with their texts for people.
func (Mood2) Choices() []rest.Choice {
	return []rest.Choice{
		rest.ChoiceOf(Mood2("so, so"), "so, so"),
		rest.ChoiceOf(Mood2("it's \"fine\""), "it's \"fine\""),
		rest.ChoiceOf(Mood2("a|b"), "a|b"),
		rest.ChoiceOf(Mood2("über"), "über"),
		rest.ChoiceOf(Mood2("`x`"), "`x`"),
	}
}
