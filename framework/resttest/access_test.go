// The access table: every requester, method, path and format.

package resttest_test

import (
	"fmt"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/resttest/golden"
	"example.com/resourceful/framework/resttest/sets"
)

// The access table: every kind of requester, with every method, at every path of a configuration, in every
// format, but for wrong credentials. Each cell is checked against the expectations, and the tables in
// testdata/access are for people to read.
func TestAccess(t *testing.T) {
	var cells atomic.Int64
	t.Cleanup(func() { t.Logf("%d cells in all", cells.Load()) })
	for _, service := range accessServices() {
		name := service.set().Name()
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newAccessFixtures(t, service)
			table := &grid{accessFixtures: w}
			table.fill(places(t, w.Plan))
			golden.Check(t, "../../testdata/access/"+name+".txt", table.text.String())
			t.Logf("%s: %d cells", name, table.cells)
			cells.Add(int64(table.cells))
		})
	}
}

// Every configuration of the program has a table.
func TestAccessOfEverything(t *testing.T) {
	for _, set := range sets.All() {
		tabled := func(s accessService) bool { return s.set().Name() == set.Name() }
		if !slices.ContainsFunc(accessServices(), tabled) {
			t.Errorf("nothing says who may do what in %s", set.Name())
		}
	}
}

// places are all paths of a plan: the root, each list, each record and one that is missing, and
// what every service has.
func places(t *testing.T, compiled *plan.Plan) []place {
	list := []place{{path: "/", kind: "root"}}
	known := expected[compiled.Name]
	for path := range known {
		if !slices.ContainsFunc(compiled.Resources, func(e *plan.Resource) bool { return e.Path == path }) {
			t.Errorf("%s has no collection %s, and one is expected", compiled.Name, path)
		}
	}
	for _, e := range compiled.Resources {
		c, ok := known[e.Path]
		if !ok {
			t.Errorf("nothing is expected of %s in %s", e.Path, compiled.Name)
		}
		list = append(list, place{path: e.Path, kind: "list", collection: c})
		for key := range c.owners {
			list = append(list, place{path: e.Path + key + "/", kind: "record", key: key, collection: c})
		}
		list = append(list, place{path: e.Path + "77/", kind: "record", key: "77", collection: c})
	}
	slices.SortStableFunc(list, func(a, b place) int { return strings.Compare(a.path, b.path) })
	return append(list,
		place{path: "/nothing/", kind: "nowhere"}, place{path: "/api-auth/", kind: "nowhere"},
		place{path: "/api-auth/login/", kind: "login"}, place{path: "/api-auth/logout/", kind: "logout"},
		place{path: "/-/static/style.css", kind: "style"},
	)
}

// grid is the table as it is filled: a row for each path and method, a column for each requester.
type grid struct {
	*accessFixtures
	text  strings.Builder
	cells int
}

func (g *grid) fill(places []place) {
	for i, who := range requesters {
		fmt.Fprintf(&g.text, "%c = %s\n", 'A'+rune(i), who.role)
	}
	for _, at := range places {
		fmt.Fprintf(&g.text, "\n%-38s", at.title())
		for i := range requesters {
			fmt.Fprintf(&g.text, " %-3c", 'A'+rune(i))
		}
		g.text.WriteByte('\n')
		for _, t := range tries {
			fmt.Fprintf(&g.text, "  %-36s", t.shown)
			for _, who := range requesters {
				fmt.Fprintf(&g.text, " %-3s", g.cell(who, t, at))
			}
			g.text.WriteByte('\n')
		}
	}
}

// title is the path and whose it is, for people.
func (p place) title() string {
	owner, there := p.collection.owners[p.key]
	switch {
	case p.kind != "record":
		return p.path
	case !there:
		return p.path + ", missing"
	case owner == "":
		return p.path
	}
	return p.path + ", of " + owner
}

// cell asks one request in every format, checks all that is true of every answer, and returns the
// status.
func (g *grid) cell(who requester, t try, at place) string {
	var statuses []string
	formats := []string{"application/json", "application/yaml", "text/html"}
	if who.refused {
		formats = formats[:1] // each refusal hashes a password; the other formats have scenarios
	}
	for _, accept := range formats {
		g.cells++
		answer := g.ask(who, t, at, accept)
		c := cell{accessFixtures: g.accessFixtures, who: who, try: t, at: at, accept: accept, answer: answer}
		c.check()
		if status := fmt.Sprint(answer.Code); !slices.Contains(statuses, status) {
			statuses = append(statuses, status)
		}
	}
	return strings.Join(statuses, "/")
}

// cell is one request and its answer.
type cell struct {
	*accessFixtures
	who    requester
	try    try
	at     place
	accept string
	answer *httptest.ResponseRecorder
}

func (c *cell) wrong(format string, args ...any) {
	c.Errorf("%s %s as %s, %s: got %d, %s\n%.2000s", c.try.shown, c.at.path, c.who.role, c.accept, c.answer.Code, fmt.Sprintf(format, args...), c.answer.Body)
}

func (c *cell) check() {
	if want := expects(c.Plan.Name, c.who, c.try, c.at); c.answer.Code != want {
		c.wrong("want %d", want)
	}
	if c.Changed() {
		rows := c.Rows()
		if rows != c.rows && (!c.try.changes() || c.answer.Code >= 400) {
			c.wrong("and the rows have changed to\n%s", rows)
		}
		c.Restore()
	}
	c.quiet()
	c.allow()
	if c.answer.Code == 200 {
		c.shows()
		c.controls()
	}
}

// quiet checks that an answer tells nothing that it should not.
func (c *cell) quiet() {
	text := c.answer.Body.String() + fmt.Sprint(c.answer.Header())
	hidden := []string{"pbkdf2_sha256", "argon2", "alice-password", "admin-password", "goroutine ", "runtime error", "constraint failed", "no such "}
	for _, cookie := range c.cookies {
		hidden = append(hidden, strings.TrimPrefix(cookie, "sessionid="))
	}
	for _, secret := range append(hidden, secrets(c.Plan.Name, c.who)...) {
		if strings.Contains(text, secret) {
			c.wrong("with %q and headers %v", secret, c.answer.Header())
		}
	}
	if c.answer.Code >= 400 && c.answer.Header().Get("Set-Cookie") != "" {
		c.wrong("and a cookie")
	}
}

// allow checks that a path offers the same to everybody.
func (c *cell) allow() {
	if c.at.kind != "root" && c.at.kind != "list" && c.at.kind != "record" {
		return
	}
	want := append(c.at.offers(), "HEAD", "OPTIONS")
	if got := c.answer.Header().Get("Allow"); got != strings.Join(want, ", ") {
		c.wrong("Allow: %s, want %s", got, want)
	}
}

var listedKey = regexp.MustCompile(`"(?:id|url)":(?:"[^"]*/)?(\d+)`)

// shows checks that a list has the rows that the requester may see, and no others.
func (c *cell) shows() {
	if c.at.kind != "list" || c.try.means() != "GET" || c.accept != "application/json" {
		return
	}
	var got, want []string
	for _, m := range listedKey.FindAllStringSubmatch(c.answer.Body.String(), -1) {
		got = append(got, m[1])
	}
	for key := range c.at.collection.owners {
		if c.at.sees(c.who, key) {
			want = append(want, key)
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		c.wrong("with the rows %v, want %v", got, want)
	}
}

// controls checks that OPTIONS and pages offer the writes that the requester may do, and no others.
func (c *cell) controls() {
	body := c.answer.Body.String()
	write := slices.ContainsFunc([]string{"POST", "PUT", "PATCH"}, func(method string) bool { return c.at.may(c.who, method) })
	switch {
	case c.try.method == "OPTIONS" && c.accept == "application/json" && c.at.kind != "style" && c.at.kind != "login" && c.at.kind != "logout":
		if got := strings.Contains(body, `"actions":`); got != write {
			c.wrong("with actions: %v, want %v", got, write)
		}
	case c.try.method == "GET" && c.accept == "text/html" && (c.at.kind == "list" || c.at.kind == "record"):
		for control, want := range map[string]bool{
			`name="_content"`: write, `name="_show" value="delete"`: c.at.may(c.who, "DELETE"),
		} {
			if got := strings.Contains(body, control); got != want {
				c.wrong("with %s: %v, want %v", control, got, want)
			}
		}
	}
}
