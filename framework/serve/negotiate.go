package serve

import (
	"net/url"
	"strings"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/problem"
)

// format is a representation and how the service writes it.
type format struct {
	media.Format
	kind formatKind
}

type formatKind uint8

const (
	asJSON formatKind = iota
	asPage
	asYAML
)

func formats(pages Pages) []format {
	list := []format{{media.Format{Name: "json", MediaType: "application/json", ContentType: "application/json"}, asJSON}}
	if pages != nil {
		list = append(list, format{media.Format{Name: "api", MediaType: "text/html", ContentType: "text/html; charset=utf-8"}, asPage})
	}
	return append(list, format{media.Format{Name: "yaml", MediaType: "application/yaml", ContentType: "application/yaml; charset=utf-8"}, asYAML})
}

// negotiate picks the format: the suffix or ?format= narrows the choice to one, which Accept must
// then allow.
func (x *exchange) negotiate() error {
	name := x.suffix
	if name == "" && x.r.URL.RawQuery != "" {
		name = LastParam(x.r.URL.RawQuery, "format")
	}
	formats, offered, first := x.formats, x.offered, 0
	if name != "" {
		first = -1
		for i := range x.formats {
			if x.formats[i].Name == name {
				first = i
			}
		}
		if first < 0 {
			x.plain = true
			return notFound()
		}
		formats, offered = x.formats[first:first+1], x.offered[first:first+1]
	}
	i, indent, ok := media.Negotiate(offered, x.accept())
	if !ok {
		x.plain = true
		return problem.New(problem.NotAcceptable, "Could not satisfy the request Accept header.")
	}
	x.format, x.indent = &formats[i], indent
	return nil
}

// negotiateError picks the format of an error before negotiation: whatever Accept prefers, JSON
// where nothing fits.
func (x *exchange) negotiateError() {
	if x.format != nil {
		return
	}
	x.format = &x.formats[0]
	if x.plain {
		return
	}
	if i, indent, ok := media.Negotiate(x.offered, x.accept()); ok {
		x.format, x.indent = &x.formats[i], indent
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
