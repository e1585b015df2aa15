// Entity tags of responses and records, and the 304 for If-None-Match.

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

// Revalidate sets a weak entity tag, made from the representation before it is rendered, and reports
// whether the reading client has it already (RFC 9110, section 13.1.2). After a create or an update, the
// tag is that of a later read. Pages have no tag, because they show more than their representation, and
// neither have streams, whose content is not yet known.
func Revalidate(x *Exchange, a *Admission, resp *Response, rec *Record) (unchanged bool) {
	if a.Prefers.DryRun { // a dry run creates no record
		return false
	}
	read := HasTag(a, resp)
	if !read && (a.Operation.Builtin&(plan.Create|plan.Replace|plan.Modify) == 0 && !a.Operation.History || resp.Doc.Content != media.Record) {
		return false
	}
	if rec.Modified.IsZero() && rec.Record != nil {
		rec.Modified = Modified(a.Route.Res, rec.Record)
	}
	if !rec.Modified.IsZero() {
		x.W.Header().Set("Last-Modified", rec.Modified.UTC().Format(http.TimeFormat))
	}
	tag := ResponseTag(a, resp, rec, resp.Format)
	x.W.Header()["Etag"] = resp.Values.Of(tag)
	return read && NamesTag(x, tag)
}

// HasTag reports whether a response that is no stream has the entity tag of a read.
func HasTag(a *Admission, resp *Response) bool {
	return resp.Safe && a.Method != http.MethodOptions && !a.Form.Overridden
}

// ResponseTag returns the entity tag of a response in a format.
func ResponseTag(a *Admission, resp *Response, rec *Record, f Negotiated) string {
	version := max(rec.RowVersion, rec.Record.Version())
	if version == 0 {
		return recordEntityTag(resp.Encoded, rec.FileKeys(), f)
	}
	tag := VersionTag(version, f)
	if a.Route.Res.Mixed {
		tag = mixedTag(tag, resp.Encoded)
	}
	return tag
}

// IsUnchanged is Revalidate for a record whose version counts all changes of its representation, before that is
// made. It is false for another record.
func IsUnchanged(x *Exchange, a *Admission, resp *Response, rec *Record) bool {
	if !resp.Safe || rec.Record == nil || a.Route.Res == nil || a.Route.Res.Mixed || x.R.Header["If-None-Match"] == nil {
		return false
	}
	return max(rec.RowVersion, rec.Record.Version()) != 0 && Revalidate(x, a, resp, rec)
}

// NamesTag reports whether the client already has a representation with the tag.
func NamesTag(x *Exchange, tag string) bool {
	lists := x.R.Header["If-None-Match"]
	return lists != nil && ListsTag(lists, tag)
}

// AsksVersion reports whether If-None-Match has a tag of a version, or any tag.
func AsksVersion(x *Exchange) bool {
	return slices.ContainsFunc(x.R.Header["If-None-Match"], func(tags string) bool { return strings.ContainsAny(tags, ".*") })
}

// ListsTag reports whether one of several lists of entity tags contains the tag, or "*" for any tag. It
// compares weakly: it ignores W/ before a tag.
func ListsTag(lists []string, tag string) bool {
	for candidate := range strings.SplitSeq(strings.Join(lists, ","), ",") {
		candidate = strings.TrimSpace(candidate)
		if candidate == "*" || strings.TrimPrefix(candidate, "W/") == strings.TrimPrefix(tag, "W/") {
			return true
		}
	}
	return false
}

// EntityTag returns the weak tag of a representation: equal tags mean equal representations in the same
// format, in any compression. Every process makes the same tag of the same response.
func EntityTag(representation []byte, f Negotiated) string {
	b := appendDigest(append(make([]byte, 0, 27), `W/"`...), representation)
	b = append(b, f.Tag, '0'+byte(f.Indent))
	if f.Version != 0 {
		b = append(b, f.Version)
	}
	return string(append(b, '"'))
}

// VersionTag returns the weak tag of a record with a version counter.
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

// mixedMark stands between the version and the digest of the representation in the tag of a record that may change
// while its row does not.
const mixedMark = '~'

// mixedTag returns the weak tag of such a record: the tag of its version, and the representation.
func mixedTag(version string, representation []byte) string {
	b := append([]byte(strings.TrimSuffix(version, `"`)), mixedMark)
	return string(append(appendDigest(b, representation), '"'))
}

// appendDigest appends 20 characters that differ for different representations.
func appendDigest(b, representation []byte) []byte {
	sum := sha256.Sum256(representation)
	return base64.RawURLEncoding.AppendEncode(b, sum[:15])
}

// ListsVersion is ListsTag for the tag of a version, which tags from mixedTag have too: a change asks only whether
// the row is the same.
func ListsVersion(lists []string, tag string) bool {
	for candidate := range strings.SplitSeq(strings.Join(lists, ","), ",") {
		version, _, mixed := strings.Cut(strings.TrimSpace(candidate), string(mixedMark))
		if mixed && ListsTag([]string{version + `"`}, tag) {
			return true
		}
	}
	return ListsTag(lists, tag)
}

// mixes reports whether the representation of a record may change while its row does not.
func mixes(resource *plan.Resource) bool {
	return slices.ContainsFunc(resource.Shapes.Retrieve.Type.Shown, func(f *schema.Field) bool {
		of := cmp.Or(f.Of, f)
		return f.Derived != nil || f.IsToMany() || f.ShownBy() != nil || of.Relation != nil && len(resource.Visibility[of.Index]) > 0
	})
}

// Modified returns the time of a record's last change, or zero if it is not known.
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

// RecordTag returns the entity tag that a read of the record has in a format. The record must be the
// representation that the requester may see: see access.ReadView.
func (res *Resource) RecordTag(rec *schema.Record, base string, f Negotiated) string {
	if version := rec.Version(); version != 0 && !res.Mixed {
		return VersionTag(version, f)
	} else if version != 0 {
		return mixedTag(VersionTag(version, f), res.EncloseRecord(rec.AppendIn(nil, base, f.Zone)))
	}
	return recordEntityTag(res.EncloseRecord(rec.AppendIn(nil, base, f.Zone)), (&Record{Record: rec}).FileKeys(), f)
}

// recordEntityTag returns the tag of a record's representation and of its files, whose addresses stay the
// same when the files are replaced.
func recordEntityTag(representation []byte, fileKeys string, f Negotiated) string {
	if fileKeys == "" {
		return EntityTag(representation, f)
	}
	return EntityTag(append(slices.Clip(representation), fileKeys...), f)
}

// SendUnchanged answers 304, with the headers that a cache needs.
func SendUnchanged(x *Exchange, resp *Response) {
	x.VaryByCoding()
	resp.Status = http.StatusNotModified
	x.Started = true
	x.W.WriteHeader(resp.Status)
}

// TagFormat returns the format for the tags of a request: its own, or for a page the format that holds
// everything.
func TagFormat(x *Exchange, a *Admission) Negotiated {
	if f := a.Format; !f.Page && f.Holds(media.Record) {
		return f
	}
	return Negotiated{Rendering: x.Service.Negotiation.Formats.Complete, Version: a.Format.Version, Zone: a.Format.Zone}
}
