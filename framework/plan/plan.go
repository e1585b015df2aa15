package plan

import (
	"context"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
)

// Plan is a compiled set: what every part of the service reads. It is immutable.
type Plan struct {
	Name      string
	RootName  string          // heading of the root
	Access    permission.Rule // of the root; nil for everyone
	Theme     Theme
	Schemes   []auth.Scheme    // how requesters say who they are; nil for those of the program
	Renderers []media.Renderer // at least one that holds everything; in the order of the set
	Parsers   []media.Parser
	Errors    ErrorForm   // how it tells of refusals
	Resources []*Resource // in the order of the set
	Tables    []schema.Table
}

// Resource is a compiled resource.
type Resource struct {
	Key          string // name in the root: "snippets"
	Path         string // "/snippets/"
	Name         string // "Snippet"
	ListName     string
	RecordName   string
	Description  string
	Actions      Actions
	Access       permission.Rule // with its columns resolved
	Type         *schema.Type
	Order        []Order
	Pages        Paginator // nil for lists that stream as a whole
	Envelope     Envelope  // nil for bare representations
	Lookup       schema.Lookup
	BareNotFound bool

	// Reads are the fields that a representation needs, with those that the rule looks at.
	Reads []*schema.Field
	// Seen are, by Field.Index, the resources whose rules say which rows of a relation a requester
	// may see: to one of them is enough. nil is a relation all of whose rows are seen.
	Seen [][]*Resource
	// Title is the field by which people tell records apart; never nil.
	Title *schema.Field

	// Validate, BeforeSave and Preview are the view set's; nil for none. row is a *T.
	Validate   func(ctx context.Context, row any) problem.Fields
	BeforeSave func(ctx context.Context, row any) error
	Preview    func(ctx context.Context, row any) (Preview, error)

	// Counters are what the code of the resource counts, each under a name of its own.
	Counters []*Counter
}

// Order is one step of an ordering.
type Order struct {
	Field *schema.Field
	Desc  bool
}

// Has reports whether the resource offers an action.
func (r *Resource) Has(a Actions) bool { return r.Actions&a != 0 }
