// The query string of an address, read and written as Django does.

package serve

import (
	"net/url"
	"slices"
	"strings"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
)

// checkQuery bounds the query, which is read more than once.
func checkQuery(query string, limits *Limits) error {
	if len(query) > limits.Query {
		return problem.New(problem.TooLong, "Query is longer than the limit of %d bytes.", limits.Query)
	}
	if strings.Count(query, "&") >= limits.Params {
		return problem.New(problem.Malformed, "Query has more than %d parameters.", limits.Params)
	}
	return nil
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

// QueryParams are the parameters of a query, in its order.
func QueryParams(query string) []plan.ParamValue {
	var list []plan.ParamValue
	for _, p := range parseQuery(query) {
		list = append(list, plan.ParamValue{Name: p.name, Value: p.value})
	}
	return list
}

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

// changedQuery is a query with other values of some parameters, all of them sorted by name.
func changedQuery(query string, changes []plan.ParamValue) string {
	var params []param
	for _, q := range parseQuery(query) {
		if !slices.ContainsFunc(changes, func(c plan.ParamValue) bool { return c.Name == q.name }) {
			params = append(params, q)
		}
	}
	for _, c := range changes {
		if c.Value != "" {
			params = append(params, param{c.Name, c.Value})
		}
	}
	slices.SortStableFunc(params, func(a, b param) int { return strings.Compare(a.name, b.name) })
	return encodeQuery(params)
}

// encodeQuery writes a query, with the question mark; "" for no parameters.
func encodeQuery(params []param) string {
	var b strings.Builder
	for i, p := range params {
		sep := byte('&')
		if i == 0 {
			sep = '?'
		}
		b.WriteByte(sep)
		b.WriteString(url.QueryEscape(p.name) + "=" + url.QueryEscape(p.value))
	}
	return b.String()
}

// Without is a query without some parameters, else as it was sent.
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
