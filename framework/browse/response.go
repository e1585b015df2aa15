// What a page says, before it is laid out.

package browse

import (
	"net/http"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/cells"
	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/pageapi"
)

// response is what the API answered and what can be done next. Nothing in it is escaped.
type response struct {
	Method string // of the request: "GET"
	Path   string // of the request, as it was sent
	Query  string // of the request, without the question mark
	Base   string // "http://host"
	// Language is what people are told in; nil for English.
	Language *problem.Language
	// Version is how addresses ask for the version of the request.
	Version pageapi.VersionAddress
	User    *auth.User
	// NoLogin says that people cannot log in: none of the schemes has a form for that.
	NoLogin bool
	// NoBasic says that none of the schemes is Basic.
	NoBasic bool

	Find *findForm // in the header; nil for none

	Name        string // of the view: "Snippet List"
	Description string
	Crumbs      []crumb
	Status      int
	Headers     []header     // of the plain representation: Allow, Content-Type, Vary, Location
	Body        []byte       // the plain representation, JSON indented by 4; empty for none
	Shown       media.Format // that the person asked to see the representation in
	Text        []byte       // the representation in that format; empty for JSON, which is Body
	Formats     []media.Format

	Endpoint *plan.Resource // nil at the root and where there is no route
	IsList   bool           // the answer is a list: of the endpoint's records, or of RowType
	IsRecord bool           // the answer is one record of it, or one of RowType
	AtRecord bool           // the address is that of a record, or below it
	Chosen   *schema.Type   // of the rows of a list whose members the client has chosen; else nil
	RowType  *schema.Type   // of what an operation of a team has answered; nil for records of the endpoint
	Options  bool           // the answer is the metadata of the view
	Failed   bool           // the answer is an error
	Card     bool           // the page has its form and what came of it, and nothing else
	Detail   string         // of the error, for people

	Views       []savedView    // of the list
	Columns     []string       // that were asked for, of a list; nil for the usual ones
	Ticks       *bulkForm      // what may be done with rows that are ticked; nil for nothing
	Question    *bulkQuestion  // before many records are written; nil for none
	Import      *sheetForm     // that takes CSV; nil for none
	ImportAt    string         // where that is, on a list; "" for nowhere
	Heading     string         // what people call the record; "" where the page is of none
	Past        []past         // of the history of a record
	Compares    *comparing     // lets two versions of it be compared; nil where there is one
	Compared    *comparison    // two of them; nil for none
	Beside      []beside       // the records before and behind this one in the list that it was come to from
	Collections []catalog.Link // of the root
	Rows        []cells.Row    // the records of a list, or the record
	Total       int            // of the records of the list; Rows may hold the first of them alone
	Short       int            // of these, those that Body has no room for
	Part        bool           // the list has no pages in other formats, and Body is one part of it
	Links       *plan.Page
	Filter      *filterForm // above the list, or above what is wrong with its query; nil for none

	Preview plan.Preview // of one record: the team's own content

	Create *form // nil where the requester may not create
	Edit   *form // nil where the requester may not change the record
	Delete *form // nil where the requester may not delete it; has no fields

	// Own are the forms of the team's operations that the requester may use, and Reads lead to
	// those that only read.
	Own   []*form
	Reads []catalog.Link
	// Refused is why the requester may not use the others.
	Refused []refused
	// Operations are those of the team that the requester may use at an address that has no others.
	Operations []*plan.Operation

	// Subject tells a record from others: its key and its title. Of a record that was read alone.
	Subject string
	// Opens is the form that the page is of, such as serve.ShowCreate; "" for all that there is. Duplicate leads to the form
	// of a new record that begins as this one; "" where the requester may make none.
	Opens, Duplicate string
	// Confirm says that the page asks before a deletion: nothing but that, or, where Delete is nil,
	// that the requester may not. Impacts are what the deletion does to other records.
	Confirm bool
	Impacts []catalog.DeleteImpact
	// RelationSearch is the field whose related rows were searched for; "" for none.
	RelationSearch string
	// Conflict is what the record and a form that was refused differ in, because the record has
	// changed since the form was shown; nil where that is not so.
	Conflict *conflict
	// Raw is the body that was written by hand and refused; nil where none was.
	Raw *pageapi.Raw
	// Sent is what was typed into a form that was refused and is no longer offered.
	Sent []inputs.SentField
	// Lost says that a body that was written by hand is neither offered again nor shown, because it
	// may hold write-only values.
	Lost bool
	// Login is a login that brings the form back; nil where the requester is known, or sent no
	// form.
	Login *relogin
	// Resumed says that the answer is to such a login that has succeeded.
	Resumed bool
	// Tried says that the answer is to a dry run, and Trial what that would have changed in the record; nil where it
	// would have made or deleted one, or answers something else.
	Tried bool
	Trial *trial
	// Resend is the form that a fault of ours, or of too many requests, kept from being done.
	Resend *resend
	// RequestID tells operators which request failed; "" where there is none.
	RequestID string
	// Flash says what the requester did on the page before, and Done what this request has done,
	// for people; "" for nothing.
	Flash, Done string
	// Undo is the path that takes back what Flash tells of, by a form with UndoKey; "" for none.
	Undo, UndoKey string
	// Saved is the path of what a form had saved when it was sent before; "" where it was not.
	Saved string

	// Response are the headers of the page itself, for the renderer to add to.
	Response http.Header
}

// shownType is the type of the rows that the page shows.
func (a *response) shownType() *schema.Type {
	switch {
	case a.RowType != nil:
		return a.RowType
	case a.Chosen != nil:
		return a.Chosen
	case a.IsList:
		return a.Endpoint.Shapes.List.Type
	default:
		return a.Endpoint.Shapes.Retrieve.Type
	}
}

// header is one header of the plain representation.
type header struct{ Name, Value string }
