// Entity tags: of responses and records, the 304 for If-None-Match, and the 412 for If-Match.

package serve

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"strings"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

// revalidate gives the response a weak entity tag, made of its representation before it is rendered,
// and reports whether a client that reads has that already (RFC 9110, section 13.1.2). The tag of a
// record that was created or changed is the one that reading it then has. Pages are left out: they
// depend on more than their representation; so are streams, which are not known beforehand.
func revalidate(x *exchange, a *admission, p *response) (unchanged bool) {
	read := p.safe && a.method != http.MethodOptions && !a.form.Overridden
	if !read && (a.operation.Builtin&(plan.Create|plan.Replace|plan.Modify) == 0 || p.doc.Content != media.Record) {
		return false
	}
	tag := entityTag(p.encoded, p.format)
	x.w.Header()["Etag"] = p.values.of(tag)
	if lists := x.r.Header["If-None-Match"]; lists != nil && read {
		return listsTag(lists, tag)
	}
	return false
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
	var b [26]byte
	copy(b[:], `W/"`)
	base64.RawURLEncoding.Encode(b[3:], sum[:15])
	b[23], b[24], b[25] = f.tag, '0'+byte(f.indent), '"'
	return string(b[:])
}

// recordTag is the entity tag that reading the record has in a format. The record has to be read as the
// representation that the requester may see: see admission.view.
func (res *resource) recordTag(rec *schema.Record, base string, f negotiated) string {
	return entityTag(res.encloseRecord(rec.Append(nil, base)), f)
}

// checkIfMatch refuses a write whose If-Match, or the version of whose form, lists other tags than the
// record has, which is read for that, within a transaction where there is one. Without a condition it
// reads nothing.
func checkIfMatch(x *exchange, a *admission, tx *store.Tx, key schema.Key) error {
	tags := x.r.Header["If-Match"]
	if a.format.page {
		if version, sent := a.form.Get(VersionField); sent {
			tag, _, _ := strings.Cut(version, " ")
			tags = append([]string{tag}, tags...)
		}
	}
	if tags == nil || listsTag(tags, "*") {
		return nil
	}
	res := a.route.resource
	rec := res.retrieve.Type.Acquire()
	defer rec.Release()
	c := newCall(x, a, nil)
	c.begin(tx)
	found, err := a.readFor(x, c, res, key, rec)
	f := a.format
	if f.page || !f.Holds(media.Record) {
		f = negotiated{x.h.formats.complete, 0}
	}
	switch {
	case err != nil:
		return fmt.Errorf("tag of %s %s: %w", res.Name, key, err)
	case !found:
		return NotFound()
	case !listsTag(tags, res.recordTag(rec, x.base, f)):
		return problem.New(problem.PreconditionFailed, "The record has changed since it was read.")
	}
	return nil
}

// sendUnchanged answers 304, with the headers that a cache needs.
func sendUnchanged(x *exchange, p *response) {
	x.varyByCoding()
	p.status = http.StatusNotModified
	x.started = true
	x.w.WriteHeader(p.status)
}
