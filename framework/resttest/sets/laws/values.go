// Sets with values of every kind, and with values that some are not shown.

package laws

import (
	"encoding/json"
	"net/netip"
	"time"

	"github.com/google/uuid"

	"github.com/shopspring/decimal"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/passwords"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

type (
	// sealedValue has the kinds that are not shown as they are sent, or not taken at all.
	sealedValue struct {
		ID      int64          `rest:"id,readonly"`
		Secret  rest.Password  `rest:"secret,writeonly" validate:"min=3,max=5"`
		Null    *rest.Password `rest:"secret_null,writeonly"`
		Open    *rest.Password `rest:"secret_open,writeonly,optional"`
		Version int64          `rest:"version,version"`
	}
	// fileValue has files.
	fileValue struct {
		ID      int64      `rest:"id,readonly"`
		Paper   rest.File  `rest:"paper" file:"max=4,ext=txt pdf,name=8"`
		Open    rest.File  `rest:"paper_open,optional" file:"checked"`
		Picture rest.Image `rest:"picture_open,optional" file:"width=2,height=2"`
	}
)

// SealedSet has kinds of a team that seal their values.
func SealedSet() *rest.Set {
	return rest.NewSet("sealed", rest.ViewSet[sealedValue]{Path: "/secrets/"}, rest.ViewSet[fileValue]{Path: "/papers/"}).
		Kinds(rest.Passwords(&passwords.Hasher{Cost: auth.HashCost{MemoryKiB: 64, Passes: 1}})).Access(permission.Anyone)
}

type (
	// mood is an enum of texts, and floor one of numbers.
	mood  string
	floor int8

	// spot is an object with members.
	spot struct {
		City string   `rest:"city" validate:"max=9"`
		Zip  *int32   `rest:"zip"`
		Tags []string `rest:"tags,optional" validate:"max=2"`
	}

	// plainValue has each kind of value once, and all of them are required.
	plainValue struct {
		Text     string                    `rest:"text" validate:"max=5"`
		Lines    string                    `rest:"lines,multiline"`
		Slug     string                    `rest:"slug" validate:"slug"`
		URL      string                    `rest:"web" validate:"url"`
		Email    string                    `rest:"email" validate:"email"`
		Regex    string                    `rest:"regex" pattern:"^[A-Z]{2}$"`
		Choice   string                    `rest:"choice" validate:"oneof=a b"`
		Mood     mood                      `rest:"mood"`
		Floor    floor                     `rest:"floor"`
		Moods    rest.MultipleChoice[mood] `rest:"moods" validate:"min=1"`
		Bool     bool                      `rest:"bool"`
		Int8     int8                      `rest:"int8"`
		Int16    int16                     `rest:"int16"`
		Int32    int32                     `rest:"int32"`
		Int      int                       `rest:"int"`
		Int64    int64                     `rest:"int64"`
		Uint8    uint8                     `rest:"uint8"`
		Uint16   uint16                    `rest:"uint16"`
		Uint32   uint32                    `rest:"uint32"`
		Uint64   uint64                    `rest:"uint64"`
		Float    float64                   `rest:"float"`
		Float32  float32                   `rest:"float32" validate:"min=0"`
		Decimal  decimal.Decimal           `rest:"decimal" digits:"5,2"`
		Quoted   int64                     `rest:"quoted,string,filter" validate:"min=-9007199254740993"`
		Quotes   []uint64                  `rest:"quotes,string"`
		Wide     decimal.Decimal           `rest:"wide" digits:"38,10"`
		UUID     uuid.UUID                 `rest:"uuid"`
		IP       netip.Addr                `rest:"ip"`
		Date     rest.Date                 `rest:"date"`
		Time     rest.TimeOfDay            `rest:"time"`
		Moment   time.Time                 `rest:"moment"`
		Zoned    time.Time                 `rest:"zoned" zone:"Europe/Berlin"`
		Duration time.Duration             `rest:"duration"`
		List     []string                  `rest:"list" validate:"max=2"`
		Numbers  []uint16                  `rest:"numbers"`
		Days     []rest.Date               `rest:"days"`
		Spots    []spot                    `rest:"spots" validate:"max=2"`
		Object   map[string]any            `rest:"object"`
		Spot     spot                      `rest:"spot"`
		JSON     json.RawMessage           `rest:"json"`
		Bytes    []byte                    `rest:"bytes" validate:"max=3"`
	}

	// nullValue has each kind of value that may be null.
	nullValue struct {
		NullText     *string                    `rest:"text_null"`
		NullLines    *string                    `rest:"lines_null,multiline"`
		NullSlug     *string                    `rest:"slug_null" validate:"slug"`
		NullURL      *string                    `rest:"web_null" validate:"url"`
		NullEmail    *string                    `rest:"email_null" validate:"email"`
		NullRegex    *string                    `rest:"regex_null" pattern:"^[A-Z]{2}$"`
		NullChoice   *string                    `rest:"choice_null" validate:"oneof=a b"`
		NullMood     *mood                      `rest:"mood_null"`
		NullFloor    *floor                     `rest:"floor_null"`
		NullMoods    *rest.MultipleChoice[mood] `rest:"moods_null"`
		NullBool     *bool                      `rest:"bool_null"`
		NullInt8     *int8                      `rest:"int8_null"`
		NullInt16    *int16                     `rest:"int16_null"`
		NullInt32    *int32                     `rest:"int32_null"`
		NullInt      *int                       `rest:"int_null"`
		NullUint8    *uint8                     `rest:"uint8_null"`
		NullUint16   *uint16                    `rest:"uint16_null"`
		NullUint32   *uint32                    `rest:"uint32_null"`
		NullInt64    *int64                     `rest:"int64_null"`
		NullUint64   *uint64                    `rest:"uint64_null"`
		NullFloat32  *float32                   `rest:"float32_null"`
		NullFloat    *float64                   `rest:"float_null"`
		NullDecimal  *decimal.Decimal           `rest:"decimal_null" digits:"5,2"`
		NullUUID     *uuid.UUID                 `rest:"uuid_null"`
		NullIP       *netip.Addr                `rest:"ip_null"`
		NullDate     *rest.Date                 `rest:"date_null"`
		NullTime     *rest.TimeOfDay            `rest:"time_null"`
		NullMoment   *time.Time                 `rest:"moment_null"`
		NullZoned    *time.Time                 `rest:"zoned_null" zone:"Europe/Berlin"`
		NullDuration *time.Duration             `rest:"duration_null"`
		NullList     *[]string                  `rest:"list_null"`
		NullNumbers  *[]uint16                  `rest:"numbers_null"`
		NullDays     *[]rest.Date               `rest:"days_null"`
		NullSpots    *[]spot                    `rest:"spots_null"`
		NullObject   *map[string]any            `rest:"object_null"`
		NullSpot     *spot                      `rest:"spot_null"`
		NullJSON     *json.RawMessage           `rest:"json_null"`
		NullBytes    *[]byte                    `rest:"bytes_null"`
	}

	// openValue has kinds that may be left out.
	openValue struct {
		OpenText     string                    `rest:"text_open,optional"`
		OpenLines    string                    `rest:"lines_open,multiline,optional"`
		OpenSlug     string                    `rest:"slug_open,optional" validate:"slug"`
		OpenURL      string                    `rest:"web_open,optional" validate:"url"`
		OpenEmail    string                    `rest:"email_open,optional" validate:"email"`
		OpenRegex    string                    `rest:"regex_open,optional" pattern:"^[A-Z]{2}$"`
		OpenChoice   string                    `rest:"choice_open" default:"b" validate:"oneof=a b"`
		OpenMoods    rest.MultipleChoice[mood] `rest:"moods_open,optional"`
		OpenBool     bool                      `rest:"bool_open,optional"`
		OpenUint8    uint8                     `rest:"uint8_open,optional"`
		OpenFloat    float64                   `rest:"float_open,optional"`
		OpenDecimal  decimal.Decimal           `rest:"decimal_open,optional" digits:"5,2"`
		OpenTime     rest.TimeOfDay            `rest:"time_open,optional"`
		OpenDuration time.Duration             `rest:"duration_open,optional"`
		OpenList     []string                  `rest:"list_open,optional"`
		OpenNumbers  []uint16                  `rest:"numbers_open,optional"`
		OpenSpots    []spot                    `rest:"spots_open,optional"`
		OpenObject   map[string]any            `rest:"object_open,optional"`
		OpenBytes    []byte                    `rest:"bytes_open,optional"`
		OpenInt64    int64                     `rest:"int64_open,optional"`
		OpenDate     rest.Date                 `rest:"date_open" default:"2030-01-02"`
		OpenMoment   time.Time                 `rest:"moment_open" default:"2030-01-02T03:04:05Z"`
		OpenIP       netip.Addr                `rest:"ip_open" default:"192.0.2.7"`
		OpenInt8     int8                      `rest:"int8_open,optional"`
		OpenInt16    int16                     `rest:"int16_open,optional"`
		OpenInt32    int32                     `rest:"int32_open,optional"`
		OpenInt      int                       `rest:"int_open,optional"`
		OpenUint16   uint16                    `rest:"uint16_open,optional"`
		OpenUint32   uint32                    `rest:"uint32_open,optional"`
		OpenUint64   uint64                    `rest:"uint64_open,optional"`
		OpenFloat32  float32                   `rest:"float32_open,optional"`
		OpenUUID     uuid.UUID                 `rest:"uuid_open" default:"0e2c5f5e-4b0b-4c6d-9d3c-3f6a5c1b2d3f"`
		OpenZoned    time.Time                 `rest:"zoned_open" zone:"Europe/Berlin" default:"2030-01-02T03:04:05Z"`
		OpenDays     []rest.Date               `rest:"days_open,optional"`
		OpenMood     mood                      `rest:"mood_open" default:"glad"`
		OpenFloor    floor                     `rest:"floor_open" default:"0"`
	}

	// Value is what a row has of one kind.
	Value struct {
		ID int64 `rest:"id,readonly"`
		plainValue
		nullValue
		openValue
	}
)

func (mood) Choices() []rest.Choice {
	return []rest.Choice{rest.ChoiceOf(mood("glad"), ""), rest.ChoiceOf(mood("sad"), "Not glad")}
}

func (floor) Choices() []rest.Choice {
	return []rest.Choice{rest.ChoiceOf(floor(-1), "Cellar"), rest.ChoiceOf(floor(0), "Ground")}
}

// ValueSet has a row for each kind, as it is required, optional and null.
func ValueSet() *rest.Set {
	return rest.NewSet("values", rest.ViewSet[Value]{Path: "/values/", Access: permission.Anyone})
}

type folder struct {
	ID    int64                     `rest:"id,readonly"`
	Name  string                    `rest:"name,unique" validate:"max=100"`
	Open  bool                      `rest:"open" default:"false"`
	Owner rest.BelongsTo[auth.User] `rest:"owner,readonly,show=username"`
	Notes rest.HasMany[note]        `rest:"notes,readonly"`
	Texts rest.HasMany[note]        `rest:"texts,readonly,show=text"`
}

type note struct {
	ID     int64                     `rest:"id,readonly"`
	Text   string                    `rest:"text"`
	Folder rest.BelongsTo[folder]    `rest:"folder,link"`
	Owner  rest.BelongsTo[auth.User] `rest:"owner,readonly,show=username"`
}

type paper struct {
	ID     int64                     `rest:"id,readonly"`
	Title  string                    `rest:"title"`
	Kept   rest.BelongsTo[folder]    `rest:"kept,optional,show=name,ondelete=null"`
	Copied rest.BelongsTo[folder]    `rest:"copied,optional,link,ondelete=null"`
	Filed  rest.BelongsTo[folder]    `rest:"filed,optional,ondelete=null"`
	Linked rest.ManyToMany[folder]   `rest:"linked,optional,link"`
	Listed rest.ManyToMany[folder]   `rest:"listed,optional"`
	Named  rest.ManyToMany[folder]   `rest:"named,readonly,show=name,through=papers_linked"`
	Owner  rest.BelongsTo[auth.User] `rest:"owner,readonly,show=username"`
}

// Vault hides papers and folders from everybody but their owners.
func Vault() *rest.Set {
	owner := permission.All(permission.SignedIn, permission.Owner)
	return rest.NewSet("vault",
		rest.ViewSet[folder]{
			Path: "/folders/", Pages: rest.PageNumber{Size: 10},
			Access: permission.Any(owner, permission.All(permission.ReadOnly, permission.Is("open", true))),
			Owner:  rest.Field(func(f *folder) *rest.BelongsTo[auth.User] { return &f.Owner }),
		},
		rest.ViewSet[note]{
			Path: "/notes/", Access: owner,
			Owner: rest.Field(func(n *note) *rest.BelongsTo[auth.User] { return &n.Owner }),
		},
		rest.ViewSet[paper]{
			Path: "/papers/", Access: permission.All(permission.SignedInOrReadOnly, permission.OwnerOrReadOnly),
			Owner: rest.Field(func(p *paper) *rest.BelongsTo[auth.User] { return &p.Owner }),
		},
	)
}

type drawer struct {
	ID    int64                     `rest:"id,readonly"`
	Name  string                    `rest:"name,unique" validate:"max=100"`
	Owner rest.BelongsTo[auth.User] `rest:"owner,readonly,show=username"`
}

type draft struct {
	ID      int64                     `rest:"id,readonly"`
	Title   string                    `rest:"title" validate:"max=20"`
	State   string                    `rest:"state" default:"draft" validate:"oneof=draft final"`
	Drawer  rest.BelongsTo[drawer]    `rest:"drawer,optional,show=name,ondelete=null"`
	Drawers rest.ManyToMany[drawer]   `rest:"drawers,optional"`
	Owner   rest.BelongsTo[auth.User] `rest:"owner,readonly,show=username"`
}

// Written has drafts in drawers, whose representations differ from what is written.
func Written() *rest.Set {
	return rest.NewSet("written",
		rest.ViewSet[drawer]{
			Path: "/drawers/", Access: permission.Owner,
			Owner: rest.Field(func(d *drawer) *rest.BelongsTo[auth.User] { return &d.Owner }),
		},
		rest.ViewSet[draft]{
			Path: "/drafts/", Access: permission.All(permission.SignedIn, permission.Any(permission.Admin, permission.Is("state", "draft"))),
			Owner: rest.Field(func(d *draft) *rest.BelongsTo[auth.User] { return &d.Owner }),
		},
	)
}

type keeper struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name,unique" validate:"max=100"`
}

type dossier struct {
	ID      int64                      `rest:"id,readonly"`
	Title   string                     `rest:"title"`
	Code    string                     `rest:"code,writeonly"`
	Secret  rest.Password              `rest:"secret,writeonly" validate:"min=3"`
	Reserve *rest.Password             `rest:"reserve,writeonly"`
	Pin     int64                      `rest:"pin,writeonly,optional"`
	Sealed  bool                       `rest:"sealed,writeonly,optional"`
	Moods   rest.MultipleChoice[mood]  `rest:"moods,writeonly,optional"`
	Feeling *rest.MultipleChoice[mood] `rest:"feeling"`
	Notes   []string                   `rest:"notes,writeonly,optional"`
	Details map[string]any             `rest:"details,writeonly,optional"`
	Remark  *string                    `rest:"remark,optional"`
	Keepers rest.ManyToMany[keeper]    `rest:"keepers,writeonly,optional"`
	Keeper  rest.BelongsTo[keeper]     `rest:"keeper,writeonly,optional,ondelete=null"`
	Price   int64                      `rest:"price,optional"`
	Open    bool                       `rest:"open" default:"true"`
	Words   []string                   `rest:"words,optional"`
}

type dossierCover struct {
	ID      int64                      `rest:"id,readonly"`
	Title   string                     `rest:"title"`
	Feeling *rest.MultipleChoice[mood] `rest:"feeling"`
	Remark  *string                    `rest:"remark"`
}

// Confidential has dossiers of which keepers see more than others.
func Confidential() *rest.Set {
	return rest.NewSet("confidential",
		rest.ViewSet[keeper]{Path: "/keepers/", Access: permission.SignedIn},
		rest.ViewSet[dossier]{Path: "/dossiers/", Access: permission.SignedIn},
		rest.ViewSet[dossier]{Path: "/covers/", Table: "dossiers", Access: permission.SignedIn, Shapes: rest.Shapes{Retrieve: rest.As[dossierCover](), List: rest.As[dossierCover]()}},
	).Access(permission.SignedIn).Kinds(rest.Passwords(&passwords.Hasher{Cost: auth.HashCost{MemoryKiB: 8, Passes: 1}}))
}

// parcel is a row whose changes are audited.
type parcel struct {
	ID    int64                     `rest:"id,readonly"`
	Label string                    `rest:"label,search,filter" validate:"max=40"`
	Owner rest.BelongsTo[auth.User] `rest:"owner,readonly,show=username,filter"`
}
