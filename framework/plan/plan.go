// The set and its resources.

package plan

import (
	"context"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
)

// Plan is a compiled set, for every part of the service. It is immutable.
type Plan struct {
	Name     string
	RootName string          // name of the root in OPTIONS and OpenAPI
	Access   permission.Rule // of the root
	Theme    Theme
	// LinkHeader means that pages of lists have the addresses of others in the header Link (RFC 8288).
	LinkHeader bool
	// NoLocation means that created records have no header Location.
	NoLocation bool
	// Slashless means that a path without its final slash is answered as with it.
	Slashless      bool
	Requests       RequestRules        // tolerated meaningless parts of requests
	Schemes        []auth.Scheme       // authentication schemes; nil for those of the program
	EmailLogin     bool                // whether accounts log in by their addresses too
	PasswordPolicy auth.PasswordPolicy // judges new passwords; nil for that of the program
	Scopes         []string            // all words that limit credentials, sorted
	OwnScopes      []Scope             // those of the team
	Renderers      []media.Renderer    // at least one for all values; in the order of the set
	Parsers        []media.Parser
	Errors         ErrorForm          // form of refusals
	CORS           *CORS              // nil for pages of the same origin only
	Problems       ErrorForm          // the same, for clients that accept problem details
	Languages      *problem.Languages // of its refusals; nil for English only
	TimeZones      *TimeZones         // that requests may name; nil for UTC only
	Versions       *Versions          // that clients may request; nil for a single one
	Resources      []*Resource        // in the order of the set
	Routes         []*Route           // all paths: those of each resource, then those without rows
	Root           []Link             // the links of the root
	// AccountMenu are the links of the account menu on pages, for people who are logged in.
	AccountMenu []Link
	Paths       *Paths[*Route]
	Tables      []schema.Table
	// Types are those with a table, each once, and a struct once for each of its tables: of the resources, of their relations' targets, and of
	// accounts.
	Types []*schema.Type
	// Queries are those of the view sets, by the value that identifies them in the code of a team.
	Queries map[any]*RowQuery
	// Audiences are the plans for requesters who may not read or write all members; nil if everybody may.
	Audiences *Audiences
	// Grants means that a rule uses the groups or permissions of accounts, which then have tables.
	Grants bool
	// SecondFactor is that of accounts; nil for a set without.
	SecondFactor *SecondFactor
	Audit        *Audit  // nil for none
	Events       *Events // nil if no changes of rows are published
	// Webhooks are the destinations of events; nil for none.
	Webhooks *Webhooks
	Jobs     *Jobs // nil for none
	// Warnings are remarks about valid declarations that may be unintended.
	Warnings []string
}

// SecondFactor is the second factor of accounts. Asked means that a rule asks for it.
type SecondFactor struct {
	auth.Factor
	Asked bool
}

// Link is a named address in the root.
type Link struct{ Name, Path string }

// Resource is a compiled resource.
type Resource struct {
	Path          string       // pattern of the collection, "/snippets/"; for a singleton, of its record
	RecordPattern string       // pattern of a record: "/snippets/{key}/"
	Singleton     bool         // each requester has one record, at Path
	Parent        *Parent      // nil for rows without a record above
	Operations    []*Operation // the built-in ones, then those of the team
	StaticNames   []string     // fixed texts in place of a key in RecordPattern, which no key may have
	Name          string       // "Snippet"
	ListName      string
	RecordName    string
	Description   string
	Actions       Actions         // the built-in ones of Operations
	Access        permission.Rule // of its paths, with its columns resolved
	// RowAccess is Access with the further conditions of those paths: that the record of a singleton
	// belongs to the requester, and that the requester may read the record above. It is the rule of the
	// rows on all other ways: along relations, from the code of a team, as choices, below RecordPath.
	RowAccess permission.Rule
	Type      *schema.Type
	Fields    []FieldRule // of its members, in the order of their names
	Order     []Order
	Ordering  *Ordering      // nil for lists without requested orders
	Members   *MemberChoices // nil if clients cannot choose them
	Pages     Paginator      // nil for lists that stream as a whole
	Envelope  Envelope       // nil for bare representations
	Bulk      Bulk           // writes that take many rows
	History   *History       // nil for none
	Audit     *Audit         // the audit whose entries the rows are; nil for rows of a team
	Events    bool           // whether changes of the rows are published
	// Facets are the filters of the list whose choices pages show with their numbers of rows, and
	// SavedViews the named queries that pages link to.
	Facets     []*Param
	SavedViews []SavedView
	KeepLists  bool // whether the pages of lists are kept in memory while the database stays the same
	Exports    bool // whether formats that contain only rows have the whole list, instead of a page
	// Params are all parameters in the query of a list: filters, search, ordering, members and paging, in
	// this order. There are also format, and names that begin with _.
	Params []*Param
	// RecordParams are those in the query of a record; nil if it is ignored.
	RecordParams []*Param
	Search       *Search // the one of Params with SearchRole; nil for none
	// RequireVersion means that a change or deletion of a record must state the version that the client has
	// read.
	RequireVersion bool
	// LastModified is the field with the time of a record's last change; nil for none.
	LastModified *schema.Field
	// KeepDeleted is how long rows are kept that are marked as deleted; 0 is forever.
	KeepDeleted   time.Duration
	ReadOnlyWhile []ReadOnlyWhile
	LimitChoices  []LimitChoices
	Lookup        schema.Lookup
	EmptyNotFound bool
	PutModifies   bool // a PUT changes only the members that are sent
	PutCreates    bool // a PUT to an address without a record creates it, for requesters who may write its Lookup

	// Writes are the possible writes of the set's operations to rows of Type's table: by this resource, by
	// others, by code of the team, and by the deletion of rows that they refer to.
	Writes Actions

	// Reads are the fields that a representation needs, with those that the rule uses.
	Reads []*schema.Field
	// Visibility are, by Field.Index, the resources whose rules determine which rows of a relation a
	// requester may see: one of them is enough. nil is a relation whose rows are all visible.
	Visibility [][]*Resource
	// Shapes are the representations by operation; that of Type itself if none is declared.
	Shapes Shapes
	// Title is the field that identifies rows to people, in choices and links, and RecordTitle the one in
	// the title of a record's page: each is shown by the representation, of a list or of a record, or is
	// the key. Neither is nil.
	Title, RecordTitle *schema.Field

	// Validate, BeforeSave and Preview are those of the view set; nil for none. row is a *T.
	Validate   func(call Call, row any) problem.Fields
	BeforeSave func(call Call, row any) error
	Preview    func(ctx context.Context, row any) (Preview, error)
	Hooks      Hooks
	// Queries are those of the view set.
	Queries []*RowQuery

	// Counters count events in the code of the resource; no two have the same name.
	Counters []*Counter
}

// Has reports whether the resource offers an action.
func (r *Resource) Has(a Actions) bool { return r.Actions&a != 0 }

// Derives reports whether code of a team changes or refuses rows before they are stored.
func (r *Resource) Derives() bool { return r.Validate != nil || r.BeforeSave != nil }

// TakesLookup reports whether clients send the value in the addresses of records in a create.
func (r *Resource) TakesLookup() bool {
	f := r.Shapes.Create.Type.FieldOf(r.Lookup.Field)
	return f != nil && f.WritableIn(true)
}

// Creates reports whether a PUT of the operation creates a record where there is none.
func (o *Operation) Creates() bool { return o.Builtin == Replace && o.Resource.PutCreates }

// Modifies reports whether a built-in operation changes only the members of a record that are sent.
func (o *Operation) Modifies() bool {
	return o.Builtin == Modify || o.Builtin == Replace && o.Resource.PutModifies
}
