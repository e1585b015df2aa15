package serve

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"
)

// revalidate gives the answer a weak entity tag, made of its representation before it is rendered,
// and reports whether the client has that already (RFC 9110, section 13.1.2). Pages are left out:
// they depend on more than their representation; so are streams, which are not known beforehand.
func (x *exchange) revalidate() (unchanged bool) {
	if !x.reads() || x.overridden || x.stream != nil || x.format.kind == asPage {
		return false
	}
	tag := x.entityTag()
	x.header()["Etag"] = x.values.of(tag)
	for candidate := range strings.SplitSeq(strings.Join(x.r.Header["If-None-Match"], ","), ",") {
		candidate = strings.TrimSpace(candidate)
		if candidate == "*" || strings.TrimPrefix(candidate, "W/") == tag[len("W/"):] {
			return true
		}
	}
	return false
}

// entityTag is weak: equal tags mean equal representations in the same format, whatever their
// compression. Every process makes the same tag of the same answer.
func (x *exchange) entityTag() string {
	sum := sha256.Sum256(x.out)
	var b [26]byte
	copy(b[:], `W/"`)
	base64.RawURLEncoding.Encode(b[3:], sum[:15])
	b[23], b[24], b[25] = 'a'+byte(x.format.kind), '0'+byte(x.indent), '"'
	return string(b[:])
}

// sendUnchanged answers 304, with the headers that a cache needs.
func (x *exchange) sendUnchanged() error {
	x.varyByCoding()
	x.status = http.StatusNotModified
	x.started = true
	x.w.WriteHeader(x.status)
	return nil
}
