package serve

import (
	"net/url"
	"strings"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/problem"
)

// negotiate picks the format: the suffix or ?format= narrows the choice to one, which Accept must
// then allow.
func (x *exchange) negotiate() error {
	name := x.suffix
	if name == "" && x.r.URL.RawQuery != "" {
		name = LastParam(x.r.URL.RawQuery, "format")
	}
	formats, offered := x.formats.list, x.formats.offered
	if name != "" {
		i := x.formats.named(name)
		if i < 0 {
			x.plain = true
			return notFound()
		}
		formats, offered = formats[i:i+1], offered[i:i+1]
	}
	i, indent, ok := media.Negotiate(offered, x.accept())
	if !ok {
		x.plain = true
		return problem.New(problem.NotAcceptable, "Could not satisfy the request Accept header.")
	}
	x.format, x.indent = &formats[i], indent
	return nil
}

// settleFormat picks the format that a document of some content is written in. Before negotiation
// that is whatever Accept prefers. Where nothing fits, where the format cannot hold the content, and
// for a plain answer, it is the first format that holds everything.
func (x *exchange) settleFormat(content media.Content) {
	if x.format == nil && !x.plain {
		if i, indent, ok := media.Negotiate(x.formats.offered, x.accept()); ok {
			x.format, x.indent = &x.formats.list[i], indent
		}
	}
	if x.format == nil || x.plain || !x.format.Holds(content) {
		x.format, x.indent = x.formats.complete, 0
	}
}

func (x *exchange) accept() string {
	values := x.r.Header["Accept"]
	if len(values) == 1 {
		return values[0]
	}
	return strings.Join(values, ",")
}

// LastParam is the last value of a query parameter, "" for none.
func LastParam(query, name string) string {
	value := ""
	for _, p := range parseQuery(query) {
		if p.name == name {
			value = p.value
		}
	}
	return value
}

type param struct{ name, value string }

// parseQuery reads a query as Django does: & alone separates, an escape that is none stands for
// itself, and nothing is an error.
func parseQuery(query string) []param {
	var params []param
	for part := range strings.SplitSeq(query, "&") {
		if part == "" {
			continue
		}
		name, value, _ := strings.Cut(part, "=")
		params = append(params, param{unescape(name), unescape(value)})
	}
	return params
}

func unescape(s string) string {
	if !strings.ContainsAny(s, "%+") {
		return strings.ToValidUTF8(s, "\uFFFD")
	}
	if plain, err := url.QueryUnescape(s); err == nil {
		return strings.ToValidUTF8(plain, "\uFFFD")
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '+':
			b.WriteByte(' ')
		case s[i] == '%' && i+2 < len(s):
			if plain, err := url.QueryUnescape(s[i : i+3]); err == nil {
				b.WriteString(plain)
				i += 2
				continue
			}
			fallthrough
		default:
			b.WriteByte(s[i])
		}
	}
	return strings.ToValidUTF8(b.String(), "\uFFFD")
}
