// Random sequences of requests, as sections of a scenario.

package resttest

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"pgregory.net/rapid"
)

// request is one section of a scenario.
type request struct {
	method, path, who string
	headers           []string
	body              string
}

// String returns the section. The body is quoted, so that it may contain anything.
func (r request) String() string {
	s := "-- " + r.method + " " + r.path + r.who + " --\n"
	for _, h := range r.headers {
		s += h + "\n"
	}
	if r.body != "" {
		s += "Body: quoted\n\n" + strconv.Quote(r.body) + "\n"
	}
	return s
}

// vocabulary holds the words of the requests to one configuration: more often ones that succeed than ones that
// are refused, and of the rest a little of everything.
type vocabulary struct {
	collections []string
	fields      map[string][]string // values as JSON, by name
	begin       []request
	resources   map[string]addressed // by collection, for those whose records are not numbered, or bodies not bare
}

// addressed is a resource, as its requests need it.
type addressed struct {
	records []string // paths of records that there may be
	wrap    func(body string) string
}

var (
	methods  = often("GET", 6, "POST", 6, "PUT", 5, "PATCH", 3, "DELETE", 2, "HEAD", 1, "OPTIONS", 2, "PROPFIND", 1)
	persons  = often(" as alice", 5, " as admin", 8, " as bob", 3, "", 2, " in j", 5, " as ivan", 1, " as alice:wrong", 1)
	keys     = often("1/", 6, "2/", 5, "3/", 3, "4/", 2, "5/", 2, "02/", 1, "0/", 1, "6", 1, "x/", 1, "9223372036854775808/", 1, "%31/", 1, "1/x/", 1)
	suffixes = often("", 12, ".json", 1, ".yaml", 1, ".api", 2, ".xml", 1, ".json/", 1)
	queries  = often("", 12, "?format=api", 1, "?format=yaml", 1, "?page=2", 1, "?page=last&x=%C3%A9+b", 1, "?page=0", 1, "?format=nothing", 1, "?_find=1&_find_groups=ed&username=q%22%3E", 1)
	accepts  = often("", 6, "text/html", 5, "application/yaml", 2, "application/json; indent=4", 2, "text/*;q=0.5, */*;q=0.1", 1, "image/png", 1, "text/html, application/xhtml+xml, */*;q=0.8", 1)
	types    = often("application/json", 6, "application/x-www-form-urlencoded", 4, "multipart/form-data; boundary=b", 2, "application/yaml", 2, "application/json; charset=iso-8859-1", 1, "text/plain", 1, "", 1)
	extras   = []string{
		"Idempotency-Key: k1", "Idempotency-Key: k2", "Idempotency-Key: \"k1\"", "If-None-Match: *", "Accept-Encoding: gzip", "Accept-Encoding: zstd;q=0.5, gzip;q=0.1",
		"Origin: http://testserver", "Origin: http://evil.example", "Sec-Fetch-Site: cross-site", "Host: api.example:8080", "Host: a b", "Cookie: sessionid=" + strings.Repeat("A", 43), "Transfer-Encoding: chunked",
	}
)

// often repeats texts as many times as the numbers behind them say.
func often(pairs ...any) []string {
	var list []string
	for i := 0; i < len(pairs); i += 2 {
		list = append(list, slices.Repeat([]string{pairs[i].(string)}, pairs[i+1].(int))...)
	}
	return list
}

func pick(t *rapid.T, label string, from []string) string {
	return rapid.SampledFrom(from).Draw(t, label)
}

// request draws one request.
func (v vocabulary) request() *rapid.Generator[request] {
	return rapid.Custom(func(t *rapid.T) request {
		r := request{method: pick(t, "method", methods), path: pick(t, "path", v.collections), who: pick(t, "who", persons)}
		if strings.HasPrefix(r.path, "/api-auth/") {
			return login(t, r)
		}
		of := v.resources[r.path]
		if r.method != "POST" && rapid.IntRange(0, 3).Draw(t, "record") > 0 {
			if len(of.records) > 0 && rapid.IntRange(0, 4).Draw(t, "known") > 0 {
				r.path = pick(t, "path of a record", of.records)
			} else {
				r.path += pick(t, "key", keys)
			}
		}
		if suffix := pick(t, "suffix", suffixes); suffix != "" {
			r.path = strings.TrimSuffix(r.path, "/") + suffix
		}
		r.path += pick(t, "query", queries)
		if accept := pick(t, "accept", accepts); accept != "" {
			r.headers = append(r.headers, "Accept: "+accept)
		}
		r.headers = append(r.headers, rapid.SliceOfNDistinct(rapid.SampledFrom(extras), 0, 2, func(h string) string { return h }).Draw(t, "headers")...)
		if rapid.IntRange(0, 9).Draw(t, "body") == 0 || r.method == "GET" || r.method == "HEAD" {
			return r
		}
		contentType := pick(t, "type", types)
		if contentType != "" {
			r.headers = append(r.headers, "Content-Type: "+contentType)
		}
		r.body = v.body(t, contentType)
		if isDocument := strings.HasPrefix(r.body, `{"`) && contentType != "text/plain"; isDocument && of.wrap != nil && rapid.IntRange(0, 9).Draw(t, "wrapped") > 0 {
			r.body = of.wrap(r.body)
		}
		return r
	})
}

// scenario is a sequence of requests behind those that begin each.
func (v vocabulary) scenario(sequence []request) string {
	var b strings.Builder
	for _, r := range slices.Concat(v.begin, sequence) {
		b.WriteString(r.String())
	}
	return b.String()
}

// login begins a session, or ends it.
func login(t *rapid.T, r request) request {
	r.method, r.who = pick(t, "session method", often("POST", 4, "GET", 1)), " in j"
	r.headers = []string{"Content-Type: application/x-www-form-urlencoded"}
	name := pick(t, "name", often("admin", 4, "alice", 3, "bob", 1, "ivan", 1))
	password := pick(t, "password", often("-password", 6, "-wrong", 1, "", 1))
	r.body = url.Values{"username": {name}, "password": {name + password}, "next": {pick(t, "next", []string{"", "/users/", "//evil.example/", "/?a=\r\n"})}}.Encode()
	if pick(t, "in or out", often("in", 5, "out", 1)) == "out" {
		r.path = "/api-auth/logout/"
	}
	return r
}

// body draws some fields, most of them with a first value that is good, in the form of the type; now
// and then anything at all.
func (v vocabulary) body(t *rapid.T, contentType string) string {
	if rapid.IntRange(0, 19).Draw(t, "garbage") == 0 {
		return rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"[]", "null", "3", "{", `{"a":1,}`, "--b\r\n", "&=&%", "- a\n- b: [", "\xff"})).Draw(t, "text")
	}
	values := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(v.fields)) {
		if rapid.IntRange(0, 2).Draw(t, "with "+name) == 0 {
			continue
		}
		all := v.fields[name]
		values[name] = pick(t, name, slices.Concat(slices.Repeat(all[:1], 3), slices.Repeat(all[:min(2, len(all))], 2), all))
	}
	if strings.HasPrefix(contentType, "application/x-www") || strings.HasPrefix(contentType, "multipart/") {
		return form(values, strings.HasPrefix(contentType, "multipart/"))
	}
	delete(values, "_method")
	parts := make([]string, 0, len(values))
	for _, name := range slices.Sorted(maps.Keys(values)) {
		parts = append(parts, strconv.Quote(name)+": "+values[name])
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// form writes JSON values as the fields of a form: a text as it is, of a list each item.
func form(values map[string]string, multipart bool) string {
	fields := url.Values{}
	for name, text := range values {
		var v any
		d := json.NewDecoder(strings.NewReader(text))
		d.UseNumber()
		if err := d.Decode(&v); err != nil {
			panic(err) // the values are our own
		}
		list, ok := v.([]any)
		if !ok {
			list = []any{v}
		}
		for _, item := range list {
			fields.Add(name, fmt.Sprint(item))
		}
	}
	if !multipart {
		return fields.Encode()
	}
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		for _, value := range fields[name] {
			fmt.Fprintf(&b, "--b\r\nContent-Disposition: form-data; name=%q\r\n\r\n%s\r\n", name, value)
		}
	}
	return b.String() + "--b--\r\n"
}
