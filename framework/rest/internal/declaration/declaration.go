// Package declaration has what sets and view sets declare, without type parameters: package rest makes it, and package compile
// checks it.
package declaration

import (
	"context"
	"reflect"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/problem/forms"
	"example.com/resourceful/framework/rest/internal/source"
	"example.com/resourceful/framework/schema"
)

// Set is a set of resources, as rest.Set declares it.
type Set struct {
	Name         string
	Declarations []*ViewSet // nil for a resource that is nil
	Checks       []NamedCheck
	Kinds        []NamedKind
	Access       permission.Rule
	Theme        plan.Theme
	Requests     plan.RequestRules
	LinkHeader   bool
	Renderers    *Listing[media.Renderer] // nil for those of every set
	Parsers      *Listing[media.Parser]
	Schemes      []Listing[auth.Scheme]
	EmailLogin   bool
	Scopes       []Listing[plan.Scope]
	Errors       *Listing[plan.ErrorForm] // nil for forms.Plain
	Problems     *forms.Details           // nil for those with pages as types
	Throttles    *Listing[plan.Throttle]
	CORS         *Listing[plan.CORS]
	Versions     *Listing[Versions]
	KeepEvents   *Listing[time.Duration] // nil where nothing is said
	Catalogues   []Listing[problem.Catalogue]
	TimeZones    []Listing[TimeZones]
	At           source.Caller
}

// NamedKind is a kind of values, with where it was listed.
type NamedKind struct {
	Kind field.Kind
	At   source.Caller
}

// NamedCheck is a rule of validate tags, with where it was listed.
type NamedCheck struct {
	Name  string
	Check field.Check
	At    source.Caller
}

// Listing is what a set lists in one call.
type Listing[T any] struct {
	Values []T
	At     source.Caller
	Again  *source.Caller // where it was called a second time; nil for nowhere
}

// With is the listing after one more call; l is nil before the first.
func (l *Listing[T]) With(values []T, at source.Caller) *Listing[T] {
	if l != nil {
		l.Again = &at
		return l
	}
	return &Listing[T]{Values: values, At: at}
}

// Versions are the versions of a set, and where requests name one.
type Versions struct {
	Scheme VersionScheme
	All    []Version
}

// VersionScheme says where a request has its version.
type VersionScheme struct {
	Place plan.VersionPlace
	Name  string
	Made  bool // false for the zero value
}

// Version is one version, with its differences from the declarations.
type Version struct {
	Name               string
	Changes            []VersionChange
	Deprecated, Sunset time.Time
	Golden             string
}

// VersionChange is what a version has in another way.
type VersionChange struct {
	Word   string // the function that made it
	Of     reflect.Type
	Member string // of Rename, Remove and Default
	Text   string // its other name, or default

	Made  *schema.Made
	Names []string       // of the members that are made
	Types []reflect.Type // of the members, and behind them of those of which they are made
	Tag   string
}

// TimeZones let each request have a time zone.
type TimeZones struct {
	Param   string
	Account func(plan.Call) (name string, err error)
}

// ViewSet is a view set, or the operations of an endpoint.
type ViewSet struct {
	Endpoints []*Action // of an endpoint, which has nothing else; nil for a view set

	GoType                           reflect.Type
	Path, RecordPath                 string
	Singleton                        bool
	Table, Name                      string
	ListName, RecordName             string
	Description                      string
	Actions                          plan.Actions
	Extra                            []Action
	Access, DestroyAccess            permission.Rule
	Fields                           map[string]permission.Rule
	Owner                            func(row reflect.Value) any // address of the owner field in a row; nil for none
	Order, Ordering                  []string
	Search                           []string
	SearchParam                      string
	Indexes                          []Index
	Constraints                      []Constraint
	SoftDelete                       SoftDelete
	ReadOnlyWhile                    []ReadOnlyWhile
	LimitChoices                     []LimitChoices
	Members                          Members
	Filters                          []Filter
	Params                           []Param
	Unindexed                        map[string]string
	Pages                            plan.Paginator
	Exports                          bool
	Facets                           []string
	SavedViews                       []plan.SavedView
	Bulk                             plan.Bulk
	History                          *plan.History // with its settings; nil for none
	Events                           bool
	Throttles                        []plan.Throttle
	Envelope                         plan.Envelope
	EnvelopeList, EnvelopeNeighbours string // members that a rest.Envelope names: of rows, and of pages beside this one
	Lookup, LookupPattern            string
	RequireVersion                   bool
	LastModified                     string
	EmptyNotFound                    bool
	Shapes                           Shapes
	Queries                          []Query
	Counters                         []*plan.Counter
	Preview                          func(ctx context.Context, row any) (plan.Preview, error)

	// What its rest.Serializer says.
	Validate   func(call plan.Call, row any) problem.Fields
	BeforeSave func(call plan.Call, row any) error
	Hooks      plan.Hooks
	Computed   []Computed
	Messages   map[string]string

	Audit    *plan.Audit // with its settings; nil for rows of a team
	Webhooks bool        // its rows are webhooks
	More     []*ViewSet  // that come with it
}

// Action is an operation of a team's own.
type Action struct {
	Name   string
	Path   string // of an endpoint
	Record bool
	Row    reflect.Type // of an action on a record
	In     reflect.Type
	Out    reflect.Type
	None   reflect.Type                                      // which stands for no input and no output
	Run    func(call plan.Call, row, input any) (any, error) // nil where the team's function is
	Narrow bool                                              // it is a part of the list
	At     source.Caller

	Methods     []string
	Rule        permission.Rule
	HasRule     bool
	Segment     string
	HasSegment  bool
	Status      int
	Description string
	Filtered    bool
	NonAtomic   bool
	Formats     []string
	Requests    *plan.RequestRules
	Throttles   []plan.Throttle
	Cost        *Cost  // nil for one request each
	Tokens      bool   // it is about tokens
	Param       bool   // its path may have a parameter
	Title       string // for people; "" for its name
	Card        bool
}

// Cost is what a request of an action counts for.
type Cost struct {
	In reflect.Type
	Of func(call plan.Call, input any) int64 // nil where the team's function is
}

// Index is an index of the table of a view set.
type Index struct {
	Fields []string
	Unique bool
	Where  predicate.Expr
}

// Constraint is a condition that every row has to meet.
type Constraint struct {
	Holds   predicate.Expr
	Field   string
	Message string
}

// SoftDelete lets deletions mark rows.
type SoftDelete struct {
	Field  string
	Access permission.Rule
	Keep   time.Duration
}

// ReadOnlyWhile makes fields read-only while a condition holds.
type ReadOnlyWhile struct {
	Fields  []string
	Holds   predicate.Expr
	Message string
}

// LimitChoices says which rows a relation may lead to.
type LimitChoices struct {
	Field   string
	To      predicate.Expr
	Message string
}

// Members say what clients may choose of the representations.
type Members struct {
	Fields  bool
	Expand  []Expansion
	Records bool
}

// Expansion is a relation whose records clients may ask for.
type Expansion struct {
	Path string
	As   reflect.Type // nil for the representation of the resource's list
}

// Filter is a parameter of the query of a list, or several, for the field at the end of a path.
type Filter struct {
	Path    string
	As      any
	Lookups string
	Name    string
	About   string
}

// Param is a parameter of the query of a list that a Go function reads.
type Param struct {
	Name    string
	About   string
	Schema  map[string]any
	Several bool
	Read    func(call plan.Call, values []string) (predicate.Expr, error)
}

// Shapes are the representations of a resource by operation.
type Shapes struct {
	List, Retrieve, Create, Update Shape
}

// Shape is a struct that represents rows; the zero value takes the row's own.
type Shape struct {
	Of       reflect.Type
	Computed []Computed
}

// Equals reports whether two representations are the same value.
func (s Shape) Equals(other Shape) bool {
	same := len(s.Computed) == len(other.Computed)
	return s.Of == other.Of && same && (len(s.Computed) == 0 || &s.Computed[0] == &other.Computed[0])
}

// Computed is a member that a Go function gives.
type Computed struct {
	Name    string
	Tag     string
	Of      reflect.Type
	Compute func(call, row, into any) // nil where there is no function
}

// Query is a question for rows; the zero value for one that is nil.
type Query struct {
	Key   any // by which calls name it
	Of    reflect.Type
	Where predicate.Expr
	Order []string
	Limit int64
}
