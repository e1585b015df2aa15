// A test that both databases give the same answers to random requests.

package resttest

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/require"
	"example.com/resourceful/framework/resttest/sets"
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
	c := compiledSet(t, rest.NewSet("chests", rest.ViewSet[chest]{Path: "/chests/", Access: rule}))
	served := newServers(t, c.config(), Postgres(t))
	const post = "-- POST /chests/ as alice --\nContent-Type: application/json\n\n{\"name\": \"x\", \"open\": %v}\n"
	served.play(t, c.reset(t), fmt.Sprintf(post+post+post+post, false, true, false, true))
	for _, server := range served.list {
		if w := sendAs(server, "alice", "GET", "/chests/", ""); !strings.HasPrefix(w.Body.String(), `[{"id":1,`) || !strings.Contains(w.Body.String(), `},{"id":2,`) {
			t.Errorf("%s: got %s", server.DB.Dialect().Name, w.Body)
		}
	}
}
