// The last of the three calls: the representation of a result, rendered.

package serve

import (
	"cmp"
	"fmt"
	"net/http"
	"strings"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
)

// respond writes the result of an operation, in the format that was negotiated, or where that cannot
// hold it in one that can.
func respond(x *exchange, a *admission, res result) error {
	switch {
	case res.written:
		return nil
	case res.seeOther.location != "":
		if res.seeOther.flash != "" {
			path, _, _ := strings.Cut(res.seeOther.location, "?")
			x.h.auth.LeaveFlash(x.w, x.r, x.outside(a, path), res.seeOther.flash)
		}
		return sendRedirect(x, a, http.StatusSeeOther, res.seeOther.location)
	}
	p := &response{status: cmp.Or(res.status, http.StatusOK), encoded: res.encoded, links: res.links, file: res.file, safe: safe(a.method)}
	if p.format = a.format; p.format.Rendering == nil || x.fallback.plain || p.format.Only != 0 && !p.format.Holds(res.content) {
		p.format = x.settleFormat(a.format, res.content)
	}
	if err := tellAllowOf(x, a, res.record); err != nil {
		return err
	}
	if res.location != "" {
		x.w.Header().Set("Location", res.location)
	}
	if res.content == 0 {
		return send(x, p, nil, "")
	}
	representResult(p, x, a, &res)
	switch {
	case res.stream != nil:
		return sendStream(x, p, res.stream.each)
	case p.format.Page:
		if res.page == nil {
			res.page = x.h.newPage(x, a, res.record, nil)
		}
		return sendPage(x, a, res.page, pageContent{response: p, replayed: res.replayed})
	case revalidate(x, a, p, &res.record):
		sendUnchanged(x, p)
		return nil
	default:
		return sendDocument(x, p)
	}
}

// representResult makes the representation of a result, and the document for the renderer.
func representResult(p *response, x *exchange, a *admission, res *result) {
	if p.encoded == nil && res.stream == nil {
		if p.format.Page {
			res.page = x.h.newPage(x, a, res.record, nil)
			res.page.Add(res.record.Record, 0)
		}
		*x.pooled.buffer = res.record.AppendIn((*x.pooled.buffer)[:0], x.base, x.locale.zone)
		p.encoded = *x.pooled.buffer
	}
	if res.content == media.Record {
		p.doc.Record = p.encoded
		if rows := a.operation.rows; rows != nil && rows.Envelope != nil {
			p.encoded = rows.encloseRecord(p.encoded)
		}
	}
	describeResponse(p, x, res.content, res.rows, cmp.Or(res.names, a.operation.names))
	if res.stream == nil {
		return
	}
	p.doc.Frame, p.mark = res.frame, res.stream.mark
	if of, is := a.operation.rows.Envelope.(plan.ItemEnvelope); is && !p.format.RowsOnly {
		p.items = of
	}
}

// describeResponse makes the document for the renderer. rows are those of a list, names those of the representation.
func describeResponse(p *response, x *exchange, content media.Content, rows []byte, names *names) {
	d := &p.doc
	d.Content, d.JSON, d.Results, d.Indent = content, p.encoded, rows, p.format.indent
	if content&(media.Record|media.List|media.Page) != 0 && names != nil {
		d.Fields, d.Columns = names.fields, names.columns
	}
	if content == media.Page {
		d.Next, d.Previous = p.links.Next, p.links.Previous
		addLinks(x.w.Header(), p.links, x.h.plan.LinkHeader, p.format.RowsOnly)
	}
}

// addLinks tells of other pages of a list in the header Link (RFC 8288): of all that are known where the
// set says so, else of those beside this one where the format has no place for them.
func addLinks(h http.Header, page *plan.Page, all, beside bool) {
	add := func(address, rel string) {
		if address != "" {
			h.Add("Link", "<"+address+`>; rel="`+rel+`"`)
		}
	}
	first, last := "", ""
	if all {
		first, last = page.EndLinks()
	}
	if add(first, "first"); all || beside {
		add(page.Next, "next")
		add(page.Previous, "prev")
	}
	add(last, "last")
}

// sendDocument renders a document that is complete, and sends it.
func sendDocument(x *exchange, p *response) error {
	if size := p.format.Size(&p.doc); size > 0 {
		if err := x.reserveRendering(size); err != nil {
			return noRoom(x, p, err)
		}
	}
	if err := p.format.Renderer.Render(&p.output, &p.doc); err != nil {
		return fmt.Errorf("render %s: %w", p.format.Name, err)
	}
	contentType := p.format.ContentType
	if p.doc.Content == media.Problem {
		contentType = p.form.ContentType(contentType)
	}
	return send(x, p, p.output.Bytes, contentType)
}

// sendPage renders the page for people, and sends it.
func sendPage(x *exchange, a *admission, page page, of pageContent) error {
	p := of.response
	if err := x.reserveRendering(pageBytes(x, a, p)); err != nil {
		return noRoom(x, p, err)
	}
	tellLanguage(x)
	text, err := page.Write(of)
	if full := problem.As(err); full != nil && full.Code == problem.Unavailable {
		return noRoom(x, p, err)
	}
	if err != nil {
		return fmt.Errorf("render page: %w", err)
	}
	return send(x, p, text, p.format.ContentType)
}

// pageBytes is what the page of the representation takes, and of a form that was sent, without a
// preview.
func pageBytes(x *exchange, a *admission, p *response) int64 {
	size := int64(len(p.encoded)) * pageSize
	if a.form.Posted != nil && x.upload != nil {
		size += x.upload.kept() * formSize
	}
	return size
}

// sendRedirect leads to another place.
func sendRedirect(x *exchange, a *admission, status int, location string) error {
	h := x.w.Header()
	h.Set("Location", x.h.prefix.Before(x.versionAddress(a).Add(location)))
	if err := tellAllowOf(x, a, record{}); err != nil {
		return err
	}
	return send(x, &response{status: status, safe: safe(a.method)}, nil, "")
}
