// View sets, and the types of their fields and pages.

package rest

import (
	"context"
	"reflect"
	"time"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/pagination"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest/internal/declaration"
	"example.com/resourceful/framework/schema"
)

// BelongsTo is a reference to one row of T.
type BelongsTo[T any] = schema.BelongsTo[T]

// HasMany are the rows of T that refer to this row.
type HasMany[T any] = schema.HasMany[T]

// HasOne is the row of T that refers to this row by a unique reference, if there is one.
type HasOne[T any] = schema.HasOne[T]

// ManyToMany are rows of T that a table of pairs joins to this row.
type ManyToMany[T any] = schema.ManyToMany[T]

// Date is a day without a time or a zone.
type Date = field.Date

// File is a file that belongs to a row: clients send it in a form, the row keeps its key, name, size and
// content type in columns, and the service its bytes in a store. The tag file limits it:
// file:"max=1MiB,ext=png jpg pdf"; with the word inline, browsers show it if its type is safe. Fields with of= show its parts, such as
// rest:"name,readonly,of=document.name", and a rest.Address with of= the address of its content. A file
// that is not "writeonly" is shown as the address of its content, which is then below its own name.
type File = field.File

// Image is a File that is an image: its content is checked, and its width and height are stored.
type Image = field.Image

// TimeOfDay is a time of day without a date or a zone.
type TimeOfDay = field.TimeOfDay

// Password is the hash of a password. Clients send the password and never read it, and the row has only its
// hash: Password rest.Password `rest:"password,writeonly" validate:"min=12"`. See Passwords.
type Password = field.Password

// NewTimeOfDay returns a time since midnight less its whole days.
func NewTimeOfDay(sinceMidnight time.Duration) TimeOfDay { return field.NewTimeOfDay(sinceMidnight) }

// NewDate returns the given day.
func NewDate(year int, month time.Month, day int) Date { return field.NewDate(year, month, day) }

// Check is a rule for texts, or a closed list of choices, that validate tags name.
type Check = field.Check

// Choice is one allowed value and its text for people.
type Choice = field.Choice

// Enum is a Go type whose values are a closed list: its method Choices returns them.
type Enum = field.Enum

// ChoiceOf returns a choice of an Enum's constant and its text for people; "" is the text of the constant.
func ChoiceOf[T ~string | ~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32](value T, label string) Choice {
	return field.ChoiceOf(value, label)
}

// MultipleChoice are some values of an Enum, each once, in the order of its choices.
type MultipleChoice[T Enum] = field.MultipleChoice[T]

// Actions are the built-in operations that a resource offers, joined by |.
type Actions = plan.Actions

// The actions, and their methods.
const (
	List     = plan.List     // GET on the collection
	Create   = plan.Create   // POST on the collection
	Retrieve = plan.Retrieve // GET on a record
	Replace  = plan.Replace  // PUT on a record
	Modify   = plan.Modify   // PATCH on a record
	Destroy  = plan.Destroy  // DELETE on a record

	ReadOnly   = plan.ReadOnly   // only reading
	Everything = plan.Everything // all actions, the default of ViewSet.Actions
)

// PageNumber divides lists into pages that ?page=N selects.
type PageNumber = pagination.PageNumber

// LimitOffset divides lists into pages by ?limit= and ?offset=.
type LimitOffset = pagination.LimitOffset

// Cursor divides lists into pages that link to one another, by the values of the list's order.
type Cursor = pagination.Cursor

// The ways in which pages count their list, for Count of [PageNumber], [LimitOffset] and others. Without
// one, each counts in its default way.
const (
	CountAll      = plan.CountAll      // every row
	CountNone     = plan.CountNone     // no row: the number is null
	CountEstimate = plan.CountEstimate // the first 10,000 rows; for a longer list the estimate of PostgreSQL, and null in SQLite
)

// CountUpTo counts at most that many rows: for a longer list the number is null.
func CountUpTo(rows int64) plan.Count { return plan.CountUpTo(rows) }

// FieldOf names one field of T, checked by the compiler; see Field.
type FieldOf[T any] struct {
	pointer func(*T) any
}

// Field names a field by a function that returns its address.
func Field[T, F any](address func(*T) *F) FieldOf[T] {
	return FieldOf[T]{pointer: func(row *T) any { return address(row) }}
}

// ViewSet declares a resource: the paths of rows of T, and the permissions on them.
type ViewSet[T any] struct {
	// Path is the path of the collection, such as "/snippets/". Records are below it. A segment in braces
	// names the rest.BelongsTo of T that refers to the record in the path: "/tickets/{ticket}/comments/"
	// has the comments of one ticket, for requesters who may read it. A create takes the reference from the
	// path.
	Path string
	// RecordPath is the path above the records, if it is not Path: "/comments/".
	RecordPath string
	// Singleton means that each requester has one row, at Path: the one that the requester owns, or the
	// requester's account. It may be retrieved, replaced and modified, and, if Actions contain them,
	// created and destroyed. Without credentials nobody has one.
	Singleton bool
	// Table is the database table; the plural of T's name by default.
	Table string
	// Unmanaged means that the table exists and others manage it: the service never creates, changes or drops the table, its
	// columns, indexes, sequences and constraints. Its columns may have other types than a table of the service, such as
	// int4, varchar(5), an enum, jsonb or timestamp without time zone; a value that a column cannot hold is refused.
	// PostgreSQL finds the table by its search path. Without writes it may be a view, a materialized view or a foreign
	// table, in which the column of the key must be unique. All view sets of a table agree on it.
	Unmanaged bool
	// Name is the name of a record: T's name by default.
	Name string
	// ListName and RecordName are the names of the two views, for programs: in OPTIONS and OpenAPI. They are "Snippet List"
	// and "Snippet Instance" by default. Pages show them in the section for developers, and call a list by its path.
	ListName, RecordName string
	// Description describes the purpose of the resource in a sentence or two.
	Description string
	// Actions are the built-in operations offered; zero offers everything.
	Actions Actions
	// Extra are the operations of the team: OnRecord, OnList and Sublist make them.
	Extra []Action
	// Access is the rule of permissions; nil is the rule of the set.
	Access permission.Rule
	// Fields determine who may read and write which members.
	Fields FieldRules
	// DestroyAccess determines who may delete a record, if it differs from changing it: requesters who may
	// read the record and meet this rule.
	DestroyAccess permission.Rule
	// Owner is the relation to the account that owns a row. A create sets it to the requester, and the
	// rules about owners use it.
	Owner FieldOf[T]
	// Order are wire or column names, "-" before one for descending. The key is always last. Rows without a
	// value sort below all others, or as "nulls first" or "nulls last" after the name states.
	Order []string
	// Search are the paths for ?search=, in addition to the fields whose tags contain "search":
	// "project.name" for texts that contain the word. Before the path "^" means texts that begin with it,
	// "=" equal texts, "@" full text, and "$" patterns. Every word must be found in one. Of related rows,
	// only those count that the requester may see.
	Search []string
	// SearchParam is the name of the parameter; "search" by default.
	SearchParam string
	// Indexes are those of the table that no tag can declare: of several fields, for some of the rows, or
	// for fields that are unique together.
	Indexes []Index
	// Constraints are conditions on several fields that every row must meet, if no word of a validate tag
	// declares them.
	Constraints []Constraint
	// SoftDelete makes deletions mark rows instead of removing them.
	SoftDelete SoftDelete
	// ReadOnlyWhile are fields that clients may change only in some rows: until a ticket is closed.
	ReadOnlyWhile []ReadOnlyWhile
	// LimitChoices limit the rows of relations.
	LimitChoices []LimitChoices
	// Ordering are the orders that clients may request by ?ordering=: wire names, paths along references
	// such as "project.name", or several fields under a name, "newest=-created". "-" before a name requests
	// the opposite. Rows without a value come last either way, unless "nulls first" follows the name. Order
	// sorts rows that are equal in the order of the client.
	Ordering []string
	// Members determine what clients may choose of the representations by ?fields=, ?omit= and ?expand=.
	Members Members
	// Filters are parameters of the query of the list in addition to those of the word "filter" in tags:
	// along relations, or under other names.
	Filters []Filter
	// Or lets clients join filters by "or": ?or=status%3Dopen&or=priority%3Dhigh are the rows that meet all filters of one of
	// the values, each a URL-encoded query.
	Or bool
	// Totals let clients request counts, sums and averages of the rows that match filters and search, in groups: see [Totals].
	Totals Totals
	// Unindexed are filters that no index serves, such as title__icontains, and searches by more than @, ^
	// and =. Each has the reason why that is acceptable: "a project has few labels". The command check
	// warns about others.
	Unindexed map[string]string
	// Params are parameters of the query of the list that Go functions read, if no look-up suits.
	Params []Param
	// Pages divides the list into pages: [PageNumber], [LimitOffset] or a paginator of the team; nil for a
	// list that streams as a whole.
	Pages plan.Paginator
	// Exports permits clients to download the whole list that matches filters and search, in those formats
	// of the set that contain only rows, such as CSV. It is sent as a file, row by row, for any length.
	// Without it these formats have pages like all others.
	Exports bool
	// Facets are the names of filters by choices, booleans and references whose choices pages show with the
	// number of matching rows under the other filters. Each takes one statement for each page of the list.
	Facets []string
	// SavedViews are named queries of the list that its pages link to, see [SavedView].
	SavedViews []SavedView
	// Bulk determines which writes take many rows in one request; the zero value is none.
	Bulk Bulk
	// History records who has changed a record, when, and how; nil records nothing: see [History].
	History *History
	// Events publishes changes of the rows at /-/events: see [Events].
	Events bool
	// Throttles limit how often its operations may run.
	Throttles []Throttle
	// Envelope wraps the representations, such as [Envelope] or a type of the team; nil for bare ones.
	Envelope plan.Envelope
	// Lookup is the wire name of the field that identifies records in addresses, as in "/projects/{slug}/":
	// one that is unique, never null and shown. It is the key by default. A change of its value changes the
	// address of the record.
	Lookup string
	// LookupPattern is a regular expression for the whole of such a value: a path with another value does
	// not exist, and is a 404 for every requester. Without it such a path is a record that does not exist,
	// after the permission check, and texts consist of letters, digits, "-" and "_"; those of a table that
	// others manage are any. A pattern for texts may permit other characters, except a slash.
	LookupPattern string
	// Cache lets caches use the list and the records for a while without asking again, see [Caching].
	Cache Caching
	// KeepLists keeps pages of the list in memory, and answers with them while no process commits anything to the database:
	// no response is older than its request. It suits a list that is read much more often than the database is written.
	// HTML pages are always read. The rows must depend on the database alone, and so must a paginator and an Envelope of
	// the team.
	KeepLists bool
	// RequireVersion refuses a PUT, PATCH or DELETE of a record that does not state the version that was
	// read: 428. If-Match states it, and so do If-Unmodified-Since with LastModified, and the forms of
	// pages.
	RequireVersion bool
	// LastModified is the wire or column name of the time of a record's last change. Records have it in the
	// header Last-Modified, and changes may require it by If-Unmodified-Since. Code must set it, such as
	// BeforeSave.
	LastModified string
	// PutModifies lets a PUT change only the members that are sent, as a PATCH does, for clients that send the
	// changed ones by PUT. Otherwise a PUT requires every required member.
	PutModifies bool
	// PutCreates lets a PUT to the address of a record that does not exist create it: 201 with Location instead of
	// 404, for requesters who may both create and change records. The address has the value of Lookup, which clients
	// must be able to send in a create; the body may leave it out. A PUT with If-Match never creates, and one with
	// "If-None-Match: *" never replaces.
	PutCreates bool
	// EmptyNotFound sends an empty body for a record that does not exist.
	EmptyNotFound bool
	// Serializer contains validation and derived fields.
	Serializer Serializer[T]
	// Shapes are representations of other structs than T, by operation.
	Shapes Shapes
	// Preview makes further content for the page of a record, such as a picture of it. The row has all its
	// columns, even hidden ones. Before it is read, memory is reserved for it and for HTML of the same
	// size; without enough memory the page is a 503. nil for none.
	Preview func(ctx context.Context, row *T) (Preview, error)
	// Queries are those of the team's code: see Query. Any view set of the set may list them.
	Queries []DeclaredQuery
	// Counters count events in the code of the resource, for the metrics of the service.
	Counters []*Counter
}

// Preview is the content from a team for the page of a record.
type Preview = plan.Preview

// Resource is an element of a set: a ViewSet of some type, or an Endpoint.
type Resource interface {
	declare() *declaration.ViewSet
}

func (v ViewSet[T]) declare() *declaration.ViewSet {
	d := &declaration.ViewSet{
		GoType: reflect.TypeFor[T](),
		Path:   v.Path, RecordPath: v.RecordPath, Singleton: v.Singleton, Table: v.Table, Unmanaged: v.Unmanaged,
		Name: v.Name, ListName: v.ListName, RecordName: v.RecordName, Description: v.Description,
		Actions: v.Actions, Extra: convert(v.Extra, func(a Action) declaration.Action { return a.action }),
		Access: v.Access, DestroyAccess: v.DestroyAccess, Fields: v.Fields,
		Order: v.Order, Ordering: v.Ordering, Search: v.Search, SearchParam: v.SearchParam,
		Indexes:       convert(v.Indexes, func(i Index) declaration.Index { return declaration.Index(i) }),
		Constraints:   convert(v.Constraints, func(c Constraint) declaration.Constraint { return declaration.Constraint(c) }),
		SoftDelete:    declaration.SoftDelete(v.SoftDelete),
		ReadOnlyWhile: convert(v.ReadOnlyWhile, func(r ReadOnlyWhile) declaration.ReadOnlyWhile { return declaration.ReadOnlyWhile(r) }),
		LimitChoices:  convert(v.LimitChoices, func(l LimitChoices) declaration.LimitChoices { return declaration.LimitChoices(l) }),
		Members:       v.Members.declare(),
		Filters:       convert(v.Filters, func(f Filter) declaration.Filter { return declaration.Filter(f) }),
		Params:        convert(v.Params, Param.declare), Unindexed: v.Unindexed,
		Pages: v.Pages, Exports: v.Exports, KeepLists: v.KeepLists, Or: v.Or, Totals: declaration.Totals(v.Totals), Cache: v.Cache, Facets: v.Facets, SavedViews: v.SavedViews, Bulk: v.Bulk,
		Events: v.Events, Throttles: v.Throttles, Envelope: v.Envelope,
		Lookup: v.Lookup, LookupPattern: v.LookupPattern, RequireVersion: v.RequireVersion, LastModified: v.LastModified,
		PutModifies: v.PutModifies, PutCreates: v.PutCreates, EmptyNotFound: v.EmptyNotFound, Shapes: v.Shapes.declare(), Queries: convert(v.Queries, declareQuery), Counters: v.Counters,
		BeforeSave: hook(v.Serializer.BeforeSave), Hooks: v.Serializer.hooks(),
		Computed: plain(v.Serializer.Computed), Messages: v.Serializer.Messages,
	}
	if e, is := v.Envelope.(Envelope); is {
		d.EnvelopeList, d.EnvelopeNeighbours = e.List, e.Next+e.Previous
	}
	if h := v.History; h != nil {
		d.History = &plan.History{Deleted: h.Deleted, Max: h.Max}
	}
	if v.Owner.pointer != nil {
		d.Owner = func(row reflect.Value) any { return v.Owner.pointer(row.Interface().(*T)) }
	}
	if check := v.Serializer.Validate; check != nil {
		d.Validate = func(call plan.Call, row any) problem.Fields { return check(&Call{call}, row.(*T)) }
	}
	if v.Preview != nil {
		d.Preview = func(ctx context.Context, row any) (Preview, error) { return v.Preview(ctx, row.(*T)) }
	}
	return d
}

// convert returns a list of another type, nil for nil.
func convert[From, To any](list []From, to func(From) To) []To {
	if list == nil {
		return nil
	}
	converted := make([]To, 0, len(list))
	for _, v := range list {
		converted = append(converted, to(v))
	}
	return converted
}
