// A request as its HTML page sees it.

package serve

import (
	"fmt"
	"net/http"
	"time"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/pageapi"
)

// pageRequest is a request as its page sees it: what is known of it, and what a page may ask on
// behalf of the requester.
type pageRequest struct {
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

// Facts implements pageapi.Request.
func (p *pageRequest) Facts() pageapi.Facts {
	x, a := p.x, p.a
	f := pageapi.Facts{
		Context: x.ctx, Request: x.r, Method: a.method, Base: x.base, Language: x.locale.language, Zone: x.locale.zone, User: a.requester.user, Known: a.requester.known,
		Form: &a.form, Sent: a.sent.body, Record: p.record.Record, Address: p.record.address,
		Response: pageapi.Response{
			Status: p.response.status, Header: x.w.Header(),
			Body: p.response.encoded, Record: p.response.doc.Record, Rows: p.response.doc.Results, Links: p.response.links, Degraded: x.fallback.degraded, Replayed: p.replayed,
			Keyed: p.reused.form, Stored: p.reused.stored,
		},
	}
	if a.operation != nil {
		f.Operation = a.operation.Operation
	}
	if a.route != nil {
		f.Route = pageapi.Route{
			Found: a.route.view == nil, View: a.route.view != nil, Name: a.route.Name, Endpoint: a.planned(),
			Record: a.route.Record, Key: a.key, Parent: a.parent, Suffix: a.suffix, About: a.route.Description,
			Own: a.route.Own(), Apart: a.route.Apart(), WriteOnly: a.route.writeOnly,
		}
	}
	f.Route.Version = x.versionAddress(a)
	return f
}

// Finds implements pageapi.Request.
func (p *pageRequest) Finds() bool { return mayFind(p.x, p.a) }

// Now implements pageapi.Request.
func (p *pageRequest) Now() time.Time { return p.x.h.options.Now() }

// NewKey implements pageapi.Request.
func (p *pageRequest) NewKey() string { return p.x.h.options.Keys.Form() }

// TakeFlash implements pageapi.Request.
func (p *pageRequest) TakeFlash(path string) string {
	return p.x.h.auth.TakeFlash(p.x.w, p.x.r, p.x.outside(p.a, path))
}

// VaryByRequester implements pageapi.Request.
func (p *pageRequest) VaryByRequester() { p.x.w.Header()["Vary"] = p.x.h.negotiation.vary.known }

// Input implements pageapi.Request.
func (p *pageRequest) Input() schema.Input {
	if p.a.form.Unread {
		p.x.unpack(p.a)
	}
	if res := p.a.resource(); res != nil && (p.a.operation == nil || p.a.operation.Builtin != 0) {
		_ = p.a.sent.disclose(res.Envelope) // what is wrong with it was said
	}
	return schemaInput(p.x, p.a)
}

// Offered implements pageapi.Request.
func (p *pageRequest) Offered() bool { return p.a.offered() != nil }

// MayRead implements pageapi.Request.
func (p *pageRequest) MayRead() bool { return !p.a.allowed(true).IsFalse() }

// MayWrite implements pageapi.Request.
func (p *pageRequest) MayWrite() (plan.Actions, error) {
	var row *schema.Record
	if p.found {
		var err error
		if row, err = wholeRow(p.x, p.a, p.record, p.a.route.Operations); err != nil {
			return 0, err
		}
	}
	may, err := mayUse(p.a, p.x.ctx, p.record, row)
	return builtin(may), err
}

// MayDo implements pageapi.Request.
func (p *pageRequest) MayDo(own []*plan.Operation) (may []*plan.Operation, err error) {
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
		usable, err := mayUseOne(p.a, p.x.ctx, &operation{Operation: o}, p.record, row)
		if err != nil {
			return nil, err
		}
		if usable {
			may = append(may, o)
		}
	}
	return may, nil
}

// LoadRecord implements pageapi.Request.
func (p *pageRequest) LoadRecord(fresh bool) (*schema.Record, error) {
	res := p.a.route.resource
	if !p.found || fresh || p.a.method == http.MethodOptions {
		named, ok, err := namedRecord(p.a, p.x)
		if err != nil || !ok {
			return p.row(), err
		}
		if p.record.Record == nil || p.record.Type != res.retrieve.Type {
			p.record.Record = p.x.pooled.records.acquire(res.retrieve.Type)
		}
		p.record.Reset()
		p.record.key, p.record.address = named.key, named.address
		if p.found, err = readRepresentation(p.a, p.x, res.retrieve, &p.record); err != nil {
			return p.row(), err
		}
	}
	if res.isRow(res.retrieve) || !p.found {
		return p.row(), nil
	}
	own := record{key: p.record.key, Record: p.x.pooled.records.acquire(res.Type)}
	p.own = own.Record
	_, err := readRepresentation(p.a, p.x, res.own, &own)
	return p.own, err
}

// row is the record by the type of the rows, nil for none.
func (p *pageRequest) row() *schema.Record {
	if rec := p.record.Record; p.own == nil && rec != nil && rec.Type == p.a.route.resource.Type {
		return rec
	}
	return p.own
}

// Effects implements pageapi.Request.
func (p *pageRequest) Effects() ([]pageapi.Effect, error) {
	if !p.found {
		return nil, nil
	}
	return effectsOf(p.x, p.a, p.x.h.db.Session(), []schema.Key{p.record.key})
}

// EffectsOn implements pageapi.Request.
func (p *pageRequest) EffectsOn(keys []schema.Key) ([]pageapi.Effect, error) {
	if len(keys) == 0 {
		return nil, nil
	}
	return effectsOf(p.x, p.a, p.x.h.db.Session(), keys)
}

// ReadOnlyFields implements pageapi.Request.
func (p *pageRequest) ReadOnlyFields() map[*schema.Field]string {
	if row := p.row(); row != nil && p.found {
		return p.a.route.resource.ReadOnlyFields(row)
	}
	return nil
}

// Represent implements pageapi.Request.
func (p *pageRequest) Represent(name string) (media.Format, []byte, error) {
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

// Tag implements pageapi.Request.
func (p *pageRequest) Tag(rec *schema.Record) string {
	if rec == p.own {
		rec = p.record.Record
	}
	return p.a.route.resource.recordTag(rec, p.x.base, negotiated{Rendering: p.x.h.negotiation.formats.Complete, version: p.a.format.version, zone: p.a.format.zone})
}

// Reserve implements pageapi.Request.
func (p *pageRequest) Reserve(bytes int64) error {
	return p.x.reserveRendering(pageBytes(p.x, p.a, p.response) + bytes)
}

// RowSize implements pageapi.Request.
func (p *pageRequest) RowSize() (int64, error) {
	return p.a.route.resource.rows.Size(p.x.ctx, p.record.key)
}

// WithRow implements pageapi.Request.
func (p *pageRequest) WithRow(fn func(row *schema.Record) error) error {
	res := p.a.route.resource
	rec := res.Type.Acquire()
	defer rec.Release()
	found, err := res.rows.Load(p.x.ctx, p.record.key, rec)
	if err != nil || !found {
		return err
	}
	return fn(rec)
}
