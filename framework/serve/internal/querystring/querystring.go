// Package querystring reads and writes the query of an address as Django does.
package querystring

import (
	"net/url"
	"slices"
	"strings"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
)

// Check refuses a query with too many bytes (414) or parameters (400), because a query is parsed several
// times.
func Check(query string, maxBytes, maxParams int) error {
	if len(query) > maxBytes {
		return problem.New(problem.TooLong, "Query is longer than the limit of %d bytes.", maxBytes)
	}
	if strings.Count(query, "&") >= maxParams {
		return problem.New(problem.Malformed, "Query has more than %d parameters.", maxParams)
	}
	return nil
}

// Last returns the last value of a query parameter, "" for none.
func Last(query, name string) string {
	value := ""
	for _, p := range Parse(query) {
		if p.Name == name {
			value = p.Value
		}
	}
	return value
}

// Parse parses a query like Django: only & separates, an invalid escape stands for itself, and nothing is
// an error.
func Parse(query string) []plan.ParamValue {
	var params []plan.ParamValue
	for part := range strings.SplitSeq(query, "&") {
		if part == "" {
			continue
		}
		name, value, _ := strings.Cut(part, "=")
		params = append(params, plan.ParamValue{Name: unescape(name), Value: unescape(value)})
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

// Changed returns a query with other values of some parameters, all of them sorted by name.
func Changed(query string, changes []plan.ParamValue) string {
	var params []plan.ParamValue
	for _, q := range Parse(query) {
		if !slices.ContainsFunc(changes, func(c plan.ParamValue) bool { return c.Name == q.Name }) {
			params = append(params, q)
		}
	}
	for _, c := range changes {
		if c.Value != "" {
			params = append(params, c)
		}
	}
	slices.SortStableFunc(params, func(a, b plan.ParamValue) int { return strings.Compare(a.Name, b.Name) })
	return encode(params)
}

// encode writes a query, with the question mark; "" for no parameters.
func encode(params []plan.ParamValue) string {
	var b strings.Builder
	for i, p := range params {
		sep := byte('&')
		if i == 0 {
			sep = '?'
		}
		b.WriteByte(sep)
		b.WriteString(url.QueryEscape(p.Name) + "=" + url.QueryEscape(p.Value))
	}
	return b.String()
}

// Without returns a query without some parameters, and otherwise unchanged.
func Without(query string, names ...string) string {
	var kept []string
	for part := range strings.SplitSeq(query, "&") {
		name, _, _ := strings.Cut(part, "=")
		if part != "" && !slices.Contains(names, unescape(name)) {
			kept = append(kept, part)
		}
	}
	return strings.Join(kept, "&")
}
