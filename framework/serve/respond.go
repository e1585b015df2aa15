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
	"example.com/resourceful/framework/serve/internal/lists"
	"example.com/resourceful/framework/serve/internal/request"
)

// respond writes the result of an operation in the negotiated format, or in another one if that cannot hold
// it.
func respond(x *request.Exchange, a *request.Admission, res request.Result) error {
	switch {
	case res.Written:
		return nil
	case res.SeeOther.Location != "":
		if res.SeeOther.Flash != "" {
			path, _, _ := strings.Cut(res.SeeOther.Location, "?")
			x.Service.Auth.LeaveFlash(x.W, x.R, x.Outside(a, path), res.SeeOther.Flash)
		}
		return sendRedirect(x, a, http.StatusSeeOther, res.SeeOther.Location)
	}
	p := &request.Response{Status: cmp.Or(res.Status, http.StatusOK), Encoded: res.Encoded, Links: res.Links, File: res.File, Safe: request.Safe(a.Method)}
	p.Format = x.FormatFor(a, res.Content)
	if err := tellAllowOf(x, a, res.Record); err != nil {
		return err
	}
	request.TellFresh(x, a, p)
	if res.Location != "" {
		x.W.Header().Set("Location", res.Location)
	}
	if res.Content == 0 {
		return request.Send(x, p, nil, "")
	}
	if res.Content == media.Record && p.Encoded == nil && !p.Format.Page && request.IsUnchanged(x, a, p, &res.Record) {
		request.SendUnchanged(x, p)
		return nil
	}
	representResult(p, x, a, &res)
	switch {
	case res.Stream != nil:
		return lists.SendStream(x, p, res.Stream.Each)
	case p.Format.Page:
		if res.Page == nil {
			res.Page = x.Service.NewPage(x, a, res.Record, nil)
		}
		return sendPage(x, a, res.Page, request.PageContent{Response: p, Replayed: res.Replayed})
	case request.Revalidate(x, a, p, &res.Record):
		request.SendUnchanged(x, p)
		return nil
	case a.Prefers.Minimal && isWritten(a, p):
		return sendMinimal(x, p)
	default:
		return sendDocument(x, p)
	}
}

// isWritten reports whether a response represents what a built-in operation has created or changed.
func isWritten(a *request.Admission, p *request.Response) bool {
	return !p.Safe && a.Operation.Builtin != 0 && p.Doc.Content&(media.Record|media.List) != 0
}

// sendMinimal sends the status and the headers of a write, for Prefer: return=minimal (RFC 7240, section 4.2).
func sendMinimal(x *request.Exchange, p *request.Response) error {
	if p.Status == http.StatusOK {
		p.Status = http.StatusNoContent
	}
	request.TellMinimal(x.W.Header())
	return request.Send(x, p, nil, "")
}

// representResult makes the representation of a result, and the document for the renderer.
func representResult(p *request.Response, x *request.Exchange, a *request.Admission, res *request.Result) {
	if p.Encoded == nil && res.Stream == nil {
		if p.Format.Page {
			res.Page = x.Service.NewPage(x, a, res.Record, nil)
			res.Page.Add(res.Record.Record, 0)
		}
		*x.Pooled.Buffer = res.Record.AppendIn((*x.Pooled.Buffer)[:0], x.Base, x.Locale.Zone)
		p.Encoded = *x.Pooled.Buffer
	}
	if res.Content == media.Record {
		p.Doc.Record = p.Encoded
		if rows := a.Operation.RowResource; rows != nil && rows.Envelope != nil {
			p.Encoded = rows.EncloseRecord(p.Encoded)
		}
	}
	describeResponse(p, x, res.Content, res.Rows, cmp.Or(res.Names, a.Operation.Names))
	if res.Stream == nil {
		return
	}
	p.Doc.Frame, p.Mark = res.Frame, res.Stream.Mark
	if of, is := a.Operation.RowResource.Envelope.(plan.ItemEnvelope); is && !p.Format.RowsOnly {
		p.Items = of
	}
}

// describeResponse makes the document for the renderer. rows are the rows of a list, names the member names
// of the representation.
func describeResponse(p *request.Response, x *request.Exchange, content media.Content, rows []byte, names *request.Names) {
	d := &p.Doc
	d.Content, d.JSON, d.Results, d.Indent = content, p.Encoded, rows, p.Format.Indent
	if content&(media.Record|media.List|media.Page) != 0 && names != nil {
		d.Fields, d.Columns = names.Fields, names.Columns
	}
	if content == media.Page {
		d.Next, d.Previous = p.Links.Next, p.Links.Previous
		addLinks(x.W.Header(), p.Links, x.Service.Plan.LinkHeader, p.Format.RowsOnly)
	}
}

// addLinks adds the other pages of a list to the header Link (RFC 8288). all asks for every known page,
// beside for the previous and the next page, for formats without a place for them.
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

// sendDocument renders and sends a complete document.
func sendDocument(x *request.Exchange, p *request.Response) error {
	if size := p.Format.Size(&p.Doc); size > 0 {
		if err := x.ReserveRendering(size); err != nil {
			return request.NoRoom(x, p, err)
		}
	}
	if err := p.Format.Renderer.Render(&p.Output, &p.Doc); err != nil {
		return fmt.Errorf("render %s: %w", p.Format.Name, err)
	}
	contentType := p.Format.ContentType
	if p.Doc.Content == media.Problem {
		contentType = p.Form.ContentType(contentType)
	}
	return request.Send(x, p, p.Output.Bytes, contentType)
}

// sendPage renders and sends the HTML page.
func sendPage(x *request.Exchange, a *request.Admission, page request.Page, of request.PageContent) error {
	p := of.Response
	if err := x.ReserveRendering(request.PageBytes(x, a, p)); err != nil {
		return request.NoRoom(x, p, err)
	}
	x.TellLanguage()
	text, err := page.Write(of)
	if full := problem.As(err); full != nil && full.Code == problem.Unavailable {
		return request.NoRoom(x, p, err)
	}
	if err != nil {
		return fmt.Errorf("render page: %w", err)
	}
	return request.Send(x, p, text, p.Format.ContentType)
}

// sendRedirect redirects to another address.
func sendRedirect(x *request.Exchange, a *request.Admission, status int, location string) error {
	h := x.W.Header()
	h.Set("Location", x.Service.Prefix.Before(x.VersionAddress(a).Add(location)))
	if err := tellAllowOf(x, a, request.Record{}); err != nil {
		return err
	}
	return request.Send(x, &request.Response{Status: status, Safe: request.Safe(a.Method)}, nil, "")
}
