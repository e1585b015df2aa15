// Entity tags: of responses and records, and the 304 for If-None-Match.

package request

import (
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// Revalidate gives the response a weak entity tag, made of its representation before it is rendered,
// and reports whether a client that reads has that already (RFC 9110, section 13.1.2). The tag of a
// record that was created or changed is the one that reading it then has. Pages are left out: they
// depend on more than their representation; so are streams, which are not known beforehand.
func Revalidate(x *Exchange, a *Admission, p *Response, rec *Record) (unchanged bool) {
	if a.Prefers.DryRun { // there is no such record
		return false
	}
	read := p.Safe && a.Method != http.MethodOptions && !a.Form.Overridden
	if !read && (a.Operation.Builtin&(plan.Create|plan.Replace|plan.Modify) == 0 && !a.Operation.History || p.Doc.Content != media.Record) {
		return false
	}
	if rec.Modified.IsZero() && rec.Record != nil {
		rec.Modified = Modified(a.Route.Res, rec.Record)
	}
	if !rec.Modified.IsZero() {
		x.W.Header().Set("Last-Modified", rec.Modified.UTC().Format(http.TimeFormat))
	}
	version := max(rec.RowVersion, rec.Record.Version())
	if version == 0 {
		tag := recordEntityTag(p.Encoded, rec.FileKeys(), p.Format)
		x.W.Header()["Etag"] = p.Values.Of(tag)
		return read && NamesTag(x, tag)
	}
	tag := VersionTag(version, p.Format)
	x.W.Header()["Etag"] = p.Values.Of(tag)
	return read && !a.Route.Res.Mixed && NamesTag(x, tag)
}

// NamesTag reports whether the client has a representation with the tag already.
func NamesTag(x *Exchange, tag string) bool {
	lists := x.R.Header["If-None-Match"]
	return lists != nil && ListsTag(lists, tag)
}

// ListsTag reports whether one of several lists of entity tags has the tag, or "*", which stands for
// all of them. Tags are compared weakly: W/ before a tag does not count.
func ListsTag(lists []string, tag string) bool {
	for candidate := range strings.SplitSeq(strings.Join(lists, ","), ",") {
		candidate = strings.TrimSpace(candidate)
		if candidate == "*" || strings.TrimPrefix(candidate, "W/") == strings.TrimPrefix(tag, "W/") {
			return true
		}
	}
	return false
}

// EntityTag is the weak tag of a representation: equal tags mean equal representations in the same
// format, whatever their compression. Every process makes the same tag of the same response.
func EntityTag(representation []byte, f Negotiated) string {
	sum := sha256.Sum256(representation)
	b := append(make([]byte, 0, 27), `W/"`...)
	b = base64.RawURLEncoding.AppendEncode(b, sum[:15])
	b = append(b, f.Tag, '0'+byte(f.Indent))
	if f.Version != 0 {
		b = append(b, f.Version)
	}
	return string(append(b, '"'))
}

// VersionTag is the weak tag of a record whose changes are counted.
func VersionTag(version int64, f Negotiated) string {
	b := fmt.Appendf(nil, `W/"%d.%c%d`, version, f.Tag, f.Indent)
	if f.Version != 0 {
		b = append(b, f.Version)
	}
	if f.Zone != nil {
		b = append(append(b, '.'), f.Zone.String()...)
	}
	return string(append(b, '"'))
}

// mixes reports whether the representation of a record shows more than its row, so that it may change while
// the row does not.
func mixes(e *plan.Resource) bool {
	return slices.ContainsFunc(e.Shapes.Retrieve.Type.Shown, func(f *schema.Field) bool {
		of := cmp.Or(f.Of, f)
		return f.Derived != nil || f.IsToMany() || f.ShownBy() != nil || of.Relation != nil && len(e.Visibility[of.Index]) > 0
	})
}

// Modified is when a record was last changed, as it was read; zero where that is not known.
func Modified(res *Resource, rec *schema.Record) time.Time {
	if res == nil || res.LastModified == nil {
		return time.Time{}
	}
	f := rec.Type.FieldOf(res.LastModified)
	if f == nil {
		return time.Time{}
	}
	at, _ := rec.Get(f).(time.Time)
	return at
}

// RecordTag is the entity tag that reading the record has in a format. The record has to be read as the
// representation that the requester may see: see access.ReadView.
func (res *Resource) RecordTag(rec *schema.Record, base string, f Negotiated) string {
	if version := rec.Version(); version != 0 {
		return VersionTag(version, f)
	}
	return recordEntityTag(res.EncloseRecord(rec.AppendIn(nil, base, f.Zone)), (&Record{Record: rec}).FileKeys(), f)
}

// recordEntityTag is the tag of the representation of a record, and of its files: that shows their addresses, which stay
// when others take their place.
func recordEntityTag(representation []byte, fileKeys string, f Negotiated) string {
	if fileKeys == "" {
		return EntityTag(representation, f)
	}
	return EntityTag(append(slices.Clip(representation), fileKeys...), f)
}

// SendUnchanged answers 304, with the headers that a cache needs.
func SendUnchanged(x *Exchange, p *Response) {
	x.VaryByCoding()
	p.Status = http.StatusNotModified
	x.Started = true
	x.W.WriteHeader(p.Status)
}

// TagFormat is the format that the tags of a request belong to: its own, or for a page the one that holds
// everything.
func TagFormat(x *Exchange, a *Admission) Negotiated {
	if f := a.Format; !f.Page && f.Holds(media.Record) {
		return f
	}
	return Negotiated{Rendering: x.Service.Negotiation.Formats.Complete, Version: a.Format.Version, Zone: a.Format.Zone}
}
