// Defects in the texts of refusals, in rules by operation, and in the scopes of tokens.

package resttest

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/require"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets/laws"
)

// byToken is at of requests that send a token.
func byToken(when func(*http.Request) bool) func(*http.Request) bool {
	return func(r *http.Request) bool {
		return strings.HasPrefix(r.Header.Get("Authorization"), "Bearer ") && when(r)
	}
}

// status puts one status in the place of another.
func status(old, other int, body string) func(own, admin *httptest.ResponseRecorder) *httptest.ResponseRecorder {
	return func(own, _ *httptest.ResponseRecorder) *httptest.ResponseRecorder {
		if own.Code != old {
			return own
		}
		changed := rewritten(own, body)
		changed.Code = other
		return changed
	}
}

func refusalDefects() []defect {
	const (
		one       = `/berths/\d+/`
		denied    = `{"detail":"You do not have permission to perform this action."}`
		notFound  = `{"detail":"Not found."}`
		ofActions = `"_actions":\[[^]]*\]`
	)
	list := []defect{
		{"a 403 where the rule says 404", at("PATCH", one), status(404, 403, denied), nil},
		{"a 404 where the rule says 403", at("DELETE", one), status(403, 404, notFound), nil},
		{"a 403 of an action where its rule says 404", at("POST", one+"leave/"), status(404, 403, denied), nil},
		{"a 404 of an action where its rule says 403", at("POST", one+"moor/"), status(403, 404, notFound), nil},
		{"a member that is refused and ignored", at("PATCH", one), ignored, nil},
		{"an action by its name", at("POST", one+"moor/"), nil, nil},
		{"a create by the rule of changes", at("POST", "/berths/"), nil, nil},
		{"a delete by the rule of changes", at("DELETE", one), nil, nil},
		{"actions of rows by their names", at("GET", `/berths/\?_actions=true`), part(ofActions), nil},
		{"methods of a record in Allow", at("GET", one), header("Allow"), nil},
		{"methods of a list in Allow", at("GET", "/berths/"), header("Allow"), nil},
		{"a read out of scope", byToken(at("GET", one)), nil, nil},
		{"a change out of scope", byToken(at("PATCH", one)), nil, nil},
		{"an action out of scope", byToken(at("POST", one+"moor/")), nil, nil},
		{"actions of rows out of scope", byToken(at("GET", `/berths/\?_actions=true`)), part(ofActions), nil},
		{"methods in Allow out of scope", byToken(at("GET", one)), header("Allow"), nil},
		{"a list that is in scope", byToken(at("GET", "/berths/")), status(200, 403, denied), nil},
		{"an action that is in scope", byToken(at("POST", one+"moor/")), status(200, 403, denied), nil},
	}
	for i := range list {
		list[i].set = laws.Berths
	}
	return list
}

// ignored answers as if a member had been left out that is refused.
func ignored(own, admin *httptest.ResponseRecorder) *httptest.ResponseRecorder {
	if own.Code == http.StatusBadRequest {
		return admin
	}
	return own
}

// Nothing is found in berths themselves, on both databases.
func TestBerthsAreRight(t *testing.T) {
	require.Part(t, "kit")
	onEach(t, func(t testing.TB, kind server.DatabaseKind) {
		c := compiledSet(t, laws.Berths())
		for _, message := range hear(t, func(tb testing.TB) { c.accessTable(tb, kind.Address(t)) }) {
			t.Error(message)
		}
	})
}

// A service that asks the time otherwise than its words say is found out.
func TestTimesAreNoticed(t *testing.T) {
	require.Part(t, "kit")
	now := Clock() // Friday, 03:04
	rules := []permission.Rule{
		permission.Between(now.Add(-time.Hour), now.Add(time.Hour)),
		permission.Between(now.Add(time.Second), time.Time{}),
		permission.Between(time.Time{}, now.Add(time.Second)),
		permission.Between(time.Time{}, now),
		permission.Hours(time.UTC, 3*time.Hour, 4*time.Hour, time.Thursday, time.Friday),
		permission.Hours(time.UTC, 3*time.Hour, 4*time.Hour, time.Thursday, time.Saturday),
		permission.Hours(time.UTC, 3*time.Hour+4*time.Minute, 24*time.Hour),
		permission.Hours(time.UTC, 0, 3*time.Hour+4*time.Minute),
	}
	set := func(rule permission.Rule) *rest.Set {
		return laws.Chests(permission.By{Read: permission.Anyone, Write: permission.All(permission.SignedIn, rule)})
	}
	for i, done := range rules { // every other one allows the request
		silent(t, permission.String(done), compiledSet(t, set(done)).fillTable)
		said := rules[(i+1)%len(rules)]
		reports(t, permission.String(done)+" in place of "+permission.String(said), "chests", saying(t, set(done), set(said)).fillTable)
	}
}
