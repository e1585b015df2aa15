// What a set declares, without type parameters.

package rest

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

// declaredSet is a set of resources, as rest.Set declares it.
type declaredSet struct {
	Name         string
	Declarations []*declaration // nil for a resource that is nil
	Checks       []namedCheck
	Kinds        []namedKind
	Access       permission.Rule
	Theme        plan.Theme
	Requests     plan.RequestRules
	LinkHeader   bool
	Renderers    *listing[media.Renderer] // nil for those of every set
	Parsers      *listing[media.Parser]
	Schemes      []listing[auth.Scheme]
	EmailLogin   bool
	Scopes       []listing[plan.Scope]
	Errors       *listing[plan.ErrorForm] // nil for forms.Plain
	Problems     *forms.Details           // nil for those with pages as types
	Throttles    *listing[plan.Throttle]
	CORS         *listing[plan.CORS]
	Versions     *listing[declaredVersions]
	KeepEvents   *listing[time.Duration] // nil where nothing is said
	Catalogues   []listing[problem.Catalogue]
	TimeZones    []listing[declaredTimeZones]
	At           source.Caller
}

// namedKind is a kind of values, with where it was listed.
type namedKind struct {
	Kind field.Kind
	At   source.Caller
}

// namedCheck is a rule of validate tags, with where it was listed.
type namedCheck struct {
	Name  string
	Check field.Check
	At    source.Caller
}

// listing is what a set lists in one call.
type listing[T any] struct {
	Values []T
	At     source.Caller
	Again  *source.Caller // where it was called a second time; nil for nowhere
}

// with is the listing after one more call; l is nil before the first.
func (l *listing[T]) with(values []T, at source.Caller) *listing[T] {
	if l != nil {
		l.Again = &at
		return l
	}
	return &listing[T]{Values: values, At: at}
}

// declaredVersions are the versions of a set, and where requests name one.
type declaredVersions struct {
	Scheme declaredVersionScheme
	All    []declaredVersion
}

// declaredVersionScheme says where a request has its version.
type declaredVersionScheme struct {
	Place plan.VersionPlace
	Name  string
	Made  bool // false for the zero value
}

// declaredVersion is one version, with what is not as in the declarations.
type declaredVersion struct {
	Name               string
	Changes            []declaredVersionChange
	Deprecated, Sunset time.Time
	Golden             string
}

// declaredVersionChange is what a version has in another way.
type declaredVersionChange struct {
	Word   string // the function that made it
	Of     reflect.Type
	Member string // of Rename, Remove and Default
	Text   string // its other name, or default

	Made  *schema.Made
	Names []string       // of the members that are made
	Types []reflect.Type // of the members, and behind them of those of which they are made
	Tag   string
}

// declaredTimeZones let each request have a time zone.
type declaredTimeZones struct {
	Param   string
	Account func(plan.Call) (name string, err error)
}

// declaration is a view set, or the operations of an endpoint.
type declaration struct {
	Endpoints []*declaredAction // of an endpoint, which has nothing else; nil for a view set

	GoType                           reflect.Type
	Path, RecordPath                 string
	Singleton                        bool
	Table, Name                      string
	ListName, RecordName             string
	Description                      string
	Actions                          plan.Actions
	Extra                            []declaredAction
	Access, DestroyAccess            permission.Rule
	Fields                           map[string]permission.Rule
	Owner                            func(row reflect.Value) any // address of the owner field in a row; nil for none
	Order, Ordering                  []string
	Search                           []string
	SearchParam                      string
	Indexes                          []declaredIndex
	Constraints                      []declaredConstraint
	SoftDelete                       declaredSoftDelete
	ReadOnlyWhile                    []declaredReadOnlyWhile
	LimitChoices                     []declaredLimitChoices
	Members                          declaredMembers
	Filters                          []declaredFilter
	Params                           []declaredParam
	Unindexed                        map[string]string
	Pages                            plan.Paginator
	Exports                          bool
	Facets                           []string
	SavedViews                       []plan.SavedView
	Bulk                             plan.Bulk
	History                          *plan.History // with what is said of it; nil for none
	Events                           bool
	Throttles                        []plan.Throttle
	Envelope                         plan.Envelope
	EnvelopeList, EnvelopeNeighbours string // members that a rest.Envelope names: of rows, and of pages beside this one
	Lookup, LookupPattern            string
	RequireVersion                   bool
	LastModified                     string
	EmptyNotFound                    bool
	Shapes                           declaredShapes
	Queries                          []declaredQuery
	Counters                         []*plan.Counter
	Preview                          func(ctx context.Context, row any) (plan.Preview, error)

	// What its rest.Serializer says.
	Validate   func(call plan.Call, row any) problem.Fields
	BeforeSave func(call plan.Call, row any) error
	Hooks      plan.Hooks
	Computed   []declaredComputed
	Messages   map[string]string

	Audit    *plan.Audit    // with what is said of it; nil for rows of a team
	Webhooks bool           // its rows are webhooks
	More     []*declaration // that come with it
}

// declaredAction is an operation of a team's own.
type declaredAction struct {
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
	Cost        *declaredCost // nil for one request each
	Tokens      bool          // it is about tokens
	Param       bool          // its path may have a parameter
	Title       string        // for people; "" for its name
	Card        bool
}

// declaredCost is what a request of an action counts for.
type declaredCost struct {
	In reflect.Type
	Of func(call plan.Call, input any) int64 // nil where the team's function is
}

// declaredIndex is an index of the table of a view set.
type declaredIndex struct {
	Fields []string
	Unique bool
	Where  predicate.Expr
}

// declaredConstraint is a condition that every row has to meet.
type declaredConstraint struct {
	Holds   predicate.Expr
	Field   string
	Message string
}

// declaredSoftDelete lets deletions mark rows.
type declaredSoftDelete struct {
	Field  string
	Access permission.Rule
	Keep   time.Duration
}

// declaredReadOnlyWhile makes fields read-only while a condition holds.
type declaredReadOnlyWhile struct {
	Fields  []string
	Holds   predicate.Expr
	Message string
}

// declaredLimitChoices says which rows a relation may lead to.
type declaredLimitChoices struct {
	Field   string
	To      predicate.Expr
	Message string
}

// declaredMembers say what clients may choose of the representations.
type declaredMembers struct {
	Fields  bool
	Expand  []declaredExpansion
	Records bool
}

// declaredExpansion is a relation whose records clients may ask for.
type declaredExpansion struct {
	Path string
	As   reflect.Type // nil for the representation of the resource's list
}

// declaredFilter is a parameter of the query of a list, or several, for the field at the end of a path.
type declaredFilter struct {
	Path    string
	As      any
	Lookups string
	Name    string
	About   string
}

// declaredParam is a parameter of the query of a list that a Go function reads.
type declaredParam struct {
	Name    string
	About   string
	Schema  map[string]any
	Several bool
	Read    func(call plan.Call, values []string) (predicate.Expr, error)
}

// declaredShapes are the representations of a resource by operation.
type declaredShapes struct {
	List, Retrieve, Create, Update declaredShape
}

// declaredShape is a struct that represents rows; the zero value takes the row's own.
type declaredShape struct {
	Of       reflect.Type
	Computed []declaredComputed
}

// equals reports whether two representations are the same value.
func (s declaredShape) equals(other declaredShape) bool {
	same := len(s.Computed) == len(other.Computed)
	return s.Of == other.Of && same && (len(s.Computed) == 0 || &s.Computed[0] == &other.Computed[0])
}

// declaredComputed is a member that a Go function gives.
type declaredComputed struct {
	Name    string
	Tag     string
	Of      reflect.Type
	Compute func(call, row, into any) // nil where there is no function
}

// declaredQuery is a question for rows; the zero value for one that is nil.
type declaredQuery struct {
	Key   any // by which calls name it
	Of    reflect.Type
	Where predicate.Expr
	Order []string
	Limit int64
}
