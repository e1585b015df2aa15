// The request of a page, and the rows that it may show.

package pageapi

import (
	"time"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
)

// Request is the request of a page: its facts, and what a page may ask on behalf of the requester.
type Request interface {
	// Facts returns what is known by now.
	Facts() Facts
	// Offered reports whether the address offers what the request asks for, whoever asks.
	Offered() bool
	// MayRead reports whether the requester may read rows of the resource, some of them at least.
	MayRead() bool
	// MayWrite returns which unsafe actions of the route the requester may use: of those of a record, on
	// the record that LoadRecord has read.
	MayWrite() (plan.Actions, error)
	// MayDo returns those of some operations of the team that the requester may use: of those about a
	// record, on the one that LoadRecord has read.
	MayDo(own []*plan.Operation) (may []*plan.Operation, err error)
	// Refused are those of some operations that the rules keep from the requester, on the record that LoadRecord has read where
	// they are about one. Operations that one rule is of are one. What is as if there were nothing is not among them: see
	// permission.OrNotFound.
	Refused(operations []*plan.Operation) (refused []Refused, err error)
	// Input is what was sent, as a record takes it. A body that a form carries is decoded for that: only
	// for somebody who may write the record.
	Input() schema.Input
	// LoadRecord returns the route's record by the type of its rows, as the requester may see it: the one
	// that the request has read, where that did, and else, or when fresh is true, as it is now. It is
	// nil where there is none.
	LoadRecord(fresh bool) (*schema.Record, error)
	// ReadOnlyFields are the fields that are read-only for the record that LoadRecord has read.
	ReadOnlyFields() map[*schema.Field]string
	// WithRow calls fn with the record's row, which is good until fn returns, or not where there is none.
	WithRow(fn func(row *schema.Record) error) error
	// RowSize is the size of the texts of the record's row, in bytes.
	RowSize() (int64, error)
	// Tag is the entity tag that reading a record has in a format that holds everything, by which a form
	// says as what it was shown.
	Tag(rec *schema.Record) string
	// Represent returns the format of a name, or JSON where it cannot hold the response or there is none,
	// and the response in that format; empty for JSON and for a response without a body.
	Represent(name string) (media.Format, []byte, error)
	// Versions are what the record of a history was after entries with some ids, as the requester may see it. One that the history
	// does not have is a refusal: 404.
	Versions(ids ...string) (versions []PastVersion, err error)
	// Effects are what the deletion of the record that LoadRecord has read would do to others.
	Effects() ([]Effect, error)
	// EffectsOn are what the deletion of some records would do to others.
	EffectsOn(keys []schema.Key) ([]Effect, error)
	// Writable are those of some rows of the list that the requester may change, or with destroy delete, many at once. It takes one
	// statement, and one more for each part of a rule that Go leaves open.
	Writable(keys []schema.Key, destroy bool) (map[schema.Key]bool, error)
	// Filtered gives the rows that the requester may read and that the filters and the search of the query of a list leave, in the
	// order of the list as it is declared: those that a DELETE with the query is about, and no more than limit. A row is good until
	// each returns. A query that the list refuses is the requester's mistake, told of ListField.
	Filtered(query string, limit int64, each func(row *schema.Record) error) error
	// Related returns the rows of an endpoint that the requester may read.
	Related(e *plan.Resource) RelatedRows
	// CountFacet gives how many rows of the list each value of a filter would leave, under the other filters of the request:
	// the value as a form has it, or the key of the row that a reference leads to. A value that no row has is not given.
	// It takes one statement, and gives nothing of a list that was refused.
	CountFacet(param *plan.Param, each func(value string, count int64)) error
	// Neighbours gives the record before and the one behind that of the page, in the list that a query asks for, of those that the
	// requester may read; behind tells them apart. The record itself need not be in that list any more. It takes a statement for
	// each, and one for the record's place in a list that is not sorted by its key, wherever in the list that is; and gives nothing
	// of a list that is sorted by relevance or by a value that is computed. A query that the list refuses is the requester's
	// mistake, told of ListField.
	Neighbours(query string, each func(rec *schema.Record, behind bool)) error
	// Finds reports whether there is a page that finds records, and the requester may ask for it.
	Finds() bool
	// Now is the time, and NewKey a random key for a form.
	Now() time.Time
	// NewKey is a key for a form, which nobody may guess.
	NewKey() string
	// TakeFlash returns what was left for the page at path, and removes it: what the requester did on the
	// page before, "" for nothing.
	TakeFlash(path string) string
	// VaryByRequester says in the header Vary that the answer depends on who asks.
	VaryByRequester()
	// Reserve counts so many bytes among those of all responses, beside what the page of the representation
	// takes. Its error is a refusal: the page must not be made.
	Reserve(bytes int64) error
}

// RelatedRows are the rows of an endpoint that the requester may read: what a form offers as choices
// and what a page calls by their titles.
type RelatedRows interface {
	// Among are those of the rows that meet a condition too.
	Among(cond predicate.Expr) RelatedRows
	// None reports whether the requester may read no row, and All whether every one.
	None() bool
	// All reports whether the requester may read every row.
	All() bool
	// Search gives the rows whose titles contain a text, no more than limit, in the order of the
	// endpoint. A record is good until each returns.
	Search(text string, limit int64, each func(rec *schema.Record) error) error
	// Pick gives the rows with the keys.
	Pick(keys map[schema.Key]bool, each func(rec *schema.Record) error) error
	// Titles gives the titles of the rows with the keys. It needs one statement, whatever their number.
	Titles(keys []schema.Key, each func(key, address schema.Key, title string)) error
}
