// The queries of lists and records: every parameter with values that it does not expect.

package resttest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/resttest/internal/rules"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

// sendQueries sends unexpected values of every parameter of every query, on SQLite and, if its programs are
// installed, on PostgreSQL, whose responses must be the same.
func (c *conformance) sendQueries(t testing.TB) { c.queryOn(t, postgresIfFound(t)...) }

// queryOn sends all queries to a server on SQLite, and to those on the databases of more addresses.
func (c *conformance) queryOn(t testing.TB, more ...string) {
	var first *queryRun
	for _, address := range append([]string{filepath.Join(t.TempDir(), "test.db")}, more...) {
		run := c.newQueryRun(t, address, first)
		for _, q := range c.queried() {
			run.askAll(q)
		}
		first = run
	}
	t.Logf("%d queries on each database", len(first.answers))
}

// queried is a path with what its query may have.
type queried struct {
	name   string // the pattern of the path
	path   func(rules.Reading) string
	params []*plan.Param
	above  int // number of statements that read the record above the rows, and check its rule
	paged  bool
}

// queried returns the lists, also those of some of the rows, the operations that take filters, and the
// records whose members clients choose.
func (c *conformance) queried() (list []queried) {
	beneath := func(r *plan.Resource) int {
		if r.Parent != nil {
			return 2
		}
		return 0
	}
	for _, route := range c.plan.Routes {
		of := route.Resource
		for _, o := range route.Operations {
			q := queried{name: o.Pattern, path: func(r rules.Reading) string { return r.OperationAt(o) }}
			switch {
			case o.Builtin == plan.List:
				q.params, q.above, q.paged = of.Params, beneath(of), of.Pages != nil
			case o.Filtered && o.Safe():
				q.params, q.above = o.FilterParams(), beneath(of)
			case o.Builtin == plan.Retrieve && of.Members != nil && of.Members.Retrieve != nil && !of.Singleton:
				q.params = of.RecordParams
			default:
				continue
			}
			list = append(list, q)
		}
	}
	return list
}

// queryRun sends queries to one server.
type queryRun struct {
	*conformance
	testing.TB
	server  *Server
	rows    rules.Reading
	limits  serve.Limits
	signIn  int               // number of statements for authentication
	answers map[string]string // by request
	same    map[string]string // those of another database, nil for none
}

func (c *conformance) newQueryRun(t testing.TB, address string, other *queryRun) *queryRun {
	t.Helper()
	server, _ := c.server(t, address, c.options.rows)
	run := &queryRun{conformance: c, TB: t, server: server, rows: c.read(t, server), limits: c.options.serve.Limits.WithDefaults(), answers: map[string]string{}}
	_, run.signIn = run.send("/")
	if other != nil {
		run.same = other.answers
	}
	return run
}

// request is one of the administrator, whose query may be malformed.
func (run *queryRun) request(address string) *http.Request {
	r := requestAs("admin", "GET", "/", "", "Accept", run.plan.Renderers[0].Format().MediaType).Request
	r.URL.Path, r.URL.RawQuery, _ = strings.Cut(address, "?")
	return r
}

// send sends a request as the administrator, in the first format of the set, and counts the statements.
func (run *queryRun) send(address string) (*httptest.ResponseRecorder, int) {
	r := run.request(address)
	ctx, counter := database.WithCounter(r.Context())
	w := httptest.NewRecorder()
	run.server.ServeHTTP(w, r.WithContext(ctx))
	return w, len(counter.SQL())
}

// asked is one query.
type asked struct {
	query   string
	names   []string // of parameters, one of which a refusal must name; nil if it need not
	asks    int      // statements that a refusal may take
	refused bool     // whether it must be refused, otherwise it may be
	passes  bool     // it must not be refused
}

// askAll sends all queries to a path.
func (run *queryRun) askAll(q queried) {
	path := q.path(run.rows)
	plain, _ := run.send(path)
	if plain.Code != 200 {
		return // nobody may read it, or there is nothing: no query is looked at
	}
	var list []asked
	for _, p := range q.params {
		list = append(list, run.oddValues(p)...)
	}
	for _, one := range append(list, run.oddTogether(q)...) {
		run.ask(q, path, one)
	}
}

// ask sends one query and checks the response.
func (run *queryRun) ask(q queried, path string, one asked) {
	address := path + "?" + one.query
	w, statements := run.send(address)
	body := w.Body.String()
	wrong := func(format string, args ...any) {
		run.Helper()
		server.Failure{
			Fault: "on " + run.server.DB.Dialect().Name + ", a query that it does not expect", Asked: server.Answer{ResponseRecorder: w, Request: run.request(address)},
			Want: fmt.Sprintf(format, args...), Rule: "the parameters of " + q.name + " in the plan",
		}.Report(run)
	}
	pageless := w.Code == 404 && q.paged // a missing page, as in Django REST framework
	refused := w.Code == 400 || run.plan.Errors != nil && w.Code > 400 && w.Code < 500 && !pageless
	switch {
	case w.Code >= 500:
		wrong("no failure of the service")
	case w.Code != 200 && !refused && !pageless:
		wrong("200 or 400")
	case one.passes && w.Code != 200:
		wrong("200")
	case one.refused && w.Code == 200:
		wrong("400")
	case refused && one.names != nil && !slices.ContainsFunc(one.names, func(name string) bool { return strings.Contains(body, name) }):
		wrong("a refusal that has the name of the parameter")
	case refused && statements > run.signIn+q.above+one.asks:
		wrong("%d statements at most, and %d to know who asks for what; it took %d", one.asks, run.signIn+q.above, statements)
	}
	run.compare(q.name+"?"+one.query, w, wrong)
}

// compare compares a response with that of the other database. Rows with random keys come in any order.
func (run *queryRun) compare(name string, w *httptest.ResponseRecorder, wrong func(format string, args ...any)) {
	answer := fmt.Sprint(w.Code)
	if w.Code != 200 || !slices.ContainsFunc(run.plan.Resources, madeKeys) {
		answer += " " + scrubber{}.text(w.Body.String())
	}
	if run.same != nil && run.same[name] != answer {
		wrong("as the other database has it %.300s", run.same[name])
	}
	run.answers[name] = answer
}

// hostileTexts are values that no number, date or name of something is, as they stand in an address.
var hostileTexts = []string{
	"x%E2%80%AEy", "%00", "a%00b", "%FF%FE", "%C3", "%ED%A0%80", "%ED%A0%BD%ED%B8%80", "%uD800", "%E2%81%A6%D7%90", "%F0%9F%98%80", "%EF%BB%BF1x", "A%CC%8A", "%27+OR+1%3D1+--",
	"%25%5F%5C", "((a%2B)%2B)%2B%24", "%28", "%5B", "%5C", "%22%3E%3Cscript%3E", "%7B%22a%22%3A1%7D", "%0D%0AX%3A+y",
}

// oddTexts are values that some kinds take and others do not.
var oddTexts = []string{
	"", "+", "%2C", "%2C%2C%2C", "a%2C%2Cb", "-", "--id", "-1", "0", "00", "%2B1", "1.5", ".", "1e400", "-1e400", "NaN", "Infinity", "0x10", "1_000", "%D9%A3", "9223372036854775807",
	"9223372036854775808", "-9223372036854775809", "99999999999999999999999999999999999999", "true", "TRUE", "null", "None", "undefined", "[]", "%5B%5D", "id", "id%2Cid", "a.b.c.d", "id.id", "__class__",
	"2026-02-30", "0000-00-00", "9999-12-31", "10000-01-01", "2026-01-01T24:00:00Z", "9999-12-31T23:59:59.9999999%2B23:59", "25:00", "P1D", "P1000000000000Y", "-999999999+days", "urn:uuid:", "00000000-0000-0000-0000-000000000000", "::1", "1.2.3.4/33",
}

// oddValues are queries with one parameter.
func (run *queryRun) oddValues(p *plan.Param) (list []asked) {
	name := url.QueryEscape(p.Name)
	add := func(query string, refused, passes bool) {
		list = append(list, asked{query: query, names: []string{p.Name}, asks: 1, refused: refused, passes: passes})
	}
	rules := run.plan.Requests
	ignores := rules.IgnoreUnknown && (p.Role == plan.OrderingRole || p.Role == plan.MembersRole)
	narrow := p.Read != nil && !ignores && typed(p.Schema)
	for _, text := range hostileTexts {
		add(name+"="+text, narrow, ignores && !strings.Contains(text, "%00"))
	}
	for _, text := range oddTexts {
		add(name+"="+text, false, false)
	}
	if p.Read != nil {
		long := strings.Repeat("%C3%A9", run.limits.ParamText)
		add(name+"="+long+"e", true, false)
		add(name+"="+strings.Repeat("9", run.limits.ParamText+1), true, false)
		add(name+"="+strings.Repeat("9", run.limits.ParamText), false, false)
	}
	many := run.limits.ParamValues + 1
	switch single := !p.Several; {
	case single && rules.LastOfRepeated:
		add(name+"=%00&"+name+"=", false, p.Check == nil || rules.IgnoreSizes) // of a size even an empty value counts
	case single:
		add(name+"=1&"+name+"=2", true, false)
		add(strings.Repeat(name+"=1&", many), true, false)
	default:
		add(strings.Repeat(name+"=1&", many), true, false)
		add(name+"=1&"+name+"=%00", true, false)
	}
	if p.Commas {
		add(name+"="+strings.Repeat("1%2C", many), true, false)
		add(name+"="+strings.Repeat("1,", 5000), true, false)
	}
	return list
}

// typed reports whether a JSON Schema is of values that have a form, unlike any text.
func typed(schema map[string]any) bool {
	if items, list := schema["items"].(map[string]any); list {
		return typed(items)
	}
	if _, choice := schema["enum"]; choice {
		return true
	}
	switch schema["type"] {
	case "integer", "number", "boolean":
		return true
	}
	return slices.Contains([]any{"date", "date-time", "time", "uuid"}, schema["format"])
}

// oddTogether are queries with several parameters, and with those that there are not.
func (run *queryRun) oddTogether(q queried) (list []asked) {
	rules := run.plan.Requests
	silent := rules.IgnoreUnknown
	unknown := func(query, name string) {
		list = append(list, asked{query: query, names: []string{name}, refused: !silent, passes: silent})
	}
	var all, names []string
	asks := 1 // for the rows that values name
	for i, p := range q.params {
		if p.Role == plan.FilterRole && p.Field == nil { // a function of the team reads it
			asks++
		}
		names = append(names, p.Name)
		all = append(all, url.QueryEscape(p.Name)+"="+oddTexts[(7*i+3)%len(oddTexts)])
		if i < 3 { // the refusal names the nearest name
			unknown(url.QueryEscape(p.Name)+"_q7=1", p.Name+"_q7")
			unknown(url.QueryEscape(p.Name)+"__no_such=1", p.Name+"__no_such")
		}
	}
	list = append(list, asked{query: strings.Join(all, "&"), names: names, asks: asks})
	for _, name := range []string{"%00", "%ED%A0%80", "%E2%80%AE", "a%5B0%5D.b", "", "%27", "a.b.c"} {
		list = append(list, asked{query: name + "=1", refused: !silent, passes: silent})
	}
	var hundred []string
	for i := range 100 {
		hundred = append(hundred, fmt.Sprintf("x%d=%%FF", i))
	}
	unknown(strings.Join(hundred, "&"), "x99")
	list = append(list, asked{query: strings.Repeat("x=1&", run.limits.Params), refused: true})
	return list
}
