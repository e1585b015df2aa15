// Package declaration contains the declarations of sets and view sets, without type parameters: package
// rest makes it, and package compile checks it.
package declaration

import (
	"context"
	"reflect"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/caching"
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

// Set is a set of resources, from rest.Set.
type Set struct {
	Name           string
	Declarations   []*ViewSet // nil for a resource that is nil
	Checks         []NamedCheck
	Kinds          []NamedKind
	Access         permission.Rule
	Theme          plan.Theme
	Requests       plan.RequestRules
	LinkHeader     bool
	NoLocation     bool
	Slashless      bool
	Renderers      *Listing[media.Renderer] // nil for the default ones
	Parsers        *Listing[media.Parser]
	Schemes        []Listing[auth.Scheme]
	EmailLogin     bool
	PasswordPolicy auth.PasswordPolicy
	Scopes         []Listing[plan.Scope]
	Errors         *Listing[plan.ErrorForm] // nil for forms.Plain
	Problems       *forms.Details           // nil for those with pages as types
	Throttles      *Listing[plan.Throttle]
	CORS           *Listing[plan.CORS]
	Versions       *Listing[Versions]
	KeepEvents     *Listing[time.Duration] // nil for the default
	Catalogues     []Listing[problem.Catalogue]
	TimeZones      []Listing[TimeZones]
	At             source.Caller
}

// NamedKind is a kind of values, with the position of its declaration.
type NamedKind struct {
	Kind field.Kind
	At   source.Caller
}

// NamedCheck is a rule of validate tags, with the position of its declaration.
type NamedCheck struct {
	Name  string
	Check field.Check
	At    source.Caller
}

// Listing is the list of one call on a set.
type Listing[T any] struct {
	Values []T
	At     source.Caller
	Again  *source.Caller // position of a second call; nil for none
}

// With returns the listing after one more call; l is nil before the first.
func (l *Listing[T]) With(values []T, at source.Caller) *Listing[T] {
	if l != nil {
		l.Again = &at
		return l
	}
	return &Listing[T]{Values: values, At: at}
}

// Versions are the versions of a set, and their place in requests.
type Versions struct {
	Scheme VersionScheme
	All    []Version
}

// VersionScheme is the place of the version in a request.
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

// VersionChange is a difference of a version.
type VersionChange struct {
	Word   string // the function that made it
	Of     reflect.Type
	Member string // of Rename, Remove and Default
	Text   string // its other name, or default

	Made  *schema.Made
	Names []string       // of the new members
	Types []reflect.Type // of the members, and then of those that they are made of
	Tag   string
}

// TimeZones permit each request to have a time zone.
type TimeZones struct {
	Param   string
	Account func(plan.Call) (name string, err error)
}

// ViewSet is a view set, or the operations of an endpoint.
type ViewSet struct {
	Endpoints []*Action // of an endpoint, without other fields; nil for a view set

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
	KeepLists                        bool
	Or                               bool
	Totals                           Totals
	Cache                            caching.Policy
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
	PutModifies, PutCreates          bool
	EmptyNotFound                    bool
	Unmanaged                        bool
	Shapes                           Shapes
	Queries                          []Query
	Counters                         []*plan.Counter
	Preview                          func(ctx context.Context, row any) (plan.Preview, error)

	// The fields of its rest.Serializer.
	Validate   func(call plan.Call, row any) problem.Fields
	BeforeSave func(call plan.Call, row any) error
	Hooks      plan.Hooks
	Computed   []Computed
	Messages   map[string]string

	Audit    *plan.Audit // with its settings; nil for rows of a team
	Webhooks bool        // its rows are webhooks
	Jobs     *Jobs       // of a job, without other fields, or of the table of jobs
	Verify   Verify      // of a check, without other fields; nil for none
	More     []*ViewSet  // further view sets of it
}

// Verify returns what is wrong with parts of a set that its declarations do not have, by its languages.
type Verify func(languages []*problem.Language) (mistakes []string)

// Totals are the totals of the list that clients may request.
type Totals struct {
	By, Of []string
	Max    int
}

// Jobs is a job of the set, or the table of their runs.
type Jobs struct {
	Job  *Job          // nil for the table
	Keep time.Duration // how long done runs are kept
	// Compile compiles all jobs of the set, and reports mistakes in the set, or in a view set with some type. It is here so that
	// only programs with jobs contain it.
	Compile func(s *Set, p *plan.Plan, report func(view reflect.Type, msg string))
}

// Job is a job, with the type of its arguments.
type Job struct {
	Plan plan.Job
	Args reflect.Type
}

// Action is an operation of a team.
type Action struct {
	Name   string
	Path   string // of an endpoint
	Record bool
	Row    reflect.Type // of an action on a record
	In     reflect.Type
	Out    reflect.Type
	None   reflect.Type                                      // the type for no input and no output
	Run    func(call plan.Call, row, input any) (any, error) // nil if the team's function is nil
	Narrow bool                                              // whether it is a part of the list
	At     source.Caller

	Methods      []string
	Rule         permission.Rule
	HasRule      bool
	Segment      string
	HasSegment   bool
	Status       int
	Description  string
	Filtered     bool
	NonAtomic    bool
	Formats      []string
	Requests     *plan.RequestRules
	Throttles    []plan.Throttle
	Cache        *caching.Policy
	Cost         *Cost // nil for one request each
	Tokens       bool  // whether it is about tokens
	Sessions     bool  // whether it is about sessions
	SecondFactor bool  // whether it is about second factors, of Factor
	Factor       auth.Factor
	Param        bool   // whether its path may have a parameter
	Title        string // for people; "" for its name
	Card         bool
	MailsLinks   bool

	AccountMenu   string // its name in the account menu
	InAccountMenu bool
	When          []When // the calls of rest.When
}

// When is a condition on the record of an action.
type When struct {
	Holds   predicate.Expr
	Message string
}

// Cost is the weight of an action's request.
type Cost struct {
	In reflect.Type
	Of func(call plan.Call, input any) int64 // nil if the team's function is nil
}

// Index is an index of the table of a view set.
type Index struct {
	Fields  []string
	Unique  bool
	Where   predicate.Expr
	Message string
}

// Constraint is a condition that every row must meet.
type Constraint struct {
	Holds   predicate.Expr
	Field   string
	Message string
}

// SoftDelete makes deletions mark rows.
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

// LimitChoices limits the rows of a relation.
type LimitChoices struct {
	Field   string
	To      predicate.Expr
	Message string
}

// Members determine what clients may choose of the representations.
type Members struct {
	Fields  bool
	Expand  []Expansion
	Records bool
}

// Expansion is a relation whose records clients may request.
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

// Shape is a struct that represents rows; the zero value is the row's own.
type Shape struct {
	Of       reflect.Type
	Computed []Computed
}

// Equals reports whether two representations are the same value.
func (s Shape) Equals(other Shape) bool {
	same := len(s.Computed) == len(other.Computed)
	return s.Of == other.Of && same && (len(s.Computed) == 0 || &s.Computed[0] == &other.Computed[0])
}

// Computed is a member from a Go function.
type Computed struct {
	Name    string
	Tag     string
	Of      reflect.Type
	Compute func(call, row, into any) // nil without a function
}

// Query is a query for rows; the zero value for one that is nil.
type Query struct {
	Key   any // identifies it in calls
	Of    reflect.Type
	Where predicate.Expr
	Order []string
	Limit int64
}
