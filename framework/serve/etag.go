package serve

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"strings"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

// revalidate gives the answer a weak entity tag, made of its representation before it is rendered,
// and reports whether a client that reads has that already (RFC 9110, section 13.1.2). The tag of a
// record that was created or changed is the one that reading it then has. Pages are left out: they
// depend on more than their representation; so are streams, which are not known beforehand.
func (x *exchange) revalidate() (unchanged bool) {
	reads := x.reads() && !x.form.Overridden
	if !reads && !x.writes() || x.stream != nil || x.format.page {
		return false
	}
	tag := entityTag(x.out, x.format, x.indent)
	x.header()["Etag"] = x.values.of(tag)
	return reads && listsTag(x.r.Header["If-None-Match"], tag)
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
// format, whatever their compression. Every process makes the same tag of the same answer.
func entityTag(representation []byte, f *format, indent int) string {
	sum := sha256.Sum256(representation)
	var b [26]byte
	copy(b[:], `W/"`)
	base64.RawURLEncoding.Encode(b[3:], sum[:15])
	b[23], b[24], b[25] = f.tag, '0'+byte(indent), '"'
	return string(b[:])
}

// recordTag is the entity tag that reading the record has in the format of the request, as the
// requester may see it; for a page, the one of the first format that holds everything. The record has to be read as a
// representation: see view.
func (x *exchange) recordTag(rec *schema.Record) string {
	f, indent := x.format, x.indent
	if f.page || !f.Holds(media.Record) {
		f, indent = x.formats.complete, 0
	}
	return entityTag(rec.Append(nil, x.base), f, indent)
}

// precondition takes the condition If-Match of a change or a deletion: the record has to be as the
// requester has read it. This is a first look, before the body is read; what counts is the second
// one, under the lock of the row.
func (x *exchange) precondition() error {
	x.ifMatch = append(x.ifMatch, x.r.Header["If-Match"]...)
	return x.checkIfMatch(nil)
}

// checkIfMatch refuses a write whose If-Match lists other tags than the record has, which is read for
// that, within a transaction where there is one. Without If-Match it reads nothing.
func (x *exchange) checkIfMatch(tx *store.Tx) error {
	if x.ifMatch == nil || listsTag(x.ifMatch, "*") {
		return nil
	}
	res := x.route.resource
	rec := res.Type.Acquire()
	defer rec.Release()
	view, err := x.view()
	if err != nil {
		return err
	}
	found := false
	if tx == nil {
		found, err = view.Get(x.ctx, x.id, rec)
	} else {
		found, err = view.GetIn(tx, x.id, rec)
	}
	switch {
	case err != nil:
		return fmt.Errorf("tag of %s %s: %w", res.Name, x.id, err)
	case !found:
		return notFound()
	case !listsTag(x.ifMatch, x.recordTag(rec)):
		return problem.New(problem.PreconditionFailed, "The record has changed since it was read.")
	}
	return nil
}

// sendUnchanged answers 304, with the headers that a cache needs.
func (x *exchange) sendUnchanged() error {
	x.varyByCoding()
	x.status = http.StatusNotModified
	x.started = true
	x.w.WriteHeader(x.status)
	return nil
}
