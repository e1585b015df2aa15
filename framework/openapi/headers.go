// The headers of answers.

package openapi

import (
	"strings"

	"example.com/resourceful/framework/plan"
)

// headers are those of answers, with what they say.
var headers = map[string]struct {
	about string
	is    map[string]any
}{
	"ETag":                 {"The entity tag of the representation, for If-None-Match and If-Match.", text()},
	"Last-Modified":        {"When the record was last changed, as an HTTP date.", text()},
	"Link":                 {"The addresses of other pages (RFC 8288).", text()},
	"Location":             {"The address of the record, or of the page.", map[string]any{"type": "string", "format": "uri-reference"}},
	"Cache-Control":        {"How long caches may use the response without asking again (RFC 9111).", text()},
	"Allow":                {"The methods that the path takes.", text()},
	"Accept-Patch":         {"The types of bodies that a PATCH takes (RFC 5789).", text()},
	"Accept-Ranges":        {"That parts of the file may be asked for.", text()},
	"Content-Range":        {"Which part of the file the answer is.", text()},
	"Content-Disposition":  {"The name of the file.", text()},
	"Retry-After":          {"After how many seconds the request may be made again.", map[string]any{"type": "integer", "minimum": 0}},
	"WWW-Authenticate":     {"How to authenticate.", text()},
	"RateLimit":            {"What is left of each rate.", text()},
	"RateLimit-Policy":     {"How many requests each rate lets through.", text()},
	"Idempotency-Replayed": {"That the answer is that of an earlier request under the same Idempotency-Key.", map[string]any{"type": "string", "enum": []string{"true"}}},
	"Preference-Applied":   {"The preferences that the answer heeds (RFC 7240).", text()},
	"Deprecation":          {"Since when the version should not be used any more (RFC 9745).", text()},
	"Sunset":               {"When the version ends (RFC 8594).", text()},
}

// addHeaders adds headers to those of an answer.
func (b *builder) addHeaders(to *Map[*Header], names ...string) {
	for _, name := range names {
		component := strings.ReplaceAll(name, "-", "")
		if b.headers[component] == nil {
			b.headers[component] = &Header{Description: headers[name].about, Schema: b.schema(headers[name].is)}
		}
		to.Set(name, &Header{Ref: refTo("headers", component)})
	}
}

func (b *builder) headersOf(names ...string) (to Map[*Header]) {
	b.addHeaders(&to, names...)
	return to
}

// writeHeaders returns the headers of a write that was done.
func (b *builder) writeHeaders(o *plan.Operation) (to Map[*Header]) {
	if o.Builtin&(plan.Create|plan.Replace|plan.Modify) != 0 || o.History {
		to = b.headersOf("ETag")
		if o.Resource.LastModified != nil {
			b.addHeaders(&to, "Last-Modified")
		}
	}
	if isUnsafe(o) {
		b.addHeaders(&to, "Idempotency-Replayed", "Preference-Applied")
	}
	return to
}

// usualHeaders returns the names of the headers that answers have whatever they say. throttled says that rates count the
// request.
func (b *builder) usualHeaders(throttled bool) (names []string) {
	if b.deprecated() {
		names = append(names, "Deprecation")
	}
	if b.version != nil && !b.version.Sunset.IsZero() {
		names = append(names, "Sunset")
	}
	if b.p.TimeZones != nil {
		names = append(names, "Preference-Applied")
	}
	if throttled {
		names = append(names, "RateLimit", "RateLimit-Policy")
	}
	return names
}

// HeaderName returns the header that a component is about: "Retry-After" of "RetryAfter".
func HeaderName(component string) string {
	for name := range headers {
		if strings.ReplaceAll(name, "-", "") == component {
			return name
		}
	}
	return component
}
