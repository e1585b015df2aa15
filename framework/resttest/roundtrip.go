// The round-trip law: what reading a record answers can be sent back as it is, and changes nothing.

package resttest

import (
	"bytes"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/field/samples"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/resttest/internal/rules"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/schema"
)

// sendBackAll holds every resource whose records can be read and replaced against the round-trip law, on SQLite
// and on PostgreSQL.
func (c *conformance) sendBackAll(t *testing.T) {
	onEach(t, func(t testing.TB, kind server.DatabaseKind) {
		served, _ := c.server(t, kind.Address(t), 3)
		tried := 0
		for n, r := range c.plan.Resources {
			if !r.Has(plan.Replace) || !r.Has(plan.Retrieve) {
				continue
			}
			trip := &roundTrip{TB: t, c: c, server: served, resource: r, reading: c.read(t, served)}
			if trip.begin(41+n) && trip.edges() {
				tried++
			}
		}
		t.Logf("%d resources", tried)
	})
}

// roundTrip is one record that is sent back again and again.
type roundTrip struct {
	testing.TB
	c        *conformance
	server   *Server
	resource *plan.Resource
	reading  rules.Reading
	who      rules.Person
	path     string
	sent     []pair // the members of a replace that are good
}

// begin finds a record and somebody who may replace it: a newly created one if possible, because then its
// files exist, or else one of those in the filled tables.
func (r *roundTrip) begin(i int) bool {
	for _, row := range r.reading.Rows[rules.AccountsTable] {
		who := rules.Person{Name: fmt.Sprint(row["username"]), ID: row["id"].(int64)}
		who.Admin = who.Name == "admin"
		if !who.Admin && who.Name != "alice" {
			continue
		}
		r.who = who
		for _, path := range append(r.created(i), r.filled()...) {
			r.path = path
			members, missing := r.c.body(r.reading, r.resource, "PUT", who, i)
			if r.sent = unrenamed(members, r.reading, r.resource, path, who); len(missing) > 0 {
				continue
			}
			if a := r.send("PUT", path, r.body(r.sent)); a.Code == http.StatusOK {
				r.follow(a)
				return true
			}
		}
	}
	r.Logf("neither alice nor admin may replace a row of %s by values that are made up", r.resource.Path)
	return false
}

// created returns the path of a new row.
func (r *roundTrip) created(i int) []string {
	res := r.resource
	if !res.Has(plan.Create) {
		return nil
	}
	members, _ := r.c.body(r.reading, res, "POST", r.who, i)
	a := r.send("POST", r.reading.ListAt(res), r.body(members))
	shown := recordIn(res.Shapes.Retrieve.Type, a.Body.Bytes())
	if a.Code != http.StatusCreated || shown == nil || res.Singleton {
		return r.filled()
	}
	return []string{r.pathOf(shown)}
}

// pathOf returns the path of a record that a response shows.
func (r *roundTrip) pathOf(shown represented) string {
	w := writing{TB: r.TB, c: r.c, server: r.server, resource: r.resource, reading: r.reading}
	return w.recordPath(shown)
}

// follow finds the record again whose replacement has changed its address, such as one that code makes of a title.
func (r *roundTrip) follow(a server.Answer) {
	res := r.resource
	if shown := recordIn(res.Shapes.Retrieve.Type, a.Body.Bytes()); shown != nil && !res.Singleton && res.Lookup.Field != res.Type.Key {
		r.path = r.pathOf(shown)
	}
}

// filled returns the paths of the existing rows.
func (r *roundTrip) filled() (paths []string) {
	if r.resource.Singleton {
		return []string{rules.PathTo(r.resource.RecordPattern, r.resource, false, r.reading.FirstKey)}
	}
	for _, row := range r.reading.Listed(r.resource) {
		paths = append(paths, rules.RecordAt(r.resource, row))
	}
	return paths
}

// edges replaces the record by values at the edges of what its fields take, as many times as the field with the
// most of them has some, and sends each back. It reports whether anything was.
func (r *roundTrip) edges() bool {
	var accepted [][]string
	most := 1
	for _, m := range r.sent {
		list := []string{m.text}
		if m.field.Relation == nil && !rules.RowField(m.field).Unique && !m.field.IsFile() && !rules.IsAccountPassword(r.resource, m.field) {
			list = append(list, edgesOf(&m.field.Spec)...)
		}
		accepted, most = append(accepted, list), max(most, len(list))
	}
	held := 0
	for n := range most {
		edges := make([]string, len(r.sent))
		for i := range edges {
			edges[i] = accepted[i][n%len(accepted[i])]
		}
		held += r.hold(edges, 0, len(edges))
	}
	if held == 0 {
		r.Errorf("PUT %s: nothing could be stored that might be sent back", r.path)
	}
	return held > 0
}

// hold replaces the record by values, some of which, from one index to another, are at limits, and sends it
// back. A value of one field may not be valid for another: then it tries each half. It returns how many
// records were sent back.
func (r *roundTrip) hold(edges []string, from, to int) int {
	members := slices.Clone(r.sent)
	for i := from; i < to; i++ {
		members[i].text = edges[i]
	}
	if a := r.send("PUT", r.path, r.body(members)); a.Code == http.StatusOK {
		r.follow(a)
		r.sendBack()
		return 1
	}
	if to-from < 2 {
		return 0
	}
	return r.hold(edges, from, (from+to)/2) + r.hold(edges, (from+to)/2, to)
}

// mistakes matches a page's messages beside the fields of a form.
var mistakes = regexp.MustCompile(`(?s)<[^>]*errors?"[^>]*>.*?</`)

// edgesOf returns the accepted values of a field at the limits of its kind, as JSON, each value once.
func edgesOf(s *field.Spec) (list []string) {
	tries := slices.Concat(edgeValues, samples.Limits(s))
	for _, choice := range s.Choices {
		tries = append(tries, strconv.Quote(choice.Value), choice.Value)
	}
	if s.Item != nil {
		for _, choice := range s.Item.Choices {
			tries = append(tries, "["+strconv.Quote(choice.Value)+"]")
		}
	}
	known := map[string]bool{}
	for _, text := range tries {
		if _, ok := samples.Parse(s, text); ok && !known[samples.Canonical(s, text)] {
			known[samples.Canonical(s, text)] = true
			list = append(list, text)
		}
	}
	return list
}

// edgeValues lose something in a careless format: white space, lines, microseconds, the hour that clocks show
// twice, numbers of many digits, nothing, and texts that YAML or a form would read as something else.
var edgeValues = []string{
	`"\n a \t\nb\n"`, `"a\r\nb\rc"`, `"null"`, `"~"`, `"yes"`, `"0x1F"`, `"1_000"`, `"2030-01-02"`, `"- a: [b"`, `"# a"`, `"é\u2028\u0085"`, `"<b>&amp;'\""`, `"a,b"`, `"[]"`, `"{}"`,
	`null`, `true`, `false`, `0`, `-1`, `1.50`, `" x "`, `-9223372036854775808`, `9223372036854775807`, `127`, `-128`, `1e-7`, `0.1`, `1e308`, `"-0.10"`, `"0.00"`, `"1E+2"`,
	`"0001-01-01"`, `"9999-12-31"`, `"00:00:00"`, `"23:59:59.000001"`, `"0001-01-01T00:00:00.000001Z"`, `"9999-12-31T23:59:59.999999Z"`, `"2026-10-25T02:30:00.5+01:00"`, `"2026-10-25T02:30:00+02:00"`,
	`"-1 23:59:59.999999"`, `"106751 00:00:00"`, `"::ffff:192.0.2.1"`, `"2001:db8::1"`, `""`, `"AP8="`,
	`[]`, `["a\nb","yes"]`, `[""]`, `["null"]`, `[0]`, `{}`, `{"a":1.50,"b":[null,true,"<b>"],"é":{"":"12345678901234567890.0"}}`, `{"a":null}`,
}

// sendBack sends back what the record shows, in each format, and checks that nothing changes.
func (r *roundTrip) sendBack() {
	r.Helper()
	before := r.send("GET", r.path, "")
	if before.Code != http.StatusOK {
		server.Failure{Fault: "it was replaced, and cannot be read", Asked: before, Want: statusText(http.StatusOK)}.Report(r)
		return
	}
	columns := r.columns()
	for _, format := range []string{"application/json", "application/yaml"} {
		if body, known := r.shown(format, before.Body.String()); known {
			a := r.send("PUT", r.path, body, "Content-Type", format)
			if !bytes.Equal(a.Body.Bytes(), before.Body.Bytes()) || a.Code != http.StatusOK || a.Header().Get("ETag") != before.Header().Get("ETag") {
				server.Failure{Fault: "what it shows as " + format + " is sent back, and answered by something else", Asked: a, Got: tagged(a), Want: tagged(before), Rule: roundTripRule}.Report(r)
			}
			r.unchanged(format+" "+body, before, columns)
		}
	}
	if form, method := r.form(); form != nil {
		a := r.send("POST", r.path, form.Encode(), "Content-Type", "application/x-www-form-urlencoded", "Accept", "text/html")
		if a.Code >= 400 {
			server.Failure{
				Fault: "the form of its page for " + method + ", in which nothing was typed, is refused", Asked: a,
				Got: fmt.Sprintf("%d %q", a.Code, mistakes.FindAllString(a.Body.String(), -1)), Want: "no refusal", Rule: roundTripRule,
			}.Report(r)
		}
		r.unchanged("the form "+form.Encode(), before, columns)
	}
}

// shown returns a record as read in a format; it is unknown if the set does not both read and write the
// format, and if a replace requires more than reading shows, such as a secret.
func (r *roundTrip) shown(format, asJSON string) (body string, known bool) {
	reads := slices.ContainsFunc(r.c.plan.Parsers, func(p media.Parser) bool { return p.MediaType == format && !p.Patch })
	writes := slices.ContainsFunc(r.c.plan.Renderers, func(p media.Renderer) bool { return p.Format().MediaType == format })
	if !reads || !writes || r.resource.Envelope != nil && format != "application/json" {
		return "", false
	}
	retrieve := r.resource.Shapes.Retrieve.Type
	for _, f := range inputOf(r.resource, "PUT").Fields {
		as := retrieve.FieldOf(rules.RowField(f))
		if f.Writable() && f.Required() && (as == nil || as.Hidden() || as.Show != f.Show || as.Wire != f.Wire) {
			return "", false
		}
	}
	if r.resource.Envelope != nil {
		shown := recordIn(retrieve, []byte(asJSON))
		var members []string
		for _, name := range slices.Sorted(maps.Keys(shown)) {
			members = append(members, strconv.Quote(name)+": "+string(shown[name]))
		}
		return wrapped(r.resource, "{"+strings.Join(members, ", ")+"}"), shown != nil
	}
	a := r.send("GET", r.path, "", "Accept", format)
	if a.Code != http.StatusOK {
		server.Failure{Fault: "it cannot be read as " + format, Asked: a, Want: statusText(http.StatusOK)}.Report(r)
	}
	return a.Body.String(), true
}

// form returns the values that a browser sends for the form that changes the record, nil for a page without
// one.
func (r *roundTrip) form() (form url.Values, method string) {
	a := r.send("GET", r.path, "", "Accept", "text/html")
	if !strings.HasPrefix(a.Header().Get("Content-Type"), "text/html") {
		return nil, ""
	}
	for _, method := range []string{"PUT", "PATCH"} {
		if form := formOfPage(a.Body.String(), method); form != nil {
			form.Del("_key") // all forms of a test server have one, and so would be one request
			return form, method
		}
	}
	server.Failure{Fault: "its page has no form that changes it", Asked: a, Want: "a form for PUT or PATCH", Rule: "who may replace a record is offered a form"}.Report(r)
	return nil, ""
}

// roundTripRule is the rule of this part.
const roundTripRule = "what reading a record answers can be sent back by PUT as it is, and changes nothing"

// tagged returns the response for reports, with its tag.
func tagged(a server.Answer) string {
	return fmt.Sprintf("%d, ETag %s, %s", a.Code, a.Header().Get("ETag"), server.Cut(a.Body.String(), server.MaxShown))
}

// unchanged checks that the record is read as before, and that no column of any table has changed.
func (r *roundTrip) unchanged(what string, before server.Answer, columns string) {
	r.Helper()
	a := r.send("GET", r.path, "")
	if a.Body.String() != before.Body.String() || a.Header().Get("ETag") != before.Header().Get("ETag") {
		server.Failure{Fault: "it was sent back as " + server.Cut(what, server.MaxShown) + ", and is read in another way", Asked: a, Got: tagged(a), Want: tagged(before), Rule: roundTripRule}.Report(r)
	} else if now := r.columns(); now != columns {
		server.Failure{Fault: "it was sent back as " + server.Cut(what, server.MaxShown) + ", and columns have changed", Asked: a, Got: now, Want: columns, Rule: roundTripRule}.Report(r)
	}
}

// columns returns all rows of the tables that the resource writes. Values that code of a team derives, such
// as colours by a highlighter that may time out, are left out: for the rows of such code, they are the
// columns that clients send.
func (r *roundTrip) columns() string {
	rows, res := r.c.read(r, r.server).Rows, r.resource
	sent := func(column string) bool {
		return slices.ContainsFunc(inputOf(res, "PUT").Fields, func(f *schema.Field) bool { return f.Writable() && rules.RowField(f).Column == column })
	}
	var b strings.Builder
	for _, table := range r.c.plan.Tables {
		if table.Name != res.Type.Table && !table.Pairs {
			continue
		}
		for _, row := range rows[table.Name] {
			if hasCode(res, "PUT") && !table.Pairs {
				maps.DeleteFunc(row, func(column string, _ any) bool { return !sent(column) })
			}
			fmt.Fprintln(&b, table.Name, row)
		}
	}
	return b.String()
}

// body is an object of members as the resource takes it.
func (r *roundTrip) body(members []pair) string { return wrapped(r.resource, object(members)) }

// send sends a request, whose body is JSON unless a header declares another type.
func (r *roundTrip) send(method, path, body string, headers ...string) server.Answer {
	if len(headers) == 0 && body != "" {
		contentType := ""
		contentType, body = r.c.encode(r.resource, body)
		headers = []string{"Content-Type", contentType}
	}
	return sendAs(r.server, r.who.Name, method, path, body, headers...)
}
