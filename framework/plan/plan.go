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

// Plan is a compiled set: what every part of the service reads. It is immutable.
type Plan struct {
	Name     string
	RootName string          // heading of the root
	Access   permission.Rule // of the root; nil for everyone
	Theme    Theme
	// LinkHeader says that pages of lists have the addresses of others in the header Link (RFC 8288).
	LinkHeader bool
	Requests   RequestRules     // what requests may have that means nothing
	Schemes    []auth.Scheme    // how requesters say who they are; nil for those of the program
	EmailLogin bool             // accounts log in by their addresses too
	Scopes     []string         // all words that credentials may be limited to, sorted
	OwnScopes  []Scope          // those of the team
	Renderers  []media.Renderer // at least one that holds everything; in the order of the set
	Parsers    []media.Parser
	Errors     ErrorForm          // how it tells of refusals
	CORS       *CORS              // nil for pages of the same origin only
	Problems   ErrorForm          // the same, to who accepts problem details
	Languages  *problem.Languages // of its refusals; nil for English only
	TimeZones  *TimeZones         // that requests may name; nil for UTC only
	Versions   *Versions          // that clients may ask for; nil for a single one
	Resources  []*Resource        // in the order of the set
	Routes     []*Route           // all paths: those of each resource, then those without rows
	Root       []Link             // what the root lists
	Paths      *Paths[*Route]
	Tables     []schema.Table
	// Types are those that have a table, each once: of the resources, of what their relations lead to,
	// and of accounts.
	Types []*schema.Type
	// Queries are those that view sets list, by the value that the code of a team names them with.
	Queries map[any]*RowQuery
	// Audiences are the plans of those who may not read or write all members; nil where everybody may.
	Audiences *Audiences
	// Grants says that a rule asks for the groups or permissions of accounts, which have tables then.
	Grants bool
	Audit  *Audit  // nil where none is kept
	Events *Events // nil where changes of rows are told to nobody
	// Webhooks are where events are sent; nil where they are sent nowhere.
	Webhooks *Webhooks
	// Warnings are remarks about valid declarations that may not be meant.
	Warnings []string
}

// Link is an address that the root lists, under a name.
type Link struct{ Name, Path string }

// Resource is a compiled resource.
type Resource struct {
	Path          string       // pattern of the collection, "/snippets/"; of a singleton, of its record
	RecordPattern string       // pattern of a record: "/snippets/{key}/"
	Singleton     bool         // each requester has one record, at Path
	Parent        *Parent      // nil for rows that are below no others
	Operations    []*Operation // the built-in ones, then those of the team
	StaticNames   []string     // texts that stand where a key does in RecordPattern, and so can be no key
	Name          string       // "Snippet"
	ListName      string
	RecordName    string
	Description   string
	Actions       Actions         // the built-in ones of Operations
	Access        permission.Rule // of its paths, with its columns resolved
	// RowAccess is Access with what those paths ask besides: that the record of a singleton is the
	// requester's own, and that the requester may read the record above. It is the rule of the rows
	// wherever they are reached otherwise: along relations, by the code of a team, as choices, below
	// RecordPath.
	RowAccess permission.Rule
	Type      *schema.Type
	Fields    []FieldRule // of its members, in the order of their names
	Order     []Order
	Ordering  *Ordering      // nil for lists whose order is not the client's choice
	Members   *MemberChoices // nil where clients have no choice of them
	Pages     Paginator      // nil for lists that stream as a whole
	Envelope  Envelope       // nil for bare representations
	Bulk      Bulk           // writes that take many rows
	History   *History       // nil where none is kept
	Audit     *Audit         // whose entries the rows are; nil for rows of a team
	Events    bool           // changes of the rows are told
	// Facets are the filters of the list whose choices pages show with the number of rows that they leave, and SavedViews the
	// queries that pages lead to under a name.
	Facets     []*Param
	SavedViews []SavedView
	Exports    bool // formats that hold only rows have the whole list, and no page of it
	// Params are all parameters that the query of a list may have: filters, search, ordering, members and
	// paging, in this order. Beside them are format, and names that begin with _.
	Params []*Param
	// RecordParams are those that the query of a record may have; nil where it is not looked at.
	RecordParams []*Param
	Search       *Search // what the one of Params with SearchRole looks into; nil for none
	// RequireVersion says that a record is changed and deleted only by who says as what he has read it.
	RequireVersion bool
	// LastModified is the field that says when a record was last changed; nil for none.
	LastModified *schema.Field
	// KeepDeleted is how long rows are kept that are marked as deleted; 0 is for ever.
	KeepDeleted   time.Duration
	ReadOnlyWhile []ReadOnlyWhile
	LimitChoices  []LimitChoices
	Lookup        schema.Lookup
	EmptyNotFound bool

	// Writes are what the operations of the set may do to the rows of Type's table: of this resource, of
	// others, by code of the team, and by the deletion of rows that they refer to.
	Writes Actions

	// Reads are the fields that a representation needs, with those that the rule looks at.
	Reads []*schema.Field
	// Visibility are, by Field.Index, the resources whose rules say which rows of a relation a requester
	// may see: to one of them is enough. nil is a relation all of whose rows are seen.
	Visibility [][]*Resource
	// Shapes are the representations by operation; that of Type itself where none is declared.
	Shapes Shapes
	// Title is the field by which people tell rows apart, among choices and where links lead to them, and
	// RecordTitle the one by which a record's own page calls it: each is shown by the representation, of a
	// list or of a record, or is the key. Neither is nil.
	Title, RecordTitle *schema.Field

	// Validate, BeforeSave and Preview are the view set's; nil for none. row is a *T.
	Validate   func(call Call, row any) problem.Fields
	BeforeSave func(call Call, row any) error
	Preview    func(ctx context.Context, row any) (Preview, error)
	Hooks      Hooks
	// Queries are those that the view set lists.
	Queries []*RowQuery

	// Counters count events in the code of the resource; no two have the same name.
	Counters []*Counter
}

// Has reports whether the resource offers an action.
func (r *Resource) Has(a Actions) bool { return r.Actions&a != 0 }
