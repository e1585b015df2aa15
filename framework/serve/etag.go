// Entity tags: of responses and records, and the 304 for If-None-Match.

package serve

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

// revalidate gives the response a weak entity tag, made of its representation before it is rendered,
// and reports whether a client that reads has that already (RFC 9110, section 13.1.2). The tag of a
// record that was created or changed is the one that reading it then has. Pages are left out: they
// depend on more than their representation; so are streams, which are not known beforehand.
func revalidate(x *exchange, a *admission, p *response, rec *record) (unchanged bool) {
	if a.prefers.DryRun { // there is no such record
		return false
	}
	read := p.safe && a.method != http.MethodOptions && !a.form.Overridden
	if !read && (a.operation.Builtin&(plan.Create|plan.Replace|plan.Modify) == 0 && !a.operation.History || p.doc.Content != media.Record) {
		return false
	}
	if rec.modified.IsZero() && rec.Record != nil {
		rec.modified = modified(a.route.resource, rec.Record)
	}
	if !rec.modified.IsZero() {
		x.w.Header().Set("Last-Modified", rec.modified.UTC().Format(http.TimeFormat))
	}
	version := max(rec.version, rec.Record.Version())
	if version == 0 {
		tag := recordEntityTag(p.encoded, rec.fileKeys(), p.format)
		x.w.Header()["Etag"] = p.values.of(tag)
		return read && namesTag(x, tag)
	}
	tag := versionTag(version, p.format)
	x.w.Header()["Etag"] = p.values.of(tag)
	return read && !a.route.resource.mixed && namesTag(x, tag)
}

// namesTag reports whether the client has a representation with the tag already.
func namesTag(x *exchange, tag string) bool {
	lists := x.r.Header["If-None-Match"]
	return lists != nil && listsTag(lists, tag)
}

// listsTag reports whether one of several lists of entity tags has the tag, or "*", which stands for
// all of them. Tags are compared weakly: W/ before a tag does not count.
func listsTag(lists []string, tag string) bool {
	for candidate := range strings.SplitSeq(strings.Join(lists, ","), ",") {
		candidate = strings.TrimSpace(candidate)
		if candidate == "*" || strings.TrimPrefix(candidate, "W/") == strings.TrimPrefix(tag, "W/") {
			return true
		}
	}
	return false
}

// entityTag is the weak tag of a representation: equal tags mean equal representations in the same
// format, whatever their compression. Every process makes the same tag of the same response.
func entityTag(representation []byte, f negotiated) string {
	sum := sha256.Sum256(representation)
	b := append(make([]byte, 0, 27), `W/"`...)
	b = base64.RawURLEncoding.AppendEncode(b, sum[:15])
	b = append(b, f.Tag, '0'+byte(f.indent))
	if f.version != 0 {
		b = append(b, f.version)
	}
	return string(append(b, '"'))
}

// versionTag is the weak tag of a record whose changes are counted.
func versionTag(version int64, f negotiated) string {
	b := fmt.Appendf(nil, `W/"%d.%c%d`, version, f.Tag, f.indent)
	if f.version != 0 {
		b = append(b, f.version)
	}
	if f.zone != nil {
		b = append(append(b, '.'), f.zone.String()...)
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

// modified is when a record was last changed, as it was read; zero where that is not known.
func modified(res *resource, rec *schema.Record) time.Time {
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

// recordTag is the entity tag that reading the record has in a format. The record has to be read as the
// representation that the requester may see: see admission.view.
func (res *resource) recordTag(rec *schema.Record, base string, f negotiated) string {
	if version := rec.Version(); version != 0 {
		return versionTag(version, f)
	}
	return recordEntityTag(res.encloseRecord(rec.AppendIn(nil, base, f.zone)), (&record{Record: rec}).fileKeys(), f)
}

// recordEntityTag is the tag of the representation of a record, and of its files: that shows their addresses, which stay
// when others take their place.
func recordEntityTag(representation []byte, fileKeys string, f negotiated) string {
	if fileKeys == "" {
		return entityTag(representation, f)
	}
	return entityTag(append(slices.Clip(representation), fileKeys...), f)
}

// sendUnchanged answers 304, with the headers that a cache needs.
func sendUnchanged(x *exchange, p *response) {
	x.varyByCoding()
	p.status = http.StatusNotModified
	x.started = true
	x.w.WriteHeader(p.status)
}
