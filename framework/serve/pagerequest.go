package serve

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// PageRequest is a request as its page sees it: what is known of it, and what a page may ask on
// behalf of the requester.
type PageRequest struct{ x *exchange }

// PageFacts is what is known of a request and its answer by now.
type PageFacts struct {
	Context  context.Context
	Request  *http.Request // as it came
	Method   string        // that the request is understood as: after _method, or as a link asks for OPTIONS
	Base     string        // "http://host"
	Route    PageRoute
	Action   plan.Actions // 0 for none, and before it is permitted
	User     *auth.User   // nil for nobody
	Known    bool         // it was found out who asks
	Form     *PageForm
	Sent     media.Body     // as it was parsed
	Record   *schema.Record // of a record's request; nil for none
	Key      schema.Key     // of that, zero for none
	Status   int
	Header   http.Header // of the answer
	Response PageResponse
}

// PageRoute is the address that a page is of.
type PageRoute struct {
	Found    bool           // of the root or an endpoint
	View     bool           // of a page of its own
	Name     string         // "Snippet List"
	Endpoint *plan.Resource // nil for none and for the root
	Record   bool           // of one record
	Key      string         // of the record, as it stands in the path
	Suffix   string         // such as "json", "" for none
}

// PageResponse is what becomes of a request.
type PageResponse struct {
	Body     []byte     // the representation, compact JSON; empty for none
	Links    *plan.Page // of a list in pages; nil for none
	Degraded bool       // the answer is about a fault of ours: its page must ask nothing of the database
	Replayed bool       // the answer is the stored one of an earlier request
	Keyed    bool       // the request is a form that is done once
	Stored   string     // the path of what that form had done when it was sent before; "" for none
}

// Facts returns what is known by now.
func (p *PageRequest) Facts() PageFacts {
	x := p.x
	f := PageFacts{
		Context: x.ctx, Request: x.r, Method: x.method, Base: x.base, Action: x.action, User: x.user, Known: x.identified,
		Form: &x.form, Sent: x.body, Record: x.record, Key: x.id, Status: x.status, Header: x.header(),
		Response: PageResponse{Body: x.out, Links: x.links, Degraded: x.excused, Replayed: x.recalled},
	}
	if x.route != nil {
		view := x.route.kind == viewRoute
		f.Route = PageRoute{
			Found: !view, View: view, Name: x.route.name, Endpoint: x.endpoint(),
			Record: x.route.kind == recordRoute, Key: x.key, Suffix: x.suffix,
		}
	}
	if x.once != nil {
		f.Response.Keyed, f.Response.Stored = x.once.form, x.once.location
	}
	return f
}

// Now is the time, and NewKey a random key for a form.
func (p *PageRequest) Now() time.Time { return p.x.options.Now() }

// NewKey is a key for a form, which nobody may guess.
func (p *PageRequest) NewKey() string { return p.x.options.NewKey() }

// TakeFlash returns what was left for the page at path, and removes it: what the requester did on the
// page before, "" for nothing.
func (p *PageRequest) TakeFlash(path string) string {
	return p.x.auth.TakeFlash(p.x.w, p.x.r, path)
}

// Input is what was sent, as a record takes it. A body that a form carries is decoded for that: only
// for somebody who may write the record.
func (p *PageRequest) Input() schema.Input {
	p.x.unpack()
	return p.x.input()
}

// Offered reports whether the address offers what the request asks for, whoever asks.
func (p *PageRequest) Offered() bool {
	return p.x.offered() != nil
}

// MayRead reports whether the requester may read rows of the endpoint, some of them at least.
func (p *PageRequest) MayRead() bool { return !p.x.allowed(true).IsFalse() }

// MayWrite returns which unsafe actions of the route the requester may use: of those of a record, on
// the record that LoadRecord has read.
func (p *PageRequest) MayWrite() (plan.Actions, error) {
	x := p.x
	var row *schema.Record
	if x.route.kind == recordRoute {
		var err error
		if row, err = x.ruled(); err == nil {
			err = x.askWritable(row)
		}
		if err != nil {
			return 0, err
		}
	}
	var may plan.Actions
	for _, action := range [...]plan.Actions{plan.Create, plan.Replace, plan.Modify, plan.Destroy} {
		if x.mayUse(action, row) {
			may |= action
		}
	}
	return may, nil
}

// LoadRecord returns the representation of the route's record as the requester may see it: the one
// that the request has read, where that did, and else, or when fresh is true, as it is now. It is
// nil where there is none.
func (p *PageRequest) LoadRecord(fresh bool) (*schema.Record, error) {
	x := p.x
	if x.loaded && !fresh && x.method != http.MethodOptions {
		return x.record, nil
	}
	value, ok := x.route.resource.Lookup.Parse(x.key)
	if !ok {
		return x.record, nil
	}
	if x.record == nil {
		x.record = x.route.resource.Type.Acquire()
	}
	x.record.Reset()
	get, err := x.get()
	if err == nil {
		x.loaded, err = get(x.ctx, value, x.record)
		x.id = x.record.Key()
	}
	return x.record, err
}

// Represent returns the format of a name, or JSON where it cannot hold the answer or there is none,
// and the answer in that format; empty for JSON and for an answer without a body.
func (p *PageRequest) Represent(name string) (media.Format, []byte, error) {
	x := p.x
	f := x.formats.holding(name, x.doc.Content)
	if len(x.out) == 0 || f == x.formats.json {
		return f.Format, nil, nil
	}
	var text media.Output
	if err := f.renderer.Render(&text, &x.doc); err != nil {
		return f.Format, nil, fmt.Errorf("show %s: %w", f.Name, err)
	}
	return f.Format, text.Bytes, nil
}

// Tag is the entity tag that reading a record has in a format that holds everything, by which a form says as what it was shown.
func (p *PageRequest) Tag(rec *schema.Record) string { return p.x.recordTag(rec) }

// Reserve counts so many bytes among those of all answers, beside what the page of the representation
// takes. Its error is a refusal: the page must not be made.
func (p *PageRequest) Reserve(bytes int64) error {
	return p.x.reserveRendering(p.x.pageBytes() + bytes)
}

// RowSize is the size of the texts of the record's row, in bytes.
func (p *PageRequest) RowSize() (int64, error) {
	return p.x.route.resource.rows.Size(p.x.ctx, p.x.id)
}

// WithRow calls fn with the record's row, which is good until fn returns, or not where there is none.
func (p *PageRequest) WithRow(fn func(row *schema.Record) error) error {
	rec := p.x.endpoint().Type.Acquire()
	defer rec.Release()
	found, err := p.x.route.resource.rows.Load(p.x.ctx, p.x.id, rec)
	if err != nil || !found {
		return err
	}
	return fn(rec)
}
