// A request as its HTML page sees it.

package serve

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
)

// PageRequest is a request as its page sees it: what is known of it, and what a page may ask on
// behalf of the requester.
type PageRequest struct {
	x        *exchange
	a        *admission
	record   record         // of a record's request, in the representation that is shown
	own      *schema.Record // the same by the type of the rows, where that is another
	found    bool           // it was read, and is there
	asked    *plan.Listing  // by the query of a list; nil for other pages
	response *response      // what the page is of, when it is written
	replayed bool           // that is the stored response of an earlier request
	reused   reusedKey      // why the request was refused, the zero value for another reason
}

// PageFacts is what is known of a request and its answer by now.
type PageFacts struct {
	Context context.Context
	Request *http.Request // as it came
	Method  string        // that the request is understood as: after _method, or as a link asks for OPTIONS
	Base    string        // "http://host"
	// Language is what the page tells people in; nil for English.
	Language *problem.Language
	// Zone is that of moments on the page; nil for UTC.
	Zone  *time.Location
	Route PageRoute
	// Operation is what is being done, nil before it is permitted.
	Operation *plan.Operation
	User      *auth.User // nil for nobody
	Known     bool       // it was found out who asks
	Form      *PageForm
	Sent      media.Body     // as it was parsed
	Record    *schema.Record // of a record's request; nil for none
	Address   schema.Key     // what addresses name it by, zero for none
	Response  PageResponse
}

// PageRoute is the address that a page is of.
type PageRoute struct {
	Found    bool           // of the root or an endpoint
	View     bool           // of a page of its own
	Name     string         // "Snippet List"
	Endpoint *plan.Resource // nil for none and for the root
	Record   bool           // of one record
	Key      string         // of the record, as it stands in the path
	Parent   string         // key of the record that the rows are below, as it stands in the path; "" for none
	// About is a sentence or two of the declaration, and Own are the operations of the team at this
	// address: of a path that has no others where Apart is true.
	About  string
	Own    []*plan.Operation
	Apart  bool
	Suffix string // such as "json", "" for none
	// WriteOnly are the names of the write-only fields of all that the address takes.
	WriteOnly []string
	// Version is how the addresses of the page ask for the version of the request.
	Version VersionAddress
}

// PageResponse is what becomes of a request.
type PageResponse struct {
	Status   int
	Header   http.Header
	Body     []byte     // the representation, compact JSON; empty for none
	Record   []byte     // the record in it, without its envelope; empty for none
	Rows     []byte     // the rows of a list that an operation of a team has answered, as a list
	Links    *plan.Page // of a list in pages; nil for none
	Degraded bool       // the answer is about a fault of ours: its page must ask nothing of the database
	Replayed bool       // the answer is the stored one of an earlier request
	Keyed    bool       // the request is a form that is done once
	Stored   string     // the path of what that form had done when it was sent before; "" for none
}

// Facts returns what is known by now.
func (p *PageRequest) Facts() PageFacts {
	x, a := p.x, p.a
	f := PageFacts{
		Context: x.ctx, Request: x.r, Method: a.method, Base: x.base, Language: x.locale.language, Zone: x.locale.zone, User: a.requester.user, Known: a.requester.known,
		Form: &a.form, Sent: a.sent.body, Record: p.record.Record, Address: p.record.address,
		Response: PageResponse{
			Status: p.response.status, Header: x.w.Header(),
			Body: p.response.encoded, Record: p.response.doc.Record, Rows: p.response.doc.Results, Links: p.response.links, Degraded: x.fallback.degraded, Replayed: p.replayed,
			Keyed: p.reused.form, Stored: p.reused.stored,
		},
	}
	if a.operation != nil {
		f.Operation = a.operation.Operation
	}
	if a.route != nil {
		f.Route = PageRoute{
			Found: a.route.view == nil, View: a.route.view != nil, Name: a.route.Name, Endpoint: a.planned(),
			Record: a.route.Record, Key: a.key, Parent: a.parent, Suffix: a.suffix, About: a.route.Description,
			Own: a.route.Own(), Apart: a.route.Apart(), WriteOnly: a.route.writeOnly,
		}
	}
	f.Route.Version = x.versionAddress(a)
	return f
}

// Finds reports whether there is a page that finds records, and the requester may ask for it.
func (p *PageRequest) Finds() bool { return p.x.finds(p.a) }

// Now is the time, and NewKey a random key for a form.
func (p *PageRequest) Now() time.Time { return p.x.h.options.Now() }

// NewKey is a key for a form, which nobody may guess.
func (p *PageRequest) NewKey() string { return p.x.h.options.Keys.Form() }

// TakeFlash returns what was left for the page at path, and removes it: what the requester did on the
// page before, "" for nothing.
func (p *PageRequest) TakeFlash(path string) string {
	return p.x.h.auth.TakeFlash(p.x.w, p.x.r, p.x.outside(p.a, path))
}

// VaryByRequester says in the header Vary that the answer depends on who asks.
func (p *PageRequest) VaryByRequester() { p.x.w.Header()["Vary"] = p.x.h.negotiation.vary.known }

// Input is what was sent, as a record takes it. A body that a form carries is decoded for that: only
// for somebody who may write the record.
func (p *PageRequest) Input() schema.Input {
	if p.a.form.Unread {
		p.x.unpack(p.a)
	}
	if res := p.a.resource(); res != nil && (p.a.operation == nil || p.a.operation.Builtin != 0) {
		_ = p.a.sent.disclose(res.Envelope) // what is wrong with it was said
	}
	return schemaInput(p.x, p.a)
}

// Offered reports whether the address offers what the request asks for, whoever asks.
func (p *PageRequest) Offered() bool { return p.a.offered() != nil }

// MayRead reports whether the requester may read rows of the resource, some of them at least.
func (p *PageRequest) MayRead() bool { return !p.a.allowed(true).IsFalse() }

// MayWrite returns which unsafe actions of the route the requester may use: of those of a record, on
// the record that LoadRecord has read.
func (p *PageRequest) MayWrite() (plan.Actions, error) {
	var row *schema.Record
	if p.found {
		var err error
		if row, err = wholeRow(p.x, p.a, p.record, p.a.route.Operations); err != nil {
			return 0, err
		}
	}
	may, err := p.a.mayUse(p.x.ctx, p.record, row)
	return builtin(may), err
}

// MayDo returns those of some operations of the team that the requester may use: of those about a
// record, on the one that LoadRecord has read.
func (p *PageRequest) MayDo(own []*plan.Operation) (may []*plan.Operation, err error) {
	var row *schema.Record
	if p.found {
		if row, err = wholeRow(p.x, p.a, p.record, own); err != nil {
			return nil, err
		}
	}
	for _, o := range own {
		if o.Record && row == nil {
			continue
		}
		usable, err := p.a.mayUseOne(p.x.ctx, &operation{Operation: o}, p.record, row)
		if err != nil {
			return nil, err
		}
		if usable {
			may = append(may, o)
		}
	}
	return may, nil
}

// LoadRecord returns the route's record by the type of its rows, as the requester may see it: the one
// that the request has read, where that did, and else, or when fresh is true, as it is now. It is
// nil where there is none.
func (p *PageRequest) LoadRecord(fresh bool) (*schema.Record, error) {
	res := p.a.route.resource
	if !p.found || fresh || p.a.method == http.MethodOptions {
		named, ok, err := p.a.named(p.x)
		if err != nil || !ok {
			return p.row(), err
		}
		if p.record.Record == nil || p.record.Type != res.retrieve.Type {
			p.record.Record = p.x.pooled.records.acquire(res.retrieve.Type)
		}
		p.record.Reset()
		p.record.key, p.record.address = named.key, named.address
		if p.found, err = p.a.readRepresentation(p.x, res.retrieve, &p.record); err != nil {
			return p.row(), err
		}
	}
	if res.isRow(res.retrieve) || !p.found {
		return p.row(), nil
	}
	own := record{key: p.record.key, Record: p.x.pooled.records.acquire(res.Type)}
	p.own = own.Record
	_, err := p.a.readRepresentation(p.x, res.own, &own)
	return p.own, err
}

// row is the record by the type of the rows, nil for none.
func (p *PageRequest) row() *schema.Record {
	if rec := p.record.Record; p.own == nil && rec != nil && rec.Type == p.a.route.resource.Type {
		return rec
	}
	return p.own
}

// Effects are what the deletion of the record that LoadRecord has read would do to others.
func (p *PageRequest) Effects() ([]Effect, error) {
	if !p.found {
		return nil, nil
	}
	return effectsOf(p.x, p.a, p.x.h.db.Session(), []schema.Key{p.record.key})
}

// EffectsOn are what the deletion of some records would do to others.
func (p *PageRequest) EffectsOn(keys []schema.Key) ([]Effect, error) {
	if len(keys) == 0 {
		return nil, nil
	}
	return effectsOf(p.x, p.a, p.x.h.db.Session(), keys)
}

// ReadOnlyFields are the fields that are read-only for the record that LoadRecord has read.
func (p *PageRequest) ReadOnlyFields() map[*schema.Field]string {
	if row := p.row(); row != nil && p.found {
		return p.a.route.resource.ReadOnlyFields(row)
	}
	return nil
}

// Represent returns the format of a name, or JSON where it cannot hold the response or there is none,
// and the response in that format; empty for JSON and for a response without a body.
func (p *PageRequest) Represent(name string) (media.Format, []byte, error) {
	formats, doc := p.x.h.negotiation.formats, &p.response.doc
	f := formats.Holding(name, doc.Content)
	if len(p.response.encoded) == 0 || f == formats.JSON {
		return f.Format, nil, nil
	}
	var text media.Output
	if err := f.Renderer.Render(&text, doc); err != nil {
		return f.Format, nil, fmt.Errorf("show %s: %w", f.Name, err)
	}
	return f.Format, text.Bytes, nil
}

// Tag is the entity tag that reading a record has in a format that holds everything, by which a form
// says as what it was shown.
func (p *PageRequest) Tag(rec *schema.Record) string {
	if rec == p.own {
		rec = p.record.Record
	}
	return p.a.route.resource.recordTag(rec, p.x.base, negotiated{Rendering: p.x.h.negotiation.formats.Complete, version: p.a.format.version, zone: p.a.format.zone})
}

// Reserve counts so many bytes among those of all responses, beside what the page of the representation
// takes. Its error is a refusal: the page must not be made.
func (p *PageRequest) Reserve(bytes int64) error {
	return p.x.reserveRendering(pageBytes(p.x, p.a, p.response) + bytes)
}

// RowSize is the size of the texts of the record's row, in bytes.
func (p *PageRequest) RowSize() (int64, error) {
	return p.a.route.resource.rows.Size(p.x.ctx, p.record.key)
}

// WithRow calls fn with the record's row, which is good until fn returns, or not where there is none.
func (p *PageRequest) WithRow(fn func(row *schema.Record) error) error {
	res := p.a.route.resource
	rec := res.Type.Acquire()
	defer rec.Release()
	found, err := res.rows.Load(p.x.ctx, p.record.key, rec)
	if err != nil || !found {
		return err
	}
	return fn(rec)
}
