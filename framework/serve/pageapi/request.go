// The request of a page, and the rows that it may show.

package pageapi

import (
	"time"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
)

// Request is the request of a page: its facts, and the questions that a page may ask for the requester.
type Request interface {
	// Facts returns the known facts so far.
	Facts() Facts
	// Offered reports whether the address has the operation of the request, for any requester.
	Offered() bool
	// MayRead reports whether the requester may read some rows of the resource.
	MayRead() bool
	// MayWrite returns the unsafe actions of the route that the requester may use. Rules about a record
	// look at the one of LoadRecord.
	MayWrite() (plan.Actions, error)
	// MayDo returns the operations among own that the requester may use. Rules about a record look at the
	// one of LoadRecord.
	MayDo(own []*plan.Operation) (may []*plan.Operation, err error)
	// MayCreate reports whether the requester may create rows of an endpoint, as far as its rule does not look at the row.
	MayCreate(e *plan.Resource) bool
	// Refused returns the operations that rules refuse to the requester. Rules about a record look at the
	// one of LoadRecord. Operations with the same rule form one group. It leaves out operations that answer
	// as if there were nothing, see permission.OrNotFound, and those that do not apply to the record, see
	// plan.When.
	Refused(operations []*plan.Operation) (refused []Refused, err error)
	// Input returns the sent values for a record. It decodes a raw body now, so only call it for requesters
	// who may write the record.
	Input() schema.Input
	// LoadRecord returns the route's record with its row type, as the requester may see it. It returns the
	// record that the request has read; if there is none, or fresh is true, it reads it again. It returns
	// nil if there is no record.
	LoadRecord(fresh bool) (*schema.Record, error)
	// ReadOnlyFields returns the fields that are read-only for the record of LoadRecord.
	ReadOnlyFields() map[*schema.Field]string
	// WithRow calls fn with the record's row, which is valid until fn returns. It does not call fn if there
	// is no row.
	WithRow(fn func(row *schema.Record) error) error
	// RowSize returns the size of the texts in the record's row, in bytes.
	RowSize() (int64, error)
	// Tag returns the record's entity tag in a format that holds everything. Forms carry it as their
	// version.
	Tag(rec *schema.Record) string
	// Represent returns the response in the format with a name. It returns JSON if the format is unknown or
	// cannot hold the response.
	Represent(name string) (Representation, error)
	// Versions returns the record's versions after some entries of its history, as the requester may see
	// them. An unknown id is a refusal: 404.
	Versions(ids ...string) (versions []PastVersion, err error)
	// Deletions returns when rows of a list of deleted records were deleted and, to those who may read the history of deleted
	// records, by whom. It runs one statement, and one for the history.
	Deletions(keys []schema.Key) (map[schema.Key]Deletion, error)
	// Effects returns the effects on other records if the record of LoadRecord were deleted.
	Effects() ([]Effect, error)
	// EffectsOn returns the effects on other records if some records were deleted.
	EffectsOn(keys []schema.Key) ([]Effect, error)
	// Writable returns which rows of the list the requester may change or, with destroy, delete in bulk. It
	// runs one statement, and one more for each part of a rule that Go cannot decide.
	Writable(keys []schema.Key, destroy bool) (map[schema.Key]bool, error)
	// Filtered calls each with the rows that match the filters and the search of a list's query and that the
	// requester may read, in the declared order: the rows of a DELETE with the query, at most limit. A row
	// is valid until each returns. A query that the list refuses is a mistake in ListField.
	Filtered(query string, limit int64, each func(row *schema.Record) error) error
	// Related returns the rows of an endpoint that the requester may read.
	Related(e *plan.Resource) RelatedRows
	// Listed is Related under the rule and the scopes of the operation that lists the rows.
	Listed(e *plan.Resource) RelatedRows
	// CountFacet calls each with the number of rows for each value of a filter, under the other filters of the
	// request. A value is as in a form, or the key of a referenced row. It leaves out values without rows,
	// and runs one statement. It does nothing for a list that was refused.
	CountFacet(param *plan.Param, each func(value string, count int64)) error
	// Neighbours calls each with the record before and the record behind the page's record, in the list with a
	// query, among those that the requester may read. The record itself may no longer be in that list. It
	// runs a statement for each, and one for the record's place in a list that is not sorted by its key. It
	// does nothing for a list sorted by relevance or by a computed value. A query that the list refuses is
	// a mistake in ListField.
	Neighbours(query string, each func(rec *schema.Record, behind bool)) error
	// Finds reports whether the service has a page that finds records, and the requester may use it.
	Finds() bool
	// Reference returns the address of the API reference; "" if the requester may not read it.
	Reference() string
	// Explain returns how the page was made so far, for an administrator who asks for it with ExplainParam; nil for
	// others.
	Explain() (*Explanation, error)
	// Now returns the current time.
	Now() time.Time
	// NewKey returns a key for a form, which nobody can guess.
	NewKey() string
	// TakeFlash returns and removes the flash for the page at path, "" for none. A flash is a message about
	// the request before.
	TakeFlash(path string) string
	// VaryByRequester adds to the header Vary that the response depends on the requester.
	VaryByRequester()
	// Reserve counts bytes towards the limit of all responses, beside the page with the representation. Its
	// error is a refusal: the page must not be made.
	Reserve(bytes int64) error
}

// Representation is the response of a page in a format for programs.
type Representation struct {
	Format media.Format
	Text   []byte        // empty for JSON, and if there is no body
	Bytes  int           // its size without compression
	Tag    string        // its entity tag; "" for none
	Took   time.Duration // time from the request to the response, without the page
}

// RelatedRows are the rows of an endpoint that the requester may read: a form offers them as choices, and a
// page shows their titles.
type RelatedRows interface {
	// Among returns the rows that also meet a condition.
	Among(cond predicate.Expr) RelatedRows
	// None reports whether the requester may read no row.
	None() bool
	// All reports whether the requester may read every row.
	All() bool
	// Search calls each with the rows whose titles contain a text, at most limit, in the order of the endpoint.
	// A record is valid until each returns.
	Search(text string, limit int64, each func(rec *schema.Record) error) error
	// Count returns the number of rows, at most limit.
	Count(limit int64) (int64, error)
	// Newest calls each with the newest rows, at most limit, in the order of the endpoint or in the opposite one. A
	// record is valid until each returns.
	Newest(limit int64, each func(rec *schema.Record) error) error
	// Pick calls each with the rows with the keys.
	Pick(keys map[schema.Key]bool, each func(rec *schema.Record) error) error
	// Titles calls each with the titles of the rows with the keys. It runs one statement, whatever their
	// number.
	Titles(keys []schema.Key, each func(key, address schema.Key, title string)) error
}
