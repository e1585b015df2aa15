// The request of an HTML page.

// Package pagerequest implements pageapi.Request, and the page that finds records of all resources.
package pagerequest

import (
	"fmt"
	"net/http"
	"net/url"
	"time"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/access"
	"example.com/resourceful/framework/serve/internal/history"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/serve/internal/writes"
	"example.com/resourceful/framework/serve/pageapi"
)

// pageRequest implements pageapi.Request for one request.
type pageRequest struct {
	x        *request.Exchange
	a        *request.Admission
	record   request.Record    // record of the request, in the shown representation
	own      *schema.Record    // the same record with the resource's row type, if that differs
	found    bool              // the record was read and exists
	asked    *plan.Listing     // the query of a list; nil for other pages
	response *request.Response // the response that the page shows, when it is rendered
	replayed bool              // it is the stored response of an earlier request
	reused   writes.ReusedKey  // the reason of the refusal; the zero value for another reason
}

// Facts implements pageapi.Request.
func (p *pageRequest) Facts() pageapi.Facts {
	x, a := p.x, p.a
	f := pageapi.Facts{
		Context: x.Context, Request: x.R, Method: a.Method, Base: x.Base, Language: x.Locale.Language, Zone: x.Locale.Zone, User: a.Requester.User, Known: a.Requester.Known,
		Form: &a.Form, Sent: a.Sent.Body, Address: p.record.Address,
		Response: pageapi.Response{
			Status: p.response.Status, Header: x.W.Header(),
			Body: p.response.Encoded, Record: p.response.Doc.Record, Rows: p.response.Doc.Results, Members: p.response.Doc.Fields, Links: p.response.Links, Degraded: x.Fallback.Degraded, Replayed: p.replayed,
			Keyed: p.reused.Form, Stored: p.reused.Stored,
		},
	}
	if p.ended() {
		f.User = nil
	}
	if p.found {
		f.Record = p.record.Record
	}
	if a.Operation != nil {
		f.Operation = a.Operation.Operation
	}
	if a.Route != nil {
		f.Route = pageapi.Route{
			Found: a.Route.View == nil, View: a.Route.View != nil, Name: a.Route.Name, Endpoint: a.Planned(),
			Record: a.Route.Record, Key: a.Key, Parent: a.Parent, Suffix: a.Suffix, About: a.Route.Description,
			Own: a.Route.Own(), Apart: a.Route.Apart(), WriteOnly: a.Route.WriteOnly,
		}
	}
	f.Route.Version = x.VersionAddress(a)
	return f
}

// Finds implements pageapi.Request.
func (p *pageRequest) Finds() bool { return mayFind(p.x, p.a) }

// Reference implements pageapi.Request.
func (p *pageRequest) Reference() string {
	if access := p.x.Service.Options.DocumentAccess; access != nil && p.a.Requester.Reduce(access, true).IsFalse() {
		return ""
	}
	if v := p.a.Version; v != nil {
		return pageapi.ReferencePath + "?version=" + url.QueryEscape(v.Name)
	}
	return pageapi.ReferencePath
}

// Now implements pageapi.Request.
func (p *pageRequest) Now() time.Time { return p.x.Service.Options.Now() }

// NewKey implements pageapi.Request.
func (p *pageRequest) NewKey() string { return p.x.Service.Options.Keys.Form() }

// TakeFlash implements pageapi.Request.
func (p *pageRequest) TakeFlash(path string) string {
	return p.x.Service.Auth.TakeFlash(p.x.W, p.x.R, p.x.Outside(p.a, path))
}

// VaryByRequester implements pageapi.Request.
func (p *pageRequest) VaryByRequester() { p.x.W.Header()["Vary"] = p.x.Service.Negotiation.Vary.Known }

// Input implements pageapi.Request.
func (p *pageRequest) Input() schema.Input {
	if p.a.Form.Unread {
		p.x.Unpack(p.a)
	}
	if res := p.a.Resource(); res != nil && (p.a.Operation == nil || p.a.Operation.Builtin != 0) {
		_ = p.a.Sent.Disclose(res.Envelope) // the mistake was already reported
	}
	return writes.SchemaInput(p.x, p.a)
}

// Offered implements pageapi.Request.
func (p *pageRequest) Offered() bool { return p.a.Offered() != nil }

// MayRead implements pageapi.Request.
func (p *pageRequest) MayRead() bool { return !p.a.Allowed(true).IsFalse() }

// MayWrite implements pageapi.Request.
func (p *pageRequest) MayWrite() (plan.Actions, error) {
	var row *schema.Record
	if p.found {
		var err error
		if row, err = access.WholeRow(p.x, p.a, p.record, p.a.Route.Operations); err != nil {
			return 0, err
		}
	}
	may, err := access.MayUse(p.x.Context, p.a, p.record, row)
	return request.Builtin(may), err
}

// MayDo implements pageapi.Request.
func (p *pageRequest) MayDo(own []*plan.Operation) (may []*plan.Operation, err error) {
	var row *schema.Record
	if p.found {
		if row, err = access.WholeRow(p.x, p.a, p.record, own); err != nil {
			return nil, err
		}
	}
	for _, o := range own {
		if o.Record && row == nil {
			continue
		}
		usable, err := access.MayUseOne(p.x.Context, p.a, &request.Operation{Operation: o}, p.record, row)
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
	res := p.a.Route.Res
	if !p.found || fresh || p.a.Method == http.MethodOptions {
		named, ok, err := access.NamedRecord(p.x, p.a)
		if err != nil || !ok {
			return p.row(), err
		}
		if p.record.Record == nil || p.record.Type != res.Retrieve.Type {
			p.record.Record = p.x.Pooled.Records.Acquire(res.Retrieve.Type)
		}
		p.record.Reset()
		p.record.RowKey, p.record.Address = named.RowKey, named.Address
		if p.found, err = access.ReadVisible(p.x, p.a, res.Retrieve, &p.record); err != nil {
			return p.row(), err
		}
	}
	if res.IsRow(res.Retrieve) || !p.found {
		return p.row(), nil
	}
	own := request.Record{RowKey: p.record.RowKey, Record: p.x.Pooled.Records.Acquire(res.Type)}
	p.own = own.Record
	_, err := access.ReadRepresentation(p.x, p.a, res.Own, &own)
	return p.own, err
}

// row returns the record with the resource's row type. It returns nil unless the record was found.
func (p *pageRequest) row() *schema.Record {
	if !p.found {
		return nil
	}
	if rec := p.record.Record; p.own == nil && rec != nil && rec.Type == p.a.Route.Res.Type {
		return rec
	}
	return p.own
}

// Versions implements pageapi.Request.
func (p *pageRequest) Versions(ids ...string) ([]pageapi.PastVersion, error) {
	return history.Versions(p.x, p.a, ids)
}

// Deletions implements pageapi.Request.
func (p *pageRequest) Deletions(keys []schema.Key) (map[schema.Key]pageapi.Deletion, error) {
	return history.Deletions(p.x, p.a, keys)
}

// Effects implements pageapi.Request.
func (p *pageRequest) Effects() ([]pageapi.Effect, error) {
	if !p.found {
		return nil, nil
	}
	return p.EffectsOn([]schema.Key{p.record.RowKey})
}

// EffectsOn implements pageapi.Request.
func (p *pageRequest) EffectsOn(keys []schema.Key) ([]pageapi.Effect, error) {
	if len(keys) == 0 {
		return nil, nil
	}
	return access.ImpactsOf(p.x, p.a, p.x.Service.DB.Session(), keys)
}

// ReadOnlyFields implements pageapi.Request.
func (p *pageRequest) ReadOnlyFields() map[*schema.Field]string {
	if row := p.row(); row != nil {
		return p.a.Route.Res.ReadOnlyFields(row)
	}
	return nil
}

// Represent implements pageapi.Request.
func (p *pageRequest) Represent(name string) (pageapi.Representation, error) {
	formats, doc := p.x.Service.Negotiation.Formats, &p.response.Doc
	f := formats.Holding(name, doc.Content)
	shown := pageapi.Representation{Format: f.Format, Bytes: len(p.response.Encoded), Took: p.Now().Sub(p.a.Sent.At)}
	if part := doc.Content == media.List && p.asked != nil; !part && request.HasTag(p.a, p.response) && doc.Content&media.Problem == 0 && shown.Bytes > 0 {
		shown.Tag = request.ResponseTag(p.a, p.response, &p.record, request.Negotiated{Rendering: f, Version: p.a.Format.Version, Zone: p.a.Format.Zone})
	}
	if shown.Bytes == 0 || f == formats.JSON {
		return shown, nil
	}
	var text media.Output
	if err := f.Renderer.Render(&text, doc); err != nil {
		return shown, fmt.Errorf("show %s: %w", f.Name, err)
	}
	shown.Text, shown.Bytes = text.Bytes, len(text.Bytes)
	return shown, nil
}

// Tag implements pageapi.Request.
func (p *pageRequest) Tag(rec *schema.Record) string {
	if rec == p.own {
		rec = p.record.Record
	}
	return p.a.Route.Res.RecordTag(rec, p.x.Base, request.Negotiated{Rendering: p.x.Service.Negotiation.Formats.Complete, Version: p.a.Format.Version, Zone: p.a.Format.Zone})
}

// Reserve implements pageapi.Request.
func (p *pageRequest) Reserve(bytes int64) error {
	return p.x.ReserveRendering(request.PageBytes(p.x, p.a, p.response) + bytes)
}

// RowSize implements pageapi.Request.
func (p *pageRequest) RowSize() (int64, error) {
	return p.a.Route.Res.Rows.Size(p.x.Context, p.record.RowKey)
}

// WithRow implements pageapi.Request.
func (p *pageRequest) WithRow(fn func(row *schema.Record) error) error {
	res := p.a.Route.Res
	rec := res.Type.Acquire()
	defer rec.Release()
	found, err := res.Rows.Read(p.x.Context).Load(p.record.RowKey, rec)
	if err != nil || !found {
		return err
	}
	return fn(rec)
}
