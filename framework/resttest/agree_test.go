// Tests of agreement between databases, of read grants, and of values read back.

package resttest

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/require"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/resttest/sets/laws"
)

// TestDatabasesAgree plays random sequences of requests on SQLite and on PostgreSQL: every answer is
// the same to the byte, and keeps the promises. What fails is made shorter and printed as a
// scenario, which "go test -run FuzzRequest" and testdata understand too. How many sequences is
// said by -rapid.checks or RAPID_CHECKS, 100 if by neither; ten thousand take some minutes.
func TestDatabasesAgree(t *testing.T) {
	require.Part(t, "sequences")
	served := []*servers{newServers(t, Config{Set: sets.Snippets}, Postgres(t)), newServers(t, Config{Set: sets.Directory}, Postgres(t))}
	steps := 0
	rapid.Check(t, func(rt *rapid.T) {
		set := rapid.IntRange(0, 1).Draw(rt, "configuration")
		sequence := rapid.SliceOfN(words[set].request(), 1, 12).Draw(rt, "requests")
		steps += len(sequence)
		served[set].play(rt, func(s *Server) { s.Reset(t) }, words[set].scenario(sequence))
	})
	t.Logf("%d random requests on each database", steps)
}

// Of each configuration, what random requests are made of. The requests in begin come before each
// sequence, so that most of it happens where there is something.
var words = []vocabulary{
	{
		collections: []string{"/snippets/", "/snippets/", "/snippets/", "/users/", "/", "/nothing/", "/api-auth/login/"},
		fields: map[string][]string{
			"title":       {`"A title"`, `"  é 　"`, `""`, `null`, `7`, longText(100), longText(101)},
			"code":        {`"print(1)"`, `"\n\tx = \"<b>&amp;</b>\" \n\n"`, `"# http://h/?a=1&b=</pre>"`, `""`, `"  "`, `1.50`, `"\u0000"`, `"\ud800"`, `["x"]`},
			"linenos":     {`true`, `false`, `"on"`, `1`, `0.0`, `2`, `null`, `"maybe"`, `""`},
			"language":    {`"python"`, `"py"`, `"c++"`, `"html"`, `"go"`, `"Python"`, `"klingon"`, `""`, `null`, `7`, `{}`},
			"style":       {`"friendly"`, `"monokai"`, `"emacs"`, `"none"`, `null`, `false`},
			"owner":       {`"bob"`, `3`},
			"id":          {`77`},
			"highlighted": {`"<b>x</b>"`},
			"_method":     {`"PUT"`, `"DELETE"`, `"PATCH"`, `"OPTIONS"`, `"put"`},
		},
		begin: []request{
			{method: "POST", path: "/snippets/", who: " as alice", headers: []string{"Content-Type: application/json"}, body: `{"title":"Hello","code":"print(\"hi\")\n"}`},
			{method: "POST", path: "/snippets/", who: " as bob", headers: []string{"Content-Type: application/json"}, body: `{"code":"<script>alert(1)</script>","language":"html","linenos":true}`},
		},
	},
	{
		collections: []string{"/users/", "/users/", "/groups/", "/groups/", "/", "/nothing/", "/api-auth/login/"},
		fields: map[string][]string{
			"username": {`"carol"`, `"alice"`, `"Ünï.c+o-d_e@"`, `"a b"`, `""`, `null`, `12`, longText(150), longText(151)},
			"email":    {`"a@b.co"`, `"\"q\"@[::1]"`, `"no"`, `""`, `null`, longText(255), `"é@b.co"`},
			"groups":   {`[]`, `["/groups/1/"]`, `["/groups/2/","http://x/groups/1/","/groups/2/"]`, `["/groups/9/"]`, `["/users/1/"]`, `[7]`, `"/groups/1/"`, `null`, `{}`},
			"name":     {`"editors"`, `"readers"`, `"  x  "`, `"É"`, `"é"`, `"A"`, `"_"`, `""`, `null`, `true`, longText(150), longText(151), `"a\u0000b"`, `"\udfff"`},
			"is_staff": {`true`}, "password": {`"x"`}, "id": {`1`}, "url": {`"/users/9/"`},
			"_method": {`"PUT"`, `"DELETE"`, `"PATCH"`, `"TRACE"`},
		},
		begin: []request{
			{method: "POST", path: "/groups/", who: " as admin", headers: []string{"Content-Type: application/json"}, body: `{"name":"editors"}`},
			{method: "POST", path: "/groups/", who: " as admin", headers: []string{"Content-Type: application/json"}, body: `{"name":"<b>&"}`},
			{method: "POST", path: "/users/", who: " as admin", headers: []string{"Content-Type: application/json"}, body: `{"username":"zoe","groups":["/groups/2/","/groups/1/"]}`},
		},
	},
}

// longText is a JSON text of n characters, each of two bytes.
func longText(n int) string { return `"` + strings.Repeat("é", n) + `"` }

// A row that is refused as it is written has used up a number of PostgreSQL, which is no difference between
// the services.
func TestNumbersOfRefusedRows(t *testing.T) {
	rule := permission.By{Read: permission.Anyone, Write: permission.Is("open", true)}
	c := compiledSet(t, rest.NewSet("chests", rest.ViewSet[laws.Chest]{Path: "/chests/", Access: rule}))
	served := newServers(t, c.config(), Postgres(t))
	const post = "-- POST /chests/ as alice --\nContent-Type: application/json\n\n{\"name\": \"x\", \"open\": %v}\n"
	served.play(t, c.reset(t), fmt.Sprintf(post+post+post+post, false, true, false, true))
	for _, server := range served.list {
		if w := sendAs(server, "alice", "GET", "/chests/", ""); !strings.HasPrefix(w.Body.String(), `[{"id":1,`) || !strings.Contains(w.Body.String(), `},{"id":2,`) {
			t.Errorf("%s: got %s", server.DB.Dialect().Name, w.Body)
		}
	}
}

// Of what no value is known, an input or a member that only one representation has, the kit says by which
// Values it gets some, and takes these.
func TestValuesAreTaken(t *testing.T) {
	var heard []string
	compiled := func(options ...Option) *conformance {
		c := &conformance{set: laws.Vases(&heard), options: settings(t, laws.Vases(&heard), append(options, Folder(t.TempDir())))}
		c.compile(t)
		return c
	}
	writes := func(c *conformance) func(testing.TB) {
		return func(tb testing.TB) {
			c.writeOn(tb, filepath.Join(t.TempDir(), "test.db"), map[string]string{}, true)
		}
	}
	none := compiled()
	reports(t, "an input", `no value is known that word takes; give some with resttest.Values("/vases/{key}/hit/", "word", …)`, none.fillTable)
	reports(t, "a member", `no value is known that glaze takes; give some with resttest.Values("/vases/", "glaze", …)`, writes(none))
	heard = nil
	given := compiled(Values("/vases/{key}/hit/", "word", `"abracadabra"`), Values("/vases/", "glaze", `"abracadabra"`))
	silent(t, "values that are given", given.fillTable)
	silent(t, "values that are given", writes(given)) // of four people, each as a dry run first
	if want := slices.Repeat([]string{"abracadabra"}, 8); !slices.Equal(heard, want) {
		t.Errorf("the operation was given %q, want %q", heard, want)
	}
	reports(t, "a value that is refused", `Values: word of /vases/{key}/hit/ does not take "hocus"`, func(tb testing.TB) {
		c := &conformance{set: laws.Vases(&heard), options: settings(t, laws.Vases(&heard), []Option{Values("/vases/{key}/hit/", "word", `"hocus"`)})}
		c.compile(tb)
	})
}

type (
	lockerRow struct {
		ID   int64                    `rest:"id,readonly"`
		Name string                   `rest:"name"`
		Keys rest.HasMany[lockerOpen] `rest:"keys,readonly"`
	}
	lockerOpen struct {
		ID     int64                     `rest:"id,readonly"`
		Locker rest.BelongsTo[lockerRow] `rest:"locker,ondelete=cascade"`
		User   rest.BelongsTo[auth.User] `rest:"user,show=username,ondelete=cascade"`
		Spare  bool                      `rest:"spare" default:"false"`
		Kind   string                    `rest:"kind" default:"plain" validate:"oneof=plain master 'spare key'"`
	}
)

// sharedBox is opened by those who have been granted that, box by box.
type sharedBox struct {
	ID          int64                                       `rest:"id,readonly"`
	Name        string                                      `rest:"name"`
	Permissions rest.HasMany[rest.RowPermission[sharedBox]] `rest:"-"`
}

// A service that asks other permissions on rows than its words say is found out, and one that asks those is not.
func TestRowGrantsAreNoticed(t *testing.T) {
	require.Part(t, "kit")
	set := func(rule permission.Rule) *rest.Set {
		return rest.NewSet("boxes",
			rest.ViewSet[sharedBox]{Path: "/boxes/", Access: permission.By{Read: rule, Write: permission.RowPermission("open_box")}},
			rest.RowPermissions[sharedBox]{Path: "/box-permissions/"},
		)
	}
	rules := []permission.Rule{permission.RowPermission("view_box"), permission.RowPermission("view_box", "open_box"), permission.RowPermission("open_box"), permission.SignedIn}
	for i, done := range rules {
		if i > 0 {
			reports(t, permission.String(done)+" in place of "+permission.String(rules[i-1]), "boxes", saying(t, set(done), set(rules[i-1])).fillTable)
		}
		silent(t, permission.String(done), compiledSet(t, set(done)).fillTable)
	}
}

// A service that asks other groups, permissions and related rows than its words say is found out.
func TestGrantsAreNoticed(t *testing.T) {
	require.Part(t, "kit")
	set := func(rule permission.Rule) *rest.Set {
		return rest.NewSet("lockers",
			rest.ViewSet[lockerRow]{Path: "/lockers/", Access: permission.By{Read: permission.Anyone, Write: rule}},
			rest.ViewSet[lockerOpen]{Path: "/keys/", Access: permission.By{Read: permission.Anyone, Write: permission.Nobody}},
		)
	}
	rules := []permission.Rule{
		permission.Permission("open_locker"), permission.Group("keepers"), permission.SignedIn,
		permission.Along("keys", permission.Me("user")), permission.OrNotFound(permission.Admin),
	}
	kinds := permission.Along("keys", permission.Me("user"), permission.In("kind", "master", "spare key"))
	reports(t, "any kind in place of two", "lockers", saying(t, set(rules[3]), set(kinds)).fillTable)
	silent(t, permission.String(kinds), compiledSet(t, set(kinds)).fillTable)
	for i, done := range rules[:4] { // each has the tables that the next one needs
		said := rules[i+1]
		reports(t, permission.String(done)+" in place of "+permission.String(said), "lockers", saying(t, set(done), set(said)).fillTable)
	}
	for _, rule := range rules {
		silent(t, permission.String(rule), compiledSet(t, set(rule)).fillTable)
	}
}
