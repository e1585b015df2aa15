// View sets: resources of rows.

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

// ManyToMany are rows of T joined to this row by a table of pairs.
type ManyToMany[T any] = schema.ManyToMany[T]

// Date is a day without a time or a zone.
type Date = field.Date

// File is a file that belongs to a row: clients send it in a form, the row keeps its key, name, size and
// content type in columns, and the service its bytes in a store. The tag file says what it may be:
// file:"max=1MiB,ext=png jpg pdf". Fields with of= show its parts, such as
// rest:"name,readonly,of=document.name", and a rest.Address with of= the address of its content. A file that
// is not "writeonly" is shown as the address of its content itself, which is then below its own name.
type File = field.File

// Image is a File that is an image, whose content is checked and whose width and height are kept.
type Image = field.Image

// TimeOfDay is a time of day without a date or a zone.
type TimeOfDay = field.TimeOfDay

// Password is the hash of a password. Clients send the password, which they never read again, and the row has
// only its hash: Password rest.Password `rest:"password,writeonly" validate:"min=12"`. See Passwords.
type Password = field.Password

// NewTimeOfDay returns a time since midnight less its whole days.
func NewTimeOfDay(sinceMidnight time.Duration) TimeOfDay { return field.NewTimeOfDay(sinceMidnight) }

// NewDate returns the given day.
func NewDate(year int, month time.Month, day int) Date { return field.NewDate(year, month, day) }

// Check is a rule for texts, or a closed list of choices, that validate tags name.
type Check = field.Check

// Choice is one allowed value and how people read it.
type Choice = field.Choice

// Enum is a Go type whose values are a closed list: its method Choices returns them.
type Enum = field.Enum

// ChoiceOf is a constant of an Enum and what people read; "" is the text of the constant.
func ChoiceOf[T ~string | ~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32](value T, label string) Choice {
	return field.ChoiceOf(value, label)
}

// MultipleChoice are some values of an Enum, each once, in the order of its choices.
type MultipleChoice[T Enum] = field.MultipleChoice[T]

// Actions are the built-in operations that a resource offers, joined by |.
type Actions = plan.Actions

// The actions, and the methods that reach them.
const (
	List     = plan.List     // GET on the collection
	Create   = plan.Create   // POST on the collection
	Retrieve = plan.Retrieve // GET on a record
	Replace  = plan.Replace  // PUT on a record
	Modify   = plan.Modify   // PATCH on a record
	Destroy  = plan.Destroy  // DELETE on a record

	ReadOnly   = plan.ReadOnly   // only reading
	Everything = plan.Everything // all actions, as the zero value of ViewSet.Actions offers
)

// PageNumber cuts lists into pages that ?page=N selects.
type PageNumber = pagination.PageNumber

// LimitOffset cuts lists into pages by ?limit= and ?offset=.
type LimitOffset = pagination.LimitOffset

// Cursor cuts lists into pages that lead to one another, by the values of the list's order.
type Cursor = pagination.Cursor

// How pages count their list, under Count of [PageNumber], [LimitOffset] and others. Without a word each counts
// in its usual way.
const (
	CountAll      = plan.CountAll      // every row
	CountNone     = plan.CountNone     // no row: the number is null
	CountEstimate = plan.CountEstimate // the first 10,000 rows; of a longer list the estimate of PostgreSQL, and null of SQLite
)

// CountUpTo counts so many rows: of a longer list the number is null.
func CountUpTo(rows int64) plan.Count { return plan.CountUpTo(rows) }

// FieldOf names one field of T, checked by the compiler; see Field.
type FieldOf[T any] struct {
	pointer func(*T) any
}

// Field names a field by a function that returns its address.
func Field[T, F any](address func(*T) *F) FieldOf[T] {
	return FieldOf[T]{pointer: func(row *T) any { return address(row) }}
}

// ViewSet declares a resource: the paths under which rows of T are read and written, and who may.
type ViewSet[T any] struct {
	// Path is the collection, such as "/snippets/". Records are below it. A segment in braces names the
	// rest.BelongsTo of T that refers to the record which it stands for: "/tickets/{ticket}/comments/"
	// has the comments of one ticket, and only for those who may read that. A create takes the
	// reference from the path.
	Path string
	// RecordPath is the path below which the records are, where it is not Path: "/comments/".
	RecordPath string
	// Singleton says that each requester has one row, which is at Path: the one that he owns, or his
	// account. It may be retrieved, replaced and modified, and, where Actions say so, created and
	// destroyed. Nobody has one without credentials.
	Singleton bool
	// Table is the database table; the plural of T's name by default.
	Table string
	// Name is what a record is called: T's name by default.
	Name string
	// ListName and RecordName are the headings of the two views; "Snippet List" and
	// "Snippet Instance" by default.
	ListName, RecordName string
	// Description says in a sentence or two what the resource is for.
	Description string
	// Actions are the built-in operations offered; zero offers everything.
	Actions Actions
	// Extra are the operations of the team's own: OnRecord, OnList and Sublist make them.
	Extra []Action
	// Access says who may do what; nil takes the rule of the set.
	Access permission.Rule
	// Fields say who may read and write which members.
	Fields FieldRules
	// DestroyAccess says who may delete a record, where that is not who may change it: whoever may read the
	// record and whom this rule allows.
	DestroyAccess permission.Rule
	// Owner is the relation to the account that owns a row. It is set to the requesting user at
	// a create, and the rules about owners go by it.
	Owner FieldOf[T]
	// Order are wire or column names, "-" before one for descending. The key is always last. Rows
	// without a value are below all others, or where the name is followed by "nulls first" or "nulls last".
	Order []string
	// Search are paths in which ?search= looks for words, beside the fields whose tags say "search":
	// "project.name" for texts that contain the word. Before the path "^" asks for texts that begin with it,
	// "=" for those equal to it, "@" for full text, "$" for patterns. Every word has to be found in one. Of
	// rows that relations lead to, those count that the requester may see.
	Search []string
	// SearchParam is the name of the parameter; "search" by default.
	SearchParam string
	// Indexes are those of the table that no tag can say: of several fields, for some of the rows, or that
	// keep fields unique together.
	Indexes []Index
	// Constraints are conditions on several fields that every row has to meet, where no word of a validate tag
	// says so.
	Constraints []Constraint
	// SoftDelete lets deletions mark rows in place of removing them.
	SoftDelete SoftDelete
	// ReadOnlyWhile are fields that clients may change only of some rows: until a ticket is closed.
	ReadOnlyWhile []ReadOnlyWhile
	// LimitChoices say which rows relations may lead to.
	LimitChoices []LimitChoices
	// Ordering are the orders that clients may ask for by ?ordering=: wire names, paths along references such
	// as "project.name", or several fields under a name of the team's, "newest=-created". "-" before a name
	// asks for the opposite. Rows without a value come last either way, unless "nulls first" follows the name.
	// Order sorts rows that are equal in the order of the client.
	Ordering []string
	// Members say what clients may choose of the representations by ?fields=, ?omit= and ?expand=.
	Members Members
	// Filters are parameters of the query of the list beside those of the word "filter" of tags: along
	// relations, or under names of the team's own.
	Filters []Filter
	// Unindexed are filters that no index serves, such as title__icontains, and searches by more than @, ^ and
	// =. Each has the reason why that will do: "a project has few labels". Of others the command check warns.
	Unindexed map[string]string
	// Params are parameters of the query of the list that Go functions read, for what no look-up asks.
	Params []Param
	// Pages cuts the list into pages: [PageNumber], [LimitOffset] or a team's own; nil for a list that
	// streams as a whole.
	Pages plan.Paginator
	// Exports lets clients have the whole list that filters and search leave, in those formats of the set that
	// hold only rows, such as CSV. It comes as a file, row by row, however long it is. Without it these have
	// pages as all formats do.
	Exports bool
	// Facets are the names of filters by choices, booleans and references whose choices pages show with the number of rows
	// that they leave under the other filters. Each takes one statement for each page of the list.
	Facets []string
	// SavedViews are queries of the list that its pages lead to under a name, see [SavedView].
	SavedViews []SavedView
	// Bulk says which writes take many rows in one request; the zero value is none.
	Bulk Bulk
	// History keeps who has changed a record, when, and how; nil keeps nothing: see [History].
	History *History
	// Events tells changes of the rows to whoever waits for them at /-/events: see [Events].
	Events bool
	// Throttles are how often its operations may be done.
	Throttles []Throttle
	// Envelope stands around the representations, as [Envelope] does or a team's own; nil for bare
	// ones.
	Envelope plan.Envelope
	// Lookup is the wire name of the field by whose value addresses name the records, as in
	// "/projects/{slug}/": one that is unique, never null and shown. The key by default. A record whose
	// value changes has another address from then on.
	Lookup string
	// LookupPattern is a regular expression that the whole of such a value matches: a path with
	// anything else is no path at all, 404 whoever asks. Without it such a path is a record that does
	// not exist, after the permission check, and texts are made of letters, digits, "-" and "_". A
	// pattern for texts may take more than these, though no slash.
	LookupPattern string
	// RequireVersion refuses a PUT, PATCH or DELETE of a record that does not say as what it was read: 428. It is said
	// by If-Match, by If-Unmodified-Since where there is LastModified, and by the forms of pages.
	RequireVersion bool
	// LastModified is the wire or column name of the time at which a record was last changed. Records have it in
	// the header Last-Modified, and changes may ask for it by If-Unmodified-Since. Somebody has to set it, such
	// as BeforeSave.
	LastModified string
	// EmptyNotFound answers for a record that does not exist with an empty body.
	EmptyNotFound bool
	// Serializer holds validation and derived fields.
	Serializer Serializer[T]
	// Shapes are representations of other structs than T, by operation.
	Shapes Shapes
	// Preview makes content of the team's own for the page of a record, such as a picture of it.
	// The row has all its columns, those that are not shown too. Before it is read, room is taken
	// for it and for as much HTML; a page for which there is none is a 503. nil for none.
	Preview func(ctx context.Context, row *T) (Preview, error)
	// Queries are those that the code of a team asks with: see Query. Which view set of the set lists one
	// makes no difference.
	Queries []DeclaredQuery
	// Counters count what the code of the resource does, for the metrics of the service.
	Counters []*Counter
}

// Preview is a team's own content for the page of a record.
type Preview = plan.Preview

// Resource is what a set lists: a ViewSet of some type, or an Endpoint.
type Resource interface {
	declare() *declaration.ViewSet
}

func (v ViewSet[T]) declare() *declaration.ViewSet {
	d := &declaration.ViewSet{
		GoType: reflect.TypeFor[T](),
		Path:   v.Path, RecordPath: v.RecordPath, Singleton: v.Singleton, Table: v.Table,
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
		Pages: v.Pages, Exports: v.Exports, Facets: v.Facets, SavedViews: v.SavedViews, Bulk: v.Bulk,
		Events: v.Events, Throttles: v.Throttles, Envelope: v.Envelope,
		Lookup: v.Lookup, LookupPattern: v.LookupPattern, RequireVersion: v.RequireVersion, LastModified: v.LastModified,
		EmptyNotFound: v.EmptyNotFound, Shapes: v.Shapes.declare(), Queries: convert(v.Queries, declareQuery), Counters: v.Counters,
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

// convert makes a list of another type, nil of nil.
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
